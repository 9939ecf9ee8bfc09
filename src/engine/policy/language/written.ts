/** Conditions as people write them, from the form that the judge reads. */

import { stringify } from 'yaml'
import type { PathTest, StringTest, When } from '../rules/types.ts'

/** On one line of YAML, as the examples of the guide. */
export const writtenWhen = (when: When): string =>
  stringify(writtenOf(when), { collectionStyle: 'flow', lineWidth: 0, aliasDuplicateObjects: false })
    .trim()
    .split('\n')
    .map(line => line.trim())
    .join(' ')

/** Read again, it is the same. */
const writtenOf = (when: When): Record<string, unknown> =>
  Object.fromEntries(Object.entries(when).map(([key, value]) => [key, plainOf(key, value)]))

const plainOf = (key: string, value: unknown): unknown => {
  if (key === 'any' || key === 'all') return (value as readonly When[]).map(writtenOf)
  if (key === 'not') return writtenOf(value as When)
  if (key === 'sandboxed')
    return oneOf((value as readonly string[]).map(state => (/^(?:true|false)$/.test(state) ? state === 'true' : state)))
  if (Array.isArray(value)) return oneOf(value)
  if (isPaths(value)) {
    const { include, exclude } = value
    if (include.length === 1 && include[0] === '/**' && exclude.length > 0) return { not: oneOf(exclude) }
    return oneOf([...include, ...exclude.map(glob => `!${glob}`)])
  }
  if (isNames(value)) return value.not ? { not: oneOf(value.any) } : oneOf(value.any)
  if (key === 'packages') return oneOf((value as { any?: readonly string[] }).any ?? []) || value
  return value
}

const oneOf = (list: readonly unknown[]): unknown => (list.length === 1 ? list[0] : list.length === 0 ? undefined : list)
const isPaths = (value: unknown): value is PathTest => typeof value === 'object' && value !== null && 'include' in value
const isNames = (value: unknown): value is StringTest =>
  typeof value === 'object' && value !== null && 'any' in value && 'not' in value

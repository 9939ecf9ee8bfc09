/** Conditions that cannot hold together: a branch that asks for something else than what stands around it, paths that are all taken out. */

import { hasMagic } from '../../matching/glob.ts'
import { isNot, listOf, type WrittenWhen } from '../language/written-when.ts'
import type { Note } from './note.ts'

/** Of these a call, or one run of a program, has a single value. */
const single = ['program', 'server', 'mode', 'agent', 'folder'] as const
type Single = (typeof single)[number]

type Around = Partial<Record<Single, readonly string[]>>

export const lintContradictions = (when: WrittenWhen | undefined, path: readonly PropertyKey[], around: Around = {}): Note[] => {
  if (when === undefined) return []
  const notes: Note[] = []
  const add = (key: PropertyKey, wrong: string, instead: string): void => {
    notes.push({ path: [...path, key], code: 'never-holds', severity: 'error', wrong, instead })
  }
  const asked: Around = { ...around }
  for (const key of single) {
    const names = plainNames(when[key])
    const outer = around[key]
    if (names === undefined) continue
    if (outer !== undefined && !names.some(name => outer.some(other => isSame(key, name, other))))
      add(key, `${key} ${names.join(', ')} can never hold beside ${key} ${outer.join(', ')}`, 'remove one of them')
    asked[key] = names
  }
  for (const key of ['reads', 'writes', 'deletes'] as const) {
    const value = when[key]
    if (value === undefined || isNot(value)) continue
    const globs = listOf(value)
    const included = globs.filter(glob => !glob.startsWith('!'))
    if (included.length > 0 && included.every(glob => globs.includes(`!${glob}`)))
      add(key, `${key} takes out again all that it names`, 'remove the entry with !')
  }
  if (
    when.args !== undefined &&
    when.not?.args !== undefined &&
    isWithin(listOf(when.not.args), listOf(when.args)) &&
    Object.keys(when.not).length === 1
  )
    add('not', 'not takes back the arguments beside it', 'remove one of them')
  for (const [i, inner] of (when.any ?? []).entries()) notes.push(...lintContradictions(inner, [...path, 'any', i], asked))
  let both = asked
  for (const [i, inner] of (when.all ?? []).entries()) {
    notes.push(...lintContradictions(inner, [...path, 'all', i], both))
    for (const key of single) {
      const names = plainNames(inner[key])
      if (names !== undefined) both = { ...both, [key]: names }
    }
  }
  return notes
}

/** Without patterns, of which nobody can tell quickly what else they match. */
const plainNames = (value: WrittenWhen[Single]): readonly string[] | undefined => {
  if (value === undefined || isNot(value)) return undefined
  const names = listOf(value)
  return names.some(name => hasMagic(name) || name.includes(':')) ? undefined : names
}

const isSame = (key: Single, a: string, b: string): boolean => (key === 'program' ? a.toLowerCase() === b.toLowerCase() : a === b)

/** In this order, others may stand between. */
const isWithin = (wanted: readonly string[], list: readonly string[]): boolean => {
  let next = 0
  for (const word of list) if (word === wanted[next]) next++
  return next === wanted.length
}

/** Rules that another one of the same file makes pointless. */

import { rank } from '../../../core/verdict.ts'
import type { WrittenPolicy, WrittenRule } from '../language/schema.ts'
import { isNot, listOf, type Tested, type WrittenWhen } from '../language/written-when.ts'
import { type Note, same } from './note.ts'

export const lintShadowed = (policy: WrittenPolicy): Note[] => {
  const rules = policy.rules ?? []
  return rules.flatMap((rule, i): Note[] => {
    if (rule.decision === undefined || says(rule) || rule.strategy === 'audit') return []
    const other = rules.find((wide, j) => j !== i && shadows(wide, rule) && (j < i || !shadows(rule, wide)))
    if (other === undefined) return []
    const wrong = `${rule.id} decides nothing: ${other.id} holds whenever it does, and is as strict`
    return [
      { path: ['rules', i, 'id'], code: 'shadowed', severity: 'warning', wrong, instead: `remove it, or narrow ${other.id}` },
    ]
  })
}

const says = (rule: WrittenRule): boolean =>
  (rule.rewrite ?? rule.context ?? rule.message ?? rule.check) !== undefined || rule.grant === true

const shadows = (wide: WrittenRule, narrow: WrittenRule): boolean =>
  wide.decision !== undefined &&
  wide.decision !== 'redact' &&
  narrow.decision !== undefined &&
  narrow.decision !== 'redact' &&
  wide.strategy !== 'audit' &&
  rank(wide.decision) >= rank(narrow.decision) &&
  (listOf(wide.on).includes('any') || listOf(narrow.on).every(subject => listOf(wide.on).includes(subject))) &&
  covers(wide.when ?? {}, narrow.when ?? {})

const keys = [
  'program',
  'branch',
  'remote',
  'host',
  'server',
  'tool',
  'agent',
  'mode',
  'effect',
  'certainty',
  'text',
  'detects',
] as const

/** Whether the one holds wherever the other does, as far as can be read off them. */
const covers = (wide: WrittenWhen, narrow: WrittenWhen): boolean =>
  Object.keys(wide).every(key => {
    const [a, b] = [wide[key as keyof WrittenWhen], narrow[key as keyof WrittenWhen]]
    if (b === undefined) return false
    if (same(a, b)) return true
    if ((keys as readonly string[]).includes(key)) return within(b as Tested<string>, a as Tested<string>)
    if (key === 'args') return starts(listOf(b as string), listOf(a as string))
    return key === 'flags' && listOf(a as string).every(flag => listOf(b as string).includes(flag))
  })

const within = (some: Tested<string>, all: Tested<string>): boolean => {
  if (isNot(some) || isNot(all)) return false
  const names = listOf(all)
  return names.includes('*') || listOf(some).every(name => names.includes(name))
}

/** Arguments in order, of which others may stand between. */
const starts = (longer: readonly string[], shorter: readonly string[]): boolean => {
  let at = 0
  for (const word of longer) if (word === shorter[at]) at++
  return at === shorter.length
}

/** What the shape of a policy alone cannot say. */

import { builtIn } from '../../../core/contain/cage.ts'
import { familiesOf } from '../../detect/detect.ts'
import { allPacks } from '../judge/layers.ts'
import { rulesOf } from '../rules/pack.ts'
import type { LayerName } from '../rules/types.ts'
import type { Problem, Written } from './document.ts'
import { detectorFamilies, type WrittenPolicy } from './schema.ts'
import { nearest } from './suggest.ts'
import { isNot, listOf, type WrittenWhen } from './written-when.ts'

const builtInIds = allPacks.flatMap(pack => rulesOf(pack).map(rule => rule.id))

/** What the shape alone cannot say. */
export const checkRules = (policy: WrittenPolicy, written: Written, layer: LayerName): Problem[] => {
  const problems: Problem[] = []
  const profiles = [...Object.keys(builtIn), ...Object.keys(policy.profiles ?? {})]
  const seen = new Map<string, number>()
  const add = (
    path: readonly PropertyKey[],
    found: string,
    expected: string,
    more: { suggestion?: string | undefined; severity?: 'warning'; key?: string } = {},
  ): void => {
    problems.push(written.at(path, { found, expected, ...more }))
  }
  policy.rules?.forEach((rule, i) => {
    const path = ['rules', i]
    if (seen.has(rule.id)) add([...path, 'id'], `the id ${rule.id} again`, 'an id of its own for every rule')
    if (builtInIds.includes(rule.id))
      add([...path, 'id'], `the id ${rule.id} of a built-in rule`, 'another id; `exceptions` and `packs` change built-in rules')
    seen.set(rule.id, i)
    const answers = [rule.decision, rule.check].filter(part => part !== undefined).length
    if (answers === 2) add([...path, 'check'], 'decision and check', 'one of them')
    if (answers === 0 && rule.rewrite === undefined && rule.context === undefined && rule.message === undefined)
      add(path, 'a rule that does nothing', 'decision, rewrite, context, message or check')
    if (rule.grant === true && rule.decision !== 'allow') add([...path, 'grant'], 'grant: true', 'decision: allow beside it')
    for (const key of ['contain', 'otherwise'] as const)
      if (rule[key] !== undefined && rule.decision !== 'contain') add([...path, key], key, 'decision: contain beside it')
    if (typeof rule.contain === 'string' && !profiles.includes(rule.contain))
      add([...path, 'contain'], `the profile ${rule.contain}, which this file does not have`, profiles.join(', '), {
        suggestion: nearest(rule.contain, profiles),
        severity: 'warning',
      })
    if (rule.decision === 'contain' && !listOf(rule.on).some(subject => subject === 'shell' || subject === 'any'))
      add([...path, 'on'], 'decision: contain for what is no command', 'shell; of anything else only `otherwise` holds', {
        severity: 'warning',
      })
    if (rule.reason === undefined && rule.decision !== undefined && rule.decision !== 'allow')
      add(path, `no reason for ${rule.id}`, 'a reason, which the model and the person will read', { severity: 'warning' })
    if (rule.check !== undefined && !/^(?:\/|[A-Za-z]:[\\/])/.test(rule.check.command[0] ?? ''))
      add([...path, 'check', 'command'], 'a relative program', 'an absolute path')
    problems.push(...checkWhen(rule.when, [...path, 'when'], written, layer))
  })
  return problems
}

const checkWhen = (
  when: WrittenWhen | undefined,
  path: readonly PropertyKey[],
  written: Written,
  layer: LayerName,
): Problem[] => {
  if (when === undefined) return []
  const problems: Problem[] = []
  for (const key of ['user', 'group'] as const)
    if (when[key] !== undefined && layer !== 'managed')
      problems.push(
        written.at(path, { key, found: `${key} in a ${layer} file`, expected: 'it in a managed file only', severity: 'error' }),
      )
  const value = when.detects
  for (const name of value === undefined ? [] : isNot(value) ? listOf(value.not) : listOf(value)) {
    if (familiesOf(name).length > 0) continue
    problems.push(
      written.at([...path, 'detects'], {
        found: `"${name}"`,
        expected: detectorFamilies.join(', '),
        suggestion: nearest(name, detectorFamilies),
      }),
    )
  }
  for (const key of ['any', 'all'] as const)
    for (const [i, inner] of (when[key] ?? []).entries()) problems.push(...checkWhen(inner, [...path, key, i], written, layer))
  if (when.not !== undefined) problems.push(...checkWhen(when.not, [...path, 'not'], written, layer))
  return problems
}

/** Problems in the conditions of exceptions. */
export const checkExceptions = (policy: WrittenPolicy, written: Written, layer: LayerName): Problem[] =>
  (policy.exceptions ?? []).flatMap(({ when }, i) => checkWhen(when, ['exceptions', i, 'when'], written, layer))

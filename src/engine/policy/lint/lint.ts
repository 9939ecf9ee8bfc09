/** `policy check`: what is valid and yet cannot be meant. Errors are what can never hold; warnings, what does nothing or costs too much. */

import { type Diagnosis, diagnosePolicy } from '../language/load.ts'
import type { WrittenPolicy } from '../language/schema.ts'
import type { LayerName, PolicyFile } from '../rules/types.ts'
import { lintConditions } from './conditions.ts'
import { lintContradictions } from './contradictions.ts'
import { lintExceptions } from './exceptions.ts'
import type { Note } from './note.ts'
import { lintRules } from './rules.ts'
import { lintShadowed } from './shadowed.ts'

export interface Circumstances {
  /** `YYYY-MM-DD`. */
  readonly today: string
  /** Files of the layers above this one, where they are known. */
  readonly above: readonly PolicyFile[]
}

/** Everything that is wrong with a policy text, and all that is suspicious about it. */
export const lintPolicy = (text: string, file: string, layer: LayerName, around: Circumstances): Promise<Diagnosis> =>
  diagnosePolicy(text, file, layer, (policy, written) => {
    const notes: Note[] = [
      ...lintFile(policy, text),
      ...lintRules(policy),
      ...lintShadowed(policy),
      ...lintExceptions(policy, layer, around),
    ]
    for (const key of ['rules', 'exceptions'] as const)
      for (const [i, { when }] of (policy[key] ?? []).entries()) notes.push(...lintContradictions(when, [key, i, 'when']))
    for (const [i, { on, when }] of (policy.rules ?? []).entries()) notes.push(...lintConditions(when, ['rules', i], on))
    for (const [i, { when }] of (policy.exceptions ?? []).entries()) notes.push(...lintConditions(when, ['exceptions', i], 'any'))
    return notes.map(({ path, wrong, instead, ...more }) => written.at(path, { found: wrong, expected: instead, ...more }))
  })

const lintFile = ({ packs }: WrittenPolicy, text: string): Note[] => [
  ...(packs?.self === false || packs?.self === 'off'
    ? [
        {
          path: ['packs', 'self'],
          code: 'opens-guard',
          severity: 'warning',
          wrong: 'without the pack self agents may change the guard itself',
          instead: 'remove it, and change the guard by hand',
        } as const,
      ]
    : []),
  ...(text.includes('\uFFFD')
    ? [
        {
          path: [],
          code: 'misread',
          severity: 'warning',
          wrong: 'a character is no UTF-8',
          instead: 'save the file as UTF-8',
        } as const,
      ]
    : []),
]

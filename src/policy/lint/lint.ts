/** `policy check`: what is valid and yet cannot be meant. Errors are what can never hold; warnings, what does nothing or costs too much. */

import { type Diagnosis, diagnosePolicy } from '../language/load.ts'
import type { LayerName, PolicyFile } from '../rules/types.ts'
import { lintConditions } from './conditions.ts'
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
    const notes: Note[] = [...lintRules(policy), ...lintShadowed(policy), ...lintExceptions(policy, layer, around)]
    for (const [i, { on, when }] of (policy.rules ?? []).entries()) notes.push(...lintConditions(when, ['rules', i], on))
    for (const [i, { when }] of (policy.exceptions ?? []).entries()) notes.push(...lintConditions(when, ['exceptions', i], 'any'))
    return notes.map(({ path, wrong, instead, ...more }) => written.at(path, { found: wrong, expected: instead, ...more }))
  })

/** What the analyser can find. Ids are permanent: policies refer to them. Each is a record of `src/engine/knowledge/rules`. */

import type { EffectKind } from './facts.ts'
import type { findings } from './findings.gen.ts'

export interface FindingMeaning {
  readonly kind: EffectKind
  /** One sentence: what the command does. */
  readonly means: string
}

export type FindingId = keyof ReturnType<typeof findings>

/** What an analysis says that one of its bounds has ended. */
export const tooLarge = 'a command this large or this deeply nested'

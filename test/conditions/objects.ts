/** Events made of objects of which it is known whether a condition holds, written in the ways that mean the same. */

import fc from 'fast-check'
import type { NormalizedHookEvent } from '../../src/core/event.ts'
import { eventWith, shellEvent } from '../../src/engine/policy/testing/fixtures.ts'

/** It holds, it does not, it cannot be known before the command runs. */
export type Truth = 'yes' | 'no' | 'unknown'

export interface Case {
  readonly event: NormalizedHookEvent
  readonly truths: readonly Truth[]
  /** What happened before in the session. */
  readonly happened?: readonly string[]
}

export interface Condition {
  readonly when: object
  readonly cases: fc.Arbitrary<Case>
  /** What a rule that objects asks about, where the settings say so. */
  readonly asks?: readonly ['unknown']
}

interface Words {
  readonly yes: readonly string[]
  readonly no: readonly string[]
  readonly unknown?: readonly string[]
}

const truthsOf = (words: Words): readonly Truth[] => (words.unknown === undefined ? ['yes', 'no'] : ['yes', 'no', 'unknown'])

/** Objects of one call, with what is true of each. */
const objects = (words: Words, max = 3): fc.Arbitrary<readonly { readonly truth: Truth; readonly word: string }[]> =>
  fc.array(
    fc.constantFrom(...truthsOf(words)).chain(truth => fc.constantFrom(...(words[truth] ?? [])).map(word => ({ truth, word }))),
    { minLength: 1, maxLength: max },
  )

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const inSh = (command: string): string => `sh -c ${single(command)}`

/** What runs a whole command as it stands. */
const wrappers: readonly ((command: string) => string)[] = [
  command => command,
  inSh,
  command => `( ${command} )`,
  command => `if true; then ${command}; fi`,
  command => `bash -lc ${single(command)}`,
  command => `eval ${single(command)}`,
  command => `{ ${command}; }`,
]
const wrapper = fc.constantFrom(...wrappers)

/** What leaves a word the same; `$'…'` only where bash reads it: `sh` may be a shell that takes the dollar for itself. */
const spelled = (word: string, isBash: boolean): fc.Arbitrary<string> =>
  /["'$\\~]/.test(word)
    ? fc.constant(word)
    : fc.constantFrom(
        word,
        `'${word}'`,
        `"${word}"`,
        word.replace(/[a-z]/, letter => `${letter}''`),
        ...(isBash ? [`$'${word}'`] : []),
      )

const spelledAll = (words: readonly string[], isBash: boolean): fc.Arbitrary<readonly string[]> =>
  words.length === 0 ? fc.constant([]) : fc.tuple(...words.map(word => spelled(word, isBash)))

/** Commands of which every one takes all the objects as operands, or each takes one. */
export const operandsOf = (words: Words, commands: readonly string[], max = 3): fc.Arbitrary<Case> =>
  fc
    .tuple(objects(words, max), fc.constantFrom(...commands), fc.boolean(), wrapper, fc.constantFrom(' && ', '; ', ' | ', '\n'))
    .chain(([found, command, apart, wrap, between]) =>
      spelledAll(
        found.map(({ word }) => word),
        wrap !== inSh,
      ).map(spellings => ({
        truths: found.map(({ truth }) => truth),
        event: shellEvent(
          wrap(
            apart
              ? spellings.map(word => command.replace('%', () => word)).join(between)
              : command.replace('%', () => spellings.join(' ')),
          ),
        ),
      })),
    )

/** Whole commands side by side. */
export const commandsOf = (words: Words, max = 3): fc.Arbitrary<Case> =>
  fc.tuple(objects(words, max), wrapper, fc.constantFrom(' && ', '; ', ' || ', '\n')).map(([found, wrap, between]) => ({
    truths: found.map(({ truth }) => truth),
    event: shellEvent(wrap(found.map(({ word }) => word).join(between))),
  }))

/** One value that an event carries. */
export const fieldOf = (
  values: Readonly<Partial<Record<Truth, readonly Partial<NormalizedHookEvent>[]>>>,
  base: Partial<NormalizedHookEvent> = {},
): fc.Arbitrary<Case> =>
  fc
    .constantFrom(...(Object.keys(values) as Truth[]))
    .chain(truth =>
      fc.constantFrom(...(values[truth] ?? [])).map(parts => ({ truths: [truth], event: eventWith({ ...base, ...parts }) })),
    )

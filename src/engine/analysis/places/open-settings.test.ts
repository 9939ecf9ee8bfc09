import { expect, it } from 'vitest'
import { yamlAt } from '../../../../scripts/gen/knowledge/literal.ts'
import { requiredWords } from '../../../../scripts/gen/knowledge/required.ts'
import { holds, type Opening } from './open-settings.ts'

interface Row extends Opening {
  /** The page that says so. */
  readonly source: string
  readonly examples: { readonly stop: string; readonly allow: string; readonly from?: string }
}

const { openings } = yamlAt('src/engine/knowledge/places/open-settings.yaml') as { readonly openings: readonly Row[] }

it.each(openings.map(one => [one.source, one] as const))(
  '%s: tells its own examples apart',
  (_, { examples: { stop, allow, from = '' }, ...one }) => {
    expect(holds(one, stop, from)).toBe(true)
    expect(holds(one, allow, from)).toBe(false)
  },
)

it.each(openings.map(one => [one.source, one] as const))('%s: finds none without the words of its patterns', (_, row) => {
  const { says, also, and, was, examples } = row
  const patterns = (...said: readonly unknown[]): readonly RegExp[] => said.flat().filter(one => one instanceof RegExp)
  const stand = (words: readonly (readonly string[])[], text: string): boolean =>
    words.every(list => list.some(word => text.toLowerCase().includes(word)))
  expect(stand(requiredWords(patterns(says, also, and)), examples.stop)).toBe(true)
  expect(stand(requiredWords(patterns(was)), examples.from ?? '')).toBe(true)
})

it.each([
  [/\bcurl\s+-k\b/, [['curl']]],
  [/\b[Pp]ost\(/, [['post(']]],
  [/(?:read|write)_all\b/, [['_all'], ['read', 'write']]],
  [/(?:delete|destroy)s?\(/, [['delete', 'destroy']]],
  [/(?:delete|x)\(/, []],
  [/(?:delete)?\(/, []],
  [/(?<=token\s)=(?!secret)/, [['token']]],
  [/TRUNCATE\s+table/i, [['truncate'], ['table']]],
  [/naïve/, []],
])('knows what %s cannot do without', (pattern, words) => {
  expect(requiredWords([pattern])).toEqual(words)
})

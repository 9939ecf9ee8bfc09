import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { parseDocument, stringify } from 'yaml'
import { readFast } from './document.ts'
import { parsePolicy } from './load.ts'

/** As the whole reader takes it; undefined where it objects. */
const whole = (text: string): unknown => {
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false, stringKeys: true })
  return document.errors.length > 0 ? undefined : document.toJS()
}

const texts = fc.oneof(
  { arbitrary: fc.constantFrom('shell', 'a b', '**/x', '/etc/*', 'main', 'it is', 'no, not (yet)', '\\s+'), weight: 8 },
  fc.constantFrom(
    'shell',
    '*',
    '**/.env',
    'true',
    'No',
    '~',
    '-',
    '- a',
    'a: b',
    'a #b',
    "it's",
    '"',
    '{',
    '[a]',
    '!x',
    '&x',
    '1',
    '01',
    '0x1',
    '.5',
    '1e3',
    'a\nb',
    ' a',
    'a ',
    '',
    'null',
    '/etc',
    'é',
    '%',
    '@a',
    '`',
    '|',
    '>',
    '?',
    ',',
    ':',
    'a:',
    '\\s+',
  ),
  fc.string({ maxLength: 12 }),
)
const keys = fc.oneof(
  { arbitrary: fc.constantFrom('id', 'on', 'when', 'not', 'a-b'), weight: 12 },
  fc.constantFrom('null', 'true', 'A', '1', 'x y'),
)
const { value } = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    { arbitrary: texts, weight: 8 },
    fc.boolean(),
    fc.integer(),
    fc.constantFrom(0.5, -1.25, 1e3),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
  ),
}))
const documents = fc.tuple(
  fc.dictionary(keys, value, { minKeys: 1, maxKeys: 4 }),
  fc.record({
    indent: fc.constantFrom(1, 2, 4),
    indentSeq: fc.boolean(),
    collectionStyle: fc.constantFrom('any' as const, 'flow' as const, 'block' as const),
    singleQuote: fc.boolean(),
    lineWidth: fc.constantFrom(0, 20, 80),
  }),
)

/** Of keys that are no words, such as `.5`, each reader has its own idea; the schema refuses them all. */
const ofWords = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.values(value).every(ofWords) && (Array.isArray(value) || Object.keys(value).every(key => /^[a-z]/i.test(key))))

test('what both readers take, they read alike', () => {
  let read = 0
  fc.assert(
    fc.property(
      documents,
      fc.nat(),
      fc.constantFrom('', ' ', '-', ':', '#', '\n', "'", '"', ',', '}', 'x', '&', '\t', '*', '!', '%', '<<'),
      ([document, options], place, put) => {
        const written = stringify(document, options)
        const at = place % (written.length + 1)
        for (const text of [
          written,
          written.slice(0, at) + put + written.slice(at),
          written.slice(0, at) + put + written.slice(at + 1),
        ]) {
          const fast = readFast(text)
          const slow = fast === undefined ? undefined : whole(text)
          if (slow === undefined || !ofWords(slow)) continue
          read++
          expect(fast, text).toEqual(slow)
        }
      },
    ),
    { numRuns: 600 },
  )
  expect(read).toBeGreaterThan(300)
})

const policy = `# Ours.
version: 1
extends: recommended
packs: { git: off, cloud: true }
rules:
  - id: team.no-force
    on: [shell, mcp]
    when: { program: git, args: [push], flags: ['--force', "-f"], branch: { not: main } }
    decision: deny
    # Said to the model.
    reason: 'It''s not done, here'
  - id: team.drafts
    on: file-write
    when:
      writes:
      - "**/drafts/**"
      - '!**/keep'
      any:
        - tool: Write
        - server: x
    decision: ask
    reason: Drafts are written by people (mostly).
exceptions:
- rule: git.push-force
  reason: ours
`

it('reads what people write', () => {
  expect(readFast(policy)).toEqual(whole(policy))
})

it.each([
  ['an alias', 'a: &x b\nc: *x'],
  ['a tag of its own', 'a: !x b'],
  ['a key twice', 'a: b\na: c'],
  ['a second document', 'a: b\n---\nc: d'],
  ['another version', '%YAML 1.1\n---\na: yes'],
  ['another version behind a mark', '\ufeff%YAML 1.1\n---\na: yes'],
  ['another version behind a carriage return', '# x\r%YAML 1.1\r---\ra: yes'],
  ['depth without end', `a: ${'['.repeat(60_000)}`],
  ['nothing', ''],
])('leaves to the whole reader: %s', (_, text) => {
  expect(readFast(text)).toBeUndefined()
})

it('reads ten thousand rules in half the time', async () => {
  const rules = Array.from(
    { length: 10_000 },
    (_, i) => `  - id: t.r${i}\n    on: shell\n    when: { program: tool${i} }\n    decision: deny\n    reason: No\n`,
  )
  const text = `version: 1\nrules:\n${rules.join('')}`
  const took = (run: () => unknown): number => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  expect(took(() => readFast(text))).toBeLessThan(took(() => whole(text)) / 2)
  const read = await parsePolicy(text, 'policy.yaml', 'user')
  expect(read.ok && read.value.rules.length).toBe(10_000)
})

it('says where a long policy is wrong', async () => {
  const rules = Array.from(
    { length: 2_000 },
    (_, i) => `  - id: t.r${i}\n    on: shell\n    decision: ${i === 1_999 ? 'no' : 'deny'}\n    reason: No\n`,
  )
  const read = await parsePolicy(`rules:\n${rules.join('')}`, 'policy.yaml', 'user')
  expect(read).toMatchObject({
    ok: false,
    failure: { kind: 'policy-invalid', detail: expect.stringContaining('line 8000, column 15') },
  })
})

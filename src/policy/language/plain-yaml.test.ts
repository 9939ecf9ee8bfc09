import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { parseDocument, stringify } from 'yaml'
import { parsePolicy } from './load.ts'
import { readPlain } from './plain-yaml.ts'

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
    fc.double(),
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

test('what it reads, the whole reader reads alike', () => {
  let read = 0
  fc.assert(
    fc.property(
      documents,
      fc.nat(),
      fc.constantFrom('', ' ', '-', ':', '#', '\n', "'", '"', ',', '}', 'x', '&', '\t'),
      ([document, options], place, put) => {
        const written = stringify(document, options)
        const at = place % (written.length + 1)
        for (const text of [
          written,
          written.slice(0, at) + put + written.slice(at),
          written.slice(0, at) + put + written.slice(at + 1),
        ]) {
          const plain = readPlain(text)
          if (plain === undefined) continue
          read++
          expect(plain, text).toEqual(whole(text))
        }
      },
    ),
    { numRuns: 1_000 },
  )
  expect(read).toBeGreaterThan(100)
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
  expect(readPlain(policy)).toEqual(whole(policy))
})

it.each([
  ['an anchor', 'a: &x b'],
  ['an alias', 'a: *x'],
  ['a tag', 'a: !!str 1'],
  ['a text of several lines', 'a: b\n  c'],
  ['a block of text', 'a: |\n  b'],
  ['a key twice', 'a: b\na: c'],
  ['a second document', 'a: b\n---\nc: d'],
  ['a comment behind', 'a: b # c'],
  ['an escape', 'a: "\\n"'],
  ['a number that is not plain', 'a: 0x10'],
  ['nothing', 'a:'],
  ['a tab', 'a:\tb'],
  ['depth without end', `a: ${'['.repeat(60_000)}`],
])('leaves to the whole reader: %s', (_, text) => {
  expect(readPlain(text)).toBeUndefined()
})

it('reads ten thousand rules within a second', async () => {
  const rules = Array.from(
    { length: 10_000 },
    (_, i) => `  - id: t.r${i}\n    on: shell\n    when: { program: tool${i} }\n    decision: deny\n    reason: No\n`,
  )
  const text = `version: 1\nrules:\n${rules.join('')}`
  const before = process.cpuUsage()
  const read = await parsePolicy(text, 'policy.yaml', 'user')
  const { user, system } = process.cpuUsage(before)
  expect(read.ok && read.value.rules.length).toBe(10_000)
  expect((user + system) / 1_000).toBeLessThan(1_000)
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

/** Files that a prompt names, for every client that reads them into it: told as the reading they are, or left alone. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterSpace, anywhere, mentionedIn, ofWorkspace } from '../../src/adapters/clients/shared/mentions.ts'
import { degrade } from '../../src/core/degrade.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { evaluate } from '../../src/engine/policy/evaluate.ts'
import { eventWith, hostWith, must, policyFrom } from '../../src/engine/policy/testing/fixtures.ts'
import { adapterOf, loadAll } from '../../src/hook/recognise.ts'
import { fixturesOf, hintsOf } from './oracles/fixtures.ts'

interface Row {
  readonly client: string
  readonly prompt: string
  readonly files?: readonly unknown[]
  readonly want: 'allow' | 'deny'
}

const rows: readonly Row[] = readFileSync(join(import.meta.dirname, '../../fixtures/prompts/files.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))

/** Where each client has the prompt, and the files beside it. */
const recorded: Readonly<Record<string, readonly [file: string, files?: string]>> = {
  'claude-code': ['user-prompt-submit'],
  'copilot-cli': ['user-prompt-submitted'],
  'gemini-cli': ['before-agent'],
  'qwen-code': ['user-prompt-submit'],
  cline: ['user-prompt-submit', 'attachments'],
  cursor: ['before-submit-prompt', 'attachments'],
  opencode: ['chat.message.bridge', 'files'],
  'kilo-code': ['chat.message', 'files'],
  codex: ['user-prompt-submit'],
}

await loadAll()

const eventFor = ({ client, prompt, files }: Row) => {
  const [name, key] = recorded[client] ?? ['']
  const fixture = fixturesOf(client).find(({ file }) => file === `${name}.json`)
  const adapter = adapterOf(client)
  if (fixture === undefined || adapter === undefined) throw new Error(`${client} has no recorded ${name}`)
  const put = { prompt, ...(files !== undefined && { [key ?? '']: files }) }
  const stdin = 'userPromptSubmit' in fixture.stdin ? { ...fixture.stdin, userPromptSubmit: put } : { ...fixture.stdin, ...put }
  return { adapter, event: must(adapter.normalise(stdin as JsonObject, fixture.env, hintsOf(fixture))) }
}

const host = { ...hostWith(), home: '/home/dev' }

describe('a file named in a prompt', () => {
  it.each(rows)('$client: $prompt $files is told $want', async row => {
    const { adapter, event } = eventFor(row)
    expect(event.subject).toBe('prompt')
    const verdict = must(await evaluate(event, [await policyFrom('version: 1')], host))
    const told = degrade(verdict, adapter.can(event), event.attended)
    expect(told.ruling.decision).toBe(row.want)
    if (row.want === 'deny') expect(verdict.rules).toContain('secrets.read-credentials')
  })

  it('answers to rules about reading as far as they speak of files', async () => {
    const policy = await policyFrom(`version: 1
rules:
  - { id: t.sealed, on: file-read, when: { reads: "legal/**" }, decision: deny, reason: Sealed. }
  - { id: t.words, on: file-read, when: { text: sealed }, decision: deny, reason: A word. }`)
    const decided = async (paths: readonly string[]) => {
      const event = eventWith({ subject: 'prompt', content: 'about the sealed plan', paths })
      return must(await evaluate(event, [policy], hostWith())).rules
    }
    expect(await decided(['legal/plan.md'])).toEqual(['t.sealed'])
    expect(await decided(['docs/plan.md'])).toEqual([])
    expect(await decided([])).toEqual([])
  })

  it('is not certain beyond the most files that are looked at', async () => {
    const paths = Array.from({ length: 1_001 }, (_, n) => `src/part-${n}.ts`)
    const decision = async (list: readonly string[]) =>
      must(await evaluate(eventWith({ subject: 'prompt', paths: list }), [await policyFrom('version: 1')], hostWith())).ruling
        .decision
    expect([await decision(paths.slice(1)), await decision(paths)]).toEqual(['allow', 'ask'])
  })
})

/** The clients' own ways, as they stand in their programs. */
const theirs = {
  claude: (text: string): string[] => {
    const found: string[] = []
    for (const match of text.matchAll(/(^|[\s\u3002\u3001\uFF1F\uFF01])@"([^"]+)"/g))
      if (match[2] && !match[2].endsWith(' (agent)')) found.push(match[2])
    for (const match of text.match(/(^|[\s\u3002\u3001\uFF1F\uFF01])@([^\s]+)\b/g) ?? []) {
      const name = match.slice(match.indexOf('@') + 1)
      if (!name.startsWith('"')) found.push(name)
    }
    return found.map(name => name.match(/^([^#]+)(?:#L(\d+)(?:-(\d+))?)?(?:#[^#]*)?$/)?.[1] ?? name)
  },
  qwen: (text: string): string[] => {
    const found: string[] = []
    for (let at = 0; at < text.length; at += 1) {
      if (text[at] !== '@' || text[at - 1] === '\\') continue
      let end = at + 1
      for (let escaped = false; end < text.length; end += 1) {
        const char = text[end] ?? ''
        if (escaped) escaped = false
        else if (char === '\\') escaped = true
        else if (/[,\s;!?()[\]{}]/.test(char)) break
        else if (char === '.' && /^(?:$|\s)/.test(text[end + 1] ?? '')) break
      }
      found.push(text.slice(at + 1, end).replace(/\\(.)/gs, '$1'))
      at = end - 1
    }
    return found
  },
  cline: (text: string): string[] =>
    [...text.matchAll(/(^|[\s])@([^\s]+)/g)].flatMap(match => {
      let path = (match[2] ?? '').replace(/^[(`'"]+/, '')
      while (/[),.:;!?`'"]$/.test(path)) path = path.slice(0, -1)
      return path === '' || path.includes('@') ? [] : [path]
    }),
}

const prompts = (...more: string[]) =>
  fc
    .array(
      fc.constantFrom('@', '.', ' ', '\n', '/', '#L1', '#L1-5', '#', ',', '(', ')', '。', '~', '.env', 'src', 'a', '?', ...more),
      {
        maxLength: 14,
      },
    )
    .map(parts => parts.join(''))

const unique = (list: Iterable<string>): string[] => [...new Set(list)].filter(path => path !== '').sort()

describe('mentions are found as the client finds them', () => {
  it.each([
    ['Claude Code', afterSpace, theirs.claude, prompts('"', ' (agent)', '\\', "'")],
    ['Qwen Code', anywhere, theirs.qwen, prompts('\\', "'")],
    [
      'Cline',
      (text: string) => [...ofWorkspace(text)].filter((path, n, all) => all[n - 1] !== `/${path}`),
      theirs.cline,
      prompts('"', '\\', "'", '`'),
    ],
  ] as const)('%s', (_, ours, own, made) => {
    fc.assert(
      fc.property(made, text => {
        expect(unique(mentionedIn(text, ours))).toEqual(unique(own(text)))
      }),
      { numRuns: 5_000 },
    )
  })

  it('in long prompts within a moment', () => {
    const long = [
      '@"'.repeat(60_000),
      `${'@a '.repeat(60_000)}`,
      `@${'.!'.repeat(60_000)}`,
      ' @"'.repeat(40_000),
      `@${'\\'.repeat(100_000)}`,
    ]
    const start = performance.now()
    for (const text of long) for (const find of [afterSpace, anywhere, ofWorkspace]) mentionedIn(text, find)
    expect(performance.now() - start).toBeLessThan(3_000)
  })
})

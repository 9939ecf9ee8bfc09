import { describe, expect, it } from 'vitest'
import type { NormalizedHookEvent } from '../../core/event.ts'
import { evaluate } from './evaluate.ts'
import { eventWith, hostWith, must, policyFrom, shellEvent } from './testing/fixtures.ts'

const key = 'ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6'
const judge = async (event: NormalizedHookEvent, rules = '', host = hostWith()) =>
  must(await evaluate(event, rules === '' ? [] : [await policyFrom(`version: 1\nextends: none\n${rules}`)], host, '2026-11-21'))

describe('one condition each', () => {
  const rows: readonly [name: string, rule: string, event: NormalizedHookEvent, fires: boolean][] = [
    ['text matches', 'on: any, when: { text: pwn.d }', shellEvent('echo pwned'), true],
    ['text does not match', 'on: any, when: { text: pwn.d }', shellEvent('echo owned'), false],
    [
      'text ignores case when asked',
      'on: any, when: { text: "(?i)PWNED" }',
      eventWith({ subject: 'prompt', content: 'pwned' }),
      true,
    ],
    ['a pattern with repetition', 'on: any, when: { text: "a+b+c" }', eventWith({ subject: 'prompt', content: 'xaabbc' }), true],
    ['a program', 'on: shell, when: { program: [kubectl, helm], args: [delete] }', shellEvent('helm delete web'), true],
    [
      'the program but other arguments',
      'on: shell, when: { program: [kubectl, helm], args: [delete] }',
      shellEvent('helm list'),
      false,
    ],
    ['flags in another spelling', 'on: shell, when: { program: rm, flags: [-rf] }', shellEvent('rm --recursive -f dist'), true],
    ['only one flag of two', 'on: shell, when: { program: rm, flags: [-rf] }', shellEvent('rm -r dist'), false],
    [
      'flags with other letters between',
      'on: shell, when: { program: rm, flags: [--force, --recursive] }',
      shellEvent('rm -rvf dist'),
      true,
    ],
    ['a read of .env', 'on: file-read, when: { reads: ["**/.env"] }', eventWith({ subject: 'file-read', paths: ['.env'] }), true],
    [
      'a read beside it',
      'on: file-read, when: { reads: ["**/.env"] }',
      eventWith({ subject: 'file-read', paths: ['.envrc'] }),
      false,
    ],
    [
      'an excluded path',
      'on: file-read, when: { reads: [".env*", "!.env.example"] }',
      eventWith({ subject: 'file-read', paths: ['.env.example'] }),
      false,
    ],
    [
      'a write below a folder',
      'on: file-write, when: { writes: [infra/] }',
      eventWith({ subject: 'file-write', paths: ['infra/a/b.tf'] }),
      true,
    ],
    ['a known server', 'on: mcp, when: { server: { not: [github] } }', eventWith({ subject: 'mcp', mcpServer: 'github' }), false],
    ['an unknown server', 'on: mcp, when: { server: { not: [github] } }', eventWith({ subject: 'mcp', mcpServer: 'evil' }), true],
    [
      'no server named at all',
      'on: mcp, when: { server: { not: [github] } }',
      eventWith({ subject: 'mcp', mcpTool: 'run' }),
      true,
    ],
    [
      'a server that the next event names',
      'on: mcp, when: { server: { not: [github] } }',
      eventWith({ subject: 'mcp', mcpTool: 'run', later: ['mcpServer'] }),
      false,
    ],
    [
      'a tool by glob',
      'on: any, when: { tool: "delete_*" }',
      eventWith({ subject: 'mcp', mcpServer: 's', mcpTool: 'delete_user' }),
      true,
    ],
    [
      'a host in a range',
      'on: web, when: { host: 10.0.0.0/8 }',
      eventWith({ subject: 'web', urls: ['http://10.1.2.3/x'] }),
      true,
    ],
    [
      'a host outside it',
      'on: web, when: { host: 10.0.0.0/8 }',
      eventWith({ subject: 'web', urls: ['http://11.1.2.3/x'] }),
      false,
    ],
    ['a secret', 'on: prompt, when: { detects: secret }', eventWith({ subject: 'prompt', content: `use ${key}` }), true],
    ['no secret', 'on: prompt, when: { detects: secret }', eventWith({ subject: 'prompt', content: 'use the key' }), false],
    ['attended', 'on: any, when: { attended: false }', shellEvent('ls', { attended: false }), true],
    ['mode', 'on: any, when: { mode: plan }', shellEvent('ls', { permissionMode: 'default' }), false],
    ['agent', 'on: any, when: { agent: "review*" }', shellEvent('ls', { agentType: 'reviewer' }), true],
    ['any', 'on: any, when: { any: [{ text: one }, { text: two }] }', shellEvent('echo two'), true],
    ['all', 'on: any, when: { all: [{ text: one }, { text: two }] }', shellEvent('echo two'), false],
    ['not', 'on: any, when: { not: { text: one } }', shellEvent('echo two'), true],
    ['another subject', 'on: prompt', shellEvent('ls'), false],
  ]
  it.each(rows)('%s', async (_, rule, event, fires) => {
    const verdict = await judge(event, `rules: [{ id: t.rule, decision: deny, reason: stop, ${rule} }]`)
    expect(verdict.rules).toEqual(fires ? ['t.rule'] : [])
    expect(verdict.ruling.decision).toBe(fires ? 'deny' : 'allow')
  })

  it('a link is judged by where it leads and by its name', async () => {
    const rules = 'rules: [{ id: t.env, on: file-read, when: { reads: ["**/.env"] }, decision: deny, reason: stop }]'
    const host = hostWith({ '/home/ada/shop/notes.txt': '/home/ada/shop/.env' })
    expect((await judge(eventWith({ subject: 'file-read', paths: ['notes.txt'] }), rules, host)).rules).toEqual(['t.env'])
    expect((await judge(eventWith({ subject: 'file-read', paths: ['notes.txt'] }), rules)).rules).toEqual([])
  })

  it('a pattern that its engine does not take fails alone: what objects holds, what excuses does not', async () => {
    const written = await policyFrom(
      'version: 1\nextends: none\nrules:\n  - { id: t.bad, on: shell, when: { text: "x.*" }, decision: deny, reason: stop }\nexceptions:\n  - { rule: t.bad, when: { text: "x.*" }, reason: known }\n',
    )
    const broken = JSON.parse(JSON.stringify(written).replaceAll('x.*', '[\\\\b].*')) as typeof written
    const verdict = must(await evaluate(shellEvent('ls'), [broken], hostWith(), '2026-11-21'))
    expect([verdict.ruling.decision, verdict.rules]).toEqual(['deny', ['t.bad']])
  })
})

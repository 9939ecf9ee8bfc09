/** A server that contains: told to whoever builds cages, and in other words to everybody else. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPlain, type Plain } from '../clients/oracles/reading.ts'
import { bwrap } from '../contain/world.ts'
import { until } from '../until.ts'
import { claudeCall, homeWith, type Running, runtimes, start } from './server.ts'

const [binary] = runtimes
if (binary === undefined) throw new Error('no executable is listed')

const rule = (id: string, word: string, more: string): string =>
  `  - { id: ${id}, on: shell, when: { program: ${word} }, decision: contain, reason: Odd, ${more} }`
const policy = [
  'version: 1\nextends: none\nrules:',
  rule('far.odd', 'odd', 'contain: { write: workspace, network: [a.example] }'),
  rule('far.strict', 'strict', 'otherwise: deny'),
  rule('far.asked', 'asked', 'otherwise: ask'),
  '  - { id: far.ask, on: shell, when: { program: asked }, decision: ask, reason: Really }',
].join('\n')

const unified = (content: string): Plain => ({
  client: 'codex',
  category: 'input',
  originalEventName: 'PreToolUse',
  toolType: 'shell',
  content,
  structuredInput: { command: content },
})
const flat = (text: string): Plain => ({
  hook_event_name: 'beforeShellExecution',
  text,
  conversation_id: 'a',
  generation_id: 'b',
  workspace_roots: [],
})
const endpoints: readonly (readonly [path: string, body: (command: string) => Plain])[] = [
  ['/hooks/claude-code', claudeCall],
  ['/claude-code/hooks/validate', claudeCall],
  ['/hooks/validate', claudeCall],
  ['/hooks/validate', unified],
  ['/cursor/hooks/validate', flat],
]
const told = (answer: Plain): unknown =>
  isPlain(answer.hookSpecificOutput) ? answer.hookSpecificOutput.permissionDecision : answer.permission

describe.each(runtimes)('on the $name', exe => {
  const env = homeWith({ 'policy.yaml': policy })
  let server: Running
  beforeAll(async () => {
    server = await start(exe, { env })
  })
  afterAll(() => server.stop())

  it.each(endpoints)('%s says the cage to whoever builds it', async (path, body) => {
    const headers = { 'x-tfy-hook-contains': '1' }
    const { json } = await server.post(path, body('odd'), headers)
    const cage = { write: ['workspace'], network: ['a.example'], hide: 'secrets', otherwise: 'ask' }
    expect(json).toMatchObject({ continue: true, permission: 'contain', contain: cage })
    expect(json.userMessage).toContain('far.odd')
    const asked = await server.post(path, body('asked'), headers)
    // Here Cursor asks nobody, and what is denied runs nowhere.
    if (body === flat) return expect(asked.json).toMatchObject({ permission: 'deny' })
    const build = { write: ['workspace', 'caches'], network: 'none', hide: 'secrets', otherwise: 'ask' }
    expect([told(asked.json), asked.json.contain]).toEqual(['ask', build])
  })

  it.each(endpoints)('%s says to others what its rule has for them', async (path, body) => {
    for (const [word, said] of [
      ['odd', 'ask'],
      ['strict', 'deny'],
      ['asked', 'ask'],
    ] as const) {
      const { json } = await server.post(path, body(word))
      const wanted = body === flat ? 'deny' : said
      expect([told(json), json.contain], word).toEqual([wanted, undefined])
    }
  })

  it('has it in its log as what it is', async () => {
    await server.post('/hooks/validate', unified('odd'), { 'x-tfy-hook-contains': '1' })
    const found = () =>
      readFileSync(`${env.XDG_STATE_HOME}/tfy-hook/audit.jsonl`, 'utf8')
        .trimEnd()
        .split('\n')
        .map(text => JSON.parse(text))
        .find(one => one.client === 'codex' && one.told === undefined)
    await until(() => found() !== undefined)
    expect(found()).toMatchObject({ decision: 'contain', contain: { write: ['workspace'], network: ['a.example'] } })
  })
})

describe.skipIf(!existsSync(bwrap))('a hook that asks it', () => {
  const env = homeWith({ 'policy.yaml': policy })
  let server: Running
  let root = ''
  beforeAll(async () => {
    server = await start(binary, { env })
    mkdirSync('node_modules/.cage', { recursive: true })
    root = mkdtempSync(resolve('node_modules/.cage/s-'))
    for (const folder of ['home/.config/tfy-hook', 'ws/.git']) mkdirSync(`${root}/${folder}`, { recursive: true })
    const config = `source: gateway\ngateway: { url: 'http://127.0.0.1:${server.port}' }\n`
    writeFileSync(`${root}/home/.config/tfy-hook/config.yaml`, config)
  })
  afterAll(async () => {
    await server.stop()
    rmSync(root, { recursive: true, force: true })
  })

  const hook = (payload: object, more: Readonly<Record<string, string>> = {}) => {
    const own = { PATH: env.PATH, HOME: `${root}/home`, SHELL: '/bin/bash', TFY_API_KEY: 'k', ...more }
    const { stdout, stderr } = spawnSync(binary.command, [...binary.args], {
      env: own,
      cwd: `${root}/ws`,
      input: JSON.stringify(payload),
      encoding: 'utf8',
    })
    const audit = readFileSync(`${root}/home/.local/state/tfy-hook/audit.jsonl`, 'utf8').trimEnd().split('\n').at(-1) ?? ''
    return { stdout, stderr, line: JSON.parse(audit) }
  }

  it('builds the cage', () => {
    const { stdout, line } = hook(claudeCall('odd', `${root}/ws`), { AI_AGENT: 'claude-code_2-1-329_harness' })
    const { updatedInput, permissionDecision } = JSON.parse(stdout).hookSpecificOutput
    expect(permissionDecision).toBeUndefined()
    expect(updatedInput.command).toContain("contain --write workspace --network a.example --hide secrets --workspace '")
    expect(line).toMatchObject({
      decision: 'contain',
      source: 'gateway',
      rules: ['gateway.far-odd'],
      contain: { backend: 'bubblewrap' },
    })
  })

  it('objects for a client that takes no changed command', () => {
    const fixture = JSON.parse(readFileSync('fixtures/clients/qwen-code/pre-tool-use.force-push.json', 'utf8'))
    const { line } = hook({ ...fixture.stdin, tool_input: { command: 'strict' } }, fixture.env)
    expect(line).toMatchObject({ decision: 'contain', told: 'deny' })
  })
})

/** Every recorded payload, asked of the hook and of the server: the same verdict, and the same words where both speak the client's dialect. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, folder, withoutIds } from '../blackbox/call.ts'
import { type Fixture, fixturesOf, situationOf } from '../clients/oracles/fixtures.ts'
import { oracleOf } from '../clients/oracles/oracles.ts'
import { poisoned } from '../clients/oracles/poisoned.ts'
import { type Heard, isPlain, type Plain, parsed, type Reading } from '../clients/oracles/reading.ts'
import { demoPolicy, homeWith, type Running, runtimes, type ServerEnv, start } from './server.ts'

const [binary] = runtimes
if (binary === undefined) throw new Error('no executable is listed')

/** What a caller over HTTP is known to be: new enough for JSON, and nothing else. */
const bareCaller = { AI_AGENT: 'claude-code_2-1-329_harness' }

const lastLine = (env: ServerEnv): Plain =>
  JSON.parse(readFileSync(join(env.XDG_STATE_HOME, 'tfy-hook/audit.jsonl'), 'utf8').trimEnd().split('\n').at(-1) ?? '{}')

interface Hooked {
  readonly heard: Heard
  readonly audit: Plain
}

const hook = async (stdin: Plain, env: Readonly<Record<string, string>>, args: readonly string[]): Promise<Hooked> => {
  // A state of its own per call: calls run side by side, and each has to find its own line.
  const state = { ...env, XDG_STATE_HOME: folder({}) } as unknown as ServerEnv
  const said = await call(binary, { args, stdin: `${JSON.stringify(stdin)}\n`, env: { ...state } })
  return {
    heard: withoutIds({ exitCode: said.exitCode ?? -1, stdout: said.stdout, stderr: said.stderr }),
    audit: lastLine(state),
  }
}

/** The hook's answer does not depend on which server is asked beside it. */
const hooked = new Map<string, Promise<Hooked>>()
const once = (key: string, ask: () => Promise<Hooked>): Promise<Hooked> => {
  const known = hooked.get(key) ?? ask()
  hooked.set(key, known)
  return known
}

const flagOf = (args: readonly string[], flag: string): string | undefined => {
  const at = args.indexOf(flag)
  return at < 0 ? undefined : args[at + 1]
}

const payloads = (fixture: Fixture): readonly Plain[] => {
  const other = poisoned(fixture.stdin)
  return JSON.stringify(other) === JSON.stringify(fixture.stdin) ? [fixture.stdin] : [fixture.stdin, other]
}

const clients = ['claude-code', 'cursor', 'proxyai', 'codex', 'copilot-cli', 'kiro']

const home = homeWith({ 'policy.yaml': demoPolicy })

describe.each(runtimes)('the server on the $name', exe => {
  const env = home
  let server: Running
  beforeAll(async () => {
    server = await start(exe, { env, args: ['--no-audit', '--log-level', 'warn'] })
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  describe.each(clients)('a payload of %s', client => {
    it.concurrent.each(fixturesOf(client))('$file', async fixture => {
      for (const stdin of payloads(fixture)) {
        const hint = flagOf(fixture.args, '--client') ?? client
        const event = flagOf(fixture.args, '--event')
        const args = ['--client', hint, ...(event === undefined ? [] : ['--event', event])]
        const { heard, audit } = await once(JSON.stringify([args, stdin]), () => hook(stdin, { ...home, ...bareCaller }, args))
        const query = `?client=${hint}${event === undefined ? '' : `&event=${event}`}`
        const said = withoutIds(await server.post(`/hooks/claude-code${query}`, stdin))
        const label = JSON.stringify({ heard, audit, said: said.text })
        expect(said.status, label).toBe(200)
        expect(said.json, label).toEqual(overHttp(heard))

        const rfc = withoutIds(await server.post(`/api/llm/claude-code/hooks/validate${query}`, stdin))
        const { guardrail_checks: checks, ...rest } = rfc.json
        expect(rest, label).toEqual(said.json)
        const failed = (Array.isArray(checks) ? checks : []).find(check => check.verdict === false)
        if (audit.decision !== 'allow' && Array.isArray(audit.rules)) expect(failed?.id, label).toBe(audit.rules[0])

        // In the RFC's own bodies the text stands in a field that the hook does not have.
        if (client !== 'cursor' || hint !== 'cursor' || fixture.file.startsWith('seed-gateway-body.')) continue
        const flat = withoutIds(await server.post(`/cursor/hooks/validate${query}`, stdin))
        const { guardrail_checks: own, systemMessage, ...words } = flat.json
        expect(words, label).toEqual({
          continue: audit.decision !== 'deny',
          permission: audit.decision,
          ...(parsed(heard.stdout) as Plain),
        })
        expect(['string', 'undefined'], label).toContain(typeof systemMessage)
        expect(own, label).toEqual(checks ?? [])
      }
    })
  })
})

/** There is no exit code over HTTP: a refusal without JSON becomes the plainest JSON refusal. */
const overHttp = ({ exitCode, stdout, stderr }: Heard): unknown => {
  const json = parsed(stdout)
  if (isPlain(json) && Object.keys(json).length > 0) return json
  if (exitCode === 2) return { decision: 'block', reason: stderr.trim() }
  return stderr.trim() === '' ? {} : { systemMessage: stderr.trim() }
}

/** The same executable as a hook in gateway mode, with our own server as its gateway. */
describe.each([binary])('our own client and the server on the $name', exe => {
  const env = homeWith({ 'policy.yaml': demoPolicy })
  let server: Running
  const homes = new Map<string, ServerEnv>()
  beforeAll(async () => {
    server = await start(exe, { env, args: ['--no-audit', '--log-level', 'warn'] })
    for (const dialect of ['default', 'cursor-flat', 'claude', 'unified']) {
      const endpoint = dialect === 'default' ? '' : `  endpoint: { dialect: ${dialect} }\n`
      const config = `source: gateway\ngateway:\n  url: http://127.0.0.1:${server.port}\n${endpoint}`
      homes.set(dialect, homeWith({ 'config.yaml': config }))
    }
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  // The client's own payload says enough where it needs no environment to be known, and its own words can carry a deny.
  const dialectsOf: Readonly<Record<string, readonly string[]>> = {
    'claude-code': ['default', 'unified', 'cursor-flat', 'claude'],
    cursor: ['default', 'unified', 'claude'],
    proxyai: ['default', 'cursor-flat'],
  }

  describe.each(Object.keys(dialectsOf))('%s', client => {
    it.concurrent.each(fixturesOf(client))('$file', async fixture => {
      for (const stdin of payloads(fixture)) {
        const own = await hook(stdin, { ...fixture.env, ...env }, fixture.args)
        // The gateway is asked about events with a guardrail only.
        if (!isPlain(own.audit.replay) || own.audit.replay.guardrail === null) return
        const situation = situationOf({ stdin, env: fixture.env }, client)
        const read = (heard: Heard): Reading => oracleOf(client)(fixture.want.event, heard, situation)
        const wanted = read(own.heard)
        for (const dialect of dialectsOf[client] ?? []) {
          if (stdin === fixture.stdin && dialect !== 'default') continue
          if (dialect === 'claude' && fixture.file.startsWith('ambiguous-')) continue
          const home = homes.get(dialect)
          const theirs = await hook(stdin, { ...fixture.env, ...home, TFY_API_KEY: 'any' }, fixture.args)
          const label = JSON.stringify({ dialect, own, theirs })
          const native = dialect === 'default' && client === 'claude-code'
          // What the client cannot be told has no place in the client's own words.
          if (native && own.audit.told === 'nothing') continue
          const got = read(theirs.heard)
          expect([theirs.audit.failure, theirs.audit.decision], label).toEqual([own.audit.failure, own.audit.decision])
          expect([got.goesOn, got.asks, got.legal, got.rewritten], label).toEqual([
            wanted.goesOn,
            wanted.asks,
            wanted.legal,
            wanted.rewritten === undefined ? undefined : expect.anything(),
          ])
          if (own.audit.decision === 'deny' && !native)
            expect(theirs.audit.rules, label).toEqual([`gateway.${String((own.audit.rules as string[])[0]).replace('.', '-')}`])
        }
      }
    })
  })
})

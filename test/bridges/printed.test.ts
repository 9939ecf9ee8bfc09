/** The printed file: what stands in it, what it says to the program, and what it makes of the answers. */

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bridgeFiles, bridgeText } from '../../src/cli/commands/registration/bridge-files.ts'
import { folder } from '../blackbox/call.ts'
import type { Job } from './drive.ts'
import { type Came, type Deed, does, hostNames, shellCall } from './hosts.ts'
import { answers, broken, loaded, printed, program, records } from './load.ts'

const settings = { command: ['/opt/tfy-hook'], failClosed: true, timeoutMs: 10_000 } as const
const workspace = folder({})
const stage = { folder: workspace }
const openFor = (command: string) => ({ command: [command], failClosed: false, timeoutMs: 5_000 }) as const

afterEach(() => void vi.unstubAllEnvs())

it('compiles under the strictest options', async () => {
  const files = Object.fromEntries(hostNames.map(host => [`${host}.ts`, bridgeText(host, settings)]))
  const tsc = await execa(
    resolve('node_modules/.bin/tsc'),
    [
      ...['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--verbatimModuleSyntax'],
      ...['--noUnusedLocals', '--erasableSyntaxOnly', '--skipLibCheck'],
      ...['--target', 'es2023', '--module', 'esnext', '--moduleResolution', 'bundler'],
      ...['--typeRoots', resolve('node_modules/@types'), '--types', 'node'],
      ...Object.keys(files),
    ],
    { cwd: folder(files), reject: false },
  )
  expect([tsc.stdout, tsc.exitCode]).toEqual(['', 0])
}, 60_000)

describe.each(hostNames)('%s', host => {
  const text = bridgeText(host, settings)

  it('is one file that needs nothing, exports one thing and starts no shell', () => {
    expect(text.match(/^import .*/gm)).toEqual([expect.stringMatching(/^import \{ .* \} from 'node:child_process'$/)])
    expect(text.match(/^export .*/gm)).toHaveLength(1)
    expect(text).toMatch(/^export default /m)
    expect(text).not.toMatch(/\bexec\w*\(|shell:|\beval\b|require\(|fetch\(/)
    expect(text.split('\n').length).toBeLessThan(350)
  })

  it('can be read by the person who has to trust it', () => {
    expect(text.split('\n')[0]).toMatch(/^\/\/ tfy-hook .* wrote this file \(tfy-hook bridge /)
    expect(text).toContain('"/opt/tfy-hook"')
  })

  it('holds any path as it is', async () => {
    for (const name of [
      `it's "here" \`and\` \${there}`,
      `back\\slash \\" $& $1 $\``,
      '*/ end // start',
      'line\nbreak\u2028and more',
      'const settings: Settings = {}',
    ]) {
      const path = program(`printf '{"verdict":"deny","reason":"why"}'`, name)
      const plugin = await loaded(printed(host, openFor(path)))
      expect((await does(host, plugin, shellCall(host, 'npm test'), stage)).modelTold, name).toBe('why')
    }
  })

  it('tells the program what it needs to know', async () => {
    const file = join(folder({}), 'told')
    vi.stubEnv('BUN_BE_BUN', '1')
    vi.stubEnv('BUN_BYTECODE_ORDER_OUT', file)
    vi.stubEnv('BUN_JSC_watchdog', '1')
    vi.stubEnv('NODE_OPTIONS', '--no-warnings')
    const plugin = await loaded(printed(host, { command: ['/bin/sh', records(file)], failClosed: true, timeoutMs: 5_000 }))
    const command = 'printf "%s" \'a\'\n# ü \u2028'
    expect((await does(host, plugin, shellCall(host, command), stage)).goesOn).toBe(true)
    const told = JSON.parse(readFileSync(file, 'utf8'))
    expect(told).toMatchObject({ client: host, cwd: workspace, tool_input: host === 'amp' ? { cmd: command } : { command } })
    const args = readFileSync(`${file}.args`, 'utf8').trim().split('\n')
    expect(args).toEqual(['--client', host, '--event', told.hook_event_name, '--fail-closed', '--timeout-ms', '5000'])
    expect(readFileSync(`${file}.env`, 'utf8')).not.toMatch(/^(?:BUN_\w+|NODE_OPTIONS)=/m)
  })

  it('lets go, denies, changes', async () => {
    const call = shellCall(host, 'npm install')
    const with_ = async (answer: unknown, deed: Deed = call): Promise<Came> =>
      does(host, await loaded(printed(host, openFor(answers(answer)))), deed, stage)
    expect(await with_({ verdict: 'allow' })).toMatchObject({ goesOn: true, problems: [], noted: [] })
    expect(await with_({ verdict: 'allow', message: 'NOT CHECKED' })).toMatchObject({ goesOn: true, noted: ['NOT CHECKED'] })
    expect(await with_({ verdict: 'deny', reason: 'why' })).toMatchObject({ goesOn: false, modelTold: 'why' })
    const args = host === 'amp' ? { cmd: 'npm ci' } : { command: 'npm ci' }
    expect(await with_({ verdict: 'allow', args })).toMatchObject({ goesOn: true, rewritten: { of: 'input', value: args } })
    const prompt: Deed = { kind: 'prompt', text: 'fix the cart' }
    expect((await with_({ verdict: 'allow', context: 'CTX-MARK' }, prompt)).text).toContain('CTX-MARK')
    expect(await with_({ verdict: 'deny', reason: 'why' }, prompt)).toMatchObject({ goesOn: false })
  })

  it('withholds and changes results', async () => {
    const deed: Deed = { kind: 'result', name: 'read', input: {}, text: 'TOOL-OUTPUT' }
    const with_ = async (answer: unknown): Promise<Came> =>
      does(host, await loaded(printed(host, openFor(answers(answer)))), deed, stage)
    expect((await with_({ verdict: 'allow' })).text).toContain('TOOL-OUTPUT')
    const built = { output: 'y', metadata: {} }
    const listed = { content: [{ type: 'text', text: 'y' }] }
    const output = { amp: 'y', 'kilo-code': built, openclaw: listed, opencode: built, pi: listed }[host]
    const changed = await with_({ verdict: 'allow', output })
    expect([changed.text?.includes('TOOL-OUTPUT'), changed.text?.includes('y')]).toEqual([false, true])
    const withheld = await with_({ verdict: 'deny', reason: 'why' })
    expect([withheld.goesOn, `${withheld.modelTold}${withheld.text}`.includes('why')]).toEqual([false, true])
    // A change of a form that the host would ignore lets nothing through.
    if (host !== 'amp') expect((await with_({ verdict: 'allow', output: 7 })).goesOn).toBe(false)
  })

  it('goes the same ways under Bun', async () => {
    const pid = join(folder({}), 'pid')
    const job = (command: string, deed: Deed, failClosed = true, timeoutMs = 8_000): Job => ({
      file: printed(host, { command: [command], failClosed, timeoutMs }),
      deed,
      folder: workspace,
    })
    const call = shellCall(host, 'npm test')
    const bad = Object.values(broken(pid)).flatMap(path => [true, false].map(mode => job(path, call, mode, 800)))
    const good = [job(answers({ verdict: 'allow' }), call), job(answers({ verdict: 'deny', reason: 'why' }), call, false)]
    const result: Deed = { kind: 'result', name: 'read', input: {}, text: 'TOOL-OUTPUT' }
    const results = [job(answers({ verdict: 'allow' }), result), job('/nonexistent/tfy-hook', result)]
    const jobs = [...bad, ...good, ...results]
    const ran = await execa('bun', ['test/bridges/drive.ts', host, JSON.stringify(jobs)], { preferLocal: true })
    const came = ran.stdout.split('\n').map(line => (JSON.parse(line) as Came).goesOn)
    expect(came).toEqual([...bad.flatMap((_, at) => at % 2 === 1), true, false, true, false])
  }, 60_000)
})

describe('a question', () => {
  const ask = answers({ verdict: 'ask', reason: 'why' })

  it('is put by OpenClaw', async () => {
    const plugin = await loaded(printed('openclaw', openFor(ask)))
    const came = await does('openclaw', plugin, shellCall('openclaw', 'npm test'), stage)
    expect(came).toMatchObject({ goesOn: false, asks: true, personTold: 'why', problems: [] })
  })

  it.each(['amp', 'pi'] as const)('is put by %s, and no answer is a no', async host => {
    const plugin = await loaded(printed(host, openFor(ask)))
    const asked = (stand: object) => does(host, plugin, shellCall(host, 'npm test'), { ...stage, ...stand })
    expect((await asked({ person: true })).goesOn).toBe(true)
    for (const stand of [{ person: false }, {}]) expect(await asked(stand)).toMatchObject({ goesOn: false, modelTold: 'why' })
  })

  it('cannot be put by OpenCode, and stops', async () => {
    const plugin = await loaded(printed('opencode', openFor(ask)))
    expect(await does('opencode', plugin, shellCall('opencode', 'npm test'), stage)).toMatchObject({ goesOn: false })
  })
})

it.each(['openclaw', 'amp'] as const)('%s holds a turn once', async host => {
  const plugin = await loaded(printed(host, openFor(answers({ verdict: 'deny', reason: 'why' }))))
  expect(await does(host, plugin, { kind: 'end', text: 'Done.' }, stage)).toMatchObject({
    keepsWorking: true,
    modelTold: 'why',
    problems: [],
  })
  expect(await does(host, plugin, { kind: 'end', text: 'Done.', active: true }, stage)).not.toHaveProperty('keepsWorking')
})

it('OpenClaw finds a whole package', () => {
  const files = bridgeFiles('openclaw', settings)
  const manifest = JSON.parse(files['openclaw.plugin.json'] ?? '')
  const pack = JSON.parse(files['package.json'] ?? '')
  expect(pack.openclaw.extensions.map((file: string) => file.replace('./', ''))).toEqual(['index.ts'])
  expect(manifest).toMatchObject({ id: 'tfy-hook', activation: { onStartup: true }, configSchema: { type: 'object' } })
  expect(files['index.ts']).toContain(`id: '${manifest.id}'`)
})

it('has its settings written in once', () => {
  for (const host of hostNames) expect(bridgeText(host, settings).match(/const settings: Settings/g)).toHaveLength(1)
})

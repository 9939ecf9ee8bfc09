/** A configuration with several faults: all of them named, whole, wherever a person looks. */

import { resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'

const text = 'version: 1\nsuorce: offline\ngatewy:\n  url: https://g.example\ntimeoutMs: abc\n'
const faults = [
  'line 2, column 1: found the unknown key "suorce"',
  'line 3, column 1: found the unknown key "gatewy"',
  'line 5, column 12: found "abc"',
]

const run = async (config: string, ...args: readonly string[]) => {
  const home = folder({ '.config/tfy-hook/config.yaml': config, 'shop/readme.md': '' })
  const ran = await execa(resolve('dist/tfy-hook'), [...args], {
    env: { PATH: '/usr/bin:/bin', HOME: home },
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    cwd: `${home}/shop`,
  })
  return { code: ran.exitCode, out: ran.stdout, err: ran.stderr, home }
}

describe('a configuration with three faults', () => {
  it('is checked to its end, in the order of its lines', async () => {
    const { code, out } = await run(text, 'config', 'check')
    expect(code).toBe(1)
    expect(out.split('\n').map((line, n) => line.includes(faults[n] ?? 'x'))).toEqual([true, true, true])
    expect(out).toContain('did you mean source')
    expect(out).toContain('did you mean gateway')
    const { out: listed } = await run(text, 'config', 'check', '--json')
    expect(JSON.parse(listed)[0].faults).toHaveLength(3)
  })

  it('is told whole by doctor, and status says that nothing is judged', async () => {
    const { out } = await run(text, 'doctor', '--json', '--no-drill')
    const found: readonly { readonly id: string; readonly what: string }[] = JSON.parse(out).findings
    const said = found.filter(({ id }) => id === 'config.invalid').map(({ what }) => what)
    expect(said.map((what, n) => what.includes(faults[n] ?? 'x'))).toEqual([true, true, true])
    expect(said[0]).toMatch(/did you mean source\.$/)
    const status = await run(text, 'status')
    expect(status.out).toContain('nothing is judged')
    expect(status.code).toBe(1)
  })

  it('is valid once they are gone, and absent where there is none', async () => {
    const { code, out } = await run('version: 1\nsource: offline\n', 'config', 'check')
    expect([code, out]).toEqual([0, expect.stringContaining('is valid')])
    const { home } = await run('')
    expect((await run('', 'config', 'check', `${home}/shop/readme.md`)).code).toBe(0)
    expect((await run('', 'config', 'check', `${home}/gone.yaml`)).code).toBe(2)
  })
})

it('guardrails for an event that no client has are told', async () => {
  const with_ = (guardrails: string) => `version: 1\ngateway: { url: "https://g.example", guardrails: ${guardrails} }\n`
  const { code, out } = await run(with_('{ PreToolUs: [a/b], beforeShellExecution: [a/b] }'), 'config', 'check')
  expect([code, out.match(/gateway.guardrails: .*/g)]).toEqual([
    1,
    ['gateway.guardrails: no client has an event "PreToolUs"; did you mean PreToolUse'],
  ])
  expect((await run(with_('{ PreToolUse: [a/b], llmOutputGuardrails: [c/d] }'), 'config', 'check')).code).toBe(0)
})

it('a gateway without a key is told about the key', async () => {
  const config = 'version: 1\nsource: gateway\ngateway: { url: "https://g.example" }\n'
  const { out } = await run(config, 'explain', '--command', 'git status')
  expect(out).toContain('TFY_API_KEY')
  expect((await run(config, 'doctor', '--no-drill')).out).toContain('Write the key into credentials')
})

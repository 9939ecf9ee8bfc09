import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { call, folder } from '../blackbox/call.ts'
import { executables } from '../blackbox/executables.ts'

const [binary] = executables
if (binary === undefined) throw new Error('no executable is listed')

const policies = {
  'fine.yaml': 'version: 1\n',
  'pointless.yaml': 'version: 1\nrules:\n  - { id: t.allow, on: shell, when: { program: ls }, decision: allow }\n',
  'never.yaml': 'version: 1\nrules:\n  - { id: t.never, on: prompt, when: { program: ls }, decision: deny, reason: No. }\n',
}

const checked = async (...args: readonly string[]) => {
  const home = folder(policies)
  return call(binary, {
    args: ['policy', 'check', ...args],
    stdin: '',
    env: { PATH: process.env.PATH ?? '', HOME: home },
    cwd: home,
  })
}

describe('policy check', () => {
  it.each([
    ['nothing is wrong', ['fine.yaml'], 0, 'fine.yaml: valid (user)\n'],
    ['a warning passes', ['pointless.yaml'], 0, 'pointless.yaml:3:64: warning: allow only says'],
    ['unless it is strict', ['pointless.yaml', '--strict'], 1, 'pointless.yaml:3:64: warning: allow only says'],
    [
      'what never holds fails',
      ['never.yaml'],
      1,
      'never.yaml:3:49: error: program can never hold with on: prompt; write on: shell',
    ],
    ['one of several is enough', ['fine.yaml', 'never.yaml'], 1, 'fine.yaml: valid (user)\nnever.yaml:3:49: error: '],
  ] as const)('%s', async (_, args, exitCode, stdout) => {
    expect(await checked(...args)).toMatchObject({ exitCode, stdout: expect.stringContaining(stdout) })
  })

  it('says the same as JSON, and as SARIF', async () => {
    const [report] = JSON.parse((await checked('never.yaml', '--json')).stdout)
    expect(report).toMatchObject({ file: 'never.yaml', layer: 'user', problems: [{ line: 3, column: 49, code: 'never-holds' }] })
    const { exitCode, stdout } = await checked('never.yaml', '--sarif')
    const sarif = JSON.parse(stdout)
    expect([exitCode, sarif.version, sarif.runs[0].tool.driver.rules]).toEqual([1, '2.1.0', [{ id: 'never-holds' }]])
    expect(sarif.runs[0].results).toMatchObject([
      {
        ruleId: 'never-holds',
        level: 'error',
        message: { text: expect.stringContaining('can never hold') },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'never.yaml' }, region: { startLine: 3, startColumn: 49 } } }],
      },
    ])
  })

  it('knows the rules of the layers above', async () => {
    const home = folder({ 'p.yaml': 'version: 1\nexceptions: [{ rule: corp.x, reason: Quiet. }]\n' })
    mkdirSync(join(home, '.config/tfy-hook'), { recursive: true })
    writeFileSync(join(home, '.config/tfy-hook/policy.yaml'), 'rules: [{ id: corp.x, on: shell, decision: deny, reason: No. }]\n')
    const env = { PATH: process.env.PATH ?? '', HOME: home }
    const said = async (layer: string) =>
      (await call(binary, { args: ['policy', 'check', 'p.yaml', '--layer', layer], stdin: '', env, cwd: home })).stdout
    expect(await said('user')).toContain('no rule is called corp.x')
    expect(await said('project')).not.toContain('no rule is called')
  })
})

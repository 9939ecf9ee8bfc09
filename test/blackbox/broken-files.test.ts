/** A file that cannot be used settles by the fail mode and never takes the other layers, or the built-in preset, with it. */

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { call, folder, homeEnv } from './call.ts'
import { executables } from './executables.ts'

const binary = executables[0]
const broken = 'version: 1\nrules: [ {'

const ask = async (
  command: string,
  mode: string,
  files: Readonly<Record<string, string>>,
  home: Readonly<Record<string, string>>,
) => {
  if (binary === undefined) throw new Error('no binary')
  const cwd = folder(files)
  const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd, tool_name: 'Bash', tool_input: { command } }
  const args = ['--client', 'claude-code', mode]
  return call(binary, { args, stdin: JSON.stringify(payload), env: { ...homeEnv(), ...home } })
}

const brokenUser = (name: string): Record<string, string> => {
  const home = folder({ [`.config/tfy-hook/${name}`]: broken })
  return { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_STATE_HOME: join(home, '.local/state') }
}

describe.each(['--fail-open', '--fail-closed'])('%s', mode => {
  const openly = mode === '--fail-open'

  it('a broken project file leaves the user policy in force', async () => {
    const said = await ask('echo pwned', mode, { '.tfy-hook/policy.yaml': broken }, {})
    expect(said).toMatchObject({ exitCode: 2 })
    expect(said.stderr).toContain(openly ? 'test.pwned' : 'tfy-hook')
  })

  it('a broken user policy leaves the built-in preset in force', async () => {
    expect(await ask('rm -rf /', mode, {}, brokenUser('policy.yaml'))).toMatchObject({ exitCode: 2 })
  })

  it('a broken configuration leaves the built-in preset in force', async () => {
    expect(await ask('rm -rf /', mode, {}, brokenUser('config.yaml'))).toMatchObject({ exitCode: 2 })
  })

  it('a broken file alone is settled by the fail mode, aloud', async () => {
    const said = await ask('git status', mode, { '.tfy-hook/policy.yaml': broken }, {})
    expect(said.exitCode).toBe(openly ? 0 : 2)
    expect(`${said.stdout}${said.stderr}`).toContain('policy.yaml')
  })
})

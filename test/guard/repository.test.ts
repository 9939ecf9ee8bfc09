/** What adapters say of repositories that switch an account's hooks off, held against the model, in which that was measured. */

import { describe, expect, it } from 'vitest'
import { fixturesIn } from '../../scripts/guard/fixtures.ts'
import { say } from '../../scripts/guard/machine.ts'
import { installables, notesFor } from '../../src/cli/commands/registration/registrations.ts'

const root = '/srv/shop'
const ground = (scope: 'user' | 'managed' | 'project') => ({ scope, system: 'linux', env: {}, home: '/home/ada', root }) as const
const declared = (await installables()).flatMap(({ client, installation }) => {
  const told = installation.switches?.(ground('user')).repository
  return told === undefined ? [] : [{ client, installation, ...told }]
})
const base = (client: string) => fixturesIn().find(found => found.client === client)?.fixture

describe.each(declared)('$client', ({ client, installation, file, says, managedRuns }) => {
  const text = file.endsWith('.toml') ? `${says.replace('] ', ']\n')}\n` : `{${says}}`
  const on = async (scope: 'user' | 'managed', more: Readonly<Record<string, string>>) => {
    const { files = {}, env = {}, version, trusted } = base(client) ?? {}
    const known = { env, ...(version !== undefined && { version }), ...(trusted !== undefined && { trusted }) }
    const { guard } = await say(client, { ...known, scope, called: true, files: { ...files, ...more }, expect: 'guarded' })
    return guard.scopes.find(one => one.scope === scope)?.answer
  }
  it('has an account’s registration off in such a repository', async () => {
    expect(await on('user', { [`./${file}`]: text })).toBe('not guarded')
  })
  it('has an administrator’s as it is declared', async () => {
    expect((await on('managed', { [`./${file}`]: text })) === 'guarded').toBe(managedRuns)
  })
  it('is told where an account registers, and nowhere else', () => {
    expect(notesFor(installation, ground('user')).join()).toContain(file)
    expect(notesFor(installation, ground('managed')).join()).not.toContain(says)
  })
})

it('knows every client whose project settings can do it', () => {
  expect(declared.map(({ client }) => client).sort()).toEqual([
    'claude-code',
    'codex',
    'copilot-cli',
    'droid',
    'gemini-cli',
    'qwen-code',
  ])
})

/** What the drill plays is what clients send, and what they start is what stands in their files. */

import { describe, expect, it } from 'vitest'
import { writesFor } from '../../src/cli/commands/registration/registrations.ts'
import { shellText } from '../../src/core/command-line.ts'
import type { Ground, Scope, System } from '../../src/core/install.ts'
import { adapterOf, loadAll, recognise } from '../../src/hook/recognise.ts'
import { practices } from '../../src/setup/doctor/client-calls.ts'
import { wordsOf } from '../../src/setup/doctor/command-words.ts'
import { commandIn, programIn, shellOf } from '../../src/setup/doctor/program.ts'
import { type Registered, registeredIn } from '../../src/setup/doctor/registrations.ts'
import { withEntriesOf } from '../../src/setup/install/entries.ts'

await loadAll()
const adapters = Object.keys(practices).flatMap(id => adapterOf(id) ?? [])
const root = '/home/dev/shop'

describe('practices', () => {
  it('has one for every client that init registers', async () => {
    const all = await loadAll()
    const installed = all.filter(client => 'install' in client && client.install !== undefined).map(({ id }) => id)
    expect(installed.filter(id => practices[id] === undefined)).toEqual([])
  })

  it.each(Object.entries(practices))('%s: the payload is recognised, and is a shell command', (id, { payload, env, events }) => {
    const adapter = adapterOf(id)
    const [event = ''] = events
    const hints = { client: id, event }
    const call = { env: env?.(root) ?? {}, hints }
    const sent = payload('git push --force origin main', root)
    const found = recognise(sent, call)
    expect(found.ok && found.value.id).toBe(id)
    const read = adapter?.normalise(sent, call.env, hints)
    expect(read).toMatchObject({ ok: true, value: { toolType: 'shell', blocking: true } })
    expect(read?.ok && read.value.content).toContain('git push --force origin main')
    if (read?.ok) expect(adapter?.can(read.value).deny).toBe('block')
  })
})

const ground = (scope: Scope, system: System): Ground => ({
  scope,
  system,
  root: system === 'win32' ? 'C:/Users/Dev/shop' : root,
  home: system === 'win32' ? 'C:/Users/Dev' : '/home/dev',
  env: {},
})

/** As `init` would leave it on an empty disk. */
const registeredBy = (id: string, at: Ground, program: readonly [string, ...string[]]): readonly Registered[] => {
  const installation = adapterOf(id)?.install
  if (installation === undefined) return []
  return writesFor({ client: id, installation }, at, { program, closed: true, budgetMs: 10_000 }, [9, 9, 9]).flatMap(write =>
    registeredIn(write.file, write.kind === 'file' ? write.text : withEntriesOf(undefined, write), at.system),
  )
}

const cases = adapters.flatMap(({ id, install }) =>
  (install?.scopes ?? []).flatMap(scope => (['linux', 'darwin', 'win32'] as const).map(system => ({ id, scope, system }))),
)

describe.each(cases)('$id, $scope, $system', ({ id, scope, system }) => {
  const at = ground(scope, system)
  const practice = practices[id]
  const program: readonly [string, ...string[]] = [system === 'win32' ? 'C:/Tools/tfy-hook.exe' : '/opt/tools/tfy-hook']
  const found = registeredBy(id, at, program)

  it('registers the event that is drilled', () => {
    const events = found.map(({ event }) => event)
    expect(events.some(event => event === '' || practice?.events.includes(event))).toBe(true)
  })

  it('names the program, which is found again', () => {
    const shell = shellOf(practice, system)
    const runs = found.map(registered => commandIn(registered, shell))
    expect(runs).not.toContain(undefined)
    for (const command of runs) if (command !== undefined) expect(programIn(command)).toEqual(program)
  })
})

describe('wordsOf', () => {
  const words = ['/opt/my tools/tfy-hook', '--client', 'cursor', "it's", 'a=b']
  it.each(['posix', 'powershell'] as const)('takes apart what shellText made: %s', shell => {
    const [executable = '', ...args] = words
    expect(wordsOf(shellText({ executable, args }, shell), shell)).toEqual(words)
  })
  it('takes apart what cmd gets', () => {
    const executable = 'C:\\My Tools\\tfy-hook.exe'
    expect(wordsOf(shellText({ executable, args: ['--client', 'grok'] }, 'cmd'), 'cmd')).toEqual([executable, '--client', 'grok'])
  })
  it.each([
    ['posix', 'cat | /opt/tfy-hook'],
    ['posix', '/opt/tfy-hook || true'],
    ['posix', '$HOME/bin/tfy-hook'],
    ['posix', '/opt/tfy-hook # guard'],
    ['posix', "/opt/tfy-hook 'open"],
    ['posix', '~/bin/tfy-hook'],
    ['powershell', "& 'C:\\x' | Out-Null"],
    ['powershell', '$env:USERPROFILE\\tfy-hook.exe'],
    ['cmd', '%USERPROFILE%\\tfy-hook.exe'],
    ['cmd', 'tfy-hook.exe & exit 0'],
  ] as const)('%s does more than split: %s', (shell, text) => {
    expect(wordsOf(text, shell)).toBeUndefined()
  })
})

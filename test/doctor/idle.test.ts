/** Registrations that stand there and ask nobody. */

import { expect, it } from 'vitest'
import claude from '../../src/adapters/clients/claude-code.ts'
import { practices } from '../../src/setup/doctor/client-calls.ts'
import { settingsEnvironment } from '../../src/setup/doctor/environment.ts'
import { complete } from '../../src/setup/doctor/registration-findings.ts'
import { registeredIn } from '../../src/setup/doctor/registrations.ts'
import { guardOf } from '../../src/setup/guard/model.ts'

const file = '/home/dev/.claude/settings.json'

const logged = { on: true, complete: true }

const severities = (group: object, handler: object): readonly string[] => {
  const command = '/opt/tfy-hook --client claude-code --event PreToolUse'
  const text = JSON.stringify({ hooks: { PreToolUse: [{ ...group, hooks: [{ type: 'command', command, ...handler }] }] } })
  const places = [{ file, scope: 'user', text, registered: registeredIn(file, text, 'linux') }]
  const subject = { adapter: claude, practice: practices['claude-code'], places, binary: undefined, folder: undefined }
  const ground = { scope: 'user', system: 'linux', env: {}, home: '/home/dev', root: '/srv/shop' } as const
  const seen = { ...subject, installation: claude.install, ground, unreadable: [], version: undefined, calls: undefined, logged }
  const nothing = { read: () => undefined, list: () => [], linked: () => false, stores: new Map(), fault: () => undefined }
  return [...complete(subject).map(({ severity }) => severity), guardOf(seen, nothing).answer]
}

it.each([
  ['of every tool', {}, {}, ['guarded']],
  ['of commands and edits', { matcher: 'Bash|Edit' }, {}, ['warn', 'not guarded']],
  ['of a tool that is not there', { matcher: 'Nope' }, {}, ['bad', 'not guarded']],
  ['with a matcher that is no expression', { matcher: '(' }, {}, ['bad', 'not guarded']],
  ['with a condition of its own', {}, { if: 'Bash(nothing *)' }, ['warn', 'not guarded']],
  ['of every tool with a condition', { matcher: '*' }, { if: 'Bash(nothing *)' }, ['warn', 'not guarded']],
  ['that is not waited for', {}, { async: true }, ['not guarded']],
  ['with two forms of a command', {}, { exec: '/opt/tfy-hook' }, ['not guarded']],
])('an entry %s', (_, group, handler, want) => {
  expect(severities(group, handler)).toEqual(want)
})

it('a settings file that moves the audit log is told', () => {
  expect(settingsEnvironment('claude-code', file, { XDG_STATE_HOME: '/tmp/x', EDITOR: 'vi' }).map(({ id }) => id)).toEqual([
    'environment.XDG_STATE_HOME',
  ])
})

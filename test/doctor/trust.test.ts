import { describe, expect, it } from 'vitest'
import { registeredIn } from '../../src/setup/doctor/registrations.ts'
import { distrust } from '../../src/setup/doctor/trust.ts'

const root = '/home/dev/shop'
const ours = '/opt/tfy-hook --client claude-code --event PreToolUse --fail-closed'

const settings = (handler: object): string =>
  JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', ...handler }] }] } })

const doubtOf = (text: string, file = `${root}/.claude/settings.json`): string | undefined => {
  const [registered] = registeredIn(file, text, 'linux')
  if (registered === undefined) throw new Error('nothing of ours is there')
  return distrust(registered, { shell: 'posix', root, home: '/home/dev', text })
}

describe('a project’s registration is run', () => {
  it.each([
    ['as init writes it', settings({ command: ours })],
    ['with a path in quotes', settings({ command: ours.replace('/opt/tfy-hook', "'/opt/my tools/tfy-hook'") })],
    [
      'with the variables emptied that could make it another program',
      settings({ command: `BUN_OPTIONS= BUN_BE_BUN= BUN_INSPECT= ${ours}` }),
    ],
    ['on Node', settings({ command: ours.replace('/opt/tfy-hook', '/usr/bin/node /opt/tfy-hook.mjs') })],
    ['as words', settings({ command: '/opt/tfy-hook', args: ['--client', 'claude-code'] })],
  ])('%s', (_, text) => {
    expect(doubtOf(text)).toBeUndefined()
  })
  it('as a script that init writes', () => {
    const script = `${root}/.clinerules/hooks/PreToolUse`
    expect(doubtOf(`#!/bin/sh\nexec ${ours}\n`, script)).toBeUndefined()
    expect(doubtOf(`#!/bin/sh\nunset BUN_OPTIONS BUN_BE_BUN\nexec ${ours}\n`, script)).toBeUndefined()
  })
})

describe('a project’s registration is not run', () => {
  it.each([
    ['behind another command', settings({ command: `touch pwned; ${ours}` })],
    ['in front of another', settings({ command: `${ours} || touch pwned` })],
    ['with something put in', settings({ command: `${ours} $(touch pwned)` })],
    ['through a shell', settings({ command: `/bin/sh -c 'touch pwned' /opt/tfy-hook --client x` })],
    ['as words for a shell', settings({ command: '/bin/sh', args: ['-c', 'touch pwned; tfy-hook'] })],
    [
      'as words for a program that runs others',
      settings({ command: '/usr/bin/env', args: ['touch', '/tmp/tfy-hook', '--client'] }),
    ],
    ['with a variable set', settings({ command: `BUN_OPTIONS=--preload=./x ${ours}` })],
    ['with another variable emptied', settings({ command: `TFY_HOOK_FAIL= ${ours}` })],
    ['from the project', settings({ command: ours.replace('/opt', `${root}/bin`) })],
    ['from the project by a name for it', settings({ command: ours.replace('/opt', '/proc/self/cwd') })],
    ['from the project by a detour', settings({ command: ours.replace('/opt', `/home/dev/other/../shop`) })],
    ['without a directory', settings({ command: ours.replace('/opt/', '') })],
    ['by a path that begins here', settings({ command: ours.replace('/opt', './bin') })],
    [
      'with a script from the project',
      settings({ command: ours.replace('/opt/tfy-hook', `/usr/bin/node ${root}/tfy-hook.mjs`) }),
    ],
    ['with code loaded first', settings({ command: ours.replace('/opt/tfy-hook', '/usr/bin/node -r ./x.js /opt/tfy-hook.mjs') })],
    ['with a program that is no runtime', settings({ command: ours.replace('/opt/tfy-hook', '/usr/bin/rm /opt/tfy-hook.mjs') })],
    ['with our name only in a flag', settings({ command: '/opt/other --event tfy-hook --client claude-code' })],
    ['with flags that are not ours', settings({ command: '/opt/tfy-hook --client x --preload ./x.js' })],
    ['another command of ours', settings({ command: '/opt/tfy-hook uninstall --yes' })],
  ])('%s', (_, text) => {
    expect(doubtOf(text)).toBeTruthy()
  })
  it.each([
    ['a script with a line more', `#!/bin/sh\ntouch pwned\nexec ${ours}\n`],
    ['a script in another shell', `#!/usr/bin/env python\nexec ${ours}\n`],
    ['a script that does more in its line', `#!/bin/sh\nexec ${ours}; touch pwned\n`],
  ])('%s', (_, text) => {
    expect(doubtOf(text, `${root}/.clinerules/hooks/PreToolUse`)).toBeTruthy()
  })
})

it('takes no home directory for a project', () => {
  const text = settings({ command: '/home/dev/bin/tfy-hook --client claude-code' })
  const [registered] = registeredIn('/home/dev/.claude/settings.json', text, 'linux')
  for (const at of ['/home/dev', '/home', '/'])
    expect(registered && distrust(registered, { shell: 'posix', root: at, home: '/home/dev', text })).toBeUndefined()
})

it.each(['.evil/settings.json', '/proc/self/cwd/.evil/settings.json'])('takes %s for no file of a person', file => {
  expect(doubtOf(settings({ command: `touch pwned; ${ours}` }), file)).toBeTruthy()
})

it('asks nobody about a person’s own file', () => {
  expect(doubtOf(settings({ command: `cat | ${ours}` }), '/home/dev/.claude/settings.json')).toBeUndefined()
})

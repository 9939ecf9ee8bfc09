import { describe, expect, it, test } from 'vitest'
import { analyse } from '../analysis/analyse.ts'
import { linux, windowsHost } from '../analysis/testing.ts'
import { eventWith, hostWith } from '../policy/testing/fixtures.ts'
import { fold, mayBeShortFor, physical, settled, unprefixed } from './path-identity.ts'
import { absolute, groundOf, placeIn } from './path-views.ts'

const mac = { platform: 'darwin' } as const
const windows = { platform: 'win32' } as const

describe('folding', () => {
  it.each([
    ['.Claude/Settings.JSON', '.claude/settings.json'],
    ['.\u017fsh', '.ssh'],
    ['.\u00dfh', '.ssh'],
    ['con\ufb01g', 'config'],
    ['cafe\u0301', 'caf\u00e9'],
    ['\u212aeys', 'keys'],
  ])('%s is %s where case does not count', (one, other) => {
    expect(fold(one, mac)).toBe(fold(other, mac))
    expect(fold(one, { platform: 'linux' })).toBe(one)
  })
})

describe('Windows paths', () => {
  it.each([
    ['//?/C:/Users/dev', 'C:/Users/dev'],
    ['//?/UNC/host/share/x', '/:host/share/x'],
    ['//host/share/x', '/:host/share/x'],
    ['//localhost/c$/Users', 'C:/Users'],
    ['//./PhysicalDrive0', '/dev/disk/PhysicalDrive0'],
    ['/c/Users', 'C:/Users'],
    ['/Users/dev', 'D:/Users/dev'],
    ['D:x', 'D:/shop/x'],
    ['C:/a./b /c::$DATA', 'C:/a/b/c'],
    ['../a/./b', '../a/./b'],
    ['/dev/null', '/dev/null'],
    ['FileSystem::C:/x', 'C:/x'],
  ])('%s is %s', (written, path) => {
    expect(unprefixed(written, windows, 'D:/shop')).toBe(path)
  })

  it.each([
    ['CLAUDE~1', '.claude', true],
    ['SETTIN~1.JSO', 'settings.json', true],
    ['settin~2.jso', 'settings.local.json', true],
    ['SE1F2A~1.JSO', 'settings.json', true],
    ['SSH~1', '.ssh', true],
    ['SETTIN~1.TXT', 'settings.json', false],
    ['CURSOR~1', '.claude', false],
    ['CONFIG~1', 'config', false],
    ['HEAD~1', '.claude', false],
  ])('%s for %s: %s', (segment, name, may) => {
    expect(mayBeShortFor(segment, name)).toBe(may)
  })
})

test.each([
  ['/private/etc/sudoers', mac, '/etc/sudoers'],
  ['/System/Volumes/Data/Users/dev', mac, '/Users/dev'],
  ['/private/etc', { platform: 'linux' } as const, '/private/etc'],
  ['/proc/self/root/etc', { platform: 'linux' } as const, '/etc'],
  ['/proc/self/cwd/x', { platform: 'linux' } as const, '/shop/x'],
  ['/proc/self/status', { platform: 'linux' } as const, '/proc/self/status'],
])('%s is usually called otherwise', (path, system, usual) => {
  expect(settled(path, system, '/shop')).toBe(usual)
})

test('a step up is taken from where a link leads', () => {
  expect(physical('/a/link/../x', folder => (folder === '/a/link' ? '/b/c' : folder))).toBe('/b/x')
  expect(physical('C:/../x', folder => folder)).toBe('C:/x')
})

test('a tool that names a path through a link means both places', () => {
  const ground = groundOf(eventWith({}), hostWith({ '/home/ada/shop/link': '/home/ada/.claude/skills' }))
  expect(placeIn('link/../settings.json', ground).forms).toEqual([
    '/home/ada/shop/settings.json',
    '/home/ada/.claude/settings.json',
  ])
  expect(absolute('link/../settings.json', ground)).toBe('/home/ada/shop/settings.json')
})

test('our own files are known by any spelling', () => {
  const found = (command: string, host: typeof linux, cwd: string): boolean =>
    analyse(command, { cwd, workspaceRoots: [cwd], host }).effects.some(({ finding }) => finding === 'self.tamper')
  const darwin = { ...linux, platform: 'darwin' as const, guarded: ['/private/etc/Acme/guard.yaml'] }
  expect(found('rm /etc/ACME/Guard.yaml', darwin, '/home/dev/shop')).toBe(true)
  expect(found('rm /etc/Acme/guard.yml', darwin, '/home/dev/shop')).toBe(false)
  const win = { ...windowsHost, guarded: ['C:\\Tools\\guard.exe'] }
  expect(found('rm /c/tools/GUARD.EXE', win, 'C:/Users/dev/shop')).toBe(true)
})

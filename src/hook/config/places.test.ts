import { describe, expect, it } from 'vitest'
import { placesFor, platformOf, projectDirs } from './places.ts'

describe('placesFor', () => {
  it('on Linux', () => {
    expect(placesFor('linux', { HOME: '/home/dev' })).toEqual({
      home: '/home/dev',
      managed: ['/etc/tfy-hook'],
      user: ['/home/dev/.config/tfy-hook'],
      redirected: [],
      state: '/home/dev/.local/state/tfy-hook',
      bundle: '/home/dev/.local/state/tfy-hook/bundle',
    })
  })

  it('on macOS', () => {
    expect(placesFor('darwin', { HOME: '/Users/dev' })).toEqual({
      home: '/Users/dev',
      managed: ['/Library/Application Support/tfy-hook'],
      user: ['/Users/dev/.config/tfy-hook'],
      redirected: [],
      state: '/Users/dev/Library/Application Support/tfy-hook',
      bundle: '/Users/dev/Library/Application Support/tfy-hook/bundle',
    })
  })

  it('on Windows', () => {
    const env = {
      USERPROFILE: 'C:\\Users\\dev',
      APPDATA: 'C:\\Users\\dev\\AppData\\Roaming',
      LOCALAPPDATA: 'C:\\Users\\dev\\AppData\\Local',
      ProgramData: 'D:\\ProgramData',
    }
    expect(placesFor('win32', env)).toEqual({
      home: 'C:\\Users\\dev',
      managed: ['D:\\ProgramData\\tfy-hook'],
      user: ['C:\\Users\\dev\\AppData\\Roaming\\tfy-hook'],
      redirected: [],
      state: 'C:\\Users\\dev\\AppData\\Local\\tfy-hook',
      bundle: 'C:\\Users\\dev\\AppData\\Local\\tfy-hook\\bundle',
    })
  })

  it('on Windows without an environment', () => {
    expect(placesFor('win32', {})).toMatchObject({ home: 'C:\\', managed: ['C:\\ProgramData\\tfy-hook'] })
  })

  it.each([
    ['USERPROFILE', { USERPROFILE: 'C:\\repo' }, ['C:\\repo\\AppData\\Roaming']],
    ['APPDATA', { USERPROFILE: 'C:\\Users\\dev', APPDATA: 'C:\\repo' }, ['C:\\repo']],
    ['both', { USERPROFILE: 'C:\\a', APPDATA: 'C:\\b' }, ['C:\\b', 'C:\\a\\AppData\\Roaming']],
    ['neither, in other letters', { USERPROFILE: 'c:\\users\\DEV', APPDATA: 'C:\\users\\dev\\appdata\\roaming' }, []],
    ['ProgramData', { ProgramData: 'C:\\repo' }, []],
  ])('on Windows does not lose a policy to %s', (_, env, redirected) => {
    const places = placesFor('win32', env, 'C:\\Users\\dev', 'C:\\ProgramData')
    expect(places.managed).toEqual(['C:\\ProgramData\\tfy-hook'])
    expect(places.user).toEqual(['C:\\Users\\dev\\AppData\\Roaming\\tfy-hook'])
    expect(places.redirected).toEqual(redirected.map(base => `${base}\\tfy-hook`))
  })

  it.each([
    ['a variable that points elsewhere', { HOME: '/home/dev', XDG_CONFIG_HOME: '/tmp/repo' }, ['/tmp/repo']],
    ['HOME that points elsewhere', { HOME: '/tmp/repo' }, ['/tmp/repo/.config']],
    ['both', { HOME: '/tmp/a', XDG_CONFIG_HOME: '/tmp/b' }, ['/tmp/b', '/tmp/a/.config']],
    ['a relative variable', { HOME: '/home/dev', XDG_CONFIG_HOME: '.' }, []],
    ['an empty variable', { HOME: '/home/dev', XDG_CONFIG_HOME: '' }, []],
    ['no HOME', {}, []],
  ])('does not lose the account’s own policy to %s', (_, env, redirected) => {
    const places = placesFor('linux', env, '/home/dev')
    expect(places.user).toEqual(['/home/dev/.config/tfy-hook'])
    expect(places.redirected).toEqual(redirected.map(base => `${base}/tfy-hook`))
  })

  it.each(['/tmp/state', '/tmp/state/'])('keeps its state where %s says', dir => {
    expect(placesFor('linux', { HOME: '/home/dev', XDG_STATE_HOME: dir }).state).toBe('/tmp/state/tfy-hook')
    expect(placesFor('linux', { HOME: '/home/dev', XDG_STATE_HOME: 'relative' }).state).toBe('/home/dev/.local/state/tfy-hook')
  })
})

describe('platformOf', () => {
  it('takes every other system for Linux', () => {
    expect(['win32', 'darwin', 'linux', 'freebsd', ''].map(platformOf)).toEqual(['win32', 'darwin', 'linux', 'linux', 'linux'])
  })
})

describe('projectDirs', () => {
  it.each<[string, readonly string[], string | undefined, readonly string[]]>([
    [
      'the roots first, then upwards',
      ['/srv/shop'],
      '/srv/shop/web/app',
      ['/srv/shop', '/srv/shop/web/app', '/srv/shop/web', '/srv'],
    ],
    ['no current directory', ['/srv/shop', '/srv/lib/'], undefined, ['/srv/shop', '/srv/lib']],
    ['nothing', [], undefined, []],
    ['the root of the file system', ['/'], '/', ['/']],
    ['Windows', ['C:\\work\\shop'], 'C:\\work\\shop\\web', ['C:\\work\\shop', 'C:\\work\\shop\\web', 'C:\\work', 'C:']],
    ['a share', ['\\\\server\\work'], undefined, ['\\\\server\\work']],
    ['relative paths are nobody’s', ['shop', '.', '..'], 'web/app', []],
  ])('%s', (_, roots, cwd, want) => {
    expect(projectDirs(roots, cwd)).toEqual(want.filter(dir => dir !== 'C:'))
  })

  it('ends somewhere', () => {
    expect(projectDirs([], `/${'a/'.repeat(500)}a`).length).toBe(16)
  })
})

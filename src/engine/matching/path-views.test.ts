import { describe, expect, it } from 'vitest'
import { eventWith, hostWith } from '../policy/testing/fixtures.ts'
import { absolute, groundOf, normalise, pathPattern, placeOf } from './path-views.ts'

const ground = groundOf(eventWith({}), hostWith({ '/home/ada/shop/link': '/etc/passwd' }))

describe('absolute', () => {
  const rows: readonly [written: string, path: string][] = [
    ['.env', '/home/ada/shop/.env'],
    ['./a/../b//c/', '/home/ada/shop/b/c'],
    ['~/x', '/home/ada/x'],
    ['$HOME/x', '/home/ada/x'],
    ['~', '/home/ada'],
    ['/../../etc', '/etc'],
    ['file:///etc/hosts', '/etc/hosts'],
    ['file:///home/ada/a%20b', '/home/ada/a b'],
    ['file:///home/%zz', '/home/%zz'],
  ]
  it.each(rows)('%s is %s', (written, path) => {
    expect(absolute(written, ground)).toBe(path)
  })

  it('reads Windows paths', () => {
    expect(normalise('c:\\Users\\ada\\..\\x')).toBe('C:/Users/x')
    expect(absolute('.ssh\\id_rsa', { ...ground, host: { ...ground.host, platform: 'win32' } })).toBe(
      '/home/ada/shop/.ssh/id_rsa',
    )
  })
})

describe('path patterns', () => {
  const rows: readonly [pattern: string, path: string, many: boolean, matches: boolean][] = [
    ['.env', '/home/ada/shop/a/.env', false, true],
    ['.env', '/etc/.env', false, true],
    ['infra/', '/home/ada/shop/infra/x.tf', false, true],
    ['infra/*.tf', '/home/ada/shop/infra/x.tf', false, true],
    ['infra/*.tf', '/home/ada/other/infra/x.tf', false, false],
    ['$WORKSPACE/src/**', '/home/ada/shop/src/a/b.ts', false, true],
    ['$WORKSPACE/src/**', '/home/ada/src/a', false, false],
    ['~/.ssh/**', '/home/ada/.ssh/id_rsa', false, true],
    ['~/.ssh', '/home/ada/.ssh/id_rsa', false, true],
    ['$HOME/.ssh/*', '/home/bob/.ssh/id_rsa', false, false],
    ['/etc/**', '/etc/passwd', false, true],
    ['/etc/*.conf', '/etc/passwd', false, false],
    // A folder taken as a whole takes what lies below.
    ['$WORKSPACE/infra/prod/**', '/home/ada/shop/infra', true, true],
    ['$WORKSPACE/infra/prod/**', '/home/ada/shop/infra', false, false],
    ['$WORKSPACE/infra/prod/**', '/home/ada/shop/inf', true, false],
    ['$WORKSPACE/infra/prod/**', '/home/ada/shop/infra/*', true, true],
    ['$WORKSPACE/infra/prod/**', '/home/ada/shop/in*', true, true],
    ['$WORKSPACE/infra/prod/**', '/home/ada/shop/src/*', true, false],
    ['$WORKSPACE/infra/prod/**', '/home/ada/shop/*.tf', true, false],
    // A glob on the command line may stand for the protected name.
    ['**/.env', '/home/ada/shop/.e*', true, true],
    ['**/.env', '/home/ada/shop/*', true, false],
    ['**/prod.db', '/home/ada/shop/*.db', true, true],
  ]
  it.each(rows)('%s against %s (many: %s) is %s', (pattern, path, many, matches) => {
    expect(pathPattern(pattern, ground)(placeOf(path, path, many, ground, many))).toBe(matches)
  })

  it('looks behind links', () => {
    expect(pathPattern('/etc/**', ground)(placeOf('link', '/home/ada/shop/link', false, ground))).toBe(true)
  })

  it('ignores case where the file system does', () => {
    const mac = { ...ground, host: { ...ground.host, platform: 'darwin' as const } }
    expect(pathPattern('**/.env', mac)(placeOf('.ENV', '/home/ada/shop/.ENV', false, mac))).toBe(true)
    expect(pathPattern('**/.env', ground)(placeOf('.ENV', '/home/ada/shop/.ENV', false, ground))).toBe(false)
  })
})

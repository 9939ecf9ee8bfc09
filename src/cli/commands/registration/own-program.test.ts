import { describe, expect, it } from 'vitest'
import { hazardOf, ownCommand, type Running } from './own-program.ts'

const links: Readonly<Record<string, string>> = {
  '/usr/local/bin/tfy-hook': '/opt/tfy-hook/1.2.3/bin/tfy-hook',
  '/srv/shop/bin/tfy-hook': '/opt/tfy-hook/1.2.3/bin/tfy-hook',
  '/home/dev/.npm/bin/tfy-hook': '/home/dev/.npm/lib/tfy-hook/dist/node/tfy-hook.mjs',
  '/usr/bin/node': '/usr/lib/node/22/bin/node',
}

const running = (execPath: string, script: string | undefined, path = '/usr/local/bin:/home/dev/.npm/bin:/usr/bin'): Running => ({
  execPath,
  script,
  env: { PATH: path },
  project: { home: '/home/dev', root: '/srv/shop' },
  real: file => links[file] ?? (file.startsWith('/gone') ? undefined : file),
})

describe('ownCommand', () => {
  it.each<[string, Running, readonly string[]]>([
    ['the compiled program', running('/srv/tfy-hook', '/$bunfs/root/tfy-hook'), ['/srv/tfy-hook']],
    [
      'the compiled program on Windows',
      running('C:\\tools\\tfy-hook.exe', 'B:\\~BUN\\root\\tfy-hook.exe'),
      ['C:\\tools\\tfy-hook.exe'],
    ],
    ['the Node executable', running('/srv/tfy-hook-node', '/snapshot/dist/tfy-hook.cjs'), ['/srv/tfy-hook-node']],
    ['a name that outlives the version', running('/opt/tfy-hook/1.2.3/bin/tfy-hook', undefined), ['/usr/local/bin/tfy-hook']],
    [
      'a script behind a link, by the link',
      running('/usr/lib/node/22/bin/node', '/home/dev/.npm/bin/tfy-hook'),
      ['/usr/bin/node', '/home/dev/.npm/bin/tfy-hook'],
    ],
    [
      'a script by its path',
      running('/usr/lib/node/22/bin/node', '/srv/dist/node/tfy-hook.mjs', ''),
      ['/usr/lib/node/22/bin/node', '/srv/dist/node/tfy-hook.mjs'],
    ],
    [
      'a link in the project leads elsewhere after the next pull',
      running('/opt/tfy-hook/1.2.3/bin/tfy-hook', undefined, '/srv/shop/bin'),
      ['/opt/tfy-hook/1.2.3/bin/tfy-hook'],
    ],
    [
      'relative folders of the PATH do not count',
      running('/opt/tfy-hook/1.2.3/bin/tfy-hook', undefined, '.:bin'),
      ['/opt/tfy-hook/1.2.3/bin/tfy-hook'],
    ],
  ])('%s', (_, from, want) => {
    expect(ownCommand(from)).toEqual(want)
  })
})

describe('hazardOf', () => {
  const project = { home: '/home/dev', root: '/srv/shop' }

  it.each<[string, boolean | undefined]>([
    ['/usr/local/bin/tfy-hook', undefined],
    ['/home/dev/.npm/_npx/0123/node_modules/tfy-hook/bin/tfy-hook', true],
    ['/srv/shop/node_modules/.bin/tfy-hook', false],
    ['/srv/shop-tools/tfy-hook', undefined],
  ])('%s', (program, refused) => {
    expect(hazardOf([program], project)?.refused).toBe(refused)
  })

  it.each<[string, string, boolean]>([
    ['/tmp/unpacked/tfy-hook', '/home/dev', true],
    ['/home/dev/.local/bin/tfy-hook', '/home/dev', false],
    ['/tmp/sandbox/.local/bin/tfy-hook', '/tmp/sandbox', false],
    ['C:\\Users\\dev\\AppData\\Local\\Temp\\tfy-hook.exe', 'C:\\Users\\dev', true],
    ['/Volumes/tfy-hook/tfy-hook', '/Users/dev', true],
  ])('%s, with the home %s, may be gone one day: %s', (program, home, passing) => {
    expect(hazardOf([program], { home, root: '/srv/shop' })?.refused).toBe(passing ? false : undefined)
  })

  it('looks at the script, too', () => {
    expect(hazardOf(['/usr/bin/node', '/srv/shop/dist/tfy-hook.mjs'], project)?.what).toContain('lies in the project')
  })

  it.each(['/home/dev', '/home', '/'])('a home directory is no project: %s', root => {
    expect(hazardOf(['/home/dev/.local/bin/tfy-hook'], { home: '/home/dev', root })).toBeUndefined()
  })
})

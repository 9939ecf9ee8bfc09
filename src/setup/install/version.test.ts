/** A client's version from the disk: from what its installer left, and from nothing that a project could have put there. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ground, Installation } from '../../core/install.ts'
import { versionOnDisk } from './version.ts'

let dir = ''
const made: string[] = []
const at = (name: string): string => join(dir, name)
const put = (name: string, text: string): string => {
  mkdirSync(dirname(at(name)), { recursive: true })
  writeFileSync(at(name), text)
  return at(name)
}
const link = (name: string, to: string): string => {
  mkdirSync(dirname(at(name)), { recursive: true })
  symlinkSync(to, at(name))
  return at(name)
}
const described = (name: string, version: unknown): string => JSON.stringify({ name, version })

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'tfy-version-')))
  made.push(dir)
})
afterAll(() => {
  for (const one of made) rmSync(one, { recursive: true, force: true })
})

const installation = {
  binaries: ['windmill'],
  packages: { npm: ['@mills/windmill'], brew: ['windmill'], versions: ['windmill/versions'] },
  folders: () => [],
  scopes: ['user'],
  writes: () => [],
} as const satisfies Installation

const version = (binary: string, more: Partial<Ground> = {}): string | undefined =>
  versionOnDisk(binary, installation, {
    scope: 'user',
    system: 'linux',
    env: {},
    home: at('home'),
    root: at('home/shop'),
    ...more,
  })?.join('.')

describe('a package of npm', () => {
  const package_ = 'lib/node_modules/@mills/windmill'
  it.each([
    ['1.2.3', '1.2.3'],
    ['0.61.0-nightly.20260901', '0.61.0'],
    ['0.0.1790142911', '0.0.1790142911'],
    ['1.2.3.4', undefined],
    ['latest', undefined],
    [{ major: 1 }, undefined],
  ])('of version %j', (said, wanted) => {
    const program = put(`${package_}/dist/bin/index.js`, '')
    put(`${package_}/package.json`, described('@mills/windmill', said))
    expect(version(link('bin/windmill', program))).toBe(wanted)
  })
  it('for one system', () => {
    const program = put('lib/node_modules/@mills/windmill-linux-x64/bin/windmill', '')
    put('lib/node_modules/@mills/windmill-linux-x64/package.json', described('@mills/windmill-linux-x64', '3.0.65'))
    expect(version(link('bin/windmill', program))).toBe('3.0.65')
  })
  it.each(['@mills/windmill-extra', 'windmill', '@mills/windmill-linux-x64-plugins evil', 'left-pad'])(
    'that is another one says nothing: %s',
    name => {
      const program = put(`${package_}/bin/windmill`, '')
      put(`${package_}/package.json`, described(name, '9.9.9'))
      expect(version(program)).toBeUndefined()
    },
  )
  it('of a dependency is not the one around it', () => {
    const program = put(`${package_}/node_modules/tool/bin/windmill`, '')
    put(`${package_}/node_modules/tool/package.json`, described('tool', '9.9.9'))
    put(`${package_}/package.json`, described('@mills/windmill', '1.2.3'))
    expect(version(program)).toBe('1.2.3')
  })
  it('beside a script that names it', () => {
    put(`bin/node_modules/@mills/windmill/package.json`, described('@mills/windmill', '1.2.3'))
    const shim = 'node "%~dp0\\node_modules\\@mills\\windmill\\dist\\index.js" %*\r\n'
    expect(version(put('bin/windmill.cmd', shim))).toBe('1.2.3')
    expect(version(put('bin/other.cmd', 'node "%~dp0\\other.js" %*\r\n'))).toBeUndefined()
  })
  it.each(['', '{', '[]', 'null', '"1.2.3"', `{"name":"@mills/windmill","version":"${'1'.repeat(2_000_000)}"}`])(
    'whose description cannot be read says nothing: %.20s',
    text => {
      put(`${package_}/package.json`, text)
      expect(version(put(`${package_}/bin/windmill`, ''))).toBeUndefined()
    },
  )
})

describe('what a project could have put there', () => {
  it.each(['home/shop/bin/windmill', 'home/shop/node_modules/.bin/windmill'])('is not read: %s', name => {
    put('home/shop/package.json', described('@mills/windmill', '99.0.0'))
    expect(version(put(name, ''))).toBeUndefined()
  })
  it('is not read behind a link from outside', () => {
    put('home/shop/package.json', described('@mills/windmill', '99.0.0'))
    expect(version(link('bin/windmill', put('home/shop/tool/windmill', '')))).toBeUndefined()
  })
  it('is not read where the program lies below it', () => {
    put('package.json', described('@mills/windmill', '99.0.0'))
    expect(version(put('opt/windmill', ''), { root: dir, home: '/home/nobody' })).toBeUndefined()
  })
})

describe('a folder per version', () => {
  it.each([
    ['Cellar/windmill/0.169.0_1/bin/windmill', '0.169.0'],
    ['Caskroom/windmill/2.1.329/windmill', '2.1.329'],
    ['share/windmill/versions/2.1.329', '2.1.329'],
    ['share/windmill/versions/2026.09.12-ab12/windmill', '2026.9.12'],
    ['Cellar/node/22.1.0/bin/windmill', undefined],
    ['share/other/versions/2.1.329', undefined],
    ['share/windmill/versions/current/windmill', undefined],
  ])('%s', (name, wanted) => {
    expect(version(link('bin/windmill', put(name, '')))).toBe(wanted)
  })
})

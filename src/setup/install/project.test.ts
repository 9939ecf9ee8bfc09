import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isProjects, strayOf } from './project.ts'

let base = ''
const here = () => ({ home: join(base, 'home'), root: join(base, 'shop/part') })

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'tfy-project-')))
  for (const dir of ['home', 'shop/.git', 'shop/part', 'shop/bin', 'tools']) mkdirSync(join(base, dir), { recursive: true })
  writeFileSync(join(base, 'shop/bin/tool'), '')
  symlinkSync(join(base, 'shop'), join(base, 'link'))
  symlinkSync(join(base, 'tools'), join(base, 'shop/part/.claude'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('what a repository can have put there', () => {
  it.each(['shop/part/x', 'shop/bin/tool', 'tools/../shop/bin/tool', 'link/bin/tool', 'shop/part/.claude/x'])('%s', name => {
    expect(isProjects(`${base}/${name}`, here())).toBe(true)
  })
  it.each(['/proc/self/cwd/tool', '//proc/1/cwd/tool', '/usr/../proc/self/cwd/tool', '/dev/fd/3', './bin/tool', 'bin'])(
    '%s',
    name => {
      expect(isProjects(name, here())).toBe(true)
    },
  )
  it.each(['tools/tool', 'shop-tools/tool', 'home/.local/bin/tool'])('not %s', name => {
    expect(isProjects(`${base}/${name}`, here())).toBe(false)
  })
  it('nothing where one works on no project', () => {
    expect(isProjects(`${base}/home/bin/tool`, { home: join(base, 'home'), root: join(base, 'home') })).toBe(false)
  })
})

it('a link out of the project leads astray, one within it does not', () => {
  expect(strayOf(join(here().root, '.claude/settings.json'), here())).toBe(join(base, 'tools/settings.json'))
  expect(strayOf(join(here().root, '.cursor/hooks.json'), here())).toBeUndefined()
})

/** What Seatbelt is told, to the letter: no machine of ours runs it. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Layout } from './places.ts'
import { profileFor } from './seatbelt.ts'

const at = '/Users/dev/work/shop'
const layout: Layout = {
  fresh: ['/nowhere/tmp'],
  emptied: ['/Users/other'],
  shown: ['/Users/dev', at],
  writable: [at, '/Users/dev/.npm'],
  pinned: [`${at}/.git`],
  kept: [
    { path: `${at}/.git/hooks`, isFolder: true },
    { path: `${at}/CLAUDE.md`, isFolder: false },
  ],
  hidden: [
    { path: '/Users/dev/.ssh', isFolder: true },
    { path: `${at}/a "b" \\c/.env`, isFolder: false },
  ],
  missing: [`${at}/.vscode`],
  links: [],
  unread: [],
}
const golden = (name: string): string => readFileSync(`fixtures/contain/seatbelt-${name}.sb`, 'utf8')

describe('a profile of Seatbelt', () => {
  it.each([
    ['none', { network: false }],
    ['hosts', { network: false, port: 4711 }],
    ['all', { network: true }],
  ])('for the network %s', (name, more) => {
    expect(profileFor({ layout, temporary: '/private/var/t', ...more })).toBe(golden(name))
  })

  it('hides and keeps after everything that allows', () => {
    const lines = golden('hosts').split('\n')
    const last = (start: string): number => lines.findLastIndex(line => line.startsWith(start))
    expect(last('(deny file-read* file-write*')).toBeGreaterThan(last('(allow'))
    expect(last('(deny file-write* ')).toBeGreaterThan(last('(allow'))
  })

  it('has no path that could end a string', () => {
    const odd = { ...layout, writable: [`${at}/a\nb`] }
    expect(() => profileFor({ layout: odd, temporary: '/t', network: false })).toThrow('control characters')
  })
})

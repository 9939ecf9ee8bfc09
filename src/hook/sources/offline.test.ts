import { expect, it, vi } from 'vitest'
import { placesFor } from '../config/places.ts'
import { hostFor } from './offline.ts'

const host = hostFor(placesFor('linux', { HOME: '/home/dev' }), {}, () => '/elsewhere')

it.each(['/dev/fd', '/dev/fd/3', '/dev/stdin', '/proc/self', '/proc/self/fd/3', '/proc/thread-self/fd/0'])(
  'leaves %s as it is: the system would tell what is open here',
  path => expect(host.realpath(path)).toBe(path),
)

it.each(['/dev/fdx', '/proc/self/cwd', '/proc/self/root', '/dev/shm'])('asks the system about %s', path =>
  expect(host.realpath(path)).toBe('/elsewhere'),
)

it('asks about the root of a drive, never about where that drive is now', () => {
  const asked: string[] = []
  const there = (path: string): string | undefined => {
    asked.push(path)
    return path === 'X:/' ? 'C:\\Users\\dev\\.claude' : undefined
  }
  const windows = hostFor(placesFor('win32', {}), {}, there)
  expect(windows.realpath('X:/new/settings.json')).toBe('C:\\Users\\dev\\.claude/new/settings.json')
  expect(asked).toEqual(['X:/new/settings.json', 'X:/new', 'X:/'])
})

it.each([
  ['C:/new.txt', 'C:/', 'C:\\', 'C:/new.txt'],
  ['C:/', 'C:/', 'C:\\', 'C:\\'],
  ['/new.txt', '/', '/', '/new.txt'],
  ['/', '/', '/', '/'],
])('has one separator behind a root: %s', (path, known, real, want) => {
  const host = hostFor(placesFor('win32', {}), {}, asked => (asked === known ? real : undefined))
  expect(host.realpath(path)).toBe(want)
})

it.each(['C:\\tools\\tfy-hook.exe', '/usr/bin/tfy-hook', '/opt/tfy-hook.mjs'])('guards %s, by which it was started', file => {
  vi.stubGlobal('process', { ...process, execPath: '/usr/bin/node', argv: ['node', file] })
  try {
    expect(hostFor(placesFor('linux', {}), {}).guarded).toContain(file)
  } finally {
    vi.unstubAllGlobals()
  }
})

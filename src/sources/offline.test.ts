import { expect, it } from 'vitest'
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

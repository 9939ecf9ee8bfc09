import { expect, it } from 'vitest'
import { retryAfter } from './pause.ts'

const date = 'Sun, 06 Nov 1994 08:49:37 GMT'

it.each<[status: number, after: string | undefined, want: number | undefined]>([
  [429, '7', 7_000],
  [503, '0', 0],
  [503, '999999999', 86_400_000],
  [429, 'Sun, 06 Nov 1994 08:49:39 GMT', 2_000],
  [429, 'Sun, 06 Nov 1994 08:49:30 GMT', 0],
  [429, 'Sun, 06 Nov 2094 08:49:37 GMT', 86_400_000],
  [429, undefined, undefined],
  [429, '', undefined],
  [429, '-1', undefined],
  [429, '1.5', undefined],
  [429, '7 s', undefined],
  [429, '1e3', undefined],
  [429, 'Sun, 99 Nov 1994 08:49:37 GMT', undefined],
  [429, '1994-11-06', undefined],
  [500, '7', undefined],
  [301, '7', undefined],
  [200, '7', undefined],
])('%d with Retry-After %j', (status, after, want) => {
  expect(retryAfter(status, after, date)).toBe(want)
})

it("reads a moment against our own clock where the gateway's is silent", () => {
  expect(retryAfter(503, new Date(Date.now() + 5_000).toUTCString(), undefined)).toBeGreaterThan(3_000)
})

import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import type { Analysis } from '../values/analysis.ts'
import { HOLE, literal, taint } from '../values/value.ts'
import { expandPrintf } from './printf.ts'

const conversions =
  '%s %.2s %.0s %5s %-5s| %.*s %*s| %b %.3b %c %d %5d %-5d| %05d %+d % d %.3d %i %u %o %x %X %02x %q %% a%sb%d %s-%s'
const words = ['', 'r', 'rm', "'r", '"m', '7', '-7', '007', '0x72', '3abc', 'a b', 'x\\162y', '12', '$(id)', "it's", 'é']

const printed = (format: string, args: readonly string[], taint = 0): string =>
  expandPrintf([literal(format), ...args.map(word => ({ ...literal(word), taint }))], {} as Analysis).text

it('prints what bash prints, or says that it cannot know', () => {
  let known = 0
  for (const format of conversions.split(/ (?=%|a%)/))
    for (const args of words.flatMap(word => [[word], ['2', word], [word, 'zz', '5']])) {
      const told = printed(format, args)
      if (told.includes(HOLE)) continue
      known++
      // Numbers that are none are complained about.
      const real = execFileSync('bash', ['-c', 'LC_ALL=C.UTF-8 printf "$@" 2>&-; :', '_', format, ...args], {
        encoding: 'utf8',
      }).replaceAll('\0', '')
      expect([format, args, told]).toEqual([format, args, real])
    }
  expect(known).toBeGreaterThan(780)
}, 120_000)

it('knows no character by digits that stand for others', () => {
  for (const format of ['%o', '%x', '%c', '%b', '%03o']) expect(printed(format, ['114'], taint.counted)).toContain(HOLE)
  expect(printed('%d', ['114'], taint.counted)).toBe('114')
})

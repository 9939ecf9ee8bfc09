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
  const cases = conversions
    .split(/ (?=%|a%)/)
    .flatMap(format => words.flatMap(word => [[word], ['2', word], [word, 'zz', '5']]).map(args => ({ format, args })))
    .filter(({ format, args }) => !printed(format, args).includes(HOLE))
  // Numbers that are none are complained about.
  const script = 'LC_ALL=C.UTF-8; while [ $# -gt 0 ]; do n=$1; shift; printf "${@:1:n}" 2>&-; echo -n "|end|"; shift $n; done'
  const given = cases.flatMap(({ format, args }) => [String(args.length + 1), format, ...args])
  const real = execFileSync('bash', ['-c', script, '_', ...given], { encoding: 'utf8' })
    .replaceAll('\0', '')
    .split('|end|')
  for (const [at, { format, args }] of cases.entries())
    expect([format, args, printed(format, args)]).toEqual([format, args, real[at]])
  expect(cases.length).toBeGreaterThan(780)
})

it('knows no character by digits that stand for others', () => {
  for (const format of ['%o', '%x', '%c', '%b', '%03o']) expect(printed(format, ['114'], taint.counted)).toContain(HOLE)
  expect(printed('%d', ['114'], taint.counted)).toBe('114')
})

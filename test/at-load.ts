/** Bounds of tests that watch a clock, on a machine that is slower than another or that others use as well. */

import { availableParallelism, loadavg } from 'node:os'

/** Milliseconds that a piece of work may take now: `ms` where a processor is free, and in proportion more where several want each. */
export const atLoad = (ms: number): number => ms * Math.max(1, (2 * (loadavg()[0] ?? 0)) / availableParallelism())

/** Processor milliseconds of a fixed piece of work on the machine that the bounds were set on, when nothing else ran there. */
const onThatMachine = 6

const work = (): number => {
  const counts = new Map<string, number>()
  for (let n = 0; n < 60_000; n++) {
    const key = `key ${n % 5_000}`.toLowerCase()
    if (/\d{3}$/.test(key)) counts.set(key, (counts.get(key) ?? 0) + n)
  }
  return counts.size
}

/** Milliseconds of the processor that a piece of work may take: `ms`, and in proportion more on a machine that is slower now. */
export const atPace = (ms: number): number => {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < 5; n++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return ms * Math.max(1, least / onThatMachine)
}

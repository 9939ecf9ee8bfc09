/** The time that analyses may take: of the processor, since a busy machine takes the clock's from them. */

import type { Host } from '../../matching/host.ts'

/** In milliseconds, by `performance.now()` and by `Host.busy`. */
export interface Budget {
  /** Before this nobody asks what the processor did. */
  deadline: number
  readonly busyUntil: number
  /** Whatever else this process had to wait for. */
  readonly latest: number
}

/** How much longer than planned an analysis may wait for a busy machine. */
const patience = 1_000

/** Of `ms` milliseconds, and of no more than is left of another one. */
export const budgetOf = (ms: number, { busy }: Host, within?: Budget): Budget => {
  const now = performance.now()
  const own = { deadline: now + ms, busyUntil: busy === undefined ? 0 : busy() + ms, latest: now + ms + patience }
  return within === undefined
    ? own
    : {
        deadline: Math.min(own.deadline, within.deadline),
        busyUntil: Math.min(own.busyUntil, within.busyUntil),
        latest: Math.min(own.latest, within.latest),
      }
}

export const isSpent = (budget: Budget, { busy }: Host): boolean => {
  const now = performance.now()
  if (now <= budget.deadline) return false
  if (busy === undefined || now > budget.latest || busy() > budget.busyUntil) return true
  budget.deadline = now + 10
  return false
}

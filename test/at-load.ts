/** Bounds of tests that watch the clock on the wall, on a machine that others use as well. */

import { availableParallelism, loadavg } from 'node:os'

/** Milliseconds that a piece of work may take now: `ms` where a processor is free, and in proportion more where several want each. */
export const atLoad = (ms: number): number => ms * Math.max(1, (2 * (loadavg()[0] ?? 0)) / availableParallelism())

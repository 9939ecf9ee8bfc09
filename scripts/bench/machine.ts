/**
 * What a machine has to do with a ratio. One commit measures 2.05 against `curl` on one machine and 2.38 on another, where programs that never change
 * move as much: those say how much dearer a runtime is here than where the holds of `scripts/budget.json` were set.
 */

/** Medians there: the yardstick against `curl` and against the empty executable, and that against `curl`. */
const where = { yardstickToCurl: 1.8, yardstickToEmpty: 2.55, emptyToCurl: 0.7 }

/** A machine explains no more than that. */
const most = 1.3

/** How many times as dear a ratio is here, from 1 on: a machine that is kinder makes no hold tighter. `time` gives a subject's median. */
export const dearer = (ratio: string, time: (subject: string) => number): number => {
  const times =
    ratio === 'offline_vs_empty'
      ? time('yardstick') / time('empty') / where.yardstickToEmpty
      : /^(?:offline|gateway)_vs_curl$/.test(ratio)
        ? time('yardstick') / time('curl') / where.yardstickToCurl
        : /^(?:door|long)_\w+_vs_curl$/.test(ratio)
          ? time('empty') / time('curl') / where.emptyToCurl
          : 1
  return Number.isNaN(times) ? 1 : Math.min(Math.max(times, 1), most)
}

/**
 * What a machine has to do with a ratio. One commit measures 2.05 against `curl` on one machine and 2.38 on another, where programs that never change
 * move as much: those say how much dearer code in a runtime is here than where the holds of `scripts/budget.json` were set. `curl` and the empty
 * executable run next to none: one machine starts both 1.4 times as slowly as another, and takes 1.8 times as long for the yardstick and for the door.
 */

/** Medians there: the yardstick against `curl`, and against the empty executable. */
const where = { yardstickToCurl: 1.8, yardstickToEmpty: 2.55 }

/** A machine explains no more than that. */
const most = 1.3

/** How many times as dear a ratio is here, from 1 on: a machine that is kinder makes no hold tighter. `time` gives a subject's median. */
export const dearer = (ratio: string, time: (subject: string) => number): number => {
  const times =
    /_vs_empty$/.test(ratio) && ratio !== 'memory_vs_empty'
      ? time('yardstick') / time('empty') / where.yardstickToEmpty
      : /^(?:offline|gateway|door|long)\w*_vs_curl$/.test(ratio)
        ? time('yardstick') / time('curl') / where.yardstickToCurl
        : 1
  return Number.isNaN(times) ? 1 : Math.min(Math.max(times, 1), most)
}

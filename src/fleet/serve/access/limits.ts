/** How often each caller may ask in a minute: by the count that replicas share, and by our own while that cannot be had. */

export interface Limits {
  /** Seconds to wait; undefined where it may go on. */
  readonly full: (name: string, perMinute: number | undefined) => Promise<number | undefined>
}

/** Counts one more, for all replicas; undefined where nobody could be asked. */
export type SharedCount = (key: string) => Promise<number | undefined>

export const limitsOf = (shared: SharedCount, now: () => number = Date.now): Limits => {
  let minute = 0
  let counts = new Map<string, number>()
  return {
    full: async (name, perMinute) => {
      if (perMinute === undefined) return undefined
      const at = now()
      const current = Math.floor(at / 60_000)
      if (current !== minute) {
        minute = current
        counts = new Map()
      }
      const here = (counts.get(name) ?? 0) + 1
      counts.set(name, here)
      const count = here > perMinute ? here : Math.max(here, (await shared(`${current}:${name}`)) ?? 0)
      return count > perMinute ? Math.ceil(((current + 1) * 60_000 - at) / 1000) : undefined
    },
  }
}

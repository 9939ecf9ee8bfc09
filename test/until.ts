import { setTimeout as sleep } from 'node:timers/promises'

/** Looks until it is so; whether it came to that. Costs no more than it takes, so that the limit can suit a busy machine. */
export const until = async (met: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<boolean> => {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(25)) if (await met()) return true
  return met()
}

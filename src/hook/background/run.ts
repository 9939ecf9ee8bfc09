/**
 * The process in the background: one for all duties, which run beside each other. Started by hooks, it leaves when nothing has been to do for a
 * while. In two of them at once each duty would be done twice, so a mistake about that does no harm.
 */

import { lstatSync, mkdirSync, utimesSync } from 'node:fs'
import { create, read, remove, save } from '../sources/machine/private-file.ts'
import { alive } from '../sources/machine/process.ts'
import { aliveIn, backgroundIn, beatMs, goneMs, isYoung } from './attended.ts'

export interface Next {
  /** When it wants its next turn. */
  readonly inMs: number
  /** Something is left to do, so that the process stays. */
  readonly open: boolean
}

export interface Duty {
  readonly name: string
  /** Never rejects. */
  readonly turn: () => Promise<Next>
}

export interface Life {
  readonly idleMs: number
  readonly longestMs: number
  /** After the last mark it goes on until nobody can take it for being there. */
  readonly lingerMs: number
  readonly beatMs: number
}

export const standardLife: Life = { idleMs: 120_000, longestMs: 6 * 3_600_000, lingerMs: goneMs + beatMs, beatMs }

export type Left = 'busy elsewhere' | 'idle' | 'long' | 'taken over' | 'changed'

/** Runs until it is not needed. `files` are those that it has read once: a change ends it, so that another one reads them anew. */
export const runDuties = async (
  stateDir: string,
  duties: readonly Duty[],
  files: readonly (string | undefined)[],
  life: Life = standardLife,
): Promise<Left> => {
  const mark = aliveIn(stateDir)
  if (!take(stateDir, mark)) return 'busy elsewhere'
  const stamps = stampsOf(files)
  const open = new Set<Duty>()
  const from = Date.now()
  let busy = from
  let over = false
  const wakes = new Set<() => void>()
  const pause = (ms: number): Promise<void> =>
    new Promise(resolve => {
      const wake = (): void => {
        clearTimeout(timer)
        wakes.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      wakes.add(wake)
    })
  const loop = async (duty: Duty): Promise<void> => {
    while (!over) {
      const next = await duty.turn().catch(() => ({ inMs: 60_000, open: false }))
      if (next.open) open.add(duty)
      else open.delete(duty)
      if (!over) await pause(next.inMs)
    }
  }
  const loops = duties.map(loop)
  const left = await watch()
  // Whoever has looked meanwhile takes us for being there.
  if (left === 'idle' || left === 'long')
    for (const until = Date.now() + life.lingerMs; Date.now() < until && isMine(mark); ) await pause(Math.min(1_000, life.beatMs))
  over = true
  for (const wake of [...wakes]) wake()
  await Promise.race([Promise.all(loops), new Promise(resolve => setTimeout(resolve, 5_000).unref())])
  if (isMine(mark)) remove(mark)
  return left

  async function watch(): Promise<Left> {
    for (;;) {
      await pause(life.beatMs)
      const now = Date.now()
      if (!isMine(mark)) return 'taken over'
      if (stampsOf(files) !== stamps) return 'changed'
      if (open.size > 0) busy = now
      if (now - busy > life.idleMs) return 'idle'
      if (now - from > life.longestMs) return 'long'
      beat(mark)
    }
  }
}

const isMine = (mark: string): boolean => read(mark, 20) === String(process.pid)

const take = (stateDir: string, mark: string): boolean => {
  mkdirSync(backgroundIn(stateDir), { recursive: true, mode: 0o700 })
  const pid = Number(read(mark, 20))
  if (isYoung(mark, goneMs) && pid > 0 && pid !== process.pid && alive(pid)) return false
  try {
    create(mark, String(process.pid))
  } catch {
    save(mark, String(process.pid))
  }
  return isMine(mark)
}

const beat = (mark: string): void => {
  try {
    utimesSync(mark, new Date(), new Date())
  } catch {
    // Taken away in this moment: the next look says so.
  }
}

const stampsOf = (files: readonly (string | undefined)[]): string =>
  files
    .map(file => {
      const stat = file ? lstatSync(file, { throwIfNoEntry: false }) : undefined
      return stat === undefined ? '' : `${stat.ino}-${stat.size}-${stat.mtimeMs}`
    })
    .join('|')

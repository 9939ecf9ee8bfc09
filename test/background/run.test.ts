/** The process behind the hooks: one at a time, gone when nothing is to do, and never taken for there when it is not. */

import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { aliveIn, attended, backgroundIn, startedIn } from '../../src/hook/background/attended.ts'
import { type Duty, runDuties } from '../../src/hook/background/run.ts'
import { folder } from '../blackbox/call.ts'
import { until } from '../until.ts'

const life = { idleMs: 300, longestMs: 60_000, lingerMs: 50, beatMs: 20 }

const duty = (open: () => boolean, name = 'one'): Duty & { turns: number } => {
  const own = {
    name,
    turns: 0,
    turn: async () => {
      own.turns++
      return { inMs: 5, open: open() }
    },
  }
  return own
}

const stand = (state: string, pid: number, ageMs = 0): void => {
  mkdirSync(backgroundIn(state), { recursive: true })
  writeFileSync(aliveIn(state), String(pid), { mode: 0o600 })
  const at = new Date(Date.now() - ageMs)
  utimesSync(aliveIn(state), at, at)
}

describe('the process', () => {
  it('does its duties beside each other, and leaves when there is nothing to do', async () => {
    const state = folder({})
    let left = 10
    const [busy, stuck] = [duty(() => left-- > 0), { name: 'stuck', turn: () => Promise.reject(new Error('broken')) }]
    expect(attended(state)).toBe(false)
    const run = runDuties(state, [busy, stuck], [], life)
    expect(await until(() => attended(state))).toBe(true)
    expect(readFileSync(aliveIn(state), 'utf8')).toBe(String(process.pid))
    expect(await run).toBe('idle')
    expect(busy.turns).toBeGreaterThan(10)
    expect(existsSync(aliveIn(state))).toBe(false)
  })

  it('goes on after its last mark, for those that have looked meanwhile', async () => {
    const state = folder({})
    const one = duty(() => false)
    const run = runDuties(state, [one], [], { ...life, idleMs: 40, lingerMs: 400 })
    await sleep(200)
    const before = one.turns
    await run
    expect(one.turns).toBeGreaterThan(before)
  })

  it('stays while something is to do, and not for ever', async () => {
    const one = duty(() => true)
    expect(await runDuties(folder({}), [one], [], { ...life, idleMs: 30, longestMs: 400 })).toBe('long')
  })

  it('leaves when a file has changed that it has read', async () => {
    const at = folder({ 'config.yaml': 'audit: on\n' })
    const run = runDuties(at, [duty(() => true)], [`${at}/config.yaml`, undefined], life)
    await sleep(60)
    writeFileSync(`${at}/config.yaml`, 'audit: true\n# changed\n')
    expect(await run).toBe('changed')
  })

  it('leaves when another one has taken its place, and lets that one be', async () => {
    const state = folder({})
    const run = runDuties(state, [duty(() => true)], [], life)
    await sleep(60)
    stand(state, 1)
    expect(await run).toBe('taken over')
    expect(readFileSync(aliveIn(state), 'utf8')).toBe('1')
  })

  it.each<[string, number, number, string]>([
    ['does not start beside one that lives', 1, 0, 'busy elsewhere'],
    ['takes the place of one that has not been heard of', 1, 60_000, 'idle'],
    ['takes the place of one that is gone', 4_194_303, 0, 'idle'],
  ])('%s', async (_, pid, ageMs, left) => {
    const state = folder({})
    stand(state, pid, ageMs)
    expect(await runDuties(state, [duty(() => false)], [], { ...life, idleMs: 30 })).toBe(left)
  })
})

describe('attended', () => {
  it.each<[string, number, boolean]>([
    ['a young mark', 1_000, true],
    ['an old one', 30_000, false],
    ['one from the future, after the clock went back', -3_600_000, false],
  ])('%s', (_, ageMs, there) => {
    const state = folder({})
    stand(state, 1, ageMs)
    expect(attended(state)).toBe(there)
  })

  it('counts somebody who has just started it', () => {
    const state = folder({})
    mkdirSync(backgroundIn(state))
    writeFileSync(startedIn(state), '')
    expect(attended(state)).toBe(true)
  })
})

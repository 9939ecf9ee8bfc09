/**
 * The breaker across processes: its state in one small file per way to a gateway, its claim to probe in a file that only one process can
 * create. Nothing here can fail a call: what cannot be read or written counts as a closed breaker.
 */

import { readdirSync } from 'node:fs'
import type { Env } from '../../core/client.ts'
import type { GatewayConfig } from '../../core/config.ts'
import type { Result } from '../../core/failure.ts'
import { hash } from '../../core/hash.ts'
import type { BreakerPhase, Verdict } from '../../core/verdict.ts'
import {
  afterCall,
  type Breaker,
  claimLeftMs,
  longestMs,
  outcomeOf,
  readBreaker,
  type Stand,
  standOf,
  writeBreaker,
} from './breaker.ts'
import type { Sourced } from './choose.ts'
import { create, read, remove, save, statOf } from './machine/private-file.ts'
import { routeTo } from './transport/proxy.ts'

/** One way to a gateway, and where what is known of it is kept. */
export interface Place {
  readonly origin: string
  readonly dir: string
  /** Name of the state file; the claims begin with it. */
  readonly name: string
}

/**
 * Another proxy or socket is another way: who can set a variable for one process must not close the gateway to the others. Undefined for a
 * URL that is none.
 */
export const breakerFor = (gateway: GatewayConfig, env: Env, stateDir: string): Place | undefined => {
  if (!URL.canParse(gateway.url)) return undefined
  const url = new URL(gateway.url)
  const route = gateway.socket === undefined ? routeTo(url, env) : undefined
  const proxy = route?.kind === 'proxy' ? route.url : ''
  return { origin: url.origin, dir: stateDir, name: `breaker-${hash(`${url.origin}|${gateway.socket ?? ''}|${proxy}`)}.json` }
}

/** The verdict of a call, or `gateway-paused` at once. */
export const throughBreaker = async (
  at: Place,
  call: { readonly timeoutMs: number; readonly bodySize: () => number },
  ask: () => Promise<Result<Verdict>>,
): Promise<Sourced> => {
  const { pass, state } = admit(at, call.timeoutMs)
  if (typeof pass === 'object' && 'waitMs' in pass)
    return { ok: false, failure: { kind: 'gateway-paused', retryAfterMs: pass.waitMs }, breaker: pass.phase }
  const answer = await ask()
  record(at, state, answer, call, pass)
  return pass === 'free' ? answer : { ...answer, breaker: 'half-open' }
}

/** For `doctor`: what the next call would find. */
export const breakerStatus = (
  at: Place,
  now = Date.now(),
): Stand & { readonly file: string; readonly failures: number; readonly pauses: number } => {
  const breaker = load(at)
  const stand = standOf(breaker, now)
  const asleep = stand.phase === 'closed'
  return {
    ...stand,
    file: `${at.dir}/${at.name}`,
    failures: asleep && breaker !== undefined && 'failures' in breaker ? breaker.failures.length : 0,
    pauses: !asleep && breaker !== undefined && 'pauses' in breaker ? breaker.pauses : 0,
  }
}

interface Wait {
  readonly phase: BreakerPhase
  readonly waitMs: number
}

interface Claim {
  readonly file: string
  readonly expires: number
}

interface Admitted {
  readonly pass: 'free' | Claim | Wait
  readonly state: Breaker | undefined
}

const admit = (at: Place, timeoutMs: number): Admitted => {
  const state = load(at)
  const now = Date.now()
  const stand = standOf(state, now)
  if (stand.phase === 'closed' || state === undefined || !('until' in state)) return { pass: 'free', state }
  if (stand.phase === 'open') return { pass: { phase: 'open', waitMs: stand.retryAfterMs }, state }
  const pass = claim(at, state.until, now, Math.min(timeoutMs + marginMs, longestMs))
  if (typeof pass === 'object' && 'file' in pass) {
    // Whoever held a claim before us may be done in the meantime, and have cleared it away.
    const current = load(at)
    const same = current !== undefined && 'until' in current && current.until === state.until
    if (!same) {
      remove(pass.file)
      const then = standOf(current, now)
      if (then.phase === 'closed') return { pass: 'free', state: current }
      return { pass: { phase: 'open', waitMs: then.phase === 'open' ? then.retryAfterMs : marginMs }, state: current }
    }
  }
  return { pass, state }
}

/** A claim outlives the call that it is for by this much, in which a call that overran is gone. */
const marginMs = 1_000
/** Between a claim's creation and its first byte. */
const bornMs = 2_000

/**
 * Creates the first claim of this pause that nobody has, or says how long the one in force lasts. A claim that ran out is not taken over
 * but followed by the next number: two processes that see it run out cannot both create that.
 */
const claim = (at: Place, until: number, now: number, lifeMs: number): 'free' | Claim | Wait => {
  for (let turn = 0; turn < 512; turn++) {
    const file = `${claimsOf(at, until)}${turn}`
    try {
      create(file, String(now + lifeMs))
      return { file, expires: now + lifeMs }
    } catch (error) {
      // Where nothing can be written there is no breaker.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return 'free'
    }
    const waitMs = claimLeftMs(expiryOf(file), now)
    if (waitMs > 0) return { phase: 'half-open', waitMs }
  }
  return 'free'
}

const claimsOf = ({ dir, name }: Place, until: number): string => `${dir}/${name}.probe-${until.toString(36)}-`

const expiryOf = (file: string): number => {
  const text = read(file, 32)
  if (text !== undefined && /^\d+$/.test(text)) return Number(text)
  return (statOf(file)?.mtimeMs ?? 0) + bornMs
}

const record = (
  at: Place,
  before: Breaker | undefined,
  answer: Result<Verdict>,
  { timeoutMs, bodySize }: { readonly timeoutMs: number; readonly bodySize: () => number },
  pass: 'free' | Claim,
): void => {
  const failure = answer.ok ? undefined : answer.failure
  const outcome = outcomeOf(failure, bodySize)
  const file = `${at.dir}/${at.name}`
  if (outcome === 'reached') {
    if (before !== undefined || statOf(file) !== undefined) remove(file)
    if (pass !== 'free') clear(at, '')
    return
  }
  if (outcome === 'unknown') {
    // Once it has run out the next one may be held, and its number must not be free again before that.
    if (pass !== 'free' && claimLeftMs(pass.expires, Date.now()) > 0) remove(pass.file)
    return
  }
  const state = load(at)
  // A claim is good for the pause that it follows, and for no other.
  const probe = pass !== 'free' && sameUntil(state, before)
  const next = afterCall(state, {
    outcome,
    now: Date.now(),
    probe,
    timeoutMs,
    chance: Math.random(),
    ...(failure?.kind === 'gateway-status' && failure.retryAfterMs !== undefined && { retryAfterMs: failure.retryAfterMs }),
  })
  if (next !== undefined && next !== state) save(file, writeBreaker(next, at.origin))
  if (probe && before !== undefined && 'until' in before) clear(at, `probe-${before.until.toString(36)}-`)
}

const sameUntil = (a: Breaker | undefined, b: Breaker | undefined): boolean =>
  a !== undefined && b !== undefined && 'until' in a && 'until' in b && a.until === b.until

const load = ({ dir, name, origin }: Place): Breaker | undefined => {
  const text = read(`${dir}/${name}`, 1024)
  return text === undefined ? undefined : readBreaker(text, origin)
}

/** Claims that have served, and with no `kind` the drafts of killed processes too. */
const clear = ({ dir, name }: Place, kind: string): void => {
  try {
    for (const entry of readdirSync(dir)) if (entry.startsWith(`${name}.${kind}`)) remove(`${dir}/${entry}`)
  } catch {
    return
  }
}

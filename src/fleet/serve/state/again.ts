/**
 * Calls that come again: a fleet runs `git status` and `npm test` all day. The engine says the same where it is asked the same and is told the same
 * about the machine and the session. All that it was told is asked again each time, so that a link, a file or a note that has changed is seen at once.
 */

import { type Earlier, nothingEarlier } from '../../../core/earlier.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { Host } from '../../../engine/matching/host.ts'
import type { PolicyFile } from '../../../engine/policy/rules/types.ts'
import type { evaluate } from '../../../hook/sources/offline.ts'

type Evaluate = typeof evaluate

/** A question that the engine had, and what it was told. */
interface Told {
  readonly ask: (host: Host) => unknown
  readonly answer: unknown
}

interface Known {
  readonly told: readonly Told[]
  readonly judged: Awaited<ReturnType<Evaluate>>
}

/** Calls of one policy that are known, characters of one, questions and characters of what was told about it, and milliseconds: far from any deadline. */
const most = { calls: 1_024, length: 4_096, questions: 64, told: 16_384, ms: 50 } as const

export const answeringAgain = (evaluate: Evaluate): Evaluate => {
  const known = new WeakMap<readonly PolicyFile[], Calls>()
  return async (event, policies, host, today = new Date().toISOString().slice(0, 10)) => {
    const calls = known.get(policies) ?? callsOf(policies)
    known.set(policies, calls)
    const { content } = event
    // Most calls come once: nothing but their content is kept, and no key is made.
    const isNew = !calls.contents.has(content)
    if (calls.checks || isNew || content.length > most.length) {
      if (calls.contents.size >= most.calls) calls.contents.clear()
      if (isNew && content.length <= most.length) calls.contents.add(content)
      return evaluate(event, policies, host, today)
    }
    const key = keyOf(event, host, today)
    if (key === undefined) return evaluate(event, policies, host, today)
    const before = calls.known.get(key)
    if (before?.told.every(({ ask, answer }) => same(ask(host), answer)) === true) return before.judged
    if (before === undefined && calls.known.size >= most.calls) calls.known.clear()
    const told: Told[] = []
    const started = performance.now()
    const judged = await evaluate(event, policies, watched(host, told), today)
    const isShort = told.length <= most.questions && told.reduce((sum, { answer }) => sum + lengthOf(answer), 0) <= most.told
    if (judged.ok && isShort && performance.now() - started < most.ms) calls.known.set(key, { told, judged })
    else calls.known.delete(key)
    return judged
  }
}

/** What a server knows of the calls that it judged by one list of policies. */
interface Calls {
  /** A program of the policy may say something else each time. */
  readonly checks: boolean
  readonly contents: Set<string>
  readonly known: Map<string, Known>
}

const callsOf = (policies: readonly PolicyFile[]): Calls => ({
  checks: policies.some(({ rules }) => rules.some(({ check }) => check !== undefined)),
  contents: new Set(),
  known: new Map(),
})

/** Of the session the engine knows its memory, which is asked, and whether there is one. */
const keyOf = (event: NormalizedHookEvent, host: Host, today: string): string | undefined => {
  const { metadata: _, sessionId, conversationId, ...rest } = event
  const key = `${today}${(sessionId ?? conversationId) ? 's' : ''}${host.earlier === undefined ? '' : 'e'}${JSON.stringify(rest)}`
  return key.length > 4 * most.length ? undefined : key
}

const watched = (host: Host, told: Told[]): Host => {
  const noted = <T>(ask: (host: Host) => T): T => {
    const answer = ask(host)
    told.push({ ask, answer })
    return answer
  }
  const { names, earlier } = host
  return {
    ...host,
    realpath: path => noted(one => one.realpath(path)),
    readText: (path, limit) => noted(one => one.readText(path, limit)),
    env: name => noted(one => one.env(name)),
    ...(names !== undefined && { names: (folder, limit) => noted(one => one.names?.(folder, limit)) }),
    ...(earlier !== undefined && { earlier: () => remembered(noted) }),
  }
}

const remembered = (noted: <T>(ask: (host: Host) => T) => T): Earlier => {
  const memory = (host: Host): Earlier => host.earlier?.() ?? nothingEarlier
  if (noted(host => memory(host) === nothingEarlier)) return nothingEarlier
  return {
    times: word => noted(host => memory(host).times(word)),
    sure: noted(host => memory(host).sure),
    ...(noted(host => memory(host).kinds !== undefined) && {
      kinds: { has: kind => noted(host => memory(host).kinds?.has(kind) !== false) },
    }),
  }
}

const same = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((item, n) => item === other[n]))

const lengthOf = (answer: unknown): number =>
  typeof answer === 'string' ? answer.length : Array.isArray(answer) ? answer.join('').length : 0

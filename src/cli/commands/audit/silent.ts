/** `audit silent`: who has gone silent. Machines and clients that are heard of, and ask before no tool any more. */

import { oneLine } from '../../../core/redact.ts'
import type { SeenSession, Who } from '../../../hook/audit/seen.ts'
import { writeAll } from '../../../hook/io.ts'
import { loadClient } from '../../../hook/recognise.ts'
import type { Answer } from '../../../setup/guard/answer.ts'
import { settling } from '../../../setup/guard/evidence.ts'
import { goneSilent } from '../../../setup/guard/silence.ts'
import { callsServed } from '../registration/guards.ts'
import { palette } from '../terminal/ansi.ts'
import { json } from '../terminal/json.ts'
import { type Asked, stateOf } from './options.ts'

export interface SilentRow extends Who {
  readonly client: string
  readonly title: string
  readonly answer: Exclude<Answer, 'guarded'>
  /** As `status` says it on the machine itself, with what settles it there. */
  readonly because: string
  readonly fix: string
  /** Sessions without a question. */
  readonly sessions: number
  /** ISO times of the last line and of the last question. */
  readonly last: string
  readonly asked?: string
}

export interface Silence {
  readonly silent: readonly SilentRow[]
  /** Of these nothing is missing. */
  readonly asking: number
  /** False where the log is longer than what was looked at. */
  readonly complete: boolean
}

/** Exit code 1 where somebody is silent. */
export const silentOnes = async (options: Asked): Promise<number> => {
  const found = await silenceIn(stateOf(options), options.tenant, Date.now())
  writeAll(1, options.json ? `${json(found as never)}\n` : text(found))
  return found.silent.length === 0 ? 0 : 1
}

const silenceIn = async (stateDir: string, tenant: string | undefined, now: number): Promise<Silence> => {
  const { byClient, complete } = callsServed(stateDir)
  const silent: SilentRow[] = []
  let asking = 0
  for (const [client, { sessions }] of byClient) {
    const adapter = await loadClient(client)
    if (adapter === undefined) continue
    for (const [who, theirs] of byWho(sessions.filter(one => tenant === undefined || one.who?.tenant === tenant))) {
      const found = goneSilent(theirs, now)
      if (found === undefined) {
        if (theirs.some(({ tool }) => tool !== undefined)) asking++
        continue
      }
      silent.push({
        ...who,
        client,
        title: adapter.title,
        answer: 'cannot be known',
        because: found.because,
        fix: settling(adapter, who.host === undefined ? '' : ` on ${who.host}`),
        sessions: found.sessions,
        last: iso(Math.max(...theirs.map(({ last }) => last))),
        ...(found.asked !== undefined && { asked: iso(found.asked) }),
      })
    }
  }
  return { silent: silent.sort((a, b) => (a.last < b.last ? 1 : -1)), asking, complete }
}

const iso = (at: number): string => new Date(at).toISOString()

const byWho = (sessions: readonly SeenSession[]): readonly (readonly [Who, readonly SeenSession[]])[] => {
  const found = new Map<string, [Who, SeenSession[]]>()
  for (const session of sessions) {
    const { tenant, caller, host, user } = session.who ?? {}
    const key = JSON.stringify([tenant, caller, host, user])
    const there = found.get(key)
    if (there === undefined) found.set(key, [session.who ?? {}, [session]])
    else there[1].push(session)
  }
  return [...found.values()]
}

const text = ({ silent, asking, complete }: Silence): string => {
  const { strong, faint } = palette()
  const rows = silent.flatMap(({ title, tenant, caller, host, user, because, fix }) => [
    strong(oneLine([title, ...[host, user, caller, tenant].filter(Boolean)].join(', '), 120)),
    `  ${because}.`,
    `  ${faint('fix')}  ${oneLine(fix, 300)}`,
  ])
  const rest = `${asking} ${silent.length > 0 ? 'more ' : ''}${asking === 1 ? 'asks' : 'ask'} before tools.`
  return `${[...rows, ...(rows.length > 0 ? [''] : []), rest, ...(complete ? [] : ['The log is longer than what was looked at.'])].join('\n')}\n`
}

/** Whether a client's registrations stand as they should: there, once, complete, and with time enough. */

import type { ClientAdapter } from '../../core/adapter.ts'
import { stringAt } from '../../core/json.ts'
import type { Practice } from './client-calls.ts'
import { bad, type Finding, fine, warn } from './finding.ts'
import { matchesAll, mayMatch, type Registered } from './registrations.ts'

/** A file that a client reads hooks from. */
export interface Place {
  readonly file: string
  /** Undefined for a file that the client reads and `init` does not write. */
  readonly scope: string | undefined
  /** Another client, whose file this one reads as well. */
  readonly owner?: string
  readonly text: string
  readonly registered: readonly Registered[]
}

export interface Subject {
  readonly adapter: ClientAdapter
  readonly practice: Practice | undefined
  readonly places: readonly Place[]
  /** What says that the client is here. */
  readonly binary: string | undefined
  readonly folder: string | undefined
}

const own = ({ places }: Subject): readonly Place[] =>
  places.filter(({ owner, registered }) => owner === undefined && registered.length > 0)

const borrowed = ({ places }: Subject): readonly Place[] =>
  places.filter(({ owner, registered }) => owner !== undefined && registered.length > 0)

const init = ({ adapter }: Subject): string => `tfy-hook init --client ${adapter.id}`

export const presence = (
  subject: Subject,
  { asked, called }: { readonly asked: boolean; readonly called: boolean },
): readonly Finding[] => {
  const { adapter, binary, folder, practice } = subject
  const places = own(subject)
  if (places.length > 0) {
    return places.map(({ file, registered }) =>
      fine(
        'registration',
        `Registered in ${file}${registered.some(({ event }) => event !== '') ? ` for ${count(registered)}` : ''}${overHttp(registered)}.`,
      ),
    )
  }
  const [through] = borrowed(subject)
  if (through !== undefined && practice?.importsClaude === 'always')
    return [fine('registration.borrowed', `Registered through ${through.file}, which ${adapter.title} reads as well.`)]
  if (binary === undefined && folder === undefined && !asked && !called) return []
  const seen = binary ?? (called ? 'it has called before' : folder)
  if (binary === undefined && !asked && !called)
    return [fine('registration.none', `Not registered. There is ${folder}, and no program of ${adapter.title} on the PATH.`)]
  return [
    (asked ? bad : warn)(
      'registration.missing',
      `${adapter.title} ${seen === undefined ? 'is not registered' : `is here (${seen}) and not registered`}.`,
      'Nothing that it does is checked.',
      init(subject),
    ),
  ]
}

/** By path and host, or by our mark: what another server answers is not ours. */
const overHttp = (registered: readonly Registered[]): string => {
  const urls = [...new Set(registered.flatMap(({ run }) => (run.kind === 'http' ? [run.url] : [])))]
  if (urls.length === 0) return ''
  const events = registered.filter(({ run }) => run.kind !== 'http').map(({ event }) => event)
  return `, over HTTP at ${urls.join(', ')}${events.length === 0 ? '' : ` (as a command for ${events.join(', ')})`}`
}

const count = (registered: readonly Registered[]): string => {
  const events = new Set(registered.map(({ event }) => event))
  return events.size === 1 ? '1 event' : `${events.size} events`
}

/** Names of one event in several spellings. */
const same = (event: string): string => event.replace(/[^A-Za-z]/g, '').toLowerCase()

export const once = (subject: Subject): readonly Finding[] => {
  const { adapter } = subject
  const found: Finding[] = []
  const places = own(subject)
  for (const { file, registered } of places) {
    const events = registered.map(({ event }) => event)
    const twice = [...new Set(events.filter((event, i) => events.indexOf(event) !== i))]
    if (twice.length > 0)
      found.push(
        warn(
          'registration.twice',
          `${file} has more than one entry of ours for ${twice.join(', ')}.`,
          'Every such action is asked about more than once.',
          init(subject),
        ),
      )
  }
  // The account's stays: it counts in every folder.
  const first = places.find(({ scope }) => scope === 'user') ?? places[0]
  for (const other of places.filter(place => place !== first)) {
    const shared = first?.registered.some(a => other.registered.some(b => same(a.event) === same(b.event)))
    if (shared)
      found.push(
        warn(
          'registration.twice',
          `${first?.file} and ${other.file} both register tfy-hook.`,
          `${adapter.title} runs both: every action is asked about twice, and is recorded twice.`,
          other.scope === undefined
            ? `Take our entries out of ${other.file}`
            : `tfy-hook uninstall --client ${adapter.id} --scope ${other.scope}`,
        ),
      )
  }
  const [through] = borrowed(subject)
  if (first !== undefined && through !== undefined)
    found.push(
      fine(
        'registration.borrowed',
        `${adapter.title} ${subject.practice?.importsClaude === 'always' ? 'reads' : 'can be set to read'} ${through.file} as well: there an action is asked about twice, and the stricter answer counts.`,
      ),
    )
  return found
}

/** The event that everything rests on, for every tool. Some clients have a file for each event. */
export const complete = (subject: Subject): readonly Finding[] => {
  const { adapter, practice } = subject
  if (practice === undefined) return []
  const places = own(subject)
  return [...new Set(places.map(({ scope }) => scope))].flatMap(scope => {
    const here = places.filter(place => place.scope === scope)
    const file = here.map(place => place.file).join(', ')
    const registered = here.flatMap(place => place.registered)
    if (registered.some(({ event }) => event === '')) return []
    const before = registered.filter(({ event }) => practice.events.includes(event))
    if (before.length === 0)
      return [
        bad(
          'registration.blind',
          `${file} does not register ${practice.events[0]}.`,
          `${adapter.title} asks before a tool runs at this event and at no other.`,
          init(subject),
        ),
      ]
    if (before.some(matchesAll)) return []
    const tool = stringAt(practice.payload('true', '/'), 'tool_name')
    if (tool !== undefined && !before.some(one => mayMatch(one, tool)))
      return [
        bad(
          'registration.blind',
          `${file} registers ${before[0]?.event} for ${said(before)} only, and commands are not among them.`,
          'Commands run without a question, whatever the drill shows.',
          init(subject),
        ),
      ]
    return [
      warn(
        'registration.matcher',
        `${file} registers ${before[0]?.event} for ${said(before)} only.`,
        'Other tools run without a question.',
        init(subject),
      ),
    ]
  })
}

const said = (registered: readonly Registered[]): string =>
  registered.map(({ matcher, only }) => [matcher, only].filter(Boolean).join(' if ')).join(', ')

/** A client kills what takes longer than its limit, and a killed hook has said nothing. */
export const limits = (subject: Subject, budgetMs: number): readonly Finding[] => {
  const { adapter } = subject
  const { registration } = adapter
  return own(subject).flatMap(({ file, text, registered }) => {
    const short = [...new Set(registered.map(({ event }) => event))].flatMap(event => {
      if (adapter.events[event]?.can.deny !== 'block') return []
      const given = registration?.timeouts(text, event) ?? []
      const limit = Math.min(...(given.length === 0 ? [undefined] : given).map(ms => ms ?? adapter.timeoutMs(event)))
      return limit <= budgetMs ? [{ event, limit }] : []
    })
    const [first] = short.sort((a, b) => a.limit - b.limit)
    if (first === undefined) return []
    return [
      warn(
        'registration.limit',
        `${file} gives the hook ${first.limit} ms at ${first.event}, and our own budget is ${budgetMs} ms.`,
        `${adapter.title} may kill the hook before it has answered. What is left for a gateway is cut down to ${Math.round(first.limit * 0.8)} ms.`,
        init(subject),
      ),
    ]
  })
}

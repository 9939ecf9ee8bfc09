/** Who can call: every client with an adapter, every event of it that can block and one that cannot, attended or not. */

import type { ClientAdapter, Hints } from '../../src/core/adapter.ts'
import type { ClientSignature, Env } from '../../src/core/client.ts'
import type { NormalizedHookEvent } from '../../src/core/event.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { loadAll, recognise } from '../../src/hook/recognise.ts'
import { fixturesOf, hintsOf, situationOf } from '../../test/clients/oracles/fixtures.ts'
import { oracleOf, utmostOf } from '../../test/clients/oracles/oracles.ts'
import type { Situation } from '../../test/clients/oracles/reading.ts'

export interface Caller {
  readonly adapter: ClientAdapter
  readonly eventName: string
  readonly blocking: boolean
  readonly attended: boolean
  /** The event that its payload makes. */
  readonly event: NormalizedHookEvent
  readonly payload: JsonObject
  readonly env: Env
  /** What its registration says beside the payload. */
  readonly hints: Hints
  readonly situation: Situation
}

const all: readonly (ClientSignature | ClientAdapter)[] = await loadAll()
export const adapters = all.filter((client): client is ClientAdapter => 'events' in client)
export const signatures = all.filter(client => !('events' in client))

/** How each client says whether somebody is there. One that is not named has no way to say that nobody is. */
const presence: Readonly<
  Record<string, Readonly<Record<'here' | 'away', { readonly env?: Env; readonly payload?: JsonObject }>>>
> = {
  'claude-code': { here: { env: { CLAUDE_CODE_SESSION_ATTENDED: '1' } }, away: { env: { CLAUDE_CODE_SESSION_ATTENDED: '0' } } },
  codex: { here: { payload: { permission_mode: 'default' } }, away: { payload: { permission_mode: 'bypassPermissions' } } },
  'copilot-cli': { here: {}, away: { env: { COPILOT_AGENT_PROMPT: 'Fix the cart' } } },
  cursor: { here: { payload: { is_background_agent: false } }, away: { payload: { is_background_agent: true } } },
  droid: { here: { payload: { permission_mode: 'off' } }, away: { payload: { permission_mode: 'auto-low' } } },
  grok: { here: { payload: { permissionMode: 'default' } }, away: { payload: { permissionMode: 'bypassPermissions' } } },
  'qwen-code': { here: { payload: { permission_mode: 'default' } }, away: { payload: { permission_mode: 'yolo' } } },
}

const namesOf = (adapter: ClientAdapter): readonly string[] => {
  const names = Object.keys(adapter.events)
  const blocks = (name: string): boolean => adapter.events[name]?.can.deny === 'block'
  const silent = names.find(name => !blocks(name) && adapter.events[name]?.guardrail !== null)
  return [...names.filter(blocks), ...(silent === undefined ? [] : [silent])]
}

const callersOf = (adapter: ClientAdapter, eventName: string): readonly Caller[] =>
  [true, false].flatMap(attended => {
    const signs = presence[adapter.id]
    if (signs === undefined && !attended) return []
    const sign = signs?.[attended ? 'here' : 'away']
    for (const { stdin, env: recorded, args, ...fixture } of fixturesOf(adapter.id)) {
      const hints = { ...hintsOf({ args }), client: adapter.id }
      const payload = { ...(stdin as JsonObject), ...sign?.payload }
      const env = { ...recorded, ...sign?.env }
      const found = recognise(payload, { env, hints })
      if (!found.ok || found.value.id !== adapter.id) continue
      const made = adapter.normalise(payload, env, hints)
      if (!made.ok || made.value.originalEventName !== eventName || made.value.attended !== attended) continue
      const blocking = adapter.can(made.value).deny === 'block'
      // One payload of an event that can block may be one that cannot.
      if (blocking !== (adapter.events[eventName]?.can.deny === 'block')) continue
      const situation = { ...situationOf({ ...fixture, stdin, env: recorded }, adapter.id), attended }
      return [
        {
          adapter,
          eventName,
          blocking,
          attended,
          event: made.value,
          payload,
          env,
          hints,
          situation,
        },
      ]
    }
    throw new Error(`no fixture of ${adapter.id} is ${attended ? 'an attended' : 'an unattended'} ${eventName}`)
  })

/** Every event of every client at which a hook can keep the agent at work, by its adapter or its oracle, with one payload that has not been held yet. */
export const stops: readonly Caller[] = adapters.flatMap(adapter => {
  const found = new Map<string, Caller>()
  for (const { stdin, env, args } of fixturesOf(adapter.id)) {
    const payload = stdin as JsonObject
    const hints = { ...hintsOf({ args }), client: adapter.id }
    const made = adapter.normalise(payload, env, hints)
    if (!made.ok) continue
    const event = made.value
    const eventName = event.originalEventName
    const situation = { ...situationOf({ stdin, env }, adapter.id), attended: event.attended }
    const held = oracleOf(adapter.id)(eventName, utmostOf(adapter.id), situation).keepsWorking === true
    const can = adapter.can(event).deny
    if (found.has(eventName) || can === 'none' || !(held || (event.subject === 'stop' && can === 'feedback'))) continue
    const blocking = can === 'block'
    // As `init` registers it: the event's name stands in the command.
    const named = { ...hints, event: eventName }
    found.set(eventName, { adapter, eventName, blocking, attended: event.attended, event, payload, env, hints: named, situation })
  }
  return [...found.values()]
})

export const callers: readonly Caller[] = adapters.flatMap(adapter => namesOf(adapter).flatMap(name => callersOf(adapter, name)))

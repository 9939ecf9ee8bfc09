/** Every combination of source, failure, fail mode, client, event and attendance: what the client must not do, whatever was rendered. */

import { describe, expect, it } from 'vitest'
import { callers, signatures } from '../scripts/outcomes/callers.ts'
import { failureKinds, samples } from '../scripts/outcomes/failures.ts'
import {
  asks,
  modes,
  type Outcome,
  outcomeOf,
  type Part,
  type Said,
  situations,
  sourceNames,
} from '../scripts/outcomes/outcomes.ts'
import { codesOf, mute, neutralOf, oracleOf } from './clients/oracles/oracles.ts'
import type { Reading } from './clients/oracles/reading.ts'

const order: readonly Said[] = ['grant', 'allow', 'ask', 'defer', 'deny']

/** What must be said, from the parts alone: the strictest of what is known, and of the fail mode where something failed. */
const owed = ({ source, stage, gateway, offline, mode, caller }: Outcome): { readonly said: Said; readonly settled: boolean } => {
  const before = !['gateway', 'engine', 'config', 'doubt'].includes(stage)
  const online = asks(source, 'gateway') && caller.event.guardrail !== null
  const fallen = source !== 'gateway-then-offline' || !online || 'fails' in gateway
  // A local deny does not wait for the gateway.
  const local = source === 'both' && 'says' in offline && offline.says === 'deny'
  const parts: readonly Part[] = before
    ? []
    : [
        ...(online && !local && (source !== 'gateway-then-offline' || !fallen) ? [gateway] : []),
        ...(asks(source, 'offline') && fallen ? [offline] : []),
      ]
  // What hides its own command is at least a question, also when failing open.
  const acts = !['output', 'session', 'stop', 'other'].includes(caller.event.subject)
  const hidden: readonly Said[] = stage === 'payload' || (stage === 'doubt' && acts) ? ['ask'] : []
  const known = [...hidden, ...parts.flatMap(part => ('says' in part ? part.says : (part.knows ?? [])))]
  const settled = before || stage === 'doubt' || parts.some(part => 'fails' in part)
  const spoken = [...known, ...(settled ? [mode === 'closed' ? ('deny' as const) : ('allow' as const)] : [])]
  const said = order.findLast(word => spoken.includes(word)) ?? 'allow'
  return { said: said === 'grant' && (settled || spoken.includes('allow')) ? 'allow' : said, settled }
}

/** Exit 2 is all that an unknown caller can be told, and it is not every client's way. */
const strange = ({ stage }: Outcome): boolean => stage === 'caller'

/** Where the client reads a denial in its own words only, so that exit 2 stops nothing: what follows an action, the dialog before one, and one client altogether. */
const deaf = [
  'cline',
  'gemini-cli AfterModel',
  'qwen-code PermissionRequest',
  'qwen-code PostToolUse',
  'qwen-code TodoCompleted',
  'qwen-code TodoCreated',
]

const problemsOf = (outcome: Outcome): readonly string[] => {
  const { stage, caller, decided, reading } = outcome
  if (strange(outcome)) return []
  // Without a payload, or with a new name, the event is not known, and a denial that nobody reads does no harm.
  const eventKnown = (stage !== 'stdin' && stage !== 'event') || caller.blocking
  return eventKnown ? reading.problems : reading.problems.filter(() => decided.answer.exitCode !== 2)
}

const wrongs = (outcome: Outcome): readonly string[] => {
  const { caller, decided, mode, reading, onWindows } = outcome
  const { adapter, attended, blocking, eventName, event, situation } = caller
  const { said, settled } = owed(outcome)
  const { exitCode, stdout, stderr } = decided.answer
  const can = adapter.can(event)
  const silence = oracleOf(adapter.id)(eventName, neutralOf(adapter.id, eventName), situation)
  const question = (said === 'ask' || said === 'defer') && attended && can.ask
  const told = `${reading.personTold ?? ''}${reading.modelTold ?? ''}`
  const wrong: string[] = []
  const must = (holds: boolean, what: string): void => void (holds || wrong.push(what))

  must((strange(outcome) ? [0, 2] : codesOf(adapter.id)).includes(exitCode), 'exits with a code that the client knows')
  must(problemsOf(outcome).length === 0, 'says only what the client reads')
  // Exit 0, which an unknown caller hears, is no silence where the client's own silence is another code.
  const silenced = !strange(outcome) || neutralOf(adapter.id, eventName).exitCode === 0
  must(
    !silenced || (reading.skipsPrompt === undefined) === (said !== 'grant' || !can.grant),
    'skips the prompt for a grant of a whole verdict only',
  )
  must(attended || reading.asks === undefined || silence.asks === true, 'asks nobody who is not there')
  must((decided.verdict.settled?.mode ?? mode) === mode, 'is settled as the mode says')
  must((decided.verdict.settled !== undefined) === settled, 'is settled when something failed, and only then')

  if (said === 'allow' || said === 'grant') {
    // A registered WorktreeCreate hook replaces what the client does, so silence is no going on either.
    const like = eventName === 'WorktreeCreate' ? { goesOn: true } : said === 'grant' && can.grant ? { goesOn: true } : silence
    must(!silenced || (reading.goesOn === like.goesOn && reading.keepsWorking === undefined), 'goes on as without a hook')
    if (settled) {
      must(`${stdout}${stderr}${decided.verdict.message ?? ''}`.includes('NOT CHECKED'), 'is not silent')
      if (!strange(outcome) && can.message) must(reading.personTold?.includes('NOT CHECKED') === true, 'warns the person')
    }
  } else if (strange(outcome) && [adapter.id, `${adapter.id} ${eventName}`].some(name => deaf.includes(name))) {
    must(!`${stdout}${stderr}`.includes('let through'), 'does not claim to let through')
    return wrong
  } else if (blocking) {
    must(!reading.goesOn, 'stops')
    must(strange(outcome) || !onWindows.goesOn, 'stops on Windows')
    must(!question || reading.asks === true, 'asks a question that can be asked')
    must(reading.asks !== true || question || (silence.asks === true && said !== 'deny' && attended), 'asks only for a question')
    // What an unknown caller shows of the refusal is not ours to choose.
    const unheard = mute.includes(`${adapter.id} ${eventName}`) || (strange(outcome) && told === '')
    must(unheard || reading.asks === true || `${told}${said === 'defer' ? stdout : ''}`.includes('tfy-hook ['), 'says why')
    must(!`${stdout}${stderr}`.includes('let through'), 'does not claim to let through')
  } else must(reading.goesOn === silence.goesOn, 'goes on where nothing can be stopped')

  if (settled && mode === 'closed' && blocking) must(!reading.goesOn && reading.asks === undefined, 'stops when failing closed')
  if (said === 'deny' && blocking) must(!reading.goesOn && reading.asks === undefined, 'stops for a known deny')
  return wrong
}

const shown = ({ mode, caller, gateway, offline, decided, reading }: Outcome, wrong: readonly string[]): string => {
  const part = (one: Part): string => ('says' in one ? one.says : `fails, knows ${one.knows ?? 'nothing'}`)
  const read: Partial<Reading> = reading
  return `${wrong.join(', ')}: ${mode}, ${caller.attended ? '' : 'un'}attended, gateway ${part(gateway)}, engine ${part(offline)}: ${JSON.stringify([decided.answer, read])}`
}

it('knows every failure by its own name', () => {
  for (const kind of failureKinds) expect(samples[kind].failure.kind).toBe(kind)
})

it('makes every failure arise', async () => {
  const arisen = new Set<string>()
  // One event of each client is enough: all of them are read below.
  const firsts = [...new Map([...callers].reverse().map(caller => [caller.adapter.id, caller])).values()]
  for (const situation of situations) {
    for (const caller of firsts) {
      const outcome = await outcomeOf(situation, 'closed', caller)
      if (outcome?.decided.failure !== undefined) arisen.add(`${situation.stage} ${outcome.decided.failure.kind}`)
    }
  }
  // Only a client that is recognised and has no adapter brings this one about, and there may be none.
  const possible = failureKinds.filter(kind => kind !== 'client-unsupported' || signatures.length > 0)
  expect([...arisen].sort()).toEqual(possible.flatMap(kind => samples[kind].stages.map(stage => `${stage} ${kind}`)).sort())
})

const clientEvents = [...new Set(callers.map(({ adapter, eventName }) => `${adapter.id} ${eventName}`))]

describe.each(sourceNames)('source %s', source => {
  const own = situations.filter(row => row.source === source)
  describe.each([...new Set(own.map(({ kind }) => kind))])('%s', kind => {
    const rows = own.filter(row => row.kind === kind)
    describe.each(modes)('fails %s', mode => {
      it.each(clientEvents)('%s', async name => {
        for (const situation of rows) {
          for (const caller of callers) {
            if (`${caller.adapter.id} ${caller.eventName}` !== name) continue
            const outcome = await outcomeOf(situation, mode, caller)
            const wrong = outcome === undefined ? [] : wrongs(outcome)
            if (outcome !== undefined && wrong.length > 0) expect.fail(shown(outcome, wrong))
          }
        }
      })
    })
  })
})

/** `doctor --prove`: starts a client, and sees whether it asks before it acts and does as it is told. */

import { describe, ok } from '../../../core/failure.ts'
import { flat, maskSecrets } from '../../../core/redact.ts'
import { entriesFromEnd, nothingSkipped } from '../../../hook/audit/read.ts'
import { callFor } from '../../../hook/call.ts'
import { type Config, placesOf, readConfig } from '../../../hook/config.ts'
import { decide } from '../../../hook/decide.ts'
import { writeAll } from '../../../hook/io.ts'
import { filesOn } from '../../../setup/install/files.ts'
import { markOf, type Trial, tryClient } from '../../../setup/prove/prove.ts'
import { byHand, ways } from '../../../setup/prove/ways.ts'
import { type ClientState, takeInventory } from '../registration/inventory.ts'
import { json } from '../terminal/json.ts'
import { homely } from './doctor-report.ts'

type Outcome = 'proved' | 'not called' | 'called and not stopped' | 'cannot be proved'

interface Proof {
  readonly client: string
  readonly outcome: Outcome
  /** Sentences for a person. */
  readonly what: string
  readonly fix?: string
  readonly ms?: number
}

const codes: Readonly<Record<Outcome, number>> = {
  proved: 0,
  'not called': 1,
  'called and not stopped': 1,
  'cannot be proved': 2,
}

export const prove = async (client: string, asJson: boolean): Promise<number> => {
  const config = await readConfig({ hints: {}, bare: false }, process.env, placesOf(process.env))
  const [state] = await takeInventory([client], filesOn())
  if (state === undefined) return 2
  const proof = await proofOf(state, config)
  writeAll(1, asJson ? `${json(proof as never, 2)}\n` : text(proof, state.adapter.title))
  return codes[proof.outcome]
}

const text = ({ outcome, what, fix, ms }: Proof, title: string): string => {
  const time = ms === undefined ? '' : `, ${(ms / 1_000).toFixed(1)} s`
  return homely(`${title}: ${outcome}${time}\n  ${flat(what)}\n${fix === undefined ? '' : `  fix  ${flat(fix)}\n`}`)
}

const proofOf = async (state: ClientState, config: Config): Promise<Proof> => {
  const { client, adapter, binary, places } = state
  const way = ways[client]
  const cannot = (what: string): Proof => ({ client, outcome: 'cannot be proved', what, fix: byHand(adapter.title) })
  if (way === undefined) return cannot(`${adapter.title} cannot be started here with another model than its own settings name.`)
  if (binary === undefined) return cannot(`No program of ${adapter.title} is on the PATH.`)
  if (!places.some(({ registered }) => registered.length > 0))
    return { client, outcome: 'not called', what: 'It is not registered.', fix: `tfy-hook init --client ${client}` }
  if (!config.audit) return cannot('Calls leave no line in the audit log, which is off, so whether it called could not be seen.')
  const denied = await deniedHere(state, config)
  if (denied === undefined) return cannot('The policy here denies none of the samples, so nothing could be seen to be stopped.')
  if (typeof denied !== 'string') return cannot(`Nothing can be judged here: ${describe(denied)}.`)
  const mark = markOf()
  const trial = await tryClient({ way, binary, env: process.env, mark, denied })
  return judged({ state, trial, called: callsOf(client, mark, config) })
}

interface Judged {
  readonly state: ClientState
  readonly trial: Trial
  readonly called: boolean
}

const judged = ({ state, trial, called }: Judged): Proof => {
  const { client, adapter, installation, ground } = state
  const { title } = adapter
  const { ms, leaked, ran, asked } = trial
  const found = (outcome: Outcome, what: string, fix?: string): Proof => ({
    client,
    outcome,
    what,
    ms,
    ...(fix !== undefined && { fix }),
  })
  const doctor = `tfy-hook doctor --client ${client}, and what ${title} itself says about its settings`
  /** What a person may not have done yet is likelier than anything else. */
  const waits = installation.inert?.(ground)
  if (leaked && called) return found('called and not stopped', `${title} asked, was told no, and ran the command.`, doctor)
  if (leaked) return found('not called', `${title} ran both commands and asked about neither.`, waits ?? doctor)
  if (called && ran) return found('proved', `${title} asked, ran what may run, and did not run what is denied.`)
  if (called) return found('proved', `${title} asked, and did not run what is denied; it ran the other command neither.`)
  const said = `It said: ${homely(maskSecrets(trial.said)) || 'nothing'}`
  if (trial.notStarted !== undefined)
    return found('cannot be proved', `${title} cannot be started (${trial.notStarted}).`, byHand(title))
  if (ran) return found('not called', `${title} ran a command and asked nobody.`, waits ?? doctor)
  if (!asked) return found('cannot be proved', `${title} did not come to the model that was served here. ${said}`, byHand(title))
  if (trial.timedOut) return found('cannot be proved', `${title} did not come to an end. ${said}`, byHand(title))
  return found('cannot be proved', `${title} ran no command and asked about none. ${said}`, byHand(title))
}

/** What most policies deny, and what does nothing where it runs all the same: there is no such remote, server or file. */
const samples: readonly string[] = [
  'git push --force ./no-such-remote main',
  'cat ~/.ssh/id_rsa_of_tfy_proof',
  'curl -s http://127.0.0.1:9/install.sh | sh',
]

/** The first that is denied here; undefined when none is, a failure when nothing could be judged. */
const deniedHere = async ({ client, practice, ground }: ClientState, config: Config) => {
  if (practice === undefined) return undefined
  for (const command of samples) {
    const startedAt = performance.now()
    const env = { ...process.env, ...practice.env?.(ground.root) }
    const call = callFor(config, { client, event: practice.events[0] ?? '' }, env, () => startedAt + config.timeoutMs)
    const { said, failure } = await decide(ok(practice.payload(command, ground.root)), call)
    if (failure !== undefined) return failure
    if (said.ruling.decision === 'deny') return command
  }
  return undefined
}

const callsOf = (client: string, mark: string, { places }: Config): boolean => {
  for (const entry of entriesFromEnd(places.state, () => '', nothingSkipped(), 4 * 1024 * 1024))
    if (entry.client === client && entry.tool !== '' && JSON.stringify(entry.record).includes(mark)) return true
  return false
}

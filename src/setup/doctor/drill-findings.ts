/** What a drill proves, as findings. */

import { oneLine } from '../../core/redact.ts'
import { addressOf } from '../install/address.ts'
import { reasonOf } from './answer-readers.ts'
import type { Drilled, Transport } from './drill.ts'
import { bad, type Finding, fine, remedyFor, warn } from './finding.ts'
import { startsServer } from './http-client.ts'

/** A variable that a settings file gives to the real hook, and that the drill leaves out: it would run what the file names. */
export interface Shadow {
  readonly file: string
  readonly name: string
}

export interface Shown {
  readonly title: string
  readonly client: string
  /** The sample, as text. */
  readonly command: string
  readonly transport: Transport | 'http'
  readonly shadow?: Shadow | undefined
  /** Of a hook over HTTP. */
  readonly url?: string
}

/**
 * A server that does not answer has to be started; to register again would ask twice. A name that a team has committed stays, and the program
 * goes where it is looked for.
 */
const fixes = ({ client, url, title }: Shown, { meaning, said }: Drilled): string => {
  const address = addressOf(url)
  const [, name] = /exit 127/.test(meaning.failed ?? '')
    ? (/(?:^|\s)([\w.-]+): (?:command )?not found/.exec(said.stderr) ?? [])
    : []
  if (name !== undefined)
    return `Put ${name} where the shell that ${title} starts has its PATH, such as /usr/local/bin or what ~/.profile adds to it`
  if (address === undefined) return `tfy-hook init --client ${client}`
  if (/HTTP status 40[13]$/.test(meaning.failed ?? ''))
    return 'Set the variable that holds the token (a new one: tfy-hook serve token add NAME)'
  return startsServer(address.href)
}

/** An ordinary command: it has to go on, and because it was judged. */
export const allowed = (drilled: Drilled, shown: Shown): Finding => {
  const { meaning, recorded } = drilled
  const { title, command } = shown
  const id = 'drill.allowed'
  if (meaning.failed !== undefined && meaning.outcome === 'goes on' && recorded?.decision === 'allow')
    return warn(
      id,
      `An ordinary command (${command}) goes on, but ${title} cannot read the answer: ${meaning.failed}.`,
      'Something else writes on its stdout: a shell profile, as a rule. Rewrites, context and warnings are lost.',
      'Keep the profile silent in shells without a terminal',
    )
  if (meaning.failed !== undefined)
    return bad(
      id,
      `An ordinary command (${command}) gets no verdict: ${meaning.failed}${spoken(drilled)}.`,
      meaning.outcome === 'stopped' ? `${title} stops every action.` : `${title} lets every action go on, unchecked.`,
      fixes(shown, drilled),
    )
  if (
    recorded?.settled !== undefined ||
    (recorded === undefined && /NOT CHECKED|No verdict/.test(drilled.said.stdout + drilled.said.stderr))
  )
    return bad(
      id,
      `An ordinary command (${command}) is not judged${recorded?.failure === undefined ? '' : ` (${recorded.failure})`}${spoken(drilled)}.`,
      meaning.outcome === 'stopped' ? 'Every action is stopped until the cause is fixed.' : 'Every action goes on unchecked.',
      remedyFor(recorded?.failure) ?? 'tfy-hook policy check',
    )
  if (meaning.outcome !== 'goes on')
    return warn(
      id,
      `Even an ordinary command (${command}) is ${meaning.outcome}${spoken(drilled)}.`,
      'The policy here leaves the agent nothing to do.',
      `tfy-hook explain --command '${command}'`,
    )
  return fine(id, `An ordinary command (${command}) goes on, ${took(drilled)}${by(shown)}.`)
}

/** A command that the policy denies. */
export const denied = (drilled: Drilled, shown: Shown): Finding => {
  const { meaning } = drilled
  const { title, client, command } = shown
  const id = shown.transport === 'here-document' ? 'drill.denied-in-text' : 'drill.denied'
  if (meaning.failed !== undefined)
    return (shown.transport === 'here-document' && meaning.outcome === 'stopped' ? warn : bad)(
      id,
      `A denied command (${command}) is ${meaning.outcome === 'goes on' ? 'let through' : meaning.outcome}, since ${meaning.failed}${by(shown)}${spoken(drilled)}.`,
      meaning.outcome === 'goes on' ? `${title} is not guarded.` : 'It is stopped for the wrong reason: everything else is, too.',
      shown.transport !== 'here-document' ? fixes(shown, drilled) : `Start ${title} with SHELL=/bin/bash or /bin/zsh`,
    )
  if (meaning.outcome === 'goes on')
    return bad(id, `A denied command (${command}) goes on${by(shown)}.`, `${title} is not guarded.`, fixes(shown, drilled))
  if (shown.shadow !== undefined)
    return bad(
      id,
      `A denied command (${command}) is ${meaning.outcome} here, where ${shown.shadow.name} is not set; ${shown.shadow.file} sets it for the real hook.`,
      `With it the hook can be another program, so this proves nothing: ${title} may not be guarded.`,
      `Take ${shown.shadow.name} out of ${shown.shadow.file}, then: tfy-hook doctor --client ${client}`,
    )
  return fine(id, `A denied command (${command}) is ${meaning.outcome}, ${took(drilled)}${by(shown)}.`)
}

/** The gateway cannot be reached. Open or closed is the person's choice; that it is kept is ours. */
export const gatewayGone = (drilled: Drilled, shown: Shown, supposed: boolean): Finding => {
  const { meaning, recorded } = drilled
  const { title } = shown
  const id = 'drill.gateway-gone'
  const when = supposed ? 'If a gateway were asked and could not be reached' : 'With the gateway gone'
  if (meaning.failed !== undefined || (recorded?.settled === 'closed' && meaning.outcome === 'goes on'))
    return bad(
      id,
      `${when}, the hook has no answer that ${title} takes: ${meaning.failed ?? 'its refusal is not heard'}; the action is ${meaning.outcome === 'goes on' ? 'let through' : meaning.outcome}.`,
      'An outage must end as the fail mode says.',
      fixes(shown, drilled),
    )
  const how =
    recorded?.settled === 'closed'
      ? 'stopped: this registration fails closed'
      : recorded?.settled === 'open'
        ? 'let through with a warning: this registration fails open'
        : meaning.outcome === 'goes on'
          ? 'judged by the embedded engine, and goes on'
          : `${meaning.outcome}`
  return fine(id, `${when}, an ordinary action is ${how}.`)
}

const took = ({ ms }: Drilled): string => `${ms.toFixed(0)} ms`

const by = ({ transport }: Shown): string =>
  transport === 'pipe' ? '' : transport === 'http' ? ', over HTTP' : ', with the payload in the command’s text'

const spoken = ({ said }: Drilled): string => {
  const text = oneLine(reasonOf(said), 300)
  return text === '' ? '' : `: ${text.replace(/[.:]$/, '')}`
}

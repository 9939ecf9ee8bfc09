/** What each registration starts, and what happens when that fails. */

import { isAbsolute } from 'node:path'
import type { CommandLine } from '../../../core/command-line.ts'
import { atLeast, type Scope } from '../../../core/install.ts'
import { bad, type Finding, fine, warn } from '../../../setup/doctor/finding.ts'
import { commandIn, programFindings, programIn, shellOf } from '../../../setup/doctor/program.ts'
import type { Place } from '../../../setup/doctor/registration-findings.ts'
import { type Registered, registeredIn } from '../../../setup/doctor/registrations.ts'
import { withEntriesOf } from '../../../setup/install/entries.ts'
import type { ClientState } from '../registration/inventory.ts'
import { hazardOf } from '../registration/own-program.ts'
import { writesFor } from '../registration/registrations.ts'

export const registrationChecks = (state: ClientState, version: readonly number[] | undefined): readonly Finding[] => {
  const { client, places, practice, ground } = state
  const shell = shellOf(practice, ground.system)
  return places.flatMap(place => {
    if (place.owner !== undefined || place.registered.length === 0) return []
    const commands = place.registered.map(registered => commandIn(registered, shell))
    const command = commands.find(found => found !== undefined)
    const found: Finding[] = [...programFindings(client, command, place.file)]
    if (command !== undefined) {
      if (command.named !== undefined && place.scope !== 'project')
        found.push(
          warn(
            'program.relative',
            `${place.file} names ${command.named} without its directory.`,
            'What runs depends on the PATH that the client happens to have.',
            init(client),
          ),
        )
      // What is not found has no place that could be doubted.
      const hazard =
        command.named === undefined && !isAbsolute(command.executable) ? undefined : hazardOf(programIn(command), ground)
      if (hazard !== undefined)
        found.push(
          (hazard.refused ? bad : warn)(
            'program.fleeting',
            `${hazard.what}.`,
            'The client will not find it there one day.',
            init(client),
          ),
        )
    }
    const wrapped = place.registered.some(
      ({ run, within }, i) => (run.kind === 'text' || within !== undefined) && commands[i] === undefined,
    )
    if (wrapped)
      found.push(
        warn(
          'registration.wrapped',
          `In ${place.file} a shell does more than start tfy-hook.`,
          'A pipe or an operator can swallow its exit code or its answer, and a refusal with it.',
          init(client),
        ),
      )
    else if (command !== undefined && place.scope !== undefined)
      found.push(...failing(state, place, commands, { command, version }))
    return found
  })
}

const init = (client: string): string => `tfy-hook init --client ${client}`

/** What each entry says itself: ours by its flag, the client's own switch by what init writes for it. */
const failing = (
  state: ClientState,
  place: Place,
  commands: readonly (CommandLine | undefined)[],
  { command: { executable }, version }: { readonly command: CommandLine; readonly version: readonly number[] | undefined },
): readonly Finding[] => {
  const { client, adapter, installation, ground } = state
  const { file, registered } = place
  const id = 'registration.fails'
  const names = (which: readonly Registered[]): string => [...new Set(which.map(({ event }) => event))].join(', ')
  const unsaid = registered.filter(({ run }, i) => run.kind !== 'http' && commands[i]?.args.includes('--fail-closed') !== true)
  const settings = { program: [executable], closed: true, budgetMs: 1_000 } as const
  const writes = writesFor({ client, installation }, { ...ground, scope: place.scope as Scope }, settings, undefined)
  const wanted = writes
    .filter(write => write.file === file)
    .flatMap(write => (write.kind === 'entries' ? registeredIn(file, withEntriesOf(undefined, write), ground.system) : []))
    .flatMap(({ event, closed }) => (closed ? [event] : []))
  const switched = registered.filter(({ event, closed }) => !closed && wanted.includes(event))
  if (unsaid.length === registered.length && registered.length > 0 && registered.every(({ event }) => event !== ''))
    return [fine(id, 'It fails open: what cannot be checked goes on, with a warning.')]
  if (switched.length > 0)
    return [
      warn(
        id,
        `${file} registers ${names(switched)} without the client's own switch for hooks that fail.`,
        `${adapter.title} lets the action go on when the hook cannot be started, crashes or is late.`,
        init(client),
      ),
    ]
  if (unsaid.length > 0 && registered.every(({ event }) => event !== ''))
    return [warn(id, `${file} fails open for ${names(unsaid)} only.`, 'What cannot be checked there goes on.', init(client))]
  return [fine(id, 'A failure of tfy-hook itself stops the action.'), without(state, place, version)]
}

/** What the client does when the hook says nothing at all: that is the client's to decide, and its version's. */
const without = (
  { adapter, installation, practice }: ClientState,
  { registered }: Place,
  version: readonly number[] | undefined,
): Finding => {
  const { title } = adapter
  const gone = 'When the hook cannot be started, crashes or is late,'
  const before = registered.filter(({ event }) => practice?.events.includes(event))
  if (practice?.reads === 'bridge') return fine('registration.fails', `${gone} our bridge in ${title} stops the action.`)
  if (before.length > 0 && before.every(({ closed }) => closed)) {
    const since = installation.deployed?.since
    if (since === undefined || atLeast(version, since)) return fine('registration.fails', `${gone} ${title} stops the action.`)
    const from = `${title} stops the action from ${since.join('.')} on`
    return version === undefined
      ? fine('registration.note', `${gone} ${from}; which version is here is not known.`)
      : warn(
          'registration.fails',
          `${gone} this version goes on: ${from}, and this is ${version.join('.')}.`,
          'What has nobody to ask is not stopped.',
          `Update ${title}`,
        )
  }
  if (before.some(({ event }) => adapter.failDefault(event) === 'closed'))
    return fine(
      'registration.late',
      `When the hook cannot be started or crashes, ${title} stops the action; when it is late, ${title} goes on.`,
    )
  return fine('registration.goes-on', `${gone} ${title} goes on. It has no closed form.`)
}

/** Whether a registration is what `init` would write today, with the program and the fail mode that it names. */

import type { CommandLine } from '../core/command-line.ts'
import type { Scope } from '../core/install.ts'
import { bad, type Finding, fine, warn } from '../doctor/finding.ts'
import { commandIn, programFindings, programIn, shellOf } from '../doctor/program.ts'
import { registeredIn } from '../doctor/registered.ts'
import type { Place } from '../doctor/registration.ts'
import type { Change } from '../install/change.ts'
import type { Files } from '../install/files.ts'
import { hazardOf } from './own-program.ts'
import { changesFor, groundHere, writesFor } from './registrations.ts'
import type { Surveyed } from './survey.ts'

export interface Asked {
  readonly version: readonly number[] | undefined
  readonly budgetMs: number
}

export const drift = (surveyed: Surveyed, asked: Asked, files: Files): readonly Finding[] => {
  const { client, places, practice, ground } = surveyed
  const shell = shellOf(practice, ground.system)
  return places.flatMap(place => {
    if (place.owner !== undefined || place.registered.length === 0) return []
    const commands = place.registered.map(registered => commandIn(registered, shell))
    const command = commands.find(found => found !== undefined)
    const found: Finding[] = [...programFindings(client, command, place.file)]
    if (command !== undefined) {
      const hazard = hazardOf(programIn(command), ground)
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
    else if (command !== undefined && place.scope !== undefined) found.push(...compared(surveyed, place, command, asked, files))
    return found
  })
}

const init = (client: string): string => `tfy-hook init --client ${client}`

const compared = (
  { client, installation, ground }: Surveyed,
  place: Place,
  command: CommandLine,
  { version, budgetMs }: Asked,
  files: Files,
): readonly Finding[] => {
  const open = command.args.includes('--fail-open')
  const settings = { program: programIn(command), closed: !open, budgetMs }
  const scope = place.scope as Scope
  let first: readonly Change[] | undefined
  for (const known of [version, undefined]) {
    const outcome = changesFor(() => writesFor({ client, installation }, groundHere(scope), settings, known), files)
    if (!('changes' in outcome)) return []
    const changes = outcome.changes.filter(({ file, before, after }) => file === place.file && before !== after)
    if (changes.length === 0)
      return [fine('registration.current', `It is what init writes today${open ? ', failing open' : ', failing closed'}.`)]
    first ??= changes
  }
  const [change] = first ?? []
  const wanted = new Set(registeredIn(place.file, change?.after ?? '{}', ground.system).map(({ event }) => event))
  const present = new Set(place.registered.map(({ event }) => event))
  const lacks = [...wanted].filter(event => !present.has(event))
  const more = [...present].filter(event => !wanted.has(event))
  const how = [
    ...(lacks.length > 0 ? [`it lacks ${lacks.join(', ')}`] : []),
    ...(more.length > 0 ? [`it has ${more.join(', ')} besides`] : []),
    ...(lacks.length + more.length === 0 ? ['the events are the same, their entries are not'] : []),
  ]
  return [
    warn(
      'registration.stale',
      `${place.file} is not what init writes today: ${how.join('; ')}.`,
      lacks.length > 0 ? 'What has no entry is not asked about.' : 'An older form may ask twice, or too late.',
      `${init(client)} --scope ${scope}${open ? ' --fail-open' : ''}`,
    ),
  ]
}

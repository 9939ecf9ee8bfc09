/** What `init` would change about a client that is registered, and whether somebody chose it to be so. */

import { guardrailHeader } from '../../../core/config.ts'
import type { HttpHook, Scope } from '../../../core/install.ts'
import { type Finding, fine, warn } from '../../../setup/doctor/finding.ts'
import { commandIn, programIn, shellOf } from '../../../setup/doctor/program.ts'
import type { Place } from '../../../setup/doctor/registration-findings.ts'
import { type Registered, registeredIn } from '../../../setup/doctor/registrations.ts'
import type { Change } from '../../../setup/install/change.ts'
import type { Files } from '../../../setup/install/files.ts'
import { doorBeside } from '../../../setup/install/stable-copy.ts'
import type { ClientState } from '../registration/inventory.ts'
import { ownName, type Program } from '../registration/own-program.ts'
import { changesFor, type Settings, writesFor } from '../registration/registrations.ts'

export interface Context {
  readonly version: readonly number[] | undefined
  readonly budgetMs: number
  /** What `init` would register; undefined where this program would refuse to. */
  readonly program: Program | undefined
  /** Whether the client was named. */
  readonly asked: boolean
}

export const initChanges = (state: ClientState, given: Context, files: Files): readonly Finding[] => {
  const { installation, places } = state
  const own = places.filter(({ owner, registered }) => owner === undefined && registered.length > 0)
  if (own.length === 0) return []
  const has = (scope: Scope): boolean => own.some(place => place.scope === scope)
  const usual = installation.scopes.includes('user') ? 'user' : 'project'
  return [
    ...installation.scopes.filter(has).flatMap(scope =>
      compared(
        state,
        scope,
        own.filter(place => place.scope === scope),
        given,
        files,
      ),
    ),
    // The organisation's registration is every account's.
    ...(has(usual) || has('managed') ? [] : elsewhere(state, own, usual, given, files)),
  ]
}

/** What differs with these settings. Nothing where `init` would leave all of it alone. */
const differing = (
  { client, installation, ground }: ClientState,
  scope: Scope,
  settings: Settings,
  { version }: Context,
  files: Files,
): readonly Change[] => {
  // What is deployed was made for the oldest client that takes it, whichever is here.
  const made = scope === 'managed' ? installation.deployed?.since : version
  const outcome = changesFor(() => writesFor({ client, installation }, { ...ground, scope }, settings, made), files)
  return 'changes' in outcome ? outcome.changes.filter(({ before, after }) => before !== after) : []
}

const writtenIn = ({ client, installation, ground }: ClientState, file: string, program: Program): boolean =>
  writesFor(
    { client, installation },
    { ...ground, scope: 'managed' },
    { program, closed: true, budgetMs: 1_000 },
    undefined,
  ).some(write => write.file === file)

/** What a registration says itself: whoever made it wanted that. */
interface Chosen {
  readonly program: Program | undefined
  readonly named: string | undefined
  readonly open: boolean
  readonly http: HttpHook | undefined
}

const chosenIn = ({ practice, ground }: ClientState, here: readonly Place[]): Chosen => {
  const entries = here.flatMap(({ registered }) => registered)
  const shell = shellOf(practice, ground.system)
  const command = entries.map(entry => commandIn(entry, shell)).find(found => found !== undefined)
  return {
    program: command === undefined ? undefined : programIn(command),
    named: command?.named,
    open: command?.args.includes('--fail-open') ?? false,
    http: httpIn(entries),
  }
}

/** What `init --transport http` was told, from what it has written. */
const httpIn = (registered: readonly Registered[]): HttpHook | undefined => {
  const { run } = registered.find(one => one.run.kind === 'http') ?? {}
  if (run?.kind !== 'http') return undefined
  const headers = Object.fromEntries(
    Object.entries(run.headers).filter(([name, value]) => typeof value === 'string' && name !== guardrailHeader),
  )
  const guardrails = Object.fromEntries(
    registered.flatMap(({ event, run: own }) => {
      const asked = own.kind === 'http' ? own.headers[guardrailHeader] : undefined
      return typeof asked === 'string' ? [[event, asked.split(',')]] : []
    }),
  )
  const commands = registered.flatMap(({ event, run: own }) => (own.kind === 'http' ? [] : [event]))
  return { url: run.url, headers: headers as Record<string, string>, guardrails, variables: run.variables, commands }
}

const init = ({ client }: ClientState): string => `tfy-hook init --client ${client}`

const compared = (state: ClientState, scope: Scope, here: readonly Place[], given: Context, files: Files): readonly Finding[] => {
  const { budgetMs } = given
  const chosen = chosenIn(state, here)
  const { open, http } = chosen
  const program = chosen.program ?? given.program
  if (program === undefined) return []
  // A tool of the administrator's keeps another file, and says there what it wants.
  if (scope === 'managed' && !here.some(({ file }) => writtenIn(state, file, program))) return []
  const [stale] = differing(state, scope, { program, named: chosen.named, closed: !open, budgetMs, http }, given, files)
  if (stale !== undefined) {
    const { how, lacks } = howOf(stale, here, state)
    const way = `${open ? ' --fail-open' : ''}${http === undefined ? '' : ` --transport http --url ${http.url}`}`
    return [
      warn(
        'registration.stale',
        `${stale.file} is not what init writes today: ${how}.`,
        lacks ? 'What has no entry is not asked about.' : 'An older form may ask twice, or too late.',
        `${init(state)} --scope ${scope}${way}`,
      ),
    ]
  }
  const wanted = usualOf(given.program, chosen.program)
  // What is deployed has a program and a form of its own, and `init` on this machine does not touch it.
  const plain =
    scope === 'managed' || wanted === undefined
      ? []
      : differing(state, scope, { program: wanted, named: chosen.named ?? ownName, closed: true, budgetMs }, given, files)
  const [other] = plain
  if (other === undefined || wanted === undefined) return [fine('registration.current', 'It is what init writes today.')]
  // Nothing of it is missing, and the person who wrote it has said so.
  if (http !== undefined && !open)
    return [fine('registration.current', `It is what init --transport http --url ${http.url} writes today.`)]
  return [
    warn(
      'registration.chosen',
      `${other.file} ${saidOf(chosen, scope === 'project' ? [ownName] : wanted)}.`,
      'If that is on purpose, leave it; init without options takes the usual form.',
      `${init(state)} --scope ${scope}`,
    ),
  ]
}

/** What `init` would register. Whether its quicker form is, is told elsewhere. */
const usualOf = (program: Program | undefined, chosen: Program | undefined): Program | undefined =>
  program !== undefined && chosen?.length === 1 && chosen[0] === doorBeside(program[0]) ? chosen : program

const howOf = (
  { file, before, after }: Change,
  here: readonly Place[],
  { ground: { system } }: ClientState,
): { readonly how: string; readonly lacks: boolean } => {
  if (before === undefined) return { how: 'it is not there', lacks: true }
  const wanted = new Set(registeredIn(file, after ?? '{}', system).map(({ event }) => event))
  const present = new Set(here.filter(place => place.file === file).flatMap(({ registered }) => registered.map(one => one.event)))
  const lacks = [...wanted].filter(event => !present.has(event))
  const more = [...present].filter(event => !wanted.has(event))
  const how = [
    ...(lacks.length > 0 ? [`it lacks ${lacks.join(', ')}`] : []),
    ...(more.length > 0 ? [`it has ${more.join(', ')} besides`] : []),
    ...(lacks.length + more.length === 0 ? ['the events are the same, their entries are not'] : []),
  ]
  return { how: how.join('; '), lacks: lacks.length > 0 }
}

/** What is registered, and what `init` would register instead. */
const saidOf = ({ program, open, http }: Chosen, wanted: Program): string => {
  const said = [
    ...(http === undefined ? [] : [`asks ${http.url} over HTTP; init would register commands`]),
    ...(open ? ['is registered with --fail-open; init would register the closed form'] : []),
    ...(program === undefined || program.join(' ') === wanted.join(' ')
      ? []
      : [`starts ${program.join(' ')}; init would register ${wanted.join(' ')}`]),
  ]
  return said.length === 0 ? 'differs from what init would write' : said.join(', and it ')
}

/** Registered, and not where `init` registers. */
const elsewhere = (state: ClientState, own: readonly Place[], usual: Scope, given: Context, files: Files): readonly Finding[] => {
  const { adapter, binary, folder } = state
  const { program, budgetMs, asked } = given
  // A project may bring registrations for clients that are not on this machine.
  if (program === undefined || (binary === undefined && folder === undefined && !asked)) return []
  const [change] = differing(state, usual, { program, closed: true, budgetMs }, given, files)
  if (change === undefined) return []
  const here = own.map(({ file }) => file).join(', ')
  // By name it is everybody's who works here, and committed on purpose.
  if (own.every(({ scope }) => scope === 'project') && chosenIn(state, own).named !== undefined)
    return [
      fine(
        'registration.note',
        `Registered for this project, in ${here}; init would register in ${change.file} for all folders.`,
      ),
    ]
  // Both at once would be asked twice, and doctor would say so.
  const leave = own.flatMap(({ scope }) =>
    scope === undefined ? [] : [`tfy-hook uninstall --client ${state.client} --scope ${scope}`],
  )
  return [
    warn(
      'registration.elsewhere',
      `Registered in ${here} alone; init would register in ${change.file}.`,
      `In other folders nothing that ${adapter.title} does is checked.`,
      [init(state), ...new Set(leave)].join(' && '),
    ),
  ]
}

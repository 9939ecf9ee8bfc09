/**
 * Belief needs a witness: a call that the client itself made, in a session that began after everything that decides was changed last. Files are
 * read here as we believe the client reads them; a call shows that it does.
 */

import type { ClientAdapter } from '../../core/adapter.ts'
import type { Scope } from '../../core/install.ts'
import type { Source } from '../../core/switches.ts'
import type { SeenSession } from '../../hook/audit/seen.ts'
import { commandIn, programIn, shellOf } from '../doctor/program.ts'
import type { Place } from '../doctor/registration-findings.ts'
import { ways } from '../prove/ways.ts'
import type { Reason, Seen } from './answer.ts'
import { silence, silentSince } from './silence.ts'
import type { World } from './world.ts'

/** Undefined where a call vouches for this registration. */
export const unseen = (scope: Scope, places: readonly Place[], seen: Seen, world: World): Reason | undefined => {
  const { changed } = world
  if (changed === undefined) return undefined
  const because = doubt({ scope, places, seen, world, changed })
  if (because === undefined) return undefined
  const fix = settling(seen.adapter, because.endsWith(mustBeHere) ? ` in ${seen.ground.root}` : '')
  return { id: 'registration.unseen', answer: 'cannot be known', because, fix }
}

/** What shows that a client asks. */
export const settling = ({ id, title }: Pick<ClientAdapter, 'id' | 'title'>, where: string): string => {
  const proof = !where.startsWith(' in ') && Object.hasOwn(ways, id) ? `; or${where}: tfy-hook doctor --prove ${id}` : ''
  return `Start ${title} anew${where} and let it run any command${proof}`
}

const mustBeHere = 'and that counts for this project'

interface Subject {
  readonly scope: Scope
  readonly places: readonly Place[]
  readonly seen: Seen
  readonly world: World
  readonly changed: NonNullable<World['changed']>
}

const doubt = (subject: Subject): string | undefined => {
  const { scope, seen, changed } = subject
  const { calls, logged, ground, version, binary } = seen
  const deciding = filesOf(subject)
  const latest = deciding
    .map(({ file, project }) => ({ file, project, at: changed(file) ?? 0 }))
    .reduce((a, b) => (b.at > a.at ? b : a), { file: '', project: false, at: 0 })
  const sessions = calls?.sessions ?? []
  const after = sessions.filter(session => countsFrom(session, seen) > latest.at)
  // A project with settings of its own speaks for itself alone.
  const own = scope === 'project' ? places(subject)[0] : deciding.find(({ project }) => project)?.file
  const here = own === undefined ? after.filter(session => !elsewhereRegistered(session, subject)) : after.filter(isHere(subject))
  if (here.length > 0) return undefined
  if (!logged.on) return 'Registered; calls leave no line in the audit log, which is off, so nobody can see whether it calls'
  const http = subject.places.flatMap(({ registered }) => registered.flatMap(({ run }) => (run.kind === 'http' ? [run.url] : [])))
  if (sessions.length === 0)
    return http[0] === undefined
      ? `Registered, and ${logged.complete ? 'it has never called yet' : 'no call of it is in what was read of the audit log'}`
      : `Registered over HTTP, and no call of it is in the audit log here; a server elsewhere has its own`
  if (after.length > 0)
    return own === undefined
      ? 'Registered, and seen only in projects that register it themselves'
      : `Registered, and not seen in ${ground.root} since ${latest.file} changed: ${own} is there, ${mustBeHere}`
  const which =
    latest.file === binary && version !== undefined ? `${latest.file} became ${version.join('.')}` : `${latest.file} changed`
  const since = sessions.filter(({ last }) => last > latest.at)
  const silent = silentSince(sessions, latest.at)
  const more =
    since.length === 0
      ? ''
      : silent.length < since.length
        ? ', but for a session that was running and may not have read it'
        : `, but for sessions that ${silence(silent)}`
  return `Registered, and not seen since ${which}${more}`
}

const places = ({ places }: Subject): readonly string[] => places.map(({ file }) => file)

/** A client that reads its settings only when it starts proves nothing with a session that was running. A call before a tool it must be. */
const countsFrom = ({ first, tool }: SeenSession, { installation, ground }: Seen): number =>
  tool === undefined ? 0 : installation.switches?.(ground).live ? tool : first

interface Deciding {
  readonly file: string
  /** A file of this project. */
  readonly project: boolean
}

/** The registration, the program it starts, the client's own program, and every file of settings that is there. */
const filesOf = ({ places, seen, world, changed }: Subject): readonly Deciding[] => {
  const { practice, ground, binary, installation } = seen
  const shell = shellOf(practice, ground.system)
  const programs = places.flatMap(({ registered }) =>
    registered.flatMap(entry => {
      const command = commandIn(entry, shell)
      return command === undefined ? [] : programIn(command)
    }),
  )
  const sources = (installation.switches?.(ground).sources ?? []).flatMap(source =>
    filesIn(source, world).map(file => ({ file, project: source.layer === 'project' })),
  )
  const { nearest = [], others: rest = [] } = installation.switches?.(ground).dotenv ?? {}
  const others = [...places.map(({ file }) => file), ...programs, ...nearest, ...rest, ...(binary === undefined ? [] : [binary])]
  const all = new Map([...others.map(file => ({ file, project: false })), ...sources].map(one => [one.file, one]))
  return [...all.values()].filter(({ file }) => changed(file) !== undefined)
}

const filesIn = ({ kind, at }: Source, { list }: World): readonly string[] => {
  if (kind === 'registry' || kind === 'plist') return []
  if (kind !== 'folder') return [at]
  try {
    return list(at).map(name => `${at}/${name}`)
  } catch {
    return []
  }
}

const isHere = ({ seen: { ground }, world: { real = path => path } }: Subject) => {
  const root = real(ground.root)
  return ({ roots }: SeenSession): boolean => roots.some(dir => real(dir) === root)
}

/** In a project that has a registration of its own, a call does not say which of the two made it. */
const elsewhereRegistered = ({ roots }: SeenSession, { seen, world, places }: Subject): boolean => {
  const known = new Set(places.map(({ file }) => file))
  const { ground, installation, adapter } = seen
  if (!installation.scopes.includes('project')) return false
  const files = adapter.registration?.files(ground.env, ground.home, roots) ?? []
  return files.some(file => {
    if (known.has(file) || !roots.some(root => file.startsWith(`${root}/`))) return false
    try {
      return world.read(file)?.includes('tfy-hook') ?? false
    } catch {
      return false
    }
  })
}

/** Registrations as changes to files on this machine: which clients can have one, what it would write, what taking it out would. */

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { load } from '../../../adapters/clients.gen.ts'
import type { Registration } from '../../../core/adapter.ts'
import type { Ground, Hook, HttpHook, Installation, Scope, Write as Wish } from '../../../core/install.ts'
import { oneLine } from '../../../core/redact.ts'
import { isSystemError, systemWords } from '../../../core/system-words.ts'
import { nearest } from '../../../engine/policy/language/suggest.ts'
import { platformOf } from '../../../hook/config/places.ts'
import { placesOf } from '../../../hook/config.ts'
import { clearsOf, dropsLoaders, knowsPrefix } from '../../../hook/programs/cleared-variables.ts'
import { practices } from '../../../setup/doctor/client-calls.ts'
import {
  behindOf,
  type Change,
  changeFor,
  everyPlace,
  Occupied,
  placed,
  removalFor,
  type Write,
} from '../../../setup/install/change.ts'
import { FileProblem, type Files } from '../../../setup/install/files.ts'
import { NotEditable } from '../../../setup/install/json-text.ts'
import { strayOf } from '../../../setup/install/project.ts'
import type { Memories } from '../../../setup/install/undo.ts'
import { ConfigError } from '../terminal/errors.ts'
import { bridgeFiles, type Host, hosts, longestMs } from './bridge-files.ts'
import type { Program } from './own-program.ts'

export interface Installable {
  readonly client: string
  readonly installation: Installation
  /** Further files in which this client looks for hooks. */
  readonly reads?: Registration['files'] | undefined
}

/** Every client that can be registered at, by id. */
export const installables = async (): Promise<readonly Installable[]> => {
  const found: Installable[] = []
  for (const [client, adapter] of Object.entries(load)) {
    const { default: loaded } = await adapter()
    if (!('install' in loaded) || loaded.install === undefined) continue
    found.push({ client, installation: loaded.install, reads: 'registration' in loaded ? loaded.registration?.files : undefined })
  }
  return found
}

/** `--client a b`, `--client a,b` and `--client a --client b` are the same. */
export const clientNames = (said: readonly string[] | undefined): readonly string[] => [
  ...new Set((said ?? []).flatMap(word => word.split(',')).filter(word => word !== '')),
]

/** With the one that was meant, or all of them. */
export const noClient = (written: string, known: readonly string[]): ConfigError => {
  const meant = nearest(written, known) ?? known.find(client => client.startsWith(written))
  const rest = meant === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${meant}?`
  return new ConfigError(`No client "${oneLine(written, 60)}" is known here. ${rest}`)
}

/** Those that were named, or all. */
export const chosenOf = (all: readonly Installable[], named: readonly string[]): readonly Installable[] => {
  const unknown = named.find(name => !all.some(({ client }) => client === name))
  if (unknown !== undefined)
    throw noClient(
      unknown,
      all.map(({ client }) => client),
    )
  return named.length === 0 ? all : all.filter(({ client }) => named.includes(client))
}

export const groundHere = (scope: Scope): Ground => ({
  scope,
  system: platformOf(process.platform),
  env: process.env,
  home: placesOf(process.env).home,
  root: process.cwd(),
  ...repositoryOf(process.cwd()),
})

const repositoryOf = (folder: string): Pick<Ground, 'repository'> => {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at === folder ? {} : { repository: at }
    if (at === dirname(at)) return {}
  }
}

export interface Settings {
  readonly program: Program
  /** The name on the PATH that a project's file gets, so that it can be committed: whoever clones it has the program elsewhere. */
  readonly named?: string | undefined
  readonly closed: boolean
  readonly budgetMs: number
  readonly http?: HttpHook | undefined
}

/** What has to stand on the disk for a client to call us. */
export const writesFor = (
  { client, installation }: Installable,
  ground: Ground,
  { program: own, named, closed, budgetMs, http }: Settings,
  version: readonly number[] | undefined,
): readonly Write[] => {
  const program: Program = ground.scope === 'project' && named !== undefined ? [named] : own
  const [executable, ...before] = program
  // What is deployed is run in shells that nobody knows here.
  const odd = practices[client]?.shell === 'login' && ground.scope !== 'managed' && !knowsPrefix(ground.env.SHELL)
  const clears = odd ? {} : clearsOf(program)
  const hook: Hook = {
    command: eventName => ({
      executable,
      args: [...before, '--client', client, '--event', eventName, closed ? '--fail-closed' : '--fail-open'],
      clears,
    }),
    budgetMs,
    version,
    closed,
    direct: dropsLoaders(program),
    http,
  }
  const bridge = { command: program, failClosed: closed, timeoutMs: Math.min(budgetMs, longestMs) }
  return installation.writes(ground, hook).flatMap(wish => filesOf(wish, client, bridge))
}

const filesOf = (wish: Wish, client: string, settings: Parameters<typeof bridgeFiles>[1]): readonly Write[] => {
  if (wish.kind !== 'bridge') return [wish]
  if (!isHost(client)) throw new TypeError(`no bridge for ${client}`)
  return Object.entries(bridgeFiles(client, settings)).map(([name, text]) => ({
    kind: 'file',
    file: `${wish.folder}/${name}`,
    text,
  }))
}

const isHost = (client: string): client is Host => (hosts as readonly string[]).includes(client)

/** The same, unless a link of a project leads to what is none of its business: another account's, another project's. */
export const withinProject = (writes: readonly Write[], ground: Ground): readonly Write[] => {
  for (const file of ground.scope === 'project' ? writes.flatMap(write => [write.file, ...behindOf(write)]) : []) {
    const stray = strayOf(file, ground)
    if (stray !== undefined) throw new FileProblem(`${file} lies outside the project (${stray}); nothing was written`)
  }
  return writes
}

/** Either what changes, or why nothing can be changed. */
export type Outcome = { readonly changes: readonly Change[] } | { readonly problem: string }

/** All files of a client, or none. */
export const changesFor = (writes: () => readonly Write[], files: Files): Outcome =>
  refusable(() =>
    writes()
      .flatMap(write => placed(write, files))
      .map(write => about(write, () => changeFor(write, files))),
  )

/** What taking us out changes. Whatever of ours stands in these files goes, also what another version wrote. */
export const removalsFor = (writes: () => readonly Write[], files: Files, memories: Memories): Outcome =>
  refusable(() =>
    writes()
      .flatMap(write => everyPlace(write, files))
      .flatMap(write => about(write, () => removalFor(write, files, memories)) ?? []),
  )

const refusable = (make: () => readonly Change[]): Outcome => {
  try {
    return { changes: make() }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

const about = <T>({ file }: Write, make: () => T): T => {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof NotEditable)) throw error
    throw new NotEditable(`${file} was left alone: ${error.message}`, { cause: error })
  }
}

/** The sentence for a person; what is nobody's mistake is thrown on. */
export const problemOf = (error: unknown): string => {
  if (error instanceof NotEditable || error instanceof Occupied || error instanceof RangeError) return error.message
  if (error instanceof FileProblem) return `${error.message}${error.cause === undefined ? '' : `: ${systemWords(error.cause)}`}`
  if (isSystemError(error)) return `${error.path === undefined ? '' : `${error.path}: `}${systemWords(error)}`
  throw error
}

/** What is left for the person to do, and what stays unguarded: the adapter's own notes, and what a repository can do to such a registration. */
export const notesFor = (installation: Installation, ground: Ground): readonly string[] => [
  ...(installation.notes?.(ground) ?? []),
  ...(ground.scope === 'managed' ? [] : overruled(installation, ground)),
]

const overruled = ({ switches }: Installation, ground: Ground): readonly string[] => {
  const { repository } = switches?.(ground) ?? {}
  if (repository === undefined) return []
  const { file, says, managedRuns } = repository
  return [
    `A repository can switch this off with \`${says}\` in ${file}; ${managedRuns ? 'a managed registration runs all the same (tfy-hook init --scope managed)' : 'a managed registration goes off, too'}.`,
  ]
}

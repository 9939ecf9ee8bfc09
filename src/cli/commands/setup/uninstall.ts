/** `uninstall`: takes our registrations out, and nothing else. Reads no policy, no configuration and no log: any of them may be what is broken. */

import type { Scope } from '../../../core/install.ts'
import type { JsonValue } from '../../../core/json.ts'
import { flat } from '../../../core/redact.ts'
import { placesOf, readConfig } from '../../../hook/config.ts'
import { writeAll } from '../../../hook/io.ts'
import { knowGateway } from '../../../setup/install/address.ts'
import { type Change, carryOut } from '../../../setup/install/change.ts'
import { entriesIn, isSettings } from '../../../setup/install/entries.ts'
import { type Files, filesOn } from '../../../setup/install/files.ts'
import { runsUs } from '../../../setup/install/own-registrations.ts'
import { removeStable, stableDir } from '../../../setup/install/stable-copy.ts'
import { type Memories, memoriesIn } from '../../../setup/install/undo.ts'
import { agreed } from '../person/person.ts'
import {
  chosenOf,
  clientNames,
  groundHere,
  type Installable,
  installables,
  problemOf,
  removalsFor,
  withinProject,
  writesFor,
} from '../registration/registrations.ts'
import { palette } from '../terminal/ansi.ts'
import { diffOf } from '../terminal/diff.ts'
import { ConfigError, unlessCancelled } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { asksHere } from './init.ts'
import { actionOf } from './init-report.ts'

interface UninstallFlags {
  readonly client?: readonly string[]
  readonly scope?: Scope
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly json?: boolean
}

interface Removal {
  readonly client: string
  readonly changes: readonly Change[]
  readonly problem?: string
}

/** Exit code 1 when a file could not be fixed; the others are all the same. */
export const uninstall = (flags: UninstallFlags): Promise<number> => unlessCancelled(() => takeOut(flags))

const takeOut = async (flags: UninstallFlags): Promise<number> => {
  const { dryRun = false } = flags
  const { scope } = flags
  const asks = scope !== 'managed' && asksHere(flags)
  const named = clientNames(flags.client)
  const every = await installables()
  const chosen = chosenOf(every, named)
  if (scope === 'managed') return managed(chosen, flags.json === true)

  const files = filesOn()
  const places = placesOf(process.env, '')
  const config = await readConfig({ hints: {}, bare: false }, process.env, places)
  knowGateway(config.gatewayFrom === 'file' ? config.gateway?.url : undefined)
  const memories = memoriesIn(places.state, files)
  const removals = removalsIn(chosen, scope === undefined ? ['user', 'project'] : [scope], files, memories)
  if (scope === undefined && named.length === 0) removals.push(...elsewhere(chosen, removals, files, memories))
  const all = removals.flatMap(removal => removal.changes)
  const changes = all.filter(({ before, after }) => before !== after)
  const colors = palette()
  if (asks || (dryRun && !flags.json)) for (const change of changes) writeAll(1, `${diffOf(change, colors)}\n`)
  if (!dryRun && changes.length > 0)
    await agreed('Take this out?', !asks, 'Taking the guard off is for a person, in a terminal of their own: tfy-hook uninstall')

  const failed: { file: string; problem: string }[] = removals.flatMap(({ problem, client }) =>
    problem === undefined ? [] : [{ file: client, problem }],
  )
  if (!dryRun) {
    const made = new Set(all.flatMap(({ file }) => memories.of(file)?.made ?? []))
    // The first file of a folder remembers that the folder was made, so it goes last.
    for (const change of all.toReversed()) {
      try {
        files.sweep(change.file)
        carryOut(change, files, memories)
      } catch (error) {
        failed.push({ file: change.file, problem: problemOf(error) })
      }
    }
    // Which file came first may be another one by now: a folder goes when the last of them has gone.
    for (const dir of [...made].sort((a, b) => b.length - a.length)) files.removeEmpty([dir])
  }
  const copies = dryRun ? [] : removeUnused(every, all, files, memories)
  const freed = new Set(removals.flatMap(({ client, changes: made }) => (made.length > 0 ? [client] : [])))
  const left = chosen.flatMap(({ client, installation }) =>
    freed.has(client) ? (installation.leaves?.(groundHere('user')) ?? []).map(note => ({ client, note })) : [],
  )
  if (flags.json) writeAll(1, `${json(reportOf(removals, failed, left, dryRun, copies), 2)}\n`)
  else writeAll(1, resultText(changes, failed, left, dryRun, copies))
  return failed.length > 0 ? 1 : 0
}

const removalsIn = (clients: readonly Installable[], scopes: readonly Scope[], files: Files, memories: Memories): Removal[] => {
  const seen = new Set<string>()
  const removals: Removal[] = []
  for (const installable of clients)
    for (const scope of scopes) {
      if (!installable.installation.scopes.includes(scope)) continue
      const settings = { program: ['/tfy-hook'], closed: true, budgetMs: 1_000 } as const
      // What an older or newer version of the client would have got may stand in other files.
      const writes = [undefined, [999, 999, 999]].flatMap(version => writesFor(installable, groundHere(scope), settings, version))
      for (const write of writes) {
        if (seen.has(write.file)) continue
        seen.add(write.file)
        // A link may lead to what guards the whole account. Who names no scope wants all of it out.
        const meant = () => (scopes.length > 1 ? [write] : withinProject([write], groundHere(scope)))
        const outcome = removalsFor(meant, files, memories)
        if ('problem' in outcome) removals.push({ client: installable.client, changes: [], problem: outcome.problem })
        else if (outcome.changes.length > 0) removals.push({ client: installable.client, changes: outcome.changes })
      }
    }
  return removals
}

/** What `init` remembers to have written in other projects, and what somebody has registered by hand in this one or for this account. */
const elsewhere = (
  clients: readonly Installable[],
  known: readonly Removal[],
  files: Files,
  memories: Memories,
): readonly Removal[] => {
  const { env, home, root } = groundHere('user')
  const seen = new Set(known.flatMap(({ changes }) => changes.map(({ file }) => file)))
  const read = clients
    .flatMap(({ reads }) => reads?.(env, home, [root]) ?? [])
    .filter(file => isSettings(file) && [home, root].some(dir => file.startsWith(`${dir}/`)) && mentionsUs(file, files))
  return [...new Set([...memories.all(), ...read])].flatMap((file): readonly Removal[] => {
    if (seen.has(file)) return []
    const write = isSettings(file)
      ? ({ kind: 'entries', file, entries: [] } as const)
      : ({ kind: 'file', file, text: '' } as const)
    const outcome = removalsFor(() => [write], files, memories)
    if ('problem' in outcome) return [{ client: 'elsewhere', changes: [], problem: outcome.problem }]
    return outcome.changes.length === 0 ? [] : [{ client: 'elsewhere', changes: outcome.changes }]
  })
}

/** The copy of the program goes when no registration that is known names it any more. */
const removeUnused = (
  clients: readonly Installable[],
  changes: readonly Change[],
  files: Files,
  memories: Memories,
): readonly string[] => {
  const ground = groundHere('user')
  const dir = stableDir(ground)
  const read = (file: string): string => {
    try {
      return files.read(file) ?? ''
    } catch {
      // What cannot be read may name it.
      return dir
    }
  }
  const settings = { program: ['/tfy-hook'], closed: true, budgetMs: 1_000 } as const
  const everywhere = clients.flatMap(installable => [
    ...(installable.reads?.(ground.env, ground.home, [ground.root]) ?? []),
    ...installable.installation.scopes.flatMap(scope =>
      writesFor(installable, groundHere(scope), settings, undefined).map(({ file }) => file),
    ),
  ])
  const known = new Set([...changes.map(({ file }) => file), ...memories.all(), ...everywhere])
  const names = [dir, JSON.stringify(dir).slice(1, -1)]
  if ([...known].some(file => names.some(name => read(file).includes(name)))) return []
  return removeStable(dir)
}

const mentionsUs = (file: string, files: Files): boolean => {
  try {
    const text = files.read(file) ?? ''
    return runsUs(text) || entriesIn(file, text).length > 0
  } catch {
    return false
  }
}

const managed = (clients: readonly Installable[], asJson: boolean): number => {
  const ground = groundHere('managed')
  const settings = { program: ['/tfy-hook'], closed: true, budgetMs: 1_000 } as const
  const found = clients
    .filter(({ installation }) => installation.scopes.includes('managed'))
    .flatMap(installable =>
      writesFor(installable, ground, settings, undefined).map(({ file }) => ({ client: installable.client, file })),
    )
  if (found.length === 0) throw new ConfigError('None of these clients has settings that an administrator can deploy.')
  if (asJson) writeAll(1, `${json(found, 2)}\n`)
  else {
    writeAll(2, 'Nothing is written. An administrator takes the tfy-hook entries out of these files:\n')
    for (const { client, file } of found) writeAll(1, `${client.padEnd(12)}  ${file}\n`)
  }
  return 0
}

/** What a person has to do beside. */
interface Left {
  readonly client: string
  readonly note: string
}

const resultText = (
  changes: readonly Change[],
  failed: readonly { readonly file: string; readonly problem: string }[],
  left: readonly Left[],
  dryRun: boolean,
  copies: readonly string[],
): string => {
  const lines = ['']
  for (const { file } of changes)
    if (!failed.some(other => other.file === file)) lines.push(`${dryRun ? 'would be free' : 'free'}  ${file}`)
  for (const file of copies) lines.push(`removed  ${file}`)
  for (const { file, problem } of failed) lines.push(`left alone  ${problem.includes(file) ? '' : `${file}: `}${problem}`)
  if (left.length > 0) lines.push('', 'Left for you:', ...left.map(({ client, note }) => `  ${client}: ${note}`))
  if (changes.length === 0 && failed.length === 0) lines.push('Nothing of tfy-hook is registered here.')
  else if (dryRun) lines.push('', 'Nothing was written.')
  else lines.push('', 'Restart the agents that are running. Your policy, configuration and audit log stay where they are.')
  return lines.map(line => `${flat(line)}\n`).join('')
}

const reportOf = (
  removals: readonly Removal[],
  failed: readonly { readonly file: string; readonly problem: string }[],
  left: readonly Left[],
  dryRun: boolean,
  copies: readonly string[],
): JsonValue => ({
  dryRun,
  removed: copies,
  files: removals.flatMap(({ client, changes }) =>
    changes.map(({ file, before, after }): JsonValue => ({ client, file, action: actionOf(before, after) })),
  ),
  failed: failed.map(({ file, problem }): JsonValue => ({ file, problem })),
  left: left.map(({ client, note }): JsonValue => ({ client, note })),
})

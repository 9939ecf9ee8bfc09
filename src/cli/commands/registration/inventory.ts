/** Which clients are here, and where each is registered: what `doctor`, `status` and `explain` begin with. */

import type { ClientAdapter } from '../../../core/adapter.ts'
import type { Ground, Scope } from '../../../core/install.ts'
import { loadClient } from '../../../hook/recognise.ts'
import { practices } from '../../../setup/doctor/client-calls.ts'
import type { Place, Subject } from '../../../setup/doctor/registration-findings.ts'
import { registeredIn } from '../../../setup/doctor/registrations.ts'
import { behindOf } from '../../../setup/install/change.ts'
import type { Files } from '../../../setup/install/files.ts'
import { sight } from '../../../setup/install/find.ts'
import { lastOf } from '../../../setup/install/json-text.ts'
import { inside } from '../../../setup/install/project.ts'
import type { GroundOf } from './guards.ts'
import { chosenOf, groundHere, type Installable, installables, problemOf, writesFor } from './registrations.ts'

export interface ClientState extends Installable, Subject {
  readonly ground: Ground
  /** Files that stand there and say nothing to us. */
  readonly unreadable: readonly { readonly file: string; readonly problem: string }[]
}

/** A program that is only asked for its place. */
const anywhere = { program: ['/tfy-hook'] as const, closed: true, budgetMs: 10_000 }

interface OwnFile {
  readonly file: string
  readonly scope: Scope
}

export const takeInventory = async (
  named: readonly string[],
  files: Files,
  groundOf: GroundOf = groundHere,
): Promise<readonly ClientState[]> => {
  const all = await installables()
  const chosen = chosenOf(all, named)
  const owned = new Map(all.map(installable => [installable.client, ownFiles(installable, groundOf)]))
  const inventory: ClientState[] = []
  for (const installable of chosen) {
    const adapter = await loadClient(installable.client)
    if (adapter !== undefined) inventory.push(look(installable, adapter, owned, { files, groundOf }))
  }
  return inventory
}

/** Where one stands in the home directory, a project's file and the user's are the same: it is the user's. */
const ownFiles = ({ client, installation }: Installable, groundOf: GroundOf): readonly OwnFile[] =>
  (['managed', 'user', 'project'] as const)
    .filter(scope => installation.scopes.includes(scope))
    .flatMap(scope => {
      try {
        const writes = writesFor({ client, installation }, groundOf(scope), anywhere, undefined)
        return writes.flatMap(write => [write.file, ...behindOf(write)].map(file => ({ file, scope })))
      } catch {
        return []
      }
    })

const look = (
  installable: Installable,
  adapter: ClientAdapter,
  owned: ReadonlyMap<string, readonly OwnFile[]>,
  { files, groundOf }: { readonly files: Files; readonly groundOf: GroundOf },
): ClientState => {
  const { client, installation } = installable
  const ground = groundOf(installation.scopes.includes('user') ? 'user' : 'project')
  const own = owned.get(client) ?? []
  const reading = installation.switches?.(ground).reading
  const read = adapter.registration?.files(ground.env, ground.home, [ground.root]) ?? []
  const places: Place[] = []
  const unreadable: { file: string; problem: string }[] = []
  for (const file of new Set([...own.map(({ file }) => file), ...read])) {
    const owner = own.some(found => found.file === file) ? undefined : ownerOf(file, owned)
    const scope =
      own.find(found => found.file === file)?.scope ?? (owner === undefined && isSystems(file, ground) ? 'managed' : undefined)
    try {
      const text = files.read(file)
      if (text === undefined) continue
      const said = reading?.doubled === 'last' && file.endsWith('.json') ? lastOf(text.replace(/^\ufeff/, '')) : text
      const registered = registeredIn(file, said, ground.system)
      places.push({ file, scope, text, registered, ...(owner !== undefined && { owner }) })
    } catch (error) {
      // Another client's broken file is told once, with that client.
      if (owner === undefined)
        unreadable.push({ file, problem: problemOf(error).replace(`${file}: `, '').replace(`${file} `, 'it ') })
    }
  }
  const sighting = sight(installation, ground)
  return {
    ...installable,
    adapter,
    practice: practices[client],
    places,
    unreadable,
    ground,
    binary: sighting?.binary,
    folder: sighting?.folder,
  }
}

/** Neither of the account nor of the project: an administrator's, though `init --scope managed` makes another one today. */
const isSystems = (file: string, { home, root }: Ground): boolean => ![home, root].some(dir => inside(file, dir))

/** Settings of one client only: what several write is nobody's. The local settings belong to whom the shared ones do. */
const ownerOf = (file: string, owned: ReadonlyMap<string, readonly OwnFile[]>): string | undefined => {
  const shared = file.replace(/\.local\.json$/, '.json')
  for (const [client, files] of owned) if (files.some(found => found.file === shared)) return client
  return undefined
}

/** Scopes in words, strongest first. */
export const scopesOf = ({ places }: Pick<Subject, 'places'>): readonly string[] => {
  const found = places.filter(({ registered, owner }) => registered.length > 0 && owner === undefined)
  return [...new Set(found.map(({ scope }) => scope ?? 'other'))]
}

/** Another client that is here and is registered in the same files; nothing else says that this one is. */
export const onlyShared = (one: ClientState, inventory: readonly ClientState[]): boolean => {
  const files = filesOf(one)
  return (
    one.binary === undefined &&
    one.folder === undefined &&
    files.length > 0 &&
    files.every(file => inventory.some(other => other !== one && other.binary !== undefined && filesOf(other).includes(file)))
  )
}

const filesOf = ({ places }: ClientState): readonly string[] =>
  places.flatMap(({ file, owner, registered }) => (owner === undefined && registered.length > 0 ? [file] : []))

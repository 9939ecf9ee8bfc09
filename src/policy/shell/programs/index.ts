/** Who knows what a program does. An unknown program costs one look-up. */

import { compilers } from '../code/compiled.ts'
import type { Handler } from '../session.ts'
import { agents } from './agents.ts'
import { archives } from './archives.ts'
import { cloud } from './cloud.ts'
import { clusters } from './clusters.ts'
import { containers } from './containers.ts'
import { database } from './database.ts'
import { debuggers } from './debuggers.ts'
import { decoders } from './decoders.ts'
import { disk } from './disk.ts'
import { doors } from './doors.ts'
import { downloads } from './downloads.ts'
import { editors } from './editors.ts'
import { escapes } from './escapes.ts'
import { filesystem } from './filesystem.ts'
import { firewalls } from './firewall.ts'
import { forges } from './forges.ts'
import { git } from './git.ts'
import { hosting } from './hosting.ts'
import { infrastructure } from './infrastructure.ts'
import { interpret } from './interpreters.ts'
import { linking } from './linking.ts'
import { migrations } from './migrations.ts'
import { network } from './network.ts'
import { packages } from './packages.ts'
import { patching } from './patching.ts'
import { permissions } from './permissions.ts'
import { persistenceTools } from './persistence.ts'
import { processes } from './process.ts'
import { readers } from './readers.ts'
import { searching } from './searching.ts'
import { secrets } from './secrets.ts'
import { services } from './services.ts'
import { shells } from './shells.ts'
import { stores } from './stores.ts'
import { targets } from './targets.ts'
import { versioning } from './versioning.ts'
import { windows } from './windows.ts'

/** Where several families know a program, the later one is asked first; an `undefined` passes it on. */
const families: readonly Readonly<Record<string, Handler>>[] = [
  windows,
  infrastructure,
  clusters,
  containers,
  packages,
  services,
  migrations,
  agents,
  cloud,
  hosting,
  forges,
  stores,
  versioning,
  searching,
  debuggers,
  readers,
  decoders,
  filesystem,
  archives,
  linking,
  disk,
  permissions,
  processes,
  network,
  downloads,
  firewalls,
  database,
  secrets,
  persistenceTools,
  editors,
  patching,
  targets,
  compilers,
  interpret,
  shells,
  { git },
  doors,
  escapes,
]

/** Looked up when it is asked for: merging the families at load cost more than all look-ups of a command. */
export const handlerOf = (name: string): Handler | undefined => {
  let found: Handler | undefined
  for (const family of families) {
    const next = Object.hasOwn(family, name) ? family[name] : undefined
    if (next === undefined) continue
    const before = found
    found = before === undefined ? next : call => next(call) ?? before(call)
  }
  return found
}

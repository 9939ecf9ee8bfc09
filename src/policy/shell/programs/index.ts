/** Who knows what a program does. An unknown program costs one look-up. */

import type { Handler } from '../session.ts'
import { cloud } from './cloud.ts'
import { database } from './database.ts'
import { decoders } from './decoders.ts'
import { disk } from './disk.ts'
import { editors } from './editors.ts'
import { filesystem } from './filesystem.ts'
import { git } from './git.ts'
import { interpret } from './interpreters.ts'
import { network } from './network.ts'
import { operations } from './operations.ts'
import { permissions } from './permissions.ts'
import { persistenceTools } from './persistence.ts'
import { processes } from './process.ts'
import { readers } from './readers.ts'
import { secrets } from './secrets.ts'
import { shells } from './shells.ts'
import { windows } from './windows.ts'

export const programs: Readonly<Record<string, Handler>> = together(
  // Where several families know a program, the later one is asked first; an `undefined` passes it on.
  windows,
  operations,
  cloud,
  readers,
  decoders,
  filesystem,
  disk,
  permissions,
  processes,
  network,
  database,
  secrets,
  persistenceTools,
  editors,
  interpret,
  shells,
  { git },
)

function together(...families: readonly Readonly<Record<string, Handler>>[]): Record<string, Handler> {
  const all: Record<string, Handler> = {}
  for (const family of families) {
    for (const name in family) {
      const next = family[name] as Handler
      const before = all[name]
      all[name] = before === undefined ? next : call => next(call) ?? before(call)
    }
  }
  return all
}

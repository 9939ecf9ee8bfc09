/** A machine of its own for one registration: a home, a project, a state directory. */

import * as nodeFs from 'node:fs'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Installable, installables, writesFor } from '../../src/cli/commands/registration/registrations.ts'
import type { Ground, Scope } from '../../src/core/install.ts'
import { carryOut, changeFor, removalFor, type Write } from '../../src/setup/install/change.ts'
import { type Files, type Fs, filesOn } from '../../src/setup/install/files.ts'
import { memoriesIn } from '../../src/setup/install/undo.ts'

export interface Machine {
  readonly dir: string
  readonly ground: Ground
  readonly writes: readonly Write[]
}

const all = await installables()

/** Every client in every scope that it has. */
export const registrations: readonly (readonly [name: string, installable: Installable, scope: Scope])[] = all.flatMap(
  installable => installable.installation.scopes.map(scope => [`${installable.client}, ${scope}`, installable, scope] as const),
)

export const machine = (installable: Installable, scope: Scope, program = '/opt/tfy hook/tfy-hook'): Machine => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'tfy-install-')))
  const [home, root] = [join(dir, 'home'), join(dir, 'shop')]
  mkdirSync(home)
  mkdirSync(root)
  const ground: Ground = { scope, system: 'linux', env: {}, home, root }
  const settings = { program: [program], closed: true, budgetMs: 10_000 } as const
  const within = (file: string): string => (file.startsWith(dir) ? file : join(dir, 'system', file))
  // What an administrator deploys lies outside every home; here it stands beside it.
  const writes = writesFor(installable, ground, settings, [99]).map(write => ({ ...write, file: within(write.file) }))
  return { dir, ground, writes }
}

export const clear = ({ dir }: Machine): void => rmSync(dir, { recursive: true, force: true })

/** Does not wait for the disk, which takes most of the time. */
const quick: Fs = { ...nodeFs, fsyncSync: () => {} }

const parts = ({ dir }: Machine, fs: Fs = quick): { readonly files: Files; readonly memories: ReturnType<typeof memoriesIn> } => {
  const files = filesOn(fs)
  return { files, memories: memoriesIn(join(dir, 'state'), files) }
}

/** What `init` does for one client; how many files changed. */
export const register = (on: Machine, fs?: Fs): number => {
  const { files, memories } = parts(on, fs)
  const changes = on.writes.map(write => changeFor(write, files))
  for (const change of changes) {
    files.sweep(change.file)
    carryOut(change, files, memories)
  }
  return changes.filter(({ before, after }) => before !== after).length
}

/** What `uninstall` does for one client; how many files changed. */
export const unregister = (on: Machine, fs?: Fs): number => {
  const { files, memories } = parts(on, fs)
  const changes = on.writes.flatMap(write => {
    files.sweep(write.file)
    return removalFor(write, files, memories) ?? []
  })
  for (const change of changes.toReversed()) carryOut(change, files, memories)
  return changes.length
}

export const put = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Everything on the machine but our state: directories, links, modes and bytes. */
export const everything = ({ dir }: Machine): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter(name => name !== 'state' && !name.startsWith('state/'))
      .sort()
      .map(name => {
        const stat = statSync(join(dir, name))
        return [
          name,
          stat.isFile() ? `${(stat.mode & 0o777).toString(8)} ${readFileSync(join(dir, name), 'latin1')}` : 'directory',
        ]
      }),
  )

/** What an administrator deploys, as a set of files for one system. Pure: the machine that makes it need not be of that kind, nor have the clients. */

import type { Ground, HttpHook, System } from '../../../core/install.ts'
import type { Write } from '../../../setup/install/change.ts'
import { type DeployedFile, entriesDigest, type Manifest, manifestName, sha256 } from '../../../setup/install/deployment.ts'
import { withEntriesOf } from '../../../setup/install/entries.ts'
import { newTables } from '../../../setup/install/toml-file.ts'
import type { Program } from '../registration/own-program.ts'
import { type Installable, problemOf, writesFor } from '../registration/registrations.ts'
import { policyFile } from './device-policies.ts'

declare const __TFY_VERSION__: string

export const targets = { linux: 'linux', macos: 'darwin', windows: 'win32' } as const satisfies Readonly<Record<string, System>>
export type Target = keyof typeof targets

export interface Order {
  readonly target: Target
  readonly format: 'files' | 'mdm-toml'
  readonly program: Program
  readonly closed: boolean
  readonly budgetMs: number
  readonly http: HttpHook | undefined
  /** The directory of our own managed layer there, and what stands in it. */
  readonly dir: string
  readonly config: string
  readonly policy: string
}

export interface SetFile extends DeployedFile {
  readonly text: string
}

export interface SetClient {
  readonly client: string
  /** The oldest version that takes it in the closed form; undefined where none is known. */
  readonly since: string | undefined
  readonly over: 'http' | 'command' | 'policies'
  readonly files: readonly string[]
  readonly notes: readonly string[]
}

export interface ManagedSet {
  readonly files: readonly SetFile[]
  readonly clients: readonly SetClient[]
  readonly manifest: string
  /** For the file of TrueFoundry's own tool, in that format. */
  readonly mdmToml: string | undefined
  /** What no file of the system says there, by its name in the output: for whatever manages the device. */
  readonly policies: Readonly<Record<string, string>>
  /** Clients that cannot be given this program there. */
  readonly unsupported: readonly { readonly client: string; readonly problem: string }[]
}

/** The one client whose managed settings that tool writes itself. */
const byMdm = 'claude-code'
const mdmTable = ['agents', byMdm, 'managed_settings']

export const managedSet = (clients: readonly Installable[], order: Order): ManagedSet => {
  const { target, format, program, dir } = order
  // Nothing of the machine that makes it: a variable here names no place there.
  const ground: Ground = { scope: 'managed', system: targets[target], env: {}, home: '/', root: '/' }
  const files: SetFile[] = [ownFile(`${dir}/config.yaml`, order.config), ownFile(`${dir}/policy.yaml`, order.policy)]
  const made: SetClient[] = []
  const unsupported: { readonly client: string; readonly problem: string }[] = []
  let mdmToml: string | undefined
  const elsewhere: Record<string, string> = {}
  for (const installable of clients) {
    const { client, installation } = installable
    if (installation.policies !== undefined) {
      const { file, values, notes } = installation.policies
      const needs = Object.entries(values).map(([key, value]) => ({ at: [key], value }))
      if (target === 'linux') {
        const text = `${JSON.stringify(values, undefined, 2)}\n`
        files.push({ ...ownFile(file, text), client, entries: entriesDigest(file, text), needs })
      } else {
        const [name, text] = policyFile(client, installation.policies, target)
        elsewhere[name] = text
      }
      made.push({ client, since: undefined, over: 'policies', files: target === 'linux' ? [file] : [], notes })
      continue
    }
    const over = order.http !== undefined && typeof installation.http === 'object' ? 'http' : 'command'
    const settings = { ...order, http: over === 'http' ? order.http : undefined }
    const own: string[] = []
    let writes: readonly Write[]
    try {
      writes = writesFor(installable, ground, settings, installation.deployed?.since)
    } catch (error) {
      unsupported.push({ client, problem: problemOf(error) })
      continue
    }
    for (const [i, write] of writes.entries()) {
      const merged = format === 'mdm-toml' && client === byMdm && i === 0 && write.kind === 'entries'
      // The tool writes one file, and replaces it.
      const file = merged ? write.file.replace(/managed-settings\.d\/.*$/, 'managed-settings.json') : write.file
      own.push(file)
      if (write.kind === 'file') {
        files.push({ ...ownFile(file, write.text), client })
        continue
      }
      const text = withEntriesOf(undefined, write)
      const entries = entriesDigest(file, text)
      files.push({
        file,
        client,
        text: merged ? '' : text,
        sha256: sha256(text),
        entries,
        ...(write.needs !== undefined && { needs: write.needs }),
      })
      if (merged)
        mdmToml = newTables(
          write.entries.map(({ at, value }) => ({ at: [...mdmTable, ...at], value })),
          write.needs?.map(({ at, value }) => ({ at: [...mdmTable, ...at], value })),
        )
    }
    made.push({
      client,
      since: installation.deployed?.since.join('.'),
      over,
      files: own,
      notes: [...notesOf(installable), ...(installation.notes?.(ground) ?? [])],
    })
  }
  const manifest: Manifest = {
    version: 1,
    made: __TFY_VERSION__,
    for: target,
    program: program[0],
    files: files.map(({ text: _, ...file }) => file),
    clients: Object.fromEntries(made.flatMap(({ client, since }) => (since === undefined ? [] : [[client, since]]))),
  }
  return {
    files: files.filter(({ text }) => text !== ''),
    clients: made,
    manifest: `${JSON.stringify(manifest, undefined, 2)}\n`,
    mdmToml,
    policies: elsewhere,
    unsupported,
  }
}

const ownFile = (file: string, text: string): SetFile => ({ file, text, sha256: sha256(text) })

const notesOf = ({ installation: { deployed } }: Installable): readonly string[] =>
  deployed === undefined
    ? ['It is not known from which version on it takes this form.']
    : [`${deployed.since.join('.')} or newer; an older version ${deployed.older}.`]

/** Where a file of the target stands in the output: `C:\x` below `C`. */
export const nameIn = (file: string): string =>
  `root/${file
    .replaceAll('\\', '/')
    .replace(/^([A-Z]):/, '$1')
    .replace(/^\/+/, '')}`

export const manifestFile = (dir: string): string => `${dir}/${manifestName}`

/** Whether what an administrator has deployed stands here as it was made: the manifest among the managed files says how that was. */

import { type Stats, statSync } from 'node:fs'
import { atLeast, type Hook } from '../core/install.ts'
import { type DeployedFile, driftOf, type Manifest, manifestIn, manifestName } from '../install/deployment.ts'
import type { Files } from '../install/files.ts'
import { bad, type Finding, fine, of, warn } from './finding.ts'

interface Machine {
  readonly files: Pick<Files, 'read'>
  /** The versions of the clients that are here, by id. */
  readonly versions: ReadonlyMap<string, Hook['version']>
  readonly stat?: (file: string) => Pick<Stats, 'mode' | 'uid'> | undefined
}

const again = 'Deploy the files again (tfy-hook init --scope managed --out), or have who changed it undo that'

export const deployment = (managed: readonly string[], { files, versions, stat = statOf }: Machine): readonly Finding[] =>
  managed.flatMap(dir => {
    const file = `${dir}/${manifestName}`
    const read = textOf(file, files)
    if (read.text === undefined && read.problem === undefined) return []
    const manifest = read.text === undefined ? undefined : manifestIn(read.text)
    if (manifest === undefined)
      return [
        warn(
          'managed.unreadable',
          `${file} ${read.problem ?? 'is no list of deployed files'}.`,
          'Whether the deployed files are as they were made cannot be known.',
          again,
        ),
      ]
    const found = [
      ...drifted(manifest, files),
      ...writable([...manifest.files.map(one => one.file), file], stat),
      ...gone(manifest, stat),
    ]
    const count = `${manifest.files.length} files`
    return [
      ...(found.length > 0
        ? found
        : [fine('managed', `${count} are as tfy-hook ${manifest.made} made them for ${manifest.for}.`)]),
      ...older(manifest, versions),
    ]
  })

const drifted = (manifest: Manifest, files: Machine['files']): readonly Finding[] =>
  manifest.files.flatMap(one => {
    const drift = driftOf(one, textOf(one.file, files).text)
    if (drift === undefined) return []
    const lacks = 'What stood in it does not hold on this machine'
    return owned(one, [
      drift === 'missing'
        ? bad('managed.missing', `${one.file} was deployed, and cannot be read or is not there.`, `${lacks}.`, again)
        : bad('managed.changed', `${one.file} is not as it was deployed.`, `${lacks}, or not all of it.`, again),
    ])
  })

const owned = ({ client }: DeployedFile, findings: readonly Finding[]): readonly Finding[] =>
  client === undefined ? findings : of(client, findings)

/** Whoever may write one of them decides who is guarded. */
const writable = (all: readonly string[], stat: NonNullable<Machine['stat']>): readonly Finding[] =>
  process.platform === 'win32'
    ? []
    : all.flatMap(file => {
        const found = stat(file)
        if (found === undefined || ((found.mode & 0o022) === 0 && found.uid === 0)) return []
        return [
          warn(
            'managed.writable',
            `${file} can be written by others than root.`,
            'Whoever writes it decides what is allowed.',
            `chown root ${file} && chmod go-w ${file}`,
          ),
        ]
      })

const gone = ({ program }: Manifest, stat: NonNullable<Machine['stat']>): readonly Finding[] =>
  stat(program) !== undefined
    ? []
    : [
        bad(
          'managed.program',
          `The deployed files start ${program}, which is not there.`,
          'Clients that fail closed stop every action, and the others check none.',
          `Install tfy-hook as ${program}`,
        ),
      ]

const older = ({ clients }: Manifest, versions: Machine['versions']): readonly Finding[] =>
  Object.entries(clients).flatMap(([client, since]) => {
    const version = versions.get(client)
    if (version === undefined || atLeast(version, since.split('.').map(Number))) return []
    return of(client, [
      warn(
        'managed.version',
        `${version.join('.')} is older than what the deployed files were made for (${since}).`,
        'It may not take them, or go on where a hook fails.',
        'Update it',
      ),
    ])
  })

const textOf = (file: string, files: Machine['files']): { readonly text?: string; readonly problem?: string } => {
  try {
    const text = files.read(file)
    return text === undefined ? {} : { text }
  } catch {
    return { problem: 'cannot be read' }
  }
}

const statOf = (file: string): Stats | undefined => {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

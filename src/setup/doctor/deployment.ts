/** Whether what an administrator has deployed stands here as it was made: the manifest among the managed files says how that was. */

import { realpathSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path/posix'
import { atLeast, type Hook } from '../../core/install.ts'
import { placeOf } from '../../hook/config/compiled.ts'
import { type DeployedFile, driftOf, type Manifest, manifestIn, manifestName, otherwise } from '../install/deployment.ts'
import type { Files } from '../install/files.ts'
import { bad, type Finding, fine, of, warn } from './finding.ts'

type StatOf = (path: string) => Pick<Stats, 'mode' | 'uid'> | undefined

interface Machine {
  readonly files: Pick<Files, 'read' | 'list'>
  /** The versions of the clients that are here, by id. */
  readonly versions: ReadonlyMap<string, Hook['version']>
  /** Files of an administrator's in which we are registered. */
  readonly registered?: readonly string[]
  readonly stat?: StatOf
  readonly real?: (path: string) => string
}

const again = 'Deploy the files again (tfy-hook init --scope managed --out), or have who changed it undo that'

export const deployment = (managed: readonly string[], machine: Machine): readonly Finding[] => {
  const { files, versions, registered = [], stat = statOf, real = realOf } = machine
  return managed.flatMap(dir => {
    const file = `${dir}/${manifestName}`
    const read = textOf(file, files)
    const [first] = registered
    if (read.text === undefined && read.problem === undefined && first === undefined) return []
    const manifest = read.text === undefined ? undefined : manifestIn(read.text)
    if (manifest === undefined) {
      const missing = read.text === undefined && read.problem === undefined
      return [
        warn(
          missing ? 'managed.unlisted' : 'managed.unreadable',
          missing
            ? `${first} was deployed, and ${file} is not there.`
            : `${file} ${read.problem ?? 'is no list of deployed files'}.`,
          'Whether the deployed files are as they were made cannot be known.',
          again,
        ),
      ]
    }
    const programs = needed(manifest.program)
    const door = `${programs.at(-1)}-door`
    const forms = ['config.yaml', 'policy.yaml'].map(name => placeOf(`${dir}/${name}`))
    const bundles = files.list(`${dir}/bundle`).map(name => `${dir}/bundle/${name}`)
    const own = [...manifest.files.map(one => one.file), file, ...forms, ...beside(manifest, machine)]
    const found = [
      ...drifted(manifest, files),
      // The rights of Windows are not these.
      ...(manifest.for === 'windows'
        ? []
        : writableByOthers([...own, ...bundles, ...programs, ...programs.map(real), door, real(door)], stat)),
      ...gone(programs, stat),
    ]
    const count = `${manifest.files.length} files`
    return [
      ...(found.length > 0
        ? found
        : [fine('managed', `${count} are as tfy-hook ${manifest.made} made them for ${manifest.for}.`)]),
      ...overruling(manifest, machine),
      ...older(manifest, versions),
    ]
  })
}

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

/** Whoever may write one of the files, or a folder on the way to it, decides what stands there. */
const writableByOthers = (files: readonly string[], stat: StatOf): readonly Finding[] =>
  [...new Set(files.flatMap(file => [file, ...foldersTo(file)]))].flatMap(path => {
    const found = stat(path)
    if (found === undefined || ((found.mode & 0o022) === 0 && found.uid === 0)) return []
    return [
      warn(
        'managed.writable',
        `${path} can be written by others than root.`,
        'Whoever writes it decides what is allowed.',
        `chown root ${path} && chmod go-w ${path}`,
      ),
    ]
  })

/** Up to the root. */
const foldersTo = (file: string): readonly string[] => {
  const folders: string[] = []
  for (let at = dirname(file); ; at = dirname(at)) {
    folders.push(at)
    if (at === dirname(at)) return folders
  }
}

const gone = (programs: readonly string[], stat: StatOf): readonly Finding[] => {
  const fault = programs
    .map(program => {
      const found = stat(program)
      if (found === undefined) return `${program}, which is not there`
      return (found.mode & 0o111) === 0o111 ? undefined : `${program}, which not every account may run`
    })
    .find(one => one !== undefined)
  return fault === undefined
    ? []
    : [
        bad(
          'managed.program',
          `The deployed files start ${fault}.`,
          'Clients that fail closed stop every action, and the others check none.',
          `Install tfy-hook as ${programs[0]}`,
        ),
      ]
}

/** The door does not work without the program beside it. */
const needed = (program: string): readonly string[] =>
  program.endsWith('/tfy-hook-door') ? [program, program.slice(0, -'-door'.length)] : [program]

/** Files that others have put where a client reads all that there are. */
const beside = (manifest: Manifest, { files }: Machine): readonly string[] => {
  const own = new Set(manifest.files.map(({ file }) => file))
  const folders = new Set([...own].map(file => dirname(file)).filter(folder => folder.endsWith('.d')))
  return [...folders].flatMap(folder => files.list(folder).map(name => `${folder}/${name}`)).filter(file => !own.has(file))
}

/** They may say what they like, but for what ours have to say. */
const overruling = (manifest: Manifest, machine: Machine): readonly Finding[] =>
  beside(manifest, machine).map(file => {
    const folder = dirname(file)
    const ours = manifest.files.filter(one => dirname(one.file) === folder)
    const what = `${file} stands beside the deployed files`
    const text = textOf(file, machine.files).text
    const [other] =
      text === undefined
        ? []
        : otherwise(
            file,
            text,
            ours.flatMap(({ needs = [] }) => needs),
          )
    if (other === undefined && text !== undefined) return fine('managed.beside', `${what}.`)
    const how = text === undefined ? 'and cannot be read' : `and says otherwise of ${other}`
    return warn(
      'managed.beside',
      `${what}, ${how}.`,
      'The client reads all of them, and this one may count.',
      `Take ${file} away`,
    )
  })

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

const realOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

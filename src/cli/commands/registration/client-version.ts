/**
 * Which versions the clients have. The disk says it as a rule. A client that has to be asked is somebody else's program: it is started by absolute
 * path, in a home and a directory made for this one question, for a bounded time.
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Env } from '../../../core/client.ts'
import type { Ground, Installation } from '../../../core/install.ts'
import { isObject, readObject } from '../../../core/json.ts'
import { systemWords } from '../../../core/system-words.ts'
import { runFor, troubleOf } from '../../../hook/programs/run.ts'
import { unstartable } from '../../../hook/programs/startable.ts'
import { read, save } from '../../../hook/sources/machine/private-file.ts'
import { withoutProject } from '../../../setup/doctor/clean-environment.ts'
import { versionOnDisk } from '../../../setup/install/version.ts'

const longestMs = 5_000

export interface Version {
  /** Undefined when it is not known. */
  readonly numbers: readonly number[] | undefined
  /** One sentence without its full stop: what is wrong with the program. */
  readonly problem: string | undefined
  /** The client would have to be asked. */
  readonly unasked?: boolean
}

export const noVersion: Version = { numbers: undefined, problem: undefined }

/** Where what a client said is kept, for those who ask none. */
export interface Memory {
  readonly state: string
  readonly asks: boolean
}

/** Without a memory the client is asked, and nothing is kept. */
export const versionOf = async (
  installation: Installation,
  binary: string,
  ground: Ground,
  memory?: Memory,
): Promise<Version> => {
  const name = basename(binary).replace(/\.(?:exe|cmd|bat)$/i, '')
  const known = versionOnDisk(binary, installation, ground)
  const of = (trouble: string): Version => ({
    numbers: known,
    problem: `${name} at ${binary} ${trouble}${known === undefined ? '; its version is not known' : ''}`,
  })
  const fault = unstartable(binary)
  if (fault !== undefined) return of(`cannot be started (${fault})`)
  if (known !== undefined) return { numbers: known, problem: undefined }
  if (memory?.asks === false) {
    const numbers = recalled(memory, binary)
    return { numbers, problem: undefined, unasked: numbers === undefined }
  }
  let scratch: string | undefined
  try {
    scratch = mkdtempSync(join(tmpdir(), 'tfy-hook-version-'))
    const ran = await runFor(binary, ['--version'], longestMs, {
      cwd: scratch,
      env: scratchEnv(withoutProject(ground.env, ground), ground.home, scratch),
      maxBuffer: 64 * 1024,
      apart: true,
    })
    if (ran.notStarted !== undefined) return of(`cannot be started (${ran.notStarted})`)
    const trouble = troubleOf(ran)
    if (trouble !== undefined) return of(`was asked for its version and ${trouble}`)
    const numbers = numbersIn(ran.stdout)
    if (numbers === undefined) return of('was asked for its version and did not say one')
    if (memory !== undefined) remember(memory, binary, numbers)
    return { numbers, problem: undefined }
  } catch (error) {
    return of(`was not asked, since there is no temporary folder (${systemWords(error)})`)
  } finally {
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}

const mostRemembered = 64 * 1024
const keptIn = ({ state }: Memory): string => `${state}/client-versions.json`

/** Changes when the program does. */
const stampOf = (binary: string): string => {
  const { ino, size, mtimeMs } = statSync(binary)
  return [ino, size, mtimeMs].join(' ')
}

const kept = (memory: Memory) => {
  const text = read(keptIn(memory), mostRemembered)
  const all = text === undefined ? undefined : readObject(text)
  return isObject(all) ? all : {}
}

const recalled = (memory: Memory, binary: string): readonly number[] | undefined => {
  const one = kept(memory)[binary]
  if (!isObject(one) || typeof one.said !== 'string') return undefined
  try {
    return one.stamp === stampOf(binary) ? numbersIn(one.said) : undefined
  } catch {
    return undefined
  }
}

const remember = (memory: Memory, binary: string, numbers: readonly number[]): void =>
  save(keptIn(memory), JSON.stringify({ ...kept(memory), [binary]: { stamp: stampOf(binary), said: numbers.join('.') } }))

export const numbersIn = (text: string): readonly number[] | undefined =>
  /(?<![\d.])(\d{1,5})\.(\d{1,5})(?:\.(\d{1,12}))?/
    .exec(text)
    ?.slice(1)
    .filter(part => part !== undefined)
    .map(Number)

/** What a program needs in order to start, and nothing that leads it to the person's own files. */
const passed =
  /^(?:PATH|PATHEXT|SystemRoot|SystemDrive|windir|ComSpec|ProgramFiles(?:\(x86\))?|ProgramData|PROCESSOR_ARCHITECTURE|LANG|LC_\w+|LD_LIBRARY_PATH|NIX_\w+|ASDF_\w+|MISE_\w+|VOLTA_HOME|FNM_\w+|NVM_\w+)$/i

const scratchEnv = (env: Env, home: string, dir: string): Env => ({
  // Starters of a version manager look into their own folders for what they start.
  ASDF_DATA_DIR: join(home, '.asdf'),
  VOLTA_HOME: join(home, '.volta'),
  MISE_DATA_DIR: join(home, '.local/share/mise'),
  MISE_CONFIG_DIR: join(home, '.config/mise'),
  ...Object.fromEntries(Object.entries(env).filter(([name]) => passed.test(name))),
  ...Object.fromEntries(['HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TMPDIR', 'TEMP', 'TMP'].map(name => [name, dir])),
  ...Object.fromEntries(['CONFIG', 'DATA', 'STATE', 'CACHE'].map(kind => [`XDG_${kind}_HOME`, join(dir, kind.toLowerCase())])),
  XDG_RUNTIME_DIR: dir,
  TERM: 'dumb',
  NO_COLOR: '1',
  NO_UPDATE_NOTIFIER: '1',
})

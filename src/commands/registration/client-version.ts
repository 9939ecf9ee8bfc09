/**
 * Which versions the clients have. The disk says it as a rule. A client that has to be asked is somebody else's program: it is started by absolute
 * path, in a home and a directory made for this one question, for a bounded time.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Env } from '../../core/client.ts'
import type { Ground, Installation } from '../../core/install.ts'
import { systemWords } from '../../core/system-words.ts'
import { withoutProject } from '../../doctor/clean-environment.ts'
import { versionOnDisk } from '../../install/version.ts'
import { runFor, troubleOf } from '../../programs/run.ts'
import { unstartable } from '../../programs/startable.ts'

const longestMs = 5_000

export interface Version {
  /** Undefined when it is not known. */
  readonly numbers: readonly number[] | undefined
  /** One sentence without its full stop: what is wrong with the program. */
  readonly problem: string | undefined
}

export const noVersion: Version = { numbers: undefined, problem: undefined }

export const versionOf = async (installation: Installation, binary: string, ground: Ground): Promise<Version> => {
  const name = basename(binary).replace(/\.(?:exe|cmd|bat)$/i, '')
  const known = versionOnDisk(binary, installation, ground)
  const of = (trouble: string): Version => ({
    numbers: known,
    problem: `${name} at ${binary} ${trouble}${known === undefined ? '; its version is not known' : ''}`,
  })
  const fault = unstartable(binary)
  if (fault !== undefined) return of(`cannot be started (${fault})`)
  if (known !== undefined) return { numbers: known, problem: undefined }
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
    return numbers === undefined ? of('was asked for its version and did not say one') : { numbers, problem: undefined }
  } catch (error) {
    return of(`was not asked, since there is no temporary folder (${systemWords(error)})`)
  } finally {
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}

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

/** A home directory of its own for each page, with the built program on the PATH, and a shell in it. */

import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { mainPackage } from '../package/platforms.ts'
import { at, root, run } from '../project/project.ts'

/** Home and working directory as pages show them. */
export const shownHome = '/home/you'

export interface Scratch {
  readonly home: string
  /** Where commands run: a project of the account. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly put: (path: string, text: string) => void
  readonly bash: (script: string) => { readonly code: number; readonly output: string }
  readonly done: () => void
}

/** Files of the account's own would count as the user's, whatever HOME says; see SECURITY.md. */
export const accountHasFiles = (): boolean =>
  ['policy.yaml', 'config.yaml', 'credentials'].some(name => existsSync(join(homedir(), '.config', 'tfy-hook', name)))

export const scratch = (): Scratch => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'tfy-docs-')))
  const home = join(base, 'home')
  const bin = join(home, '.local', 'bin')
  const cwd = join(home, 'shop')
  for (const folder of [bin, cwd, join(base, 'tmp')]) mkdirSync(folder, { recursive: true })
  // For programs of the pages that import ours.
  const installed = join(home, 'node_modules', mainPackage)
  mkdirSync(dirname(installed), { recursive: true })
  symlinkSync(root, installed)
  const program = join(bin, 'tfy-hook')
  try {
    linkSync(at('dist/tfy-hook'), program)
  } catch {
    copyFileSync(at('dist/tfy-hook'), program)
  }
  const env = {
    PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    // The folders that everybody may write to are no place for a program, and the program says so.
    TMPDIR: join(base, 'tmp'),
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    NO_COLOR: '1',
    SHELL: '/bin/bash',
  }
  return {
    home,
    cwd,
    env,
    put: (path, text) => {
      const file = path.startsWith('~/') ? join(home, path.slice(2)) : join(cwd, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    },
    bash: script => {
      const ran = run('bash', ['--noprofile', '--norc', '-c', `exec 2>&1 </dev/null\n${script}`], { cwd, env, timeout: 60_000 })
      return { code: ran.code, output: ran.stdout.replaceAll(home, shownHome) }
    },
    done: () => rmSync(base, { recursive: true, force: true }),
  }
}

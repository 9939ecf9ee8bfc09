/** Repositories of git to compare with: a scratch folder with its own home, local remotes, no network. */

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyse } from '../../src/engine/analysis/analyse.ts'
import type { RefChange } from '../../src/engine/analysis/values/facts.ts'
import type { Host } from '../../src/engine/matching/host.ts'
import { hostFor } from '../../src/hook/sources/offline.ts'

export const hasGit = (() => {
  try {
    return execFileSync('git', ['--version']).length > 0
  } catch {
    return false
  }
})()

export interface Scratch {
  readonly root: string
  readonly home: string
  /** The repository that every test copies. */
  readonly base: string
  readonly env: Readonly<Record<string, string>>
  readonly host: Host
  readonly shell: (script: string, cwd: string) => string
}

/** Branches `main`, `dev/me`, `dev/two`, `feature/x`, tags `v1` and `both`, a branch `both`; remotes `origin` and `fork` with other states of them. */
export const scratch = (): Scratch => {
  // Thousands of small files are made and removed: in memory that takes a tenth of the time.
  const root = realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tfy-git-')))
  const home = join(root, 'home')
  mkdirSync(home)
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
    GIT_EDITOR: 'true',
    FILTER_BRANCH_SQUELCH_WARNING: '1',
    GIT_TEST_FSYNC: '0',
    LC_ALL: 'C',
  }
  const shell = (script: string, cwd: string): string =>
    execFileSync('bash', ['-c', script], { cwd, env, encoding: 'utf8', maxBuffer: 64e6, stdio: ['ignore', 'pipe', 'ignore'] })
  shell(
    `set -e
    git init -q -b main base && cd base
    mkdir sub && echo 1 > a && echo 1 > sub/b && git add . && git commit -qm one
    git branch dev/two && git branch feature/x && git tag v1 && git tag -am t both && git tag -am t v2 && git branch both
    for r in origin fork; do git init -q -b main --bare ../$r.git; git remote add $r ../$r.git; git push -q $r main dev/two refs/tags/v1; done
    echo 2 > a && git commit -qam two && git push -q origin main && git checkout -q -b dev/me && echo 3 > a && git commit -qam three
    git push -q origin dev/me refs/heads/both && git commit -q --amend -m other && git fetch -q --all
    git checkout -q main && git gc -q && rm -f .git/hooks/* && git remote set-url origin ${root}/origin.git && git remote set-url fork ${root}/fork.git`,
    root,
  )
  const places = { home, state: join(root, 'state'), managed: [], user: [], redirected: [], bundle: join(root, 'bundle') }
  const host = hostFor(places as unknown as Parameters<typeof hostFor>[0], env)
  return { root, home, base: join(root, 'base'), env, host, shell }
}

/** A copy of the base with this checked out and this added to its configuration. */
export const copyOf = ({ root, base }: Scratch, name: string, head: string, config: string): string => {
  const folder = join(root, name)
  cpSync(base, folder, { recursive: true })
  writeFileSync(join(folder, '.git/HEAD'), `${head}\n`)
  writeFileSync(
    join(folder, '.git/config'),
    `${execFileSync('cat', [join(base, '.git/config')], { encoding: 'utf8' })}\n${config}\n`,
  )
  return folder
}

/** What our analysis says that a command touches. */
export const ours = ({ host }: Scratch, command: string, cwd: string): readonly RefChange[] => {
  const { invocations } = analyse(command, { cwd, workspaceRoots: [cwd], host })
  return invocations.flatMap(({ refs }) => refs?.() ?? [])
}

export const covers = (pattern: string | undefined, ref: string): boolean => {
  if (pattern === undefined || pattern === ref) return true
  const star = pattern.indexOf('*')
  return star >= 0 && ref.startsWith(pattern.slice(0, star)) && ref.endsWith(pattern.slice(star + 1))
}

/** A generator that gives the same numbers every time. */
export const numbers = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

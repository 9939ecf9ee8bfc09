/** The repository that a git command works in: where it lies, what is checked out, which refs it has. */

import { once } from '../../../matching/once.ts'
import { settingOf } from '../../calls/interpret.ts'
import { absolutePath } from '../../places/paths.ts'
import type { Analysis, Call, Checkout } from '../../values/analysis.ts'
import { HOLE } from '../../values/value.ts'

interface Repository {
  /** `.git`, or that of a worktree. */
  readonly dir: string
  /** Where configuration and branches are, for all worktrees together. */
  readonly common: string
  /** Where a script of git starts: the top of the tree. */
  readonly top: string
  readonly host: Analysis['host']
}

/** A git command and where it stands: what the script had changed by then. */
export interface Site {
  readonly call: Call
  readonly repository: Repository | undefined
  /** Of this repository, and of one that nobody knows. */
  readonly changed: Checkout
  /** What the script wrote or deleted past git. */
  readonly touched: readonly (string | undefined)[]
}

/** A ref, `undefined` where none is checked out, `HOLE` where it cannot be known. */
export type Head = string | undefined

const unchanged: Checkout = { heads: [], config: [], refs: [] }

/** By `--git-dir`, by `GIT_DIR`, or in the folder and those above it. */
export function siteOf(call: Call, gitDir: string | undefined): Site {
  const { analysis } = call
  const repository = once(() => repositoryOf(call, gitDir))
  return {
    call,
    // Most calls of git ask for none of it.
    get repository() {
      return repository()
    },
    changed: analysis.checkouts === undefined ? unchanged : changedIn(repository()?.dir, analysis.checkouts),
    touched: [...analysis.writes, ...analysis.deletes].map(({ path }) => path),
  }
}

function changedIn(dir: string | undefined, checkouts: ReadonlyMap<string, Checkout>): Checkout {
  const own = checkouts.get(dir ?? '') ?? unchanged
  const lost = dir === undefined ? unchanged : (checkouts.get('') ?? unchanged)
  // In front of `&&` a command has succeeded; otherwise it may have failed.
  const last = own.heads.findLastIndex(({ by, isSure }) => isSure || by?.isWhole === true)
  const heads = own.heads.slice(Math.max(last, 0)).map(({ ref }, at) => ({ ref, isSure: at === 0 && last >= 0 }))
  return {
    heads: [...heads, ...lost.heads.map(() => ({ ref: HOLE, isSure: false }))],
    config: [...own.config, ...lost.config],
    refs: own.refs,
  }
}

/** Notes what a command changes in its repository, for the commands behind it. */
export function change(
  { call: { analysis }, repository }: Site,
  { heads = [], config = [], refs = [] }: Partial<Checkout>,
): void {
  const dir = repository?.dir ?? ''
  const before = analysis.checkouts?.get(dir) ?? unchanged
  const isFull = before.heads.length + before.config.length + before.refs.length > 64
  if (isFull) analysis.exhausted = true
  else
    analysis.checkouts = new Map(analysis.checkouts).set(dir, {
      heads: [...before.heads, ...heads],
      config: [...before.config, ...config],
      refs: [...before.refs, ...refs],
    })
}

function repositoryOf(call: Call, gitDir: string | undefined): Repository | undefined {
  const { env, analysis } = call
  if (env.remote || env.cwd === undefined) return undefined
  const named = gitDir ?? variableOf(call, 'GIT_DIR')
  const isFound = named === undefined || named === ''
  const found = isFound
    ? above(env.cwd, analysis)
    : { dir: directory(absolutePath(named, env.cwd, analysis.host), analysis), top: env.cwd }
  const dir = found?.dir
  if (dir === undefined) return undefined
  const linked = analysis.host.readText(`${dir}/commondir`, 4_096)?.trim()
  const common = linked === undefined || linked === '' ? dir : absolutePath(linked, dir, analysis.host)
  return { dir, common, top: found?.top ?? env.cwd, host: analysis.host }
}

/** Set in front of the command, before it, or where the agent runs. */
export const variableOf = (call: Call, name: string): string | undefined => settingOf(call, name) ?? call.analysis.host.env(name)

function above(cwd: string, analysis: Analysis): { readonly dir: string; readonly top: string } | undefined {
  let folder = cwd
  for (let step = 0; step < 40 && !folder.includes(HOLE); step++) {
    const dir = directory(`${folder === '/' ? '' : folder}/.git`, analysis) ?? directory(folder, analysis)
    if (dir !== undefined) return { dir, top: folder }
    const end = folder.lastIndexOf('/')
    if (end < 0 || folder === '/') return undefined
    folder = end === 0 ? '/' : folder.slice(0, end)
  }
  return undefined
}

/** `path` itself, or where the file `path` of a worktree or a submodule leads. */
function directory(path: string, { host }: Analysis): string | undefined {
  if (path.includes(HOLE)) return undefined
  const isRepository = (at: string): boolean => /^(?:ref:|[0-9a-f]{40})/.test(host.readText(`${at}/HEAD`, 400) ?? '')
  if (isRepository(path)) return path
  const away = /^gitdir: ([^\n]+)/.exec(host.readText(path, 4_096) ?? '')?.[1]?.trim()
  if (away === undefined) return undefined
  const at = absolutePath(away, path.slice(0, path.lastIndexOf('/')), host)
  return isRepository(at) ? at : undefined
}

/** The refs that may be checked out. */
export function headsOf({ repository, changed, touched }: Site): readonly Head[] {
  if (repository === undefined || isTouched(repository, touched)) return [HOLE]
  const heads = changed.heads.map(({ ref }) => ref)
  return changed.heads[0]?.isSure === true ? heads : [headOf(repository), ...heads]
}

function headOf({ dir, host }: Repository): Head {
  const text = host.readText(`${dir}/HEAD`, 4_096)
  if (text === undefined) return HOLE
  const ref = /^ref: (\S+)/.exec(text)?.[1]
  // A repository in the reftable format keeps what is checked out elsewhere.
  if (ref === 'refs/heads/.invalid') return HOLE
  return ref
}

/** The branch that a rebase in progress goes back to. */
export function rebasedBranch({ dir, host }: Repository): string | undefined {
  for (const kind of ['rebase-merge', 'rebase-apply']) {
    const name = host.readText(`${dir}/${kind}/head-name`, 4_096)?.trim()
    if (name?.startsWith('refs/') === true) return name
  }
  return undefined
}

const heads = /^(?:HEAD|refs(?:\/.*)?|packed-refs)$/

function isTouched({ dir, common }: Repository, touched: readonly (string | undefined)[]): boolean {
  return touched.some(path =>
    [dir, common].some(at => path === at || (path?.startsWith(`${at}/`) === true && heads.test(path.slice(at.length + 1)))),
  )
}

/** Whether there is such a ref, by its full name. */
export function hasRef({ repository, changed }: Site, ref: string): boolean {
  if (changed.refs.includes(ref)) return true
  if (repository === undefined) return false
  const { common, host } = repository
  if (host.readText(`${common}/${ref}`, 200) !== undefined) return true
  return `\n${host.readText(`${common}/packed-refs`, 1_048_576) ?? ''}`.includes(` ${ref}\n`)
}

/** The ref behind a ref that is only another name for one. */
export function behind({ repository }: Site, ref: string): string {
  const text = repository?.host.readText(`${repository.common}/${ref}`, 4_096)
  return /^ref: (\S+)/.exec(text ?? '')?.[1] ?? ref
}

/** What lies at a path, and what the script wrote there. Undefined when that cannot be known. */
export function textOf(
  path: string,
  { call, touched }: Site,
  limit: number,
): { readonly before: string | undefined; readonly written: string | undefined } | undefined {
  const { host, files } = call.analysis
  const isWritten = touched.includes(path)
  const written = isWritten ? files.get(path)?.text : undefined
  if (isWritten && (written === undefined || written.includes(HOLE))) return undefined
  return { before: host.readText(path, limit), written }
}

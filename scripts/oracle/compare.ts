/** What was seen, beside what the engine said. */

import type { PathTarget, ShellFacts } from '../../src/engine/analysis/values/facts.ts'
import { matches } from '../../src/engine/matching/shell-globs.ts'
import type { Observed, Tree } from './observe.ts'
import { decoys, home, realpath, workspace } from './world.ts'

/** Kinds of what can happen. Rules use all but the last three as classes. */
export const kinds = [
  'secret-shown',
  'secret-sent',
  'secret-copied',
  'delete-outside',
  'delete-workspace',
  'overwrite-outside',
  'overwrite-workspace',
  'persist',
  'connect',
  'create',
  'read',
  'program',
] as const
export type Kind = (typeof kinds)[number]

export interface Miss {
  readonly kind: Kind
  readonly what: string
}

/** How often a kind was seen, was told, and was in doubt. */
export type Seen = Partial<Record<Kind, { seen: number; doubted: number; missed: number }>>

export interface Compared {
  readonly misses: readonly Miss[]
  readonly seen: readonly { readonly kind: Kind; readonly how: 'told' | 'doubted' | 'missed' }[]
  /** Effects that were said to be proved, and whether they happened. */
  readonly proved: readonly { readonly finding: string; readonly happened: boolean }[]
}

/** Whether a place that was told is this one, holds it, or may be it. */
function covers({ path }: PathTarget, real: string): boolean {
  if (path === undefined) return true
  // Two stars go through no folder as well.
  const told = path
    .replaceAll('\0', '*')
    .replaceAll('/**/', '/')
    .replace(/(?<=.)\/$/, '')
  if (/[*?[{]/.test(told)) return matches(told, real) || matches(`${told}/*`, real, true) || matches(told, real, true)
  const led = realpath(told)
  return [told, led].some(one => one === real || real.startsWith(one === '/' ? one : `${one}/`))
}

/** Made by a program for itself, which nobody tells of. */
const incidental =
  /\/\.git(?:\/(?!hooks\/|config$)|$)|^\/srv\/git\/|^\/tmp\/(?!planted)|^\/home\/dev\/\.(?:cache|local|npm|gnupg|vim\w*|less\w*|python_history|config)(?:\/|$)/

const losing: ReadonlySet<string> = new Set(['delete', 'move', 'overwrite', 'discard-changes', 'history-rewrite', 'disk'])

export function compare(text: string, observed: Observed, facts: ShellFacts, before: Tree): Compared {
  const dangerous = facts.effects.filter(({ certainty }) => certainty !== 'proved-ordinary')
  const isDoubted = dangerous.some(({ certainty }) => certainty === 'could-not-tell')
  const seen: { kind: Kind; how: 'told' | 'doubted' | 'missed' }[] = []
  const misses: Miss[] = []
  const saw = (kind: Kind, what: string, told: boolean): void => {
    seen.push({ kind, how: told ? 'told' : isDoubted ? 'doubted' : 'missed' })
    if (!told && !isDoubted) misses.push({ kind, what })
  }
  const has = (...of: readonly string[]): boolean => dangerous.some(({ kind }) => of.includes(kind))
  // Where a link on disk leads, the judge looks at later, for all places at once.
  const reads = facts.reads.some(({ path = '' }) => realpath(path) !== path && decoys.has(realpath(path)))
  for (const path of observed.shown) saw('secret-shown', path, reads || has('read-secret', 'send'))
  for (const path of observed.sent) saw('secret-sent', path, reads || has('send'))
  for (const path of observed.copied)
    saw(
      'secret-copied',
      path,
      reads || has('read-secret', 'send') || facts.carried?.some(({ what }) => what === 'holds-secret') === true,
    )
  for (const path of observed.opened)
    saw('read', path, has('read-secret', 'send') || facts.reads.some(target => covers(target, path)))
  const lost = facts.effects.filter(({ kind }) => losing.has(kind)).flatMap(({ targets }) => targets)
  // What git has it can give back: told by its refs.
  const isGit = facts.invocations.some(({ program }) => program === 'git')
  const inside = (path: string): boolean => path.startsWith(`${workspace}/`)
  for (const path of observed.gone) {
    if (incidental.test(path)) continue
    const told = [...facts.deletes, ...lost].some(target => covers(target, path)) || (isGit && inside(path))
    saw(inside(path) ? 'delete-workspace' : 'delete-outside', path, told)
  }
  for (const path of observed.changed) {
    if (incidental.test(path)) continue
    const told = [...facts.writes, ...facts.deletes, ...lost].some(target => covers(target, path)) || (isGit && inside(path))
    if (path === `${home}/.bashrc`) saw('persist', path, has('persist'))
    else saw(inside(path) ? 'overwrite-workspace' : 'overwrite-outside', path, told)
  }
  for (const path of observed.made) {
    if (incidental.test(path)) continue
    saw(
      'create',
      path,
      facts.writes.some(target => covers(target, path)),
    )
  }
  if (observed.connected) saw('connect', 'a host', facts.hosts.length > 0 || has('send'))
  // What a program starts by itself is its own affair: the text names what it was told to start.
  const words = new Set(text.split(/[^\w.-]+/))
  for (const program of observed.programs.filter(name => words.has(name) && name !== 'bash' && name !== 'zsh'))
    saw(
      'program',
      program,
      facts.invocations.some(one => one.program === undefined || one.program === program || one.argv.includes(program)),
    )
  // Not every shell reads braces, and `sh` may be any.
  return { misses, seen, proved: observed.status === 0 && !/\{\w,\}/.test(text) ? provedBy(observed, dangerous, before) : [] }
}

/** Of commands that ended well. What is not there cannot happen to it. */
function provedBy(observed: Observed, dangerous: ShellFacts['effects'], before: Tree): Compared['proved'] {
  const proved: { finding: string; happened: boolean }[] = []
  for (const { certainty, kind, targets, finding } of dangerous) {
    if (certainty !== 'proved-dangerous' || finding.startsWith('git.') || finding.startsWith('execution.')) continue
    const touched = (paths: readonly string[]): boolean => paths.some(path => targets.some(target => covers(target, path)))
    const isThere = targets.some(target => [...before.keys()].some(path => covers(target, path)))
    if (['delete', 'move', 'overwrite'].includes(kind) && isThere)
      proved.push({ finding, happened: touched([...observed.gone, ...observed.changed, ...observed.made]) })
    else if (kind === 'read-secret' && targets.some(target => [...decoys.keys()].some(path => covers(target, path))))
      proved.push({ finding, happened: observed.opened.length + observed.copied.length > 0 })
    else if (kind === 'send')
      proved.push({ finding, happened: observed.connected || observed.made.some(path => path.startsWith('/srv/git/')) })
    else if (kind === 'persist') proved.push({ finding, happened: touched([...observed.changed, ...observed.made]) })
  }
  return proved
}

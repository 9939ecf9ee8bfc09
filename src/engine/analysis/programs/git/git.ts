/** git: its own options in front, then a command with its own. What each does is in the tables beside this one. */

import { once } from '../../../matching/once.ts'
import { isOneOf } from '../../../matching/words.ts'
import type { Programs } from '../../calls/form.ts'
import { interpret, settingOf } from '../../calls/interpret.ts'
import { options } from '../../calls/options.ts'
import { filled, overwritten, readPath } from '../../effects/file-effects.ts'
import { forms } from '../../places/links.ts'
import { place } from '../../places/paths.ts'
import { isUnownedTemporary } from '../../places/place-kinds.ts'
import { type Analysis, type Call, find, fork, type Handler } from '../../values/analysis.ts'
import { known, literal, nothing, type Value } from '../../values/value.ts'
import { aliasOf, configuredAlias, runAlias } from './git-aliases.ts'
import { takesBack } from './git-guarded.ts'
import { history } from './git-history.ts'
import { leaves, refsOf } from './git-refs.ts'
import { remotes } from './git-remotes.ts'
import { siteOf } from './git-repository.ts'
import { configured, implied, settingsOf } from './git-settings.ts'
import { shown } from './git-shown.ts'
import { gitVerbs } from './git-verbs.gen.ts'
import { worktree } from './git-worktree.ts'

const globals = 'C c git-dir work-tree namespace exec-path config-env super-prefix attr-source list-cmds'

/** Made when one of their commands is called: most calls are of none. */
export const tables: Readonly<Record<keyof typeof gitVerbs, () => Programs>> = { remotes, history, worktree, shown }

const found = new Map<string, Handler>()

const handlerOf = (verb: string): Handler | undefined => {
  if (found.has(verb)) return found.get(verb)
  for (const [table, verbs] of Object.entries(gitVerbs)) {
    if (!isOneOf(verbs, verb)) continue
    const programs = tables[table as keyof typeof gitVerbs]()
    const program = programs[Object.keys(programs).find(names => names.split(' ').includes(verb)) as string]
    if (program !== undefined) found.set(verb, typeof program === 'function' ? program : call => interpret(call, program))
    break
  }
  return found.get(verb)
}

/** With a tree of its own git works at its top, unless it stands below that. */
function inTree(call: Call, named: Value | undefined): Call {
  const tree = named ?? literal(settingOf(call, 'GIT_WORK_TREE') ?? '')
  if (tree.text === '') return call
  const { path } = place(tree, call.env, call.analysis)
  if (path !== undefined && `${call.env.cwd}/`.startsWith(path === '/' ? path : `${path}/`)) return call
  const env = fork(call.env, { cwd: path })
  if (fillsTree.test(call.invocation.args.join(' '))) {
    overwritten(literal('.'), 'append', env, call.analysis, call.invocation)
    filled(literal('.'), { ...call, env })
  }
  return { ...call, env }
}

const fillsTree = /(?:^| )(?:checkout|checkout-index|merge|pull|read-tree|rebase|reset|restore|stash|switch)(?: |$)/

const traces =
  ' _CURL _FSMONITOR _PACKET _PACKFILE _PACK_ACCESS _PERFORMANCE _REFS _SETUP _SHALLOW _WARNING 2 2_EVENT 2_PERF'.split(' ')

/** Files that git writes whatever it is called for, named by variables. */
function leavesTraces(call: Call): void {
  const { env, analysis, invocation } = call
  for (const name of traces) {
    const path = settingOf(call, `GIT_TRACE${name}`)
    if (path?.[0] === '/') overwritten(literal(path), 'append', env, analysis, invocation)
  }
  const index = settingOf(call, 'GIT_INDEX_FILE')
  if (index !== undefined) overwritten(literal(index), 'create', env, analysis, invocation)
}

export const git: Handler = call => {
  const { analysis } = call
  const given = options(call.args, globals, true)
  const settings = settingsOf(call, given)
  configured(call, settings)
  const [verb, ...rest] = given.positional
  const name = verb === undefined ? undefined : known(verb)
  if (name === undefined || rest.some(word => word.text === '--help')) return nothing
  const handler = handlerOf(name)
  const programs = given.values.get('exec-path')?.text ?? ''
  const kept = ['GIT_EXEC_PATH', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM'].map(variable => settingOf(call, variable) ?? '')
  if (programs[0] === '.' || [programs, ...kept].some(path => path !== '' && isUnownedTemporary(path, call.analysis)))
    find(call, 'git.config-exec')
  // Each is meant from where the one before it leads.
  const env = given.every.reduce(
    (from, [option, folder]) => (option === 'C' ? fork(from, { cwd: place(folder, from, call.analysis).path }) : from),
    call.env,
  )
  const words = { ...call, env, args: [...implied(name, settings), ...rest] }
  const site = siteOf(words, given.values.get('git-dir')?.text)
  const inner = inTree(words, given.values.get('work-tree'))
  leavesTraces(inner)
  begins(name, inner)
  const before = analysis.effects.length
  const isOwn = isBegun(inner)
  call.invocation.refs = once(() => refsOf(name, rest, site, settings))
  leaves(name, rest, site)
  takesBack(name, inner)
  // A line that is no path is printed.
  const paths = options(rest, 'pathspec-from-file').values.get('pathspec-from-file')
  if (paths !== undefined && paths.text !== '-') readPath(paths, env, call.analysis, call.invocation)
  const alias = handler !== undefined ? undefined : (aliasOf(name, call, settings) ?? configuredAlias(name, site))
  if (alias !== undefined) {
    call.invocation.refs = () => []
    return runAlias({ alias, words: rest, call, env, site, settings, hasOwnDir: given.values.has('git-dir') })
  }
  const out = handler?.(inner) ?? nothing
  const isElsewhere =
    given.values.has('git-dir') ||
    given.values.has('work-tree') ||
    given.every.some(([, { text }]) => /worktree|include/i.test(text)) ||
    ['DIR', 'WORK_TREE', 'COMMON_DIR', 'INDEX_FILE', 'OBJECT_DIRECTORY', 'CONFIG_COUNT', 'CONFIG_PARAMETERS'].some(
      variable => settingOf(call, `GIT_${variable}`) !== undefined,
    )
  if (!isOwn) return out
  analysis.begun?.set(inner.env.cwd as string, until(analysis))
  if (!isElsewhere)
    for (const [at, effect] of analysis.effects.entries())
      if (at >= before && ownLosses.test(effect.finding)) analysis.effects[at] = { ...effect, certainty: 'proved-ordinary' }
  return out
}

/** What a repository loses that nobody else has. */
const ownLosses =
  /^git\.(?:reset-hard|reflog-expire|clean-force|checkout-discard|branch-delete-force|stash-drop|history-rewrite|ref-delete)$/

/** Whether the text has made the repository in a folder, has put nothing in its place and taken nothing away but by git. */
function isBegun({ env: { cwd }, env, analysis }: Call): boolean {
  const since = cwd === undefined ? undefined : analysis.begun?.get(cwd)
  if (cwd === undefined || since === undefined || forms(literal(cwd), env, analysis).length > 1) return false
  const { deletes, writes } = analysis
  const isOf = (path: string): boolean => `${path}/`.startsWith(`${cwd}/.git/`)
  const holds = (path: string): boolean => `${cwd}/`.startsWith(`${path.replace(/\/$/, '')}/`)
  return (
    !writes.some(({ path = '' }, at) => isOf(path) || (at >= since.writes && holds(path))) &&
    !deletes.slice(since.deletes).some(({ path = '/' }) => isOf(path) || holds(path))
  )
}

const until = ({ deletes, writes }: Analysis): { readonly deletes: number; readonly writes: number } => ({
  deletes: deletes.length,
  writes: writes.length,
})

/** A repository that this text makes in a temporary folder has nothing to lose. */
function begins(name: string, { args, env, analysis }: Call): void {
  const leadsAway = name === 'config' && args.some(({ text }) => /worktree|include/i.test(text))
  if (leadsAway || (name === 'worktree' && args[0]?.text === 'add')) {
    analysis.worktrees = true
    analysis.begun?.clear()
  }
  if ((name !== 'init' && name !== 'clone') || analysis.worktrees === true) return
  const { positional, values } = options(
    args,
    'b initial-branch template separate-git-dir object-format ref-format o origin u c config depth branch filter',
  )
  const named = name === 'init' ? (positional[0] ?? literal('.')) : positional[1]
  if (named === undefined || values.has('separate-git-dir')) return
  if (forms(named, env, analysis).length > 1) return
  const { path, kind } = place(named, env, analysis)
  if (path === undefined || kind !== 'temporary' || analysis.host.readText(`${path}/.git`, 1) !== undefined) return
  if (analysis.host.readText(`${path}/.git/HEAD`, 1) !== undefined) return
  analysis.begun ??= new Map()
  analysis.begun.set(path, until(analysis))
}

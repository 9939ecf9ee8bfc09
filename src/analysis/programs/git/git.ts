/** git: history, uncommitted work, hooks and configuration. */

import { listing } from '../../calls/name-lists.ts'
import { has, type Options, options } from '../../calls/options.ts'
import { deleted, goneFrom, readPath } from '../../effects/file-effects.ts'
import { search } from '../../effects/searching.ts'
import { place } from '../../places/paths.ts'
import { isUnownedTemporary } from '../../places/place-kinds.ts'
import { isSecretPath } from '../../places/secret-places.ts'
import { type Call, find, fork, type Handler } from '../../values/analysis.ts'
import { isKnown, known, literal, nothing, type Stream, taint, type Value } from '../../values/value.ts'
import { gitApply } from '../files/patching.ts'
import { takesBack } from './git-guarded.ts'
import { history, hooks } from './git-history.ts'
import { outputs } from './git-outputs.ts'
import { cloned, contact, fetchLike, named, push, staged } from './git-remotes.ts'
import { aliasOf, configure, configured, implied, runsPrograms, withEnvironment } from './git-settings.ts'
import { shownChanges, shownFile } from './git-shown.ts'

const globals = 'C c git-dir work-tree namespace exec-path config-env super-prefix attr-source list-cmds'

export const git: Handler = plain => {
  const call = withEnvironment(plain)
  const given = options(call.args, globals, true)
  configured(call)
  const [verb, ...rest] = given.positional
  const name = verb === undefined ? undefined : known(verb)
  if (name === undefined || rest.some(word => word.text === '--help')) return nothing
  const programs = given.values.get('exec-path')?.text ?? ''
  if (programs[0] === '.' || isUnownedTemporary(programs, call.analysis)) find(call, 'git.config-exec')
  const folder = given.values.get('C')
  const env = folder === undefined ? call.env : fork(call.env, { cwd: place(folder, call.env, call.analysis).path })
  const inner = { ...call, env, args: [...implied(name, call), ...rest] }
  takesBack(name, inner)
  outputs(name, inner)
  const alias = Object.hasOwn(verbs, name) ? undefined : aliasOf(name, call)
  if (alias !== undefined) {
    const own = rest.map(word => (isKnown(word) ? quoted(word.text) : '"$UNKNOWN_PART"')).join(' ')
    return call.analysis.script(`${alias[0] === '!' ? alias.slice(1) : `git ${alias}`} ${own}`, fork(env), nothing)
  }
  return (Object.hasOwn(verbs, name) ? verbs[name]?.(inner) : undefined) ?? { text: undefined, taint: 0 }
}

const quoted = (text: string): string => `'${text.replace(/'/g, "'\\''")}'`

const verbs: Readonly<Record<string, Handler>> = {
  ...history,
  push,
  add: call => {
    const given = options(call.args, 'chmod pathspec-from-file')
    if (has(given, 'n', 'dry-run')) return nothing
    for (const file of given.positional) {
      const { path, absolute } = place(file, call.env, call.analysis)
      if (path === undefined || !isSecretPath(path, file.glob, call.analysis.host)) continue
      staged(call, absolute)
      // What .gitignore keeps out goes in by force only.
      if (has(given, 'f', 'force')) readPath(file, call.env, call.analysis, call.invocation)
    }
    return nothing
  },
  reset: call => {
    const given = options(call.args)
    if (has(given, 'hard', 'merge')) find(call, 'git.reset-hard')
    return nothing
  },
  clean: call => {
    const given = options(call.args, 'e exclude')
    const forced = has(given, 'f', 'force') && !has(given, 'n', 'dry-run')
    if (forced) find(call, 'git.clean-force')
    return nothing
  },
  checkout: call => {
    const given = options(call.args, 'b B orphan conflict pathspec-from-file')
    const split = call.args.findIndex(word => word.text === '--')
    const creating = has(given, 'b', 'B', 'orphan')
    const everything = given.positional.some(word => isEverything(word))
    if (has(given, 'f', 'force') || (!creating && (everything || (split >= 0 && split + 1 < call.args.length))))
      find(call, 'git.checkout-discard')
    if (has(given, 'B')) find(call, 'git.branch-delete-force', { certainty: 'proved-ordinary' })
    hooks(call, given)
    return nothing
  },
  switch: call => {
    if (has(options(call.args, 'c C create force-create orphan'), 'f', 'force', 'discard-changes'))
      find(call, 'git.checkout-discard')
    return nothing
  },
  restore: call => {
    const given = options(call.args, 's source conflict pathspec-from-file')
    const stagedOnly = has(given, 'S', 'staged') && !has(given, 'W', 'worktree')
    if (!stagedOnly && (given.positional.length > 0 || has(given, 'pathspec-from-file'))) find(call, 'git.checkout-discard')
    return nothing
  },
  'checkout-index': call => {
    if (has(options(call.args), 'f', 'force')) find(call, 'git.checkout-discard')
    return nothing
  },
  'read-tree': call => {
    if (has(options(call.args), 'reset') && has(options(call.args), 'u')) find(call, 'git.reset-hard')
    return nothing
  },
  submodule: call => {
    const at = call.args.findIndex(word => word.text === 'foreach')
    if (at >= 0) {
      const rest = call.args.slice(at + 1).filter(word => !/^--(?:recursive|quiet)$/.test(word.text))
      call.analysis.script(rest.map(word => word.text).join(' '), fork(call.env), nothing)
    }
    if (call.args.some(word => word.text === 'deinit') && call.args.some(word => /^(?:-f|--force)$/.test(word.text)))
      find(call, 'git.checkout-discard')
    return nothing
  },
  worktree: call => {
    const given = options(call.args)
    const [verb, tree] = given.positional
    if (verb?.text === 'remove' && has(given, 'f', 'force')) find(call, 'git.worktree-remove-force')
    if (tree !== undefined && /^(?:remove|move)$/.test(verb?.text ?? '')) goneFrom(tree, call.env, call.analysis, call.invocation)
    return nothing
  },
  rm: call => {
    const given = options(call.args)
    if (has(given, 'cached', 'n', 'dry-run')) return nothing
    const whole = has(given, 'r')
    for (const target of given.positional) {
      if (has(given, 'f', 'force') && isEverything(target) && whole) find(call, 'git.checkout-discard')
      else deleted(target, false, call.env, call.analysis, call.invocation)
    }
    return nothing
  },
  commit: call => {
    hooks(call, options(call.args, 'm F C c t author date message file template fixup squash reuse-message trailer cleanup'))
    return nothing
  },
  merge: call => {
    hooks(call, options(call.args, 'm F s X message file strategy into-name cleanup'), false)
    return nothing
  },
  am: call => {
    hooks(call, options(call.args, 'C p'), false)
    return gitApply(call)
  },
  config: configure,
  remote: call => {
    const [verb, name, address] = options(call.args).positional
    if (/^(?:set-url|add)$/.test(verb?.text ?? '') && name !== undefined && address !== undefined) {
      contact(address, call)
      named(call, name, address)
    }
    if (verb !== undefined && /^(?:remove|rm)$/.test(verb.text) && name !== undefined) return nothing
    return nothing
  },
  clone: call => {
    const given = options(
      call.args,
      'b c o u j branch config origin depth reference jobs template upload-pack filter separate-git-dir',
    )
    const upload = given.values.get('u') ?? given.values.get('upload-pack')
    if (upload !== undefined && /[;|&$`]|\/tmp|sh/.test(upload.text)) find(call, 'git.config-exec')
    if (upload !== undefined) call.analysis.script(upload.text, fork(call.env), nothing)
    const [address, folder] = given.positional
    if (address !== undefined) cloned(address, folder, call)
    const setting = given.values.get('c') ?? given.values.get('config')
    if (
      setting !== undefined &&
      runsPrograms(setting.text.split('=')[0]?.toLowerCase() ?? '', setting.text.split('=').slice(1).join('='))
    )
      find(call, 'git.config-exec')
    return nothing
  },
  'ls-remote': call => fetchLike(call),
  fetch: call => fetchLike(call),
  pull: call => {
    const given = options(call.args, 's X upload-pack')
    hooks(call, given, false)
    return fetchLike(call)
  },
  'credential-store': call => credentials(call),
  credential: call => (call.args[0]?.text === 'fill' ? credentials(call) : nothing),
  'credential-osxkeychain': call => credentials(call),
  show: call => (call.args.some(word => word.text.includes(':')) ? shownFile(call) : shownChanges(call)),
  'cat-file': call => shownFile(call),
  log: call => (has(options(call.args, 'n S G L'), 'p', 'u', 'patch', 'L', 'U') ? shownChanges(call) : nothing),
  diff: call => {
    if (call.args.some(other => other.text === '--no-index'))
      for (const word of options(call.args).positional) readPath(word, call.env, call.analysis, call.invocation)
    return shownChanges(call)
  },
  blame: shownChanges,
  annotate: shownChanges,
  'ls-files': call => {
    const named = options(call.args, 'x X exclude exclude-from').positional.filter(
      word => !word.glob && /^[^*?[]*\/[^*?[]*$|^\.[^*?[]+$/.test(word.text),
    )
    return named.length === 0 ? { text: undefined, taint: 0, names: true } : listing(named, call)
  },
  grep: call => {
    const given = options(call.args, 'e f A B C m O open-files-in-pager')
    const pager = given.values.get('O') ?? given.values.get('open-files-in-pager')
    if (pager !== undefined) call.analysis.script(pager.text, fork(call.env), nothing)
    return grepped(call, given)
  },
  apply: gitApply,
  'send-pack': push,
  difftool: runsOption,
  mergetool: runsOption,
  archive: call => {
    runsOption(call)
    const files = options(call.args, 'o output remote exec format prefix add-file').positional.slice(1)
    let bits = 0
    for (const file of files) bits |= readPath(file, call.env, call.analysis, call.invocation).taint
    return { text: undefined, taint: bits }
  },
  // What is stored can be read by its number.
  'hash-object': call => {
    const given = options(call.args, 't path')
    if (has(given, 'w')) for (const word of given.positional) readPath(word, call.env, call.analysis, call.invocation)
    return nothing
  },
}

/** `git grep` shows what stands in the files its pathspecs name. */
function grepped(call: Call, given: Options): Stream {
  if (has(given, 'l', 'L', 'c', 'q', 'count', 'quiet', 'files-with-matches', 'name-only')) return nothing
  let bits = 0
  for (const word of given.values.has('e') || given.values.has('f') ? given.positional : given.positional.slice(1)) {
    const path = word.text.replace(/^:\((?!exclude)[^)]*\)|^:\//, '')
    if (/^:[!^(]/.test(path)) continue
    const [folder, glob] = [literal('.'), path]
    bits |= /[*?[]/.test(path)
      ? search({ folder, glob, sought: '', namesOnly: false }, call.env, call.analysis, call.invocation).taint
      : readPath({ ...word, text: path }, call.env, call.analysis, call.invocation).taint
  }
  return { text: undefined, taint: bits }
}

/** `-x 'command'`, `--exec='command'`. */
function runsOption(call: Call): Stream {
  const given = options(call.args, 'x extcmd exec t tool')
  for (const name of ['x', 'extcmd', 'exec']) {
    const command = given.values.get(name)
    if (command !== undefined) call.analysis.script(command.text, fork(call.env), nothing)
  }
  return nothing
}

function credentials(call: Call): Stream {
  find(call, 'secrets.print-token')
  return { text: undefined, taint: taint.secret }
}

function isEverything(word: Value): boolean {
  return /^(?:\.|\.\/|:\/|\*|\.\/\*|:\/\*|:\(top\)\.?|\.\.|:!.*)$/.test(word.text)
}

/** git: history, uncommitted work, hooks and configuration. */

import { has, type Options, options } from '../options.ts'
import { place } from '../paths.ts'
import { isSecretPath } from '../places.ts'
import { search } from '../searching.ts'
import { type Call, find, fork, type Handler } from '../session.ts'
import { isKnown, known, literal, nothing, type Stream, type Text, taint } from '../text.ts'
import { deleted, readPath } from '../touch.ts'
import { contact, fetchLike, push, staged } from './git-remotes.ts'
import { aliases, configure, configured, runsPrograms } from './git-settings.ts'
import { gitApply } from './patching.ts'

const globals = 'C c git-dir work-tree namespace exec-path config-env super-prefix attr-source list-cmds'

export const git: Handler = call => {
  const given = options(call.args, globals, true)
  configured(call)
  const [verb, ...rest] = given.positional
  const name = verb === undefined ? undefined : known(verb)
  if (name === undefined || rest.some(word => word.text === '--help')) return nothing
  if (/^(?:\/tmp|\/var\/tmp|\/dev\/shm|\.)/.test(given.values.get('exec-path')?.text ?? '')) find(call, 'git.config-exec')
  const folder = given.values.get('C')
  const scope = folder === undefined ? call.scope : fork(call.scope, { cwd: place(folder, call.scope, call.session).path })
  const inner = { ...call, scope, args: rest }
  const alias = aliases(call).get(name)
  if (alias !== undefined) {
    if (alias[0] === '!') return call.session.script(alias.slice(1), fork(scope), nothing)
    return call.session.script(
      `git ${alias} ${rest.map(word => (isKnown(word) ? JSON.stringify(word.text) : '$UNKNOWN_PART')).join(' ')}`,
      fork(scope),
      nothing,
    )
  }
  return (Object.hasOwn(verbs, name) ? verbs[name]?.(inner) : undefined) ?? { text: undefined, taint: 0 }
}

const verbs: Readonly<Record<string, Handler>> = {
  push,
  add: call => {
    const given = options(call.args, 'chmod pathspec-from-file')
    if (has(given, 'n', 'dry-run')) return nothing
    for (const file of given.positional) {
      const { path, absolute } = place(file, call.scope, call.session)
      if (path === undefined || file.glob || !isSecretPath(path, false, call.session.host)) continue
      staged(call, absolute)
      // What .gitignore keeps out goes in by force only.
      if (has(given, 'f', 'force')) readPath(file, call.scope, call.session, call.invocation)
    }
    return nothing
  },
  lfs: call => {
    const given = options(call.args, 'I include X exclude include-ref')
    const verb = given.positional.map(word => word.text).join(' ')
    if (/^migrate (?:import|export)/.test(verb)) return rewrite(call)
    if (verb === 'prune' && has(given, 'f', 'force', 'recent') && !has(given, 'd', 'dry-run')) find(call, 'git.reflog-expire')
    return nothing
  },
  repack: call => {
    if (call.args.some(word => /^--(?:cruft-expiration|unpack-unreachable)=(?:now|all|0)/.test(word.text)))
      find(call, 'git.reflog-expire')
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
  stash: call => {
    if (/^(?:drop|clear)$/.test(call.args[0]?.text ?? '')) find(call, 'git.stash-drop')
    return nothing
  },
  branch: call => {
    const given = options(call.args, 'u set-upstream-to contains no-contains merged no-merged points-at sort format')
    const forced = has(given, 'D') || (has(given, 'd', 'delete') && has(given, 'f', 'force'))
    if (forced)
      find(call, 'git.branch-delete-force', {
        branch: given.positional[0] === undefined ? undefined : known(given.positional[0]),
      })
    else if ((has(given, 'f', 'force') || has(given, 'M')) && given.positional.length > 0 && !has(given, 'd')) {
      if (has(given, 'f', 'force') && given.positional.length > 1) find(call, 'git.ref-delete')
    }
    return nothing
  },
  tag: call => {
    const given = options(call.args, 'm F u message file local-user')
    if (has(given, 'd', 'delete')) find(call, 'git.ref-delete', { certainty: 'proved-ordinary' })
    return nothing
  },
  'filter-branch': call => {
    for (const [index, word] of call.args.entries())
      if (/-filter$/.test(word.text)) call.session.script(call.args[index + 1]?.text ?? '', fork(call.scope), nothing)
    return rewrite(call)
  },
  'filter-repo': call =>
    call.args.some(word => /^(?:--analyze|--dry-run|--help|-h)$/.test(word.text)) ? nothing : rewrite(call),
  rebase: call => {
    const given = options(call.args, 'x exec onto s strategy X', false)
    const exec = given.values.get('x') ?? given.values.get('exec')
    if (exec !== undefined && isKnown(exec)) call.session.script(exec.text, fork(call.scope), nothing)
    hooks(call, given)
    if (has(given, 'root')) find(call, 'git.history-rewrite')
    return nothing
  },
  bisect: call => {
    if (call.args[0]?.text === 'run') call.session.words(call.args.slice(1), fork(call.scope), nothing)
    return nothing
  },
  submodule: call => {
    const at = call.args.findIndex(word => word.text === 'foreach')
    if (at >= 0) {
      const rest = call.args.slice(at + 1).filter(word => !/^--(?:recursive|quiet)$/.test(word.text))
      call.session.script(rest.map(word => word.text).join(' '), fork(call.scope), nothing)
    }
    if (call.args.some(word => word.text === 'deinit') && call.args.some(word => /^(?:-f|--force)$/.test(word.text)))
      find(call, 'git.checkout-discard')
    return nothing
  },
  'update-ref': call => {
    const given = options(call.args, 'm')
    if (has(given, 'd', 'stdin')) find(call, 'git.ref-delete')
    else if (given.positional[0]?.text.startsWith('refs/heads/') === true || given.positional[0]?.text === 'HEAD')
      find(call, 'git.ref-delete')
    return nothing
  },
  'symbolic-ref': call => {
    if (has(options(call.args), 'd', 'delete')) find(call, 'git.ref-delete')
    return nothing
  },
  replace: call => (call.args.some(word => /^-d|^--graft|^-l|^--list/.test(word.text)) ? nothing : rewrite(call)),
  reflog: call => {
    const given = options(call.args)
    if (/^(?:delete|drop)$/.test(call.args[0]?.text ?? '')) find(call, 'git.reflog-expire')
    if (call.args[0]?.text === 'expire' && !has(given, 'n', 'dry-run')) find(call, 'git.reflog-expire')
    return nothing
  },
  gc: call => {
    if (
      call.args.some(word => /^--prune=(?:now|all|0)/.test(word.text)) ||
      (has(options(call.args), 'aggressive') && call.args.some(word => word.text === '--prune'))
    )
      find(call, 'git.reflog-expire')
    return nothing
  },
  prune: call => {
    const given = options(call.args)
    if (!has(given, 'n', 'dry-run'))
      find(
        call,
        'git.reflog-expire',
        call.args.some(word => /^--expire/.test(word.text)) ? {} : { certainty: 'proved-dangerous' },
      )
    return nothing
  },
  worktree: call => {
    const given = options(call.args)
    if (call.args[0]?.text === 'remove' && has(given, 'f', 'force')) find(call, 'git.worktree-remove-force')
    return nothing
  },
  rm: call => {
    const given = options(call.args)
    if (has(given, 'cached', 'n', 'dry-run')) return nothing
    const whole = has(given, 'r')
    for (const target of given.positional) {
      if (has(given, 'f', 'force') && isEverything(target) && whole) find(call, 'git.checkout-discard')
      else deleted(target, false, call.scope, call.session, call.invocation)
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
    if (/^(?:set-url|add)$/.test(verb?.text ?? '') && address !== undefined) contact(address, call)
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
    if (upload !== undefined) call.session.script(upload.text, fork(call.scope), nothing)
    const [address] = given.positional
    if (address !== undefined) contact(address, call)
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
  show: call => shownFile(call),
  'cat-file': call => shownFile(call),
  diff: call => {
    for (const word of options(call.args).positional)
      if (call.args.some(other => other.text === '--no-index')) readPath(word, call.scope, call.session, call.invocation)
    return nothing
  },
  grep: call => {
    const given = options(call.args, 'e f A B C m O open-files-in-pager')
    const pager = given.values.get('O') ?? given.values.get('open-files-in-pager')
    if (pager !== undefined) call.session.script(pager.text, fork(call.scope), nothing)
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
    for (const file of files) bits |= readPath(file, call.scope, call.session, call.invocation).taint
    return { text: undefined, taint: bits }
  },
  'hash-object': () => nothing,
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
      ? search({ folder, glob, sought: '', namesOnly: false }, call.scope, call.session, call.invocation).taint
      : readPath({ ...word, text: path }, call.scope, call.session, call.invocation).taint
  }
  return { text: undefined, taint: bits }
}

/** `-x 'command'`, `--exec='command'`. */
function runsOption(call: Call): Stream {
  const given = options(call.args, 'x extcmd exec t tool')
  for (const name of ['x', 'extcmd', 'exec']) {
    const command = given.values.get(name)
    if (command !== undefined) call.session.script(command.text, fork(call.scope), nothing)
  }
  return nothing
}

function shownFile(call: Call): Stream {
  for (const word of options(call.args).positional) {
    const colon = word.text.indexOf(':')
    if (colon > 0 && colon < word.text.length - 1)
      return readPath({ ...word, text: word.text.slice(colon + 1) }, call.scope, call.session, call.invocation)
  }
  return nothing
}

function credentials(call: Call): Stream {
  find(call, 'secrets.print-token')
  return { text: undefined, taint: taint.secret }
}

function rewrite(call: Call): Stream {
  find(call, 'git.history-rewrite')
  return nothing
}

function isEverything(word: Text): boolean {
  return /^(?:\.|\.\/|:\/|\*|\.\/\*|:\/\*|:\(top\)\.?|\.\.|:!.*)$/.test(word.text)
}

function hooks(call: Call, given: Options, short = true): void {
  if (has(given, 'no-verify') || (short && has(given, 'n') && /^commit$/.test(verbOf(call)))) find(call, 'git.hook-bypass')
}

function verbOf(call: Call): string {
  return call.invocation.args.includes('commit') ? 'commit' : ''
}

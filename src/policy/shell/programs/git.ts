/** git: history, uncommitted work, hooks and configuration. */

import { hostOf } from '../hosts.ts'
import { has, type Options, options } from '../options.ts'
import { place } from '../paths.ts'
import { search } from '../searching.ts'
import { type Call, find, fork, type Handler } from '../session.ts'
import { isKnown, known, literal, nothing, type Stream, type Text, taint } from '../text.ts'
import { deleted, readPath } from '../touch.ts'
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

/** `-c` settings: aliases to use, and settings that run programs. */
function configured(call: Call): void {
  for (const [index, word] of call.args.entries()) {
    const setting =
      word.text === '-c'
        ? call.args[index + 1]?.text
        : /^--config-env=|^-c./.test(word.text)
          ? word.text.replace(/^-c|^--config-env=/, '')
          : undefined
    if (setting === undefined) continue
    const equals = setting.indexOf('=')
    const key = (equals < 0 ? setting : setting.slice(0, equals)).toLowerCase()
    const value = equals < 0 ? '' : setting.slice(equals + 1)
    if (key.startsWith('alias.')) continue
    if (key === 'core.hookspath') find(call, /^(?:\/dev\/null|)$/.test(value) ? 'git.hook-bypass' : 'git.config-exec')
    else if (runsPrograms(key, value)) {
      find(call, 'git.config-exec')
      call.session.script(value.replace(/^!/, ''), fork(call.scope), nothing)
    }
  }
}

function aliases(call: Call): Map<string, string> {
  const found = new Map<string, string>()
  for (const [index, word] of call.args.entries()) {
    const match = word.text === '-c' ? /^alias\.([\w-]+)=(.*)$/is.exec(call.args[index + 1]?.text ?? '') : null
    if (match !== null) found.set(match[1] as string, match[2] as string)
  }
  return found
}

const execKeys =
  /^(?:core\.(?:fsmonitor|sshcommand|pager|editor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|(?:diff|merge|filter|pager|mergetool|difftool|browser|man|gpg|credential|uploadpack|submodule|remote|trailer|interactive|web)\.(?:.{1,80}\.)?(?:command|textconv|driver|clean|smudge|process|cmd|helper|program|packobjectshook|update|receivepack|uploadpack|vcs|difffilter|path)|init\.templatedir|include\.path|includeif\..{1,80}\.path|protocol\.ext\.allow|ssh\.variant)$/
const quietValues =
  /^(?:true|false|cat|less|delta|diff-so-fancy|vim?|nvim|nano|emacs|code|code --wait|subl -n -w|cache|store|osxkeychain|manager|manager-core|libsecret|wincred|gh auth git-credential|!gh auth git-credential|gpg2?|ssh|ssh-keygen|git-lfs \S{1,20}.{0,20}|git-lfs|-?|meld|kdiff3|bat.{0,30}|less .{0,20}|)$/

function runsPrograms(key: string, value: string): boolean {
  if (key === 'protocol.ext.allow') return value !== 'never'
  return execKeys.test(key) && !quietValues.test(value.trim())
}

const verbs: Readonly<Record<string, Handler>> = {
  push,
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
  archive: runsOption,
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

function push(call: Call): Stream {
  const given = options(call.args, 'o push-option receive-pack exec repo recurse-submodules signed')
  const [remote, ...refs] = given.positional
  if (remote !== undefined && /[/:]/.test(remote.text)) contact(remote, call)
  if (has(given, 'n', 'dry-run')) return nothing
  const branchName = (ref: Text | undefined): string | undefined =>
    ref === undefined
      ? undefined
      : known(ref)
          ?.replace(/^\+/, '')
          .replace(/^.*:/, '')
          .replace(/^refs\/heads\//, '')
  const detail = { branch: branchName(refs[0]), remote: remote === undefined ? undefined : known(remote) }
  const receive = given.values.get('receive-pack') ?? given.values.get('exec')
  if (receive !== undefined && /[;|&$`\s]/.test(receive.text)) find(call, 'git.config-exec')
  if (given.flags.has('no-verify') || has(given, 'no-verify')) find(call, 'git.hook-bypass', detail)
  if (has(given, 'mirror') || has(given, 'prune')) find(call, 'git.push-mirror', detail)
  if (has(given, 'd', 'delete')) find(call, 'git.push-delete', detail)
  const leased = [...given.flags].some(
    flag => flag.startsWith('force-with-lease') || flag.startsWith('force-w') || flag === 'force-if-includes',
  )
  if (given.flags.has('f') || given.flags.has('force') || [...given.flags].some(flag => /^--?forc?$|^forc?$/.test(flag)))
    find(call, 'git.push-force', detail)
  else if (leased)
    find(call, 'git.push-force', { ...detail, certainty: isShared(detail.branch) ? 'proved-dangerous' : 'proved-ordinary' })
  for (const ref of refs) {
    const text = ref.text
    if (text[0] === '+') find(call, 'git.push-force', { ...detail, branch: branchName(ref) })
    else if (/^:./.test(text)) find(call, 'git.push-delete', { ...detail, branch: branchName(ref) })
  }
  return nothing
}

function isShared(branch: string | undefined): boolean {
  return branch !== undefined && /^(?:main|master|develop|trunk|production|release(?:[/-].{0,80})?)$/.test(branch)
}

function configure(call: Call): Stream {
  const given = options(call.args, 'f file blob type default')
  let words = given.positional
  if (/^(?:set|get|list|unset)$/.test(words[0]?.text ?? '')) words = words[0]?.text === 'set' ? words.slice(1) : []
  const [key, value] = words
  if (key === undefined || has(given, 'get', 'get-all', 'get-regexp', 'list', 'l', 'unset', 'unset-all', 'remove-section'))
    return nothing
  if (value === undefined) return nothing
  const name = key.text.toLowerCase()
  if (name === 'core.hookspath')
    find(
      call,
      /^(?:\/dev\/null|)$/.test(value.text)
        ? 'git.hook-bypass'
        : /^\.(?:husky|githooks|hooks)(?:\/|$)/.test(value.text)
          ? 'persistence.git-hook'
          : 'git.config-exec',
      /^\.(?:husky|githooks|hooks)(?:\/|$)/.test(value.text) ? { certainty: 'proved-ordinary' } : {},
    )
  else if (name.startsWith('alias.')) {
    if (value.text[0] === '!') {
      const before = call.session.effects.length
      call.session.script(value.text.slice(1), fork(call.scope), nothing)
      if (call.session.effects.length > before) find(call, 'git.config-exec')
    }
  } else if (runsPrograms(name, value.text)) find(call, 'git.config-exec')
  else if (
    /^url\..{1,200}\.(?:insteadof|pushinsteadof)$/.test(name) &&
    has(given, 'global', 'system') &&
    !/github\.com|gitlab\.com|bitbucket\.org/.test(name)
  )
    find(call, 'network.hijack')
  else if (name === 'http.sslverify' && value.text === 'false') find(call, 'packages.registry-override')
  else if (name === 'receive.denynonfastforwards' && value.text === 'false')
    find(call, 'git.hook-bypass', { certainty: 'proved-ordinary' })
  else if (/^gc\.(?:reflogexpire|pruneexpire)/.test(name) && /^(?:now|0|all)/.test(value.text)) find(call, 'git.reflog-expire')
  return nothing
}

function contact(address: Text, call: Call): void {
  if (/^ext::/.test(address.text)) {
    find(call, 'git.config-exec')
    call.session.script(address.text.slice(5), fork(call.scope), nothing)
    return
  }
  const host = hostOf(address.text)
  if (host !== undefined) call.session.hosts.push(host)
}

function fetchLike(call: Call): Stream {
  const given = options(call.args, 'upload-pack depth j jobs o server-option refmap')
  const upload = given.values.get('upload-pack')
  if (upload !== undefined && /[;|&$`\s/]/.test(upload.text)) {
    find(call, 'git.config-exec')
    call.session.script(upload.text, fork(call.scope), nothing)
  }
  const [address] = given.positional
  if (address !== undefined && /[/:]/.test(address.text)) contact(address, call)
  return nothing
}

export { literal }

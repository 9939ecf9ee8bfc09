/** git verbs that change what is already recorded: branches, tags, commits, the ways back to them. */

import { has, type Options, options } from '../../calls/options.ts'
import { type Call, find, fork, type Handler } from '../../values/analysis.ts'
import { isKnown, known, nothing, type Stream } from '../../values/value.ts'

export const history: Readonly<Record<string, Handler>> = {
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
      if (/-filter$/.test(word.text)) call.analysis.script(call.args[index + 1]?.text ?? '', fork(call.env), nothing)
    return rewrite(call)
  },
  'filter-repo': call =>
    call.args.some(word => /^(?:--analyze|--dry-run|--help|-h)$/.test(word.text)) ? nothing : rewrite(call),
  rebase: call => {
    const given = options(call.args, 'x exec onto s strategy X', false)
    const exec = given.values.get('x') ?? given.values.get('exec')
    if (exec !== undefined && isKnown(exec)) call.analysis.script(exec.text, fork(call.env), nothing)
    hooks(call, given)
    if (has(given, 'root')) find(call, 'git.history-rewrite')
    return nothing
  },
  bisect: call => {
    if (call.args[0]?.text === 'run') call.analysis.words(call.args.slice(1), fork(call.env), nothing)
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
}

function rewrite(call: Call): Stream {
  find(call, 'git.history-rewrite')
  return nothing
}

export function hooks(call: Call, given: Options, short = true): void {
  if (has(given, 'no-verify') || (short && has(given, 'n') && /^commit$/.test(verbOf(call)))) find(call, 'git.hook-bypass')
}

function verbOf(call: Call): string {
  return call.invocation.args.includes('commit') ? 'commit' : ''
}

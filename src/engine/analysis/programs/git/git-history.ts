/** git commands that change what is already recorded: branches, tags, commits, the ways back to them. */

import type { Program } from '../../calls/form.ts'
import { has, type Options } from '../../calls/options.ts'
import { type Call, find } from '../../values/analysis.ts'
import { known } from '../../values/value.ts'
import { changes } from './git-shown.ts'

const filters = 'setup subdirectory env tree index parent msg commit tag-name'
const skipsHooks = ['--no-verify', 'git.hook-bypass'] as const

export const history = (): Readonly<Record<string, Program>> => ({
  commit: {
    valued: 'C c author date fixup squash reuse-message reedit-message trailer cleanup',
    shows: 'm message',
    reads: 'F file t template',
    attached: 'Su',
    shortens: true,
    rows: [['-n|--no-verify', 'git.hook-bypass']],
  },
  merge: {
    valued: 's X strategy into-name cleanup',
    shows: 'm message',
    reads: 'F file',
    attached: 'S',
    shortens: true,
    rows: [skipsHooks],
  },
  rebase: {
    valued: 'onto s strategy X C',
    runs: 'x exec',
    attached: 'S',
    shortens: true,
    rows: [skipsHooks, ['--root', 'git.history-rewrite']],
  },
  lfs: {
    valued: 'I include X exclude include-ref',
    rows: [
      ['migrate import|export', 'git.history-rewrite'],
      ['prune -f|--force|--recent !-d', 'git.reflog-expire'],
    ],
  },
  stash: {
    writes: 'output',
    rows: [['clear', 'git.stash-drop']],
    also: (call, given) => {
      const [verb] = given.positional
      if (verb?.text === 'drop') find(call, 'git.stash-drop', { unknown: 'whether these changes are still needed' })
      return verb?.text === 'show' && has(given, 'p', 'patch', 'u') ? changes(call, given) : undefined
    },
  },
  branch: {
    valued: 'u set-upstream-to contains no-contains merged no-merged points-at sort format',
    flags: 'delete move copy force',
    shortens: true,
    rehearsal: 'h',
    also: branches,
  },
  tag: {
    valued: 'u local-user',
    shows: 'm message',
    reads: 'F file',
    attached: 'n',
    shortens: true,
    rehearsal: 'h',
    rows: [['-d|--delete', 'git.ref-delete', 'ordinary']],
  },
  notes: { valued: 'c C ref', shows: 'm message', reads: 'F file', shortens: true },
  'filter-branch': {
    valued: 'd original state-branch',
    runs: filters.replace(/[\w-]+/g, '$&-filter'),
    rehearsal: 'h',
    rows: [['', 'git.history-rewrite']],
  },
  'filter-repo': { flags: 'invert-paths force partial', rehearsal: 'analyze h', rows: [['', 'git.history-rewrite']] },
  bisect: { rows: [['run', { operands: 'command' }]] },
  'update-ref': {
    valued: 'm',
    rehearsal: 'h',
    rows: [
      ['-d|--stdin', 'git.ref-delete'],
      ['refs/heads/*|HEAD', 'git.ref-delete'],
    ],
  },
  'symbolic-ref': { valued: 'm', shortens: true, rows: [['-d|--delete', 'git.ref-delete']] },
  replace: {
    valued: 'format',
    shortens: true,
    rehearsal: 'h',
    rows: [
      ['-d|--delete', 'git.ref-delete'],
      ['!-l !--list !-d !--delete *', 'git.history-rewrite'],
    ],
  },
  reflog: {
    valued: 'expire expire-unreachable',
    writes: 'output',
    rehearsal: 'n dry-run',
    rows: [['delete|drop|expire', 'git.reflog-expire']],
  },
  repack: { valued: 'cruft-expiration unpack-unreachable', flags: 'cruft', shortens: true, also: forgets },
  gc: { flags: 'prune aggressive', shortens: true, rehearsal: 'h', also: forgets },
  maintenance: { valued: 'task schedule', also: forgets },
  prune: {
    valued: 'expire',
    flags: 'progress verbose',
    shortens: true,
    rehearsal: 'n dry-run h',
    rows: [['', 'git.reflog-expire']],
  },
})

/** A branch is deleted that is not merged, or moved away from its commits. */
function branches(call: Call, given: Options): undefined {
  const [first, second] = given.positional
  const forced = has(given, 'f', 'force')
  const renames = has(given, 'm', 'M', 'c', 'C', 'move', 'copy')
  if (has(given, 'D') || (has(given, 'd', 'delete') && forced))
    find(call, 'git.branch-delete-force', { branch: first === undefined ? undefined : known(first) })
  else if (forced && first !== undefined && !has(given, 'd') && (!renames || second !== undefined)) find(call, 'git.ref-delete')
  else if (second !== undefined && has(given, 'M', 'C'))
    find(call, 'git.ref-delete', { unknown: `whether there is a branch ${second.written} already` })
}

/** What nothing refers to is deleted at once. */
function forgets(call: Call, given: Options): undefined {
  const soon = given.every.some(
    ([name, { text }]) => /^(?:prune|cruft-expiration|unpack-unreachable)$/.test(name) && /^(?:now|all|0)/.test(text),
  )
  if (soon || (given.flags.has('aggressive') && given.flags.has('prune') && !given.values.has('prune')))
    find(call, 'git.reflog-expire')
}

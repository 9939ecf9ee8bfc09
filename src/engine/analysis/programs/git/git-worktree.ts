/** git commands that change files: what was not committed may be lost. */

import type { Program } from '../../calls/form.ts'
import { has, type Options } from '../../calls/options.ts'
import { deleted, readPath } from '../../effects/file-effects.ts'
import { readAtLarge } from '../../effects/searching.ts'
import { place } from '../../places/paths.ts'
import { heldIn, isSecretPath } from '../../places/secret-places.ts'
import { type Call, find, fork, type Handler } from '../../values/analysis.ts'
import { isKnown, literal, nothing, type Value } from '../../values/value.ts'
import { gitApply } from '../files/patching.ts'
import { clone, staged } from './git-remotes.ts'

export const worktree = (): Readonly<Record<string, Program | Handler>> => ({
  apply: gitApply,
  annex: {
    valued: 'c',
    rows: [
      ['drop|dropunused --force', 'git.clean-force'],
      ['uninit', 'git.clean-force'],
    ],
  },
  'update-index': { also: (call, given) => (has(given, 'add') ? adds(call, given) : undefined) },
  am: { valued: 'C p', shortens: true, rows: [['--no-verify', 'git.hook-bypass']], also: gitApply },
  add: { valued: 'chmod pathspec-from-file', shortens: true, rehearsal: 'n dry-run h', also: adds },
  reset: {
    valued: 'pathspec-from-file',
    flags: 'hard merge mixed soft keep',
    shortens: true,
    rehearsal: 'h',
    rows: [['--hard|--merge', 'git.reset-hard']],
  },
  clean: {
    valued: 'e exclude',
    flags: 'quiet interactive',
    shortens: true,
    rehearsal: 'n dry-run h',
    also: cleans,
  },
  checkout: {
    valued: 'b B orphan conflict pathspec-from-file',
    flags: 'ours theirs',
    shortens: true,
    rehearsal: 'h',
    rows: [
      ['-f|--force', 'git.checkout-discard'],
      ['-B', 'git.branch-delete-force', 'ordinary'],
    ],
    also: takes,
  },
  switch: {
    valued: 'c C create force-create orphan conflict',
    shortens: true,
    rehearsal: 'h',
    rows: [['-f|--force|--discard-changes', 'git.checkout-discard']],
  },
  restore: {
    valued: 's source conflict pathspec-from-file',
    flags: 'staged worktree',
    shortens: true,
    rehearsal: 'h',
    also: (call, given) => {
      const index = has(given, 'S', 'staged') && !has(given, 'W', 'worktree') && !given.flags.has('no-staged')
      const from = given.values.get('s') ?? given.values.get('source')
      // As `git checkout origin/main -- file`: another branch has something new.
      const isNew = from !== undefined && !isOwn.test(from.text) && given.positional.every(isFile)
      if (
        !index &&
        ((given.positional.length > 0 && !isNew && !given.positional.every(isLockFile)) || given.values.has('pathspec-from-file'))
      )
        find(call, 'git.checkout-discard')
      return undefined
    },
  },
  'checkout-index': { valued: 'stage', fills: 'prefix', shortens: true, rows: [['-f|--force', 'git.checkout-discard']] },
  'read-tree': { shortens: true, rows: [['--reset -u', 'git.reset-hard']] },
  submodule: { valued: 'b branch name reference depth', rows: [['deinit -f|--force', 'git.checkout-discard']], also: everywhere },
  worktree: {
    valued: 'b B reason',
    shortens: true,
    rehearsal: '',
    also: takesAway,
    rows: [
      ['remove|move', { operands: 'unmounts' }],
      ['add', { operands: 'creates' }],
    ],
  },
  mv: { flags: 'force verbose', shortens: true, rehearsal: 'n dry-run h', operands: 'moves... into' },
  rm: { valued: 'pathspec-from-file', flags: 'cached force', shortens: true, rehearsal: 'n dry-run h cached', also: removes },
})

/** A working tree with what was changed there, but for a temporary one that this script has made itself. */
function takesAway(call: Call, given: Options): undefined {
  const [verb, tree] = given.positional
  if (verb?.text !== 'remove' || !has(given, 'f', 'force')) return
  const isMade =
    tree !== undefined &&
    isKnown(tree) &&
    place(tree, call.env, call.analysis).kind === 'temporary' &&
    call.analysis.invocations.some(({ argv }) => ['worktree', 'add', tree.text].every(word => argv.includes(word)))
  if (!isMade) find(call, 'git.worktree-remove-force')
}

/** What a build makes again may go, as with `rm`. */
function cleans(call: Call, given: Options): undefined {
  if (!has(given, 'f', 'force')) return
  const paths = given.positional.map(word => place(word, call.env, call.analysis))
  call.analysis.deletes.push(...(paths.length === 0 ? [place(literal('.'), call.env, call.analysis)] : paths))
  if (paths.length === 0 || paths.some(({ kind }) => kind !== 'disposable')) find(call, 'git.clean-force')
}

function adds(call: Call, given: Options): undefined {
  const isAll = given.positional.length === 0 && has(given, 'A', 'all')
  for (const file of isAll ? [literal('.')] : given.positional) {
    const { path, absolute, kind } = place(file, call.env, call.analysis)
    // A folder of credentials goes in as a whole.
    if (kind !== 'inside' && heldIn(absolute, call.analysis) !== 0) {
      readAtLarge(file, call)
      staged(call, absolute)
    }
    if (path === undefined || !isSecretPath(path, file.glob, call.analysis.host)) continue
    staged(call, absolute)
    // What .gitignore keeps out goes in by force only, and elsewhere nothing keeps it out.
    if (has(given, 'f', 'force') || kind !== 'inside') readPath(file, call.env, call.analysis, call.invocation)
  }
}

/** Files are brought back to what is recorded, or taken over from elsewhere: what was not recorded is gone. */
function takes(call: Call, given: Options): undefined {
  if (has(given, 'b', 'B', 'orphan')) return
  const split = call.args.findIndex(word => word.text === '--')
  const behind = split < 0 ? [] : call.args.slice(split + 1)
  const [tree, ...more] = split < 0 ? given.positional : given.positional.slice(0, -behind.length || undefined)
  const files = split < 0 ? more : behind
  // Between two sides of a conflict one has to be chosen.
  const chosen = has(given, 'ours', 'theirs')
  const discards =
    given.values.has('pathspec-from-file') ||
    given.positional.some(isEverything) ||
    (files.length > 0 &&
      !files.every(isLockFile) &&
      !chosen &&
      (tree === undefined || isOwn.test(tree.text) || !files.every(isFile)))
  if (discards) find(call, 'git.checkout-discard')
  else if (files.length === 0 && tree !== undefined && sources.test(tree.text) && !chosen && !has(given, 't', 'track'))
    find(call, 'git.checkout-discard', { unknown: `whether ${tree.written} is a file or a branch` })
}

/** Where the files come from already; another branch, tag or remote has something new. */
const isOwn = /^(?:HEAD|@|ORIG_HEAD|stash)(?![\w./-])|^(?=[a-f]*\d)[\da-f]+$|[~^]|\0/
const sources =
  /\.(?:[cm]?[jt]sx?|json|ya?ml|toml|md|py|rb|go|rs|java|kt|swift|cc?|cpp|hpp?|cs|php|vue|svelte|s?css|html|sql|sh|lock|txt)$|[*?]/

/** Package managers write it, and write it again. */
const isLockFile = ({ text }: Value): boolean =>
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|(?:yarn|Cargo|poetry|uv|Gemfile|composer|Pipfile|flake|pdm|mix)\.lock|pnpm-lock\.yaml|bun\.lockb?|go\.sum)$/.test(
    text,
  )

/** One file by its name, no folder and no pattern. */
function isFile({ text }: Value): boolean {
  const name = text.slice(text.lastIndexOf('/') + 1)
  return !/[*?[\0]/.test(text) && /^\.?[^.].*\.\w+$|^(?:Makefile|Dockerfile|LICENSE|README)$/.test(name)
}

function everywhere(call: Call, given: Options): undefined {
  const [verb, ...behind] = given.positional
  if (verb?.text === 'add') clone(call, { ...given, positional: behind })
  const at = call.args.findIndex(word => word.text === 'foreach')
  if (at < 0) return
  const rest = call.args.slice(at + 1).filter(word => !/^--(?:recursive|quiet)$/.test(word.text))
  call.analysis.script(rest.map(word => word.text).join(' '), fork(call.env), nothing)
}

function removes(call: Call, given: Options): undefined {
  const forced = has(given, 'f', 'force')
  if (forced && given.values.has('pathspec-from-file')) find(call, 'git.checkout-discard')
  for (const target of given.positional) {
    if (forced && has(given, 'r') && isEverything(target)) find(call, 'git.checkout-discard')
    else {
      deleted(target, false, call.env, call.analysis, call.invocation)
      if (forced && place(target, call.env, call.analysis).kind === 'inside')
        find(call, 'git.checkout-discard', { unknown: `whether all of ${target.written} is committed` })
    }
  }
}

function isEverything(word: Value): boolean {
  return /^(?:\.|\.\/|:\/|\*|\.\/\*|:\/\*|:\(top\)\.?|\.\.|:!.*)$/.test(word.text)
}

/** git's aliases: what a name stands for, and what git hands on to what it runs. */

import { isOneOf } from '../../../matching/words.ts'
import { type Call, type Environment, fork } from '../../values/analysis.ts'
import { HOLE, isKnown, literal, nothing, quoted, type Stream, type Value } from '../../values/value.ts'
import { configsOf, lastOf } from './git-config.ts'
import type { Site } from './git-repository.ts'
import { kept, parameters, type Setting } from './git-settings.ts'

/** What a name stands for by a setting of this call, or by one that this script made. */
export function aliasOf(name: string, call: Call, settings: readonly Setting[]): string | undefined {
  const key = name.toLowerCase()
  return settings.findLast(setting => setting[0] === `alias.${key}`)?.[1] ?? call.analysis.files.get(kept + key)?.text
}

/** What a name stands for in the files of the configuration. An alias cannot hide a command of git. */
export function configuredAlias(name: string, site: Site): string | undefined {
  if (isOneOf(commands, name)) return undefined
  const config = configsOf(site, [])?.[0] ?? []
  return lastOf(config, `alias.${name.toLowerCase()}`) ?? lastOf(config, `alias.${name}.command`)
}

/** Those that no table of ours knows and that agents call often. */
const commands =
  ' status rev-parse rev-list describe ls-tree for-each-ref name-rev merge-base show-ref show-branch cherry cherry-pick revert mv var version help check-ignore check-attr count-objects fsck verify-commit merge-tree mergetool stripspace '

interface Aliased {
  readonly alias: string
  readonly words: readonly Value[]
  readonly call: Call
  /** In the folder of `-C`. */
  readonly env: Environment
  readonly site: Site
  readonly settings: readonly Setting[]
  /** By `--git-dir`. */
  readonly hasOwnDir: boolean
}

/** With the settings and the repository of its call; one of the shell starts at the top of the tree. */
export function runAlias({ alias, words, call, env, site, settings, hasOwnDir }: Aliased): Stream {
  const isShell = alias[0] === '!'
  const { repository } = site
  const inner = fork(env, isShell && repository !== undefined ? { cwd: repository.top } : {})
  const set = (name: string, text: string) => inner.variables.set(name, { fields: [literal(text)], array: false, exported: true })
  for (const [name, value] of Object.entries(call.invocation.assignments)) set(name, value ?? HOLE)
  if (settings.length > 0) set(parameters, settings.map(([key, value]) => `${quoted(key)}=${quoted(value)}`).join(' '))
  // Of a worktree and of a module, whose `.git` is a file, git tells the script where it lies.
  if (hasOwnDir || (repository !== undefined && repository.dir !== `${repository.top}/.git`))
    set('GIT_DIR', repository?.dir ?? HOLE)
  const own = words.map(word => (isKnown(word) ? quoted(word.text) : '"$UNKNOWN_PART"')).join(' ')
  return call.analysis.script(`${isShell ? alias.slice(1) : `git ${alias}`} ${own}`, inner, nothing)
}

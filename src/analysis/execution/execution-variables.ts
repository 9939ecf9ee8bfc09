/** Variables that make a program run something else. */

import { isUnownedTemporary } from '../places/place-kinds.ts'
import { type Analysis, type Call, type Environment, fork, record } from '../values/analysis.ts'
import { nothing } from '../values/value.ts'

const preloads = new Set([
  'LD_PRELOAD',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES',
  'BASH_ENV',
  'PROMPT_COMMAND',
  'PERL5OPT',
  'RUBYOPT',
  'PYTHONSTARTUP',
  'PERL5DB',
  'JAVA_TOOL_OPTIONS',
])

/** Values are commands, run by the program that reads them. */
const commands = new Set([
  'GIT_SSH_COMMAND',
  'GIT_PAGER',
  'GIT_EDITOR',
  'GIT_SEQUENCE_EDITOR',
  'GIT_EXTERNAL_DIFF',
  'GIT_ASKPASS',
  'PAGER',
  'EDITOR',
  'VISUAL',
  'LESSOPEN',
  'MANPAGER',
  'BROWSER',
  'SSH_ASKPASS',
  'GIT_PROXY_COMMAND',
  'GIT_SSH',
  'PROMPT_COMMAND',
  'RSYNC_RSH',
  'TAR_OPTIONS',
  'BASH_FUNC_ls%%',
])

/** Records the variables that make a program run something else (`LD_PRELOAD`, `PAGER`), by the call that gets them. */
export function smuggled(
  assignments: Readonly<Record<string, string | undefined>>,
  call: Call | undefined,
  env: Environment,
  analysis: Analysis,
): void {
  for (const name in assignments) {
    const value = assignments[name]
    if (preloads.has(name) && isSmuggledCode(name, value)) record(analysis, 'execution.preload', {}, call?.invocation)
    if (value === undefined) continue
    if (/^PS[0-4]$|^PROMPT$/.test(name) && /[$`]/.test(value))
      analysis.script(`: "${value.replace(/"/g, '\\"')}"`, fork(env), nothing)
    // The value of LESSOPEN starts with bars and a dash that say how its output is taken.
    if (commands.has(name) && /[\s;|&$`/]/.test(value)) analysis.script(value.replace(/^[|@-]+\s*/, ''), fork(env), nothing)
    if (/^GIT_CONFIG_(?:VALUE_|PARAMETERS|COUNT)/.test(name) && call?.program === 'git' && /[!;|$`]|sh -c/.test(value))
      record(analysis, 'git.config-exec', {}, call.invocation)
    if (name === 'PATH' && call !== undefined && (/^\.(?:\/tmp)?:/.test(value) || isUnownedTemporary(firstOf(value), analysis)))
      record(analysis, 'execution.preload', {}, call.invocation)
    if (name === 'LD_LIBRARY_PATH' && isUnownedTemporary(firstOf(value), analysis))
      record(analysis, 'execution.preload', {}, call?.invocation)
    if ((name === 'NODE_OPTIONS' || name === 'ENV') && value.split(/[\s=]/).some(part => isUnownedTemporary(part, analysis)))
      record(analysis, 'execution.preload', {}, call?.invocation)
    if (
      name.startsWith('GIT_') &&
      commands.has(name) &&
      call?.program === 'git' &&
      (value.startsWith('./') || isUnownedTemporary(firstOf(value), analysis))
    )
      record(analysis, 'git.config-exec', {}, call.invocation)
    if (name === 'HUSKY' && value === '0' && call?.program === 'git') record(analysis, 'git.hook-bypass', {}, call.invocation)
    if (name === 'TFY_HOOK_FAIL' && /open|allow/i.test(value)) record(analysis, 'self.tamper', {}, call?.invocation)
  }
}

function isSmuggledCode(name: string, value: string | undefined): boolean {
  if (value === '') return false
  if (name === 'JAVA_TOOL_OPTIONS') return value?.includes('-javaagent') === true && /\/tmp|https?:/.test(value)
  if (name === 'LD_PRELOAD')
    return value === undefined || !/(?:jemalloc|tcmalloc|mimalloc|libasan|libtsan|libfaketime|libeatmydata)/.test(value)
  if (name === 'PERL5OPT' || name === 'RUBYOPT')
    return value === undefined || (/(?:^|\s)-(?:M|r|e|I)\S/.test(value) && !/-W/.test(value))
  return true
}

/** Of a list such as `PATH`. */
const firstOf = (value: string): string => value.split(':', 1)[0] ?? ''

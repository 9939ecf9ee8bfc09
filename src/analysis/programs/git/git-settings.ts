/** git's settings: those that run programs, aliases, and those that weaken it. */

import { has, options } from '../../calls/options.ts'
import { bounds, type Call, find, fork } from '../../values/analysis.ts'
import { literal, nothing, type Stream, streamOf, type Value } from '../../values/value.ts'

/** `-c` settings: aliases to use, and settings that run programs. */
export function configured(call: Call): void {
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
      call.analysis.script(value.replace(/^!/, ''), fork(call.env), nothing)
    }
  }
}

/** `GIT_CONFIG_KEY_0`, `GIT_CONFIG_VALUE_0`: settings that come in by the environment, as if `-c` gave them. */
export function withEnvironment(call: Call): Call {
  const { assignments } = call.invocation
  const settings: Value[] = []
  for (const name in assignments) {
    const number = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1]
    if (number !== undefined)
      settings.push(literal('-c'), literal(`${assignments[name] ?? ''}=${assignments[`GIT_CONFIG_VALUE_${number}`] ?? ''}`))
  }
  return settings.length === 0 ? call : { ...call, args: [...settings, ...call.args] }
}

/** What a setting says in place of an option: no need of force to clean, what to push and how. */
export function implied(verb: string, call: Call): readonly Value[] {
  if (verb !== 'clean' && verb !== 'push') return []
  const found: Value[] = []
  for (const [index, { text }] of call.args.entries()) {
    const setting = text === '-c' ? (call.args[index + 1]?.text ?? '') : /^-c[a-z]/.test(text) ? text.slice(2) : ''
    const [, key = '', value = ''] = /^([^=]+)=?(.*)$/s.exec(setting) ?? []
    const name = key.toLowerCase()
    if (verb === 'clean' && name === 'clean.requireforce' && /^(?:false|no|off|0)$/i.test(value)) found.push(literal('--force'))
    if (verb === 'push' && /^remote\..+\.push$/.test(name) && value[0] === '+') found.push(literal('--force'))
    if (verb === 'push' && /^remote\..+\.mirror$/.test(name) && /^(?:true|yes|on|1|)$/i.test(value))
      found.push(literal('--mirror'))
  }
  return found
}

const kept = '\0alias:'

/** What a name stands for by `-c`, or by a setting that this script made. */
export function aliasOf(name: string, call: Call): string | undefined {
  let found = call.analysis.files.get(kept + name.toLowerCase())?.text
  for (const [index, word] of call.args.entries()) {
    const match = word.text === '-c' ? /^alias\.([\w-]+)=(.*)$/is.exec(call.args[index + 1]?.text ?? '') : null
    if (match?.[1]?.toLowerCase() === name.toLowerCase()) found = match[2]
  }
  return found
}

/** An alias that stays is judged as what it will run, and known to the rest of the script. */
function keep(name: string, expansion: Value, call: Call): void {
  const { analysis, env } = call
  if (analysis.files.size >= bounds.files) analysis.exhausted = true
  analysis.files.set(kept + name, streamOf(expansion.text, expansion.taint))
  const before = analysis.effects.length
  const runs = expansion.text[0] === '!'
  analysis.script(runs ? expansion.text.slice(1) : `git ${expansion.text}`, fork(env), nothing)
  if (runs && analysis.effects.length > before) find(call, 'git.config-exec')
}

const execKeys =
  /^(?:core\.(?:fsmonitor|sshcommand|pager|editor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|(?:diff|merge|filter|pager|mergetool|difftool|browser|man|gpg|credential|uploadpack|submodule|remote|trailer|interactive|web)\.(?:.+\.)?(?:command|textconv|driver|clean|smudge|process|cmd|helper|program|packobjectshook|update|receivepack|uploadpack|vcs|difffilter|path)|init\.templatedir|include\.path|includeif\..+\.path|protocol\.ext\.allow|ssh\.variant)$/
const quietValues =
  /^(?:true|false|cat|less|delta|diff-so-fancy|vim?|nvim|nano|emacs|code|code --wait|subl -n -w|cache|store|osxkeychain|manager|manager-core|libsecret|wincred|gh auth git-credential|!gh auth git-credential|gpg2?|ssh|ssh-keygen|git-lfs \S.*|git-lfs|-?|meld|kdiff3|bat.*|less .*|)$/

export function runsPrograms(key: string, value: string): boolean {
  if (key === 'protocol.ext.allow') return value !== 'never'
  return execKeys.test(key) && !quietValues.test(value.trim())
}

export function configure(call: Call): Stream {
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
  else if (name.startsWith('alias.')) keep(name.slice(6), value, call)
  else if (runsPrograms(name, value.text)) find(call, 'git.config-exec')
  else if (/^remote\..+\.push$/.test(name) && value.text[0] === '+') find(call, 'git.push-force')
  else if (
    /^url\..+\.(?:insteadof|pushinsteadof)$/.test(name) &&
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

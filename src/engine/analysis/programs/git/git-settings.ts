/** git's settings: those that run programs, and those that weaken it. */

import { has, type Options } from '../../calls/options.ts'
import { readPath } from '../../effects/file-effects.ts'
import { isStranger } from '../../places/origins.ts'
import { place } from '../../places/paths.ts'
import { isUnownedTemporary } from '../../places/place-kinds.ts'
import { bounds, type Call, find, fork } from '../../values/analysis.ts'
import { HOLE, literal, nothing, type Stream, streamOf, type Value } from '../../values/value.ts'
import { keyOf } from './git-config.ts'
import { variableOf } from './git-repository.ts'

export type Setting = readonly [key: string, value: string]

export const pairOf = (text: string): Setting => {
  const equals = text.indexOf('=')
  return [keyOf(equals < 0 ? text : text.slice(0, equals)), equals < 0 ? 'true' : text.slice(equals + 1)]
}

/** Settings of this call alone, in git's order: those that are counted, those a git above this one handed on, then `-c` and `--config-env`. */
export function settingsOf(call: Call, given: Options): readonly Setting[] {
  const found: Setting[] = []
  // More than the count are not read; without one that is known, any of them may be.
  const count = variableOf(call, 'GIT_CONFIG_COUNT')
  for (let at = 0; at < bounds.fields; at++) {
    const key = variableOf(call, `GIT_CONFIG_KEY_${at}`)
    if (key === undefined || at === Number(count)) break
    found.push([keyOf(key), variableOf(call, `GIT_CONFIG_VALUE_${at}`) ?? HOLE])
    if (!(at < Number(count))) found.push([HOLE, HOLE])
  }
  const inherited = variableOf(call, parameters)
  if (inherited?.includes(HOLE) === true) found.push([HOLE, HOLE])
  for (const [, key = '', value] of inherited?.matchAll(/'((?:[^']|'\\['!]')*)'(?:='((?:[^']|'\\['!]')*)')?/g) ?? [])
    found.push(pairOf((value === undefined ? key : `${key}=${value}`).replace(/'\\(['!])'/g, '$1')))
  for (const [name, { text }] of given.every) {
    if (name !== 'c' && name !== 'config-env') continue
    const [key, value] = pairOf(text)
    found.push([key, name === 'c' ? value : (variableOf(call, value) ?? HOLE)])
  }
  return found
}

export const parameters = 'GIT_CONFIG_PARAMETERS'

/** Settings that run programs, and those that skip hooks. */
export function configured(call: Call, settings: readonly Setting[]): void {
  for (const [key, value] of settings) {
    throughStranger(key, value, call)
    ledAway(key, call)
    if (fileKeys.test(key)) readPath(literal(value), call.env, call.analysis, call.invocation)
    if (key === 'core.hookspath') find(call, /^(?:\/dev\/null|)$/.test(value) ? 'git.hook-bypass' : 'git.config-exec')
    else if (runsPrograms(key, value)) {
      find(call, 'git.config-exec')
      call.analysis.script(value.replace(/^!/, ''), fork(call.env), nothing)
    } else forgets(key, value, call)
  }
}

/** `url.https://stranger/.insteadOf`: what is meant for another goes there. */
const instead = /^url\.(.+)\.(?:insteadof|pushinsteadof)$/i

function ledAway(key: string, call: Call): void {
  const base = instead.exec(key)?.[1]
  if (base !== undefined && isStranger(base, call.analysis)) find(call, 'network.hijack')
}

/** A proxy that has no name is nobody's company's: it gets what is sent, logins among it. */
function throughStranger(key: string, value: string, call: Call): void {
  if (
    /^(?:http|https|remote)\.(?:.*\.)?proxy$/.test(key) &&
    /^\w+:\/\/(?:[^@/]*@)?[\d.]+(?::|\/|$)/.test(value) &&
    isStranger(value, call.analysis)
  )
    find(call, 'network.hijack')
}

/** What every plain push does from now on. */
function pushesLater(key: string, value: string, call: Call): void {
  if (!key.endsWith('.mirror')) {
    if (value[0] === '+') find(call, 'git.push-force')
    if (/^\+?:(?!$)/.test(value)) find(call, 'git.push-delete')
  } else if (!/^(?:false|no|off|0)$/i.test(value)) find(call, 'git.push-mirror')
}

/** What a setting says in place of an option: no need of force to clean. */
export function implied(verb: string, settings: readonly Setting[]): readonly Value[] {
  const isFree = ([key, value]: Setting): boolean => key === 'clean.requireforce' && /^(?:false|no|off|0)$/i.test(value)
  return verb === 'clean' && settings.some(isFree) ? [literal('--force')] : []
}

/** Where an alias is kept that this script made. */
export const kept = '\0alias:'

/** An alias that stays is judged as what it will run, and known to the rest of the script. */
function keep(name: string, expansion: Value, call: Call): void {
  const { analysis, env } = call
  if (analysis.files.size >= bounds.files) analysis.exhausted = true
  analysis.files.set(kept + name, streamOf(expansion.text, expansion.taint))
  const before = analysis.effects.length
  const runs = expansion.text[0] === '!'
  analysis.script(runs ? expansion.text.slice(1) : `git ${expansion.text}`, fork(env), nothing)
  const programs = runs ? [...expansion.text.matchAll(/(?:^!|[;&|])\s*([^\s;&|]+)/g)] : []
  if (runs && (analysis.effects.length > before || programs.some(([, one = '']) => isUnownedTemporary(one, analysis))))
    find(call, 'git.config-exec')
}

const fileKeys =
  /^(?:include\.path|mailmap\.file|core\.(?:excludes|attributes)file|commit\.template|blame\.ignorerevsfile|format\.signaturefile)$/
const execKeys =
  /^(?:core\.(?:fsmonitor|sshcommand|pager|editor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|(?:diff|merge|filter|mergetool|difftool|guitool|browser|man|gpg|credential|uploadpack|submodule|remote|trailer|interactive|web|tar|hook|sendemail|pack)\.(?:.+\.)?(?:command|textconv|driver|clean|smudge|process|cmd|helper|program|packobjectshook|update|receivepack|uploadpack|vcs|difffilter|path|tocmd|cccmd|headercmd|sendmailcmd)|pager\.[^.]+|imap\.tunnel|sendemail\.smtpserver|gpg\.ssh\.defaultkeycommand|init\.templatedir|include\.path|includeif\..+\.path|protocol\.ext\.allow|ssh\.variant)$/
const quietValues =
  /^(?:true|false|cat|less|delta|diff-so-fancy|vim?|nvim|nano|emacs|code|code --wait|subl -n -w|cache|store|osxkeychain|manager|manager-core|libsecret|wincred|gh auth git-credential|!gh auth git-credential|gpg2?|ssh|ssh-keygen|git-lfs \S.*|git-lfs|-?|meld|kdiff3|rebase|merge|checkout|none|bat.*|less .*|(?:delta|diff-so-fancy|difft|moar|most)(?: -(?!-?pager)[\w=-]+)*|)$/

function runsPrograms(key: string, value: string): boolean {
  if (key === 'protocol.ext.allow') return value !== 'never'
  if (key === 'sendemail.smtpserver') return /^[/~.!]|\s/.test(value)
  return execKeys.test(key) && !quietValues.test(value.trim())
}

export function configure(call: Call, given: Options): Stream {
  if (has(given, 'e', 'edit')) find(call, 'git.config-exec', { unknown: 'what the editor writes' })
  let words = given.positional
  const asked = words[words[0]?.text === 'get' ? 1 : 0]?.text ?? ''
  if (
    tells.test(asked) &&
    (words.length === 1 || words[0]?.text === 'get' || has(given, 'get', 'get-all', 'get-urlmatch')) &&
    !has(given, 'unset')
  )
    find(
      call,
      'secrets.print-token',
      // Build services log in by a header, and nobody else sets one.
      asked.endsWith('.extraheader') ? {} : { unknown: `whether ${asked} holds a credential` },
    )
  if (/^(?:set|get|list|unset)$/.test(words[0]?.text ?? '')) words = words[0]?.text === 'set' ? words.slice(1) : []
  const [key, value] = words
  if (key === undefined || value === undefined) return nothing
  if (has(given, 'get', 'get-all', 'get-regexp', 'list', 'l', 'unset', 'unset-all', 'remove-section')) return nothing
  const own = has(given, 'global') ? `${call.analysis.host.home}/.gitconfig` : has(given, 'system') ? '/etc/gitconfig' : undefined
  const file = given.values.get('f') ?? given.values.get('file') ?? (own === undefined ? undefined : literal(own))
  if (file !== undefined) call.analysis.writes.push(place(file, call.env, call.analysis))
  const name = key.text.toLowerCase()
  ledAway(name, call)
  const inRepository = /^\.(?:husky|githooks|hooks)(?:\/|$)/.test(value.text)
  if (name === 'core.hookspath')
    find(
      call,
      /^(?:\/dev\/null|)$/.test(value.text) ? 'git.hook-bypass' : inRepository ? 'persistence.git-hook' : 'git.config-exec',
      inRepository ? { certainty: 'proved-ordinary' } : {},
    )
  else if (name.startsWith('alias.')) keep(name.slice(6), value, call)
  else if (runsPrograms(name, value.text)) find(call, 'git.config-exec')
  else if (/^remote\..+\.(?:push|mirror)$/.test(name)) pushesLater(name, value.text, call)
  else if (instead.test(name) && has(given, 'global', 'system') && !/github\.com|gitlab\.com|bitbucket\.org/.test(name))
    find(call, 'network.hijack')
  else if (name.endsWith('proxy')) throughStranger(name, value.text, call)
  else if (name === 'http.sslverify' && value.text === 'false') find(call, 'packages.registry-override')
  else if (name === 'receive.denynonfastforwards' && value.text === 'false')
    find(call, 'git.hook-bypass', { certainty: 'proved-ordinary' })
  else forgets(name, value.text, call)
  return nothing
}

/** Settings that hold a credential. */
const tells = /\.(?:extraheader|\w*(?:token|password|passwd|secret|smtppass))$/i

function forgets(key: string, value: string, call: Call): void {
  if (/^gc\.(?:reflogexpire|pruneexpire)/.test(key) && /^(?:now|0|all)/.test(value)) find(call, 'git.reflog-expire')
}

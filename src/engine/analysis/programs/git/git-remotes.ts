/** git and other machines: pushing, fetching, addresses. */

import type { Program } from '../../calls/form.ts'
import { has, type Options } from '../../calls/options.ts'
import { arrived, unpackedInto } from '../../effects/file-copies.ts'
import { filled, readPath } from '../../effects/file-effects.ts'
import { sent } from '../../effects/sockets.ts'
import { hostOf } from '../../places/hosts.ts'
import { isStranger } from '../../places/origins.ts'
import { boundedPath } from '../../places/paths.ts'
import { isUnownedTemporary } from '../../places/place-kinds.ts'
import { bounds, type Call, type EffectDetails, find, fork } from '../../values/analysis.ts'
import { isKnown, literal, nothing, taint, type Value } from '../../values/value.ts'
import { configure, configured, pairOf } from './git-settings.ts'

const pushing: Program = {
  valued: 'o push-option receive-pack exec repo recurse-submodules',
  flags: 'force all atomic tags follow-tags set-upstream porcelain progress thin force-with-lease force-if-includes',
  shortens: true,
  rehearsal: 'n dry-run h',
  rows: [
    ['--no-verify', 'git.hook-bypass'],
    ['--mirror|--prune', 'git.push-mirror'],
  ],
  also: push,
}
const fetching: Program = {
  valued: 'depth j jobs o server-option refmap s X strategy strategy-option upload-pack',
  shortens: true,
  rows: [['--no-verify', 'git.hook-bypass']],
  also: fetch,
}

export const remotes = (): Readonly<Record<string, Program>> => ({
  'push send-pack': pushing,
  'fetch ls-remote': fetching,
  pull: { ...fetching, also: pull },
  clone: {
    valued: 'b o j branch origin depth reference jobs filter separate-git-dir u upload-pack c config',
    reads: 'template',
    environment: { GIT_TEMPLATE_DIR: 'template' },
    shortens: true,
    also: clone,
  },
  init: {
    valued: 'b initial-branch separate-git-dir object-format',
    reads: 'template',
    environment: { GIT_TEMPLATE_DIR: 'template' },
    shortens: true,
    also: template,
  },
  remote: {
    valued: 't m',
    also: (call, { positional: [verb, name, address] }) => {
      if (name === undefined || address === undefined || !/^(?:set-url|add)$/.test(verb?.text ?? '')) return undefined
      contact(address, call)
      return named(call, name, address)
    },
  },
  config: {
    valued: 'blob type default comment value',
    reads: 'f file',
    environment: { GIT_CONFIG: 'file', GIT_CONFIG_GLOBAL: 'file', GIT_CONFIG_SYSTEM: 'file' },
    shortens: true,
    prints: 'input',
    also: configure,
  },
  'send-email': {
    valued: 'to cc bcc from subject smtp-server-port smtp-user smtp-pass in-reply-to smtp-server',
    runs: 'to-cmd cc-cmd header-cmd sendmail-cmd',
    shortens: true,
    also: (call, given) => {
      const server = given.values.get('smtp-server')?.text
      if (server !== undefined) configured(call, [['sendemail.smtpserver', server]])
      const to = given.every.flatMap(([name, { text }]) =>
        /^(?:to|b?cc)$/.test(name) ? (/@([\w.-]+)/.exec(text)?.[1] ?? []) : [],
      )
      let bits = 0
      for (const word of given.positional) bits |= readPath(word, call.env, call.analysis, call.invocation).taint
      sent(call, bits, to)
      return undefined
    },
  },
})

const index = '\0index:'
const strange = '\0remote:'
const added = '\0added:'

/** A remote that this script names: what is pushed there is judged by its address. */
function named({ analysis }: Call, name: Value, address: Value): undefined {
  if (analysis.files.size >= bounds.files) analysis.exhausted = true
  analysis.files.set((isStranger(address.text, analysis) ? strange : added) + name.text, nothing)
}

/** All branches, for somebody whom this script has named. A repository that is set up calls its first remote so. */
const takesAll = (remote: Value | undefined, given: Options, { files }: Call['analysis']): boolean =>
  remote !== undefined &&
  has(given, 'all', 'branches', 'mirror') &&
  (files.has(added + remote.text) ? remote.text !== 'origin' : /:\/\/|^[\w.-]+@[\w.-]+:/.test(remote.text))

/** Whether a push goes to somebody new. */
function isNew(remote: Value | undefined, call: Call): boolean {
  const { files } = call.analysis
  if (remote === undefined) return files.has(`${strange}origin`)
  return isStranger(remote.text, call.analysis) || files.has(strange + remote.text)
}

/** A file of credentials is in the index: the next push takes it along. */
export function staged(call: Call, path: string): void {
  if (call.analysis.files.size < 200) call.analysis.files.set(index + path, { text: undefined, taint: taint.secret })
}

function push(call: Call, given: Options): undefined {
  const [remote, ...refs] = given.positional
  if (remote !== undefined && /[/:]/.test(remote.text)) contact(remote, call)
  if (isNew(remote ?? given.values.get('repo'), call)) find(call, 'exfiltration.file-to-network')
  else if (takesAll(remote, given, call.analysis))
    find(call, 'exfiltration.file-to-network', { unknown: 'whether all of the repository may go there' })
  if ([...call.analysis.files.keys()].some(key => key.startsWith(index))) find(call, 'exfiltration.secret-to-network')
  const receive = given.values.get('receive-pack') ?? given.values.get('exec')
  if (receive !== undefined && /[;|&$`\s]/.test(receive.text)) find(call, 'git.config-exec')
  const isPlain = given.flags.has('f') || given.flags.has('force') || refs.some(({ text }) => text[0] === '+')
  const changes = call.invocation.refs?.() ?? []
  for (const { ref, remote: to, isForced, isDeleted } of changes) {
    if (remote === undefined || !/[/:]/.test(remote.text)) reach(to?.urls ?? [], call)
    const branch = nameOf(ref)
    const detail = { branch, remote: to?.name ?? to?.urls[0] }
    const isWhole = ref === 'refs/*'
    if (isWhole && !given.flags.has('mirror')) find(call, 'git.push-mirror', detail)
    if (isDeleted === true && !isWhole) gone(branch, detail, call)
    if (isForced !== true || (isWhole && !isPlain)) continue
    const isOwn = !isPlain && isLease(given) && !isShared(branch) && !/^refs\/(?:heads\/)?\*/.test(ref ?? '')
    find(call, 'git.push-force', isOwn ? { ...detail, certainty: 'proved-ordinary' } : detail)
  }
  // What git refuses here it may do elsewhere.
  if (isPlain && !changes.some(({ isForced }) => isForced)) find(call, 'git.push-force')
  if (has(given, 'd', 'delete') && !changes.some(({ isDeleted }) => isDeleted)) find(call, 'git.push-delete')
  // Whatever lay about, files that git does not track among it.
  for (const { text } of refs)
    if (/^\+?(?:refs\/)?stash(?:[@:^~]|$)/.test(text)) find(call, 'exfiltration.file-to-network', { unknown: 'what was stashed' })
}

function reach(urls: readonly string[], { analysis, invocation }: Call): void {
  for (const host of urls.flatMap(url => hostOf(url) ?? [])) if (!analysis.hosts.includes(host)) analysis.hosts.push(host)
  if (urls.length === 0) invocation.unknownHost = true
}

const isLease = (given: Options): boolean => given.flags.has('force-with-lease') || given.flags.has('force-if-includes')

/** As people call it; undefined when there are several. */
const nameOf = (ref: string | undefined): string | undefined =>
  ref === undefined || ref.includes('*') ? undefined : ref.replace(/^refs\/heads\//, '')

/** A branch of one's own may be merged; tags and what everybody works on are missed at once. */
function gone(branch: string | undefined, detail: EffectDetails, call: Call): void {
  const own = branch !== undefined && !isShared(branch) && !/^(?:refs\/|v?\d)|[*\0]/.test(branch)
  find(call, 'git.push-delete', { ...detail, branch, ...(own ? { unknown: `whether ${branch} is merged` } : {}) })
}

function isShared(branch: string | undefined): boolean {
  return branch !== undefined && /^(?:main|master|develop|trunk|production|release(?:[/-].*)?)$/.test(branch)
}

export function contact(address: Value, call: Call): void {
  if (/^ext::/.test(address.text)) {
    find(call, 'git.config-exec')
    call.analysis.script(address.text.slice(5), fork(call.env), nothing)
    return
  }
  const host = hostOf(address.text)
  if (host !== undefined) call.analysis.hosts.push(host)
  else if (!isKnown(address)) call.invocation.unknownHost = true
}

/** Who may clone by ssh is known there; what anybody may fetch can be anybody's. */
export function clone(call: Call, given: Options): undefined {
  const [address, folder] = given.positional
  const { env, analysis } = call
  template(call, given)
  const upload = given.values.get('u') ?? given.values.get('upload-pack')
  if (upload !== undefined && /[;|&$`]|\/tmp|sh/.test(upload.text)) find(call, 'git.config-exec')
  if (upload !== undefined) analysis.script(upload.text, fork(env), nothing)
  configured(
    call,
    given.every.filter(([name]) => name === 'c' || name === 'config').map(([, { text }]) => pairOf(text)),
  )
  if (address === undefined) return
  contact(address, call)
  if (folder !== undefined) filled(folder, call)
  if (!/^(?:https?|git|ftp):/.test(address.text) || !isStranger(address.text, analysis)) return
  const name = address.text
    .replace(/(?<!\/)\/+$/, '')
    .replace(/^.*\//, '')
    .replace(/\.git$/, '')
  const into = boundedPath(folder ?? literal(name), env, analysis)
  arrived(into, { text: undefined, taint: taint.download }, analysis)
  unpackedInto(into, analysis)
}

/** A new repository gets the hooks that lie in its template. */
function template(call: Call, given: Options): undefined {
  const from = given.values.get('template')?.text
  if (from !== undefined && isUnownedTemporary(from, call.analysis)) find(call, 'git.config-exec')
}

/** What is fetched becomes part of the files here. */
function pull(call: Call, given: Options): undefined {
  const [address] = given.positional
  fetch(call, given)
  if (address !== undefined && isStranger(address.text, call.analysis))
    find(call, 'packages.install-from-url', { unknown: 'what that repository puts into the files here' })
}

function fetch(call: Call, given: Options): undefined {
  const upload = given.values.get('upload-pack')
  if (upload !== undefined && /[;|&$`\s/]/.test(upload.text)) {
    find(call, 'git.config-exec')
    call.analysis.script(upload.text, fork(call.env), nothing)
  }
  const [address, ...specs] = given.positional
  if (address !== undefined && /[/:]/.test(address.text)) contact(address, call)
  if (!has(given, 'dry-run') && specs.some(({ text }) => overwrites(text, has(given, 'f', 'force')))) find(call, 'git.ref-delete')
}

/** `+main:main`: what only the branch here has is gone. One that is fetched under another name is one's own. */
const overwrites = (spec: string, forced: boolean): boolean => {
  const [, plus, from = '', to] = /^(\+?)([^:]+):(?:refs\/heads\/)?([^:]+)$/.exec(spec) ?? []
  return (plus === '+' || forced) && to === from.replace(/^refs\/heads\//, '')
}

/** git and other machines: pushing, fetching, addresses. */

import { has, options } from '../../calls/options.ts'
import { filled } from '../../effects/file-effects.ts'
import { hostOf } from '../../places/hosts.ts'
import { isStranger } from '../../places/origins.ts'
import { boundedPath } from '../../places/paths.ts'
import { bounds, type Call, find, fork } from '../../values/analysis.ts'
import { known, literal, nothing, type Stream, taint, type Value } from '../../values/value.ts'

const index = '\0index:'
const remotes = '\0remote:'

/** A remote that this script names: what is pushed there is judged by its address. */
export function named(call: Call, name: Value, address: Value): void {
  if (!isStranger(address.text, call.analysis)) return
  const { analysis } = call
  if (analysis.files.size >= bounds.files) analysis.exhausted = true
  analysis.files.set(remotes + name.text, nothing)
}

/** Whether a push goes to somebody new. */
function isNew(remote: Value | undefined, call: Call): boolean {
  const { files } = call.analysis
  if (remote === undefined) return files.has(`${remotes}origin`)
  return isStranger(remote.text, call.analysis) || files.has(remotes + remote.text)
}

/** A file of credentials is in the index: the next push takes it along. */
export function staged(call: Call, path: string): void {
  if (call.analysis.files.size < 200) call.analysis.files.set(index + path, { text: undefined, taint: taint.secret })
}

export function push(call: Call): Stream {
  const given = options(call.args, 'o push-option receive-pack exec repo recurse-submodules signed')
  const [remote, ...refs] = given.positional
  if (remote !== undefined && /[/:]/.test(remote.text)) contact(remote, call)
  if (has(given, 'n', 'dry-run')) return nothing
  if (isNew(remote ?? given.values.get('repo'), call)) find(call, 'exfiltration.file-to-network')
  if ([...call.analysis.files.keys()].some(key => key.startsWith(index))) find(call, 'exfiltration.secret-to-network')
  const branchName = (ref: Value | undefined): string | undefined =>
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
}

/** Who may clone by ssh is known there; what anybody may fetch can be anybody's. */
export function cloned(address: Value, folder: Value | undefined, call: Call): void {
  contact(address, call)
  if (folder !== undefined) filled(folder, call)
  if (!/^(?:https?|git|ftp):/.test(address.text)) return
  const name = address.text
    .replace(/(?<!\/)\/+$/, '')
    .replace(/^.*\//, '')
    .replace(/\.git$/, '')
  if (!isStranger(address.text, call.analysis)) return
  const { env, analysis } = call
  analysis.unpacked ??= []
  if (analysis.unpacked.length >= bounds.unpacked) analysis.exhausted = true
  analysis.unpacked.push(boundedPath(folder ?? literal(name), env, analysis))
}

export function fetchLike(call: Call): Stream {
  const given = options(call.args, 'upload-pack depth j jobs o server-option refmap')
  const upload = given.values.get('upload-pack')
  if (upload !== undefined && /[;|&$`\s/]/.test(upload.text)) {
    find(call, 'git.config-exec')
    call.analysis.script(upload.text, fork(call.env), nothing)
  }
  const [address] = given.positional
  if (address !== undefined && /[/:]/.test(address.text)) contact(address, call)
  return nothing
}

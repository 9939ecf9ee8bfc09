/** What leaves the machine, and shells on sockets. */

import { asUrl, partsOf, severalOf } from '../../matching/addresses.ts'
import { isOneOf } from '../../matching/words.ts'
import { drops } from '../places/hosts.gen.ts'
import { hostsOf, isBelow, isLocal, isMetadataHost } from '../places/hosts.ts'
import { isFiledByStranger, isKnownHost, isStranger, isWellKnown } from '../places/origins.ts'
import { place } from '../places/paths.ts'
import { isSecretPath } from '../places/secret-places.ts'
import { type Analysis, bounds, type Call, find, record } from '../values/analysis.ts'
import { isShell } from '../values/dialects.ts'
import { HOLE, literal, type Stream, taint, type Value } from '../values/value.ts'
import { callers, texts } from './addresses.gen.ts'
import type { By } from './file-effects.ts'
import { holdsStray } from './stray-tokens.ts'

/** A program whose input or output is a socket. */
export function reverseShell(words: readonly Value[], socket: Value, analysis: Analysis): void {
  const host = socket.text.split('/')[3] ?? ''
  analysis.hosts.push(host)
  const name = words[0]?.text.replace(/^.*\//, '') ?? ''
  if (isShell(name) || (name === 'exec' && !isLocal(host))) record(analysis, 'network.reverse-shell', { hosts: [host] })
  else if (/^(?:cat|tar|base64|env|printenv|zip|gzip|xxd)$|dump/.test(name) && !isLocal(host))
    record(analysis, 'exfiltration.file-to-network', { hosts: [host] })
}

/** Something leaves the machine. */
export function sent(by: By & { readonly stdin: Stream }, bits: number, contacted: readonly string[] = [], posted = false): void {
  const { analysis, stdin, invocation } = by
  const local = contacted.length > 0 && contacted.every(isLocal)
  const hosts = { hosts: contacted }
  if ((stdin.taint & taint.shell) !== 0) record(analysis, 'network.reverse-shell', hosts, invocation)
  const spelled = (): boolean => [stdin.text, ...(invocation?.argv ?? [])].some(text => holdsStray(text, contacted))
  if ((bits & (taint.secret | taint.environment)) !== 0 || (!local && spelled()))
    record(analysis, 'exfiltration.secret-to-network', hosts, invocation)
  else if ((bits & (taint.system | taint.holder)) !== 0 && !local)
    record(analysis, 'exfiltration.file-to-network', hosts, invocation)
  else if ((posted || (bits & taint.file) !== 0) && contacted.some(host => isBelow(drops, host)))
    record(analysis, 'exfiltration.file-to-network', { ...hosts, unknown: 'who sees what is filed there' }, invocation)
  else if ((bits & taint.sources) !== 0 && contacted.some(host => !isKnownHost(host, analysis)))
    record(
      analysis,
      'exfiltration.file-to-network',
      { ...hosts, unknown: 'whether all of the workspace may go there' },
      invocation,
    )
  else if ((posted || (stdin.text ?? '') !== '') && !contacted.every(isLocal))
    record(analysis, 'exfiltration.file-to-network', { ...hosts, certainty: 'proved-ordinary' }, invocation)
}

/** A bucket, which may be anybody's: `s3://name`. */
export const bucketOf = (text: string): string | undefined =>
  /^(?!(?:s?ftp|ssh|scp|rsync|https?|file):)[a-z][\w+-]*:\/\/[^/]+/.exec(text)?.[0]

/** A request that takes along what somebody wrote: ordinary by itself, but not after credentials were read. */
export function uploaded(
  { method, address, body = '' }: { readonly method: string; readonly address: string; readonly body?: string },
  analysis: Analysis,
  invocation?: By['invocation'],
): void {
  const parts = partsOf(asUrl(address))
  if (parts === undefined || isLocal(parts.host)) return
  const posts = body !== '' || /^(?:POST|PUT|PATCH)$/.test(method)
  if (posts || (/[^=&]{24}/.test(parts.query) && !isWellKnown(parts.host)))
    record(analysis, 'exfiltration.file-to-network', { hosts: [parts.host], certainty: 'proved-ordinary' }, invocation)
}

/** The hosts of addresses, remembered for rules about hosts. */
export function hosts(call: Call, addresses: readonly Value[]): string[] {
  const found: string[] = []
  for (const address of addresses) {
    if (severalOf(address.text).cut) call.analysis.exhausted = true
    const known = hostsOf(asUrl(address.text)).filter(host => !host.includes(HOLE))
    found.push(...known)
    if (isFiledByStranger(address.text, call.analysis)) call.analysis.fromStranger = true
    if (known.length === 0 && address.text.includes(HOLE)) call.invocation.unknownHost = true
  }
  for (const host of found) call.analysis.hosts.push(host)
  if (call.analysis.hosts.length > bounds.hosts) call.analysis.exhausted = true
  if (found.some(isMetadataHost)) record(call.analysis, 'network.metadata-service', { hosts: found }, call.invocation)
  return found
}

/** An address that is a word or an option's value; `s3://` and its like name no host. */
const address = /^(?:--?[\w.-]+=)?(?:[a-z]\w*::?)?((?!(?:file|s3a?|gs|op|env|data|chrome):)[a-z][\w+.-]*:\/\/\S+)$/i

/** A program that is given an address goes there, unless it has said itself where it goes. */
export function goesTo({ program, args, analysis, invocation }: Call): void {
  if (isOneOf(texts, program) || invocation.lets !== undefined) return
  const isCaller = isOneOf(callers, program)
  for (const { text } of args) {
    const [, found] = isCaller && text[0] !== '-' ? [text, asUrl(text)] : (text.includes('://') && address.exec(text)) || []
    for (const host of found === undefined ? [] : hostsOf(found))
      if (!host.includes(HOLE) && !analysis.hosts.includes(host)) analysis.hosts.push(host)
  }
}

/** Who goes by a login of the system, and those that serve models. */
const isProvider =
  /^ssh:|^https:\/\/(?:[\w-]+\.)*(?:openrouter\.ai|openai\.com|anthropic\.com|azure\.com|googleapis\.com|amazonaws\.com|deepseek\.com|groq\.com|mistral\.ai|cohere\.com|together\.(?:ai|xyz)|fireworks\.ai|truefoundry\.(?:com|cloud|tech))(?:[:/]|$)/i

/** A client's server gets what it sends, logins among it. */
export function servedBy(address: string, analysis: Analysis, invocation: Call['invocation'] | undefined): void {
  if (isProvider.test(address) || !isStranger(address.replace(/^tcp:/, 'https:'), analysis)) return
  record(analysis, 'network.hijack', { unknown: `what is sent to ${address}` }, invocation)
}

/** A folder is given to whoever asks on a port. Without a folder it is the one that the program is started in. */
export function serves(folder: Value | undefined, call: Call): void {
  const target = place(folder ?? literal('.'), call.env, call.analysis)
  if (target.kind === 'home' || target.kind === 'root' || isSecretPath(target.absolute, false, call.analysis.host))
    find(call, 'exfiltration.file-to-network')
}

/** What leaves the machine, and shells on sockets. */

import { asUrl } from '../../matching/addresses.ts'
import { hostsOf, isLocal } from '../places/hosts.ts'
import { bounds, type Call, record, type Session } from '../values/session.ts'
import { known, literal, type Stream, type Text, taint } from '../values/text.ts'
import type { By } from './file-effects.ts'

/** A program whose input or output is a socket. */
export function reverseShell(words: readonly Text[], socket: Text, session: Session): void {
  const host = socket.text.split('/')[3] ?? ''
  session.hosts.push(host)
  const name = words[0]?.text.replace(/^.*\//, '') ?? ''
  if (/^(?:sh|bash|zsh|dash|ksh|fish)$/.test(name) || (name === 'exec' && !isLocal(host)))
    record(session, 'network.reverse-shell', { hosts: [host] })
  else if (/^(?:cat|tar|base64|env|printenv)$/.test(name) && !isLocal(host))
    record(session, 'exfiltration.file-to-network', { hosts: [host] })
}

/** Something leaves the machine. */
export function sent(by: By & { readonly stdin: Stream }, bits: number, contacted: readonly string[] = [], posted = false): void {
  const { session, stdin, invocation } = by
  const local = contacted.length > 0 && contacted.every(isLocal)
  const hosts = { hosts: contacted }
  if ((stdin.taint & taint.shell) !== 0) record(session, 'network.reverse-shell', hosts, invocation)
  if ((bits & (taint.secret | taint.environment)) !== 0) record(session, 'exfiltration.secret-to-network', hosts, invocation)
  else if ((bits & taint.system) !== 0 && !local) record(session, 'exfiltration.file-to-network', hosts, invocation)
  else if (posted && (bits & taint.file) !== 0 && !contacted.every(isLocal))
    record(session, 'exfiltration.file-to-network', { ...hosts, certainty: 'proved-ordinary' }, invocation)
}

/** The hosts of addresses, remembered for rules about hosts. */
export function hosts(call: Call, addresses: readonly Text[]): string[] {
  const found: string[] = []
  for (const address of addresses)
    for (const host of hostsOf(asUrl(address.text))) if (known(literal(host)) !== undefined) found.push(host)
  for (const host of found) call.session.hosts.push(host)
  if (call.session.hosts.length > bounds.hosts) call.session.exhausted = true
  return found
}

/** What leaves the machine, and shells on sockets. */

import { asUrl } from '../../matching/addresses.ts'
import { hostsOf, isLocal } from '../places/hosts.ts'
import { type Call, find, record, type Session } from '../values/session.ts'
import { known, literal, type Text, taint } from '../values/text.ts'

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
export function sent(call: Call, bits: number, contacted: readonly string[] = [], posted = false): void {
  if ((call.stdin.taint & taint.shell) !== 0) find(call, 'network.reverse-shell', { hosts: contacted })
  if ((bits & (taint.secret | taint.environment)) !== 0) find(call, 'exfiltration.secret-to-network', { hosts: contacted })
  else if ((bits & taint.system) !== 0 && (contacted.length === 0 || !contacted.every(isLocal)))
    find(call, 'exfiltration.file-to-network', { hosts: contacted })
  else if (posted && (bits & taint.file) !== 0 && !contacted.every(isLocal))
    find(call, 'exfiltration.file-to-network', { hosts: contacted, certainty: 'proved-ordinary' })
}

/** The hosts of addresses, remembered for rules about hosts. */
export function hosts(call: Call, addresses: readonly Text[]): string[] {
  const found: string[] = []
  for (const address of addresses)
    for (const host of hostsOf(asUrl(address.text))) if (known(literal(host)) !== undefined) found.push(host)
  for (const host of found) if (call.session.hosts.length < 200) call.session.hosts.push(host)
  return found
}

/** Where a lock file, or a list of hooks, has its packages come from. */

import { isOneOf } from '../matching/words.ts'
import { hostOf } from './places/hosts.ts'
import { isWellKnown } from './places/origins.ts'

const addresses = /https?:\/\/[^\s"'\\#,{}()]+/g
const packed = /\.(?:t(?:ar\.)?gz|whl|zip|gem|crate)$/
/** Words in front of an address that something is fetched from: other ones there are pages of people. */
const fetched = ' resolved tarball repo registry remote inherit_from git '
const near = 40

/** Whether an address is one that a package comes from. */
function isSource(text: string, at: number, address: string): boolean {
  if (packed.test(address)) return true
  const before = text.slice(Math.max(0, at - near), at)
  const word = before.split(/["'\\\s:={[,(]/).findLast(part => part !== '' && !/^(?:git|registry|sparse)\+$/.test(part)) ?? ''
  return isOneOf(fetched, word) || (word === 'url' && before.includes('='))
}

/** Without what a package must be, anything is taken for it. */
function isUnpinned(text: string): boolean {
  for (const { index } of [...text.matchAll(/\bintegrity\b/g)].slice(0, most)) {
    const behind = text.slice(index + 9, index + 9 + near).replace(/[\\\s]/g, '')
    if (/^["']?:(?:""|'')/.test(behind)) return true
    const before = text.slice(Math.max(0, index - 3 * near), index)
    if (before.includes('del(') && before.lastIndexOf(')') < before.lastIndexOf('del(')) return true
  }
  return false
}

/** `s#registry#elsewhere#`: names that a command puts in the place of others. */
const named = /(?<![\w.@-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?![\w.-])/gi
const files =
  /\.(?:json|ya?ml|lock|toml|txt|tgz|gz|whl|gem|crate|js|cjs|mjs|ts|py|sh|log|tmp|bak|new|orig|packages|resolution|tarball|resolved|integrity|read|write|replace|open|dev|load|dump|path)$/i
const ownNetwork = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$|\.(?:lan|corp|intranet|internal|local|home\.arpa)$/i

const most = 400

const isStrange = (host: string): boolean => !isWellKnown(host) && !ownNetwork.test(host)

/** Puts the name of a host that nobody knows where a known one stood, by one line. */
function replacesHost(line: string): boolean {
  if (line.length > 2_000) return false
  const hosts = (line.match(named) ?? []).filter(name => !files.test(name))
  return hosts.some(isWellKnown) && hosts.some(isStrange)
}

/**
 * Whether the new text of such a file, or each line of the command that changes it, takes packages from a host that nobody knows, or without a
 * check.
 */
export function takesFromStrangers(text: string, isCommand: boolean): boolean {
  if (isUnpinned(text)) return true
  for (const { 0: address, index } of [...text.matchAll(addresses)].slice(0, most)) {
    const host = isSource(text, index, address) ? hostOf(address) : undefined
    if (host !== undefined && isStrange(host)) return true
  }
  const lines = text.split('\n', most)
  return lines.some(line => (isCommand || lines.length === 1 || / => /.test(line)) && replacesHost(line))
}

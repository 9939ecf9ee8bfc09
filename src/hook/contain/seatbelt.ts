/** A cage in the words of macOS' Seatbelt. Made from the same layout as any other; no trial of ours has run it, only that of the machine that uses it. */

import { type Layout, realOf } from './places.ts'

interface Belted {
  readonly layout: Layout
  /** A temporary folder for this cage alone. */
  readonly temporary: string
  readonly network: boolean
  /** At which a proxy listens, on loopback. */
  readonly port?: number
}

/** What does something outside on behalf of whoever asks: keychains, the clipboard, starting and steering of other programs. */
const services =
  'com.apple.SecurityServer com.apple.securityd.xpc com.apple.pasteboard.1 com.apple.coreservices.launchservicesd com.apple.lsd.open com.apple.coreservices.appleevents'.split(
    ' ',
  )

/** The last line that fits holds. An operation that the system does not know is an error of the whole, so that no cage is built. */
export const profileFor = ({ layout, temporary, network, port }: Belted): string => {
  const { fresh, emptied, shown, writable, kept, missing, pinned, hidden } = layout
  const folders = (paths: readonly string[]): string => paths.map(path => ` (subpath ${text(path)})`).join('')
  const real = (paths: readonly string[]): readonly string[] => [...new Set(paths.map(path => realOf(path) ?? path))]
  const places = (paths: Layout['hidden']): string =>
    paths.map(({ path, isFolder }) => ` (${isFolder ? 'subpath' : 'literal'} ${text(path)})`).join('')
  const line = (what: string, where: string): readonly string[] => (where === '' ? [] : [`(${what}${where})`])
  return [
    '(version 1)',
    '(allow default)',
    '(deny appleevent-send job-creation lsopen nvram* system-socket)',
    `(deny mach-lookup${services.map(name => ` (global-name ${text(name)})`).join('')})`,
    '(deny signal process-info* (target others))',
    ...(network
      ? ['(deny network-outbound (remote unix-socket))', '(allow network-outbound (literal "/private/var/run/mDNSResponder"))']
      : ['(deny network*)']),
    ...(port === undefined ? [] : [`(allow network-outbound (remote ip "localhost:${port}"))`]),
    '(deny file-write*)',
    ...line('deny file-read*', folders(real([...fresh, ...emptied]))),
    ...line('allow file-read*', folders(real([...shown, temporary]))),
    `(allow file-write*${folders(real([...writable, temporary]))})`,
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (subpath "/dev/fd") (regex #"^/dev/ttys[0-9]+$"))',
    ...line('deny file-write*', places(kept) + folders(missing)),
    ...line('deny file-write-unlink', pinned.map(path => ` (literal ${text(path)})`).join('')),
    ...line('deny file-read* file-write*', places(hidden)),
  ]
    .map(one => `${one}\n`)
    .join('')
}

/** A string of its language. What could end one is no path that anybody needs. */
const text = (path: string): string => {
  if (/[\0-\x1f\x7f]/.test(path)) throw new Error('a path with control characters cannot be held')
  return `"${path.replace(/[\\"]/g, '\\$&')}"`
}

/** One place has many spellings: case, Unicode forms, prefixes, second names. Which of them mean the same depends on the system. */

import type { Host } from './host.ts'

type System = Pick<Host, 'platform'>

/** A text for comparing: equal where the system takes two names for the same. Unchanged on linux. */
export const fold = (text: string, { platform }: System): string => (platform === 'linux' ? text : caseless(text))

/** File systems fold more than single letters: `ſ` is `s`, `ß` is `ss`, `ﬁ` is `fi`. */
export const caseless = (text: string): string =>
  /^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : text.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

const insensitive = new Map<string, RegExp>()

/** Asks a pattern about a folded text. */
export const says = (pattern: RegExp, folded: string, { platform }: System): boolean => {
  if (platform === 'linux') return pattern.test(folded)
  let made = insensitive.get(pattern.source)
  if (made === undefined) {
    made = new RegExp(pattern.source, 'i')
    insensitive.set(pattern.source, made)
  }
  return made.test(folded)
}

const lists = new WeakMap<readonly string[], readonly string[]>()
const sets = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()

/** A table of names, folded as the texts are that it is compared with. */
export const foldedList = (names: readonly string[], host: System): readonly string[] => {
  if (host.platform === 'linux') return names
  const made = lists.get(names) ?? names.map(name => fold(name, host))
  lists.set(names, made)
  return made
}

/** The names as this system compares them: folded to lower case where it ignores case. */
export const foldedSet = (names: ReadonlySet<string>, host: System): ReadonlySet<string> => {
  if (host.platform === 'linux') return names
  const made = sets.get(names) ?? new Set([...names].map(name => fold(name, host)))
  sets.set(names, made)
  return made
}

/** What must be taken off a path, with `/`, before its `..` are: prefixes that say how it is to be read. */
export const unprefixed = (path: string, host: System, cwd: string | undefined): string =>
  host.platform === 'win32' ? windows(path, cwd) : path

const windows = (path: string, cwd: string | undefined): string => {
  let text = path
    .replace(/^(?:[\w.]+\/)?FileSystem::/i, '')
    .replace(/^\/(?:\?\?|\/[?.])\/(?:GLOBALROOT\/)?(?=UNC\/|[A-Za-z]:\/)/i, '')
  text = text.replace(/^UNC\//i, '//')
  text = text.replace(
    /^\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|[\w-]+\.ipv6-literal\.net|\.)\/([A-Za-z])\$(?=\/|$)/i,
    '$1:',
  )
  // What is left of them is a share. No name of a file has a colon.
  text = text.replace(/^\/\/(?=[^/?.])/, '/:')
  if (/^\/(?:\?\?|\/[?.])\/(?:[A-Za-z]:$|PhysicalDrive|Harddisk)/i.test(text))
    return `/dev/disk/${text.slice(text.lastIndexOf('/') + 1)}`
  text = text.replace(/^\/(?:cygdrive\/)?([A-Za-z])(?=\/|$)/, '$1:')
  if (/^\/(?:Users|Windows|ProgramData|Program Files(?: \(x86\))?)(?:\/|$)/i.test(text)) text = `${driveOf(cwd)}${text}`
  const loose = /^([A-Za-z]:)(?=[^/])/.exec(text)?.[0]
  if (loose !== undefined && loose.toUpperCase() === driveOf(cwd) && cwd !== undefined) text = `${cwd}/${text.slice(2)}`
  const drive = /^[A-Za-z]:/.exec(text)?.[0] ?? ''
  const rest = text.slice(drive.length)
  // The system drops these itself: `settings.json.`, `settings.json `, `settings.json::$DATA`.
  if (!/[:. ](?:\/|$)|:/.test(rest)) return drive.toUpperCase() + rest
  return (
    drive.toUpperCase() +
    rest
      .split('/')
      .map(part => {
        const name = part.replace(/(?<=.):.*$/s, '')
        return name === '.' || name === '..' ? name : name.replace(/(?<![. ])[. ]+$/, '')
      })
      .join('/')
  )
}

const driveOf = (cwd: string | undefined): string => /^[A-Za-z]:/.exec(cwd ?? '')?.[0].toUpperCase() ?? 'C:'

/** Goes through an absolute path step by step, as the system does: `..` is the folder above where a link leads. */
export const physical = (raw: string, led: (folder: string) => string): string => {
  const drive = /^[A-Za-z]:/.exec(raw)?.[0] ?? ''
  let at = drive
  for (const part of raw.slice(drive.length).split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') {
      const real = at === drive ? at : led(at)
      at = real.slice(0, Math.max(real.lastIndexOf('/'), drive.length))
    } else at = `${at}/${part}`
  }
  return at === drive ? `${drive}/` : at
}

/** The usual name of a normalised absolute path. */
export const settled = (path: string, host: System, cwd: string | undefined): string => {
  if (host.platform === 'darwin') return apple(path)
  return host.platform === 'linux' && path.startsWith('/proc/') ? throughProc(path, cwd) : path
}

/** What the file system does not look at within a name. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

const apple = (path: string): string => {
  const text = /^[\0-\x7f]*$/.test(path) ? path : path.replace(ignored, '').normalize('NFC')
  if (!/^\/(?:private|system|\.nofollow|\.resolve)\/|\/\.\.namedfork\//i.test(text)) return text
  return text
    .replace(/^\/(?:\.nofollow|\.resolve\/\d+)(?=\/)/i, '')
    .replace(/^\/System\/Volumes\/Data(?=\/)/i, '')
    .replace(/^\/private(?=\/(?:etc|tmp|var)(?:\/|$))/i, '')
    .replace(/\/\.\.namedfork\/(?:data|rsrc)$/i, '')
}

/** `/proc/self/root` and `/proc/self/cwd` are ways to everything. */
const throughProc = (path: string, cwd: string | undefined): string => {
  let text = path
  for (let depth = 0; depth < 8; depth++) {
    const match = /^\/proc\/[^/]+(?:\/task\/[^/]+)?\/(root|cwd)(?=\/|$)/.exec(text)
    if (match === null || (match[1] === 'cwd' && cwd === undefined)) break
    const rest = text.slice(match[0].length)
    text = match[1] === 'root' || cwd === '/' ? rest || '/' : `${cwd}${rest}`
  }
  return text
}

/** Windows gives a long name a short second one: `CLAUDE~1` may be `.claude`, `SETTIN~1.JSO` may be `settings.json`. */
export const mayBeShortFor = (segment: string, name: string): boolean => {
  const short = shortName.exec(segment)
  if (short === null || /^[^. ]{1,8}(?:\.[^. ]{1,3})?$/.test(name)) return false
  const dot = name.lastIndexOf('.')
  const stem = (dot > 0 ? name.slice(0, dot) : name)
    .replace(/[. ]/g, '')
    .replace(/[+,;=[\]]/g, '_')
    .toUpperCase()
  const ending = dot > 0 ? name.slice(dot + 1, dot + 4).toUpperCase() : ''
  const start = (short[1] ?? '').toUpperCase()
  const hashed = start.length === 6 && stem.startsWith(start.slice(0, 2)) && /^[0-9A-F]{4}$/.test(start.slice(2))
  const wild = /[*?]/.test(segment)
  return (
    (hashed || (stem.startsWith(start) && (start.length >= Math.min(stem.length, 4) || wild))) &&
    (wild || ending === (short[2] ?? '').toUpperCase())
  )
}

const shortName = /^([^~./]{1,6})~[\d*?]{1,6}(?:\.([^./]{0,3}))?$/

/** Whether a segment may be a short name of Windows (`PROGRA~1`). */
export const hasShortName = (path: string): boolean => /[^~./]~[\d*?]/.test(path)

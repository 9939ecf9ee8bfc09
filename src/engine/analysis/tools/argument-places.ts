/** Which places and addresses the arguments name. */

import { isAddress, isFileUrl, pathOf } from '../../matching/uris.ts'
import { isPatch, patchedBy } from '../effects/patches.ts'
import type { At, Entry, Found, Reading } from './argument-facts.ts'
import {
  isBaseKey,
  isCommandKey,
  isGlobKey,
  isLeftOut,
  isOnlyBaseKey,
  isPathKey,
  loosePathKeys,
  movedKeys,
  programKeys,
  proseKeys,
  soughtKeys,
  storedKeys,
  urlKeys,
} from './argument-keys.ts'
import type { Tool } from './tool-nature.ts'

/** Text for people, or for a file that the tool stores. */
export const isProse = (name: string, tool: Tool): boolean => proseKeys.has(name) || (tool.stores && storedKeys.has(name))

/** The places and addresses of one argument. `works`: something else in the same object says what the tool works on. */
export const readPlaces = ({ name, word, texts }: Entry, at: At, works: boolean, { found, tool }: Reading): void => {
  const prose = isProse(name, tool)
  if (at.asked || isLeftOut(name)) return
  for (const text of isPathKey(name, word) ? texts.flatMap(listed) : texts.map(text => text.trim())) {
    if (isPatch(text) ? tool.patches || !prose : tool.patches && /^(?:\+\+\+ |\*\*\* \w+ File: )/m.test(text)) {
      addPatch(text, at, found)
      continue
    }
    if (text.length > 4_096 || text.includes('\n')) {
      if (text.length > 4_096 && isPathKey(name, word)) found.unknown ??= 'a path of this length'
      continue
    }
    if (isGlobKey(name, word)) found.globs.push(text)
    else if (soughtKeys.has(name)) found.sought.push(text)
    if (prose || soughtKeys.has(name)) continue
    if (urlKeys.has(name) ? !isFileUrl(text) : loosePathKeys.has(name) ? isAddress(text) : /^https?:\/\/\S+$/i.test(text))
      found.urls.push(text)
    // The service's bare name is a word like any other; what it is asked for is not.
    if (/^\/?(?:metadata(?::\d+)?\/)?computeMetadata\/v1/i.test(text)) found.urls.push('http://metadata/')
    const path = pathOf(text)
    if (path === undefined) continue
    const forms = [path, ...at.bases.flatMap(base => (isRooted(path) ? [] : [join(base, path)]))]
    if (isBaseKey(name) && (works || isOnlyBaseKey(name))) continue
    if (isPathKey(name, word) || (urlKeys.has(name) && isFileUrl(text))) found.paths.push(...forms)
    else if (loosePathKeys.has(name)) {
      if (looksLikePath(path) || (namesFiles(tool) && /^[\w-]+$/.test(path))) found.loose.push(...forms)
    } else if (programKeys.has(name) && at.bases.length > 0 && looksLikePath(path)) found.loose.push(...forms)
    // A command that begins with its program's path.
    else if (looksRooted(path) && !(isCommandKey(name, word) && path.includes(' '))) found.possiblePaths.push(path)
    if (movedKeys.has(name) && looksLikePath(path)) found.moved.push(path)
  }
}

/** Files that a service takes as a text: what the argument is called, what such a file says, and its usual name. */
const texts: readonly (readonly [key: RegExp, form: RegExp, path: string])[] = [
  [/compose|stackfile/, /\bservices["']?\s*:/, 'compose.yaml'],
  [/dockerfile/, /^[^\S\n]*FROM\s/im, 'Dockerfile'],
  [/xml/, /<(?:command|script)>/, 'jobs/x/config.xml'],
  [/ya?ml|config|definition|pipeline|workflow/, /\b(?:script|commands?|run|steps)\s*:/, '.gitlab-ci.yml'],
]

/** The text of a file that nobody names, as what it would be called. */
export const addFile = ({ name, texts: given }: Entry, found: Found): void => {
  const text = given.length === 1 ? (given[0] as string) : ''
  const kind = text.includes('\n') || text[0] === '<' ? texts.find(([key, form]) => key.test(name) && form.test(text)) : undefined
  if (kind !== undefined) found.patched.push({ path: kind[2], text })
}

export const addPatch = (text: string, at: At, found: Found): void => {
  const { writes, deletes, moves, added } = patchedBy(text)
  const within = (paths: readonly string[]): string[] => paths.flatMap(path => [path, ...at.bases.map(base => join(base, path))])
  found.patchWrites.push(...within(writes))
  found.patchDeletes.push(...within(deletes))
  found.patchMoves.push(...moves)
  found.patched.push(...added)
}

/** Several paths in one text, by lines or commas; a name may hold a comma as well. */
const listed = (written: string): readonly string[] => {
  const text = written.trim()
  if (isPatch(text) || text.length > 4_096) return [text]
  const lines = text.split(/\r?\n/)
  return lines.flatMap(line => (line.includes(',') ? [line, ...line.split(',')] : [line])).flatMap(part => part.trim() || [])
}

const isRooted = (path: string): boolean => /^(?:[/\\~]|\$HOME\b|\$\{HOME\}|[A-Za-z]:[\\/])/.test(path)
const looksRooted = (path: string): boolean => /^(?:~[/\\]|\/[^/\s]|[A-Za-z]:[\\/])/.test(path) && !/[<>|"]/.test(path)
/** A tool whose name says that it works on files: a bare word may be one. */
const namesFiles = ({ words }: Tool): boolean =>
  words.some(word => /^(?:files?|folders?|dir|directory|directories|paths?)$/.test(word))

const looksLikePath = (path: string): boolean =>
  isRooted(path) || /[/\\]/.test(path) || /^[\w-]*\.[\w.-]+$/.test(path) || path === '.'

export const join = (base: string | undefined, path: string): string =>
  base === undefined || isRooted(path) ? path : `${base}/${path}`

/** git's configuration as a push reads it: files, environment and options of the call, and what the same script changed before. */

import { absolutePath } from '../../places/paths.ts'
import { HOLE } from '../../values/value.ts'
import { type Site, textOf, variableOf } from './git-repository.ts'

/** The key as `section.Subsection.name`: section and name in lower case. */
export type Entry = readonly [key: string, value: string]

/** Ordered as git reads it: the last value of a key counts. */
export type Config = readonly Entry[]

const longest = 131_072
const deepest = 4

/** `[remote "origin"]`, `key = "value" # comment`, and a backslash that continues a line. */
export function entriesOf(text: string): Entry[] {
  const found: Entry[] = []
  let section = ''
  for (const line of text.replace(/\\\r?\n/g, '').split(/\r?\n/)) {
    const head = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line)
    if (head !== null) {
      const [, name = '', own] = head
      section = own === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${own.replace(/\\(.)/g, '$1')}`
    }
    const set = /^\s*([A-Za-z][\w-]*)\s*(?:=(.*))?$/s.exec(head === null ? line : line.slice(head[0].length))
    if (set !== null) found.push([`${section}.${set[1]?.toLowerCase()}`, set[2] === undefined ? 'true' : valueIn(set[2])])
  }
  return found
}

function valueIn(written: string): string {
  let value = ''
  let kept = 0
  let isQuoted = false
  for (let at = 0; at < written.length; at++) {
    const letter = written[at] as string
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === '\\') value += escapes[written[++at] ?? ''] ?? written[at] ?? ''
    else if (!isQuoted && (letter === '#' || letter === ';')) break
    else value += letter
    if (isQuoted || !/\s/.test(letter)) kept = value.length
  }
  return value.slice(0, kept).trimStart()
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' }

/** The name of a key with its section and name in lower case. */
export const keyOf = (key: string): string => {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')]
  return first < 0
    ? key.toLowerCase()
    : key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase()
}

/**
 * The configurations that may be in force: that of the files and of this call, and each with more of what a conditional include or the
 * script itself may have added. Undefined when they cannot be known.
 */
export function configsOf(site: Site, own: readonly Entry[]): readonly Config[] | undefined {
  const certain: Entry[] = []
  const perhaps: Entry[] = []
  for (const path of filesOf(site)) {
    const read = fileEntries(path, site, 0)
    if (read === undefined) return undefined
    certain.push(...read.certain)
    perhaps.push(...read.perhaps)
  }
  perhaps.push(...site.changed.config)
  const called: Entry[] = []
  for (const entry of own) if (!take(entry, { certain: called, perhaps }, '/', site, 0)) return undefined
  if ([...perhaps, ...own].some(entry => entry.join('').includes(HOLE))) return undefined
  const configs: Config[] = [[...certain, ...called]]
  // What comes first may hold alone, and what comes last: an include whose condition fails, and what the script wrote.
  for (let at = 1; at <= Math.min(perhaps.length, 32); at++)
    for (const some of [perhaps.slice(0, at), perhaps.slice(at)]) configs.push([...certain, ...some, ...called])
  return configs
}

function filesOf({ call, repository }: Site): readonly string[] {
  const { env, analysis } = call
  const { host } = analysis
  const home = variableOf(call, 'HOME') ?? host.home
  const global = variableOf(call, 'GIT_CONFIG_GLOBAL')
  const found = isTrue(variableOf(call, 'GIT_CONFIG_NOSYSTEM')) ? [] : [variableOf(call, 'GIT_CONFIG_SYSTEM') ?? '/etc/gitconfig']
  if (global === undefined)
    found.push(`${variableOf(call, 'XDG_CONFIG_HOME') || `${home}/.config`}/git/config`, `${home}/.gitconfig`)
  else found.push(global)
  if (repository !== undefined) found.push(`${repository.common}/config`, `${repository.dir}/config.worktree`)
  return found.flatMap(path => (path === '' ? [] : absolutePath(path, env.cwd, host)))
}

interface Read {
  readonly certain: readonly Entry[]
  /** Behind a condition, or written by the script. */
  readonly perhaps: readonly Entry[]
}

function fileEntries(path: string, site: Site, depth: number): Read | undefined {
  if (path.includes(HOLE) || depth > deepest) return undefined
  const text = textOf(path, site, longest)
  if (text === undefined || text.before?.length === longest) return undefined
  const read = { certain: [], perhaps: [] }
  const folder = path.slice(0, path.lastIndexOf('/'))
  const isKnown =
    entriesOf(text.before ?? '').every(entry => take(entry, read, folder, site, depth)) &&
    entriesOf(text.written ?? '').every(entry =>
      take(entry, { certain: read.perhaps, perhaps: read.perhaps }, folder, site, depth),
    )
  return isKnown ? read : undefined
}

/** An entry, or what the file has that it includes; false when that cannot be known. */
function take(
  entry: Entry,
  { certain, perhaps }: { certain: Entry[]; perhaps: Entry[] },
  folder: string,
  site: Site,
  depth: number,
): boolean {
  const [key, value] = entry
  if (!/^include(?:if\..*)?\.path$/.test(key)) return certain.push(entry) > 0
  const { host } = site.call.analysis
  const name = value.replace(/^~(?=\/)/, variableOf(site.call, 'HOME') ?? host.home)
  const included = fileEntries(absolutePath(name, folder, host), site, depth + 1)
  ;(key === 'include.path' ? certain : perhaps).push(...(included?.certain ?? []))
  perhaps.push(...(included?.perhaps ?? []))
  return included !== undefined
}

/** The last value of a key. */
export const lastOf = (config: Config, key: string): string | undefined => config.findLast(entry => entry[0] === key)?.[1]

export const allOf = (config: Config, key: string): readonly string[] =>
  config.flatMap(entry => (entry[0] === key ? [entry[1]] : []))

export const isTrue = (value: string | undefined): boolean => value !== undefined && /^(?:true|yes|on|[1-9]\d*)$/i.test(value)

/** A remote as git kept it before it had a configuration for it: a file of its own. */
export function oldEntries(name: string, { repository }: Site): readonly Entry[] {
  if (repository === undefined || /[/\0]|^\.\.?$/.test(name)) return []
  const fileOf = (kind: string) => repository.host.readText(`${repository.common}/${kind}/${name}`, 4_096)
  const lines = fileOf('remotes')?.matchAll(/^(url|push):\s*(.*?)\s*$/gim)
  if (lines !== undefined) return [...lines].map(([, key = '', value = '']) => [`remote.${name}.${key.toLowerCase()}`, value])
  const [url, branch] = fileOf('branches')?.trim().split('#') ?? []
  if (url === undefined) return []
  // Without a branch it is that of new repositories.
  return [
    [`remote.${name}.url`, url],
    [`remote.${name}.push`, `HEAD:refs/heads/${branch ?? '*'}`],
  ]
}

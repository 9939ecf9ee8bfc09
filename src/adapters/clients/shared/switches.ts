/** The forms that most switches of clients have. Called by nothing on the hook path. */

import type { Ground } from '../../../core/install.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { type Condition, type Fault, isOn, type Setting, type Source, type Variable } from '../../../core/switches.ts'

/** A key that has one value when hooks are off. */
export const setting = (key: string, value: JsonValue, more: Partial<Setting> = {}): Setting => ({
  kind: 'setting',
  id: key,
  says: `"${key}": ${JSON.stringify(value)}`,
  at: key.split('.'),
  off: found => found === value,
  counts: 'first',
  ...more,
})

export const variable = (name: string, more: Partial<Variable> = {}): Variable => ({
  kind: 'variable',
  id: name,
  says: `${name}=1`,
  name,
  off: isOn,
  ...more,
})

export const json = (layer: Source['layer'], at: string): Source => ({ layer, kind: 'json', at })

export const unknown = (because: string, fix: string): Fault => ({ answer: 'cannot be known', because, fix })
export const off = (because: string, fix: string): Fault => ({ answer: 'not guarded', because, fix })

/** What a client keeps about this folder, in a table by path, or about one above it: the nearest that says something. */
export const noted = <T>(
  table: JsonValue | undefined,
  root: string,
  read: (value: JsonValue) => T | undefined,
): T | undefined => {
  if (!isObject(table)) return undefined
  for (let at = root; ; at = parentOf(at)) {
    const found = Object.hasOwn(table, at) ? table[at] : undefined
    const said = found === undefined ? undefined : read(found)
    if (said !== undefined) return said
    if (at === parentOf(at)) return undefined
  }
}

const parentOf = (path: string): string => {
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))
  return cut <= 0 ? (path.startsWith('/') ? '/' : path) : path.slice(0, cut)
}

/** A project's hooks wait for a person’s trust, and the client keeps to itself whether there is any. */
export const hiddenTrust = (title: string): Condition => ({
  kind: 'condition',
  id: 'trust',
  says: 'a folder that nobody has trusted',
  sees: ({ ground: { scope, root } }) =>
    scope === 'project'
      ? unknown(
          `${title} runs a project’s hooks only in a trusted folder, and does not say whether ${root} is one`,
          `Open ${root} in ${title} and trust it`,
        )
      : undefined,
})

export const objectIn = (value: JsonObject | undefined, ...path: readonly string[]): JsonObject | undefined => {
  let at: JsonValue | undefined = value
  for (const key of path) at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  return isObject(at) ? at : undefined
}

export const includes = (value: JsonValue, wanted: string): boolean => Array.isArray(value) && value.includes(wanted)

/** Where a value only has to be true in the language that the client is written in. */
export const isTruthy = (value: JsonValue): boolean => !(value === false || value === null || value === 0 || value === '')

/** A folder and all above it, the nearest first. */
export const upwards = (from: string): readonly string[] => {
  const found = [from]
  for (let at = parentOf(from); at !== found.at(-1); at = parentOf(at)) found.push(at)
  return found
}

/** Where files of variables are looked for, from a folder on upwards, and in the client's own folder first. */
export const walked = (from: string, folder: string, until?: string): readonly string[] => {
  const all = upwards(from)
  const end = until === undefined ? -1 : all.indexOf(until)
  return (end < 0 ? all : all.slice(0, end)).flatMap(dir => [
    `${dir === '/' ? '' : dir}/${folder}/.env`,
    `${dir === '/' ? '' : dir}/.env`,
  ])
}

/** A matcher that is no text, anybody's, ends the client's search for hooks of that event. */
export const oddMatcher = (title: string, files: readonly string[], events: readonly string[]): Condition => ({
  kind: 'condition',
  id: 'matcher',
  says: 'a matcher that is no text, in anybody’s entry',
  sees: ({ json: read }) => {
    for (const file of files)
      for (const event of events) {
        const groups = objectIn(read(file), 'hooks')?.[event]
        if (Array.isArray(groups) && groups.some(group => isObject(group) && isOdd(group.matcher)))
          return off(
            `${file} has a matcher for ${event} that is no text, and ${title} then runs no hook of it`,
            `Correct the matcher in ${file}`,
          )
      }
    return undefined
  },
})

const isOdd = (matcher: JsonValue | undefined): boolean =>
  matcher !== undefined && matcher !== null && typeof matcher !== 'string'

/** The registry value of an administrator, by `HKLM` or `HKCU`. */
export const registry = (layer: Source['layer'], hive: 'HKLM' | 'HKCU', key: string, name: string): Source => ({
  layer,
  kind: 'registry',
  at: `${hive}\\${key} ${name}`,
})

/** Values of one key, each a setting of its own: a number, or JSON as text. */
export const registryValues = (key: string, names: readonly string[]): readonly Source[] =>
  names.map(name => ({ ...registry('managed', 'HKLM', key, name), alone: true }))

/** What an administrator says to Copilot CLI and to VS Code at once. What a signed-in account's organisation says leaves no file. */
export const copilotManaged = (ground: Ground): readonly Source[] => {
  const { system } = ground
  const folder = {
    linux: '/etc/github-copilot',
    darwin: '/Library/Application Support/GitHubCopilot',
    win32: 'C:/Program Files/GitHubCopilot',
  }[system]
  return [
    ...(system === 'win32'
      ? registryValues('SOFTWARE\\Policies\\GitHubCopilot', ['allowManagedHooksOnly', 'strictPluginOnlyCustomization'])
      : []),
    ...(system === 'darwin' ? preferences(ground, 'com.github.copilot') : []),
    json('managed', `${folder}/managed-settings.json`),
  ]
}

/** Managed preferences of macOS, for all accounts and for this one. */
export const preferences = ({ env, home }: Ground, domain: string): readonly Source[] =>
  [`/Library/Managed Preferences/${env.USER ?? home.split('/').at(-1)}`, '/Library/Managed Preferences'].map(dir => ({
    layer: 'managed',
    kind: 'plist',
    at: `${dir}/${domain}.plist`,
  }))

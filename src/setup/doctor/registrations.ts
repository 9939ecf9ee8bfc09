/** Registrations as they stand in clients' files, whoever wrote them. */

import type { System } from '../../core/install.ts'
import {
  isObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  readObject,
  stringAt,
  stringsAt,
} from '../../core/json.ts'
import { isSettings, entriesIn as oursIn } from '../install/entries.ts'
import { entryRunsUs, runsUs } from '../install/own-registrations.ts'

/** What the client starts: a text for its shell, words without one, or nothing on this machine. */
export type Runnable =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'words'; readonly words: readonly [string, ...string[]] }
  | { readonly kind: 'http'; readonly url: string; readonly headers: JsonObject; readonly variables: readonly string[] }

export interface Registered {
  readonly file: string
  /** Empty for a bridge, which asks about every event. */
  readonly event: string
  readonly run: Runnable
  /** The command in a file that the client runs by its name. */
  readonly within?: string
  readonly matcher: string | undefined
  /** The client's own switch for hooks that fail. */
  readonly closed: boolean
  /** `enabled: false` stands in it, it is not waited for, or it has two forms of a command. */
  readonly off?: boolean
  /** A condition of its own, beside the matcher. */
  readonly only?: string
}

/** Throws `NotEditable` for a settings file that cannot be read. */
export const registeredIn = (file: string, text: string, system: System): readonly Registered[] => {
  if (isSettings(file)) return oursIn(file, text).flatMap(({ at, value }) => entriesIn(file, at, value, system))
  if (!runsUs(text) && !file.endsWith('.ts')) return []
  if (file.endsWith('.ts')) return bridgeIn(file, text)
  const event = (file.split(/[\\/]/).at(-1) ?? '').replace(/\.ps1$/, '')
  const words = file.endsWith('.ps1')
    ? (['powershell', '-NoProfile', '-ExecutionPolicy', 'Bypass', '-File', file] as const)
    : ([file] as const)
  const within = /^(?:exec|\$input \|) (.*)$/m.exec(text)?.[1]
  // A file that is run by its name has no switch of the client beside it: our own flag is not one.
  return [
    { file, event, run: { kind: 'words', words }, matcher: undefined, closed: false, ...(within !== undefined && { within }) },
  ]
}

const entriesIn = (file: string, at: readonly string[], value: JsonValue, system: System): readonly Registered[] => {
  if (!isObject(value)) return []
  const inner = Array.isArray(value.hooks) ? value.hooks.filter(isObject).filter(entryRunsUs) : []
  const matcher = stringAt(value, 'matcher')
  return (entryRunsUs(value) ? [value] : inner).flatMap(given => {
    // One client keeps its command one level down.
    const entry = objectAt(given, 'action') ?? given
    const run = runnableOf(entry, system)
    if (run === undefined) return []
    const event = stringAt(value, 'trigger') ?? stringAt(value, 'event') ?? at.at(-1) ?? ''
    const closed = given.failClosed === true || given.onFailure === 'block' || given.on_failure === 'block'
    // Copilot CLI runs nothing of an entry with both forms (measured on 1.0.102).
    const both = given.exec !== undefined && ['bash', 'powershell', 'command'].some(key => given[key] !== undefined)
    const off =
      [given, value].some(({ enabled, disabled }) => enabled === false || disabled === true) || given.async === true || both
    const only = stringAt(given, 'if')
    return [{ file, event, run, matcher, closed, off, ...(only !== undefined && { only }) }]
  })
}

const keysOn = { win32: ['windows', 'powershell', 'commandWindows'], linux: ['linux', 'bash'], darwin: ['osx', 'bash'] } as const

const runnableOf = (entry: JsonObject, system: System): Runnable | undefined => {
  const url = stringAt(entry, 'url')
  const key = [...keysOn[system], 'command', 'exec', 'script'].find(name => stringAt(entry, name) !== undefined)
  const text = key === undefined ? undefined : stringAt(entry, key)
  if (text === undefined) {
    if (url === undefined) return undefined
    return { kind: 'http', url, headers: objectAt(entry, 'headers') ?? {}, variables: stringsAt(entry, 'allowedEnvVars') }
  }
  const args = stringsAt(entry, 'args')
  return Array.isArray(entry.args) ? { kind: 'words', words: [text, ...args] } : { kind: 'text', text }
}

/** What `bridge` has written into the plugin. */
const bridgeIn = (file: string, text: string): readonly Registered[] => {
  const written = /^const settings: Settings = (\{[\s\S]*?^\})/m.exec(text)?.[1]
  const settings = written === undefined ? undefined : readObject(written)
  if (!isObject(settings)) return []
  const [program, ...before] = stringsAt(settings, 'command')
  if (program === undefined) return []
  const closed = settings.failClosed === true
  const more = [closed ? '--fail-closed' : '--fail-open', '--timeout-ms', String(numberAt(settings, 'timeoutMs') ?? 10_000)]
  return [{ file, event: '', run: { kind: 'words', words: [program, ...before, ...more] }, matcher: undefined, closed }]
}

/** Whether a matcher lets every tool through, as far as that can be said without the client. */
export const matchesAll = ({ matcher, only }: Registered): boolean => only === undefined && isEverything(matcher)

const isEverything = (matcher: string | undefined): boolean => matcher === undefined || ['', '*', '.*'].includes(matcher)

/** Whether it is asked about this tool; yes where that cannot be said. */
export const mayMatch = ({ matcher }: Registered, tool: string): boolean => {
  if (matcher === undefined || isEverything(matcher)) return true
  try {
    return new RegExp(matcher, 'i').test(tool)
  } catch {
    return false
  }
}

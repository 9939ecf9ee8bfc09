/** The forms in which clients take a registration. */

import { shellText } from '../core/command-line.ts'
import { type Entry, type Ground, type Hook, limitMs, type Scope } from '../core/install.ts'
import type { JsonObject } from '../core/json.ts'

/** The command as the text that this client's shell gets: `sh`-like, but on Windows the one given. */
export const commandText = (hook: Hook, eventName: string, { system }: Ground, windows: 'powershell' | 'cmd' | 'posix'): string =>
  shellText(hook.command(eventName), system === 'win32' ? windows : 'posix')

/** Seconds, as most clients count their limit. */
export const limitSeconds = (hook: Hook): number => limitMs(hook) / 1000

/** Claude Code's form, which many took over: `hooks.<event>[]` of groups with a matcher and handlers. */
export const groups = <Name extends string>(
  events: readonly Name[],
  handler: (eventName: Name) => JsonObject,
  { matchers = [], at = ['hooks'] }: { readonly matchers?: readonly Name[]; readonly at?: readonly string[] } = {},
): readonly Entry[] =>
  events.map(name => ({
    at: [...at, name],
    value: { ...(matchers.includes(name) && { matcher: '*' }), hooks: [handler(name)] },
  }))

/** `hooks.<event>[]` of handlers, without groups. */
export const handlers = <Name extends string>(
  events: readonly Name[],
  handler: (eventName: Name) => JsonObject,
  at: readonly string[] = ['hooks'],
): readonly Entry[] => events.map(name => ({ at: [...at, name], value: handler(name) }))

/** One file per scope. */
export const fileIn = ({ scope }: Ground, files: Readonly<Partial<Record<Scope, string>>>): readonly string[] => {
  const file = files[scope]
  return file === undefined ? [] : [file]
}

/** A system-wide directory, which has another name on each system. */
export const systemDir = (
  { system, env }: Ground,
  { linux, darwin, win32 }: { readonly linux: string; readonly darwin: string; readonly win32: string },
): string => (system === 'linux' ? linux : system === 'darwin' ? darwin : `${env.ProgramData ?? 'C:/ProgramData'}/${win32}`)

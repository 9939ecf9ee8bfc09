/** The forms in which clients take a registration. */

import { shellText } from '../../../core/command-line.ts'
import { type Entry, type Ground, type Hook, limitMs, type Scope, type Write } from '../../../core/install.ts'
import type { JsonObject } from '../../../core/json.ts'

/** The command as the text that this client's shell gets: `sh`-like, but on Windows the one given. */
export const commandText = (
  hook: Hook,
  eventName: string,
  { system }: Ground,
  windows: 'powershell' | 'cmd' | 'posix',
): string =>
  system === 'win32'
    ? shellText({ ...hook.command(eventName), clears: {} }, windows)
    : shellText(hook.command(eventName), 'posix')

/** Seconds, as most clients count their limit. */
export const limitSeconds = (hook: Hook): number => limitMs(hook) / 1000

/** A handler as most clients write it. */
export const commandHandler =
  (ground: Ground, hook: Hook, windows: 'powershell' | 'cmd' | 'posix') =>
  (eventName: string): JsonObject => ({
    type: 'command',
    command: commandText(hook, eventName, ground, windows),
    timeout: limitSeconds(hook),
  })

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

/** What a client of unknown version does not get, to be told beside its registration. */
export const leftOut = (title: string, events: readonly string[], then: string): string =>
  `The version of ${title} is not known. An older one drops the whole file for an event that it does not know, so not registered: ${events.join(', ')}. ${then}`

/** Entries in the settings file of the scope. */
export const entriesIn = (
  ground: Ground,
  files: Readonly<Partial<Record<Scope, string>>>,
  entries: readonly Entry[],
): readonly Write[] => fileIn(ground, files).map(file => ({ kind: 'entries', file, entries }))

/** A file of our own in a folder that the client reads. */
export const ownFile = (
  ground: Ground,
  folders: Readonly<Partial<Record<Scope, string>>>,
  content: JsonObject,
): readonly Write[] =>
  fileIn(ground, folders).map(folder => ({
    kind: 'file',
    file: `${folder}/tfy-hook.json`,
    text: `${JSON.stringify(content, undefined, 2)}\n`,
  }))

/** The bridge, in the folder of plugins of the scope. */
export const bridgeIn = (ground: Ground, folders: Readonly<Partial<Record<Scope, string>>>): readonly Write[] =>
  fileIn(ground, folders).map(folder => ({ kind: 'bridge', folder }))

/** `<event>: [value]` for each event. */
export const perEvent = <Name extends string>(events: readonly Name[], value: (eventName: Name) => JsonObject): JsonObject =>
  Object.fromEntries(events.map(name => [name, [value(name)]]))

/** The file that Copilot's CLI, its cloud agent and VS Code read. The spelling of the events chooses the dialect that says most. */
export const copilotHooks = (ground: Ground, hook: Hook, folders: Readonly<Partial<Record<Scope, string>>>): readonly Write[] =>
  ownFile(
    ground,
    { project: `${ground.root}/.github/hooks`, ...folders },
    {
      version: 1,
      hooks: perEvent(copilotEvents, name => ({
        type: 'command',
        [ground.system === 'win32' ? 'powershell' : 'bash']: commandText(hook, name, ground, 'powershell'),
        timeoutSec: limitSeconds(hook),
      })),
    },
  )

const copilotEvents = [
  'userPromptSubmitted',
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'sessionStart',
  'agentStop',
  'subagentStop',
]

/** A system-wide directory, which has another name on each system. */
export const systemDir = (
  { system, env }: Ground,
  { linux, darwin, win32 }: { readonly linux: string; readonly darwin: string; readonly win32: string },
): string => (system === 'linux' ? linux : system === 'darwin' ? darwin : `${env.ProgramData ?? 'C:/ProgramData'}/${win32}`)

/** How Cursor is made to call us, and what keeps it from that. */

import type { Registration } from '../../../core/adapter.ts'
import { atLeast, type Installation } from '../../../core/install.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { commandText, fileIn, handlers, limitSeconds, systemDir } from '../shared/install.ts'
import { closedHookEntry, hookTimeouts } from '../shared/registration.ts'
import { hiddenTrust } from '../shared/switches.ts'
import { events, isEvent } from './events.ts'

export const registration = {
  // Order of the SDK's loader. A Claude file registration never fails closed in Cursor.
  files: (env, home, roots) => [
    '/etc/cursor/hooks.json',
    '/Library/Application Support/Cursor/hooks.json',
    ...(env.ProgramData === undefined ? [] : [`${env.ProgramData}\\Cursor\\hooks.json`]),
    ...roots.map(root => `${root}/.cursor/hooks.json`),
    ...roots.flatMap(root => [`${root}/.claude/settings.local.json`, `${root}/.claude/settings.json`]),
    `${home}/.cursor/hooks.json`,
    `${home}/.claude/settings.json`,
  ],
  failMode: (text, eventName) => closedHookEntry(text, eventName, entry => entry.failClosed === true),
  timeouts: (text, eventName) => [...hookTimeouts(text, eventName), ...hookTimeouts(text, claudeName(eventName))],
} satisfies Registration

export const install = {
  binaries: ['cursor', 'cursor-agent'],
  editors: ['cursor'],
  marks: ['CURSOR_AGENT'],
  packages: { versions: ['cursor-agent/versions'] },
  servers: [
    ['.cursor/mcp.json', 'mcpServers'],
    ['~/.cursor/mcp.json', 'mcpServers'],
  ],
  folders: ({ home }) => [`${home}/.cursor`],
  scopes: ['project', 'user', 'managed'],
  writes: (ground, hook) =>
    fileIn(ground, {
      project: `${ground.root}/.cursor/hooks.json`,
      user: `${ground.home}/.cursor/hooks.json`,
      managed: `${systemDir(ground, { linux: '/etc/cursor', darwin: '/Library/Application Support/Cursor', win32: 'Cursor' })}/hooks.json`,
    }).map(file => ({
      kind: 'entries',
      file,
      needs: [{ at: ['version'], value: 1 }],
      entries: handlers(registered(hook.version), name => ({
        command: withoutUrl(commandText(hook, name, ground, 'powershell')),
        timeout: limitSeconds(hook),
        ...(hook.closed && isEvent(name) && events[name].can.deny === 'block' && { failClosed: true }),
      })),
    })),
  gaps: version =>
    version === undefined
      ? ['The version of Cursor is not known. This is the form of 2.4 and later; an older one drops the whole file: update it.']
      : [],
  deployed: { since: [2, 4], older: 'drops the whole file' },
  switches: () => ({
    sources: [],
    // Measured: a file is taken or left as a whole.
    reading: { comments: 'lines', noLinks: true, fault: faultIn },
    list: [hiddenTrust('Cursor')],
  }),
  notes: () => ['Cursor reads hooks of Claude Code’s settings files as well: a registration there runs a second time in Cursor.'],
} satisfies Installation

/** What makes Cursor drop a whole file. */
const faultIn = ({ version, hooks }: JsonObject): string | undefined => {
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return 'it has no whole number as "version"'
  if (!isObject(hooks)) return 'its "hooks" are no object'
  for (const [event, entries] of Object.entries(hooks)) {
    if (!isEvent(event)) return `it does not know the event ${event}`
    if (!Array.isArray(entries)) return `${event} is no list`
    const fault = entries.map(entryFault).find(found => found !== undefined)
    if (fault !== undefined) return `an entry of ${event} ${fault}`
  }
  return undefined
}

const entryFault = (entry: JsonValue): string | undefined => {
  if (!isObject(entry)) return 'is no object'
  if (entry.type !== 'prompt' && (typeof entry.command !== 'string' || entry.command === '')) return 'has no command'
  if (entry.timeout !== undefined && !(typeof entry.timeout === 'number' && entry.timeout > 0))
    return 'has a timeout that is no number above 0'
  if (entry.failClosed !== undefined && typeof entry.failClosed !== 'boolean') return 'has a failClosed that is not true or false'
  if (entry.matcher !== undefined && !isPattern(entry.matcher)) return 'has a matcher that is no regular expression'
  return undefined
}

const isPattern = (matcher: JsonValue): boolean => {
  if (typeof matcher !== 'string') return false
  try {
    if (matcher !== '*') new RegExp(matcher)
    return true
  } catch {
    return false
  }
}

/** One event a version does not know makes it drop the whole file. Since preToolUse is there, the shell's own event asks twice. */
const registered = (version: readonly number[] | undefined): readonly string[] =>
  version !== undefined && !atLeast(version, [2, 4])
    ? ['beforeSubmitPrompt', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile']
    : ['beforeSubmitPrompt', 'preToolUse', 'beforeMCPExecution', 'beforeReadFile', 'postToolUse']

/** Cursor cuts the file at `//`, also within a string. */
const withoutUrl = (command: string): string => {
  if (command.includes('//')) throw new RangeError('Cursor cannot be given a path with // in it')
  return command
}

/** Under what name Cursor finds this event's hooks in a Claude file. */
const claudeName = (name: string): string =>
  name === 'beforeSubmitPrompt' ? 'UserPromptSubmit' : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

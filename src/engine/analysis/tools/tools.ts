/** What tools other than a shell do, told as commands and paths, so that one set of rules serves them all. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { JsonObject } from '../../../core/json.ts'
import { type Equivalents, noEquivalents } from '../values/tool-call.ts'

/** Subjects that do something, which the analyser can tell. */
export const acts: ReadonlySet<string> = new Set(['shell', 'mcp', 'tool', 'file-read', 'file-write', 'web'])

/** Works on what goes into a tool. Results and lifecycle events do nothing, and a prompt reads the files it names. Arguments of other tools than a shell are read on demand. */
export const equivalentsOf = async (event: NormalizedHookEvent): Promise<Equivalents> => {
  switch (event.subject) {
    case 'shell': {
      const folders = workingFolders(event)
      const more = hasMore(event.structuredInput) ? (await longLook()).besideOf(event) : []
      return {
        ...noEquivalents,
        commands: [event.content, ...more].flatMap(text => folders.map(cwd => ({ text, cwd }))),
        dialect: dialectOf(event),
      }
    }
    case 'file-read':
      if (isPlain(event)) return { ...noEquivalents, reads: event.paths, urls: event.urls }
      return (await longLook()).readingOf(event)
    case 'file-write':
      if (isPlain(event) && !/patch|diff|del|rem|rm|unlink|trash|clea|empty|destroy|purge|erase|wipe/i.test(event.toolName ?? ''))
        return { ...noEquivalents, writes: event.paths, ...writingWith(event.structuredInput) }
      return (await longLook()).writingOf(event)
    case 'web':
      if (isPlain(event) && event.urls.length > 0) return { ...noEquivalents, urls: event.urls }
      return (await longLook()).browsingOf(event)
    case 'mcp':
    case 'tool':
      return (await longLook()).argumentsOf(event)
    case 'prompt':
      return event.paths.length === 0 ? noEquivalents : (await longLook()).namedIn(event)
    case 'agent':
      return (await longLook()).toldTo(event)
    case 'output':
    case 'session':
    case 'stop':
    case 'other':
      return noEquivalents
    default:
      return event.subject satisfies never
  }
}

const wholeKey = /^(?:contents?|file_?text|code_?content)$/i
const looseKey = /^(?:text|body|data)$|base64|bytes|blob/i
const partKey = /^(?:old|new|edits?$|diff|patch|insert|search|find|target_?content|replacement)/i

/** Whether the arguments have the whole text of a file, and whether that is empty. A key for a part beside it changes nothing. */
export const writingWith = (input: JsonObject): Pick<Equivalents, 'how' | 'empties'> => {
  const keys = Object.keys(input)
  const parts = keys.some(key => partKey.test(key) && !isEmpty(input[key]))
  const whole = keys.filter(key => wholeKey.test(key) || (!parts && looseKey.test(key)))
  return {
    how: whole.length > 0 ? 'rewrite' : 'edit',
    empties: whole.length > 0 && whole.every(key => isBlank(input[key])),
  }
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

const isEmpty = (value: unknown): boolean => value === '' || value === null || (Array.isArray(value) && value.length === 0)

let loaded: typeof import('./equivalents.ts') | undefined

const longLook = async (): Promise<NonNullable<typeof loaded>> => (loaded ??= await import('./equivalents.ts'))

const plainKeys: ReadonlySet<string> = new Set(
  'file_path filePath path absolute_path notebook_path target_file offset limit content contents file_text old_string new_string oldString newString replace_all replaceAll new_source cell_id cell_type edit_mode url prompt'.split(
    ' ',
  ),
)
/** Part of a place that only a longer look can read: a scheme, several lines, blanks around it. */
const odd = /^\s|\s$|\n|^[a-z][a-z0-9+.-]+:/i

/** The usual arguments of a file or web tool, which need no longer look. A drive is no scheme. */
const isPlain = ({ structuredInput, paths, urls }: NormalizedHookEvent): boolean =>
  Object.entries(structuredInput).every(([key, value]) => plainKeys.has(key) && typeof value !== 'object') &&
  !paths.some(path => odd.test(path)) &&
  urls.every(url => /^https?:/i.test(url))

const workingKey = /^(?:cwd|work_?dir|working_?dir(?:ectory)?|directory|dir_?path|dir)$/i

/** Words, variables or input that a command is given beside its text. */
const besideKey = /^(?:c(?:om)?m(?:an)?d.?)?arg|^(?:param|flag|positional|env|variables|stdin|standard.?input|input)/i

const hasMore = (input: JsonObject): boolean => {
  // A client that tells no case of letters from the other takes either key.
  for (const key in input) {
    const given = typeof input[key] === 'object'
    // What a shell's own tool has, in nearly every call.
    if (key === 'description' || (key === 'command' && !given)) continue
    if (besideKey.test(key) || /^command$/i.test(key) || (given && /^c(?:om)?m(?:an)?d/i.test(key))) return true
  }
  return false
}

/**
 * Where a command may run: in the event's own folder, and in every other that the call names. Which of them its client listens to is not
 * known here, and a model may name one that nobody does.
 */
const workingFolders = ({ cwd, structuredInput: input }: NormalizedHookEvent): readonly (string | undefined)[] => {
  const folders: (string | undefined)[] = [undefined]
  for (const key in input) {
    const value = input[key]
    if (key === 'command' || key === 'description' || typeof value !== 'string' || value.trim() === '') continue
    if (!workingKey.test(key)) continue
    if (cwd !== value && cwd?.endsWith(`/${value}`) !== true) folders.push(value)
  }
  return folders
}

export const dialectOf = (event: NormalizedHookEvent): 'bash' | 'powershell' | 'cmd' | undefined => {
  if (event.shell !== undefined) return event.shell
  const name = event.toolName ?? ''
  const small = name.toLowerCase()
  return small.includes('powershell') || small.includes('pwsh')
    ? 'powershell'
    : small === 'cmd' || small === 'cmd.exe'
      ? 'cmd'
      : name === 'Bash'
        ? 'bash'
        : undefined
}

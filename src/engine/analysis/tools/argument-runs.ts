/** What one object of arguments runs. */

import { isObject, type JsonObject } from '../../../core/json.ts'
import { inOrder } from '../../matching/in-order.ts'
import { shellIn } from '../effects/notebooks.ts'
import { isPatch } from '../effects/patches.ts'
import { startsStatement } from '../effects/sql.ts'
import { quoted } from '../values/value.ts'
import { around, commandsIn, typedIn, wordsBeside } from './argument-commands.ts'
import type { At, Entry, Reading } from './argument-facts.ts'
import {
  argumentKeys,
  isCodeKey,
  isCommandKey,
  isQueryKey,
  looseQueryKeys,
  programKeys,
  proseKeys,
  soughtKeys,
  typedKeys,
} from './argument-keys.ts'
import { addPatch } from './argument-places.ts'
import { interpreters } from './tool-nature.ts'

/** The commands, code and queries of one object of arguments. */
export const readRuns = (value: JsonObject, entries: readonly Entry[], at: At, reading: Reading): void => {
  const { found, tool } = reading
  let programs = 0
  // What is typed goes to the command beside it, unless that only says that something is typed.
  const fed = entries.some(
    ({ name, word, texts }) =>
      isCommandKey(name, word) && texts.some(text => !/^(?:send|send[-_]keys|write|type|input|exec|execute|run)$/i.test(text)),
  )
  for (const { key, name, word, entry, texts } of entries) {
    if (texts.length === 0) continue
    const isCommand = isCommandKey(name, word)
    if (isCodeKey(name) && texts.some(text => keptByPages.test(text) && isSentByPages(text)))
      found.findings.push('exfiltration.secret-to-network')
    const isCode = isCodeKey(name) || (tool.runsCode && !isCommand && isProgramText(name, texts))
    if (isCode && (tool.runsCode || at.language !== undefined) && (at.language !== undefined || !isCommand)) {
      // Lines of a notebook cell stand in a list.
      const source = Array.isArray(entry) && texts.some(text => text.endsWith('\n')) ? [texts.join('')] : texts
      for (const text of source) addCode(text, { ...at, language: interpreters[name] ?? at.language }, reading)
    } else if (isCommand && !(name === 'argv' && (programs > 0 || texts[0]?.startsWith('-')))) {
      programs++
      const beside = wordsBeside(value, key)
      for (const text of commandsIn(name, entry, beside)) addCommand(around(text, value), at, reading)
      if (name === 'program' && tool.runsCode && beside === undefined) for (const text of texts) addCode(text, at, reading)
    } else if (tool.types && typedKeys.has(name) && !(fed && /^(?:stdin|input)$/.test(name))) {
      for (const text of typedIn(entry)) addCommand(text, at, reading)
    } else if (tool.interprets && typedKeys.has(name)) for (const text of texts) addCode(text, at, reading)
    if (isQueryKey(name) || (tool.isDatabase && looseQueryKeys.has(name)))
      for (const text of texts)
        if (leavesDatabase.test(text)) found.unknown ??= "what a query does with the server's files and programs"
    if (isQueryKey(name)) for (const text of texts) found.translated.push(`psql -c ${quoted(text)}`)
    else if (tool.isDatabase && looseQueryKeys.has(name))
      for (const text of texts)
        if (/^\s*db\./.test(text)) found.translated.push(`mongosh --eval ${quoted(text)}`)
        else if (startsStatement(text)) found.translated.push(`psql -c ${quoted(text)}`)
  }
  if (programs === 0) readWords(value, entries, at, reading)
  if (
    entries.some(
      ({ name, entry }) => /^(?:type|kind|language|lang)$/.test(name) && typeof entry === 'string' && shellName.test(entry),
    )
  )
    for (const { name, entry } of entries)
      if (
        !/^(?:type|kind|language|lang|name|id|title|description)$/.test(name) &&
        typeof entry === 'string' &&
        !tool.stores &&
        !tool.looksOnly
      )
        addCommand(entry, at, reading)
  if (programs === 0 && !tool.looksOnly && !tool.stores && !tool.searches)
    for (const { name, entry } of entries) {
      if (proseKeys.has(name) || soughtKeys.has(name) || aboutText.test(name)) continue
      if (argumentKeys.has(name) && typeof entry !== 'string') continue
      const text = Array.isArray(entry) && entry.length === 1 ? entry[0] : entry
      if (typeof text === 'string' && opensLikeShell.test(text)) found.possibleCommands.push({ text, cwd: at.bases[0] })
    }
  for (const { name, word, entry } of entries)
    if (isObject(entry) && isCommandKey(name, word) && !tool.stores)
      for (const text of Object.values(entry)) if (typeof text === 'string') addCommand(text, at, reading)
}

/** Several statements under a key that nobody knows: a tool that runs code takes them for it. */
const isProgramText = (name: string, texts: readonly string[]): boolean =>
  !proseKeys.has(name) && !typedKeys.has(name) && texts.some(text => inOrder(text, /[\w'"\])]\(/, /\)/) && !/^\s*[[{]/.test(text))

/** Words without a command: the tool itself is the program, or a file or a name beside them is. */
const readWords = (value: JsonObject, entries: readonly Entry[], at: At, reading: Reading): void => {
  const { tool } = reading
  if (tool.program !== undefined)
    for (const { name, entry } of entries)
      if (/^(?:line|source|text|input|query|statement|cli|cmdline|request|instruction)$/.test(name) && typeof entry === 'string')
        addCommand(entry, at, reading)
  const given = entries.find(({ name, entry }) => argumentKeys.has(name) && (Array.isArray(entry) || typeof entry === 'string'))
  if (given === undefined) return
  const beside = wordsBeside(value, '')
  if (beside === undefined) return
  if (tool.program !== undefined) addCommand(beside, at, reading)
  const program = entries.find(({ name, entry }) => programKeys.has(name) && typeof entry === 'string')?.entry
  if (typeof program === 'string' && Array.isArray(given.entry)) addCommand(`${quoted(program)} ${beside}`, at, reading)
  else if (program === undefined && tool.runsCode && !tool.isDatabase && /^(?:\w*args|argv|arguments)$/.test(given.name))
    addCommand(beside, at, reading)
}

export const addCommand = (text: string, at: At, reading: Reading): void => {
  const { found, tool } = reading
  const { program } = tool
  // `pg_psql` takes its statement for a command.
  if (program !== undefined && /sql/.test(program) && startsStatement(text)) {
    found.translated.push(`psql -c ${quoted(text)}`)
    return
  }
  const given = { cwd: at.bases[0] }
  const first = /^[\s'"]*([\w./-]+)/.exec(text)?.[1] ?? ''
  if (appleScript.test(text)) found.commands.push({ ...given, text: `osascript -e ${quoted(text)}` })
  else if (isPatch(text)) addPatch(text, at, found)
  else if (program !== undefined && first.slice(first.lastIndexOf('/') + 1) !== program)
    found.commands.push({ ...given, text: `${program} ${text}` })
  if (!isPatch(text) && !appleScript.test(text))
    for (const cwd of at.bases.length > 0 ? at.bases : [undefined]) found.commands.push({ text, cwd })
}

const appleScript = /^\s*(?:tell\s+(?:app|me\b|current)|do\s+shell\s+script\b)/i

const addCode = (text: string, at: At, { found, tool }: Reading): void => {
  const list = tool.runsCode ? found.commands : found.possibleCommands
  if (!tool.runsCode && tool.looksOnly) return
  if (appleScript.test(text)) list.push({ text: `osascript -e ${quoted(text)}`, cwd: at.bases[0] })
  for (const command of shellIn(text)) list.push({ text: command, cwd: at.bases[0] })
  if (at.language === undefined && looksLikeShell.test(text)) list.push({ text, cwd: at.bases[0] })
  for (const run of at.language === undefined ? ['python3 -c', 'node -e'] : [at.language])
    list.push({ text: `${run} ${quoted(text)}`, cwd: at.bases[0] })
}

const looksLikeShell =
  /^#![^\n]*\b(?:ba|z|da|k)?sh\b|^[^\S\n]*(?:sudo\s+\w|rm\s+-|git\s+[a-z]+(?:\s|$)|(?:curl|wget)\s+[-\w"'$]|(?:cat|find|chmod|chown|mv|cp)\s+[-~/.\w]|(?:ba|z)?sh\s+-)/m

const aboutText = /^(?:filter|subject|keys|text|input|stdin|data|label|tags?)$/
const shellName = /^(?:ba|z|da|k)?sh$|^(?:shell|powershell|pwsh|terminal|command)$/i
/** A command line of the kind that does something, from its first word. */
const opensLikeShell =
  /^\s*(?:sudo\s+\w|rm\s+-|git\s+(?:push|reset|clean|checkout|filter-branch)\b|(?:curl|wget)\s+[-\w"'$]|cat\s+[~/.]|(?:chmod|chown|dd|mkfs|kill|pkill)\s+\S|(?:ba|z)?sh\s+-c|(?:kubectl|terraform|aws|gcloud|docker)\s+[a-z])/

/** Functions that reach out of a database to its server's files and programs. */
const leavesDatabase =
  /\b(?:pg_read_(?:binary_)?file|pg_ls_dir|pg_stat_file|lo_(?:import|export)|load_file|xp_(?:cmdshell|dirtree|regread)|sp_oacreate|sys_exec|sys_eval|readfile|load_extension|dblink_connect|utl_(?:file|http))\s*\(?|\binto\s+(?:out|dump)file\b/i
/** What a page keeps for its person, and the ways out of it. */
const keptByPages = /document\.cookie|\b(?:local|session)Storage\b|indexedDB|credentials\.get\b/
const isSentByPages = (text: string): boolean =>
  sentByPages.test(text) ||
  text.split(';').some(part => inOrder(part, /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource)\b/, /https?:/))
const sentByPages =
  /sendBeacon|XMLHttpRequest|\.src\s*=|location(?:\.href)?\s*=|location\.(?:assign|replace)|https?:\/\/(?:(?!https?:)[^'"`\s])+['"`]\s*\+/

/** What the arguments of a tool call hold, told by the names of their keys: commands, code, queries, paths, addresses. */

import type { NormalizedHookEvent } from '../core/event.ts'
import { isObject, type JsonObject, type JsonValue, readObject } from '../core/json.ts'
import { around, commandsIn, quoted, textsOf, toldBy, typedIn, wordsBeside } from './argument-commands.ts'
import {
  argumentKeys,
  bare,
  callKeys,
  inputKeys,
  isBaseKey,
  isCodeKey,
  isCommandKey,
  isGlobKey,
  isLeftOut,
  isOnlyBaseKey,
  isPathKey,
  isQueryKey,
  languageKeys,
  loosePathKeys,
  looseQueryKeys,
  movedKeys,
  operationKeys,
  programKeys,
  proseKeys,
  queryObjects,
  soughtKeys,
  storedKeys,
  typedKeys,
  urlKeys,
  wordsOf,
} from './argument-keys.ts'
import { isPatch, patchedBy } from './patches.ts'
import { startsStatement } from './sql.ts'
import { interpreters, natureOf, type Tool } from './tool-nature.ts'
import type { Command } from './tools.ts'
import { isAddress, isFileUrl, pathOf } from './uris.ts'
import { verbIn } from './verbs.ts'

export interface Found {
  readonly commands: Command[]
  /** May be run, or only be looked at: the tool's name does not say. */
  readonly guessed: Command[]
  /** Queries and calls, told as the command that would do the same. */
  readonly told: string[]
  readonly paths: string[]
  /** Under keys that may mean something else: not enough to say that the tool is about files. */
  readonly loose: string[]
  /** Whole values that look like a place, under any key. */
  readonly hinted: string[]
  readonly moved: string[]
  /** Folders in which the tool works. */
  readonly bases: string[]
  readonly globs: string[]
  readonly sought: string[]
  readonly patchWrites: string[]
  readonly patchDeletes: string[]
  readonly urls: string[]
  /** Calls of other tools, and single operations, that the arguments hold. */
  readonly calls: { readonly name: string; readonly input: JsonObject }[]
  /** Why the arguments were not read to their end. */
  unseen: string | undefined
}

const bounds = { keys: 50_000, commands: 256, paths: 2_000, calls: 64, unpacked: 4, text: 1_048_576 } as const

export const readArguments = (event: NormalizedHookEvent): Found => {
  const tool = natureOf(event)
  const walker = new Walker(tool)
  if (tool.program !== undefined) {
    const told = toldBy(tool.program, tool.words, event.structuredInput)
    if (told !== undefined) walker.found.told.push(told)
  }
  const start: At = { unpacked: 0, bases: [], language: tool.language, inner: false, asked: false }
  walker.object(event.structuredInput, start)
  if (tool.types && walker.found.commands.length === 0) walker.anything(event.structuredInput, start)
  return walker.found
}

interface At {
  /** How many texts this value was unpacked from. */
  readonly unpacked: number
  readonly bases: readonly string[]
  readonly language: string | undefined
  /** Inside another object of arguments. */
  readonly inner: boolean
  /** Inside a query: what its fields are compared with is no place. */
  readonly asked: boolean
}

interface Entry {
  readonly key: string
  readonly name: string
  readonly entry: JsonValue
}

const isName = (value: JsonValue): value is string => typeof value === 'string' && /^[\w.:/-]{1,128}$/.test(value)

class Walker {
  readonly found: Found = {
    commands: [],
    guessed: [],
    told: [],
    paths: [],
    loose: [],
    hinted: [],
    moved: [],
    bases: [],
    globs: [],
    sought: [],
    patchWrites: [],
    patchDeletes: [],
    urls: [],
    calls: [],
    unseen: undefined,
  }
  readonly #tool: Tool
  #keys = 0

  constructor(tool: Tool) {
    this.#tool = tool
  }

  object(given: JsonObject, at: At): void {
    let unpacked = at.unpacked
    const value: Record<string, JsonValue> = {}
    for (const [key, entry] of Object.entries(given)) {
      if (++this.#keys > bounds.keys) {
        this.found.unseen ??= 'arguments of this size'
        return
      }
      const opened = this.#isProse(bare(key)) ? undefined : this.#unpack(entry, at.unpacked)
      if (opened !== undefined) unpacked = at.unpacked + 1
      value[key] = opened ?? entry
    }
    const entries = Object.entries(value).map(([key, entry]) => ({ key, name: bare(key), entry }))
    const own = entries.flatMap(({ name, entry }) => (isBaseKey(name) ? textsOf(entry) : [])).slice(0, 4)
    const bases = own.length === 0 ? at.bases : own.map(base => join(at.bases[0], pathOf(base) ?? base))
    this.found.bases.push(...bases.filter(base => !this.found.bases.includes(base)))
    const named = entries.find(({ name, entry }) => languageKeys.has(name) && typeof entry === 'string')
    const language = interpreters[typeof named?.entry === 'string' ? named.entry.toLowerCase() : ''] ?? at.language
    const below: At = { ...at, unpacked, bases, language, inner: true }
    const works = entries.some(
      ({ key, name, entry }) =>
        !isBaseKey(name) &&
        (isCommandKey(key, name) || isPathKey(key, name) || argumentKeys.has(name)) &&
        textsOf(entry).length > 0,
    )
    this.#calls(value, entries, at.inner)
    this.#runs(value, entries, below)
    for (const { key, name, entry } of entries) {
      this.#places(key, name, textsOf(entry), below, works)
      this.#inside(entry, this.#tool.searches && queryObjects.has(name) ? { ...below, asked: true } : below)
    }
    if (this.found.commands.length > bounds.commands || this.found.told.length > bounds.commands) {
      this.found.commands.length = Math.min(this.found.commands.length, bounds.commands)
      this.found.told.length = Math.min(this.found.told.length, bounds.commands)
      this.found.unseen ??= 'this many commands'
    }
    if (this.found.paths.length > bounds.paths) {
      this.found.paths.length = bounds.paths
      this.found.unseen ??= 'this many paths'
    }
  }

  #isProse(name: string): boolean {
    return proseKeys.has(name) || (this.#tool.stores && storedKeys.has(name))
  }

  #calls(value: JsonObject, entries: readonly Entry[], inner: boolean): void {
    if (this.found.calls.length >= bounds.calls) {
      this.found.unseen ??= 'this many calls'
      return
    }
    const name = entries.find(({ name, entry }) => callKeys.has(name) && isName(entry))?.entry
    const input = entries.find(({ name, entry }) => inputKeys.has(name) && isObject(entry))?.entry
    if (typeof name === 'string' && isObject(input)) this.found.calls.push({ name, input })
    if (!inner) return
    const action = entries.find(
      ({ name, entry }) => operationKeys.has(name) && isName(entry) && verbIn(wordsOf(entry)) !== undefined,
    )
    if (typeof action?.entry === 'string') this.found.calls.push({ name: action.entry, input: value })
  }

  /** A tool that runs commands and names its arguments in a way of its own: every text may be one. */
  anything(value: JsonObject, at: At): void {
    for (const [key, entry] of Object.entries(value))
      if (!proseKeys.has(bare(key)) && !isBaseKey(bare(key))) for (const text of typedIn(entry)) this.#command(text, at)
  }

  #inside(value: JsonValue, at: At): void {
    if (isObject(value)) this.object(value, at)
    else if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) {
        const opened = typeof item === 'string' ? this.#unpack(item, at.unpacked) : undefined
        this.#inside(opened ?? item, opened === undefined ? at : { ...at, unpacked: at.unpacked + 1 })
      }
    }
  }

  /** JSON inside a text, as gateways pass it on. What two readers could read differently is not read, and not ordinary. */
  #unpack(value: JsonValue, times: number): JsonValue | undefined {
    if (typeof value !== 'string' || !this.#tool.unpacks || !/^\s*(?:\{\s*["}]|\[\s*["[{])/.test(value)) return undefined
    if (value.length > bounds.text || times >= bounds.unpacked) {
      this.found.unseen ??= 'JSON of this size inside a text'
      return undefined
    }
    const read = readObject(`{"":${value}}`)
    if (isObject(read)) return read[''] as JsonValue
    if (read === 'duplicate-key' || read === 'too-deep') this.found.unseen ??= 'JSON inside a text'
    return undefined
  }

  #runs(value: JsonObject, entries: readonly Entry[], at: At): void {
    const { found } = this
    const tool = this.#tool
    let programs = 0
    // What is typed goes to the command beside it, unless that only says that something is typed.
    const fed = entries.some(
      ({ key, name, entry }) =>
        isCommandKey(key, name) &&
        textsOf(entry).some(text => !/^(?:send|send[-_]keys|write|type|input|exec|execute|run)$/i.test(text)),
    )
    for (const { key, name, entry } of entries) {
      const texts = textsOf(entry)
      if (texts.length === 0) continue
      const isCommand = isCommandKey(key, name)
      if (isCodeKey(name) && (tool.runsCode || at.language !== undefined) && (at.language !== undefined || !isCommand)) {
        // Lines of a notebook cell stand in a list.
        const source = Array.isArray(entry) && texts.some(text => text.endsWith('\n')) ? [texts.join('')] : texts
        for (const text of source) this.#code(text, at)
      } else if (isCommand && !(name === 'argv' && (programs > 0 || texts[0]?.startsWith('-')))) {
        programs++
        const beside = wordsBeside(value, key)
        for (const text of commandsIn(name, entry, beside)) this.#command(around(text, value), at)
        if (name === 'program' && tool.runsCode && beside === undefined) for (const text of texts) this.#code(text, at)
      } else if (tool.types && typedKeys.has(name) && !(fed && /^(?:stdin|input)$/.test(name))) {
        for (const text of typedIn(entry)) this.#command(text, at)
      } else if (tool.interprets && typedKeys.has(name)) for (const text of texts) this.#code(text, at)
      if (isQueryKey(name)) for (const text of texts) found.told.push(`psql -c ${quoted(text)}`)
      else if (tool.isDatabase && looseQueryKeys.has(name))
        for (const text of texts) if (startsStatement(text)) found.told.push(`psql -c ${quoted(text)}`)
    }
    if (programs === 0) this.#words(value, entries, at)
    for (const { key, name, entry } of entries)
      if (isObject(entry) && isCommandKey(key, name) && !tool.stores)
        for (const text of Object.values(entry)) if (typeof text === 'string') this.#command(text, at)
  }

  /** Words without a command: the tool itself is the program, or a file or a name beside them is. */
  #words(value: JsonObject, entries: readonly Entry[], at: At): void {
    const given = entries.find(({ name, entry }) => argumentKeys.has(name) && (Array.isArray(entry) || typeof entry === 'string'))
    if (given === undefined) return
    const beside = wordsBeside(value, '')
    if (beside === undefined) return
    if (this.#tool.program !== undefined) this.#command(beside, at)
    const program = entries.find(({ name, entry }) => programKeys.has(name) && typeof entry === 'string')?.entry
    if (typeof program === 'string' && Array.isArray(given.entry)) this.#command(`${quoted(program)} ${beside}`, at)
  }

  #command(text: string, at: At): void {
    const { program } = this.#tool
    const given = { cwd: at.bases[0] }
    const first = /^[\s'"]*([\w./-]+)/.exec(text)?.[1] ?? ''
    if (isPatch(text)) this.#patched(text, at)
    else if (program !== undefined && first.slice(first.lastIndexOf('/') + 1) !== program)
      this.found.commands.push({ ...given, text: `${program} ${text}` })
    if (!isPatch(text)) for (const cwd of at.bases.length > 0 ? at.bases : [undefined]) this.found.commands.push({ text, cwd })
  }

  #code(text: string, at: At): void {
    const list = this.#tool.runsCode ? this.found.commands : this.found.guessed
    if (!this.#tool.runsCode && this.#tool.looksOnly) return
    // A notebook's own ways to run a shell.
    for (const match of text.matchAll(/^\s*(?:!|%%(?:bash|sh)\b[^\n]*\n)([\s\S]{1,4000}?)$/gm))
      list.push({ text: match[1] ?? '', cwd: at.bases[0] })
    if (at.language === undefined && looksLikeShell.test(text)) list.push({ text, cwd: at.bases[0] })
    for (const run of at.language === undefined ? ['python3 -c', 'node -e'] : [at.language])
      list.push({ text: `${run} ${quoted(text)}`, cwd: at.bases[0] })
  }

  #patched(text: string, at: At): void {
    const { writes, deletes } = patchedBy(text)
    const within = (paths: readonly string[]): string[] =>
      paths.flatMap(path => [path, ...at.bases.map(base => join(base, path))])
    this.found.patchWrites.push(...within(writes))
    this.found.patchDeletes.push(...within(deletes))
  }

  #places(key: string, name: string, texts: readonly string[], at: At, works: boolean): void {
    const { found } = this
    const prose = this.#isProse(name)
    if (at.asked || isLeftOut(name)) return
    for (const text of isPathKey(key, name) ? texts.flatMap(listed) : texts.map(text => text.trim())) {
      if (isPatch(text) ? this.#tool.patches || !prose : this.#tool.patches && /^(?:\+\+\+ |\*\*\* \w+ File: )/m.test(text)) {
        this.#patched(text, at)
        continue
      }
      if (text.length > 4_096 || text.includes('\n')) {
        if (text.length > 4_096 && isPathKey(key, name)) found.unseen ??= 'a path of this length'
        continue
      }
      if (isGlobKey(key, name)) found.globs.push(text)
      else if (soughtKeys.has(name)) found.sought.push(text)
      if (prose || soughtKeys.has(name)) continue
      if (urlKeys.has(name) ? !isFileUrl(text) : loosePathKeys.has(name) ? isAddress(text) : /^https?:\/\/\S+$/i.test(text))
        found.urls.push(text)
      const path = pathOf(text)
      if (path === undefined) continue
      const forms = [path, ...at.bases.flatMap(base => (isRooted(path) ? [] : [join(base, path)]))]
      if (isBaseKey(name) && (works || isOnlyBaseKey(name))) continue
      if (isPathKey(key, name) || (urlKeys.has(name) && isFileUrl(text))) found.paths.push(...forms)
      else if (loosePathKeys.has(name)) {
        if (looksLikePath(path)) found.loose.push(...forms)
      } else if (programKeys.has(name) && at.bases.length > 0 && looksLikePath(path)) found.loose.push(...forms)
      else if (looksRooted(path)) found.hinted.push(path)
      if (movedKeys.has(name) && looksLikePath(path)) found.moved.push(path)
    }
  }
}

/** Several paths in one text, by lines or commas; a name may hold a comma as well. */
const listed = (written: string): readonly string[] => {
  const text = written.trim()
  if (isPatch(text) || text.length > 4_096) return [text]
  const lines = text.split(/\r?\n/)
  return lines.flatMap(line => (line.includes(',') ? [line, ...line.split(',')] : [line])).flatMap(part => part.trim() || [])
}

const looksLikeShell =
  /^#![^\n]{0,80}\b(?:ba|z|da|k)?sh\b|^\s{0,40}(?:sudo\s+\w|rm\s+-|git\s+[a-z]+(?:\s|$)|(?:curl|wget)\s+[-\w"'$]|(?:cat|find|chmod|chown|mv|cp)\s+[-~/.\w]|(?:ba|z)?sh\s+-)/m

const isRooted = (path: string): boolean => /^(?:[/\\~]|\$HOME\b|\$\{HOME\}|[A-Za-z]:[\\/])/.test(path)
const looksRooted = (path: string): boolean => /^(?:~[/\\]|\/[^/\s]|[A-Za-z]:[\\/])/.test(path) && !/[<>|"]/.test(path)
const looksLikePath = (path: string): boolean =>
  isRooted(path) || /[/\\]/.test(path) || /^[\w-]*\.[\w.-]+$/.test(path) || path === '.'

const join = (base: string | undefined, path: string): string => (base === undefined || isRooted(path) ? path : `${base}/${path}`)

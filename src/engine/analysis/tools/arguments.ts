/** What the arguments of a tool call hold, told by the names of their keys: commands, code, queries, paths, addresses. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import { isObject, type JsonObject, type JsonValue, readObject } from '../../../core/json.ts'
import { mutationsIn } from '../../detect/deeds.ts'
import { pathOf } from '../../matching/uris.ts'
import { bare, wordsOf } from '../../matching/words.ts'
import { toolBounds as bounds } from '../values/bounds.ts'
import { textsOf, toldBy, typedIn } from './argument-commands.ts'
import { type At, type Entry, type Found, manyPaths } from './argument-facts.ts'
import {
  argumentKeys,
  callKeys,
  inputKeys,
  isBaseKey,
  isCommandKey,
  isPathKey,
  languageKeys,
  lastOf,
  loosePathKeys,
  operationKeys,
  proseKeys,
  queryObjects,
} from './argument-keys.ts'
import { addFile, isProse, join, readPlaces } from './argument-places.ts'
import { addCommand, readRuns } from './argument-runs.ts'
import { interpreters, natureOf, type Tool } from './tool-nature.ts'
import { verbIn } from './verbs.ts'

export const readArguments = (event: NormalizedHookEvent): Found => {
  const tool = natureOf(event)
  const walker = new Walker(tool)
  const program = tool.program ?? tool.served
  if (program !== undefined) walker.found.translated.push(...toldBy(program, tool.words, event.structuredInput))
  const start: At = { unpacked: 0, bases: [], language: tool.language, inner: false, asked: false }
  walker.object(event.structuredInput, start)
  if (tool.types && walker.found.commands.length === 0) walker.anything(event.structuredInput, start)
  return walker.found
}

const isName = (value: JsonValue): value is string => typeof value === 'string' && /^[\w.:/-]+$/.test(value)

class Walker {
  readonly found: Found = {
    commands: [],
    possibleCommands: [],
    translated: [],
    paths: [],
    loose: [],
    possiblePaths: [],
    moved: [],
    bases: [],
    globs: [],
    sought: [],
    patchWrites: [],
    patchDeletes: [],
    patchMoves: [],
    patched: [],
    urls: [],
    calls: [],
    findings: [],
    unknown: undefined,
  }
  readonly #tool: Tool
  #keys = 0

  constructor(tool: Tool) {
    this.#tool = tool
  }

  object(given: JsonObject, at: At): void {
    let unpacked = at.unpacked
    // Without a prototype: `__proto__` is a key like any other.
    const value: Record<string, JsonValue> = Object.create(null)
    for (const [key, entry] of Object.entries(given)) {
      if (++this.#keys > bounds.keys) {
        this.found.unknown ??= 'arguments of this size'
        return
      }
      const opened = isProse(bare(key), this.#tool) ? undefined : this.#unpack(entry, at.unpacked)
      if (opened !== undefined) unpacked = at.unpacked + 1
      value[key] = opened ?? entry
    }
    const entries = Object.entries(value).map(
      ([key, entry]): Entry => ({ key, name: bare(key), word: lastOf(key), entry, texts: textsOf(entry) }),
    )
    const own = [...new Set(entries.flatMap(({ name, texts }) => (isBaseKey(name) ? texts : [])))]
    if (own.length > bounds.bases) this.found.unknown = manyPaths
    const bases = own.length === 0 ? at.bases : own.slice(0, bounds.bases).map(base => join(at.bases[0], pathOf(base) ?? base))
    this.found.bases.push(...bases.filter(base => !this.found.bases.includes(base)))
    const named = entries.find(({ name, entry }) => languageKeys.has(name) && typeof entry === 'string')
    const language = interpreters[typeof named?.entry === 'string' ? named.entry.toLowerCase() : ''] ?? at.language
    const below: At = { ...at, unpacked, bases, language, inner: true }
    const works = entries.some(
      ({ name, word, texts }) =>
        !isBaseKey(name) && (isCommandKey(name, word) || isPathKey(name, word) || argumentKeys.has(name)) && texts.length > 0,
    )
    const reading = { tool: this.#tool, found: this.found }
    this.#calls(value, entries, at.inner)
    readRuns(value, entries, below, reading)
    for (const each of entries) {
      readPlaces(each, below, works, reading)
      addFile(each, this.found)
      this.#inside(each.entry, this.#tool.searches && queryObjects.has(each.name) ? { ...below, asked: true } : below)
    }
    if (this.found.commands.length > bounds.commands || this.found.translated.length > bounds.commands) {
      this.found.commands.length = Math.min(this.found.commands.length, bounds.commands)
      this.found.translated.length = Math.min(this.found.translated.length, bounds.commands)
      this.found.unknown ??= 'this many commands'
    }
    if (this.found.paths.length > bounds.paths) {
      const each = [...new Set(this.found.paths)]
      this.found.paths.splice(0, Number.POSITIVE_INFINITY, ...each.slice(0, bounds.paths))
      if (each.length > bounds.paths) this.found.unknown = manyPaths
    }
    if (this.found.possiblePaths.length > bounds.paths) {
      this.found.possiblePaths.length = bounds.paths
      this.found.unknown ??= manyPaths
    }
  }

  #calls(value: JsonObject, entries: readonly Entry[], inner: boolean): void {
    for (const { name, entry } of entries)
      if (/^(?:query|mutation|graphql|body|operation|document)$/.test(name) && typeof entry === 'string')
        for (const field of mutationsIn(entry)) this.#call(field, {})
    const name = entries.find(({ name, entry }) => callKeys.has(name) && isName(entry))?.entry
    const input = entries.find(({ name, entry }) => inputKeys.has(name) && isObject(entry))?.entry
    if (typeof name === 'string' && isObject(input)) this.#call(name, input)
    if (!inner || !entries.some(({ name, word }) => isPathKey(name, word) || loosePathKeys.has(name))) return
    const action = entries.find(
      ({ name, entry }) => operationKeys.has(name) && isName(entry) && verbIn(wordsOf(entry)) !== undefined,
    )
    if (typeof action?.entry === 'string') this.#call(action.entry, value)
  }

  #call(name: string, input: JsonObject): void {
    if (this.found.calls.length < bounds.calls) this.found.calls.push({ name, input })
    else this.found.unknown ??= 'this many calls'
  }

  /** A tool that runs commands and names its arguments in a way of its own: every text may be one. */
  anything(value: JsonObject, at: At): void {
    for (const [key, entry] of Object.entries(value))
      if (!proseKeys.has(bare(key)) && !isBaseKey(bare(key)))
        for (const text of typedIn(entry)) addCommand(text, at, { tool: this.#tool, found: this.found })
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
      this.found.unknown ??= 'JSON of this size inside a text'
      return undefined
    }
    const read = readObject(`{"":${value}}`)
    if (isObject(read)) return read[''] as JsonValue
    if (read === 'duplicate-key' || read === 'too-deep') this.found.unknown ??= 'JSON inside a text'
    return undefined
  }
}

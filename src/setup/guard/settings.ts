/** A client's settings from all their sources, strongest first. What cannot be read is said, never skipped. */

import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import type { Reading, Source } from '../../core/switches.ts'
import { settingsIn } from './parse.ts'
import { refusalOf } from './reading.ts'
import type { World } from './world.ts'

export interface Held {
  readonly source: Source
  /** The file or store itself: one of a folder's files. */
  readonly where: string
  readonly value: JsonObject
}

interface Unread {
  readonly source: Source
  readonly where: string
  readonly problem: string
}

export interface Settings {
  readonly held: readonly Held[]
  readonly unread: readonly Unread[]
}

export const settingsOf = (sources: readonly Source[], reading: Reading | undefined, world: World): Settings => {
  const held: Held[] = []
  const unread: Unread[] = []
  const add = (source: Source, where: string, text: string): void => {
    if (source.strict && refusalOf({ comments: 'none' }, text) !== undefined) return
    // Where a client drops a whole file, what stands in it is not what the client goes by.
    const { comments = 'any', bom, schema } = reading ?? {}
    const plain = { comments, ...(bom !== undefined && { bom }) }
    const strict = source.kind === 'json' && comments === 'none'
    const refusal = strict ? refusalOf(plain, text) : undefined
    // By its schema it drops the switches in it, too; whether that is still so a call after the change shows.
    if (strict && refusal === undefined && schema !== undefined && refusalOf({ ...plain, schema }, text, source.layer)) return
    try {
      if (refusal !== undefined && text.trim() !== '') unread.push({ source, where, problem: refusal })
      else held.push({ source, where, value: settingsIn(text.replace(/^\ufeff/, ''), source.kind) })
    } catch (error) {
      unread.push({ source, where, problem: firstLine(error) })
    }
  }
  for (const source of sources) {
    if (source.kind === 'registry' || source.kind === 'plist') {
      const stored = world.stores.get(source.at)
      if (stored === undefined) continue
      if ('problem' in stored) unread.push({ source, where: source.at, problem: stored.problem })
      else if (stored.text !== undefined) add(source, source.at, stored.text)
      continue
    }
    const files = source.kind === 'folder' ? jsonFilesIn(source.at, world) : [source.at]
    for (const file of files) {
      try {
        const text = world.read(file)
        if (text !== undefined) add(source, file, text)
      } catch (error) {
        unread.push({ source, where: file, problem: firstLine(error) })
      }
    }
  }
  return { held, unread }
}

/** The last name is read last, and counts most. */
const jsonFilesIn = (dir: string, world: World): readonly string[] =>
  world
    .list(dir)
    .filter(name => name.endsWith('.json') && !name.startsWith('.'))
    .sort()
    .reverse()
    .map(name => `${dir}/${name}`)

export const valueAt = (value: JsonObject, path: readonly string[]): JsonValue | undefined => {
  let at: JsonValue | undefined = value
  for (const key of path) at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  return at
}

const firstLine = (error: unknown): string => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))

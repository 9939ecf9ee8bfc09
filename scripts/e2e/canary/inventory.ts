/**
 * What of a client decides over hooks, as lists of texts: its events, the tools it offers to the model, and the names of settings, variables and
 * options that sound like switches. Found in its package and in what it sends, so a name says where to look, and not what it does.
 */

import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { isJson, type Json } from '../../../src/setup/prove/model/script.ts'
import { dialects, type Seen } from '../../../src/setup/prove/model/server.ts'
import type { E2eClient } from '../client.ts'

export interface Inventory {
  readonly version: string
  readonly events: readonly string[]
  /** With the names of their arguments. */
  readonly tools: readonly string[]
  readonly settings: readonly string[]
  readonly variables: readonly string[]
  readonly options: readonly string[]
}

const matters =
  /hook|trust|safe|bare|simple|pure|managed|plugin|extension|setting|policy|sandbox|yolo|bypass|permission|prefix|cowork|_dir$|_home$|(?:^|_)mods?(?:_|$)/i

/** How variables of a vendor begin, where that is not the first word of the client's id. */
const vendors: Readonly<Record<string, readonly string[]>> = { droid: ['DROID', 'FACTORY'], 'kilo-code': ['KILO', 'KILOCODE'] }

export const inventoryOf = (
  { id, package: { name } }: Pick<E2eClient, 'id' | 'package'>,
  version: string,
  folder: string,
  seen: readonly Seen[],
  known: readonly string[],
): Inventory => {
  const found = {
    events: new Set<string>(),
    settings: new Set<string>(),
    variables: new Set<string>(),
    options: new Set<string>(),
  }
  const vendor = (vendors[id] ?? [id.split('-')[0]?.toUpperCase() ?? id]).join('|')
  const patterns: readonly (readonly [Exclude<keyof Inventory, 'version' | 'tools' | 'events'>, RegExp])[] = [
    ['variables', new RegExp(`\\b(?:${vendor})_[A-Z0-9_]{3,60}\\b`, 'g')],
    ['options', /(?<![\w-])--[a-z][a-z-]{2,40}\b/g],
    [
      'settings',
      /\b(?:allow|bypass|default|disable|enable|ignore|only|require|skip|strict|use)(?:d|s)?(?:_[a-z]+|[A-Z][a-z]+){1,5}(?=["'`]?\s*:|["'`])/g,
    ],
  ]
  for (const file of filesOf(join(folder, 'node_modules'), name))
    for (const text of textsOf(file)) {
      for (const [kind, pattern] of patterns)
        for (const [word] of text.matchAll(pattern)) if (matters.test(word)) found[kind].add(word)
      for (const [, , name = ''] of text.matchAll(/\bon\(event: (["'])([a-z_]+)\1, handler/g)) found.events.add(name)
      for (const [list] of text.matchAll(/\[\s*(?:(["'`])[A-Za-z_.]{3,40}\1\s*,?\s*){4,80}\]/g)) {
        const names = list.match(/[A-Za-z_.]{3,}/g) ?? []
        if (names.filter(each => known.includes(each)).length >= Math.min(4, known.length))
          for (const each of names) found.events.add(each)
      }
    }
  const sorted = (all: Iterable<string>): readonly string[] => [...new Set(all)].sort()
  return {
    version,
    events: sorted(found.events),
    tools: sorted(seen.flatMap(toolsIn)),
    settings: sorted(found.settings),
    variables: sorted(found.variables),
    options: sorted(found.options),
  }
}

/** Tools as a model is told of them: `Bash(command, timeout)`. */
export const toolsIn = ({ path, text }: Pick<Seen, 'path' | 'text'>): readonly string[] => {
  const body: unknown = JSON.parse(text)
  if (!isJson(body)) return []
  const offered = dialects.find(({ serves }) => serves(path))?.offered({ path, body }) ?? []
  const args = new Map<string, string>()
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) walk(each)
    if (!isJson(node)) return
    if (typeof node.name === 'string' && offered.includes(node.name)) {
      const schema = propertiesIn(node)
      if (schema !== undefined) args.set(node.name, Object.keys(schema).sort().join(', '))
    }
    for (const each of Object.values(node)) walk(each)
  }
  walk(body.tools)
  return offered.map(name => `${name}(${args.get(name) ?? ''})`)
}

const propertiesIn = (tool: Json): Json | undefined => {
  for (const value of Object.values(tool)) {
    if (!isJson(value)) continue
    if (isJson(value.properties)) return value.properties
    const inner = propertiesIn(value)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** Of the package and its siblings: those of its scope, or beginning with its name, where the parts for a platform are. */
const filesOf = (modules: string, name: string): readonly string[] => {
  const [scope, bare] = name.startsWith('@') ? [name.split('/')[0] ?? '', ''] : ['', name]
  const own = readdirSync(modules).filter(each => (scope === '' ? each.startsWith(bare) : each === scope))
  return own.flatMap(each =>
    readdirSync(join(modules, each), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && !/\.(?:map|md|png|wasm|txt)$/.test(entry.name))
      .map(entry => join(entry.parentPath, entry.name)),
  )
}

const block = 4 * 1024 * 1024
/** A list or a name that a cut goes through is whole in one of the two. */
const overlap = 8 * 1024

function* textsOf(file: string): Generator<string> {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(block + overlap)
    for (let at = 0; ; at += block) {
      const read = readSync(handle, bytes, 0, bytes.length, at)
      if (read > 0) yield bytes.toString('latin1', 0, read)
      if (read < bytes.length) return
    }
  } finally {
    closeSync(handle)
  }
}

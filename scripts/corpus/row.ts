/** The labelled corpus: rows read from `fixtures/corpus/<promise>/<class>.jsonl`, discovered by reading the folder. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolType } from '../../src/core/event.ts'
import type { JsonObject } from '../../src/core/json.ts'

export const promises = ['must-deny', 'evasions', 'must-allow', 'must-not-crash', 'known-gaps'] as const
export type Promised = (typeof promises)[number]

export interface Row {
  readonly shell?: string
  /** The client's name for the shell tool, where it is not the usual one: `PowerShell`, `cmd`. */
  readonly tool?: string
  readonly read?: string
  readonly write?: string
  readonly content?: string
  readonly mcp?: { readonly server: string; readonly tool: string; readonly input: JsonObject }
  /** Any other tool of a client, with its arguments as the client sends them. */
  readonly call?: { readonly tool: string; readonly type?: ToolType; readonly input: JsonObject }
  readonly web?: string
  readonly prompt?: string
  readonly output?: string
  readonly cwd?: string
  readonly platform?: 'linux' | 'darwin' | 'win32'
  /** The shell text this many times in a row, for sizes that nobody wants in a file. */
  readonly times?: number
  readonly want?: 'deny' | 'ask'
  readonly rules?: readonly string[]
  /** What a known gap should be, and why it is not yet. */
  readonly promise?: 'must-deny' | 'evasions' | 'must-allow'
  readonly why?: string
  /** The public project in whose pages or CI the command was found. */
  readonly from?: string
}

export interface CorpusFile {
  readonly promise: Promised
  readonly name: string
  readonly rows: readonly Row[]
}

const ours = join(import.meta.dirname, '../../fixtures/corpus')

/** Every row below `folder`, which is laid out as ours is. */
export const readCorpus = (folder = ours): readonly CorpusFile[] =>
  promises.flatMap(promise =>
    list(join(folder, promise))
      .filter(file => file.endsWith('.jsonl'))
      .sort()
      .map(file => ({ promise, name: file.slice(0, -6), rows: rowsOf(join(folder, promise, file)) })),
  )

/** A folder without rows does not exist in git: no known gaps is no error. */
const list = (path: string): readonly string[] => (existsSync(path) ? readdirSync(path) : [])

const rowsOf = (path: string): readonly Row[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [parse(line, `${path}:${i + 1}`)]))

const parse = (line: string, at: string): Row => {
  let row: Row
  try {
    row = JSON.parse(line) as Row
  } catch (cause) {
    throw new Error(`${at}: not JSON`, { cause })
  }
  const kinds = Object.keys(row).filter(key => subjects.has(key))
  if (kinds.length !== 1)
    throw new Error(`${at}: a row has one of ${[...subjects].join(', ')}; found ${kinds.join(', ') || 'none'}`)
  const unknown = Object.keys(row).filter(key => !subjects.has(key) && !extras.has(key))
  if (unknown.length > 0) throw new Error(`${at}: unknown key ${unknown.join(', ')}`)
  return row
}

const subjects: ReadonlySet<string> = new Set(['shell', 'read', 'write', 'mcp', 'call', 'web', 'prompt', 'output'])
const extras: ReadonlySet<string> = new Set([
  'tool',
  'content',
  'cwd',
  'platform',
  'times',
  'want',
  'rules',
  'promise',
  'why',
  'from',
])

/** The row in one line, for lists. */
export const titleOf = (row: Row): string => {
  const { want: _, rules: __, why: ___, promise: ____, from: _____, ...rest } = row
  const keys = Object.keys(rest)
  const text = row.shell !== undefined && keys.length === 1 ? JSON.stringify(row.shell) : JSON.stringify(rest)
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

/** What is found in the arguments of a tool call, and what is known on the way to it. */

import type { JsonObject, JsonValue } from '../../../core/json.ts'
import type { WrittenFile } from '../values/facts.ts'
import type { FindingId } from '../values/findings.ts'
import type { Command } from '../values/tool-call.ts'
import type { Tool } from './tool-nature.ts'

/** Some of them may be anything, whatever the tool does with them. */
export const manyPaths = 'this many paths'

export interface Found {
  readonly commands: Command[]
  /** May be run, or only be looked at: the tool's name does not say. */
  readonly possibleCommands: Command[]
  /** Queries and calls, told as the command that would do the same. */
  readonly translated: string[]
  readonly paths: string[]
  /** Under keys that may mean something else: not enough to say that the tool is about files. */
  readonly loose: string[]
  /** Whole values that look like a place, under any key. */
  readonly possiblePaths: string[]
  readonly moved: string[]
  /** Folders in which the tool works. */
  readonly bases: string[]
  readonly globs: string[]
  readonly sought: string[]
  readonly patchWrites: string[]
  readonly patchDeletes: string[]
  readonly patchMoves: { readonly from: string; readonly to: string }[]
  readonly patched: WrittenFile[]
  readonly urls: string[]
  /** Calls of other tools, and single operations, that the arguments hold. */
  readonly calls: { readonly name: string; readonly input: JsonObject }[]
  /** What the arguments say is done, without a command. */
  readonly findings: FindingId[]
  /** Why the arguments were not read to their end. */
  unknown: string | undefined
}

/** One argument: its key as written, and without case and separators. */
export interface Entry {
  readonly key: string
  /** The key made bare, and its last word. */
  readonly name: string
  readonly word: string
  readonly entry: JsonValue
  /** Every text in it that says something. */
  readonly texts: readonly string[]
}

/** Where in the arguments we are. */
export interface At {
  /** How many texts this value was unpacked from. */
  readonly unpacked: number
  readonly bases: readonly string[]
  readonly language: string | undefined
  /** Inside another object of arguments. */
  readonly inner: boolean
  /** Inside a query: what its fields are compared with is no place. */
  readonly asked: boolean
}

export interface Reading {
  readonly tool: Tool
  readonly found: Found
}

/** What a client needs on disk to call us. An adapter says it as data; `src/install` does it. */

import type { Env } from './client.ts'
import type { CommandLine } from './command-line.ts'
import type { JsonObject, JsonValue } from './json.ts'

export const scopes = ['project', 'user', 'managed'] as const
export type Scope = (typeof scopes)[number]

export type System = 'linux' | 'darwin' | 'win32'

/** Where a client is set up. */
export interface Ground {
  readonly scope: Scope
  readonly system: System
  readonly env: Env
  readonly home: string
  /** The project's directory. */
  readonly root: string
}

/** What is registered. */
export interface Hook {
  /** The words of the command for an event: our executable, the hints, the fail mode. */
  readonly command: (eventName: string) => CommandLine
  /** Our own budget in milliseconds: a client's limit must be longer. */
  readonly budgetMs: number
  /** The client's version as numbers, when it could be asked. What only newer ones accept is left out without it. */
  readonly version: readonly number[] | undefined
  readonly closed: boolean
}

/** One entry of one list in a client's own JSON file; everything else in that file is not ours. */
export interface Entry {
  /** Keys from the root to the list. */
  readonly at: readonly string[]
  readonly value: JsonObject
}

export type Write =
  | {
      readonly kind: 'entries'
      readonly file: string
      readonly entries: readonly Entry[]
      /** What the file must have beside them; left alone where it has something. */
      readonly needs?: readonly { readonly at: readonly string[]; readonly value: JsonValue }[]
    }
  | {
      /** A file that is wholly ours. */
      readonly kind: 'file'
      readonly file: string
      readonly text: string
      readonly executable?: true
    }
  /** The files of our bridge for this client, in a folder of its plugins. */
  | { readonly kind: 'bridge'; readonly folder: string }

export interface Installation {
  /** Programs whose presence says that the client is here. */
  readonly binaries: readonly string[]
  /** Directories whose presence says so. */
  readonly folders: (ground: Ground) => readonly string[]
  readonly scopes: readonly Scope[]
  /** Everything that makes the client call us. Throws `RangeError` for a path that the client's shell could not be given. */
  readonly writes: (ground: Ground, hook: Hook) => readonly Write[]
  /** The client runs nothing of ours, and says nothing, before a person has done what the first note says. */
  readonly inert?: true
  /** What is left for the person to do, and what stays unguarded. */
  readonly notes?: (ground: Ground) => readonly string[]
}

/** Whether a version is at least this one; an unknown one is not. */
export const atLeast = (version: readonly number[] | undefined, wanted: readonly number[]): boolean => {
  if (version === undefined) return false
  for (const [i, part] of wanted.entries()) if ((version[i] ?? 0) !== part) return (version[i] ?? 0) > part
  return true
}

/** A client's limit in milliseconds for a hook of ours: its budget and a margin, in whole seconds. */
export const limitMs = ({ budgetMs }: Hook): number => Math.ceil((budgetMs * 1.25 + 1_000) / 5_000) * 5_000

/** What a client needs on disk to call us. An adapter says it as data; `src/setup/install` does it. */

import type { Env } from './client.ts'
import type { CommandLine } from './command-line.ts'
import type { Nominated } from './config.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { Switches } from './switches.ts'

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
  /** Of the repository that `root` lies in, where it is not the root itself. */
  readonly repository?: string
}

/** A server that is asked instead of a process. */
export interface HttpHook {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The gateway's guardrails to ask for, in a header for each event. */
  readonly guardrails?: Nominated | undefined
  /** Variables that the client may fill into headers. */
  readonly variables: readonly string[]
  /** Events that the address does not take: for these a command is registered. */
  readonly commands?: readonly string[]
}

/** What is registered. */
export interface Hook {
  /** The words of the command for an event: our executable, the hints, the fail mode. */
  readonly command: (eventName: string) => CommandLine
  /** Our own budget in milliseconds: a client's limit must be longer. */
  readonly budgetMs: number
  /** The client's version as numbers, when it could be asked. What an older one would drop the whole file for is left out without it. */
  readonly version: readonly number[] | undefined
  readonly closed: boolean
  /** The program itself drops what `clears` is for, so it may be started without a shell. */
  readonly direct?: boolean
  readonly http?: HttpHook | undefined
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
      /** Texts that lists get, where the file has these lists. */
      readonly joins?: readonly { readonly at: string; readonly value: string }[]
      readonly needs?: readonly { readonly at: readonly string[]; readonly value: JsonValue }[]
      /**
       * Files of which the first that is there wins for every list it has itself, named there without the first key: an entry of such a list
       * goes into that file.
       */
      readonly behind?: readonly string[]
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

/** Policies of a client itself, which somebody who manages the device sets: a JSON file on Linux, a configuration profile on macOS, the registry on Windows. */
export interface DevicePolicies {
  /** The client whose managed hooks its sessions run. */
  readonly runs: string
  readonly values: Readonly<Record<string, boolean>>
  readonly file: string
  readonly domain: string
  readonly key: string
  readonly notes: readonly string[]
}

/** A file of the project, or of the account with `~`. */
export type ServerPlace = readonly [file: string, ...keys: readonly string[]]

export interface Installation {
  /** Programs whose presence says that the client is here. */
  readonly binaries: readonly string[]
  /** Those of them that are editors: people have terminals in these, too. */
  readonly editors?: readonly string[]
  /** Variables that it sets for what it runs, and that people have not. */
  readonly marks?: readonly string[]
  /** What its installers call it, so that its version is read from the disk and nothing of it is started. */
  readonly packages?: {
    /** Packages of npm that bring one of these programs. */
    readonly npm?: readonly string[]
    /** Homebrew's formulas and casks. */
    readonly brew?: readonly string[]
    /** Folders, by the end of their path, that hold one file or folder per version. */
    readonly versions?: readonly string[]
  }
  /** Files in which it keeps the MCP servers that a person has set up, and the keys they stand under. From the client's pages (2026-11). */
  readonly servers?: readonly ServerPlace[]
  /** Directories whose presence says so. */
  readonly folders: (ground: Ground) => readonly string[]
  readonly scopes: readonly Scope[]
  /** Everything that makes the client call us. Throws `RangeError` for a path that the client's shell could not be given. */
  readonly writes: (ground: Ground, hook: Hook) => readonly Write[]
  /** Before a person has done this, which stands among the notes, the client runs nothing of ours and says nothing; undefined for a scope without. */
  readonly inert?: (ground: Ground) => string | undefined
  /** What a client of this version, or of one that nobody could tell, does not get or does not do with it. */
  readonly gaps?: (version: Hook['version']) => readonly string[]
  /** What turns a registration off. A function, so that a hook call never makes the list. */
  readonly switches?: (ground: Ground) => Switches
  /** From which version on its HTTP hooks can fail closed; or why they are not registered. */
  readonly http?: readonly number[] | string
  /** For whoever deploys: the oldest version that takes all of it in the closed form, as far as it was tried; and what an older one does. */
  readonly deployed?: { readonly since: readonly number[]; readonly older: string }
  readonly policies?: DevicePolicies
  /** What is left for the person to do, and what stays unguarded. */
  readonly notes?: (ground: Ground) => readonly string[]
  /** Where the client itself keeps patterns of files that its agent is to leave alone, as words for a person. */
  readonly ignores?: string
  /** What a person still has to do once `uninstall` has taken our files out. */
  readonly leaves?: (ground: Ground) => readonly string[]
}

/** Whether a version is at least this one; an unknown one is not. */
export const atLeast = (version: readonly number[] | undefined, wanted: readonly number[]): boolean => {
  if (version === undefined) return false
  for (const [i, part] of wanted.entries()) if ((version[i] ?? 0) !== part) return (version[i] ?? 0) > part
  return true
}

/** A client's limit in milliseconds for a hook of ours: its budget and a margin, in whole seconds. */
export const limitMs = ({ budgetMs }: Hook): number => Math.ceil((budgetMs * 1.25 + 1_000) / 5_000) * 5_000

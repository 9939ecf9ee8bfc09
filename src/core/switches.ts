/**
 * What decides, beside the registration itself, whether a client calls us: its settings, variables and stores, and what it has noted about a
 * folder. An adapter says it as data; `src/setup/guard` reads the files and answers.
 */

import type { Ground, Scope } from './install.ts'
import type { JsonObject, JsonValue } from './json.ts'

/** Where a client keeps settings. `folder` is every `*.json` in one; the last two are stores of the system. */
export interface Source {
  readonly layer: Scope
  readonly kind: 'json' | 'toml' | 'folder' | 'registry' | 'plist'
  /** A path; of a registry key its name and value, as `HKLM\SOFTWARE\Policies\Example Settings`. */
  readonly at: string
  /** Of a registry value: it is the setting of its own name, and no text with settings. */
  readonly alone?: true
  /** With a comment or a byte order mark the client goes on as if the file were not there. */
  readonly strict?: true
  /** Why it cannot be known whether the client goes by it, as the end of a sentence; a function where other files tell. */
  readonly unsure?: string | ((files: Reads) => string | undefined)
}

export interface Reads {
  /** A file's content; undefined where there is none, or none that can be read. */
  readonly json: (file: string) => JsonObject | undefined
  readonly toml: (file: string) => JsonObject | undefined
}

interface Named {
  /** Permanent: the file of its fixture has this name. */
  readonly id: string
  /** How a person would write it, for tables: `"disableAllHooks": true`. */
  readonly says: string
}

/** A key of the client's settings. */
export interface Setting extends Named {
  readonly kind: 'setting'
  /** Keys from the root. */
  readonly at: readonly string[]
  readonly off: (value: JsonValue) => boolean
  /** In these layers only; all when it does not say. */
  readonly layers?: readonly Scope[]
  /** `first`: the strongest source that has the key decides. `any`: one that is off is enough. */
  readonly counts: 'first' | 'any'
  /** Registrations of these scopes run all the same. */
  readonly spares?: readonly Scope[]
}

/** A variable of the environment in which the client is started. */
export interface Variable extends Named {
  readonly kind: 'variable'
  readonly name: string
  readonly off: (value: string) => boolean
  readonly spares?: readonly Scope[]
}

/** Whatever takes more than one value to see. */
export interface Condition extends Named {
  readonly kind: 'condition'
  readonly sees: (facts: Facts) => Fault | undefined
}

export type Switch = Setting | Variable | Condition

/** Why a registration is not run, or why that cannot be known. */
export interface Fault {
  readonly answer: 'not guarded' | 'cannot be known'
  /** One sentence without its full stop; it names the file, variable or store. */
  readonly because: string
  /** A command, or what a person has to change. */
  readonly fix: string
}

/** One registration, and what can be asked about it. */
export interface Facts extends Reads {
  /** `scope` is that of the registration. */
  readonly ground: Ground
  readonly file: string
  /** Our own entries in it, by the client's names. */
  readonly events: readonly string[]
  /** Whether a call that the client itself made vouches for this registration. */
  readonly called: boolean
  /** Names in a folder; none where there is no such folder. */
  readonly list: (dir: string) => readonly string[]
  /** SHA-256 of a text, in hexadecimal digits. */
  readonly sha256: (text: string) => string
}

/** How a client takes a settings file; what it refuses it refuses whole, and mostly in silence. */
export interface Reading {
  /** `none`: a comment or a trailing comma makes it no JSON. `lines`: everything from `//` on is cut, within a text too. */
  readonly comments: 'none' | 'lines' | 'any'
  /** A byte order mark is skipped. */
  readonly bom?: 'skipped'
  /** Of a key that stands twice the last counts (measured); elsewhere such a file is not read. */
  readonly doubled?: 'last'
  /** A project's file behind a link is not read. */
  readonly noLinks?: true
  /** What else makes the client drop the file, as the end of a sentence. */
  readonly fault?: (root: JsonObject) => string | undefined
  /** The client's own schema of these files, by its name in `src/setup/guard/schema.ts`; an administrator's are read otherwise. */
  readonly schema?: { readonly name: string; readonly version: string }
}

/** Files of `NAME=value`, from which a client takes what its environment does not have. Of the nearest the first that is there, and all of the others. */
interface Dotenv {
  readonly nearest: readonly string[]
  readonly others: readonly string[]
  /** What these say comes too late: the settings that they name were read before. */
  readonly tooLate?: readonly string[]
}

/** How a repository switches off what an account has registered, by one line in a file of its own. */
interface Overruled {
  readonly file: string
  /** As it stands in that file. */
  readonly says: string
  /** An administrator's registration runs all the same. */
  readonly managedRuns: boolean
}

export interface Switches {
  /** Strongest first. */
  readonly sources: readonly Source[]
  readonly list: readonly Switch[]
  readonly reading?: Reading
  /** Keys to the object in which settings set variables for the client itself. */
  readonly env?: readonly string[]
  /** The client reads its settings again while it runs; any other knows them from its start. */
  readonly live?: true
  readonly dotenv?: Dotenv
  readonly repository?: Overruled
  /** Flags with which it runs no hook, as somebody types them behind its name. */
  readonly flags?: readonly string[]
  /** The first version that runs what `init` registers, as far as that was tried. */
  readonly since?: readonly number[]
}

/** As most clients read a variable. */
export const isOn = (value: string): boolean => ['1', 'true', 'yes', 'on'].includes(value.trim().toLowerCase())

/** What a tool call amounts to: commands, files, searches, addresses. */

import type { Request } from '../effects/requests.ts'
import type { WrittenFile } from './facts.ts'
import type { FindingId } from './findings.ts'

/** A command, and the folder in which the tool was told to run it. */
export interface Command {
  readonly text: string
  readonly cwd: string | undefined
}

/** Files that are searched, or listed when only their names are asked for. */
export interface Search {
  readonly folder: string
  readonly glob: string | undefined
  readonly sought: readonly string[]
  readonly namesOnly: boolean
}

/** Places that get another name, or another place that gets what they hold. */
export interface Transfer {
  readonly kind: 'copy' | 'move' | 'link'
  readonly sources: readonly string[]
  readonly targets: readonly string[]
}

export interface Equivalents {
  /** Commands that the event runs itself. */
  readonly commands: readonly Command[]
  /** Commands that a tool runs or only looks at: its name does not say. */
  readonly possibleCommands: readonly Command[]
  readonly dialect: 'bash' | 'powershell' | 'cmd' | undefined
  /** Commands that would do what a tool does; for their effects only. */
  readonly translated: readonly string[]
  /** Whether the tool writes at all is not known from its name. */
  readonly unsure: boolean
  /** What the very name of the tool says it does. */
  readonly findings: readonly FindingId[]
  /** How the tool writes: a client's own shows the text and keeps the old one, another replaces unless its arguments say otherwise. */
  readonly how: 'replace' | 'rewrite' | 'append' | 'edit'
  /** The file is left with nothing in it. */
  readonly empties: boolean
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly deletes: readonly string[]
  readonly transfers: readonly Transfer[]
  /** What patches put into files. */
  readonly patched: readonly WrittenFile[]
  /** What the tool reads leaves the machine. */
  readonly sends: boolean
  /** Values that look like places, under keys that do not say so: for what reading them shows, and for no path rule. */
  readonly possiblePaths: readonly string[]
  readonly searches: readonly Search[]
  readonly urls: readonly string[]
  /** What is asked of them, where it is more than to be read. */
  readonly requests: readonly Request[]
  /** Why the arguments were not read to their end. */
  readonly unknown: string | undefined
}

export const noEquivalents: Equivalents = {
  commands: [],
  possibleCommands: [],
  dialect: undefined,
  translated: [],
  findings: [],
  unsure: false,
  how: 'edit',
  empties: false,
  reads: [],
  writes: [],
  deletes: [],
  transfers: [],
  patched: [],
  sends: false,
  possiblePaths: [],
  searches: [],
  urls: [],
  requests: [],
  unknown: undefined,
}

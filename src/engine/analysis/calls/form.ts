/**
 * The form in which a program is declared: its options and operands, what it does with each, and the commands that matter.
 * `interpret.ts` does the rest. Plain data, so that loading it costs nothing; a family may hold forms and handlers side by side.
 *
 * @example
 * const keep: Program = {
 *   valued: 'r repo',                                  // -r x, -rx, --repo x, --repo=x: a value, nothing is done with it
 *   runs: 'password-command',                          // its value is a command, which runs whatever else is given
 *   environment: { KEEP_OPTIONS: '', KEEP_REPO: 'repo' },
 *   rehearsal: 'n',                                    // besides --dry-run and --help: nothing happens
 *   rows: [
 *     ['prune|forget', 'cloud.storage-destroy'],
 *     ['backup', { reads: 'files-from', operands: 'reads...' }],
 *     ['restore', { fills: 't target' }],
 *     ['exec', { operands: 'valued command' }],        // keep exec NAME -- command
 *     ['ssh', { operands: 'hosts elsewhere' }],        // keep ssh HOST command
 *   ],
 * }
 */

import type { Call, Handler } from '../values/analysis.ts'
import type { LetOut } from '../values/facts.ts'
import type { FindingId } from '../values/findings.ts'
import type { Stream, taint } from '../values/value.ts'
import type { Following } from './following.ts'
import type { Options } from './options.ts'

/** What is known of programs, each entry under all the names it holds for, with a space between. */
export type Programs = Readonly<Record<string, Handler | Program>>

/** What is done with the value of an option, or with an operand. */
export interface Roles {
  /** A value of no consequence. */
  readonly valued?: string
  readonly reads?: string
  /** Read, and sent to another machine. */
  readonly sends?: string
  /** Words that are sent, with the file that `@file`, `name=@file` and their like name. */
  readonly posts?: string
  /** The same where a credential is expected: a header, a user. */
  readonly tells?: string
  /** A text that people read, and the agents that read for them. */
  readonly shows?: string
  /** Replaced by what was read. */
  readonly writes?: string
  /** Written; what was there may be lost. */
  readonly creates?: string
  readonly deletes?: string
  /** Deleted with all that is in it. */
  readonly destroys?: string
  readonly moves?: string
  /** What was mounted there is gone from it. */
  readonly unmounts?: string
  /** Written; what was there stays. */
  readonly appends?: string
  /** Changed from within. */
  readonly edits?: string
  /** Put into another form, and says what it said before. */
  readonly formats?: string
  /** A folder that gets what only the program knows. */
  readonly fills?: string
  /** Copied, or moved, to the place in the role `into`. */
  readonly copies?: string
  /** Where operands go: the last of them, unless an option in this role says so. Without it, `moves` only takes away. */
  readonly into?: string
  /** A command line for a shell. */
  readonly runs?: string
  /** `name=value`; a command line when the name says so. */
  readonly settings?: string
  /** `NAME=value`, for the command that follows. */
  readonly variables?: string
  /** A path here or `host:path`: where something is copied from, and to. */
  readonly from?: string
  readonly to?: string
  readonly hosts?: string
  /** The program that takes the words which would follow as a command. */
  readonly program?: string
}

export type Role = keyof Roles

type Operand = Role | Following | '--' | `${Role}...`

export interface Deed extends Roles {
  readonly finds?: FindingId
  /**
   * A role for each operand behind the words of the row; `...` for as many as there are. The rest is a `command`, one that runs
   * `elsewhere`, on another machine or in a container, or the words of a `source` for a shell. `--` passes over all in front of a `--`.
   */
  readonly operands?: Operand | `${Operand} ${Operand}` | 'valued valued edits...'
  /** Options end behind the operands in front of the command: all that follows is its own. */
  readonly stops?: true
  /**
   * What its output is: `input` is all that was read; or what it lets out of all that it read, files and input alike (`effects/let-out.ts`).
   */
  readonly prints?: keyof typeof taint | 'input' | LetOut
}

/**
 * `words` are the first words that are no options, each `a|b` and with `*`; `...` skips any number of them.
 * `-f|--force` must be given, `!--wait` must not, `--x=y` with this value, `--x=>9` with a greater number, `=text` must occur in some argument (`+` is a space),
 * `.` ends the words. `@` asks for an address of a host that nobody knows, in any argument; `@--registry` for one behind that option; `@@` also
 * for a repository of somebody unknown at a branch.
 */
export type Row = readonly [pattern: string, deed: FindingId | Deed, opinion?: 'ordinary' | 'perhaps']

export interface Program extends Deed {
  /** Options that take a value only in front of the command, or behind a group of commands and in front of its own. */
  readonly leads?: string
  /** Words in front of any command that leave its meaning alone: `gcloud beta`. */
  readonly tracks?: string
  readonly groups?: string
  /** Letters whose value is part of their word or not there (`-i.bak`). */
  readonly attached?: string
  /** What stands in its options runs on another machine or in a container. */
  readonly remote?: true
  /** Long options without a value, where it matters which a shortened one is, or that one behind them is no value. */
  readonly flags?: string
  /** Long options may be shortened. */
  readonly shortens?: true
  /** Its words are read as one text, however they are quoted (`nft 'flush ruleset'`). */
  readonly joins?: true
  /** The words of a row may be shortened to any of their beginnings (`ip r a`). */
  readonly abbreviates?: true
  /** Variables, each with the option whose value it holds; '' when it holds arguments. */
  readonly environment?: Readonly<Record<string, string>>
  /** Its own names for doing nothing; '' when it has none, and `--dry-run` means nothing to it. */
  readonly rehearsal?: string
  /** Anything among its words may be a statement for a database. */
  readonly statements?: true
  readonly rows?: readonly Row[]
  /** What only code can tell, before the rows have their say. */
  readonly also?: (call: Call, given: Options) => Stream | undefined
}

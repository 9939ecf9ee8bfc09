/** Coding agents as command lines: what starts them without hooks, and what switches hooks off. Rows of data. */

import type { Program } from '../../calls/form.ts'

export interface Agent {
  /** Programs, and packages that are run by name. */
  readonly programs: string
  /** Short switches that turn off its questions. */
  readonly letters?: string
  /** Switches that turn off its questions, beside those that all agents share. */
  readonly unasked?: RegExp
  /** Switches by which it starts without hooks. */
  readonly off?: string
  /** Options by which it loads code that may answer in the place of hooks. */
  readonly loads?: string
  /** Commands that take plugins from a folder of this machine from now on: each word is `a|b`. */
  readonly folders?: string
  /** Options whose value is another place for its settings. */
  readonly moves?: string
  /** Options whose value is settings: JSON, or the name of a file with JSON. */
  readonly json?: string
  /** Options whose value is one setting: `key=value`. */
  readonly toml?: string
  /** Options that name one feature to switch off. */
  readonly disables?: string
  /** An option that lists the settings to read, and the name that must be among them. */
  readonly sources?: readonly [option: string, needed: string]
  /** Options with a value that stand before a command word. */
  readonly valued?: string
  /**
   * Commands that switch hooks off for good. Each word is `a|b`, with `*` at its end for any; `@` asks that the rest names hooks or this
   * guard, all of them, or nothing that can be known.
   */
  readonly commands?: readonly string[]
  /** Its commands that run another one in a sandbox, and start no agent. */
  readonly contains?: Program
}

/** Switches of no documented agent today, which would mean it on any. */
export const plainOff = /^--(?:(?:no|disable|skip|without|ignore)-hooks|hooks=(?:false|off|no|0)|disable-all-hooks)$/

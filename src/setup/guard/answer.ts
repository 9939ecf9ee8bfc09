/** The words of an answer: guarded or not, or what keeps one from knowing, and why. */

import type { Ground, Installation, Scope } from '../../core/install.ts'
import type { ClientCalls } from '../../hook/audit/seen.ts'
import type { Subject } from '../doctor/registration-findings.ts'

export type Answer = 'guarded' | 'not guarded' | 'cannot be known'

export interface Reason {
  /** As the findings of `doctor`: `registration.off`. */
  readonly id: string
  readonly answer: Exclude<Answer, 'guarded'>
  /** The switch of the adapter, where it is one. */
  readonly switch?: string
  /** One sentence without its full stop, with the file, variable or store in it. */
  readonly because: string
  readonly fix: string
}

/** One registration: the files of one scope. */
export interface Scoped {
  readonly scope: Scope
  readonly files: readonly string[]
  /** Another client's files, which this one reads as well. */
  readonly borrowed: boolean
  readonly answer: Answer
  readonly reasons: readonly Reason[]
}

export interface Guard {
  readonly answer: Answer
  /** Of the answer; of a registration that another one makes up for, they stand in `scopes`. */
  readonly reasons: readonly Reason[]
  readonly scopes: readonly Scoped[]
}

/** What can be said of calls that are not in the audit log. */
export interface Logged {
  /** Whether calls leave a line. */
  readonly on: boolean
  /** Whether the whole log was read. */
  readonly complete: boolean
}

export interface Seen extends Subject {
  readonly installation: Installation
  readonly ground: Ground
  readonly unreadable: readonly { readonly file: string; readonly problem: string }[]
  readonly version: readonly number[] | undefined
  /** What the audit log has of its calls. */
  readonly calls: ClientCalls | undefined
  readonly logged: Logged
}

/** A way in which somebody changes what a client reads, and what became of it on the real client. */

import type { Json } from '../../../src/setup/prove/model/script.ts'

export interface Way {
  /** Permanent: the result is kept by it. */
  readonly name: string
  /**
   * By path: `~/` is the home directory, `./` the project, `../` what is around it. An object is put into what stands there, lists are joined; a text
   * stands for itself, after `+` behind what stands there; a function changes what stands there.
   */
  readonly files?: Readonly<Record<string, string | Json | ((there: string) => string)>>
  /** These were there before `init`. */
  readonly before?: true
  /** In the shell from which the client and our commands are started. */
  readonly env?: Readonly<Record<string, string>>
  /** Below the project: where they are started. */
  readonly folder?: string
  /** The project is a repository. */
  readonly repository?: true
  /** The client has called once, before anything changed. */
  readonly called?: true
  /** What `init` leaves to a person is not done. */
  readonly untold?: true
  readonly scope?: 'project'
}

export interface Result {
  readonly way: string
  /** The hook was asked by the client. */
  readonly called: boolean
  /** What the policy denies was done. */
  readonly ran: boolean
  readonly init: string
  readonly doctor: string
  readonly status: string
}

/** The client went unguarded, and one of ours said that it is guarded. */
export const isWrong = ({ ran, doctor, status }: Result): boolean => ran && (doctor === 'guarded' || status === 'guarded')

/** The client did not come to the call (it withholds the tool, or waits for a person): neither right nor wrong. */
export const notSeen = ({ called, ran }: Result): boolean => !called && !ran

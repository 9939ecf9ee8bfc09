/** What an analysis finds: the effects of one call, and the places, hosts and programs it concerns. Rules see these and nothing else. */

import type { Certainty } from '../../../core/verdict.ts'

export const effectKinds = [
  'delete',
  'overwrite',
  'move',
  'permissions',
  'read-secret',
  'send',
  'download-execute',
  'execute-decoded',
  'privilege',
  'persist',
  'history-rewrite',
  'discard-changes',
  'publish',
  'infra-destroy',
  'disk',
  'process-kill',
  'disable-guard',
] as const
export type EffectKind = (typeof effectKinds)[number]

/** A file place that a command touches. `path` is absolute and normalised with `/`; undefined when it cannot be known. */
export interface PathTarget {
  readonly path: string | undefined
  /** As written, for messages. */
  readonly written: string
  /** The pattern stands for several places (glob, recursive). */
  readonly many: boolean
  /** What is known of a path that is not, with a star for the rest. */
  readonly partly?: string
}

/** A branch, a tag or another ref that a git command changes, here or on a remote. */
export interface RefChange {
  /** In full (`refs/heads/main`); with `*`, any that it covers; undefined when it cannot be known. */
  readonly ref: string | undefined
  /** The remote that it is pushed to; absent for one that changes here. */
  readonly remote?: RemoteNames
  readonly isForced?: true
  readonly isDeleted?: true
  /** It is fetched or checked out, or is what is checked out: nothing changes in it. */
  readonly isRead?: true
}

/** A remote by all that it is called. Without any of them it cannot be known. */
export interface RemoteNames {
  /** The name that the configuration surely has for it. */
  readonly name?: string | undefined
  /** Its addresses. */
  readonly urls: readonly string[]
  /** Other remotes of the same address. */
  readonly others: readonly string[]
}

/** One program run that the command is proved to contain, after wrappers, nested shells and variables. */
export interface Invocation {
  /** Basename without extension `.exe`, or undefined when it cannot be known. */
  readonly program: string | undefined
  /** Every word after the program, resolved; undefined where a word cannot be known. */
  readonly argv: readonly (string | undefined)[]
  readonly args: readonly (string | undefined)[]
  readonly flags: readonly string[]
  /** What is known of words that begin as flags, by their place, with `HOLE` for the rest. */
  readonly partly?: ReadonlyMap<number, string> | undefined
  /** Flags that the program takes from its environment. */
  inherited?: readonly string[]
  /** One of the hosts that it asks cannot be known. */
  unknownHost?: true
  /** Of git: what it changes, or what is checked out where it changes no branch. */
  refs?: () => readonly RefChange[]
  readonly assignments: Readonly<Record<string, string | undefined>>
  readonly cwd: string | undefined
  readonly wrappers: readonly string[]
  /** Absent where nobody knows. */
  lets?: LetOut | undefined
  /** Named by a path outside the system's folders: any program may lie there. */
  elsewhere?: true
  /** The credentials that its redirections gave it. */
  fed?: readonly Effect[]
}

/** What a program lets out of what it reads: its lines as they stand, something else made of it, or less. */
export type LetOut = 'lines' | 'content' | 'names' | 'count' | 'digest' | 'nothing'

/** Something a command does, with what it does it to. */
export interface Effect {
  readonly kind: EffectKind
  /** The analyser's name for it, `program.what`; packs refer to it. Permanent. */
  readonly finding: string
  readonly certainty: 'proved-dangerous' | 'proved-ordinary' | 'could-not-tell'
  readonly targets: readonly PathTarget[]
  readonly hosts: readonly string[]
  readonly branch?: string
  readonly remote?: string
  readonly invocation?: Invocation
  /** What there is to say of this one, behind the rule's reason. */
  readonly detail?: string
  /** What could not be seen, for the message, when the certainty is `could-not-tell`. */
  readonly unknown?: string
}

/** A file, and the text that it gets. */
export interface WrittenFile {
  readonly path: string
  readonly text: string
  /** What an edit puts it in place of. */
  readonly before?: string
  /** The text is the command that changes the file, where what it gets is not seen. */
  readonly isCommand?: true
}

/** A place, and what lies there from now on. */
export interface Carried {
  readonly path: string
  /** `fetched`: from where everybody does. */
  readonly what: 'holds-secret' | 'holds-sources' | 'downloaded' | 'unpacked' | 'fetched'
}

/** What is known about a shell command. */
export interface ShellFacts {
  readonly invocations: readonly Invocation[]
  readonly effects: readonly Effect[]
  readonly reads: readonly PathTarget[]
  readonly writes: readonly PathTarget[]
  readonly deletes: readonly PathTarget[]
  readonly hosts: readonly string[]
  /** Files that got a text which is known. */
  readonly written?: readonly WrittenFile[]
  /** Places that hold credentials, or what a stranger offers, when the command is over; absent when there are none. */
  readonly carried?: readonly Carried[]
  readonly certainty: Certainty
  /** The first thing that could not be seen. */
  readonly unknown?: string
}

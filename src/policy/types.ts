/** The policy's own vocabulary: what a rule looks like after loading, and what the engine finds in an event. */

import type { Certainty, Decision } from '../core/verdict.ts'

export type LayerName = 'managed' | 'user' | 'project' | 'preset'
export type Strategy = 'enforce' | 'enforce-ignore-on-error' | 'audit'

/** Subjects a rule can name in `on`. */
export const ruleSubjects = [
  'shell',
  'file-read',
  'file-write',
  'mcp',
  'web',
  'agent',
  'prompt',
  'output',
  'session',
  'stop',
  'any',
] as const
export type RuleSubject = (typeof ruleSubjects)[number]

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

/** A string condition: any of the patterns, or none of them. Patterns are globs, except for `text`. */
export interface StringTest {
  readonly any: readonly string[]
  readonly not: boolean
}

/** Path globs: one of `include` matches and none of `exclude`. */
export interface PathTest {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/** The conditions of a rule in normal form. All that are present must hold. Plain JSON, so that it can be cached. */
export interface When {
  readonly text?: readonly string[]
  readonly program?: StringTest
  readonly args?: readonly string[]
  readonly flags?: readonly string[]
  readonly effect?: readonly EffectKind[]
  /** Built-in packs only: the analyser's own name for what it saw, such as `git.push-force`. */
  readonly finding?: readonly string[]
  readonly reads?: PathTest
  readonly writes?: PathTest
  readonly deletes?: PathTest
  readonly outside?: readonly ('workspace' | 'system' | 'home')[]
  readonly branch?: StringTest
  readonly remote?: StringTest
  readonly host?: StringTest
  readonly server?: StringTest
  readonly tool?: StringTest
  readonly detects?: StringTest
  readonly certainty?: readonly Certainty[]
  readonly agent?: StringTest
  readonly attended?: boolean
  readonly mode?: StringTest
  readonly any?: readonly When[]
  readonly all?: readonly When[]
  readonly not?: When
}

export type RuleDecision = Decision | 'redact'

export interface Rule {
  readonly id: string
  readonly on: readonly RuleSubject[]
  readonly when?: When
  readonly decision?: RuleDecision
  readonly grant?: boolean
  readonly reason: string
  readonly instead?: string
  readonly severity?: 'low' | 'medium' | 'high' | 'critical'
  readonly rewrite?: { readonly args: { readonly replace: readonly string[] } }
  readonly context?: string
  readonly message?: string
  readonly strategy?: Strategy
  readonly check?: { readonly command: readonly string[]; readonly timeoutMs: number }
  readonly layer: LayerName
}

export interface Exception {
  readonly rule: string
  readonly when?: When
  readonly reason: string
  /** Last day it holds, `YYYY-MM-DD`. */
  readonly expires?: string
}

export const presets = ['none', 'observe', 'recommended', 'strict'] as const
export type Preset = (typeof presets)[number]

export interface PolicySettings {
  readonly 'could-not-tell'?: 'allow' | 'ask' | 'deny'
  readonly unattended?: 'allow' | 'deny' | 'ask'
  readonly strategy?: Strategy
}

/** One validated policy file, in normal form. Plain JSON. */
export interface PolicyFile {
  readonly version: 1
  readonly layer: LayerName
  readonly file: string
  readonly extends?: Preset
  readonly settings: PolicySettings
  readonly packs: Readonly<Record<string, boolean>>
  readonly rules: readonly Rule[]
  readonly exceptions: readonly Exception[]
  /** What was refused because this layer may not say it. */
  readonly refused: readonly string[]
}

/** What the file system says, injected so that the engine stays pure. Every member must be quick and must not throw. */
export interface Host {
  readonly home: string
  readonly platform: 'linux' | 'darwin' | 'win32'
  /** Resolves links of the longest existing prefix; returns the path unchanged when it cannot. */
  readonly realpath: (path: string) => string
  /** File text up to `limit` bytes, or undefined. */
  readonly readText: (path: string, limit: number) => string | undefined
  readonly env: (name: string) => string | undefined
  /** Where this guard's own files really are here, beside the usual places: files and directories, absolute. */
  readonly guarded?: readonly string[]
}

/** A file place that a command touches. `path` is absolute and normalised with `/`; undefined when it cannot be known. */
export interface PathTarget {
  readonly path: string | undefined
  /** As written, for messages. */
  readonly written: string
  /** The pattern stands for several places (glob, recursive). */
  readonly many: boolean
}

/** One program run that the command is proved to contain, after wrappers, nested shells and variables. */
export interface Invocation {
  /** Basename without extension `.exe`, or undefined when it cannot be known. */
  readonly program: string | undefined
  /** Every word after the program, resolved; undefined where a word cannot be known. */
  readonly argv: readonly (string | undefined)[]
  readonly args: readonly (string | undefined)[]
  readonly flags: readonly string[]
  readonly assignments: Readonly<Record<string, string | undefined>>
  readonly cwd: string | undefined
  readonly wrappers: readonly string[]
}

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
  /** What could not be seen, for the message, when the certainty is `could-not-tell`. */
  readonly unknown?: string
}

/** What is known about a shell command. */
export interface WrittenFile {
  readonly path: string
  readonly text: string
}

export interface ShellFacts {
  readonly invocations: readonly Invocation[]
  readonly effects: readonly Effect[]
  readonly reads: readonly PathTarget[]
  readonly writes: readonly PathTarget[]
  readonly deletes: readonly PathTarget[]
  readonly hosts: readonly string[]
  /** Files that got a text which is known. */
  readonly written?: readonly WrittenFile[]
  readonly certainty: Certainty
  /** The first thing that could not be seen. */
  readonly unknown?: string
}

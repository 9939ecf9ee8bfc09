/** The policy's own vocabulary: what a rule looks like after loading. */

import type { Cage } from '../../../core/contain/cage.ts'
import type { Happening } from '../../../core/earlier.ts'
import type { Certainty, Decision } from '../../../core/verdict.ts'
import type { EffectKind } from '../../analysis/values/facts.ts'

export type LayerName = 'managed' | 'user' | 'project' | 'preset'
type Strategy = 'enforce' | 'enforce-ignore-on-error' | 'audit'

/** Subjects a rule can name in `on`. */
export const ruleSubjects = [
  'shell',
  'file-read',
  'file-write',
  'mcp',
  'tool',
  'web',
  'agent',
  'prompt',
  'output',
  'session',
  'stop',
  'any',
] as const
export type RuleSubject = (typeof ruleSubjects)[number]

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

/** Packages by their names, as globs: one of them, or none but them. */
export interface PackageTest {
  readonly any?: readonly string[]
  readonly only?: readonly string[]
}

/** Something happened earlier in the session. */
export interface SessionTest {
  /** One of these. */
  readonly has?: readonly Happening[]
  /** The call is objected to, and with it so many equal calls of the session. */
  readonly denied?: number
}

/** In the client's sandbox, outside it, nobody says; or outside because the agent asks for it. */
export const sandboxTests = ['true', 'false', 'unknown', 'leaving'] as const
export type SandboxTest = (typeof sandboxTests)[number]

/** The conditions of a rule in normal form. All that are present must hold. Plain JSON, so that it can be cached. */
export interface When {
  readonly text?: readonly string[]
  readonly program?: StringTest
  readonly args?: readonly string[]
  readonly flags?: readonly string[]
  /** Every operand behind `args` is one of these. */
  readonly operands?: { readonly only: readonly string[] }
  readonly packages?: PackageTest
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
  /** The folder that the call is made in. */
  readonly folder?: StringTest
  /** Managed files only. */
  readonly user?: StringTest
  readonly group?: StringTest
  readonly attended?: boolean
  readonly mode?: StringTest
  readonly sandboxed?: readonly SandboxTest[]
  readonly session?: SessionTest
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
  /** With decision `contain`: a cage, or the name of one. */
  readonly contain?: Cage | string
  /** What becomes of a call that cannot be contained. */
  readonly otherwise?: 'allow' | 'ask' | 'deny'
  readonly reason: string
  readonly instead?: string
  readonly severity?: 'low' | 'medium' | 'high' | 'critical'
  readonly rewrite?: { readonly args: { readonly replace: readonly string[] } }
  readonly context?: string
  readonly message?: string
  readonly strategy?: Strategy
  /** Nothing opens it: no exception, and no permission for once. */
  readonly final?: boolean
  /** Whom a refusal names. */
  readonly reviewers?: readonly string[]
  /** Where there is more about it. */
  readonly links?: readonly string[]
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

export const presets = ['none', 'observe', 'contained', 'recommended', 'strict'] as const
export type Preset = (typeof presets)[number]

export interface PolicySettings {
  readonly 'could-not-tell'?: 'allow' | 'contain' | 'ask' | 'deny'
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
  /** Cages by their names. */
  readonly profiles?: Readonly<Record<string, Cage>>
  readonly rules: readonly Rule[]
  readonly exceptions: readonly Exception[]
  /** What was refused because this layer may not say it. */
  readonly refused: readonly string[]
}

/** What the server tells the pages. Types alone: both sides read them. */

import type { Count, Group as Counted, Latency, SessionAbout, Slow, Suggestion } from '../../hook/audit/history/figures.ts'
import type { DiffLine } from '../../setup/install/diff-lines.ts'

export type { DiffLine, SessionAbout, Suggestion }

/** Of sessions, with what each is. */
export interface Group extends Counted {
  readonly about?: SessionAbout
}

/** A stretch of a list of groups. */
export interface Groups {
  readonly total: number
  readonly list: readonly Group[]
}

/** What every list says of a call. */
interface Recorded {
  readonly id: string
  readonly time: string
  readonly client: string
  readonly event: string
  readonly tool: string
  readonly decision: string
  readonly rules: readonly string[]
  readonly reason: string
  readonly content: string
}

/** A line of the audit log, as short as a list needs it. */
export interface CallRow extends Recorded {
  /** What the agent heard, where that is something else. */
  readonly told: string
  readonly audited: readonly string[]
  readonly would: string
  readonly failure: string
  readonly session: string
  readonly user: string
  readonly project: string
  /** Of a result: what was asked. */
  readonly of: string
  /** The first of the paths that it names. */
  readonly path: string
  readonly ms: number | null
}

export interface Session {
  readonly version: string
  readonly folder: string
  /** Whether somebody at a terminal started this, who may permit and write. */
  readonly attended: boolean
  /** Of `serve`: whose token it is, whether the log may be read, and of which tenant; empty for all. */
  readonly server?: { readonly name: string; readonly reads: boolean; readonly tenant: string }
}

export interface PolicyFileShown {
  readonly file: string
  readonly layer: string
  readonly exists: boolean
  readonly editable: boolean
  readonly text: string
  /** Names the text, so that nobody else's change is overwritten. */
  readonly digest: string
}

export interface Problem {
  readonly severity: string
  readonly line: number
  readonly column?: number
  readonly message: string
}

export interface Draft {
  readonly file: string
  readonly text: string
}

export interface Checked {
  readonly problems: readonly Problem[]
  readonly diff: readonly DiffLine[]
}

export interface Change {
  readonly time: string
  readonly client: string
  readonly event: string
  readonly content: string
  readonly was: string
  readonly now: string
  readonly wasRules: readonly string[]
  readonly nowRules: readonly string[]
}

export interface Tested {
  readonly file: string
  readonly passed: number
  readonly failed: number
  readonly cases: readonly { readonly status: string; readonly line: number; readonly name: string; readonly why?: string }[]
}

export interface Rehearsed {
  /** Undefined where no tests stand beside the file. */
  readonly tests?: Tested | undefined
  /** Why they could not be run. */
  readonly testsFailed?: string | undefined
  readonly calls: number
  readonly skipped: number
  readonly changes: readonly Change[]
}

/** A refusal that is still open, as `approve --list --json` has it. */
export interface Refusal extends Recorded {
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd: string
  readonly session: string
  readonly user: string
  /** The machine. */
  readonly host: string
  /** What the session is, where its beginning is on record. */
  readonly about?: SessionAbout
  /** Why it cannot be permitted. */
  readonly barrier: string | null
  readonly approvedBy: string | null
}

/** What a page has shown of a refusal before a person permits it. It is sent back, and nothing else is permitted. */
export type Shown = Pick<
  Refusal,
  'id' | 'client' | 'event' | 'tool' | 'decision' | 'rules' | 'reason' | 'content' | 'input' | 'cwd' | 'session' | 'user' | 'host'
>

export type Approvals = readonly Refusal[]

export interface Permitted {
  readonly until: string
}

/** The exception that would let a call through for good. */
export interface Allowance {
  readonly rules: readonly string[]
  readonly expires: string
  /** Calls that differ a little, and are judged as before. */
  readonly neighbours: number
  readonly files: readonly { readonly file: string; readonly diff: readonly DiffLine[] }[]
  /** Names all of it, so that what is written is what was shown. */
  readonly digest: string
}

/** Of one session, as `audit stats --session ID --json` has it. */
export interface SessionStats {
  readonly calls: number
  readonly byDecision: readonly Count[]
  readonly loops: readonly {
    readonly decision: string
    readonly times: number
    readonly example: { readonly id: string; readonly what: string }
  }[]
}

export interface Insights {
  readonly stats: {
    readonly calls: number
    readonly byDecision: readonly Count[]
    readonly byWould: readonly Count[]
    readonly byFailure: readonly Count[]
    readonly ms?: Latency | undefined
    readonly slowest: readonly Slow[]
  }
  readonly days: readonly Group[]
  readonly groups: readonly { readonly by: string; readonly list: readonly Group[] }[]
  readonly asked: readonly {
    readonly shape: string
    readonly rules: readonly string[]
    readonly count: number
    readonly example: { readonly id: string }
  }[]
}

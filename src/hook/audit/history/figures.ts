/** What is counted, as commands say it and pages show it. Types alone. */

export interface Count {
  readonly name: string
  readonly count: number
}

export interface Group {
  readonly name: string
  readonly calls: number
  readonly denied: number
  /** Asked about, or left to the client. */
  readonly asked: number
  /** Went on and would not have, had a rule on trial been enforced. */
  readonly would: number
  /** Milliseconds since 1970. */
  readonly first: number | undefined
  readonly last: number | undefined
}

/** Whose session it is, and what it is about. */
export interface SessionAbout {
  readonly client: string
  readonly project: string
  readonly user: string
  readonly host: string
  /** Milliseconds since 1970. */
  readonly first: number | undefined
  /** The beginning of what a person asked for first; empty where no prompt is on record. */
  readonly prompt: string
  /** What it did first. */
  readonly began: string
}

export interface Latency {
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly max: number
}

export interface Slow {
  readonly id: string
  readonly time: string
  readonly client: string
  readonly event: string
  readonly tool: string
  readonly ms: number
}

/** Refusals that come again, as a question to whoever writes the policy. */
export interface Suggestion {
  readonly kind: 'exception' | 'rule'
  readonly rule: string
  readonly refused: number
  /** How often a person has permitted it. */
  readonly permitted: number
  readonly sessions: number
  /** The newest of the refusals. */
  readonly id: string
  readonly example: string
  readonly command: string
}

/** What `doctor` finds: one sentence each, and for what is not in order why it matters and what fixes it. */

export const severities = ['ok', 'warn', 'bad'] as const
export type Severity = (typeof severities)[number]

export interface Finding {
  /** Permanent, for scripts: `registration.twice`. */
  readonly id: string
  readonly severity: Severity
  /** Undefined for what concerns all of them. */
  readonly client?: string
  readonly what: string
  readonly why?: string
  /** A command, or what a person has to do. */
  readonly fix?: string
}

export const fine = (id: string, what: string): Finding => ({ id, severity: 'ok', what })

/** What is wrong, why it matters, what fixes it. */
export const warn = (id: string, what: string, why: string, fix: string): Finding => ({ id, severity: 'warn', what, why, fix })

export const bad = (id: string, what: string, why: string, fix: string): Finding => ({ id, severity: 'bad', what, why, fix })

export const of = (client: string, findings: readonly Finding[]): readonly Finding[] =>
  findings.map(finding => ({ ...finding, client }))

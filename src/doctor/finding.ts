/** What `doctor` finds: one sentence each, and for what is not in order why it matters and what mends it. */

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
  readonly mend?: string
}

export const fine = (id: string, what: string): Finding => ({ id, severity: 'ok', what })

/** What is wrong, why it matters, what mends it. */
export const warn = (id: string, what: string, why: string, mend: string): Finding => ({ id, severity: 'warn', what, why, mend })

export const bad = (id: string, what: string, why: string, mend: string): Finding => ({ id, severity: 'bad', what, why, mend })

export const of = (client: string, findings: readonly Finding[]): readonly Finding[] =>
  findings.map(finding => ({ ...finding, client }))

/** What `doctor` finds: one sentence each, and for what is not in order why it matters and what fixes it. */

import type { FailureKind } from '../../core/failure.ts'

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

/** What a person does about a failure. */
const remedies: Readonly<Record<FailureKind, string>> = {
  'stdin-invalid': 'tfy-hook doctor tries the registered command. If that works, the client sent something else',
  'stdin-timeout': 'tfy-hook doctor tries the registered command. If that works, the client did not close its end in time',
  usage: 'Correct the command in the client’s settings, or let tfy-hook init write it',
  'client-unknown': 'Put --client ID into the registered command; tfy-hook init does it',
  'client-unsupported': 'Take the hook out of this client; docs/clients lists those that are answered',
  'event-unknown': 'Update tfy-hook, or take this event out of the registration',
  'payload-invalid': 'Update tfy-hook: the client may be newer than it',
  'config-invalid': 'tfy-hook config check names every fault in it',
  'policy-invalid': 'tfy-hook policy check',
  'bundle-unusable': 'tfy-hook policy status, then: tfy-hook policy pull',
  'gateway-unconfigured':
    'Give what is missing: gateway.url in config.yaml or TFY_GATEWAY_URL; a key in the file credentials beside it, or TFY_API_KEY',
  'gateway-unreachable': 'tfy-hook doctor asks the gateway and says what is in the way',
  'gateway-timeout': 'tfy-hook doctor measures the gateway; timeoutMs in config.yaml gives it longer',
  'gateway-status': '401 and 403: the key. 404: the path. 429 and 5xx: the gateway. tfy-hook doctor asks it',
  'gateway-reply': 'Something else answers at this address, such as a login page, or it speaks another dialect',
  'gateway-paused': 'It is asked again by itself; tfy-hook doctor asks it now',
  'engine-limit': 'Do it in smaller parts, or run it yourself',
  deadline: 'Look for what keeps this machine busy; timeoutMs in config.yaml gives more time',
  internal: 'Run it again. If it stays, report it with the output of tfy-hook doctor',
}

/** Undefined for a name that is none of ours, as in a log that was written by another version. */
export const remedyFor = (failure: string | undefined): string | undefined =>
  failure !== undefined && Object.hasOwn(remedies, failure) ? remedies[failure as FailureKind] : undefined

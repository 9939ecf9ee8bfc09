/** Every kind of failure: one of each, where on the way it arises, and what a person does about it. A kind without a row does not compile. */

import type { Failure, FailureKind } from '../../src/core/failure.ts'

/**
 * - `stdin`: there is no payload. `call`: there is one, but the call itself fails. `caller`: nobody we can answer sent it.
 * - `doubt`: there is one that no client sends, and it can be read in a second way.
 * - `event`: the client is known, the event is not. `payload`: the event hides what decides.
 * - `config`: no source can be asked. `engine`, `gateway`: that source fails, the other one may know something.
 */
export type Stage = 'stdin' | 'doubt' | 'call' | 'caller' | 'event' | 'payload' | 'config' | 'engine' | 'gateway'

interface Sample<K extends FailureKind> {
  readonly failure: Extract<Failure, { kind: K }>
  readonly stages: readonly [Stage, ...Stage[]]
}

export const samples: { readonly [K in FailureKind]: Sample<K> } = {
  'stdin-invalid': {
    failure: { kind: 'stdin-invalid', fault: 'not-json' },
    stages: ['stdin', 'doubt'],
  },
  'stdin-timeout': {
    failure: { kind: 'stdin-timeout', afterMs: 10_000 },
    stages: ['stdin'],
  },
  usage: {
    failure: { kind: 'usage', detail: 'unknown option --fail-close' },
    stages: ['call'],
  },
  'client-unknown': {
    failure: { kind: 'client-unknown', candidates: [] },
    stages: ['caller'],
  },
  'client-unsupported': {
    failure: { kind: 'client-unsupported', client: 'windmill' },
    stages: ['caller'],
  },
  'event-unknown': {
    failure: { kind: 'event-unknown', client: 'cursor', event: 'beforeEverything' },
    stages: ['event'],
  },
  'payload-invalid': {
    failure: { kind: 'payload-invalid', client: 'cursor', detail: 'the command' },
    stages: ['payload'],
  },
  'config-invalid': {
    failure: {
      kind: 'config-invalid',
      file: '/home/you/.config/tfy-hook/config.yaml',
      detail:
        'line 2, column 9: found "gatway", expected one of gateway, offline, gateway-then-offline, both; did you mean gateway',
    },
    stages: ['config'],
  },
  'policy-invalid': {
    failure: {
      kind: 'policy-invalid',
      file: '/home/you/.config/tfy-hook/policy.yaml',
      detail: 'line 3, column 5: found no "on", expected one of shell, file-read, file-write, mcp',
    },
    stages: ['engine'],
  },
  'bundle-unusable': {
    failure: { kind: 'bundle-unusable', detail: 'it expired on 2026-11-01' },
    stages: ['engine'],
  },
  'gateway-unconfigured': {
    failure: { kind: 'gateway-unconfigured', detail: 'no API key is set' },
    stages: ['gateway'],
  },
  'gateway-unreachable': {
    failure: { kind: 'gateway-unreachable', detail: 'refused' },
    stages: ['gateway'],
  },
  'gateway-timeout': {
    failure: { kind: 'gateway-timeout', afterMs: 9_850 },
    stages: ['gateway'],
  },
  'gateway-status': {
    failure: { kind: 'gateway-status', status: 503, retryAfterMs: 5_000 },
    stages: ['gateway'],
  },
  'gateway-reply': {
    failure: { kind: 'gateway-reply', detail: 'it is not a JSON object' },
    stages: ['gateway'],
  },
  'gateway-paused': {
    failure: { kind: 'gateway-paused', retryAfterMs: 4_200 },
    stages: ['gateway'],
  },
  'engine-limit': {
    failure: { kind: 'engine-limit', detail: 'content of 2000000 characters' },
    stages: ['engine'],
  },
  deadline: {
    failure: { kind: 'deadline', afterMs: 10_000 },
    stages: ['call'],
  },
  internal: {
    failure: { kind: 'internal', detail: 'the gateway transport failed' },
    stages: ['call', 'gateway'],
  },
}

export const failureKinds = Object.keys(samples) as readonly FailureKind[]

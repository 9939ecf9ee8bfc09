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
  readonly fix: string
}

export const samples: { readonly [K in FailureKind]: Sample<K> } = {
  'stdin-invalid': {
    failure: { kind: 'stdin-invalid', fault: 'not-json' },
    stages: ['stdin', 'doubt'],
    fix: 'Something stands between client and hook: a wrapper that writes to its stdin, or a shell profile. What no client sends: see [the tables](failing-tables.md#what-is-decided).',
  },
  'stdin-timeout': {
    failure: { kind: 'stdin-timeout', afterMs: 10_000 },
    stages: ['stdin'],
    fix: 'The client did not close the pipe. Report it with the client’s version.',
  },
  usage: {
    failure: { kind: 'usage', detail: 'unknown option --fail-close' },
    stages: ['call'],
    fix: 'Correct the command in the client’s hook registration.',
  },
  'client-unknown': {
    failure: { kind: 'client-unknown', candidates: [] },
    stages: ['caller'],
    fix: 'Add `--client <id>` to the registration.',
  },
  'client-unsupported': {
    failure: { kind: 'client-unsupported', client: 'windmill' },
    stages: ['caller'],
    fix: 'Correct `--client`, or take the hook out of a client that has no adapter yet.',
  },
  'event-unknown': {
    failure: { kind: 'event-unknown', client: 'cursor', event: 'beforeEverything' },
    stages: ['event'],
    fix: 'Update tfy-hook, or take this event out of the registration.',
  },
  'payload-invalid': {
    failure: { kind: 'payload-invalid', client: 'cursor', detail: 'the command' },
    stages: ['payload'],
    fix: 'Look at the call: `tfy-hook explain --last`. A new version of the client may have renamed a field.',
  },
  'config-invalid': {
    failure: {
      kind: 'config-invalid',
      file: '/home/you/.config/tfy-hook/config.yaml',
      detail:
        'line 2, column 9: found "gatway", expected one of gateway, offline, gateway-then-offline, both; did you mean gateway',
    },
    stages: ['config'],
    fix: 'Correct the file; the sentence names line and column.',
  },
  'policy-invalid': {
    failure: {
      kind: 'policy-invalid',
      file: '/home/you/.config/tfy-hook/policy.yaml',
      detail: 'line 3, column 5: found no "on", expected one of shell, file-read, file-write, mcp',
    },
    stages: ['engine'],
    fix: 'Correct the file: `tfy-hook policy check`. The other policy files hold meanwhile.',
  },
  'bundle-unusable': {
    failure: { kind: 'bundle-unusable', detail: 'it expired on 2026-11-01' },
    stages: ['engine'],
    fix: '`tfy-hook policy status` says why, `tfy-hook policy pull` looks for a newer one. See [below](#a-policy-bundle-cannot-be-used).',
  },
  'gateway-unconfigured': {
    failure: { kind: 'gateway-unconfigured', detail: 'no API key is set' },
    stages: ['gateway'],
    fix: 'Complete the configuration: [gateway.md](gateway.md).',
  },
  'gateway-unreachable': {
    failure: { kind: 'gateway-unreachable', detail: 'refused' },
    stages: ['gateway'],
    fix: 'Look at the last word: refused, dns, tls, reset, proxy, protocol ([gateway.md](gateway.md#when-it-does-not-work)).',
  },
  'gateway-timeout': {
    failure: { kind: 'gateway-timeout', afterMs: 9_850 },
    stages: ['gateway'],
    fix: 'Find out why the gateway is slow, or raise `timeoutMs`.',
  },
  'gateway-status': {
    failure: { kind: 'gateway-status', status: 503, retryAfterMs: 5_000 },
    stages: ['gateway'],
    fix: '401 and 403: the key. 404: the path. 429 and 5xx: the gateway.',
  },
  'gateway-reply': {
    failure: { kind: 'gateway-reply', detail: 'it is not a JSON object' },
    stages: ['gateway'],
    fix: 'Something else answers at this address (a login page?), or it speaks another dialect.',
  },
  'gateway-paused': {
    failure: { kind: 'gateway-paused', retryAfterMs: 4_200 },
    stages: ['gateway'],
    fix: 'Fix what made the gateway unreachable; the pause ends by itself. See [below](#the-gateway-is-paused).',
  },
  'engine-limit': {
    failure: { kind: 'engine-limit', detail: 'content of 2000000 characters' },
    stages: ['engine'],
    fix: 'Nothing is broken: the content is beyond what is judged. Split the call.',
  },
  deadline: {
    failure: { kind: 'deadline', afterMs: 10_000 },
    stages: ['call'],
    fix: 'Raise `timeoutMs`, or find what is slow: `tfy-hook explain --last`.',
  },
  internal: {
    failure: { kind: 'internal', detail: 'the gateway transport failed' },
    stages: ['call', 'gateway'],
    fix: 'A bug of ours: report it with the audit line.',
  },
}

export const failureKinds = Object.keys(samples) as readonly FailureKind[]

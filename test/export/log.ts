/** A log that the product wrote, and a target that remembers. */

import type { ExportTarget } from '../../src/core/config.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { exportDuty } from '../../src/fleet/export/duty.ts'
import type { Guarding } from '../../src/fleet/export/guarding.ts'
import type { Outcome } from '../../src/fleet/export/outcome.ts'
import type { Sink } from '../../src/fleet/export/sink.ts'
import type { Totals } from '../../src/fleet/export/totals.ts'
import { namingFor, type Verdict } from '../../src/fleet/export/verdict.ts'
import { appendAudit, type Limits } from '../../src/hook/audit/append.ts'
import { hash } from '../audit/log.ts'

export const target: ExportTarget = { type: 'file', path: '/nowhere/lines.jsonl' }

export const line = (n: number, time: number, more: JsonObject = {}): JsonObject => ({
  v: 1,
  time: new Date(time).toISOString(),
  id: `call${n}`,
  client: 'claude-code',
  event: 'PreToolUse',
  tool: 'Bash',
  decision: n % 5 === 0 ? 'deny' : 'allow',
  rules: n % 5 === 0 ? ['git.push-force'] : [],
  ms: 5,
  session: 's1',
  replay: { subject: 'shell', content: `echo ${n}` },
  ...more,
})

export const write = async (state: string, from: number, count: number, time = Date.now(), limits?: Partial<Limits>) => {
  for (let n = from; n < from + count; n++) await appendAudit(state, line(n, time), hash, limits)
}

/** A target that takes what `says` takes, on a clock of its own. */
export const place = (state: string, says: (verdicts: readonly Verdict[]) => Outcome = () => ({ kind: 'taken' }), most = 50) => {
  const taken: Verdict[] = []
  const counted: Totals[] = []
  const told: (readonly Guarding[])[] = []
  let time = Date.now()
  const sink: Sink = {
    most,
    put: async verdicts => {
      const outcome = says(verdicts)
      if (outcome.kind === 'taken') taken.push(...verdicts)
      return outcome
    },
    tell: async guards => {
      const outcome = says([])
      if (outcome.kind === 'taken') told.push(guards)
      return outcome
    },
    count: async totals => {
      counted.push(structuredClone(totals))
      return { kind: 'taken' }
    },
    probe: async () => ({ kind: 'taken' }),
  }
  const start = (of: ExportTarget = target, guards?: () => Promise<readonly JsonObject[]>) =>
    exportDuty({
      stateDir: state,
      target: of,
      sink: async () => sink,
      hash,
      naming: namingFor(of, undefined, hash),
      host: 'h1',
      ...(guards !== undefined && { guards }),
      now: () => time,
    })
  return {
    taken,
    counted,
    told,
    start,
    pass: (ms: number) => {
      time += ms
    },
    ids: () => taken.map(({ id }) => id),
  }
}

export const names = (from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `call${from + i}`)

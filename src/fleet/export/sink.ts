/** What a target can be given. */

import type { Env } from '../../core/client.ts'
import type { ExportTarget } from '../../core/config.ts'
import type { Guarding } from './guarding.ts'
import type { Outcome } from './outcome.ts'
import type { Totals } from './totals.ts'
import type { Verdict } from './verdict.ts'

export interface Sink {
  /** Verdicts that it takes at once. */
  readonly most: number
  /** In order; all of them or none. */
  readonly put: (verdicts: readonly Verdict[]) => Promise<Outcome>
  /** Which clients are guarded; all of them or none. */
  readonly tell: (guards: readonly Guarding[]) => Promise<Outcome>
  /** Counts since the first verdict, so that the same ones twice do no harm. */
  readonly count?: (totals: Totals) => Promise<Outcome>
  /** Whether it could take any, without giving it one. */
  readonly probe: () => Promise<Outcome>
}

export interface Ground {
  readonly target: ExportTarget
  readonly env: Env
  /** Random, of this machine and target. */
  readonly instance: string
  readonly host: string | undefined
}

export const sinkFor = async (ground: Ground): Promise<Sink> => {
  switch (ground.target.type) {
    case 'otlp':
      return (await import('./otlp.ts')).otlpSink(ground)
    case 'syslog':
      return (await import('./syslog.ts')).syslogSink(ground)
    case 'webhook':
      return (await import('./webhook.ts')).webhookSink(ground)
    case 'file':
      return (await import('./lines-file.ts')).fileSink(ground)
  }
}

/** For people: never the path or the query of an address, which may be the secret of it. */
export const labelOf = ({ type, url, path }: ExportTarget): string => {
  if (path !== undefined) return `${type} ${path}`
  try {
    return `${type} ${new URL(url ?? '').host}`
  } catch {
    return type
  }
}

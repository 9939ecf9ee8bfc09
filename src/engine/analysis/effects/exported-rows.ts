/** Rows that a database puts somewhere else by itself. */

import { hostOf } from '../places/hosts.ts'
import { isWellKnown } from '../places/origins.ts'
import type { Call } from '../values/analysis.ts'
import { nothing, taint } from '../values/value.ts'
import { bucketOf, sent } from './sockets.ts'

/** Rows that the server itself puts into a bucket or sends to an address: Postgres and Snowflake copy, Redshift unloads, BigQuery and DuckDB export. */
export function exported(text: string, call: Call): void {
  // Another server that a statement connects to.
  for (const [, host = ''] of text.matchAll(/\bdblink\w*\s*\(\s*'[^']*\bhost(?:addr)?\s*=\s*([\w.-]+)/gi))
    if (!isWellKnown(host)) sent({ ...call, stdin: nothing }, taint.system, [host])
  for (const part of text.split(';')) {
    const [, target] =
      /(?:\b(?:to|into)\s+|\buri\s*=\s*|\b(?:s3|url|gcs|azureBlobStorage)\s*\(\s*)'((?:s3[an]?|gs|gcs|azure|abfss?|wasbs?|r2|https?):\/\/[^']+)'/i.exec(
        part,
      ) ?? []
    if (target === undefined || !/\b(?:copy|unload|export)\b|\binsert\s+into\s+function\b/i.test(part)) continue
    if (/\bwhere\b|\blimit\b/i.test(part)) continue
    const to = bucketOf(target) ?? hostOf(target)
    if (to !== undefined) sent({ ...call, stdin: nothing }, taint.system, [to])
  }
}

/** What finally reaches the standard output, and so the model. */

import { type Analysis, record } from '../values/analysis.ts'
import { type Stream, taint } from '../values/value.ts'

export function reachesModel(out: Stream, analysis: Analysis): void {
  if ((out.taint & taint.holder) !== 0)
    record(analysis, 'secrets.read-credentials', { unknown: 'which credentials lie in the folder' })
  if ((out.taint & taint.environment) !== 0) record(analysis, 'secrets.dump-environment')
}

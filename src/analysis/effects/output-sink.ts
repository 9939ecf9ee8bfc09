/** What finally reaches the standard output, and so the model. */

import { record, type Session } from '../values/session.ts'
import { type Stream, taint } from '../values/text.ts'

export function reachesModel(out: Stream, session: Session): void {
  if ((out.taint & taint.environment) !== 0) record(session, 'secrets.dump-environment')
}

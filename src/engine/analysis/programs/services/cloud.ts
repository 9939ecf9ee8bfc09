/** Cloud providers' and hosting services' command lines. */

import type { Program } from '../../calls/form.ts'
import { handlersOf, interpret } from '../../calls/interpret.ts'
import type { Handler } from '../../values/analysis.ts'
import { records as backups } from '../files/backups.gen.ts'
import { aws } from './aws.ts'
import { records } from './cloud.gen.ts'
import { ran } from './commanded.ts'

export const cloud: Readonly<Record<string, Handler>> = {
  ...backups,
  ...handlersOf({ ...records, aws }),
  az: call => ran(call) ?? interpret(call, records.az as Program),
  gcloud: call => ran(call) ?? interpret(call, records.gcloud as Program),
}

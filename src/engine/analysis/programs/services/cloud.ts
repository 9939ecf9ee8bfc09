/** Cloud providers' and hosting services' command lines. */

import type { Program } from '../../calls/form.ts'
import { handlersOf, interpret } from '../../calls/interpret.ts'
import { options } from '../../calls/options.ts'
import { readPath } from '../../effects/file-effects.ts'
import { type Call, find, type Handler } from '../../values/analysis.ts'
import { nothing, type Stream, taint } from '../../values/value.ts'
import { records as backups } from '../files/backups.gen.ts'
import { aws } from './aws.ts'
import { records } from './cloud.gen.ts'
import { ran } from './commanded.ts'

const tables = records

export const cloud: Readonly<Record<string, Handler>> = {
  ...backups,
  ...handlersOf({ ...tables, aws }),
  gsutil: upload,
  az: call => ran(call) ?? upload(call),
  gcloud: call => ran(call) ?? interpret(call, tables.gcloud as Program),
}

/** Uploading credentials; everything else is in the rows. */
function upload(call: Call): Stream | undefined {
  const given = options(call.args, 'f file source s h o n g account-name container-name name')
  const words = [
    ...given.positional.slice(1, -1),
    given.values.get('file'),
    given.values.get('f'),
    given.values.get('source'),
    given.values.get('s'),
  ]
  if (call.args.some(word => /^(?:gs|s3):\/\/|^upload/.test(word.text))) {
    for (const word of words)
      if (
        word !== undefined &&
        /[./~]/.test(word.text) &&
        !word.text.includes('://') &&
        (readPath(word, call.env, call.analysis, call.invocation).taint & taint.secret) !== 0
      )
        find(call, 'exfiltration.secret-to-network')
  }
  ran(call)
  interpret(call, tables[call.program] as Program)
  return nothing
}

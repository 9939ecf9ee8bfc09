/** The audit lines of a server that has ended. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPlain, type Plain, parsed } from '../clients/oracles/reading.ts'
import type { ServerEnv } from './server.ts'

export const auditLines = (env: ServerEnv): readonly Plain[] =>
  readFileSync(join(env.XDG_STATE_HOME, 'tfy-hook/audit.jsonl'), 'utf8')
    .split('\n')
    .map(parsed)
    .filter(isPlain)
    .filter(line => line.client !== undefined)

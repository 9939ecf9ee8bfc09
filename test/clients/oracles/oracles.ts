/** Every oracle, by client. */

import { read as claudeCode } from './claude-code.ts'
import { read as cursor } from './cursor.ts'
import { read as proxyai } from './proxyai.ts'
import type { Read } from './reading.ts'

export const oracles: Readonly<Record<string, Read>> = { 'claude-code': claudeCode, cursor, proxyai }

export const oracleOf = (client: string): Read => {
  const read = oracles[client]
  if (read === undefined) throw new Error(`no oracle for ${client}: write test/clients/oracles/${client}.ts from its contract`)
  return read
}

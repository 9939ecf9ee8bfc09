/** Appends one audit line. It never throws and never waits: a verdict does not depend on its record. */

import { closeSync, constants, mkdirSync, openSync, writeSync } from 'node:fs'
import type { JsonObject } from '../core/json.ts'

/** The audit log inside the state directory. */
export const auditFile = (stateDir: string): string => `${stateDir}/audit.jsonl`

/**
 * One line, one `write` in append mode: lines of concurrent processes do not tear. Returns false when it could not be written.
 */
export const appendAudit = (stateDir: string, record: JsonObject): boolean => {
  const line = `${JSON.stringify(record)}\n`
  try {
    return write(stateDir, line)
  } catch {
    try {
      mkdirSync(stateDir, { recursive: true, mode: 0o700 })
      return write(stateDir, line)
    } catch {
      return false
    }
  }
}

const write = (stateDir: string, line: string): boolean => {
  // Non-blocking: somebody may have put a pipe there.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0)
  const fd = openSync(auditFile(stateDir), flags, 0o600)
  try {
    const bytes = new TextEncoder().encode(line)
    return writeSync(fd, bytes) === bytes.length
  } finally {
    closeSync(fd)
  }
}

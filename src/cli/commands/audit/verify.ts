/** `audit verify`: whether the log is as it was written. */

import { statSync } from 'node:fs'
import { verifyLog } from '../../../hook/audit/verify.ts'
import type { FileReport, Finding } from '../../../hook/audit/verify-file.ts'
import { hasher, writeAll } from '../../../hook/io.ts'
import { type Palette, palette } from '../terminal/ansi.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { type Asked, stateOf } from './options.ts'

interface VerifyOptions extends Asked {
  readonly expect?: string
}

const mostShown = 50

/** Exit code 1 when something is not in order. */
export const verify = async (options: VerifyOptions): Promise<number> => {
  const { expect } = options
  if (expect !== undefined && !/^[0-9a-f]{8,64}$/.test(expect))
    throw new ConfigError('--expect takes a seal, or at least its first 8 digits.')
  const state = stateOf(options)
  if (options.dir !== undefined && statSync(state, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ConfigError('--dir is not a directory.')
  let report: ReturnType<typeof verifyLog>
  try {
    report = verifyLog(state, await hasher(), expect)
  } catch (cause) {
    throw new ConfigError('The audit log cannot be read.', { cause })
  }
  if (options.json) {
    writeAll(1, `${json(report)}\n`)
    return report.ok ? 0 : 1
  }
  const { strong, faint, decision } = palette()
  const lines = report.files.map(file => faint(fileLine(file)))
  if (report.files.length === 0) lines.push('There is no audit log.')
  lines.push(...report.findings.slice(0, mostShown).map(finding => findingLine(finding, decision)))
  if (report.findings.length > mostShown) lines.push(`… and ${report.findings.length - mostShown} more; --json has them all`)
  lines.push(...report.notes.map(note => `note: ${note}`))
  lines.push(
    strong(
      report.ok ? 'In order: nothing was changed, removed, put in or moved, as far as the chain can tell.' : 'Not in order.',
    ),
  )
  if (report.last !== undefined) lines.push(faint(`last seal ${report.last}`))
  writeAll(1, `${lines.join('\n')}\n`)
  return report.ok ? 0 : 1
}

const fileLine = ({ file, lines, sealed, plain, damaged }: FileReport): string =>
  `${file}: ${lines} lines, ${sealed} sealed${plain > 0 ? `, ${plain} without a seal` : ''}${damaged > 0 ? `, ${damaged} damaged` : ''}`

const findingLine = ({ kind, file, line, lastLine = line, what }: Finding, decision: Palette['decision']): string => {
  const where = line === undefined ? file : `${file}:${line}${lastLine === line ? '' : `-${lastLine}`}`
  return `${decision('deny', kind)} ${where}: ${what}`
}

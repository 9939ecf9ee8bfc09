/** How a target stands, for people. */

import type { ExportTarget } from '../../core/config.ts'
import { type Cursor, cursorFile, readCursor, waitingIn } from './cursor.ts'
import { labelOf } from './sink.ts'

export interface Standing extends Partial<Pick<Cursor, 'lastOk' | 'failing' | 'refusal'>> {
  readonly label: string
  readonly delivered: number
  /** As the last look of the background process has them. */
  readonly waiting: number
  readonly lost: number
  readonly gaps: number
  readonly refused: number
}

export const standing = (stateDir: string, target: ExportTarget): Standing => {
  const found = readCursor(cursorFile(stateDir, target))
  const label = labelOf(target)
  if (typeof found === 'string') return { label, delivered: 0, waiting: 0, lost: 0, gaps: 0, refused: 0 }
  const { delivered, lost, gaps, refused, lastOk, failing, refusal } = found
  return {
    label,
    delivered,
    waiting: waitingIn(found),
    lost,
    gaps,
    refused,
    ...(lastOk !== undefined && { lastOk }),
    ...(failing !== undefined && { failing }),
    ...(refusal !== undefined && { refusal }),
  }
}

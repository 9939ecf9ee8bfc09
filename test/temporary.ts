/** All that a run leaves in temporary folders goes below one of its own, which is removed at its end. */

import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Each project of a run comes by here; the first makes the folder. Its name is short: sockets below it may have 107 bytes. */
export const setup = (): (() => void) | undefined => {
  if (process.env.TFY_TEST_RUN !== undefined) return undefined
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tfy-')))
  process.env.TFY_TEST_RUN = folder
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

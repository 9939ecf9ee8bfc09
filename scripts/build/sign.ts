/** A signature of `SHA256SUMS` in the form of minisign, by that program: whoever has the public key needs no server that tells the truth. */

import { run, stop } from '../project/project.ts'

/** Writes `<file>.minisig`. The same key and file give the same bytes. */
export const sign = (file: string, key: string, comment: string): void => {
  const { code, stderr } = run('minisign', ['-S', '-s', key, '-m', file, '-t', comment, '-c', 'signature of tfy-hook'])
  if (code !== 0) stop(`minisign did not sign ${file}: ${stderr.trim()}`)
}

/** Where the log is, and the file beside it that names a seal of its end. */

import { isHash, readAt } from './chain.ts'

/** The audit log inside the state directory. */
export const auditFile = (stateDir: string): string => `${stateDir}/audit.jsonl`

/** The seal of a line that was written lately, so that a log which was cut at its end shows. */
export const headFile = (stateDir: string): string => `${stateDir}/audit.head`

/** The seal in an open head file; undefined while another process is in the midst of writing it. */
export const sealIn = (fd: number): string | undefined => {
  const [seal, again] = new TextDecoder().decode(readAt(fd, 0, 130)).split('\n')
  return isHash(seal) && (again === '' || again === seal) ? seal : undefined
}

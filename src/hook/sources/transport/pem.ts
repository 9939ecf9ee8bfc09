/** Certificates and keys from files that a configuration names. */

import { readFileSync, statSync } from 'node:fs'

/** A bundle of every authority there is holds about 250 kB. */
const most = 1024 * 1024

/** Text of a plain file of sensible size; undefined for anything else. A pipe in its place would block us beyond every deadline. */
export const readPem = (file: string): string | undefined => {
  try {
    const stat = statSync(file)
    return stat.isFile() && stat.size <= most ? readFileSync(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}

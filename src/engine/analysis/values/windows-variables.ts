/** The folders that Windows names by variables, from whichever shell they are read. */

import type { Host } from '../../matching/host.ts'
import { below, fixed } from './windows-variables.gen.ts'

/** What a variable of this name, in lower case, holds. */
export function windowsVariable(name: string, { home }: Host): string | undefined {
  if (name === 'homepath') return home.replace(/^[A-Za-z]:/, '')
  return Object.hasOwn(below, name) ? home + below[name] : Object.hasOwn(fixed, name) ? fixed[name] : undefined
}

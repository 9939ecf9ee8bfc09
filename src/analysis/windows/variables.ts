/** Which variables of the environment PowerShell shows: some by name, all, or only what they are called. */

import type { Value } from '../values/value.ts'

/** Whether a pattern is the name of some variables, or its start, and of none that may hold a credential. */
export const picks = (sought: string): boolean =>
  /^[\^*]*\w{2}[\w-]*[*$]*$/.test(sought) && !/key|token|secret|pass|cred|auth|api|aws|pwd/i.test(sought)

const written = (words: readonly Value[]): string => words.map(word => word.written).join(' ')

/** `Where-Object Name -like 'NODE*'`, `? { $_.Name -match '^NODE' }` */
export const filters = (words: readonly Value[]): boolean => {
  const [, sought = ''] =
    /\b(?:Name|Key)\s+-[ci]?(?:like|match|eq)\s+['"]?([^'"\s}]+)['"]?\s*\}?$/i.exec(written(words).trim()) ?? []
  return picks(sought)
}

/** `Select-Object -ExpandProperty Name` */
export const namesOnly = (words: readonly Value[]): boolean =>
  /^(?:-(?:Exp\w*|Prop\w*)\s+)?(?:Name|Key)$/i.test(written(words).trim())

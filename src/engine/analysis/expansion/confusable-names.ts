/** Names dressed up: invisible characters, letters of other alphabets that look Latin, patterns for a program's path. */

import { matches } from '../../matching/shell-globs.ts'
import { guessed } from './confusable-names.gen.ts'

const invisible =
  /\u00ad|\u034f|\u061c|\u115f|\u180e|[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\ufe00-\ufe0f]|\udb40[\udc00-\udc7f]/

/** Greek, Cyrillic and full-width letters with the Latin letter each imitates. */
const lookalikes = 'аaсcеeоoрpхxуyіiјjѕsԁdһhӏlոnսuԛqԝwνvαaοoρpκkιiτtгrмmкkтtпnвb'

/** Blanks that look like the one that ends a word, and are none to the shell. */
const wideBlank = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]/

/** Whether a name holds characters that cannot be seen, or that look like others. */
export function hiddenCharacters(name: string): boolean {
  if (!/[^\x20-\x7e]/.test(name)) return false
  if (wideBlank.test(name)) return true
  if (invisible.test(name)) return true
  const plain = plainName(name)
  return plain !== undefined && plain !== name
}

/** The ordinary name behind a disguised one, or undefined when it is not disguised. */
export function plainName(name: string): string | undefined {
  if (/[*?[]/.test(name)) return commonly(name)
  if (!/[^\x20-\x7e]/.test(name)) return undefined
  let plain = ''
  for (const char of name.normalize('NFKC')) {
    if (invisible.test(char)) continue
    const at = lookalikes.indexOf(char)
    plain += at >= 0 && at % 2 === 0 ? lookalikes[at + 1] : char
  }
  return /^[\x21-\x7e]+$/.test(plain) ? plain : undefined
}

/** A pattern in place of a program (`/b?n/rm`, `/bin/r?`, `/bin/[r]m`): the one program, or the dangerous one, it can stand for. */
function commonly(pattern: string): string | undefined {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1).replace(/\[([\w.-])\]/g, '$1')
  if (/^[*?]*$/.test(name) && !/^\?\?\??$/.test(name)) return undefined
  return /[*?[]/.test(name) ? guessed.find(program => matches(name, program)) : name
}

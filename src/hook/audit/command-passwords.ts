/** Passwords that only the program in front tells to be some: `sshpass -p X`, `aws configure set aws_secret_access_key X`, `echo X | sudo -S`. */

import { partsAround, replaceIn, wholeLines } from '../../core/tokens/parts.ts'
import { type Mark, markOf, traitsOf } from '../../core/traits.ts'
import { operands, options } from './command-passwords.gen.ts'

/** Programs that take a password from their input. */
const takers =
  '(?:\\S+ login [^\\n]{0,100}--password-stdin|sudo -\\w*S|chpasswd|passwd --stdin|kinit|cryptsetup|gh secret set|wrangler secret put|op signin|pass insert|keyring set|docker login)'

const value = `(?![-$/<]|\\[[a-z-]+ removed\\])[^\\s"'\`$<>|;&(){}]{3,}`
const open = '(?:\\s+|(?<=[/=,(])\\s*)["\']?'

/** Where a word begins that may name a program. */
const start = '(?:^|[\\s;&|("\'/`])'

/** The patterns made so far, by the texts of which they need one. */
const made = new Map<string, RegExp>()

/** A process that stays asks once for all of them. */
let asked = 0
let anyOf: RegExp | undefined
const mentionsAny = (text: string): boolean => {
  if (++asked < 100) return true
  anyOf ??= new RegExp(
    [...options.map(([needed]) => needed), ...operands.map(([needed]) => needed), echoes, here]
      .flatMap(needed => needed.split(','))
      .map(word => word.replace(/[^\w\s]/g, '\\$&'))
      .join('|'),
  )
  return anyOf.test(text)
}
const echoes = 'echo,printf'
const here = '<<<'

const split = new Map<string, readonly Mark[]>()
const marksOf = (needed: string): readonly Mark[] => {
  const known = split.get(needed) ?? needed.split(',').map(markOf)
  split.set(needed, known)
  return known
}

/** Asked once for each text: to compare long ones is work, too. */
const mentionsIn = (text: string): ((needed: string) => boolean) => {
  if (text.length > shortText) {
    const { hasAny } = traitsOf(text)
    return needed => hasAny(marksOf(needed))
  }
  return needed => {
    for (const { text: word } of marksOf(needed)) if (text.includes(word)) return true
    return false
  }
}
/** In which to search at once is quicker. */
const shortText = 2_048

/** Characters between what must be there and the ends of what a pattern sees. A password ends with its line at the latest. */
const reach = 600

const masked = '$1[value removed]'
/** The password stands behind the first group of the pattern. */
const maskOne = (text: string, needed: string, source: string): string => {
  const pattern = made.get(needed) ?? new RegExp(source, 'g')
  made.set(needed, pattern)
  if (text.length <= shortText) return text.replace(pattern, masked)
  return replaceIn(text, wholeLines(text, partsAround(text, marksOf(needed), reach, reach)), pattern, masked)
}

export const maskCommandPasswords = (text: string): string => {
  // A single word that assigns nothing is no command.
  if (!/[\s=(]/.test(text) || !mentionsAny(text)) return text
  let masked = text
  let mentions = mentionsIn(text)
  const mask = (needed: string, pattern: string): void => {
    const before = masked
    masked = maskOne(before, needed, pattern)
    if (masked !== before) mentions = mentionsIn(masked)
  }
  for (const [needed, programs, option] of options)
    if (mentions(needed)) mask(needed, `(${start}(?:${programs})(?:\\.exe)?\\s(?:[^\\n;|&]{0,200}?\\s)??${option}["']?)${value}`)
  for (const [needed, words] of operands) if (mentions(needed)) mask(needed, `((?:^|[\\s;&|("'\`])(?:${words})${open})${value}`)
  if (text.includes('|') && mentions(echoes))
    mask(echoes, `(\\b(?:echo|printf)\\s+(?:-n\\s+|'%s\\\\?n?'\\s+)?["']?)${value}(?=["']?\\s*\\|\\s*(?:sudo )?${takers})`)
  if (mentions(here)) mask(here, `(\\b${takers}\\b[^\\n;|&]{0,100}<<<\\s*["']?)${value}`)
  return masked
}

/** Personal data in text. Numbers count only when their check digits hold. */

import type { Detection } from './detect.ts'

export const findPii = (text: string): Detection[] => {
  const found: Detection[] = []
  const add = (kind: string, pattern: RegExp, holds: (value: string) => boolean): void => {
    for (const match of text.matchAll(pattern)) {
      if (holds(match[0])) found.push({ kind: `pii.${kind}`, start: match.index, end: match.index + match[0].length })
    }
  }
  add('email', /[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.[A-Za-z]{2,24}\b/g, realMail)
  add('card', /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d.-]?\d)/g, value => card(value.replace(/[ -]/g, '')))
  add('iban', /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g, value => iban(value.replaceAll(' ', '')))
  // National ids are opt-in by name: `detects: [pii.us-ssn]` or `pii.*`.
  add('us-ssn', /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g, () => true)
  return found
}

const realMail = (value: string): boolean =>
  !/@(?:[a-z0-9.-]+\.)?(?:example\.(?:com|org|net)|invalid|test|localhost)$|^git@|noreply/i.test(value)

/** Luhn, and the prefixes and lengths that issuers use. */
export const card = (digits: string): boolean => {
  if (
    !/^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35\d{14})$/.test(
      digits,
    )
  )
    return false
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0 && new Set(digits).size > 1
}

/** ISO 13616: country and check digits to the end, letters as numbers, remainder 1 by 97. */
export const iban = (value: string): boolean => {
  if (value.length < 15 || value.length > 34) return false
  let rest = 0
  for (const char of value.slice(4) + value.slice(0, 4)) {
    const number = char >= 'A' ? char.charCodeAt(0) - 55 : Number(char)
    rest = (rest * (number > 9 ? 100 : 10) + number) % 97
  }
  return rest === 1
}

/** Personal data in text. Numbers count only when their check digits hold. */

import type { Detection } from './detection.ts'

/** National ids count only when a rule names them: their forms are too common in other numbers. */
export const optIn: ReadonlySet<string> = new Set(['pii.us-ssn', 'pii.br-cpf', 'pii.es-dni', 'pii.fr-nir', 'pii.in-aadhaar'])

/** Those that always count. */
export const piiKinds = ['pii.email', 'pii.card', 'pii.iban', 'pii.phone'] as const

/** All personal data, each with its place as offsets in UTF-16 units. */
export const findPii = (text: string): Detection[] => {
  const found: Detection[] = []
  const add = (kind: string, pattern: RegExp, holds: (value: string) => boolean): void => {
    if (text.search(pattern) < 0) return
    for (const match of text.matchAll(pattern)) {
      if (holds(match[0])) found.push({ kind: `pii.${kind}`, start: match.index, end: match.index + match[0].length })
    }
  }
  add('email', /[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.[A-Za-z]{2,24}\b/g, realMail)
  add('card', /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d.-]?\d)/g, value => card(value.replace(/[ -]/g, '')))
  add('iban', /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g, value => iban(value.replaceAll(' ', '')))
  add(
    'phone',
    /(?<![\w+])\+[1-9]\d{0,2}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{1,5}(?:[ .-]?\d{2,5}){1,4}(?![\d\w])|(?<![\w(])\([2-9]\d\d\) ?[2-9]\d\d[ .-]\d{4}(?!\d)/g,
    phone,
  )
  add('us-ssn', /(?<![\d-])(?!000|666|9\d\d)\d{3}([-\u2010-\u2013])(?!00)\d{2}\1(?!0000)\d{4}(?![\d-])/g, () => true)
  add('br-cpf', /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g, value => cpf(value.replace(/\D/g, '')))
  add(
    'es-dni',
    /(?<![A-Za-z0-9])\d{8}-?[A-HJ-NP-TV-Z](?![A-Za-z0-9])/g,
    value => 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(value.slice(0, 8)) % 23] === value.at(-1),
  )
  add('fr-nir', /(?<!\d)[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}(?!\d)/g, value =>
    nir(value.replaceAll(' ', '')),
  )
  add('in-aadhaar', /(?<!\d)[2-9]\d{3} \d{4} \d{4}(?! ?\d)/g, value => verhoeff(value.replaceAll(' ', '')))
  return found
}

const realMail = (value: string): boolean =>
  !/@(?:[a-z0-9.-]+\.)?(?:example\.(?:com|org|net)|invalid|test|localhost)$|^git@|noreply/i.test(value)

/** 8 to 15 digits of E.164 in groups, and not a number kept for fiction (555-01xx in North America). */
const phone = (value: string): boolean => {
  const digits = value.replace(/\D/g, '')
  return digits.length >= 8 && digits.length <= 15 && !/^1?\d{3}55501\d\d$/.test(digits) && new Set(digits).size > 2
}

// Numbers that payment providers publish for tests: Stripe, Adyen, PayPal, Braintree; checked 2026-11.
const testCards =
  /^(?:4(?:1{15}|242424242424242|0{11}\d{4}|000056655665556|00000\d{10}|012888888881881|2{12})|5(?:5{11}4{4}|105105105105100|200828282828210|4{15}|454545454545454)|2223003122003222|2223000048400011|3(?:78282246310005|71449635398431|78734493671000|4{3}\d{11}|0569309025904|8520000023237|6227206271667|530111333300000|566002020360505)|6(?:01111111111111[37]|011000990139424|011981111111113|205500000000000004|2000000\d{9}))$/

/** Luhn, and the prefixes and lengths that issuers use. Numbers published for tests are nobody's. */
export const card = (digits: string): boolean => {
  if (
    testCards.test(digits) ||
    !/^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35\d{14}|62\d{14,17})$/.test(
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

const cpf = (digits: string): boolean => {
  const check = (length: number): number => {
    let sum = 0
    for (let i = 0; i < length; i++) sum += Number(digits[i]) * (length + 1 - i)
    return ((sum * 10) % 11) % 10
  }
  return new Set(digits).size > 1 && check(9) === Number(digits[9]) && check(10) === Number(digits[10])
}

const nir = (digits: string): boolean => 97 - (Number(digits.slice(0, 13)) % 97) === Number(digits.slice(13))

/** The dihedral group of ten, multiplied along the digits from the right. */
const verhoeff = (digits: string): boolean => {
  const turn = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]
  let check = 0
  for (let i = 0; i < digits.length; i++) {
    let digit = Number(digits[digits.length - 1 - i])
    for (let k = 0; k < i % 8; k++) digit = turn[digit] ?? 0
    check = dihedral(check, digit)
  }
  return check === 0
}

const dihedral = (a: number, b: number): number => {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5)
  return b < 5 ? 5 + ((a - b) % 5) : (((a - b) % 5) + 5) % 5
}

/** How printf, of shells and of languages, shows what it is given. */

import { HOLE } from './value.ts'

/** Some count bytes, some characters. */
export const isPlain = (text: string): boolean => /^[ -~\t\n]*$/.test(text)

/** At most so many characters of it. */
export const cut = (text: string, most: string | undefined): string => (most === undefined ? text : text.slice(0, Number(most)))

/** As printf reads a number: nothing is none of them, and behind a quote stands a character. */
export function integerOf(text: string): number | undefined {
  const [, code] = /^["'](.)/su.exec(text) ?? []
  if (code !== undefined) return code.codePointAt(0)
  const [, sign = '', octal, plain = '0'] = /^\s*([-+]?)(?:0([0-7]+)|(0[xX][\da-fA-F]+|\d+))?$/.exec(text) ?? [
    undefined,
    '',
    undefined,
    'none',
  ]
  const value = octal === undefined ? Number(plain) : Number.parseInt(octal, 8)
  return Number.isSafeInteger(value) ? (sign === '-' ? -value : value) : undefined
}

/** A number by `d`, `i`, `u`, `o`, `x` or `X`; `most` are its digits, -1 where nothing is said of them. */
export function numbered(kind: string, flags: string, most: number, number: number | undefined): string {
  if (number === undefined || (number < 0 && !/[di]/.test(kind))) return HOLE
  const digits = Math.abs(number).toString(kind === 'o' ? 8 : /x/i.test(kind) ? 16 : 10)
  const plus = /[di]/.test(kind) ? (flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '') : ''
  return (number < 0 ? '-' : plus) + (kind === 'X' ? digits.toUpperCase() : digits).padStart(most, '0')
}

export function padded(text: string, width: number, flags: string, kind: string): string {
  if (width < 0 || flags.includes('-')) return text.padEnd(Math.abs(width))
  const zeros = flags.includes('0') && /[diuoxXs]/.test(kind)
  const [sign = ''] = zeros ? (/^[-+ ]/.exec(text) ?? []) : []
  return zeros && kind !== 's' ? sign + text.slice(sign.length).padStart(width - sign.length, '0') : text.padStart(width)
}

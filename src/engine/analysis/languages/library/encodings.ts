/** What is written in another form: letters by number, base 64, hexadecimal, JSON, YAML, packed bytes. */

import { HOLE, taint } from '../../values/value.ts'
import { type CodeValue, unknown, value } from '../model/code.ts'
import { reversed, spelled, splitText, textOf } from '../model/collections.ts'
import { parsed } from '../model/containers.ts'
import { open, type Rows } from './rows.ts'
import { fileContent } from './sources.ts'

export const encodings: Rows = [
  [
    'chr nr2char char fromCharCode fromCodePoint',
    ({ plain }) => {
      const codes = plain.flatMap(item => item.items ?? [item]).map(item => Number(item.text))
      return codes.every(number => Number.isInteger(number) && number > 0 && number < 0x10ffff)
        ? value(String.fromCodePoint(...codes))
        : unknown
    },
  ],
  [
    'b64decode standard_b64decode urlsafe_b64decode atob base64_decode decode_base64 decode64 strict_decode64',
    ({ first }) => decoded(first, 'base64'),
  ],
  ['fromhex unhexlify hex2bin', ({ first }) => decoded(first, 'hex')],
  [
    'from',
    ({ path, args, first, bits, code }) => {
      if (first.items !== undefined) return textOf(spelled(first.items, code)) ?? unknown
      if (path === 'Array.from') return args.length > 1 || first.text.includes(HOLE) ? open(bits) : splitText(first, '', code)
      return args[1] === undefined ? first : decoded(first, args[1].value.text)
    },
  ],
  ['decode', ({ args, first }) => (args[1] === undefined ? first : decoded(first, args[1].value.text))],
  [
    'str_rot13 strrev',
    ({ name, first }) => (name === 'strrev' ? reversed(first) : { text: rot13(first.text), taint: first.taint | taint.decoded }),
  ],
  [
    'load loads safe_load load_file safe_load_file json_decode',
    ({ name, path, args, first, bits, code }) => {
      if (first.fields !== undefined || first.items !== undefined) return first
      // What else it is given may make something else of it.
      if (args.length > 1 && name !== 'json_decode' && !/ya?ml/i.test(path)) return open(bits | taint.decoded)
      return (
        parsed(name.endsWith('_file') ? fileContent(first, code).text : first.text, /ya?ml/i.test(path), code) ??
        open(bits | taint.decoded)
      )
    },
  ],
  [
    'parse',
    ({ path, args, first, bits, code }) => {
      if (path === 'JSON.parse' && args.length === 1)
        return first.fields === undefined ? (parsed(first.text, false, code) ?? open(bits)) : first
      return /^https?:/.test(first.text) ? { text: HOLE, taint: taint.download } : open(bits)
    },
  ],
  ['dumps stringify', ({ first, bits }) => (first.fields === undefined ? open(bits) : { ...first, text: HOLE, taint: bits })],
  ['bytes bytearray', ({ first, code }) => (first.items === undefined ? first : (textOf(spelled(first.items, code)) ?? unknown))],
  [
    'unescape decodeURIComponent decodeURI unquote urldecode',
    ({ first }) => ({
      ...first,
      text: first.text.replace(/%([0-9a-fA-F]{2})/g, (_, pair: string) => String.fromCharCode(Number.parseInt(pair, 16))),
    }),
  ],
  [
    'pack',
    ({ args, first, plain, bits, code }) => {
      if (args[1] === undefined) return unknown
      return /^[CcUW]/.test(first.text)
        ? (textOf(
            spelled(
              plain.slice(1).flatMap(item => item.items ?? [item]),
              code,
            ),
          ) ?? unknown)
        : /^H\*?$/.test(first.text)
          ? decoded(args[1].value, 'hex')
          : open(bits | taint.decoded)
    },
  ],
  ['unpack', ({ bits }) => open(bits | taint.decoded)],
]

export function decoded(from: CodeValue, encoding: string): CodeValue {
  if (from.text.includes(HOLE)) return { text: HOLE, taint: from.taint | taint.decoded }
  const plain =
    encoding === 'utf8' || encoding === 'utf-8' || encoding === 'ascii' || encoding === 'latin1' || encoding === 'unicode_escape'
  if (plain) return from
  if (/rot/i.test(encoding)) return { text: rot13(from.text), taint: from.taint | taint.decoded }
  try {
    const text =
      encoding === 'hex'
        ? from.text.replace(/[0-9a-fA-F]{2}/g, pair => String.fromCharCode(Number.parseInt(pair, 16)))
        : atob(from.text.replace(/\s/g, '').replace(/-/g, '+').replace(/_/g, '/'))
    return { text, taint: from.taint | taint.decoded }
  } catch {
    return { text: HOLE, taint: from.taint | taint.decoded }
  }
}

export function rot13(text: string): string {
  return text.replace(/[a-z]/gi, char => String.fromCharCode(char.charCodeAt(0) + (char.toLowerCase() < 'n' ? 13 : -13)))
}

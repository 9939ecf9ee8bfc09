/** Texts: parts, replacements, formats. */

import { HOLE } from '../../values/value.ts'
import { unknown, value } from '../model/code.ts'
import { join, joinItems, printed, replaced, splitText } from '../model/collections.ts'
import { format } from '../model/formats.ts'
import { madeOf, portion } from '../model/texts.ts'
import { open, type Rows } from './rows.ts'

export const texts: Rows = [
  [
    'implode',
    ({ args, first, code }) =>
      args.length === 1
        ? joinItems(first, [value('')], code)
        : joinItems(args[1]?.value ?? unknown, args[0] === undefined ? [] : [first], code),
  ],
  [
    'concat',
    ({ path, args, first, bits, code }) =>
      path === 'table.concat' ? joinItems(first, [args[1]?.value ?? value('')], code) : open(bits),
  ],
  [
    'paste paste0',
    ({ name, args, plain, code }) =>
      join(
        plain.flatMap(item => item.items ?? [item]),
        args.find(item => item.name === 'sep')?.value.text ?? (name === 'paste' ? ' ' : ''),
        code,
      ),
  ],
  [
    'str_replace preg_replace',
    ({ args, first, code }) => replaced(args[2]?.value ?? unknown, first, args[1]?.value ?? unknown, true, code),
  ],
  [
    'gsub sub subst substitute',
    ({ name, path, first, plain, code }) => {
      // Lua's takes the text first, Vim's too; others the pattern.
      const [subject, sought, put] =
        path === 'string.gsub' || code.language === 'vim' ? plain : [plain[2] ?? unknown, first, plain[1]]
      return replaced(subject ?? unknown, sought ?? unknown, put ?? unknown, name !== 'sub' || code.language === 'python', code)
    },
  ],
  [
    'substr strpart mb_substr',
    ({ args, first, bits, code }) => {
      const from = Number(args[1]?.value.text) - (code.language === 'awk' ? 1 : 0)
      const size = args[2] === undefined ? undefined : Number(args[2].value.text)
      if (first.text.includes(HOLE) || !Number.isInteger(from) || (size !== undefined && !(size >= 0))) return open(bits)
      return { ...first, text: portion(first.text, from, size ?? Number.POSITIVE_INFINITY) }
    },
  ],
  ['explode', ({ args, first, code }) => splitText(args[1]?.value ?? unknown, first.text, code)],
  ['str_split list_chars', ({ args, first, bits, code }) => (args.length > 1 ? open(bits) : splitText(first, '', code))],
  ['strtolower tolower lc', ({ first }) => ({ ...first, text: first.text.toLowerCase() })],
  ['strtoupper toupper uc', ({ first }) => ({ ...first, text: first.text.toUpperCase() })],
  [
    'trim',
    ({ args, first, code }) => {
      const text = args.length > 1 || first.text.includes(HOLE) ? undefined : madeOf('trim', first.text, [], code.language)
      return { ...first, text: text ?? HOLE }
    },
  ],
  ['split', ({ path, first, bits, code }) => (path === 'shlex.split' ? splitText(first, undefined, code) : open(bits))],
  [
    'vsprintf format',
    ({ args, first, plain, code }) => {
      // Rust's own form.
      if (code.language === 'other' && first.text.includes('{')) return format(first, args.slice(1), code)
      return printed(first, plain[1]?.items ?? plain.slice(1), code)
    },
  ],
  ['Sprintf sprintf printf', ({ first, plain, code }) => printed(first, plain[1]?.items ?? plain.slice(1), code)],
]

/** Lists and tables. */

import { HOLE, taint } from '../../values/value.ts'
import { unknown } from '../model/code.ts'
import { isSpelling, listOf, makesLetters, reversed, someOf, spelled, splitText } from '../model/collections.ts'
import { keysOf, pairsOf, sideBySide, tableOf } from '../model/containers.ts'
import { open, type Rows } from './rows.ts'

export const lists: Rows = [
  ['values', ({ first, bits, code }) => (first.fields === undefined ? open(bits) : listOf([...first.fields.values()], code))],
  ['keys', ({ path, first, code }) => (path.startsWith('Object.') ? keysOf(first, code) : undefined) ?? unknown],
  ['entries', ({ path, first, bits, code }) => (path.startsWith('Object.') ? pairsOf(first, code) : undefined) ?? open(bits)],
  ['fromEntries Map', ({ first, bits }) => tableOf(first) ?? open(bits)],
  [
    'dict SimpleNamespace Namespace OpenStruct',
    ({ args, first, bits }) => {
      const told = args.filter(argument => argument.name !== undefined)
      if (told.length === 0) return tableOf(first) ?? first
      return { text: HOLE, taint: bits, fields: new Map(told.map(argument => [argument.name as string, argument.value])) }
    },
  ],
  ['enumerate', ({ first, code }) => sideBySide([undefined, first], code)],
  ['zip', ({ plain, code }) => sideBySide(plain, code)],
  [
    'next iter max min choice',
    ({ name, first, plain, bits }) => (name === 'iter' ? first : plain.length > 1 ? open(bits) : someOf(first)),
  ],
  ['Set set frozenset tuple freeze deepcopy structuredClone vars', ({ first }) => first],
  ['len strlen count sizeof length', () => unknown],
  [
    'c array list vec',
    ({ name, args, first, plain, code }) => {
      if (args.length === 1 && name === 'list' && code.language === 'python' && first.items === undefined)
        return first.text.includes(HOLE) ? first : splitText(first, '', code)
      return args.length === 1 && first.items !== undefined ? first : listOf(plain, code)
    },
  ],
  ['asList listOf setOf arrayOf mutableListOf', ({ plain, code }) => listOf(plain, code)],
  [
    'array_merge',
    ({ plain, code }) =>
      listOf(
        plain.flatMap(item => item.items ?? [item]),
        code,
      ),
  ],
  ['reversed array_reverse rev', ({ first }) => reversed(first)],
  ['reverse', ({ args, first, plain, code }) => reversed(args.length > 1 ? listOf(plain, code) : first)],
  [
    'map array_map',
    ({ args, plain, bits, code }) => {
      const items = plain.length > 2 ? plain.slice(1) : (plain[1]?.items ?? [])
      const spells = isSpelling(args[0]?.tokens ?? [])
      return (
        (spells ? spelled(items, code) : undefined) ?? {
          text: HOLE,
          taint: makesLetters(args[0]?.tokens ?? []) ? bits | taint.decoded : bits,
        }
      )
    },
  ],
]

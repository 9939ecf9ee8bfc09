/** Methods and slices of values. */

import { bounds, joined } from '../../values/analysis.ts'
import { HOLE, taint } from '../../values/value.ts'
import { eachWay, either, overArguments } from '../model/branching.ts'
import {
  type Argument,
  type Callable,
  type Code,
  type CodeValue,
  isNamedBy,
  namedBy,
  opensItself,
  unknown,
} from '../model/code.ts'
import {
  isSpelling,
  join,
  joinItems,
  listOf,
  makesLetters,
  printed,
  replaced,
  reversed,
  someOf,
  spelled,
  splitText,
  textOf,
} from '../model/collections.ts'
import { fieldOf, keysOf, pairsOf } from '../model/containers.ts'
import { format } from '../model/formats.ts'
import { isMade, temporary } from '../model/temporary.ts'
import { isAscii, isOfTexts, madeOf } from '../model/texts.ts'
import type { Token } from '../tokens/lexer.ts'
import { call } from './calls.ts'
import { decoded } from './encodings.ts'
import { fileContent } from './sources.ts'

const modules = /^(?:(?:node:)?(?:fs|os|fs\/promises)|fs-extra|tempfile)$/

/** `require('path')`, by whatever name it goes. */
const pathModule = /^(?:node:)?path(?:\/(?:posix|win32))?$/
const pathCalls = /^(?:join|resolve|normalize)$/

export function method(on: CodeValue, name: string, given: readonly Argument[], code: Code): CodeValue {
  return overArguments(given, args => eachWay(on, one => methodOnce(one, name, args, code)))
}

function methodOnce(on: CodeValue, name: string, args: readonly Argument[], code: Code): CodeValue {
  const first = args[0]?.value
  if (isNamedBy(on) && passes.test(name)) return on
  // A module in a variable: `fs = require('fs')`.
  const made = modules.test(on.text) ? temporary(name, `${on.text}.${name}`, args, code) : undefined
  if (made !== undefined) return made
  if (/^(?:node:)?os$/.test(on.text) && name === 'homedir') return call(name, args, code)
  if (code.language === 'javascript' && pathModule.test(on.text) && pathCalls.test(name)) return call(`path.${name}`, args, code)
  if (isOfTexts(name) && on.items === undefined) {
    const texts = args.map(argument => argument.value.text)
    const isKnown = ![on.text, ...texts].some(text => text.includes(HOLE))
    // Of what is not known, its ends may be anything.
    if (!isKnown) return { ...on, text: on.text.includes(HOLE) ? on.text : HOLE }
    const text = madeOf(name, on.text, texts, code.language)
    return text === undefined ? { text: HOLE, taint: on.taint | taint.decoded } : { ...on, text }
  }
  switch (name) {
    case 'join':
      return joinItems(
        on,
        args.map(argument => argument.value),
        code,
      )
    case 'keys':
    case 'each_key':
      return keysOf(on, code) ?? { text: HOLE, taint: on.taint }
    case 'items':
    case 'entries':
    case 'each_pair':
      return pairsOf(on, code) ?? { text: HOLE, taint: on.taint }
    case 'get':
    case 'fetch':
    case 'dig': {
      if (on.fields === undefined) return { text: HOLE, taint: on.taint }
      // `c.dig(:a, :b)`; elsewhere the second is what there is otherwise.
      const keys = name === 'dig' ? args : args.slice(0, 1)
      const found = keys.reduce((held, { value: key }) => (held.fields === undefined ? unknown : fieldOf(held.fields, key)), on)
      return name === 'dig' || args[1] === undefined ? found : either(found, args[1].value)
    }
    case 'pop':
    case 'shift':
    case 'at':
    case 'first':
    case 'last':
    case 'sample':
      return someOf(on)
    case 'value':
      return args.length === 0 ? on : { text: HOLE, taint: on.taint }
    case 'values':
    case 'each_value':
      return on.fields === undefined ? on : listOf([...on.fields.values()], code)
    case 'length':
    case 'size':
    case 'bytesize':
      return args.length === 0 && on.fields === undefined ? unknown : { text: HOLE, taint: on.taint }
    case 'joinpath':
    case 'appendingPathComponent':
    case 'appending':
      return join([on, ...args.map(argument => argument.value)], '/', code)
    case 'replace':
    case 'replaceAll':
    case 'replace_all':
    case 'sub':
    case 'gsub': {
      const once = name === 'sub' || (name === 'replace' && /^(?:javascript|perl)$/.test(code.language))
      return replaced(on, first ?? unknown, args[1]?.value ?? unknown, !once, code, args[2]?.value.text)
    }
    case 'map':
    case 'collect': {
      // The names as they are, or whatever is made of them.
      if (isNamedBy(on)) return { ...on, text: HOLE, items: [...(on.items ?? []), unknown] }
      const made = args[0]?.value.calls
      const each =
        made?.own === undefined || on.items === undefined || on.items.length > bounds.values
          ? undefined
          : listOf(
              on.items.map(
                item => code.functions?.run(made, [{ name: undefined, value: item, tokens: [] }], siteOf(made)) ?? unknown,
              ),
              code,
            )
      if (each?.items?.every(({ text }) => !text.includes(HOLE)) === true) return each
      const spells = isSpelling(args[0]?.tokens ?? [])
      return (
        (spells ? spelled(on.items ?? [], code) : undefined) ?? {
          text: HOLE,
          taint: makesLetters(args[0]?.tokens ?? []) ? on.taint | taint.decoded : on.taint,
        }
      )
    }
    case 'chr':
      return spelled([on], code)?.items?.[0] ?? { text: HOLE, taint: on.taint }
    case 'slice': {
      const [from, to] = args.map(argument => Number(argument.value.text))
      if (on.items === undefined || !Number.isInteger(from)) return { text: HOLE, taint: on.taint }
      return listOf(on.items.slice(from, to), code)
    }
    case 'repeat':
    case 'rep': {
      const times = Number(first?.text)
      return Number.isInteger(times) && times >= 0 && times <= bounds.fields
        ? {
            ...on,
            text: joined(
              Array.from({ length: times }, () => on.text),
              '',
              code.analysis,
            ),
          }
        : { text: HOLE, taint: on.taint }
    }
    case 'unpack':
    case 'unpack1':
      return /^m/.test(first?.text ?? '') ? decoded(on, 'base64') : { text: HOLE, taint: on.taint | taint.decoded }
    case 'split':
      return splitText(on, first?.text, code, args[1]?.value.text)
    case 'reverse':
      return reversed(on)
    case 'toString':
      if (on.items !== undefined || (first !== undefined && !/^(?:utf-?8|ascii|latin1|binary|10)$/i.test(first.text)))
        return { text: HOLE, taint: on.taint | taint.decoded }
      return on
    case 'decode':
      return first === undefined || on.text === HOLE ? on : decoded(on, first.text)
    case 'format':
      if (code.language === 'lua')
        return printed(
          on,
          args.map(argument => argument.value),
          code,
        )
      return format(on, args, code)
    case 'concat':
      if (on.items !== undefined) return listOf([...on.items, ...args.flatMap(({ value: item }) => item.items ?? [item])], code)
      return join([on, ...args.map(argument => argument.value)], '', code)
    case 'open':
      return opensItself(on) ? fileContent(on, code) : { text: HOLE, taint: on.taint }
    case 'read_text':
    case 'read_bytes':
    case 'read':
    case 'readlines':
    case 'getvalue':
    case 'text':
      if (on.content !== undefined) return on
      return on.text === HOLE ? on : fileContent(on, code)
    // What a temporary folder's object calls itself, and an entry of a folder.
    case 'name':
    case 'dirname':
      if (name === 'name' && /(?:^|\/)\*$/.test(on.text)) return { ...on, text: '*' }
      return isMade(on) && args.length === 0 ? on : { text: HOLE, taint: on.taint }
    case 'path':
      return args.length === 0 && /[/*]/.test(on.text) ? on : { text: HOLE, taint: on.taint }
    case 'getresponse':
      return { text: HOLE, taint: taint.download }
    case 'parent':
      return { ...on, text: `${on.text}/..` }
    case 'parents':
      return listOf(
        Array.from({ length: 9 }, (_, at) => ({ ...on, text: on.text + '/..'.repeat(at + 1) })),
        code,
      )
    // A result of Rust, or another form of the same path.
    case 'unwrap':
    case 'unwrap_or_default':
    case 'expect':
    case 'as_path':
    case 'to_path_buf':
    case 'toFile':
    case 'toPath':
    case 'toAbsolutePath':
    case 'getAbsoluteFile':
      return code.language === 'other' ? on : { text: HOLE, taint: on.taint }
    case 'expanduser':
      return on.text[0] === '~' ? { ...on, text: code.analysis.host.home + on.text.slice(1) } : on
    case 'sorted':
    case 'filter':
    case 'select':
    case 'reject':
    case 'sort':
    case 'sort_by':
    case 'uniq':
    case 'compact':
      return { text: HOLE, taint: on.taint, ...((on.items ?? on.each) !== undefined && { each: on.items ?? on.each }) }
    case 'listFiles':
      return namedBy({ ...on, text: `${on.text}/*` })
    case 'glob':
    case 'iterdir':
    case 'rglob':
      return namedBy(code.language === 'ruby' ? (first ?? unknown) : { ...on, text: `${on.text}/${first?.text ?? '*'}` })
    case 'globSync':
      return namedBy(first ?? unknown)
    case 'to_sym':
    case 'encode':
    case 'resolve':
    case 'absolute':
    case 'to_s':
    case 'expand_path':
    case 'to_path':
    case 'as_posix':
    case 'getPathname':
    case 'FullName':
    case 'getRealPath':
    case 'freeze':
    case 'dup':
    case 'valueOf':
    case 'pathname':
      return on
    case 'pack':
      if (/^[CcUW]/.test(first?.text ?? '')) return textOf(spelled(on.items ?? [], code)) ?? unknown
      return /^H\*?$/.test(first?.text ?? '')
        ? decoded(on.items?.[0] ?? on, 'hex')
        : { text: HOLE, taint: on.taint | taint.decoded }
    case 'execSync':
    case 'execFileSync':
    case 'check_output':
    case 'popen':
    case 'b64decode':
    case 'decode64':
    case 'unhexlify':
    case 'fromhex':
    case 'getattr':
      return call(name, args, code)
    default: {
      if (isNamedBy(on)) return on
      // A command line in letters: what else is made of it, nobody has read.
      if ((rewrites.test(name) || /\s/.test(on.text)) && on.items === undefined && !on.text.includes(HOLE))
        return { text: HOLE, taint: on.taint | taint.decoded }
      const [only] = args
      if (only !== undefined && isNamedBy(only.value)) return only.value
      if (/^(?:pathlib|os)\b/.test(on.made ?? '')) return call(`${on.made}.${name}`, args, code)
      if (/^urllib\b/.test(on.made ?? '')) return { text: HOLE, taint: on.taint | call(`${on.made}.${name}`, args, code).taint }
      // Of a module by its name: `__import__('zlib').decompress(x)`.
      const { taint: bits } = /^[A-Za-z_][\w.]*$/.test(on.text) ? call(`${on.text}.${name}`, args, code) : on
      return { text: HOLE, taint: on.taint | bits }
    }
  }
}

/** Where a function that is given one of a list is called. */
const siteOf = ({ own }: Callable): Token => own?.all[own.from] as Token

/** Gives the names of a list, or each of them, as they are. */
const passes =
  /^(?:split|splitlines|lines|each_line|readlines|read|toString|to_s|decode|r?strip|trim|trimEnd|chomp|stdout|filter|sort)$/

/** Makes another text of one, in ways that are not followed. */
const rewrites = /^r?partition$|^(?:translate|rsplit|splitlines|tr_s|squeeze|succ|match|normalize|format_map)$/

/** `x[1:]`, `x[:8]`, `x[-2:]`; anything else is unknown. */
export function slice(of: CodeValue, inside: readonly Token[]): CodeValue {
  const parts = /^(-?\d*):(-?\d*)$/.exec(inside.map(part => part.value).join(''))
  if (of.text.includes(HOLE)) return { text: HOLE, taint: of.taint }
  if (parts === null || !isAscii(of.text)) return { text: HOLE, taint: of.taint | (of.items === undefined ? taint.decoded : 0) }
  const from = Number(parts[1])
  const to = parts[2] === '' ? undefined : Number(parts[2])
  if (of.items === undefined) return { ...of, text: of.text.slice(from, to) }
  const items = of.items.slice(from, to)
  return { text: items.map(item => item.text).join(' '), items, taint: of.taint }
}

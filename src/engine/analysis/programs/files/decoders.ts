/** Programs that change text: what comes out is computed when it can be, since payloads are hidden this way. */

import type { Programs } from '../../calls/form.ts'
import { has, options } from '../../calls/options.ts'
import { movedAway, overwritten, readPath } from '../../effects/file-effects.ts'
import { escapes } from '../../expansion/printf.ts'
import { bounds, type Call } from '../../values/analysis.ts'
import { HOLE, isKnown, nothing, type Stream, taint, type Value } from '../../values/value.ts'

export const decoders: Programs = {
  'base64 gbase64 basenc': call => {
    const out = decodes(call) ? decode(call, base64) : plain(call)
    const { values } = options(call.args, 'i o w input output')
    const target = values.get('o') ?? values.get('output')
    return target === undefined ? out : written(target, out, call)
  },
  base32: call => (decodes(call) ? decode(call, () => undefined) : plain(call)),
  'uudecode gunzip bunzip2 unxz unlzma uncompress': call => decode(call, () => undefined),
  xxd: call => {
    const given = options(call.args, 'c g l o s')
    const out = has(given, 'r', 'revert') ? decode(call, hexadecimal) : plain(call)
    const [, target] = given.positional
    return target === undefined ? out : written(target, out, call)
  },
  rev: call => decode(call, text => text.replace(/.+/g, line => [...line].reverse().join(''))),
  tac: call => {
    const from = source(call)
    return {
      ...from,
      text:
        from.text
          ?.match(/[^\n]*\n|[^\n]+$/g)
          ?.reverse()
          .join('') ?? from.text,
    }
  },
  tr,
  'gzip pigz bzip2 pbzip2 lbzip2 lz4 brotli xz pxz pixz lzma lzop compress zstd zstdmt pzstd lzip plzip': packer,
  gpg: call => {
    const out = has(options(call.args), 'd', 'decrypt') ? decode(call, () => undefined) : plain(call)
    const { values } = options(call.args, 'o output homedir r recipient u local-user')
    const target = values.get('o') ?? values.get('output')
    return target === undefined ? out : written(target, out, call)
  },
}

/** What goes into a file in place of the output. */
function written(target: Value, out: Stream, { env, analysis, invocation }: Call): Stream {
  if (target.text === '-') return out
  overwritten(target, 'replace', env, analysis, invocation, { text: out.text, taint: out.taint })
  return nothing
}

function decodes(call: Call): boolean {
  return has(options(call.args, 'i o w input output'), 'd', 'D', 'decode')
}

/** Where they are not those of base64: `-c` of gunzip takes none. */
const valued: Readonly<Record<string, string>> = {
  xxd: 'c g l o s',
  tac: 's separator',
  gunzip: 'S suffix',
  bunzip2: '',
  unxz: 'T',
  unlzma: 'T',
  uncompress: '',
  rev: '',
}

function source(call: Call): Stream {
  const given = options(call.args, valued[call.program] ?? 'i o w input output')
  const input = given.values.get('i') ?? given.values.get('input')
  const files = input === undefined ? given.positional : [input]
  const streams = (call.program === 'xxd' ? files.slice(0, 1) : files).map(file =>
    file.text === '-' ? call.stdin : readPath(file, call.env, call.analysis, call.invocation),
  )
  const [first = call.stdin] = streams
  return {
    text: streams.length < 2 ? first.text : undefined,
    taint: streams.reduce((bits, stream) => bits | stream.taint, streams.length === 0 ? first.taint : 0),
  }
}

/** `gzip -c file`: what is packed is what flows on. */
function packer(call: Call): Stream {
  const given = options(call.args, `S T o D w suffix threads output${call.program === 'brotli' ? ' q' : ''}`)
  let { taint: bits } = given.positional.length === 0 ? call.stdin : nothing
  for (const file of given.positional)
    bits |= file.text === '-' ? call.stdin.taint : readPath(file, call.env, call.analysis, call.invocation).taint
  const made = given.values.get('o') ?? given.values.get('output') ?? (call.program === 'lz4' ? given.positional[1] : undefined)
  if (made !== undefined) written(made, { text: undefined, taint: bits }, call)
  // The file itself goes, and another with its content comes.
  if (!has(given, 'c', 'k', 'l', 't', 'stdout', 'to-stdout', 'keep', 'list', 'test'))
    for (const file of given.positional) {
      const stays = /^(?:p?zstd(?:mt)?|lz4|brotli)$/.test(call.program) && !has(given, 'rm', 'm', 'j')
      if (stays) overwritten(file, 'permissions', call.env, call.analysis, call.invocation)
      else movedAway(file, call.env, call.analysis, call.invocation)
      const unpacked = { ...file, text: file.text.replace(/\.[a-z0-9]+$/, '') }
      if (has(given, 'd', 'decompress')) overwritten(unpacked, 'permissions', call.env, call.analysis, call.invocation)
    }
  return { text: undefined, taint: has(given, 'd', 'decompress') ? bits | taint.decoded : bits }
}

function plain(call: Call): Stream {
  return { text: undefined, taint: source(call).taint }
}

function decode(call: Call, how: (text: string) => string | undefined): Stream {
  const from = source(call)
  const text = from.text === undefined || from.text.includes(HOLE) ? undefined : how(from.text)
  return { text, taint: from.taint | taint.decoded }
}

function base64(text: string): string | undefined {
  const packed = text.replace(/\s/g, '').replace(/-/g, '+').replace(/_/g, '/')
  if (packed === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return undefined
  try {
    return atob(packed)
  } catch {
    return undefined
  }
}

function hexadecimal(text: string): string | undefined {
  const digits = text.replace(/\\x|0x|\s/g, '')
  if (digits.length % 2 === 1 || !/^[0-9a-fA-F]+$/.test(digits)) return undefined
  let out = ''
  for (let index = 0; index < digits.length; index += 2)
    out += String.fromCharCode(Number.parseInt(digits.slice(index, index + 2), 16))
  return out
}

/** `tr 'A-Za-z' 'N-ZA-Mn-za-m'`, `tr -d x`. */
function tr(call: Call): Stream {
  const { flags, positional } = options(call.args)
  const { text, taint: bits } = call.stdin
  const [set, other] = positional.map(word => (isKnown(word) ? characters(word.text) : undefined))
  const deletes = flags.has('d') || flags.has('delete')
  if (text === undefined || set === undefined || flags.size > (deletes ? 1 : 0)) return { text: undefined, taint: bits }
  if (deletes) return { text: [...text].filter(char => !set.includes(char)).join(''), taint: bits }
  if (other === undefined || other === '') return { text: undefined, taint: bits }
  let out = ''
  for (const char of text) {
    const at = set.lastIndexOf(char)
    out += at < 0 ? char : (other[Math.min(at, other.length - 1)] as string)
  }
  return { text: out, taint: out === text ? bits : bits | taint.decoded }
}

const classes: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  blank: '\t ',
  digit: '0-9',
  lower: 'a-z',
  punct: '!-/:-@[-`{-~',
  space: '\t-\r ',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
}

/** The characters of a set; undefined for those of a locale, that repeat, or whose dash is one. */
function characters(set: string): string | undefined {
  if (/\[(?:[=.]|.\*\d*\])|\\(?:-|0?55)/.test(set)) return undefined
  const named = escapes(set).replace(/\[:(\w+):\]/g, (whole, name: string) => classes[name] ?? whole)
  if (named.includes('[:')) return undefined
  let out = ''
  for (let index = 0; index < named.length && out.length < bounds.length; index++) {
    const low = named[index] as string
    const high = named[index + 1] === '-' ? named[index + 2] : undefined
    if (high === undefined) out += low
    else {
      for (let code = low.charCodeAt(0); code <= high.charCodeAt(0); code++) out += String.fromCharCode(code)
      index += 2
    }
  }
  return out
}

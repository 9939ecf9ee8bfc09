/** `read` and `mapfile`: what comes in becomes variables. */

import { options } from '../calls/options.ts'
import { atMost, bounds, type Call, fork, referred } from '../values/analysis.ts'
import { HOLE, hole, listed, NUL, nothing, type Stream, taint, type Value, type Variable, withoutNul } from '../values/value.ts'
import { subscripts } from './subscripts.ts'

/** `read`: sets its variables from standard input, or to holes. */
export function readVariables(call: Call): Stream {
  const given = options(call.args, 'a d i n N p t u k', true)
  const from = source(call, given.values.get('u'))
  // Nobody is to see what is typed.
  const stdin = call.args.some(({ text }) => /^-[a-z]*s/.test(text)) ? { ...from, taint: from.taint | taint.secret } : from
  const array =
    given.values.get('a') ?? (call.args.some(word => /^-[a-zA-Z]*[aA]$/.test(word.text)) ? given.positional[0] : undefined)
  const delimiter = given.values.get('d')?.text
  const names = given.positional.map(word => word.text).filter(name => /^[A-Za-z_]\w*$/.test(name))
  if (names.length === 0) names.push('REPLY')
  const separators = call.env.variables.get('IFS')?.fields.reduce((all, { text }) => all + text, '') ?? ' \t\n'
  const isRaw = call.args.some(({ text }) => /^-[a-z]*r/.test(text))
  const lines = stdin.text === undefined ? [] : records(isRaw ? stdin.text : continued(stdin.text), delimiter, call)
  const rows = lines.map(line => split(signs(line, isRaw), separators, array === undefined ? names.length : bounds.fields))
  if (array !== undefined) {
    set(array.text, { fields: (rows[0] ?? []).map(piece => field(piece, array.text, stdin)), array: true }, call)
    return nothing
  }
  for (const word of given.positional) subscripts(word.text, call.env, call.analysis)
  names.forEach((name, index) => {
    const values = rows.map(row => row[index] ?? '')
    const fields = [...new Set(values)].map(value => field(value, name, stdin))
    set(name, { fields: fields.length === 0 ? unread(name, stdin) : fields, array: false }, call)
  })
  return nothing
}

/** A line that nobody knows, of an output whose program is known. */
function unread(name: string, stream: Stream): readonly Value[] {
  const patterns = patternsIn(stream)
  if (patterns.length > 0) return patterns
  const line = unnamed(`$${name}`, stream)
  return [stream.by === undefined ? line : { ...line, unknown: `a line of $(${stream.by})` }]
}

/** One of the names that `find` prints in a folder, or anything else that nobody knows. */
export function unnamed(written: string, { taint: bits, names, from = [] }: Stream): Value {
  const below = names === true ? from.filter(value => !value.glob) : []
  return { ...hole(written, bits), ...(below.length > 0 && { below }) }
}

/** The patterns whose names somebody prints (`ls ~/.ss?`, `find -name`), when these are all of it. */
export function patternsIn({ text, names, from = [] }: Stream): readonly Value[] {
  return text === undefined && names === true && from.every(value => value.glob) ? from : []
}

/** `mapfile`: sets an array from the lines of standard input, or to a hole. */
export function readLines(call: Call): Stream {
  const given = options(call.args, 'd n O s u C c', true)
  const stdin = source(call, given.values.get('u'))
  const callback = given.values.get('C')
  if (callback !== undefined) call.analysis.script(`${callback.text} 0 x`, fork(call.env), nothing)
  const name = given.positional[0]?.text ?? 'MAPFILE'
  const text = stdin.text?.replace(/\n$/, '')
  const patterns = patternsIn(stdin)
  if (patterns.length > 0) {
    set(name, { fields: patterns, array: true }, call)
    return nothing
  }
  const between = given.values.get('d')?.text ?? '\n'
  const lines = text === undefined ? [] : atMost(text.split(between || NUL), bounds.fields, call.analysis)
  set(
    name,
    { fields: text === undefined ? [unnamed(`$${name}`, stdin)] : lines.map(line => field(line, name, stdin)), array: true },
    call,
  )
  return nothing
}

function source(call: Call, descriptor: Value | undefined): Stream {
  return descriptor === undefined ? call.stdin : (call.analysis.files.get(`/dev/fd/${descriptor.text}`) ?? nothing)
}

/** In a loop every line is read sooner or later, elsewhere only the first, where it is known which one that is. */
function records(text: string, delimiter: string | undefined, call: Call): readonly string[] {
  const all = text.replace(/\n$/, '').split(delimiter === '' ? NUL : (delimiter ?? '\n'))
  const isAny = (call.analysis.loops ?? 0) > 0 || (call.stdin.taint & taint.counted) !== 0
  return isAny ? atMost(all, bounds.values, call.analysis) : all.slice(0, 1)
}

/** A line goes on behind a backslash at its end. */
const continued = (text: string): string => text.replace(/\\([\s\S])/g, (pair, sign: string) => (sign === '\n' ? '' : pair))

/** A character of a line; one behind a backslash divides nothing. */
interface Sign {
  readonly text: string
  readonly divides: boolean
}

const signs = (line: string, isRaw: boolean): readonly Sign[] =>
  isRaw
    ? [...line].map(text => ({ text, divides: true }))
    : [...line.matchAll(/\\([\s\S])|[^\\]/gu)].map(([whole, kept]) => ({ text: kept ?? whole, divides: kept === undefined }))

/** So many fields as there are names; the last one has the rest as it stands, without the blanks at its end. */
function split(line: readonly Sign[], separators: string, most: number): readonly string[] {
  const isIn = (sign: Sign | undefined, kind: RegExp): boolean =>
    sign?.divides === true && separators.includes(sign.text) && kind.test(sign.text)
  const [blank, any] = [/[ \t\n]/, /[\s\S]/]
  let [at, end] = [0, line.length]
  while (isIn(line[at], blank)) at++
  while (end > at && isIn(line[end - 1], blank)) end--
  const fields: string[] = []
  while (at < end && fields.length < most - 1) {
    let field = ''
    for (; at < end && !isIn(line[at], any); at++) field += line[at]?.text ?? ''
    fields.push(field)
    while (isIn(line[at], blank)) at++
    if (at < end && isIn(line[at], any)) at++
    while (isIn(line[at], blank)) at++
  }
  if (at < end)
    fields.push(
      line
        .slice(at, end)
        .map(({ text }) => text)
        .join(''),
    )
  return fields
}

function field(piece: string, name: string, stdin: Stream): Value {
  if (piece === '') return hole(`$${name}`, stdin.taint)
  return { ...listed(withoutNul(piece)), taint: stdin.taint, unknown: piece.includes(HOLE) ? `$${name}` : undefined }
}

function set(name: string, value: Variable, call: Call): void {
  call.env.variables.set(referred(name, call.env), value)
}

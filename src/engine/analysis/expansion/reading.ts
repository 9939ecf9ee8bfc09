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
  const separators = call.env.variables.get('IFS')?.fields.reduce((all, { text }) => all + text, '') ?? ' \t\n'
  const lines = stdin.text === undefined ? [] : records(stdin.text, delimiter, call)
  const rows = lines.map(line => split(line, separators))
  if (array !== undefined) {
    set(array.text, { fields: (rows[0] ?? []).map(piece => field(piece, array.text, stdin)), array: true }, call)
    return nothing
  }
  for (const word of given.positional) subscripts(word.text, call.env, call.analysis)
  const names = given.positional.map(word => word.text).filter(name => /^[A-Za-z_]\w*$/.test(name))
  if (names.length === 0) names.push('REPLY')
  names.forEach((name, index) => {
    const last = index === names.length - 1
    const values = rows.map(row => (last ? row.slice(index).join(separators[0] ?? ' ') : (row[index] ?? '')))
    const fields = [...new Set(values)].map(value => field(last && index === 0 ? trim(value, separators) : value, name, stdin))
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

function split(line: string, separators: string): readonly string[] {
  if (separators === '') return [line]
  const pieces: string[] = []
  let piece = ''
  for (const char of trim(line, separators)) {
    if (!separators.includes(char)) piece += char
    else if (piece !== '' || !/\s/.test(char)) {
      pieces.push(piece)
      piece = ''
    }
  }
  pieces.push(piece)
  return pieces
}

function trim(text: string, separators: string): string {
  return /[ \t\n]/.test(separators) ? text.trim() : text
}

function field(piece: string, name: string, stdin: Stream): Value {
  if (piece === '') return hole(`$${name}`, stdin.taint)
  return { ...listed(withoutNul(piece)), taint: stdin.taint, unknown: piece.includes(HOLE) ? `$${name}` : undefined }
}

function set(name: string, value: Variable, call: Call): void {
  call.env.variables.set(referred(name, call.env), value)
}

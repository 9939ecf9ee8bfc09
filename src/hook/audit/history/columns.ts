/** A stretch of a log file as columns: what questions are asked about, in 60 bytes for each call. The rest stays in the log. */

import { isObject, stringAt } from '../../../core/json.ts'
import { type Entry, idLength } from '../entry.ts'
import { projectOf } from '../filter.ts'

export const dimensions = [
  'client',
  'event',
  'tool',
  'decision',
  'would',
  'rules',
  'audited',
  'failure',
  'certainty',
  'user',
  'host',
  'session',
  'project',
  'shape',
] as const
export type Dimension = (typeof dimensions)[number]

export interface Columns {
  readonly count: number
  /** Milliseconds since 1970, and how long a call took; NaN where the line does not say. */
  readonly at: Float64Array
  readonly ms: Float64Array
  /** Where a line begins behind the beginning of the part, and its length. */
  readonly start: Uint32Array
  readonly length: Uint32Array
  /** Ten bytes each, filled up with zeros; zeros alone for an id that is not of plain characters. */
  readonly ids: Uint8Array
  /** By dimension: each row's place in `names`. */
  readonly codes: Readonly<Record<Dimension, Uint16Array>>
  readonly names: Readonly<Record<Dimension, readonly string[]>>
}

/** A part of a file, whole lines from `from` to `to`. */
export interface Part extends Columns {
  readonly from: number
  readonly to: number
  /** Of these bytes, so that a file that was changed is noticed. */
  readonly digest: string
  /** Lines that could not be read. */
  readonly damaged: number
}

/** Codes have two bytes. */
export const mostRows = 16_384
/** Several names in one text: of rules. */
export const separator = '\n'
export const listed = (names: string): readonly string[] => (names === '' ? [] : names.split(separator))

/** But for lists of rules, which are counted one by one. */
const longestName = 1_000

export const columnsOf = (
  rows: readonly { readonly entry: Entry; readonly start: number; readonly length: number }[],
): Columns => {
  const count = rows.length
  const [at, ms] = [new Float64Array(count), new Float64Array(count)]
  const [start, length] = [new Uint32Array(count), new Uint32Array(count)]
  const ids = new Uint8Array(count * idLength)
  const known = perDimension(() => new Map<string, number>())
  const codes = perDimension(() => new Uint16Array(count))
  for (const [row, { entry, start: from, length: bytes }] of rows.entries()) {
    at[row] = entry.at ?? Number.NaN
    ms[row] = entry.ms ?? Number.NaN
    start[row] = from
    length[row] = bytes
    if (/^[\x21-\x7e]*$/.test(entry.id))
      for (let i = 0; i < entry.id.length; i++) ids[row * idLength + i] = entry.id.charCodeAt(i)
    const values = valuesOf(entry)
    for (const dimension of dimensions) {
      const names = known[dimension]
      const value = values[dimension]
      const name = dimension === 'rules' || dimension === 'audited' ? value : value.slice(0, longestName)
      const code = names.get(name) ?? names.size
      if (code === names.size) names.set(name, code)
      codes[dimension][row] = code
    }
  }
  return { count, at, ms, start, length, ids, codes, names: perDimension(dimension => [...known[dimension].keys()]) }
}

const perDimension = <T>(make: (dimension: Dimension) => T): Record<Dimension, T> =>
  Object.fromEntries(dimensions.map(dimension => [dimension, make(dimension)])) as Record<Dimension, T>

const valuesOf = (entry: Entry): Record<Dimension, string> => ({
  client: entry.client,
  event: entry.event,
  tool: entry.tool,
  decision: entry.decision,
  would: entry.would,
  rules: entry.rules.join(separator),
  audited: entry.audited.join(separator),
  failure: stringAt(entry.record, 'failure') ?? '',
  certainty: stringAt(entry.record, 'certainty') ?? '',
  user: entry.user,
  host: stringAt(entry.record, 'host') ?? '',
  session: entry.session,
  project: projectOf(entry),
  shape: shapeOf(entry),
})

/** What calls that are alike share: the tool, and of a command the program with the words that say what it is to do. */
export const shapeOf = ({ tool, event, record }: Entry): string => {
  const { replay } = record
  const head = tool || event || 'call'
  if (!isObject(replay) || replay.toolType !== 'shell' || typeof replay.content !== 'string') return head
  const [line = ''] = replay.content
    .slice(0, 400)
    .replace(/^(?:cd [^\s;&|]+ ?(?:&&|;) ?)+/, '')
    .split('\n', 1)
  const words: string[] = []
  for (const word of line.trim().split(' ')) {
    if (words.length === 0 && /^\w+=/.test(word)) continue
    if (words.length === 2 || !/^[A-Za-z][\w:.-]*$/.test(word)) break
    words.push(word)
  }
  return `${head} ${words.join(' ')}`.trim()
}

export const nameAt = ({ codes, names }: Columns, dimension: Dimension, row: number): string =>
  names[dimension][codes[dimension][row] ?? 0] ?? ''

/** The id of a row, as far as it is of plain characters. */
export const idAt = ({ ids }: Columns, row: number): string => {
  let id = ''
  for (let i = row * idLength; i < (row + 1) * idLength && ids[i] !== 0; i++) id += String.fromCharCode(ids[i] ?? 0)
  return id
}

/** The columns in one piece, in the machine's own order of bytes: an index stays on its machine. */
export const packed = ({ at, ms, start, length, codes, ids }: Columns): Uint8Array => {
  const arrays = [at, ms, start, length, ...dimensions.map(dimension => codes[dimension]), ids]
  const whole = new Uint8Array(arrays.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let to = 0
  for (const { buffer, byteOffset, byteLength } of arrays) {
    whole.set(new Uint8Array(buffer, byteOffset, byteLength), to)
    to += byteLength
  }
  return whole
}

/** Undefined where the sizes do not fit each other. */
export const unpacked = (bytes: Uint8Array, count: number, names: Columns['names']): Columns | undefined => {
  if (bytes.length !== count * (8 + 8 + 4 + 4 + 2 * dimensions.length + idLength)) return undefined
  // Numbers may not begin anywhere; a copy begins at zero.
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
  let from = byteOffset
  const take = (size: number): number => {
    const here = from
    from += size * count
    return here
  }
  return {
    count,
    at: new Float64Array(buffer, take(8), count),
    ms: new Float64Array(buffer, take(8), count),
    start: new Uint32Array(buffer, take(4), count),
    length: new Uint32Array(buffer, take(4), count),
    codes: perDimension(() => new Uint16Array(buffer, take(2), count)),
    ids: new Uint8Array(buffer, take(idLength), count * idLength),
    names,
  }
}

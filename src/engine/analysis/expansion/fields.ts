/** Collects the fields that one word becomes. */

import { bounds, type Expander, joined, tooLong } from '../values/analysis.ts'
import { HOLE, hole, literal, taint, type Value, type Variable } from '../values/value.ts'

export class Builder {
  quoted = false
  /** A quotation was seen, so an empty field still counts. */
  present = false
  glob = false
  /** What is expanded is not split at blanks. */
  whole = false
  skipped = 0
  private heads: Value[] = []
  private fields: Value[] = []
  private readonly written: string

  private readonly on: Expander

  constructor(written: string, on: Expander) {
    this.written = written
    this.on = on
  }

  /** `exact`: what looks like a pattern in it stands for itself. */
  push(text: string, exact: boolean): void {
    const rest = this.skipped > 0 ? text.slice(this.skipped) : text
    this.skipped = 0
    if (rest !== '') this.add(exact ? exactly(literal(rest)) : literal(rest), true)
  }

  /** Appends a value to every open field; `whole` values are never split. */
  add(value: Value, whole: boolean): void {
    if (whole || this.quoted) {
      this.join([this.quoted && !value.glob ? exactly(value) : value])
      return
    }
    const between = separators(this.on)
    if (this.whole || between === undefined || !between.test(value.text)) {
      this.join([{ ...value, glob: value.glob || /[*?[]/.test(value.text) }])
      return
    }
    const pieces = value.text.split(between)
    for (let index = 0; index < pieces.length; index++) {
      if (index > 0) this.close()
      const piece = pieces[index] as string
      if (piece !== '') this.join([{ ...value, text: piece, glob: value.glob || /[*?[]/.test(piece) }])
    }
  }

  /** A variable: one value, several fields (an array), or several possible values. */
  variable(value: Variable | undefined, written: string, list: 'first' | 'each' | 'joined'): void {
    if (value === undefined) {
      this.join([hole(written)])
      return
    }
    const first = value.fields[0]
    const isOpen = value.array && value.fields.some(({ taint: bits }) => (bits & taint.counted) !== 0)
    if (isOpen && list === 'first') {
      this.join(value.fields)
      return
    }
    if (value.fields.length === 1 || (value.array && list === 'first')) {
      if (first !== undefined) this.add(first, false)
      return
    }
    if (!value.array) {
      this.join(value.fields)
      return
    }
    if (list === 'joined' && this.quoted) {
      const between = new Set((this.on.env.variables.get('IFS')?.fields ?? [blank]).map(({ text }) => text.slice(0, 1)))
      const texts = value.fields.map(field => field.text)
      const bits = value.fields.reduce((all, field) => all | field.taint, 0)
      const unknown = value.fields.find(field => field.unknown !== undefined)?.unknown
      this.join([...between].map(mark => ({ ...literal(joined(texts, mark, this.on.analysis), written), taint: bits, unknown })))
      return
    }
    // Any of them may be the first: that one may decide what runs.
    if (isOpen) {
      this.join(value.fields)
      this.close()
    }
    for (let index = isOpen ? 1 : 0; index < value.fields.length; index++) {
      if (index > (isOpen ? 1 : 0)) this.close()
      this.add(value.fields[index] as Value, value.words === true)
      this.present = true
    }
  }

  /** Each of several texts, where one pattern comes to them. */
  either(values: readonly Value[]): void {
    this.join(values)
  }

  finish(): Value[] {
    this.close()
    return this.fields
  }

  private join(values: readonly Value[]): void {
    if (this.heads.length === 0) this.heads = [literal('', this.written)]
    const size = longest(this.heads) + longest(values)
    if (this.heads.length * values.length > bounds.values || size > bounds.length) {
      if (size > bounds.length) tooLong(this.on.analysis)
      this.heads = [hole(this.written)]
      return
    }
    const next: Value[] = []
    for (const head of this.heads) {
      for (const value of values) {
        next.push({
          text: head.text + value.text,
          written: this.written,
          glob: head.glob || value.glob,
          taint: head.taint | value.taint,
          unknown: head.unknown ?? value.unknown,
          ...((head.loose ?? value.loose) === true && { loose: true as const }),
          ...(value.stream === undefined ? (head.stream === undefined ? {} : { stream: head.stream }) : { stream: value.stream }),
          ...(value.sink === undefined ? {} : { sink: value.sink }),
          ...((value.below ?? head.below) !== undefined && { below: value.below ?? head.below }),
          // With more around it, it is another path.
          ...(head.text === '' && value.files !== undefined && { files: value.files }),
          ...(head.text === '' && value.search !== undefined && { search: value.search }),
          ...(value.text === '' && head.files !== undefined && { files: head.files }),
        })
      }
    }
    this.heads = next
  }

  private close(): void {
    if (this.heads.length === 0 && this.present) this.heads = [literal('', this.written)]
    const choice = this.heads.length > 1 ? ({ choice: true } as const) : {}
    for (const head of this.heads) this.fields.push({ ...head, ...choice, glob: this.glob || head.glob })
    this.heads = []
    this.present = false
  }
}

/** Quoted, and marked where that matters to a pattern around it. */
const exactly = (value: Value): Value => (/[*?[\]()|]/.test(value.text) ? { ...value, loose: true } : value)

function longest(values: readonly Value[]): number {
  let size = 0
  for (const value of values) if (value.text.length > size) size = value.text.length
  return size
}

const blank = literal(' ')
const blanks = /[ \t\n]+/

/** What splits an unquoted expansion: the characters of `IFS`. */
function separators(on: Expander): RegExp | undefined {
  // Of several that it may be, the marks of each.
  const own = on.env.variables.get('IFS')?.fields.reduce((all, { text }) => all + text, '')
  if (own === undefined || own.includes(HOLE) || own === ' \t\n') return blanks
  return own === '' ? undefined : new RegExp(`[${own.slice(0, 20).replace(/[\]\\^-]/g, '\\$&')}]+`)
}

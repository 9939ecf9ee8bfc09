/** Expansion of a parsed word to the fields a program would get, as far as they can be known. */

import type { ParsedScript } from 'unbash'
import { type ArrayValue, type DoubleQuotedChild, parse, type Word, type WordPart } from 'unbash'
import { expandBraces } from './braces.ts'
import { lookup, parameter } from './parameters.ts'
import { isSecretVariable } from './secret-names.ts'
import { bounds, fork, type Scope, type Session } from './session.ts'
import { HOLE, hole, literal, nothing, type Stream, type Text, taint } from './text.ts'

/** What expansion needs from the walk: running a substitution. */
export interface Expander {
  readonly session: Session
  readonly scope: Scope
  readonly substitute: (script: ParsedScript, scope: Scope, stdin: Stream) => Stream
}

/** The fields of one word; empty when an unquoted expansion vanishes. */
export function expand(word: Word, on: Expander): Text[] {
  const parts = word.parts
  if (parts === undefined) return [bare(word, on)]
  if (parts.some(part => part.type === 'BraceExpansion')) return braces(word, on)
  const builder = new Builder(word.text, on.session)
  tilde(word, parts, builder, on)
  for (const part of parts) add(part, builder, on)
  return builder.finish()
}

/** The word as one text, never split: the right side of an assignment, a redirection, `[[`. */
export function expandWhole(word: Word, on: Expander): Text {
  const fields = expand(word, on)
  const first = fields[0]
  if (first === undefined) return literal('', word.text)
  if (fields.length === 1) return first
  return {
    text: fields.map(field => field.text).join(' '),
    written: word.text,
    glob: fields.some(field => field.glob),
    taint: fields.reduce((bits, field) => bits | field.taint, 0),
    unknown: fields.find(field => field.unknown !== undefined)?.unknown,
  }
}

export function expandArray(value: ArrayValue, on: Expander): Text[] {
  const all: Text[] = []
  for (const element of value.elements) {
    for (const field of expand(element, on)) all.push(field)
    if (all.length > bounds.values) break
  }
  return all
}

/** Parts as they appear in a here-document: nothing is split, nothing is a pattern. */
export function expandQuoted(parts: readonly WordPart[], written: string, on: Expander): Text {
  const builder = new Builder(written, on.session)
  builder.quoted = true
  for (const part of parts) addQuoted(part as DoubleQuotedChild, builder, on)
  return builder.finish()[0] ?? literal('', written)
}

function bare(word: Word, on: Expander): Text {
  const value = word.value
  if (word.text[0] !== '~') return literal(value, word.text)
  const slash = value.indexOf('/')
  const home = homeOf(slash < 0 ? value : value.slice(0, slash), on)
  return home === undefined
    ? literal(value, word.text)
    : { ...home, text: home.text + (slash < 0 ? '' : value.slice(slash)), written: word.text }
}

function homeOf(prefix: string, on: Expander): Text | undefined {
  const { scope, session } = on
  if (prefix === '~') return lookup('HOME', on)?.fields[0] ?? literal(session.host.home)
  if (prefix === '~+') return scope.cwd === undefined ? hole(prefix) : literal(scope.cwd)
  if (prefix === '~-') return hole(prefix)
  if (prefix === '~root') return literal(session.host.platform === 'darwin' ? '/var/root' : '/root')
  const user = prefix.slice(1)
  if (!/^[a-z_][\w.-]*$/i.test(user)) return undefined
  const home = session.host.home
  return literal(`${home.slice(0, home.lastIndexOf('/'))}/${user}`)
}

function tilde(word: Word, parts: readonly WordPart[], builder: Builder, on: Expander): void {
  const first = parts[0]
  if (word.text[0] !== '~' || first?.type !== 'Literal') return
  const slash = first.value.indexOf('/')
  const prefix = slash < 0 ? first.value : first.value.slice(0, slash)
  if (slash < 0 && parts.length > 1) return
  const home = homeOf(prefix, on)
  if (home === undefined) return
  builder.add(home, true)
  builder.skipped = prefix.length
}

function braces(word: Word, on: Expander): Text[] {
  const products = expandBraces(word.text)
  if (products === undefined) {
    on.session.exhausted = true
    return [hole(word.text)]
  }
  if (products.length === 1 && products[0] === word.text) return [literal(word.value, word.text)]
  const command = parse(`: ${products.map(product => (product === '' ? '""' : product)).join(' ')}`).commands[0]?.command
  if (command?.type !== 'Command') return [hole(word.text)]
  const fields: Text[] = []
  for (const argument of command.args) {
    // An empty product (`rm{,}`) vanishes; the pair of quotes above only keeps positions apart.
    if (argument.type === 'Word' && argument.text !== '""') {
      const again = argument.parts?.some(part => part.type === 'BraceExpansion') === true
      if (again) fields.push(literal(argument.value, word.text))
      else for (const field of expand(argument, on)) fields.push({ ...field, written: word.text })
    }
  }
  return fields
}

function add(part: WordPart, builder: Builder, on: Expander): void {
  switch (part.type) {
    case 'Literal':
      builder.push(part.value, true)
      return
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      builder.push(part.value, true)
      builder.present = true
      return
    case 'DoubleQuoted':
    case 'LocaleString':
      builder.quoted = true
      builder.present = true
      for (const child of part.parts) addQuoted(child, builder, on)
      builder.quoted = false
      return
    case 'Glob':
      builder.push(part.value, true)
      builder.glob = true
      return
    case 'ExtendedGlob':
      builder.push(part.text, true)
      builder.glob = true
      return
    case 'ProcessSubstitution': {
      const stream = part.script === undefined ? nothing : on.substitute(part.script, fork(on.scope), nothing)
      builder.add({ ...literal('/dev/fd/63', part.text), taint: stream.taint, stream }, true)
      return
    }
    case 'BraceExpansion':
      builder.push(part.text, true)
      return
    default:
      addQuoted(part, builder, on)
  }
}

function addQuoted(part: DoubleQuotedChild, builder: Builder, on: Expander): void {
  switch (part.type) {
    case 'Literal':
      builder.push(part.value, true)
      return
    case 'SimpleExpansion': {
      const name = part.text.slice(1)
      builder.variable(lookup(name, on) ?? secretVariable(name, part.text), part.text, name === '@' || name === '*')
      return
    }
    case 'ParameterExpansion':
      builder.variable(
        parameter(part, on) ??
          (part.operation === undefined && part.prefix === undefined ? secretVariable(part.parameter, part.text) : undefined),
        part.text,
        true,
      )
      return
    case 'CommandExpansion': {
      const stream = part.script === undefined ? nothing : on.substitute(part.script, fork(on.scope), nothing)
      if (stream.text === undefined) builder.add(hole(part.text, stream.taint), false)
      else {
        const text = stream.text.replace(/\n{1,64}$/, '')
        builder.add(
          { ...literal(text, part.text), taint: stream.taint, unknown: text.includes(HOLE) ? part.text : undefined },
          builder.quoted,
        )
      }
      return
    }
    case 'ArithmeticExpansion': {
      arithmetic(part.expression, on)
      const number = /^\$\(\(\s*(\d{1,9})\s*\)\)$/.exec(part.text)
      builder.add(number === null ? hole(part.text) : literal(number[1] as string), true)
      return
    }
    default:
      builder.push((part as { text: string }).text, true)
  }
}

/** A variable whose name says that it holds a credential is one, although its value is unknown. */
function secretVariable(name: string, written: string): { fields: readonly Text[]; array: boolean } | undefined {
  return isSecretVariable(name) ? { fields: [hole(written, taint.environment)], array: false } : undefined
}

/** Runs the substitutions inside `$(( ))`. */
function arithmetic(expression: unknown, on: Expander, depth = 0): void {
  if (typeof expression !== 'object' || expression === null || depth > 20) return
  const node = expression as { type?: string; script?: ParsedScript }
  if (/CommandExpansion$/.test(node.type ?? '') && node.script !== undefined) on.substitute(node.script, fork(on.scope), nothing)
  else for (const child of Object.values(node)) arithmetic(child, on, depth + 1)
}

/** Collects the fields of one word. */
class Builder {
  quoted = false
  /** A quotation was seen, so an empty field still counts. */
  present = false
  glob = false
  skipped = 0
  private heads: Text[] = []
  private fields: Text[] = []
  private readonly written: string

  private readonly session: Session

  constructor(written: string, session: Session) {
    this.written = written
    this.session = session
  }

  push(text: string, _whole: boolean): void {
    const rest = this.skipped > 0 ? text.slice(this.skipped) : text
    this.skipped = 0
    if (rest !== '') this.add(literal(rest), true)
  }

  /** Appends a value to every open field; `whole` values are never split. */
  add(value: Text, whole: boolean): void {
    if (whole || this.quoted || !/[ \t\n]/.test(value.text)) {
      this.join([value])
      return
    }
    const pieces = value.text.split(/[ \t\n]+/)
    for (let index = 0; index < pieces.length; index++) {
      if (index > 0) this.close()
      const piece = pieces[index] as string
      if (piece !== '') this.join([{ ...value, text: piece, glob: value.glob || /[*?[]/.test(piece) }])
    }
  }

  /** A variable: one value, several fields (an array), or several possible values. */
  variable(value: { fields: readonly Text[]; array: boolean } | undefined, written: string, list: boolean): void {
    if (value === undefined) {
      this.join([hole(written)])
      return
    }
    if (value.fields.length === 1) {
      this.add(value.fields[0] as Text, false)
      return
    }
    if (value.array && !list && value.fields[0] !== undefined) {
      this.add(value.fields[0], false)
      return
    }
    if (value.array) {
      for (let index = 0; index < value.fields.length; index++) {
        if (index > 0) this.close()
        this.add(value.fields[index] as Text, false)
        this.present = true
      }
      return
    }
    this.join(value.fields)
  }

  finish(): Text[] {
    this.close()
    return this.fields
  }

  private join(values: readonly Text[]): void {
    if (this.heads.length === 0) this.heads = [literal('', this.written)]
    const size = (this.heads[0]?.text.length ?? 0) + (values[0]?.text.length ?? 0)
    if (this.heads.length * values.length > bounds.values || size > bounds.length) {
      if (size > bounds.length) this.session.exhausted = true
      this.heads = [hole(this.written)]
      return
    }
    const next: Text[] = []
    for (const head of this.heads) {
      for (const value of values) {
        next.push({
          text: head.text + value.text,
          written: this.written,
          glob: head.glob || value.glob,
          taint: head.taint | value.taint,
          unknown: head.unknown ?? value.unknown,
          ...(value.stream === undefined ? (head.stream === undefined ? {} : { stream: head.stream }) : { stream: value.stream }),
        })
      }
    }
    this.heads = next
  }

  private close(): void {
    if (this.heads.length === 0 && this.present) this.heads = [literal('', this.written)]
    for (const head of this.heads) this.fields.push(this.glob && !head.glob ? { ...head, glob: true } : head)
    this.heads = []
    this.present = false
  }
}

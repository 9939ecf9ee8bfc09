/** Expansion of a parsed word to the fields a program would get, as far as they can be known. */

import type { ParsedScript } from 'unbash'
import { type ArrayValue, type DoubleQuotedChild, parse, type Word, type WordPart } from 'unbash'
import { alternatives } from '../../matching/shell-globs.ts'
import { reachesModel } from '../effects/output-sink.ts'
import { atMost, bounds, type Expander, fork, joined } from '../values/analysis.ts'
import {
  HOLE,
  hole,
  literal,
  nothing,
  placed,
  type Stream,
  taint,
  type Value,
  type Variable,
  withoutNul,
} from '../values/value.ts'
import { assignArithmetic, calculations } from './arithmetic.ts'
import { anyNumber, expandBraces } from './braces.ts'
import { Builder } from './fields.ts'
import { lookup, parameter, revealed, secretVariable, unquoted } from './parameters.ts'
import { patternsIn, unnamed } from './reading.ts'
import { expandSubscripts } from './subscripts.ts'
import { bare, homeOf, tilde } from './tilde.ts'

/** The fields of one word; empty when an unquoted expansion vanishes. */
export function expand(word: Word, on: Expander, unsplit = false): Value[] {
  const parts = word.parts
  if (parts === undefined) return [bare(word, on)]
  if (parts.some(part => part.type === 'BraceExpansion')) return braces(word, on)
  const builder = new Builder(word.text, on)
  builder.whole = unsplit
  tilde(word, parts, builder, on)
  for (const part of parts) add(part, builder, on)
  return builder.finish()
}

/** The words that stand in a word, where the shell splits it by what is written. */
function wordsOf(word: Word, on: Expander): readonly Value[] {
  const command = parse(`: ${word.text}`).commands[0]?.command
  return command?.type === 'Command'
    ? command.args.flatMap(argument => (argument.type === 'Word' ? expand(argument, on) : []))
    : []
}

/** The word as one text, never split: the right side of an assignment, a redirection, `[[`. */
export function expandWhole(word: Word, on: Expander): Value {
  return whole(word, expand(word, on, true), on)
}

/** What a redirection may mean: several values that a word may have, and several words, which zsh takes all. */
export function expandTargets(word: Word, on: Expander): readonly [Value, ...Value[]] {
  const fields = expand(word, on)
  const several = fields.length > 1 && fields.every(field => field.choice === true || /[{]/.test(word.text))
  const [first, ...others] = several ? fields : [whole(word, fields, on)]
  return [first as Value, ...others]
}

export function whole(word: Word, fields: readonly Value[], on: Expander): Value {
  const first = fields[0]
  if (first === undefined) return literal('', word.text)
  if (fields.length === 1) return first
  if (fields.every(field => field.choice === true)) return eitherOf(fields, word.text)
  return {
    text: joined(
      fields.map(field => field.text),
      ' ',
      on.analysis,
    ),
    written: word.text,
    glob: fields.some(field => field.glob),
    taint: fields.reduce((bits, field) => bits | field.taint, 0),
    unknown: fields.find(field => field.unknown !== undefined)?.unknown,
  }
}

/** One of several, where one text is wanted: which one, nobody knows. */
const eitherOf = (fields: readonly Value[], written: string): Value =>
  hole(
    written,
    fields.reduce((bits, field) => bits | field.taint, 0),
  )

/** The fields of `(a b [k]=c)`, with their keys where some are given. */
export function expandArray(value: ArrayValue, on: Expander): Variable {
  const all: Value[] = []
  const keys: string[] = []
  let keyed = false
  for (const element of value.elements) {
    const key = /^\[([^\]]*)\]=/.exec(element.text) === null ? undefined : expandWhole(element, on)
    const parts = key === undefined ? null : /^\[([^\]]*)\]=([\s\S]*)$/.exec(key.text)
    if (key === undefined || parts === null) for (const field of expand(element, on)) keys.push(String(all.push(field) - 1))
    else {
      keyed = true
      keys.push(subscript(parts[1] as string, on))
      const text = parts[2] as string
      const home = /\]=~/.test(element.text) ? homeOf(/^~[^/]*/.exec(text)?.[0] ?? '', on)?.text : undefined
      all.push({ ...key, text: home === undefined ? text : text.replace(/^~[^/]*/, () => home), glob: false })
    }
    if (all.length > bounds.fields) break
  }
  const fields = placed(atMost(all, bounds.fields, on.analysis))
  return keyed ? ordered({ fields, array: true, keys: keys.slice(0, fields.length) }) : { fields, array: true }
}

/** A subscript as a key: quotes are gone, and an expression is its number where it can be told. */
export function subscript(text: string, on: Expander): string {
  const plain = unquoted(text)
  const [number, ...others] = calculations(plain, name => lookup(name, on), on.analysis)
  return number === undefined || others.length > 0 ? plain : String(number)
}

/** Elements with numbers for keys come in the order of the numbers. */
export function ordered(value: Variable): Variable {
  const { keys, fields } = value
  if (keys === undefined || !keys.every(key => /^\d+$/.test(key))) return value
  const order = keys.map((_, index) => index).sort((a, b) => Number(keys[a]) - Number(keys[b]))
  return { ...value, keys: order.map(index => keys[index] as string), fields: order.map(index => fields[index] as Value) }
}

/** Parts as they appear in a here-document: nothing is split, nothing is a pattern. */
export function expandQuoted(parts: readonly WordPart[], written: string, on: Expander): Value {
  const builder = new Builder(written, on)
  builder.quoted = true
  for (const part of parts) addQuoted(part as DoubleQuotedChild, builder, on)
  const fields = builder.finish()
  return fields.length > 1 ? eitherOf(fields, written) : (fields[0] ?? literal('', written))
}

function braces(word: Word, on: Expander): Value[] {
  const products = expandBraces(word.text)
  if (products === undefined) {
    on.analysis.exhausted = true
    return [hole(word.text)]
  }
  if (products.length === 1 && products[0] === word.text) return [literal(word.value, word.text)]
  const command = parse(`: ${products.map(product => (product === '' ? '""' : product)).join(' ')}`).commands[0]?.command
  if (command?.type !== 'Command') return [hole(word.text)]
  const fields: Value[] = []
  for (const argument of command.args) {
    // An empty product (`rm{,}`) vanishes; the pair of quotes above only keeps positions apart.
    if (argument.type === 'Word' && argument.text !== '""') {
      const again = argument.parts?.some(part => part.type === 'BraceExpansion') === true
      const counted = argument.text.includes(anyNumber) ? taint.counted : 0
      if (again) fields.push(literal(argument.value, word.text))
      else for (const field of expand(argument, on)) fields.push({ ...field, written: word.text, taint: field.taint | counted })
    }
  }
  return fields
}

function add(part: WordPart, builder: Builder, on: Expander): void {
  switch (part.type) {
    case 'Literal':
      builder.push(part.value, part.text !== part.value)
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
      // What stands between the brackets is expanded before it is a pattern.
      for (const child of part.parts ?? []) add(child, new Builder(part.text, on), on)
      builder.push(part.value, false)
      builder.glob = true
      return
    case 'ExtendedGlob':
      for (const child of part.parts ?? []) add(child, new Builder(part.text, on), on)
      builder.add(literal(''), true)
      builder.either(
        alternatives(part.text).map(({ pattern, exact }) => ({ ...literal(pattern), ...(!exact && { loose: true }) })),
      )
      builder.glob = true
      return
    case 'ProcessSubstitution': {
      const { script } = part
      if (part.operator === '>') {
        const sink = (written: Stream): void => {
          // What it prints goes where the shell's own output goes.
          if (script !== undefined) reachesModel(on.analysis.run(script, fork(on.env), written), on.analysis)
        }
        // It runs whether or not anything is written to it.
        sink(nothing)
        builder.add({ ...literal('/dev/fd/63', part.text), sink }, true)
        return
      }
      const out = script === undefined ? nothing : on.analysis.run(script, fork(on.env), nothing)
      const stream = out.text === undefined && out.by === undefined ? { ...out, by: part.text.slice(2, -1) } : out
      builder.add({ ...literal('/dev/fd/63', part.text), taint: stream.taint, stream }, true)
      return
    }
    case 'BraceExpansion':
      builder.push(part.text, false)
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
      builder.variable(
        lookup(name, on) ?? secretVariable(name, part.text),
        part.text,
        name === '@' ? 'each' : name === '*' ? 'joined' : 'first',
      )
      return
    }
    case 'ParameterExpansion':
      builder.variable(
        parameter(part, on, expandWhole, builder.quoted ? undefined : wordsOf) ?? revealed(part, on, expandWhole),
        part.text,
        part.parameter === '*' || part.index?.text === '*' ? 'joined' : 'each',
      )
      return
    case 'CommandExpansion': {
      const stream = part.script === undefined ? nothing : on.analysis.run(part.script, fork(on.env), nothing)
      if (part.script?.commands.length === 0) return
      const patterns = builder.quoted ? [] : patternsIn(stream)
      if (patterns.length > 0)
        builder.either(patterns.map(value => ({ ...value, taint: value.taint | stream.taint, unknown: part.text })))
      else if (stream.text === undefined) builder.add(unnamed(part.text, stream), false)
      else {
        const text = withoutNul(stream.text).replace(/(?<!\n)\n+$/, '')
        // Each of several texts stands on lines of its own.
        const lines = (stream.taint & taint.counted) === 0 ? [] : text.split('\n')
        if (lines.length > 1 && lines.length <= bounds.values) {
          builder.either([text, ...lines].map(line => ({ ...literal(line, part.text), taint: stream.taint })))
          return
        }
        builder.add(
          { ...literal(text, part.text), taint: stream.taint, unknown: text.includes(HOLE) ? part.text : undefined },
          builder.quoted,
        )
      }
      return
    }
    case 'ArithmeticExpansion': {
      arithmetic(part.expression, on)
      expandSubscripts(part.text, on.env, on.analysis)
      let bits = 0
      const numbers = calculations(
        // bash has an older form, in brackets.
        part.text[1] === '[' ? part.text.slice(2, -1) : part.text.slice(3, -2),
        name => {
          const held = lookup(name, on)
          for (const field of held?.fields ?? []) bits |= field.taint & taint.counted
          return held
        },
        on.analysis,
      )
      assignArithmetic(part.text, on.env)
      builder.either(
        numbers.map(number => (number === undefined ? hole(part.text) : { ...literal(String(number)), taint: bits })),
      )
      return
    }
    default:
      builder.push((part as { text: string }).text, true)
  }
}

/** Runs the substitutions inside `$(( ))`. */
export function arithmetic(expression: unknown, on: Expander, depth = 0): void {
  if (typeof expression !== 'object' || expression === null) return
  if (depth > 100) on.analysis.exhausted = true
  if (depth > 100) return
  const node = expression as { type?: string; script?: ParsedScript; value?: string }
  if (node.type === 'ArithmeticWord') expandSubscripts(node.value ?? '', on.env, on.analysis)
  if (/CommandExpansion$/.test(node.type ?? '') && node.script !== undefined) on.analysis.run(node.script, fork(on.env), nothing)
  else for (const child of Object.values(node)) arithmetic(child, on, depth + 1)
}

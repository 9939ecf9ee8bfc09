/** `$NAME` and `${NAME...}`. */

import { type ParameterExpansionPart, parse, type Word } from 'unbash'
import { matches } from '../../matching/shell-globs.ts'
import { isSecretVariable } from '../places/secret-names.ts'
import { atMost, bounds, type Expander, referred } from '../values/analysis.ts'
import { isPlain } from '../values/formats.ts'
import { HOLE, hole, isKnown, literal, taint, unordered, type Value, type Variable } from '../values/value.ts'
import { windowsVariable } from '../values/windows-variables.ts'
import { calculations } from './arithmetic.ts'
import { map, remove, replace, transform } from './parameter-cuts.ts'
import { harmless, trusted } from './parameters.gen.ts'
import { expandSubscripts, subscripts } from './subscripts.ts'

/** Expands a word inside the braces. */
type Whole = (word: Word, on: Expander) => Value

/** The value of a variable, or undefined when it cannot be known. */
export function lookup(called: string, on: Expander): Variable | undefined {
  const { env, analysis } = on
  const name = referred(called, env)
  const own = env.variables.get(name)
  const fixed = analysis.fixed?.get(name)
  if (own !== undefined && fixed !== undefined && own !== fixed)
    return own.array || fixed.array
      ? { fields: unordered([...own.fields, ...fixed.fields].slice(0, bounds.fields)), array: true }
      : { fields: [...own.fields, ...fixed.fields].slice(0, bounds.values), array: false }
  if (own !== undefined || fixed !== undefined) return own ?? fixed
  if (name === '@' || name === '*') return env.positional.length === 0 ? undefined : { fields: env.positional, array: true }
  if (/^\d{1,2}$/.test(name)) {
    if (env.positional.some(({ taint: bits }) => (bits & taint.counted) !== 0))
      return { fields: env.positional, array: false, perhaps: true }
    const value = env.positional[Number(name) - 1]
    return value === undefined ? undefined : { fields: [value], array: false }
  }
  if (harmless.has(name)) return { fields: [number('12345', `$${name}`)], array: false }
  const value = environment(name, on)
  return value === undefined || value === '' || (analysis.host.platform === 'win32' && name === 'PATH')
    ? undefined
    : { fields: [literal(value)], array: false }
}

/** Some digits. */
const number = (text: string, written: string): Value => ({ ...literal(text, written), taint: taint.counted })

/** `${#x}` and `${#x[@]}`, where nothing of it is a pattern or unknown. */
function sizeOf(value: Variable | undefined, every: boolean, written: string): Value {
  const fields = value?.fields ?? []
  const [first] = fields
  // Some count bytes, some characters.
  const isExact = fields.every(({ text, glob, taint: bits }) => !glob && isPlain(text) && (bits & taint.counted) === 0)
  if (!isExact || first === undefined || (!every && fields.length > 1)) return number('1', written)
  return literal(String(every ? fields.length : first.text.length), written)
}

function environment(name: string, on: Expander): string | undefined {
  const { host } = on.analysis
  if (name === 'HOME') return host.home
  if (name === 'PWD') return on.env.cwd
  if (name === 'IFS') return ' \t\n'
  if (name === 'TMPDIR') return host.env('TMPDIR') ?? '/tmp'
  if (name === 'PATH') return '/usr/local/bin:/usr/bin:/bin'
  if (name === 'SHELL') return '/bin/sh'
  if (name === 'BASH') return '/bin/bash'
  if (name === 'XDG_CONFIG_HOME') return host.env(name) ?? `${host.home}/.config`
  if (name === 'XDG_STATE_HOME') return host.env(name) ?? `${host.home}/.local/state`
  if (name === 'XDG_CACHE_HOME') return host.env(name) ?? `${host.home}/.cache`
  if (name === 'XDG_DATA_HOME') return host.env(name) ?? `${host.home}/.local/share`
  if (trusted.has(name)) return host.env(name)
  return host.platform === 'win32' ? windowsVariable(name.toLowerCase(), host) : undefined
}

/** The value of `${...}` with its operator; undefined when nothing of it can be said. */
export function parameter(
  part: ParameterExpansionPart,
  on: Expander,
  whole: Whole,
  apart?: (word: Word, on: Expander) => readonly Value[],
): Variable | undefined {
  let name = part.parameter
  const index = part.index
  const every = index?.text === '@' || index?.text === '*'
  // A subscript is looked at even when the variable is not known: it may run something.
  const at = index === undefined || every ? undefined : whole(index, on)
  const subscript = at === undefined ? undefined : (at.taint & taint.counted) === 0 ? at.text : HOLE
  if (part.prefix === '#') {
    const whole = every || name === '@' || name === '*'
    const value = lookup(name, on)
    return { fields: [sizeOf(subscript === undefined ? value : elementOf(value, subscript, on), whole, part.text)], array: false }
  }
  if (part.prefix === '!') {
    if (part.operation?.type === 'Names') return undefined
    if (every) return keysOf(lookup(name, on))
    const targets = name === '#' ? on.env.positional.slice(-1) : lookup(name, on)?.fields
    const secret = name === '#' ? undefined : targets?.find(field => isSecretVariable(field.text))
    if (secret !== undefined && lookup(secret.text, on) === undefined) return secretVariable(secret.text, part.text)
    const target = targets?.[0]
    // The name may be any, that of a credential included.
    if (target?.text === HOLE && /^[A-Za-z_]/.test(name)) return { fields: [hole(part.text, taint.environment)], array: false }
    if (target === undefined || target.text.includes(HOLE)) return undefined
    if (name === '#') return { fields: [target], array: false }
    subscripts(target.text, on.env, on.analysis)
    const element = /^([A-Za-z_]\w*)\[([@*]|\w+)\]$/.exec(target.text)
    name = element?.[1] ?? target.text
    if (element?.[2] !== undefined) return /^\w/.test(element[2]) ? elementOf(lookup(name, on), element[2], on) : lookup(name, on)
  }
  if (subscript !== undefined) expandSubscripts(subscript, on.env, on.analysis)
  let value = lookup(name, on)
  if (value !== undefined && subscript !== undefined) {
    value = elementOf(value, subscript, on)
  } else if (value?.array === true && !every && part.prefix !== '!' && name !== '@' && name !== '*') {
    value = value.fields[0] === undefined ? undefined : { fields: [value.fields[0]], array: false }
  }
  const operation = part.operation
  if (operation === undefined) return value
  switch (operation.type) {
    case 'Default': {
      const operand = (): Variable => {
        // What is quoted in it stays one word.
        const fields = apart !== undefined && /['"\\]/.test(operation.operand.text) ? apart(operation.operand, on) : []
        return fields.length > 1 && fields.every(({ choice }) => choice !== true)
          ? { fields, array: true, words: true }
          : { fields: [whole(operation.operand, on)], array: false }
      }
      const empty = value?.fields.every(field => field.text === '') === true
      if (operation.operator === '+' || operation.operator === ':+') return operand()
      if (operation.operator === '?' || operation.operator === ':?') {
        operand()
        return value
      }
      // An unknown variable with a default: the default stands for it, since that is what the writer expects.
      const isOpen = value?.array === false && (value.perhaps === true || value.fields.some(field => field.text === ''))
      const bits = value === undefined && isSecretVariable(name) ? taint.environment : 0
      const result =
        value === undefined || empty
          ? map(operand(), field => ({ ...field, taint: field.taint | bits }))
          : isOpen
            ? { fields: atMost([...value.fields, ...operand().fields], bounds.values, on.analysis), array: false }
            : value
      if (operation.operator.endsWith('=')) on.env.variables.set(name, result)
      return result
    }
    case 'Remove': {
      const pattern = whole(operation.operand, on).text
      return map(value, field => remove(field, operation.operator, pattern, on.analysis))
    }
    case 'Replace': {
      substituted(part.text.slice(operation.operatorEnd - part.pos, -1), on, whole)
      const pattern = whole(operation.pattern, on).text
      const replacement = whole(operation.replacement, on).text
      return map(value, field => replace(field, operation.operator, pattern, replacement, on.analysis))
    }
    case 'Slice': {
      expandSubscripts(part.text.slice(operation.operatorEnd - part.pos, -1), on.env, on.analysis)
      const offset = numberIn(operation.offset, on, whole)
      const length = operation.length === undefined ? undefined : numberIn(operation.length, on, whole)
      if (offset === undefined || (operation.length !== undefined && length === undefined)) return undefined
      if (value?.array === true && value.fields.some(isUnordered)) return { fields: value.fields, array: false }
      if (value?.array === true) {
        const from = name === '@' || name === '*' ? (offset < 0 ? value.fields.length + offset : Math.max(0, offset - 1)) : offset
        return { fields: value.fields.slice(from, length === undefined ? undefined : from + length), array: true }
      }
      return map(value, field => {
        if (field.text.includes(HOLE)) return field
        const start = offset < 0 ? Math.max(0, field.text.length + offset) : offset
        const end = length === undefined ? undefined : length < 0 ? field.text.length + length : start + length
        return { ...field, text: field.text.slice(start, end) }
      })
    }
    case 'CaseModification': {
      const only = operation.operand === undefined ? undefined : whole(operation.operand, on)
      if (only !== undefined && !isKnown(only)) return undefined
      return map(value, field => {
        const change = (char: string): string =>
          only !== undefined && !matches(only.text, char)
            ? char
            : operation.operator[0] === '^'
              ? char.toUpperCase()
              : char.toLowerCase()
        const all = operation.operator.length === 2
        const [first = '', ...rest] = field.text
        return { ...field, text: all ? [first, ...rest].map(change).join('') : change(first) + rest.join('') }
      })
    }
    case 'Transform':
      return map(value, field => transform(field, operation.operand.value, on))
    default:
      return undefined
  }
}

/** Our parser ends a pattern at the first slash, inside a substitution too (`${x/$(cat /a)/b}`). */
function substituted(operand: string, on: Expander, whole: Whole): void {
  if (!/\$\(|`/.test(operand)) return
  const command = parse(`: \${_+${operand}}`).commands[0]?.command
  if (command?.type === 'Command') for (const word of command.args) if (word.type === 'Word') whole(word, on)
}

/** A variable whose name says that it holds a credential is one, although its value is unknown. */
export function secretVariable(name: string, written: string): Variable | undefined {
  return isSecretVariable(name) ? { fields: [hole(written, taint.environment)], array: false } : undefined
}

/** What is left of a credential that nobody knows. A few characters of it, or whether it is set, tell nothing. */
export function revealed(part: ParameterExpansionPart, on: Expander, whole: Whole): Variable | undefined {
  const { operation, prefix, parameter: name } = part
  if (prefix !== undefined || lookup(name, on) !== undefined) return undefined
  if (operation?.type === 'Slice') {
    const length = operation.length === undefined ? undefined : numberIn(operation.length, on, whole)
    if (length !== undefined && length >= 0 && length <= 8) return undefined
  }
  return secretVariable(name, part.text)
}

/** Where it is one that can be told. */
function numberIn(word: Word, on: Expander, whole: Whole): number | undefined {
  const { text, taint: bits } = whole(word, on)
  const numbers = (bits & taint.counted) === 0 ? numbersOf(text, on) : []
  return numbers.length === 1 ? numbers[0] : undefined
}

/** All that an expression may come to; undefined where digits in it stand for others. */
function numbersOf(text: string, on: Expander): readonly (number | undefined)[] {
  expandSubscripts(text, on.env, on.analysis)
  let isOpen = false
  const of = (name: string): Variable | undefined => {
    const held = lookup(name, on)
    isOpen ||= held?.fields.some(({ taint: bits }) => (bits & taint.counted) !== 0) === true
    return held
  }
  const numbers = calculations(text.trim(), of, on.analysis)
  return isOpen ? [undefined] : numbers
}

/** Of an array that holds it, nobody knows which stands where. */
export const isUnordered = ({ glob, taint: bits }: Value): boolean => glob || (bits & taint.counted) !== 0

/** A subscript without its quotes. */
export const unquoted = (subscript: string): string => subscript.replace(/^(["'])(.*)\1$/, '$2')

/** One element; when the subscript cannot be told, it may be any. */
function elementOf(value: Variable | undefined, subscript: string, on: Expander): Variable | undefined {
  if (value === undefined) return undefined
  const { fields, keys } = value
  const plain = unquoted(subscript)
  const named = keys?.indexOf(plain) ?? -1
  if (named >= 0 && (value.named === true || !fields.some(isUnordered))) return these([fields[named]])
  if (value.named === true && !subscript.includes(HOLE)) return undefined
  const numbers = subscript.includes(HOLE) ? [undefined] : numbersOf(subscript, on)
  if (numbers.includes(undefined) || fields.some(isUnordered))
    return { fields: atMost(fields, bounds.values, on.analysis), array: false }
  if (!value.array) return numbers.some(at => at === 0 || at === -1) ? value : undefined
  return these(numbers.map((at = 0) => (keys === undefined || at < 0 ? fields.at(at) : fields[keys.indexOf(String(at))])))
}

function these(found: readonly (Value | undefined)[]): Variable | undefined {
  const fields = found.flatMap(field => field ?? [])
  return fields.length === 0 ? undefined : { fields, array: false }
}

/** `${!a[@]}`: the subscripts. */
function keysOf(value: Variable | undefined): Variable | undefined {
  return value === undefined
    ? undefined
    : { fields: value.fields.map((_, index) => literal(value.keys?.[index] ?? String(index))), array: true }
}

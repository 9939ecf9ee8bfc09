/** `$NAME` and `${NAME...}`. */

import type { ParameterExpansionPart } from 'unbash'
import { matches } from './globs.ts'
import { bounds, type Session, type Variable } from './session.ts'
import { HOLE, hole, literal, type Text } from './text.ts'
import { type Expander, expandWhole } from './words.ts'

/** Variables of the environment whose value is safe to rely on; all others may differ in the real shell. */
const trusted = new Set([
  'USER',
  'LOGNAME',
  'TMPDIR',
  'XDG_CONFIG_HOME',
  'XDG_STATE_HOME',
  'XDG_DATA_HOME',
  'XDG_CACHE_HOME',
  'XDG_RUNTIME_DIR',
])

/** Set by the shell itself, never a path that matters. */
const harmless = new Set([
  '?',
  '$',
  '!',
  '#',
  '-',
  'RANDOM',
  'SECONDS',
  'LINENO',
  'UID',
  'EUID',
  'PPID',
  'BASHPID',
  'EPOCHSECONDS',
  'SHLVL',
])

/** The value of a variable, or undefined when it cannot be known. */
export function lookup(name: string, on: Expander): Variable | undefined {
  const { scope, session } = on
  const own = scope.variables.get(name)
  if (own !== undefined) return own
  if (name === '@' || name === '*') return scope.positional.length === 0 ? undefined : { fields: scope.positional, array: true }
  if (/^\d{1,2}$/.test(name)) {
    const value = scope.positional[Number(name) - 1]
    return value === undefined ? undefined : { fields: [value], array: false }
  }
  if (harmless.has(name)) return { fields: [{ ...literal('12345'), written: `$${name}` }], array: false }
  const value = environment(name, on)
  return value === undefined || value === '' || (session.host.platform === 'win32' && name === 'PATH')
    ? undefined
    : { fields: [literal(value)], array: false }
}

function environment(name: string, on: Expander): string | undefined {
  const { host } = on.session
  if (name === 'HOME') return host.home
  if (name === 'PWD') return on.scope.cwd
  if (name === 'IFS') return ' \t\n'
  if (name === 'TMPDIR') return host.env('TMPDIR') ?? '/tmp'
  if (name === 'PATH') return '/usr/local/bin:/usr/bin:/bin'
  if (name === 'SHELL') return '/bin/sh'
  if (name === 'XDG_CONFIG_HOME') return host.env(name) ?? `${host.home}/.config`
  if (name === 'XDG_STATE_HOME') return host.env(name) ?? `${host.home}/.local/state`
  if (name === 'XDG_CACHE_HOME') return host.env(name) ?? `${host.home}/.cache`
  if (name === 'XDG_DATA_HOME') return host.env(name) ?? `${host.home}/.local/share`
  return trusted.has(name) ? host.env(name) : undefined
}

export function parameter(part: ParameterExpansionPart, on: Expander): Variable | undefined {
  if (part.prefix === '#') return { fields: [literal('1', part.text)], array: false }
  let name = part.parameter
  if (part.prefix === '!') {
    if (part.operation?.type === 'Names') return undefined
    const target = lookup(name, on)?.fields[0]
    if (target === undefined || target.text.includes(HOLE)) return undefined
    name = target.text
  }
  let value = lookup(name, on)
  const index = part.index
  if (value?.array === true && index !== undefined && index.text !== '@' && index.text !== '*') {
    const at = Number(expandWhole(index, on).text)
    const field = Number.isInteger(at) ? value.fields.at(at) : undefined
    value = field === undefined ? undefined : { fields: [field], array: false }
  } else if (value?.array === true && index === undefined && name !== '@' && name !== '*') {
    value = value.fields[0] === undefined ? undefined : { fields: [value.fields[0]], array: false }
  }
  const operation = part.operation
  if (operation === undefined) return value
  switch (operation.type) {
    case 'Default': {
      const operand = (): Variable => ({ fields: [expandWhole(operation.operand, on)], array: false })
      const empty = value?.fields.every(field => field.text === '') === true
      if (operation.operator === '+' || operation.operator === ':+') return operand()
      if (operation.operator === '?' || operation.operator === ':?') return value
      // An unknown variable with a default: the default stands for it, since that is what the writer expects.
      const result = value === undefined || empty ? operand() : value
      if (operation.operator.endsWith('=')) on.scope.variables.set(name, result)
      return result
    }
    case 'Remove':
      return map(value, field => remove(field, operation.operator, expandWhole(operation.operand, on).text, on.session))
    case 'Replace': {
      const pattern = expandWhole(operation.pattern, on).text
      const replacement = expandWhole(operation.replacement, on).text
      return map(value, field => replace(field, operation.operator, pattern, replacement))
    }
    case 'Slice': {
      const offset = Number(expandWhole(operation.offset, on).text.trim())
      const length = operation.length === undefined ? undefined : Number(expandWhole(operation.length, on).text.trim())
      if (!Number.isInteger(offset) || (length !== undefined && !Number.isInteger(length))) return undefined
      if (value?.array === true) {
        const from = name === '@' ? Math.max(0, offset - 1) : offset
        return { fields: value.fields.slice(from, length === undefined ? undefined : from + length), array: true }
      }
      return map(value, field => {
        if (field.text.includes(HOLE)) return field
        const start = offset < 0 ? Math.max(0, field.text.length + offset) : offset
        const end = length === undefined ? undefined : length < 0 ? field.text.length + length : start + length
        return { ...field, text: field.text.slice(start, end) }
      })
    }
    case 'CaseModification':
      return map(value, field => {
        const change = (text: string): string => (operation.operator[0] === '^' ? text.toUpperCase() : text.toLowerCase())
        const all = operation.operator.length === 2
        return { ...field, text: all ? change(field.text) : change(field.text.slice(0, 1)) + field.text.slice(1) }
      })
    case 'Transform':
      return value
    default:
      return undefined
  }
}

function map(value: Variable | undefined, change: (field: Text) => Text): Variable | undefined {
  return value === undefined ? undefined : { fields: value.fields.map(change), array: value.array }
}

function remove(field: Text, operator: string, pattern: string, session: Session): Text {
  const { text } = field
  if (text.includes(HOLE) || pattern.includes(HOLE)) return hole(field.written, field.taint)
  if (text.length > 512 || pattern.length > 64) return hole(field.written, field.taint)
  session.steps += text.length >> 4
  if (session.steps > bounds.invocations) {
    session.exhausted = true
    return hole(field.written, field.taint)
  }
  const front = operator[0] === '#'
  const longest = operator.length === 2
  for (let step = 0; step <= text.length; step++) {
    const size = longest ? text.length - step : step
    const piece = front ? text.slice(0, size) : text.slice(text.length - size)
    if (matches(pattern, piece, true)) return { ...field, text: front ? text.slice(size) : text.slice(0, text.length - size) }
  }
  return field
}

function replace(field: Text, operator: string, pattern: string, replacement: string): Text {
  const { text } = field
  if (text.includes(HOLE)) return field
  if (/[*?[]/.test(pattern) || pattern.includes(HOLE) || replacement.includes(HOLE)) return hole(field.written, field.taint)
  if (pattern === '') return field
  if (operator === '//') return { ...field, text: text.split(pattern).join(replacement) }
  if (operator === '/#') return text.startsWith(pattern) ? { ...field, text: replacement + text.slice(pattern.length) } : field
  if (operator === '/%') return text.endsWith(pattern) ? { ...field, text: text.slice(0, -pattern.length) + replacement } : field
  const at = text.indexOf(pattern)
  return at < 0 ? field : { ...field, text: text.slice(0, at) + replacement + text.slice(at + pattern.length) }
}

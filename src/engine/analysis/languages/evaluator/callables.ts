/** Functions as values: named, bound, wrapped, called. */

import { HOLE } from '../../values/value.ts'
import { type Argument, type Callable, type Code, type CodeValue, unknown } from '../model/code.ts'
import type { Token } from '../tokens/lexer.ts'

/** A function that is named, as a value. */
export function holding(path: string, code: Code): CodeValue | undefined {
  const calls = path === '' ? undefined : code.functions?.named(path.replace(/\.__(?:dict|call)__$/, ''))
  return calls && { ...unknown, calls }
}

/** `f.bind(null, a)`, `FileUtils.method(:rm_rf)`, `getattr(os, 'system')`, `main->can('f')`: a function that a call comes to. */
export function boundBy(path: string, args: readonly Argument[], code: Code): CodeValue | undefined {
  const dot = path.lastIndexOf('.')
  const [owner, name] = [path.slice(0, Math.max(dot, 0)), path.slice(dot + 1)]
  if (!binds.has(name) && code.language !== 'php') return undefined
  if (name === 'bind' && owner !== '') return boundTo(code.functions?.named(owner), args)
  if (name === 'getattr' && args[0] !== undefined) return holding(`${pathOf(args[0], code)}.${args[1]?.value.text ?? ''}`, code)
  const first = args[0]
  if (first === undefined) return undefined
  if (code.language === 'php' && first.tokens.length === 3 && first.tokens.every(token => token.value === '.'))
    return holding(`${owner}.${name}`, code)
  if (/^(?:fromCallable|ReflectionFunction)$/.test(name)) return holding(`.${first.value.text}`, code)
  if (name !== 'method' && name !== 'can') return undefined
  const told = first.value.text === HOLE ? (first.tokens.at(-1)?.value ?? '') : first.value.text
  return holding(name === 'can' ? (code.names.get(told) ?? `.${told}`) : `${owner}.${told}`, code)
}

const binds = new Set(['bind', 'getattr', 'method', 'can'])

const boundTo = (calls: Callable | undefined, args: readonly Argument[]): CodeValue | undefined =>
  calls && { ...unknown, calls: { ...calls, given: args.slice(1) } }

/** What is written with dots alone, by its full name. */
const pathOf = ({ tokens, value: { text } }: Argument, { names }: Code): string => {
  if (text !== HOLE) return text
  const [first, ...rest] = tokens.map(token => token.value)
  return [names.get(first ?? '') ?? first, ...rest].join('')
}

/** What a function that is handed one comes to is that one: `promisify(f)`, `partial(f, a)`. */
export function wrapping(result: CodeValue, by: string, args: readonly Argument[]): CodeValue {
  const at = result.text === HOLE ? args.findIndex(({ value: given }) => given.calls !== undefined) : -1
  const calls = args[at]?.value.calls
  if (calls === undefined) return result
  const isPart = /^(?:partial|curry|partialRight)$/.test(by)
  return { ...result, calls: isPart ? { ...calls, given: [...calls.given, ...args.slice(at + 1)] } : calls }
}

/** A client of AWS is named for its service, too: `boto3.client('iam')`. */
export function madeBy(path: string, args: readonly Argument[]): string {
  if (!/\b(?:aio)?boto/.test(path) || !/\.(?:create_)?client$/.test(path)) return path
  const { text } = args.find(({ name }) => name === undefined || name === 'service_name')?.value ?? unknown
  return /^[\w-]+$/.test(text) ? `${path}.${text}` : path
}

export function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

export const isModule = /^@?[A-Za-z_][\w:./-]*$/

/** `f.call(this, a)`, `f.bind(this, a)`: what becomes of a function that is held. */
export function calledBy(
  calls: Callable,
  name: Token,
  args: readonly Argument[],
  { language, functions }: Code,
): CodeValue | undefined {
  if (name.value === 'bind') return boundTo(calls, args)
  if (!/^(?:call|apply|__call__|invoke|yield)$/.test(name.value)) return undefined
  const given = language === 'javascript' ? args.slice(1) : args
  const list = name.value === 'apply' ? given[0]?.value.items : undefined
  return functions?.run(calls, list?.map(item => ({ name: undefined, value: item, tokens: [] })) ?? given, name)
}

/** A name with the parts in front of it. */
export const named = (all: readonly Token[], { names }: Code): string => {
  const path = all.map(({ value: part }) => (part === '::' ? '.' : part)).join('')
  return names.get(path) ?? (path.includes('.') ? path : `.${path}`)
}

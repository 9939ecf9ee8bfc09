/** Blocks of PowerShell that are called with something: functions, and script blocks with parameters. */

import { type Environment, fork } from '../values/analysis.ts'
import { isKnown, literal, type Value } from '../values/value.ts'

interface Parameter {
  /** In lower case. */
  readonly name: string
  readonly isSwitch: boolean
  /** What it is where nothing is given, as written. */
  readonly fallback: string | undefined
}

/** Pieces of a text between commas that stand in no bracket and in no quotes. */
function atCommas(text: string): string[] {
  const pieces: string[] = []
  let depth = 0
  let quote: string | undefined
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const char = text[at]
    if (char === undefined || (char === ',' && depth === 0 && quote === undefined)) {
      pieces.push(text.slice(start, at))
      start = at + 1
    } else if (quote !== undefined) {
      if (char === quote) quote = undefined
    } else if (char === "'" || char === '"') quote = char
    else if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
  }
  return pieces
}

/** `[string]$Path = 'build', [switch]$Force` */
function parametersIn(text: string): Parameter[] {
  return atCommas(text).flatMap(piece => {
    let rest = piece.trim()
    while (rest[0] === '[') rest = rest.slice(insideFrom(rest, 1).length + 2).trim()
    const [, name, , fallback] = /^\$(\w+)\s*(=\s*([\s\S]*))?$/.exec(rest) ?? []
    return name === undefined ? [] : [{ name: name.toLowerCase(), isSwitch: /\[switch\]/i.test(piece), fallback }]
  })
}

const attributes = /^(?:\s|#[^\n]*\n|\[(?:CmdletBinding|OutputType|Diagnostics\.\w+|Alias|Parameter)[^\]]*\])*param\s*\(/i

/** Where what stands between the brackets of `param(...)` begins, at the start of a block. */
const parametersAt = (body: string): number | undefined => attributes.exec(body)?.[0].length

/** Whether what a block does is known only where it is called. */
export const takesArguments = (body: string): boolean => parametersAt(body) !== undefined || /[$@]args\b/i.test(body)

/** The function that a block is the body of, by the text in front of it; what it takes, where that stands in brackets behind its name. */
export function definition(before: string): { readonly name: string; readonly takes: string } | undefined {
  const at = [...before.matchAll(/(?<![\w-])(?:function|filter)[^\S\n]/gi)].at(-1)?.index
  if (at === undefined) return undefined
  const [, name, takes = ''] =
    /^\w+[^\S\n]+(?:(?:global|script|local):)?([\w-]+)(?:\s*\(([\s\S]*)\))?$/i.exec(before.slice(at).trimEnd()) ?? []
  return name === undefined ? undefined : { name: name.toLowerCase(), takes }
}

/** The key under which a function stands among the variables, as PowerShell's own drive has it. */
export const functionKey = (name: string): string => `function:${name.toLowerCase()}`

/** The block that a value is, without its braces. */
const blockIn = (value: Value | undefined): string | undefined =>
  value?.written[0] === '{' && value.written.endsWith('}') ? value.written.slice(1, -1) : undefined

/** The block that a word is, holds or names. */
function blockOf(word: Value, variables: Environment['variables']): string | undefined {
  const [, variable] = /^\$([\w:-]+)$/.exec(word.written) ?? []
  if (variable !== undefined) return blockIn(variables.get(variable.toLowerCase())?.fields[0])
  return blockIn(word) ?? blockIn(variables.get(functionKey(word.text))?.fields[0])
}

/** What a command calls, and with what: `Clean ~`, `& $clean ~`, `$clean.Invoke('~')`, `Invoke-Command $clean -ArgumentList ~`. */
export function blockCall(
  words: readonly Value[],
  called: boolean,
  variables: Environment['variables'],
  read: (inside: string) => readonly Value[],
): { readonly body: string; readonly given: readonly Value[] } | undefined {
  const [first, ...rest] = words as [Value, ...Value[]]
  const own = called || /^[\w-]+$/.test(first.written) ? blockOf(first, variables) : undefined
  if (own !== undefined) return { body: own, given: rest }
  const [, held, inside = ''] = /^(\$[\w:]+)\.Invoke\w*\(([\s\S]*)\)$/i.exec(first.written) ?? []
  const invoked = held === undefined ? undefined : blockOf(literal(held), variables)
  if (invoked !== undefined) return { body: invoked, given: read(inside) }
  const at = rest.findIndex(word => /^-arg\w*$/i.test(word.text))
  const handed = at < 0 ? undefined : rest.map(word => blockOf(word, variables)).find(body => body !== undefined)
  if (handed === undefined) return undefined
  const after = rest.slice(at + 1)
  const end = after.findIndex(word => /^-[A-Za-z]/.test(word.written))
  return { body: handed, given: end < 0 ? after : after.slice(0, end) }
}

/** How a block sees what it is called with: `$Path` and `$args` in its own scope. `read` works out what a parameter is where nothing is given. */
export function bound(body: string, given: readonly Value[], env: Environment, read: (text: string) => Value): Environment {
  const own = fork(env)
  const start = parametersAt(body)
  const parameters = start === undefined ? [] : parametersIn(insideFrom(body, start))
  const values = new Map<string, Value>()
  const rest: Value[] = []
  for (let at = 0; at < given.length; at++) {
    const word = given[at] as Value
    const [, name = '', attached] = /^-(\w+)(?::([\s\S]*))?$/.exec(word.text) ?? []
    const parameter =
      name === ''
        ? undefined
        : (parameters.find(one => one.name === name.toLowerCase()) ??
          parameters.find(one => one.name.startsWith(name.toLowerCase())))
    if (parameter === undefined) rest.push(word)
    else if (parameter.isSwitch) values.set(parameter.name, literal('true'))
    else if (attached !== undefined && attached !== '') values.set(parameter.name, { ...word, text: attached })
    else {
      const next = given[++at]
      if (next !== undefined) values.set(parameter.name, next)
    }
  }
  for (const { name, isSwitch, fallback } of parameters) {
    const value =
      values.get(name) ?? (isSwitch ? undefined : rest.shift()) ?? (fallback === undefined ? undefined : read(fallback))
    if (value === undefined) own.variables.delete(name)
    else own.variables.set(name, { fields: [value], array: false })
  }
  own.variables.set('args', { fields: rest, array: true })
  return own
}

/** Up to the bracket that closes the one in front of `start`. */
function insideFrom(text: string, start: number): string {
  let depth = 1
  let quote: string | undefined
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string
    if (quote !== undefined) {
      if (char === quote) quote = undefined
    } else if (char === "'" || char === '"') quote = char
    else if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char) && --depth === 0) return text.slice(start, at)
  }
  return text.slice(start)
}

/** What a block that was called has set for those outside. */
export function handBack(from: Environment, to: Environment, isSourced: boolean): void {
  for (const [key, value] of from.variables)
    if (isSourced ? key !== 'args' : /^(?:global|script|env|function):/.test(key)) to.variables.set(key, value)
}

/** Worked out on the spot from something that is not known; what only says where a file lies is not meant. */
export const isComputed = (word: Value): boolean =>
  !/^\(\s*(?:Join-Path|Resolve-Path)\b|\)\.\w*(?:Source|Path|FullName|Definition)$/i.test(word.written) &&
  (/^\(\s*(?:gcm|gal|gci|gi|gv|dir|ls|Get-(?:Command|Alias|ChildItem|Item|Variable))\b|^\$[\w:]+\[[-\d]+(?:,|\.\.|$)/i.test(
    word.written,
  ) ||
    (!isKnown(word) && /^(?:\(|\$\()|-join|-replace|-f\b/i.test(word.written)))

/** The name that brackets come to: a text, or the program that is looked up by it. */
export const callee = (word: Value): Value | undefined => {
  const [, looked] =
    /^\(\s*(?:gcm|gal|get-command|get-alias)\s+(?:-name\s+)?['"]?([\w.-]+)['"]?(?:\s[^()]*)?\)(?:\.\w+)?$/i.exec(word.written) ??
    []
  if (looked !== undefined) return literal(looked)
  return word.written[0] === '(' && isKnown(word) && /^[\w.:/\\-]+$/.test(word.text) ? word : undefined
}

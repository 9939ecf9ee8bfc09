/** What is awk's own: `print > file`, `command | getline`, `getline < file`, `sub(a, b, variable)`. */

import { overwritten, readPath } from '../effects/file-effects.ts'
import { fork } from '../values/analysis.ts'
import { HOLE, taint } from '../values/value.ts'
import { argumentsOf } from './evaluator/arguments.ts'
import { evaluate } from './evaluator/values.ts'
import { type Code, type CodeValue, type State, unknown } from './model/code.ts'
import { join, listOf, printed, replaced, splitText } from './model/collections.ts'
import { shell, word } from './spawning.ts'
import { matching, statementEnd } from './tokens/brackets.ts'
import type { Token } from './tokens/lexer.ts'

export function awkStep(all: readonly Token[], at: number, state: State): void {
  const { code } = state
  switch ((all[at] as Token).value) {
    case 'print':
    case 'printf':
      shows(all, at, state)
      return
    case 'getline':
      reads(all, at, state)
      return
    case 'sub':
    case 'gsub':
      changes(all, at, code)
      return
    case 'split': {
      const [text, name, by] = argumentsOf(all.slice(at + 2, matching(all, at + 1) - 1), code)
      const pieces = splitText(text?.value ?? unknown, by?.value.text, code).items ?? []
      // The first is at 1.
      if (name?.tokens[0] !== undefined) code.variables.set(name.tokens[0].value, listOf([unknown, ...pieces], code))
      return
    }
    case 'ARGV': {
      const end = matching(all, at + 1)
      if (all[end]?.value === '=') open(evaluate(all.slice(end + 1, statementEnd(all, end + 1)), code), state)
      return
    }
    default:
      field(all, at, code)
  }
}

const arrow = /^(?:>>?|\|&?)$/

function shows(all: readonly Token[], at: number, state: State): void {
  const { call, code } = state
  const body = all.slice(at + 1, statementEnd(all, at + 1))
  let to = 0
  while (to < body.length && !(body[to]?.kind === 'mark' && arrow.test(body[to]?.value ?? '')))
    to = Math.max(to + 1, skipped(body, to))
  const given = body.slice(0, to)
  const own = given[0]?.value === '(' && matching(given, 0) === given.length ? given.slice(1, -1) : given
  const values = argumentsOf(own, code).map(item => item.value)
  const [first = code.variables.get('$0') ?? unknown, ...rest] = values
  const text = (all[at] as Token).value === 'printf' ? printed(first, rest, code) : join([first, ...rest], ' ', code)
  const isPart = body[to]?.value[0] === '|' && text.text !== HOLE
  const told = isPart ? text.text.split(HOLE).join('$UNKNOWN_PART') : text.text
  const stream = { text: told.includes(HOLE) ? undefined : told, taint: text.taint }
  if (to >= body.length) {
    state.prints |= text.taint
    return
  }
  const target = evaluate(body.slice(to + 1), code)
  if (body[to]?.value[0] === '|') {
    if (target.text.startsWith(HOLE)) state.unclear = true
    else call.analysis.script(target.text.split(HOLE).join('$UNKNOWN_PART'), fork(call.env), stream)
  } else if (target.text !== HOLE) {
    // Opened once: what the program prints there later comes behind it.
    call.analysis.spares = true
    overwritten(
      word(target, 'print'),
      body[to]?.value === '>>' ? 'append' : 'replace',
      call.env,
      call.analysis,
      call.invocation,
      stream,
    )
  }
}

const skipped = (all: readonly Token[], at: number): number =>
  all[at]?.kind === 'mark' && /^[([{]$/.test(all[at]?.value ?? '') ? matching(all, at) : at + 1

function reads(all: readonly Token[], at: number, state: State): void {
  const { code } = state
  const before = all[at - 1]
  const name = all[at + 1]?.kind === 'name' ? all[at + 1] : undefined
  if (before?.kind === 'mark' && /^\|&?$/.test(before.value)) {
    const out = shell(evaluate(all.slice(expressionStart(all, at - 1), at - 1), code), state)
    code.variables.set(name?.value ?? '$0', { text: HOLE, taint: out.taint })
    return
  }
  const mark = at + (name === undefined ? 1 : 2)
  if (all[mark]?.value !== '<') return
  let end = mark + 1
  while (end < all.length && !(all[end]?.kind === 'mark' && /^(?:[);}<>]|&&|\|\|)$/.test(all[end]?.value ?? '')))
    end = skipped(all, end)
  const bits = open(evaluate(all.slice(mark + 1, end), code), state)
  code.variables.set(name?.value ?? '$0', { text: HOLE, taint: bits })
}

/** Where the expression begins that ends in front of `end`. */
function expressionStart(all: readonly Token[], end: number): number {
  let depth = 0
  for (let at = end - 1; at >= 0; at--) {
    const token = all[at] as Token
    if (token.kind !== 'mark') continue
    if (/^[)\]]$/.test(token.value)) depth++
    else if (/^[([]$/.test(token.value) && depth-- === 0) return at + 1
    else if (depth === 0 && /^(?:[;{}!=]|&&|\|\|)$/.test(token.value)) return at + 1
  }
  return 0
}

function open(file: CodeValue, { call, code }: State): number {
  if (file.text === HOLE) return 0
  const { taint: bits } = readPath(word(file, 'getline'), call.env, call.analysis, call.invocation)
  code.taint |= bits & taint.secret
  return bits
}

function changes(all: readonly Token[], at: number, code: Code): void {
  const args = argumentsOf(all.slice(at + 2, matching(all, at + 1) - 1), code)
  const name = args[2] === undefined ? '$0' : (args[2].tokens[0]?.value ?? '$0')
  const old = args[2]?.value ?? code.variables.get(name) ?? unknown
  code.variables.set(
    name,
    replaced(old, args[0]?.value ?? unknown, args[1]?.value ?? unknown, (all[at] as Token).value === 'gsub', code),
  )
}

/** `$2 = "x"` changes the line. */
function field(all: readonly Token[], at: number, code: Code): void {
  const [, number] = /^\$(\d)$/.exec((all[at] as Token).value) ?? []
  if (number === undefined || number === '0' || all[at + 1]?.value !== '=') return
  const put = evaluate(all.slice(at + 2, statementEnd(all, at + 2)), code)
  const line = code.variables.get('$0')
  const words = line?.text.trim().split(/\s+/) ?? []
  if (line === undefined || line.text.includes(HOLE) || put.text.includes(HOLE)) code.variables.set('$0', unknown)
  else
    code.variables.set('$0', {
      text: words.with(Math.min(Number(number), words.length) - 1, put.text).join(' '),
      taint: line.taint,
    })
}

/** Statements that give something a name: assignments, imports, loops. */

import { HOLE } from '../text.ts'
import type { Token } from './lexer.ts'
import { type Code, evaluate, join, matching, type Value } from './values.ts'

export function assign(all: readonly Token[], at: number, code: Code, append: boolean): void {
  const name = (all[at] as Token).value
  const right = all.slice(at + 2, statementEnd(all, at + 2))
  const last = right.at(-1)
  // A function under another name: `s = os.system`, `const e = require('child_process').exec`.
  if (last?.kind === 'name' && right.at(-2)?.value === '.' && right.length >= 3)
    code.names.set(
      name,
      right
        .filter(token => token.kind !== 'mark' || token.value === '.')
        .map(token => token.value)
        .join(''),
    )
  const result = evaluate(right, code)
  const old = code.variables.get(name)
  code.variables.set(name, append && old !== undefined ? join([old, result], '') : result)
}

function statementEnd(all: readonly Token[], from: number): number {
  let end = from
  while (end < all.length) {
    const token = all[end] as Token
    if (token.kind === 'mark') {
      if (token.value === ';') return end
      if (token.value === '(' || token.value === '[' || token.value === '{') {
        end = matching(all, end)
        continue
      }
      if (token.value === '}' || token.value === ')') return end
    }
    end++
  }
  return end
}

/** `import os as o`, `from os import system as s`, `const { exec: e } = require(...)`. */
export function imports(all: readonly Token[], at: number, code: Code): number {
  const token = all[at] as Token
  if (token.value === 'from' && all[at + 1]?.kind === 'name') {
    let index = at + 1
    let module = ''
    while (all[index] !== undefined && all[index]?.value !== 'import' && index < at + 8) module += all[index++]?.value ?? ''
    if (all[index]?.value !== 'import') return at
    index++
    while (all[index] !== undefined && all[index]?.value !== ';') {
      const name = all[index]
      if (name?.kind === 'name' && name.value !== 'as') {
        const alias = all[index + 1]?.value === 'as' ? all[index + 2]?.value : undefined
        code.names.set(alias ?? name.value, `${module}.${name.value}`)
        if (alias !== undefined) index += 2
      }
      index++
    }
    return index
  }
  if (token.value === 'import' && code.language === 'python') {
    let index = at + 1
    let module = ''
    for (; all[index] !== undefined && all[index]?.value !== ';'; index++) {
      const part = all[index] as Token
      if (part.value === 'as') {
        code.names.set(all[index + 1]?.value ?? '', module)
        index++
      } else if (part.value === ',') module = ''
      else module += part.value
    }
    return index
  }
  if ((token.value === 'const' || token.value === 'let' || token.value === 'var') && all[at + 1]?.value === '{') {
    const end = matching(all, at + 1)
    const module = all.slice(end, end + 6).find(part => part.kind === 'text')?.value ?? ''
    const names = all.slice(at + 2, end - 1)
    for (const [index, part] of names.entries()) {
      if (part.kind !== 'name' || names[index - 1]?.value === ':') continue
      code.names.set(
        names[index + 1]?.value === ':' ? (names[index + 2]?.value ?? part.value) : part.value,
        `${module}.${part.value}`,
      )
    }
    return end - 1
  }
  return at
}

/** The names in front of a call, and the value it is called on when that is an expression. */
export function ownerOf(all: readonly Token[], at: number, code: Code): { path: string; receiver: Value | undefined } {
  let start = at
  while (start > 0) {
    const before = all[start - 1] as Token
    if (before.kind !== 'mark' || (before.value !== '.' && before.value !== '::')) break
    let index = start - 2
    const part = all[index]
    if (part === undefined) break
    if (part.kind === 'mark' && (part.value === ')' || part.value === ']')) {
      let depth = 0
      for (; index >= 0; index--) {
        const mark = all[index] as Token
        if (mark.kind !== 'mark') continue
        if (mark.value === ')' || mark.value === ']') depth++
        else if ((mark.value === '(' || mark.value === '[') && --depth === 0) break
      }
      if (all[index - 1]?.kind === 'name') index--
    } else if (part.kind === 'mark') break
    start = Math.max(0, index)
  }
  if (start === at) return { path: code.names.get((all[at] as Token).value) ?? '', receiver: undefined }
  const owner = all.slice(start, at - 1)
  const receiver = evaluate(owner, code)
  const first = owner[0]
  const base = first?.kind === 'name' ? (code.names.get(first.value) ?? code.variables.get(first.value)?.text ?? first.value) : ''
  const names = owner
    .slice(1)
    .filter(token => token.kind === 'name')
    .map(token => token.value)
  const path =
    receiver.text !== HOLE && /^[\w:/-]{1,40}$/.test(receiver.text)
      ? receiver.text
      : [base.includes(HOLE) ? (first?.value ?? '') : base, ...names].join('.')
  return { path, receiver }
}

export function loopVariable(all: readonly Token[], at: number, code: Code): void {
  for (let index = at + 1; index < Math.min(all.length, at + 8); index++) {
    const token = all[index]
    if (token?.value !== 'in' && token?.value !== 'of') continue
    const name = all[index - 1]
    let end = index + 1
    while (end < all.length && !/^[:;){]$/.test((all[end] as Token).value))
      end = /^[([]$/.test((all[end] as Token).value) ? matching(all, end) : end + 1
    if (name?.kind === 'name') code.variables.set(name.value, evaluate(all.slice(index + 1, end), code))
    return
  }
}

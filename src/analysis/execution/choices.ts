/** Words that may be one thing or another, and assignments in front of a command. */

import type { Frame } from '../calls/invocation.ts'
import { shells } from '../programs/code/shells.ts'
import { knows } from '../programs/parts.ts'
import { fork, referred, type Scope } from '../values/session.ts'
import { nothing, type Stream, type Text, type Variable } from '../values/text.ts'
import { dispatch } from './dispatch.ts'
import { special } from './runners.ts'
import { wrappers } from './wrappers.ts'

/** A word that may be one thing or another in a place where it decides what runs: each is looked at. */
export function choices(words: readonly Text[], frame: Frame, set: readonly [string, Variable][]): Stream {
  const first = words[0]
  const decides = first?.choice === true || (first !== undefined && words.some(word => word.choice) && runsItsWords(first.text))
  const at = decides ? words.findIndex(word => word.choice === true) : -1
  if (at < 0) return withVariables(words, frame, set)
  const { written } = words[at] as Text
  let end = at
  while (words[end]?.choice === true && words[end]?.written === written) end++
  let out = nothing
  for (const word of words.slice(at, end)) {
    const { choice: _, ...one } = word
    const pieces = at === 0 && !/^["']/.test(written) ? one.text.split(/[ \t\n]+/).filter(piece => piece !== '') : [one.text]
    const parts = pieces.map(text => ({ ...one, text }))
    out = choices([...words.slice(0, at), ...parts, ...words.slice(end)], frame, set)
  }
  return out
}

function runsItsWords(name: string): boolean {
  const base = name.slice(name.lastIndexOf('/') + 1)
  return base === 'eval' || base in special || base in wrappers || base in shells || knows('code', base) || knows('machine', base)
}

/** These set variables of their own, which stay. */
const setters = new Set(['read', 'mapfile', 'readarray', 'printf', 'local', 'declare', 'typeset', 'getopts'])

function withVariables(words: readonly Text[], frame: Frame, set: readonly [string, Variable][]): Stream {
  const { scope } = frame
  if (set.length === 0 || !setters.has(words[0]?.text ?? ''))
    return dispatch(words, set.length === 0 ? frame : { ...frame, scope: scopeWith(scope, set, words) })
  const before = set.map(([name]) => [name, scope.variables.get(name)] as const)
  for (const [name, value] of set) scope.variables.set(name, value)
  const out = dispatch(words, frame)
  for (const [name, value] of before) {
    if (value === undefined) scope.variables.delete(name)
    else scope.variables.set(name, value)
  }
  return out
}

function scopeWith(scope: Scope, set: readonly [string, Variable][], words: readonly Text[]): Scope {
  const name = words[0]?.text
  if (name === 'cd' || name === 'export' || name === 'eval' || name === 'source' || name === '.') {
    for (const [key, value] of set) scope.variables.set(referred(key, scope), value)
    return scope
  }
  const inner = fork(scope, { depth: scope.depth })
  for (const [key, value] of set) inner.variables.set(key, value)
  return inner
}

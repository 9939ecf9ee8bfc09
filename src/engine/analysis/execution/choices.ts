/** Words that may be one thing or another, and assignments in front of a command. */

import type { Frame } from '../calls/invocation.ts'
import { shells } from '../programs/code/shells.ts'
import { knows } from '../programs/parts.ts'
import { type Environment, fork, referred } from '../values/analysis.ts'
import { nothing, type Stream, taint, type Value, type Variable } from '../values/value.ts'
import { join, refill, restore, snapshot } from './branches/joining.ts'
import { dispatch } from './dispatch.ts'
import { special } from './runners.ts'
import { wraps } from './wrappers.ts'

/** A word that may be one thing or another in a place where it decides what runs: each is looked at. */
export function choices(words: readonly Value[], frame: Frame, set: readonly [string, Variable][]): Stream {
  const first = words[0]
  const decides =
    first?.choice === true ||
    (first !== undefined &&
      words.some(word => word.choice) &&
      (prints.has(first.text) || runsItsWords(first.text) || (words.at(-1)?.choice === true && endsInTarget.test(first.text))))
  const at = decides ? words.findIndex(word => word.choice === true) : -1
  if (at < 0) return withVariables(words, frame, set)
  const { written } = words[at] as Value
  let end = at
  while (words[end]?.choice === true && words[end]?.written === written) end++
  let out = nothing
  const before = snapshot(frame.env)
  const files = new Map(frame.analysis.files)
  const left: ReturnType<typeof snapshot>[] = []
  for (const word of words.slice(at, end)) {
    const { choice: _, ...one } = word
    const pieces = at === 0 && !/^["']/.test(written) ? one.text.split(/[ \t\n]+/).filter(piece => piece !== '') : [one.text]
    const parts = pieces.map(text => ({ ...one, text }))
    restore(before, frame.env)
    refill(frame.analysis.files, files)
    const now = choices([...words.slice(0, at), ...parts, ...words.slice(end)], frame, set)
    left.push(snapshot(frame.env, frame.analysis.files))
    out = prints.has(first?.text ?? '') && out !== nothing ? either(out, now) : now
  }
  for (const other of left.slice(0, -1)) join(other, frame.env, frame.analysis)
  return out
}

/** What they print is one text or another. */
const prints = new Set(['echo', 'print', 'printf'])

/** Each in lines of its own, as what reads commands takes them. */
const either = (one: Stream, other: Stream): Stream => ({
  ...other,
  text: one.text === undefined || other.text === undefined ? undefined : `${one.text}\n${other.text}`,
  taint: one.taint | other.taint | taint.counted,
})

/** Programs whose last word is a place of its own, and none of those in front. */
const endsInTarget = /(?:^|\/)g?(?:cp|mv|ln|install|rsync|scp|ditto|link)$/

function runsItsWords(name: string): boolean {
  const base = name.slice(name.lastIndexOf('/') + 1)
  return (
    /^(?:eval|trap|alias|source|\.|cd|pushd)$/.test(base) ||
    base in special ||
    wraps(base) ||
    base in shells ||
    knows('code', base) ||
    knows('machine', base) ||
    /^(?:ssh|oc|kubectl|nerdctl|(?:docker|podman)(?:-compose)?)$/.test(base)
  )
}

/** These set variables of their own, which stay. */
const setters = new Set(['read', 'mapfile', 'readarray', 'printf', 'local', 'declare', 'typeset', 'getopts'])

function withVariables(words: readonly Value[], frame: Frame, set: readonly [string, Variable][]): Stream {
  const { env } = frame
  if (set.length === 0 || !setters.has(words[0]?.text ?? ''))
    return dispatch(words, set.length === 0 ? frame : { ...frame, env: scopeWith(env, set, words) })
  const before = set.map(([name]) => [name, env.variables.get(name)] as const)
  for (const [name, value] of set) env.variables.set(name, value)
  const out = dispatch(words, frame)
  for (const [name, value] of before) {
    if (value === undefined) env.variables.delete(name)
    else env.variables.set(name, value)
  }
  return out
}

function scopeWith(env: Environment, set: readonly [string, Variable][], words: readonly Value[]): Environment {
  const name = words[0]?.text
  if (name === 'cd' || name === 'export' || name === 'eval' || name === 'source' || name === '.') {
    for (const [key, value] of set) env.variables.set(referred(key, env), value)
    return env
  }
  const inner = fork(env, { depth: env.depth })
  for (const [key, value] of set) inner.variables.set(key, { ...value, exported: true })
  return inner
}

/** Files of this script that a program takes in and runs: `import x`, `require('./x')`, `load 'x.rb'`, `dofile(...)`. */

import { isStranger } from '../places/origins.ts'
import { boundedPath, isNoName } from '../places/paths.ts'
import { find, ranDownload, running } from '../values/analysis.ts'
import { remembers } from '../values/recalled.ts'
import { HOLE, literal, type Stream, taint } from '../values/value.ts'
import type { Argument, State } from './model/code.ts'
import { endings, takes } from './modules.gen.ts'
import type { Token } from './tokens/lexer.ts'

/** A call that takes a file in. */
export function takesIn(name: string, args: readonly Argument[], state: State): void {
  if (takes[state.code.language]?.test(name) !== true) return
  for (const { value } of args.slice(0, 2)) {
    const isAddress = /^(?:https?|ftp):/.test(value.text)
    if (isAddress && (state.code.language !== 'javascript' || isStranger(value.text, state.call.analysis)))
      find(state.call, 'execution.download-execute')
    else if ((value.taint & taint.download) !== 0) find(state.call, 'execution.download-execute')
    else moduleTaken(value.text, state)
  }
}

/** The modules that a statement names: `import a.b, c`, `from a import b`, `import x from './x'`, `use A::B`. */
export function statementTakes(all: readonly Token[], at: number, end: number, state: State): void {
  const { language } = state.code
  if (language === 'javascript') {
    // `require('x').read('y')`: a call, of which the arguments alone are modules.
    if (all[at + 1]?.value === '(') return
    for (const token of all.slice(at, end + 1)) if (token.kind === 'text') moduleTaken(token.value, state)
    return
  }
  const [first] = all.slice(at, at + 1)
  let name = ''
  for (let next = at + 1; next <= end; next++) {
    const token = all[next]
    const ends = token === undefined || next === end || token.value === ',' || token.value === 'as' || token.value === 'import'
    if (!ends) name += token.value === '.' || token.value === '::' ? '/' : token.value
    if (!ends || name === '') continue
    moduleTaken(name, state)
    if (first?.value === 'from' && token?.value === 'import')
      for (const part of all.slice(next + 1, end)) if (part.kind === 'name') moduleTaken(`${name}/${part.value}`, state)
    if (first?.value !== 'import') return
    name = ''
  }
}

function moduleTaken(name: string, state: State): void {
  const { env, analysis } = state.call
  if ((analysis.files.size === 0 && !remembers(analysis.host)) || name === '' || name.includes(HOLE)) return
  const plain = name.replace(/^file:\/\//, '')
  if (state.code.language === 'javascript' && plain.endsWith('.json')) return
  if (isNoName(plain) && !plain.startsWith('data:')) return
  for (const ending of endings[state.code.language] ?? ['']) {
    const stream = analysis.files.get(boundedPath(literal(plain + ending), env, analysis))
    if (stream === undefined) continue
    taken(stream, state)
    return
  }
}

/** Those that are read just now: a module may take itself in, or one that takes it. */
const open = new WeakSet<Stream>()

function taken(stream: Stream, state: State): void {
  ranDownload(stream.taint, state.call)
  const { text } = stream
  if (text === undefined || open.has(stream)) return
  open.add(stream)
  try {
    running(stream, state.call.analysis, () => state.scan(text.split(HOLE).join(' ')))
  } finally {
    open.delete(stream)
  }
}

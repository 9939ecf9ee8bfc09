/** Stream editors, plain editors and pagers: files they change, and their ways to run a shell. */

import type { Programs } from '../../calls/form.ts'
import { type Options, parsed, type Reading } from '../../calls/options.ts'
import { arrived, put } from '../../effects/file-copies.ts'
import { emptied, overwritten, readPath } from '../../effects/file-effects.ts'
import { letsOut, readsVariables } from '../../effects/let-out.ts'
import { boundedPath } from '../../places/paths.ts'
import { type Call, find, fork, inWords, joined, textAt } from '../../values/analysis.ts'
import { textsOf } from '../../values/streams.ts'
import { HOLE, literal, nothing, printed, type Stream, taint } from '../../values/value.ts'
import { sedLines } from './sed-lines.ts'
import { readSed, type SedCommand } from './sed-script.ts'

export const editors: Programs = {
  'sed gsed ssed': sed,
  ed: { rehearsal: '', valued: 'p', operands: 'edits...', also: lines },
  // What is looked for, and what stands there instead.
  sd: { valued: 'n max-replacements f flags', rehearsal: 'p preview', operands: 'valued valued edits...' },
  rpl: { valued: 'x c encoding', rehearsal: 's dry-run', operands: 'valued valued edits...' },
  // Who edits a file sees it.
  'nano pico micro': { rehearsal: '', valued: 'Y', operands: 'edits...', also: seen },
  // It also shows a page by its path.
  man: { rehearsal: '', valued: 'C L m M S s e P H p r', operands: 'reads...', also: shellEscape },
  'less more': shellEscape,
}

function seen(call: Call, { positional }: Options): undefined {
  for (const file of positional) readPath(file, call.env, call.analysis, call.invocation)
}

function shellEscape(call: Call): undefined {
  for (const word of call.args) {
    const match = /^\+{1,2}!(.+)$/.exec(word.text)
    if (match !== null) call.analysis.script(match[1] as string, fork(call.env), nothing)
  }
  return undefined
}

const readsSed: Reading = {
  takes: new Set(['e', 'f', 'l', 'expression', 'file', 'line-length']),
  known: new Set(
    'binary debug expression file follow-symlinks in-place line-length null-data posix quiet regexp-extended sandbox separate silent unbuffered version zero-terminated'.split(
      ' ',
    ),
  ),
  attached: 'i',
  shortens: true,
}

function sed(call: Call): Stream {
  const given = parsed(call.args, readsSed)
  const has = (...names: readonly string[]): boolean => names.some(name => given.flags.has(name))
  const scripts = given.every.flatMap(([name, value]) =>
    name === 'e' || name === 'expression'
      ? value.text
      : name === 'f' || name === 'file'
        ? (readPath(value, call.env, call.analysis, call.invocation).text ?? HOLE)
        : [],
  )
  const inPlace = has('i', 'in-place')
  /** What stands behind the name of the file as it was. */
  const kept = (given.values.get('i') ?? given.values.get('in-place'))?.text ?? ''
  // BSD wants a suffix after `-i`, often empty.
  const isBsd = inPlace && given.positional[0]?.text === ''
  let files = isBsd ? given.positional.slice(1) : given.positional
  if (scripts.length === 0) {
    scripts.push(files[0]?.text ?? '')
    files = files.slice(1)
  }
  // Of the files that it reads on its own.
  let bits = 0
  const script = scripts.join('\n')
  const { commands, flat } = readSed(script)
  const how = { quiet: has('n', 'quiet', 'silent'), extended: has('E', 'r', 'regexp-extended') }
  // Each BSD has its own extensions of the patterns.
  const isGnu = !isBsd && (call.analysis.host.platform !== 'darwin' || !/\\[a-zA-Z+?|<>]/.test(script))
  const isPlain = flat && isGnu && !script.startsWith('#n') && !has('z', 'null-data', 'zero-terminated', 'posix', 'debug')
  const changed = (text: string | undefined): string | undefined =>
    isPlain && text?.includes(HOLE) === false && !script.includes(HOLE) ? sedLines(commands, text, how) : undefined
  const run = (text: string | undefined): void => {
    if (text !== undefined) call.analysis.script(text, fork(call.env), nothing)
  }
  for (const { name, text, sought, put, flags } of commands) {
    if (name === 'e' && text !== '') run(text)
    else if (name === 's' && flags.includes('e')) run(put)
    // The line that was read, and what a replacement leaves of it.
    const isReplaced = /^\^?\.\*\$?$/.test(sought) && !/&|\\\d/.test(put)
    const runsLine = (name === 'e' && text === '') || (name === 's' && flags.includes('e') && !isReplaced)
    if (runsLine && (call.stdin.text === undefined || files.length > 0))
      find(call, 'execution.unknown-command', { unknown: 'what the lines hold that sed runs' })
    else if (runsLine) {
      // The lines where something was replaced.
      const only = { name, address: '', text: '', sought, put, flags: 'p' }
      const text = name === 's' ? sedLines([only], call.stdin.text ?? '', { ...how, quiet: true }) : undefined
      run(text ?? call.stdin.text)
    }
    // A file whose name nobody knows yet is what the caller named elsewhere.
    if (text.includes(HOLE)) continue
    if (/[rR]/.test(name)) bits |= readPath(literal(text), call.env, call.analysis, call.invocation).taint
    if (/[wWs]/.test(name) && text !== '')
      overwritten(
        literal(text),
        'replace',
        call.env,
        call.analysis,
        call.invocation,
        printed({ text: undefined, taint: bits }, inWords(call)),
      )
  }
  // `-n`, and nothing that prints: the file is empty then.
  const isQuiet =
    how.quiet && !commands.some(({ name, flags }) => /[pPiacrRl=]/.test(name) || (name === 's' && /[pw]/.test(flags)))
  if (inPlace) {
    for (const file of files) {
      const old = call.analysis.files.get(boundedPath(file, call.env, call.analysis))
      const { path } = overwritten(file, 'edit', call.env, call.analysis, call.invocation)
      if (path === undefined) continue
      arrived(path, { text: undefined, taint: bits }, call.analysis)
      if (old !== undefined && kept !== '')
        put(kept.includes('*') ? kept.replaceAll('*', path.replace(/^.*\//, '')) : path + kept, old, call.analysis)
      const [text, ...or] = old === undefined ? [] : textsOf(old).map(changed)
      const isKnown = text !== undefined && or.every(other => other !== undefined)
      if (old !== undefined && isKnown) put(path, { ...old, text, or: or as string[], taint: old.taint | bits }, call.analysis)
      else if (old?.text === undefined && !path.endsWith('.json')) inserted(path, commands, call)
      if (isQuiet || commands.some(({ name, address }) => name === 'd' && /^(?:1,\$)?$/.test(address)))
        emptied(file, call.env, call.analysis, call.invocation)
    }
    return nothing
  }
  const cuts = commands.every(
    ({ name, sought, put, flags, text }) =>
      name === 's' && flags + text === '' && /^=\.\*\$?$/.test(sought) && !/[&\\]/.test(put),
  )
  if (cuts && commands.length > 0 && readsVariables(call, files)) return letsOut(call, 'names')
  if (files.length === 0)
    return {
      text: bits === 0 ? changed(call.stdin.text) : undefined,
      taint: (call.stdin.taint & (commands.some(({ name }) => /[qQ]/.test(name)) ? ~taint.endless : -1)) | bits,
    }
  const read = files.map(file => readPath(file, call.env, call.analysis, call.invocation))
  for (const { taint } of read) bits |= taint
  return { text: files.length === 1 ? changed(read[0]?.text) : undefined, taint: bits, from: files }
}

/** What a script puts into a file is part of it from then on, for whoever runs it. */
function inserted(path: string, commands: readonly SedCommand[], { analysis }: Call): void {
  const lines = commands.map(({ name, text, put }) => (/[aic]/.test(name) ? text : put))
  const text = lines.map(line => line.replace(/\\n/g, '\n').replace(/\\t/g, '\t')).filter(line => /\s/.test(line))
  if (text.length === 0) return
  const before = analysis.files.get(path)?.text ?? textAt(path, analysis) ?? ''
  put(path, { text: joined([before, ...text, ''], '\n', analysis), taint: 0 }, analysis)
}

/** A command of ed that prints, or an address alone. */
const prints = /^(?!$)[\d,;$.%+-]*[pnl]?$|\/g?[pnl]$/m

/** What it is told on its input: commands, files that it reads and writes, and to print what it edits. */
function lines(call: Call, { positional }: Options): Stream {
  const { env, analysis } = call
  let bits = 0
  if (prints.test(call.stdin.text ?? '')) for (const file of positional) readPath(file, call.env, call.analysis, call.invocation)
  for (const line of (call.stdin.text ?? '').split('\n')) {
    const [, how, path] = /^[\d,$.%]*([wWrE])\s+([^!\s].*)$/.exec(line) ?? []
    if (path !== undefined && how === 'r') bits |= readPath(literal(path), call.env, call.analysis, call.invocation).taint
    else if (path !== undefined && how !== 'E')
      overwritten(literal(path), how === 'W' ? 'append' : 'replace', call.env, call.analysis, call.invocation)
    if (/^!|^\d*[rw]\s*!/.test(line)) call.analysis.script(line.replace(/^\d*[rw]?\s*!/, ''), fork(call.env), nothing)
  }
  if (/^w/m.test(call.stdin.text ?? 'w'))
    for (const file of positional)
      put(boundedPath(file, env, analysis), printed({ text: undefined, taint: bits }, inWords(call)), analysis)
  return nothing
}

/** Stream editors, plain editors and pagers: files they change, and their ways to run a shell. */

import type { Programs } from '../../calls/form.ts'
import { type Options, options } from '../../calls/options.ts'
import { arrived, put } from '../../effects/file-copies.ts'
import { emptied, overwritten, readPath } from '../../effects/file-effects.ts'
import { letsOut, readsVariables } from '../../effects/let-out.ts'
import { boundedPath } from '../../places/paths.ts'
import { type Call, find, fork, inWords } from '../../values/analysis.ts'
import { literal, nothing, printed, type Stream, taint } from '../../values/value.ts'

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

function sed(call: Call): Stream {
  const given = options(call.args, 'e f l expression file line-length')
  const scripts: string[] = []
  for (const [index, word] of call.args.entries()) {
    if (/^-[nErsuz]*e$|^--expression$/.test(word.text)) scripts.push(call.args[index + 1]?.text ?? '')
    else if (word.text.startsWith('--expression=')) scripts.push(word.text.slice(13))
    else if (/^-e./.test(word.text)) scripts.push(word.text.slice(2))
  }
  const file = given.values.get('f') ?? given.values.get('file')
  if (file !== undefined) scripts.push(readPath(file, call.env, call.analysis, call.invocation).text ?? '')
  let files = given.positional
  if (scripts.length === 0) {
    scripts.push(files[0]?.text ?? '')
    files = files.slice(1)
  }
  // Of the files that it reads on its own.
  let bits = 0
  const inPlace = call.args.some(word => /^-[nErsuz]*i|^--in-place/.test(word.text))
  // BSD wants a suffix after `-i`, often empty.
  if (inPlace && files[0]?.text === '') files = files.slice(1)
  for (const script of scripts) {
    // `e` takes the rest of its line.
    for (const line of new Set([...script.split('\n'), ...script.split(/[\n;]/)])) {
      const run = /^[^a-zA-Z]*e\s+(.+)$/s.exec(line.trim())
      if (run !== null) call.analysis.script(run[1] as string, fork(call.env), nothing)
      // Alone it runs the line that was read.
      else if (/^(?:\d+|\$|\/[^/]*\/)?\s*e$/.test(line.trim()) && !inPlace)
        if (call.stdin.text !== undefined) call.analysis.script(call.stdin.text, fork(call.env), nothing)
        else find(call, 'execution.unknown-command', { unknown: 'what the lines hold that sed runs' })
    }
    for (const line of script.split(/[\n;]/)) {
      const written = /(?:^|[/}\s\d$])w\s+(\/\S+|[\w.~][\w./~-]*)$/.exec(line.trim())
      const read = /(?:^|[/}\s\d$])[rR]\s+(\/\S+|[\w.~][\w./~-]*)$/.exec(line.trim())
      if (read !== null && !/^s\W/.test(line.trim()))
        bits |= readPath(literal(read[1] as string), call.env, call.analysis, call.invocation).taint
      if (written !== null) overwritten(literal(written[1] as string), 'replace', call.env, call.analysis, call.invocation)
    }
    for (const { sought, put, flags } of substitutions(script)) {
      if (!/^[gp0-9IiMm]*e[gp0-9IiMm]*$/.test(flags)) continue
      call.analysis.script(put, fork(call.env), nothing)
      if (call.stdin.text !== undefined && sought.includes('.*')) call.analysis.script(call.stdin.text, fork(call.env), nothing)
    }
  }
  if (inPlace) {
    for (const file of files) {
      const { path } = overwritten(file, 'edit', call.env, call.analysis, call.invocation)
      if (path !== undefined) arrived(path, { text: undefined, taint: bits }, call.analysis)
      if (scripts.some(script => /^(?:1,\$)?d$/.test(script.replace(/\s/g, ''))))
        emptied(file, call.env, call.analysis, call.invocation)
    }
    return nothing
  }
  if (scripts.every(script => /^s([/|,#])=\.\*\$?\1[^&\\]*\1$/.test(script)) && readsVariables(call, files))
    return letsOut(call, 'names')
  if (files.length === 0)
    return {
      text: bits === 0 ? substitute(scripts, call.stdin.text) : undefined,
      taint: (call.stdin.taint & (scripts.some(script => /q\s*(?:[;}]|$)/.test(script)) ? ~taint.endless : -1)) | bits,
    }
  for (const file of files) bits |= readPath(file, call.env, call.analysis, call.invocation).taint
  return { text: undefined, taint: bits, from: files }
}

/** `s/a/b/` with plain text on both sides, as used to hide words. */
function substitute(scripts: readonly string[], text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  let out = text
  for (const script of scripts) {
    const [first, ...more] = substitutions(script.trim())
    if (first === undefined || more.length > 0 || !/^g?$/.test(first.flags)) return undefined
    const { sought, put, flags, whole } = first
    if (whole !== script.trim() || /[.*[\]^$\\+?]/.test(sought) || /[&\\]/.test(put)) return undefined
    out =
      flags === 'g'
        ? out.split(sought).join(put)
        : out
            .split('\n')
            .map(line => line.replace(sought, () => put))
            .join('\n')
  }
  return out
}

/** The `s` commands a script begins with, their parts as written. */
function* substitutions(script: string): Generator<{ sought: string; put: string; flags: string; whole: string }> {
  const head = /[\d,$!{};\s]*(s(.))/sy
  const letters = /\w*/y
  for (;;) {
    const start = head.exec(script)
    if (start === null) return
    const mark = start[2] as string
    const middle = unescaped(script, mark, head.lastIndex)
    const end = middle < 0 ? -1 : unescaped(script, mark, middle + 1)
    if (end < 0) return
    letters.lastIndex = end + 1
    const flags = letters.exec(script)?.[0] ?? ''
    const whole = script.slice(head.lastIndex - 2, letters.lastIndex)
    yield { sought: script.slice(head.lastIndex, middle), put: script.slice(middle + 1, end), flags, whole }
    head.lastIndex = letters.lastIndex
  }
}

function unescaped(text: string, mark: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === mark) return at
  }
  return -1
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

/** cmd.exe: `&`, `&&`, `||`, `|`, quotes, `^`, `%NAME%`. */

import { contentAt } from '../effects/file-copies.ts'
import { deleted, overwritten, readPath } from '../effects/file-effects.ts'
import { search } from '../effects/searching.ts'
import { copied, moved } from '../effects/transfers.ts'
import { boundedPath } from '../places/paths.ts'
import { type Analysis, atMost, bounds, type Environment, enter, fork, ranDownload, record, spent } from '../values/analysis.ts'
import { isKnown, literal, nothing, type Stream, silent, slashed, taint, type Value } from '../values/value.ts'
import { substituted, unconditional, variable, words } from './cmd-words.ts'

/** Analyses source for cmd.exe: its commands, `for`, `if` and redirections. Returns the standard output. */
export function runCmd(source: string, env: Environment, stdin: Stream, analysis: Analysis): Stream {
  if (env.depth > bounds.depth || spent(analysis)) {
    analysis.exhausted = true
    return nothing
  }
  analysis.spares = true
  const loop = loopIn(source)
  if (loop !== undefined) return runLoop(loop, env, stdin, analysis)
  let flow = stdin
  let out = nothing
  for (const part of commands(source)) {
    const text = substituted(part.text, env)
    out =
      text === part.text || /^[\s@,;=]*set[\s,;=]/i.test(text)
        ? command(words(part.text, env, analysis), part.text.replace(/^[\s,;=]+/, ''), env, flow, analysis)
        : runCmd(text, { ...env, depth: env.depth + 1 }, flow, analysis)
    flow = part.piped ? out : nothing
  }
  return out
}

interface Loop {
  readonly before: string
  readonly kind: string
  readonly letter: string
  readonly set: string
  readonly body: string
  /** Of `/r`: the folder whose files are meant. */
  readonly root: string
}

/** `for /d %d in (a b) do command`: the body goes to the end of the line. */
function loopIn(source: string): Loop | undefined {
  const match =
    /^((?:[^"]|"[^"]*")*?(?:^|[&|(]))\s*@?for\s+(?:\/([dflr])\s+)?(?:"([^"]*)"\s+)?(?:([A-Za-z]:\S*|[.\\]\S*|%\w+%\S*)\s+)?%%?(\w)\s+in\s*\(((?:[^()'"]|'[^']*'|"[^"]*")*)\)\s*do\s+([\s\S]+)$/i.exec(
      source,
    )
  if (match === null) return undefined
  const [, before = '', kind = '', quoted, bare, letter = '', set = '', body = ''] = match
  const root = quoted ?? bare ?? '.'
  return { before: before.trimEnd().replace(/(?<![&|(])[&|(]+$/, ''), kind: kind.toLowerCase(), letter, set, body, root }
}

function runLoop({ before, kind, letter, set, body, root }: Loop, env: Environment, stdin: Stream, analysis: Analysis): Stream {
  if (before.trim() !== '') runCmd(before, env, stdin, analysis)
  const listed = /^\s*['`]([\s\S]*)['`]\s*$/.exec(set)
  let items: readonly string[] = atMost(set.match(/"[^"]*"|[^\s,;]+/g) ?? [], bounds.values, analysis)
  let out = nothing
  let bits = 0
  if (kind === 'f') {
    const names = listed === null ? undefined : /^\s*dir\b(?:\s+\/\S+)*\s*(\S*)/i.exec(listed[1] as string)
    if (listed !== null) bits = runCmd(listed[1] as string, fork(env), nothing, analysis).taint
    else for (const item of items) bits |= readPath(slashed(literal(item.replace(/"/g, ''))), env, analysis).taint
    items = names === undefined || names === null ? ['%unknown%'] : [names[1] === '' ? '*' : (names[1] as string)]
  } else if (kind === 'l') items = ['%unknown%']
  else if (kind === 'r') items = items.map(item => (/[:\\/]/.test(item) ? item : `${root.replace(/(?<!\\)\\+$/, '')}\\${item}`))
  for (const item of items) {
    const text = body.replace(new RegExp(`%%?(?:~[fdpnxsatz$]*)?${letter}(?![\\w%])`, 'g'), () => item)
    out = runCmd(text, fork(env), nothing, analysis)
  }
  return bits === 0 ? out : { ...out, taint: out.taint | bits }
}

function commands(source: string): { text: string; piped: boolean }[] {
  const parts: { text: string; piped: boolean }[] = []
  let text = ''
  let quoted = false
  for (let at = 0; at < source.length; at++) {
    const char = source[at] as string
    if (char === '^' && !quoted) {
      text += source[++at] ?? ''
      continue
    }
    if (char === '"') quoted = !quoted
    if (!quoted && (char === '&' || char === '|' || char === '\n' || char === '(' || char === ')') && source[at - 1] !== '>') {
      const double = source[at + 1] === char
      parts.push({ text, piped: char === '|' && !double })
      text = ''
      if (double) at++
      continue
    }
    text += char
  }
  parts.push({ text, piped: false })
  return parts.filter(part => part.text.trim() !== '')
}

function command(all: Value[], source: string, env: Environment, input: Stream, analysis: Analysis): Stream {
  const { rest, stdin, outputs } = redirected(all, env, input, analysis)
  const out = carriedOut(rest, source, env, stdin, analysis)
  for (const { file, how } of outputs) overwritten(file, how, env, analysis, undefined, out)
  return outputs.length > 0 ? nothing : out
}

/** The command without its redirections. */
function carriedOut(rest: Value[], source: string, env: Environment, stdin: Stream, analysis: Analysis): Stream {
  let start = 0
  while (/^@|^(?:call|start|if|else|do|in)$/i.test(rest[start]?.text ?? '') && start < rest.length - 1) {
    if ((rest[start]?.text ?? '').length > 1 && rest[start]?.text[0] === '@') {
      rest[start] = { ...(rest[start] as Value), text: (rest[start]?.text ?? '').slice(1) }
    } else start++
  }
  const kept = unconditional(rest.slice(start), rest[start - 1]?.text.toLowerCase())
  const [first, ...args] = kept
  if (first === undefined) return nothing
  const switches = args.filter(word => /^\/[a-z?]/i.test(word.text)).map(word => word.text.toLowerCase())
  const paths = args.filter(word => !/^\/[a-z?:]+$/i.test(word.text) && word.text[0] !== '-').map(slashed)
  const name = first.text
    .toLowerCase()
    .replace(/^.*[\\/]/, '')
    .replace(/\.(?:exe|com|cmd|bat)$/, '')
  switch (name) {
    case 'del':
    case 'erase':
      for (const path of paths)
        deleted(path, switches.includes('/s') || (/[*]$/.test(path.text) && switches.includes('/q')), env, analysis)
      return nothing
    case 'rd':
    case 'rmdir':
      for (const path of paths) deleted(path, switches.includes('/s'), env, analysis)
      return nothing
    case 'type':
    case 'fc':
    case 'comp':
    case 'print':
    case 'more': {
      let bits = 0
      for (const path of paths) bits |= readPath(path, env, analysis).taint
      return paths.every(({ text }) => /^nul$/i.test(text)) ? silent : { text: undefined, taint: bits }
    }
    case 'find':
    case 'findstr': {
      let bits = stdin.taint
      const all = args.some(({ text }) => /^\/\w*s/i.test(text))
      const namesOnly = args.some(({ text }) => /^\/\w*m/i.test(text))
      for (const path of paths.slice(1)) {
        const [, folder = '.', glob] = /^(?:(.*)\/)?([^/]*)$/.exec(path.text) ?? []
        if (all)
          bits |= search(
            { folder: { ...path, text: folder }, glob, sought: paths[0]?.text ?? '', namesOnly },
            env,
            analysis,
          ).taint
        else bits |= readPath(path, env, analysis).taint
      }
      return { text: undefined, taint: bits }
    }
    case 'copy':
      if (paths[0] !== undefined && paths[1] !== undefined) copied([paths[0]], paths[1], { env, analysis })
      else if (paths[0] !== undefined) readPath(paths[0], env, analysis)
      return nothing
    case 'move':
    case 'ren':
    case 'rename':
      if (paths[0] !== undefined) moved([paths[0]], paths[1], { env, analysis })
      return nothing
    case 'cd':
    case 'chdir':
    case 'pushd':
      if (paths[0] !== undefined) enter(isKnown(paths[0]) ? boundedPath(paths[0], env, analysis) : undefined, env)
      return nothing
    case 'set': {
      const equals = source.indexOf('=')
      if (equals < 0) {
        if (args.length === 0) record(analysis, 'secrets.dump-environment')
        return args.length === 0 ? { text: undefined, taint: taint.environment } : nothing
      }
      const key = source
        .slice(0, equals)
        .replace(/^\s*set\s+(?:\/[ap]\s+)?"?/i, '')
        .trim()
        .toLowerCase()
      env.variables.set(key, {
        fields: [
          literal(
            source
              .slice(equals + 1)
              .replace(/"\s*$/, '')
              .trim()
              .replace(/%([^%]+)%/g, (_, known: string) => variable(known.toLowerCase(), env, analysis)),
          ),
        ],
        array: false,
      })
      return nothing
    }
    case 'echo':
      return { text: args.map(word => word.text).join(' '), taint: args.reduce((bits, word) => bits | word.taint, 0) }
    case 'for': {
      const body = args.findIndex(word => /^do$/i.test(word.text))
      if (body >= 0) command(args.slice(body + 1), source, fork(env), nothing, analysis)
      return nothing
    }
    default:
      downloaded(first, env, analysis)
      return analysis.words([{ ...first, text: name }, ...args], env, stdin)
  }
}

interface Output {
  readonly file: Value
  readonly how: 'append' | 'replace'
}

/** The words without `<x`, `>x` and `2>x`, which may stand anywhere, and where output goes. */
function redirected(
  all: readonly Value[],
  env: Environment,
  input: Stream,
  analysis: Analysis,
): { rest: Value[]; stdin: Stream; outputs: readonly Output[] } {
  const rest: Value[] = []
  const outputs: Output[] = []
  let stdin = input
  for (let at = 0; at < all.length; at++) {
    const word = all[at] as Value
    const sign = /^\d?(?:>{1,2}|<)/.exec(word.written)?.[0]
    if (sign === undefined) {
      rest.push(word)
      continue
    }
    const behind = word.text.slice(sign.length)
    const file = slashed(behind === '' ? (all[++at] ?? literal('')) : { ...word, text: behind })
    if (file.text === '' || /^&|^nul$/i.test(file.text)) continue
    if (sign.endsWith('<')) stdin = readPath(file, env, analysis)
    else outputs.push({ file, how: sign.endsWith('>>') ? 'append' : 'replace' })
  }
  return { rest, stdin, outputs }
}

/** A program of the current folder needs no path here, and no ending. */
function downloaded(first: Value, env: Environment, analysis: Analysis): void {
  for (const ending of ['', '.exe', '.bat', '.cmd', '.com', '.ps1', '.vbs']) {
    const stream = contentAt(boundedPath({ ...slashed(first), text: slashed(first).text + ending }, env, analysis), analysis)
    if (stream === undefined) continue
    if (!ranDownload(stream.taint, { analysis }) && (stream.taint & taint.decoded) !== 0)
      record(analysis, 'execution.decoded-execute')
  }
}

/** Vi and its heirs: the commands that they are given, and the files that they change. */

import { has, options } from '../../calls/options.ts'
import { isStrange } from '../../calls/stranger-files.ts'
import { overwritten, readPath } from '../../effects/file-effects.ts'
import type { CodeValue } from '../../languages/model/code.ts'
import { resultOf, scanCode } from '../../languages/scan.ts'
import { boundedPath } from '../../places/paths.ts'
import { bounds, type Call, fork, type Handler, ranDownload, running } from '../../values/analysis.ts'
import { HOLE, literal, nothing, type Stream, taint, type Value } from '../../values/value.ts'

export const vims: Readonly<Record<string, Handler>> = { vim, vi: vim, nvim: vim, ex: vim, view: vim, gvim: vim }

/** One editor as it goes through its commands. */
interface Session {
  readonly call: Call
  readonly variables: Map<string, CodeValue>
  /** What was put into the text. */
  readonly lines: string[]
  prints: number
  depth: number
}

function vim(call: Call): Stream {
  // After `-e`, `-s` means silent and takes no script.
  const ex = call.program === 'ex' || call.args.some(word => /^-[a-zA-Z]*[eE]/.test(word.text))
  const given = options(call.args, `c S ${ex ? '' : 's '}u U i T cmd w W t q l`)
  const session: Session = { call, variables: new Map(), lines: [], prints: 0, depth: 0 }
  for (const [name, file] of given.every)
    if (/^[SuU]$/.test(name) && !/^(?:NONE|NORC|DEFAULTS)$/.test(file.text)) sourced(file, session)
  const script = given.values.get('l')
  if (script !== undefined && call.program === 'nvim') call.analysis.words([literal('lua'), script], fork(call.env), call.stdin)
  const commands: string[] = []
  for (const [index, word] of call.args.entries()) {
    const command = /^-(?:-cmd|[a-zA-Z]*c)$/.test(word.text) ? call.args[index + 1]?.text : /^\+(.+)$/s.exec(word.text)?.[1]
    if (command !== undefined) commands.push(command)
  }
  if (call.stdin.text !== undefined) commands.push(...call.stdin.text.split('\n'))
  for (const command of commands) obeyed(command, session)
  // Where nobody looks on it is a stream editor, whose printing goes to the output.
  const prints = commands.some(command =>
    /^\s*:?[%\d,.$g/^]*(?:p(?:rint)?|l(?:ist)?|nu(?:mber)?|#|w\s+!|w!?\s+\/dev\/(?:stdout|stderr|tty|fd))/.test(command),
  )
  let bits = session.prints
  for (const file of given.positional) {
    if (file.text.startsWith('+')) continue
    const looks = has(given, 'R') || call.program === 'view'
    // Without a command it waits for somebody who sees what it edits.
    if (looks || commands.length === 0) readPath(file, call.env, call.analysis, call.invocation)
    if (looks) continue
    if (prints) bits |= readPath(file, call.env, call.analysis, call.invocation).taint
    else if (commands.some(empties))
      overwritten(file, 'replace', call.env, call.analysis, call.invocation, { text: '', taint: 0 })
    else overwritten(file, 'edit', call.env, call.analysis, call.invocation)
  }
  return { text: undefined, taint: bits }
}

/** `%d`: of what was there nothing is left. */
const empties = (command: string): boolean => /^\s*:?(?:%|1,\$)\s*d(?:e(?:l(?:ete)?)?)?\b/.test(command)

/** A script: from a file that this command wrote, or from another program. */
function sourced(file: Value, session: Session): void {
  const { call } = session
  const stream = file.stream ?? call.analysis.files.get(boundedPath(file, call.env, call.analysis))
  if (stream === undefined) return void isStrange(file.text, call)
  ranDownload(stream.taint, call)
  running(stream, call.analysis, () => {
    for (const line of stream.text?.split('\n') ?? []) obeyed(line, session)
  })
}

const modifiers =
  /^[\s:]*(?:(?:sil(?:ent)?!?|uns(?:ilent)?|noa(?:utocmd)?|keep\w+|loc(?:kmarks)?|verb(?:ose)?|tab|vert(?:ical)?|bo(?:tright)?|to(?:pleft)?|aboveleft|belowright|confirm|sandbox|try|finally|endtry|else|bufdo|windo|tabdo|argdo)!?\s+)*/

const languages: readonly (readonly [RegExp, string, string])[] = [
  [/^py(?:thon)?[3x]?$/, 'python3', '-c'],
  [/^lua$/, 'lua', '-e'],
  [/^ruby?$/, 'ruby', '-e'],
  [/^perl?$/, 'perl', '-e'],
]

function obeyed(line: string, session: Session): void {
  const { call } = session
  if (session.depth >= bounds.depth || line.length > bounds.length) {
    call.analysis.exhausted = true
    return
  }
  const command = line.replace(modifiers, '')
  const [, verb = '', rest = ''] =
    /^(?:[%\d,.$;'<>^]*|'[a-z]|g!?\/[^/]*\/)\s*(!|[A-Za-z]+[!]?|=|&)?\s*([\s\S]*)$/.exec(command) ?? []
  const name = verb.replace(/!$/, '') || verb
  if (
    verb === '!' ||
    /^te(?:r(?:m(?:inal)?)?)?$/.test(name) ||
    (/^(?:r|re|rea|read|w|wr|wri|writ|write)$/.test(name) && rest[0] === '!')
  ) {
    call.analysis.script(rest.replace(/^!/, ''), fork(call.env), nothing)
    return
  }
  const language = languages.find(([called]) => called.test(name))
  if (language !== undefined) {
    const [, program, option] = language
    call.analysis.words([literal(program), literal(option), literal(rest)], fork(call.env), nothing)
    return
  }
  const [own, after] = parted(rest)
  if (/^exe(?:c(?:u(?:te?)?)?)?$/.test(name)) {
    const told = resultOf(own, 'vim', call, session.variables)
    if (told.text === HOLE) scanned(`${own}`, session)
    else deeper(told.text.split(HOLE).join(' '), session)
  } else if (/^w(?:r(?:i(?:te?)?)?|q|x)?$|^sav(?:eas?)?$|^up(?:date)?$/.test(name)) wrote(own, session)
  else if (/^so(?:u(?:r(?:ce?)?)?)?$|^ru(?:ntime)?$|^(?:lua|py3?)file$/.test(name)) sourced(literal(home(own, session)), session)
  else if (/^(?:r|re|read|e|ed|edit|sp|split|vs|vsplit|view|tabe|tabedit|0r)$/.test(name) && own.trim() !== '')
    session.prints |= readPath(literal(home(own, session)), call.env, call.analysis, call.invocation).taint & taint.secret
  else if (/^pu(?:t)?$/.test(name) && own[0] === '=')
    session.lines.push(resultOf(own.slice(1), 'vim', call, session.variables).text)
  else if (/^norm(?:al)?$/.test(name)) session.lines.push(own.replace(/^.*?[iIaAoOcCsS]/, ''))
  else if (/^(?:a|append|i|insert|c|change)$/.test(name)) session.lines.push(own)
  else scanned(`${/^let$|^const$/.test(name) ? `${name} ` : ''}${own}`, session)
  if (after !== '') deeper(after, session)
}

function deeper(command: string, session: Session): void {
  session.depth++
  obeyed(command, session)
  session.depth--
}

/** An expression: what it calls is done. */
function scanned(source: string, session: Session): void {
  if (!/[(=]/.test(source)) return
  session.prints |= scanCode(source, 'vim', session.call, session.variables).taint
  const at = source.search(/\b(?:setline|append)\(/)
  const comma = at < 0 ? -1 : source.indexOf(',', at)
  if (comma < 0) return
  const text = source.slice(comma + 1).trimEnd()
  const put = resultOf(text.endsWith(')') ? text.slice(0, -1) : text, 'vim', session.call, session.variables)
  session.lines.push((put.items?.map(item => item.text) ?? [put.text]).join('\n'))
}

function wrote(target: string, { call, lines }: Session): void {
  const name = target
    .replace(/^!/, '')
    .split(/\s+/)
    .find(word => word !== '' && word !== '>>' && !word.startsWith('++'))
  if (name === undefined) return
  const text = lines.length === 0 ? undefined : { text: lines.join('\n').split(HOLE).join(' '), taint: 0 }
  overwritten(literal(name), 'replace', call.env, call.analysis, call.invocation, text)
}

const home = (name: string, { call }: Session): string => name.trim().replace(/^~(?=\/|$)/, call.analysis.host.home)

/** A command and what stands behind its bar; one in quotes is none. */
function parted(text: string): [string, string] {
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (quote !== '') {
      if (char === '\\' && quote === '"') at++
      else if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '|' && text[at + 1] === '|') at++
    else if (char === '|') return [text.slice(0, at), text.slice(at + 1)]
  }
  return [text, '']
}

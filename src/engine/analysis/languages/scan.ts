/** Looks through a program in a scripting language for calls that delete, write, spawn, read secrets or send. */

import { hasAnyOf, markOf, saysAnyOf } from '../../../core/traits.ts'
import { inOrder } from '../../matching/in-order.ts'
import { emptied } from '../effects/file-effects.ts'
import { sent } from '../effects/sockets.ts'
import { pipelines } from '../texts/commands-in-files.ts'
import { bounds, type Call, find, fork, isOver } from '../values/analysis.ts'
import { begin } from '../values/patience.ts'
import { HOLE, nothing, type Stream, taint } from '../values/value.ts'
import { actionOf } from './actions.ts'
import { appended, assign, entered, forget, grow, mutate, set, typedAt, unpacked } from './assignments.ts'
import { awkStep } from './awk.ts'
import { calledLater } from './called-later.ts'
import { setsVariables } from './environment.ts'
import { evaluate } from './evaluator/values.ts'
import { functionsIn } from './functions/functions.ts'
import { followed } from './held.ts'
import { namesService, servedBy, servedNames } from './library/clients.ts'
import { pretendedIn } from './library/doubles.ts'
import { isScratch } from './library/scratch.ts'
import { looseEnds, seenBy, type Words } from './loose-ends.ts'
import { inEachWay, leaveFunctions } from './model/branching.ts'
import type { Code, CodeValue, State } from './model/code.ts'
import { scratchOf } from './model/temporary.ts'
import { statementTakes } from './modules.ts'
import { perform } from './perform.ts'
import { isPlain } from './plain.ts'
import { mentioned, possible } from './possible.ts'
import { records } from './records.ts'
import { launched, settled, shell, spelled } from './spawning.ts'
import {
  blockVariable,
  chainStart,
  changed,
  handedToBlock,
  held,
  imports,
  loopVariable,
  ownerOf,
  parameter,
  parametersOf,
  topic,
} from './statements.ts'
import { matching, statementEnd } from './tokens/brackets.ts'
import { endlessTurn } from './tokens/endless-code.ts'
import { type Language, type Token, tokens } from './tokens/lexer.ts'

/** Words for the input, in one language or another. */
const input =
  /\bstdin\b|<>|\binput\s*\(|\bgets\b|\bARGF\b|\$<|readFileSync\s*\(\s*0|\bio\.(?:read|lines)\b|\bopen\s*\(\s*0|\breadline\b/i

/** One of these stands in all that it finds. */
const inputs = 'stdin <> input gets argf $< readfilesync io. open readline'.split(' ').map(markOf)

/** `perl -ne`, `ruby -pe`: `$_` is a line of it. */
const eachLine = (source: string, { args }: Call): boolean =>
  source.includes('$_') && args.some(({ text }) => /^-\w*[np]\w*$/.test(text))

/** What a list of words for a program begins with: Rust, Java. */
const lists = /^(?:Command::|Command(?:Context)?\(|ProcessBuilder\(|String\[)$/

/** Fixtures of pytest: a folder that is there for one test. */
const fixtures = ['tmp_path', 'tmpdir'] as const
const asksForFolder = /\bdef\s+\w+\s*\([^()]*\btmp(?:_path|dir)\b/

const begun = (source: string, language: Language, call: Call, variables: Map<string, CodeValue>): Code => {
  const scratch = scratchOf(source, call)
  if (language === 'python' && source.includes('tmp') && asksForFolder.test(source))
    for (const name of fixtures) if (!variables.has(name)) variables.set(name, { text: `${scratch}/t`, taint: 0 })
  return begunWith(language, call, variables, scratch, servedNames(source))
}

const begunWith = (
  language: Language,
  call: Call,
  variables: Map<string, CodeValue>,
  scratch: string,
  served: ReadonlySet<string>,
): Code => ({
  language,
  analysis: call.analysis,
  env: call.env,
  variables,
  names: new Map(),
  hidden: [],
  scratch,
  served,
  evaluate,
  taint: 0,
  depth: 0,
  work: 0,
})

const stateOf = (source: string, code: Code, call: Call, scan: State['scan']): State => ({
  runs:
    code.language === 'other' &&
    (/cmd|command|exec|spawn|process|shell|popen/i.test(source) || /\b(?:system|run)\b/.test(source)),
  scratch: isScratch(source, call),
  pretended: pretendedIn(source, call),
  readsInput: call.stdin !== nothing && ((saysAnyOf(source, inputs) && input.test(source)) || eachLine(source, call)),
  code,
  call,
  folders: [],
  sends: false,
  hosts: [],
  prints: 0,
  unclear: false,
  fetches: false,
  unfilled: new Set(),
  scan,
})

/** What an expression comes to. */
export const resultOf = (source: string, language: Language, call: Call, variables: Map<string, CodeValue>): CodeValue =>
  evaluate(tokens(source, language), begun(source, language, call, variables))

/** Analyses source; what it may print comes back. */
export function scanCode(source: string, language: Language, call: Call, variables = new Map<string, CodeValue>()): Stream {
  const { analysis } = call
  const code = begun(source, language, call, variables)
  if (call.env.depth > bounds.depth - 2 || source.length > bounds.length) {
    analysis.exhausted = true
    return nothing
  }
  if (language === 'perl' && !/\bsub\s+tempdir\b|\*\{?tempdir\b/.test(source)) code.names.set('tempdir', 'File.Temp.tempdir')
  if (language === 'other' && /\buse\s+tempfile::(?:tempdir\b|\{[^{}]*\btempdir\b)/.test(source))
    code.names.set('tempdir', 'tempfile.tempdir')
  // Into the terminal of somebody who has not typed it.
  if (hasAnyOf(source, terminal) && /\bTIOCSTI\b|\b0x5412\b/.test(source))
    find(call, 'execution.unknown-command', { unknown: 'what is typed into a terminal' })
  begin(source.length)
  const all = tokens(source, language)
  if (all.length >= bounds.tokens) analysis.exhausted = true
  whole(source, all, call)
  const scanned = new Map<string, number>()
  const state: State = stateOf(source, code, call, inner => {
    // The same again, in a function that is followed several times.
    const times = scanned.get(inner) ?? 0
    scanned.set(inner, times + 1)
    if (times < mostTimes) scanCode(inner, language, { ...call, env: fork(call.env) }, variables)
  })
  const before = { ...seenBy(call), isPretended: state.scratch || state.pretended.size > 0 }
  if (variables.size === 0 && !namesService(source) && isPlain(source, all, language)) {
    for (let at = 0; at < all.length; at++) at = taken(all, at, state)
    looseEnds(source, () => wordsOf(source, all, variables, call), before, call)
    return { text: undefined, taint: 0 }
  }
  const turn = hasAnyOf(source, loopMarks) ? endlessTurn(all, language) : undefined
  if (turn !== undefined) find(call, turn === 'fills' ? 'disk.fill' : 'process.exhaust')
  setsVariables(all, call)
  records(source, all, state)
  servedBy(source, all, state)
  const functions = functionsIn(all, state, {
    step: (tokens, at) => step(tokens, at, state),
    does: (name, owner) => !/^(?:undefined|print)$/.test(String(actionOf(name, owner, undefined, language))),
  })
  code.functions = functions
  // A comprehension names its variable after its use, and so does Perl what it goes through.
  if ((language === 'python' && source.includes('for')) || language === 'perl')
    for (let at = 0; at < all.length; at++) {
      const word = all[at]?.value ?? ''
      if (language === 'python' ? word !== 'for' : !/^(?:for|foreach|find|finddepth|map|grep)$/.test(word)) continue
      if (isOver(analysis)) return nothing
      if (code.work > bounds.evaluation) break
      if (language === 'python') loopVariable(all, at, code)
      else topic(all, at, code)
    }
  functions.begin()
  for (let at = 0, steps = 0; at < all.length; at++, steps++) {
    // A step may look through all that follows it.
    if (((steps & 15) === 0 && isOver(analysis)) || code.work > bounds.evaluation) break
    leaveFunctions(at, code)
    at = step(all, at, state)
  }
  leaveFunctions(all.length, code)
  // As far as half of the work goes: a long program is read once.
  functions.again()
  for (const { from, to } of code.work < bounds.evaluation / 2 ? calledLater(all, language, functions.followed()) : []) {
    if (functions.isCalled(from)) continue
    for (let at = from; at < to && code.work < bounds.evaluation / 2 && !isOver(analysis); at++) {
      leaveFunctions(at, code)
      at = step(all, at, state)
    }
    leaveFunctions(all.length, code)
  }
  functions.rest()
  if (state.unclear && call.env.depth >= bounds.depth - 4) analysis.exhausted = true
  else if (state.unclear) {
    possible(all, source, state)
    if (
      /\b(?:socket|TCPSocket|fsockopen)\b/.test(source) &&
      /\b(?:recv|receive|gets|readline|fgets)\b/.test(source) &&
      /\bconnect|TCPSocket|fsockopen/.test(source)
    )
      find(call, 'network.reverse-shell')
  }
  settled(state)
  const bits = code.taint | state.prints
  if (state.sends) sent({ ...call, stdin: nothing }, bits, state.hosts, true)
  looseEnds(source, () => wordsOf(source, all, variables, call), before, call)
  if (language === 'perl' && /%ENV\b/.test(source) && /\b(?:print|say)\b/.test(source)) state.prints |= taint.environment
  return { text: undefined, taint: state.prints | (code.taint & taint.secret) }
}

/** Takes an element away, by its language. */
const forgets: Partial<Record<Language, string>> = { python: 'del', javascript: 'delete', php: 'unset' }

/** How often one text in it is looked through, with what its names hold then. */
const mostTimes = 4

/** What stands in it in words, and what its caller gave it. */
function wordsOf(source: string, all: readonly Token[], given: ReadonlyMap<string, CodeValue>, { program }: Call): Words {
  const texts = [...given.values()].map(({ text }) => text)
  // Every word is a text there.
  if (/^(?:tclsh[\d.]*|wish|expect)$/.test(program)) texts.push(...source.split(/[\s"{}[\]]+/))
  const names: string[] = []
  const lists: string[][] = []
  const shown: string[] = []
  let isOpen = false
  for (const [at, { kind, value }] of all.entries()) {
    const by = all[at - (all[at - 1]?.value === '(' ? 2 : 1)]
    if (kind === 'text' && by?.kind === 'name' && shows.test(by.value)) shown.push(value)
    else if (kind === 'text') {
      texts.push(value)
      if (isOpen) lists.at(-1)?.push(value)
      else lists.push([value])
    } else if (kind === 'name') names.push(value)
    // `"mix", ["test"`
    isOpen = kind === 'text' || (isOpen && /^[,[]$/.test(value))
  }
  return { texts, names, shown, lists: lists.filter(({ length }) => length > 1) }
}

/** What prints or measures the text behind it. */
const shows = /^(?:print\w*|e?println|puts|echo|say|log|warn|error|info|debug|die|raise|len|length|size)$/

const serverCode = 4_000

/** One of these stands in all that the patterns of their names find: behind the door a word is found sooner than a pattern. */
const terminal = ['TIOCSTI', '0x5412'].map(markOf)
const connections = ['ocket', 'sockopen', 'createConnection', 'TCPServer', 'net'].map(markOf)
const marks = [...['fetch', 'eval'].map(markOf), ...connections]
const loopMarks = ['while', ';;', 'loop', 'iter(', 'count(', 'cycle(', 'repeat('].map(markOf)
const isLoop = (all: readonly Token[], at: number, value: string): boolean =>
  /\b(?:while|until|loop)\b/.test(value) || (value === 'for' && all[at + 1]?.value === '(' && all[at + 2]?.value === ';')

/** A loop from its condition to its end: of braces where they follow, of its statement, or of all that is left where lines are indented. */
function loopAround(all: readonly Token[], at: number): readonly [from: number, to: number] {
  const behind = all[at + 1]?.value === '(' ? matching(all, at + 1) : at + 1
  const open = all.findIndex(({ value }, index) => index >= behind && /^[{;:]$/.test(value))
  if (all[open]?.value === '{') return [at, matching(all, open)]
  if (all[open]?.value === ':') return [at, all.length]
  const start = all.findLastIndex(({ value }, index) => index < at && /^[;{}]$/.test(value))
  return [start + 1, open < 0 ? all.length : open]
}

/** What only the program as a whole shows. */
function whole(source: string, all: readonly Token[], call: Call): void {
  // Without its texts, which may only speak of such a thing.
  const toBare = (): string => all.map(token => (token.kind === 'text' ? '""' : token.value)).join(' ')
  const forks = (from: number, to: number): boolean =>
    all.slice(Math.max(0, from), to).some(({ kind, value }) => kind !== 'text' && /(?:\b|_)fork\b/.test(value))
  const loops = source.includes('fork')
    ? all.flatMap(({ kind, value }, at) => (kind !== 'text' && isLoop(all, at, value) ? [at] : []))
    : []
  if (loops.length > 0 && forks(0, all.length)) {
    const inside = loops.filter(at => forks(...loopAround(all, at)))
    // A server's code has both, far from each other.
    const bomb = toBare().length < serverCode || inside.some(at => forks(at - 15, at + 60))
    // A parent that waits for its children has as many as it waits for.
    const waits = /\bwait(?:pid|3|4|all)?\b/.test(source)
    if (inside.length > 0)
      find(call, 'process.fork-bomb', bomb && !waits ? {} : { unknown: 'whether the loop starts the processes' })
  }
  const bare = hasAnyOf(source, marks) ? toBare() : ''
  if (
    inOrder(bare, /\bfetch \(/, /\. then \( eval\b/) ||
    (/\beval \(? ?get\b/.test(bare) && /\beval[\s(]*get[\s(]*["']https?:/.test(source))
  )
    find(call, 'execution.download-execute')
  if (/^(?:ipython|jupyter|bpython)/.test(call.program))
    for (const match of source.matchAll(/(?:^|\n|=)[ \t]*(?:!{1,2}|%{1,2}(?:sx|system|bash|sh)\b)[ \t]*([^\n]+)/g))
      call.analysis.script(match[1] as string, fork(call.env), nothing)
  // The rest of the cell.
  const [, cell] = /^\s*%%(?:!|bash|sh|zsh|system|sx|script\s+\S*sh\b)[^\n]*\n([\s\S]*)/.exec(source) ?? []
  if (cell !== undefined && /^(?:ipython|jupyter)/.test(call.program)) call.analysis.script(cell, fork(call.env), nothing)
  if (/^(?:tclsh[\d.]*|wish|expect)$/.test(call.program)) {
    for (const [, path, mode = 'r'] of source.matchAll(/\bopen\s+(?!"?\|)([^\s\];]+)(?:\s+\{?([rwaRWA]))?/g))
      call.analysis.script(`${/r/i.test(mode) ? 'cat' : /w/i.test(mode) ? ': >' : ': >>'} ${path}`, fork(call.env), nothing)
    for (const match of source.matchAll(/\b(exec|spawn|system|file\s+delete|open\s+"?\|)\s*([^\n;\]}]+)/g)) {
      const words = (match[2] as string).replace(/\$(?:::)?env\((\w+)\)/g, '$$$1')
      const source = /^file/.test(match[1] as string) ? `rm -rf ${words.replace(/^(?:-\w+\s+)+/, '')}` : words
      call.analysis.script(source, fork(call.env), nothing)
    }
  }
  if (/^julia/.test(call.program) && source.includes('pipeline'))
    for (const line of pipelines(source)) call.analysis.script(line, fork(call.env), nothing)
  if (!hasAnyOf(source, connections)) return
  const connects =
    /\b(?:socket|TCPSocket|fsockopen|Socket|createConnection|TCPServer|net\.connect|telnetlib)\b/.test(source) ||
    inOrder(source, /\bnet\b/, /\.connect\b/)
  const shells =
    connects && all.some(token => token.kind === 'text' && /^(?:\/\S+\/)?(?:ba|z|da|k|c)?sh(?:\s+-i)?$/.test(token.value))
  const called =
    /\b(?:connect|create_connection|Telnet|socket|TCPSocket|fsockopen|Socket|TCPServer|createConnection|createServer|listen|bind)\b/.test(
      bare,
    )
  if (
    connects &&
    called &&
    (shells ||
      /\bdup2\b|\bfdopen\b|pty\.spawn|\/bin\/(?:ba|z|da|k)?sh\b|cmd\.exe|powershell|\b(?:ba|z|da|k)?sh(?: -i)? *<&|\b(?:qx|system|exec|popen)\b\s*[({[]?\s*\$_\b/.test(
        source,
      ) ||
      inOrder(source, /STDIN,/, />&/))
  ) {
    find(
      call,
      /\.bind\s*\(|\blisten\b|TCPServer|createServer/.test(source) && !/\.connect\b|Client\(/.test(source)
        ? 'network.listener-shell'
        : 'network.reverse-shell',
    )
  }
}

function step(all: readonly Token[], at: number, state: State): number {
  const { code } = state
  const token = all[at] as Token
  const next = all[at + 1]
  const behind = code.functions?.behind(all, at)
  if (behind !== undefined) return behind - 1
  if (mentioned(all, at)) state.unclear = true
  if (token.kind === 'text') {
    // Languages without tables of their own: a text may be what some call there runs.
    const [, first = ''] = /^\s*(?:[\w./-]*\/)?([\w.-]+)(?=\s)/.exec(token.value) ?? []
    if (code.language === 'other' && state.runs && state.call.analysis.isProgram(first))
      state.call.analysis.script(told(token, code), fork(state.call.env), nothing)
    // In Go and its kin a text between such quotes is a text.
    if (token.shell && (code.language !== 'other' || /^(?:julia|crystal)/.test(state.call.program)))
      shell(evaluate([{ ...token, shell: false }], code), state)
    // What a text has in it is called as well.
    if (token.value.includes(code.language === 'ruby' ? '#{' : '\u0001{'))
      for (const [, inside = ''] of token.value.matchAll(code.language === 'ruby' ? calledInRuby : called)) state.scan(inside)
    // `os["system"]("...")`
    if (next?.value === ']' && all[at - 1]?.value === '[' && all[at + 2]?.value === '(' && next.kind === 'mark') {
      perform(token.value, '', undefined, all.slice(at + 3, matching(all, at + 2) - 1), state)
    }
    return at
  }
  if (token.kind === 'mark') {
    if (next?.value === '(' && /^[)\]}.]$/.test(token.value) && !followed(all, at, state) && token.value !== '}')
      named(all, at, state)
    if (token.value === '=~') changed(all, at, code)
    if (token.value === '<<' && code.language === 'ruby') appended(all, at, code)
    if (token.value === '=>' && /^(?:javascript|other)$/.test(code.language)) parametersOf(all, at, code)
    if (token.value === '$' && next?.kind === 'text' && code.language !== 'other') shell(evaluate([next], code), state)
    return at
  }
  if (token.kind !== 'name') return at
  const imported = taken(all, at, state)
  if (imported > at) return imported
  // A property that reads: `new File("x").text`
  if (code.language === 'other' && /^(?:text|bytes)$/.test(token.value) && all[at - 1]?.value === '.' && next?.value !== '(') {
    const { path, receiver } = ownerOf(all, at, code)
    perform('read_text', path, receiver, [], state)
  }
  if (token.value === 'arguments' && next?.value === '=') launched(all, at, state)
  if (code.language === 'other' && lists.test(token.value + (next?.value ?? ''))) spelled(all, at, state)
  if (code.language === 'awk') awkStep(all, at, state)
  // `del list[0]`, `delete o.a`, `unset($a[0])`
  if (token.value === forgets[code.language] && all[at - 1]?.value !== '.') {
    const from = next?.value === '(' ? at + 2 : at + 1
    if (all[from]?.kind === 'name' && /^[[.{]$/.test(all[from + 1]?.value ?? '') && all[from + 1]?.value !== '.')
      forget(all, from, code)
  }
  if (code.language === 'perl' && token.value === 'push' && next?.kind === 'name') grow(all, at, code)
  if (token.value === 'for' || token.value === 'foreach') loopVariable(all, at, code)
  if (code.language === 'ruby' && next?.value === '{') blockVariable(all, at, code)
  else if (code.language === 'ruby' && next?.value === 'do') blockVariable(all, at, code)
  else if (code.language === 'ruby' && /^(?:glob|find|each_child|foreach)$/.test(token.value) && next?.value === '(')
    handedToBlock(all, at, code)
  if (next?.value === '(' && /^(?:javascript|other|php|python)$/.test(code.language)) parameter(all, at, code)
  if (token.value === 'mktmpdir' || token.value === 'TemporaryDirectory') held(all, at, code)
  if (next?.kind === 'mark') set(all, at, code)
  if (next?.value === ':' && next.kind === 'mark' && /^(?:python|javascript)$/.test(code.language)) {
    const equals = typedAt(all, at, code.language)
    if (equals > 0) assign(all, at, code, false, equals + 1)
  }
  if (all[at + 2]?.value === '=' && next?.kind === 'mark' && /^[,\])}]$/.test(next.value)) unpacked(all, at, code)
  // What `<>` reads.
  if (token.value === '@ARGV' && next?.value === '=')
    perform('slurp', '', undefined, all.slice(at + 2, statementEnd(all, at + 2)), state)
  if (token.value === 'as' && next?.kind === 'name') {
    if (code.language === 'python') entered(all, at, code)
    return at
  }
  if (next?.kind === 'mark' && next.value === '(') {
    const end = matching(all, at + 1)
    const inside = all.slice(at + 2, end - 1)
    // `require('rimraf')(...)`: a module that is itself a function.
    const [module] = inside
    if (token.value === 'require' && module?.kind === 'text' && all[end]?.value === '(')
      perform(module.value, '', undefined, all.slice(end + 1, matching(all, end) - 1), state)
    if (/^(?:append|extend|push|add|Add)$/.test(token.value)) grow(all, at, code)
    mutate(all, at, code)
    inEachWay(all.slice(nearby(all, at), end), code, () => {
      const { path, receiver } = ownerOf(all, at, code)
      perform(token.value, path, receiver, inside, state)
    })
    followed(all, at, state)
    // Opened to be written, and nothing is.
    if (token.value === 'open' && all[end + 1]?.value === 'close' && state.opened?.how === 'replace')
      emptied(state.opened.file, state.call.env, state.call.analysis, state.call.invocation)
    return at + 1
  }
  // `exec {$program} @list`, `print {$file} $text`
  if (code.language === 'perl' && next?.value === '{' && /^(?:exec|system|print|say|printf)$/.test(token.value)) {
    const from = matching(all, at + 1)
    perform(token.value, '', undefined, all.slice(from, statementEnd(all, from)), state)
    return at
  }
  if (code.functions?.knows(token.value) === true && withoutBrackets.has(code.language) && all[at - 1]?.value !== 'def')
    evaluate(all.slice(chainStart(all, at), statementEnd(all, at)), code)
  // `Pathname.new(x).rmtree`
  if (
    code.language === 'ruby' &&
    all[at - 1]?.value === '.' &&
    /^(?:rmtree|unlink|rmdir)$/.test(token.value) &&
    /^[;})]$/.test(next?.value ?? ';')
  ) {
    const { path, receiver } = ownerOf(all, at, code)
    perform(token.value, path, receiver, [], state)
    return at
  }
  // Calls without brackets: `system "rm -rf /"`, `unlink $file`, `puts x`.
  if (
    (next !== undefined &&
      withoutBrackets.has(code.language) &&
      (next.kind === 'text' ||
        (/^(?:chmod|kill)$/.test(token.value) && (next.kind === 'number' || next.value === '-')) ||
        (next.value === '[' && /^(?:eval|exec|system|spawn)$/.test(token.value)) ||
        (next.kind === 'name' && next.value[0] === '$') ||
        (next.kind === 'name' &&
          (/^[A-Z]/.test(next.value) ||
            (code.language === 'ruby' && code.variables.has(next.value)) ||
            (code.language === 'perl' && /^(?:my|our|local|state)$/.test(next.value)) ||
            /^(?:glob|bsd_glob|reverse|scalar|join|sprintf|format|map|pack|for|foreach|lc|uc|expand_path)$/.test(next.value) ||
            /^(?:eval|system|exec|print|puts|say|echo|p|unlink|rmtree|rmdir|remove_tree)$/.test(token.value)))) &&
      (all[at - 1]?.value !== '.' || code.language === 'ruby')) ||
    (next?.kind === 'text' && code.language === 'ruby') ||
    (next?.kind === 'name' && code.language === 'other' && /^(?:puts|println)$/.test(token.value)) ||
    // Haskell: `removePathForcibly "x"`.
    (next?.kind === 'text' &&
      code.language === 'other' &&
      /^(?:delete|delete-tree|shell)$/.test(actionOf(token.value, token.value, undefined, 'other') ?? '')) ||
    (code.language === 'perl' && /^(?:unlink|rmdir|rmtree|system|exec)$/.test(token.value) && /^[;}]$/.test(next?.value ?? ';'))
  ) {
    let end = at + 1
    while (end < all.length && !(all[end]?.kind === 'mark' && (all[end]?.value === ';' || all[end]?.value === '}')))
      end = all[end]?.kind === 'mark' && /^[([{]$/.test(all[end]?.value ?? '') ? matching(all, end) : end + 1
    const { path, receiver } = ownerOf(all, at, code)
    let modifier = at + 1
    while (
      modifier < end &&
      !(all[modifier]?.kind === 'name' && /^(?:for|foreach|if|unless|or|and)$/.test(all[modifier]?.value ?? ''))
    )
      modifier++
    perform(token.value, path, receiver, all.slice(at + 1, code.language === 'perl' ? modifier : end), state)
  }
  return at
}

/** What a text comes to, as far as its first word is known. */
function told(token: Token, code: Code): string {
  const { text } = evaluate([{ ...token, shell: false } as Token], code)
  return text.startsWith(HOLE) ? token.value : text.split(HOLE).join('$UNKNOWN_PART')
}

/** Takes in what a statement imports that begins here. Where it ends. */
function taken(all: readonly Token[], at: number, state: State): number {
  const token = all[at] as Token
  if (token.kind !== 'name') return at
  const imported = imports(all, at, state.code)
  if (imported > at || token.value === 'import' || token.value === 'use' || token.value === 'require')
    statementTakes(all, at, Math.max(imported, statementEnd(all, at)), state)
  return imported
}

const withoutBrackets: ReadonlySet<Language> = new Set(['ruby', 'perl', 'php', 'lua'])
const called = /\u0001\{([^{}()]*\([^{}]*)\}/g
const calledInRuby = /#\{([^{}()]*\([^{}]*)\}/g

/** Where the names in front of a call begin, or nearby. */
function nearby(all: readonly Token[], at: number): number {
  let start = at
  while (start > 0 && at - start < 24 && !/^(?:[;=]|=>)$/.test(all[start - 1]?.value ?? '')) start--
  return start
}

/** `x[name](...)` and `(name)(...)`: the function is what the expression says. */
function named(all: readonly Token[], close: number, state: State): void {
  let open = close
  for (let depth = 0; open >= 0; open--) {
    const { kind, value } = all[open] as Token
    if (kind !== 'mark') continue
    if (value === ')' || value === ']') depth++
    else if ((value === '(' || value === '[') && --depth === 0) break
  }
  // The brackets of a call give no name: `f(x)(y)`.
  const before = all[open - 1]
  if (open < 0 || (all[close]?.value === ')' && before?.kind === 'name' && !/^(?:new|return|await)$/.test(before.value))) return
  const inside = all.slice(open + 1, close)
  const last = inside.at(-1)
  const name = last?.kind === 'name' ? last.value : evaluate(inside, state.code).text
  if (!/^[A-Za-z_]\w+$/.test(name) || (inside.length === 1 && last?.kind === 'text')) return
  const { names, variables, language } = state.code
  const owner = all[close]?.value === ']' && before?.kind === 'name' ? before.value : ''
  const path = names.get(owner) ?? variables.get(owner)?.text ?? owner
  const known = actionOf(name, path, undefined, language) !== undefined
  perform(name, known ? path : '', undefined, all.slice(close + 2, matching(all, close + 1) - 1), state)
}

/** PowerShell: enough of its grammar to see commands, pipes, variables, blocks and strings. */

import { reachesModel } from '../effects/output-sink.ts'
import { setForLater } from '../places/agent-variables.ts'
import { isSecretVariable } from '../places/secret-names.ts'
import { type Analysis, bounds, type Environment, fork, record, spent } from '../values/analysis.ts'
import { hasTrait } from '../values/traits.ts'
import { HOLE, isKnown, literal, nothing, type Stream, taint, type Value } from '../values/value.ts'
import { blockCall, bound, callee, type definition, functionKey, handBack, isComputed } from './blocks.ts'
import { isNamed, redirected, runCmdlet } from './cmdlets.ts'
import { expressions, fileCalls } from './expressions.ts'
import { fold, origin, splatted } from './powershell-values.ts'
import { isArray, Words } from './powershell-words.ts'

/** `[IO.File]::Delete($_.FullName)`: what comes through a pipeline is deleted as `Remove-Item` does. */
const deletesPiped = /\[(?:System\.)?IO\.(File|Directory)\]::Delete\(\s*(\$\w+\.(?:FullName|PSPath|Path)|\$_)\s*(?:,[^()]*)?\)/gi
/** `[IO.Directory]::GetFiles("…")`: a list, as `Get-ChildItem` gives one. */
const lists =
  /\[(?:System\.)?IO\.Directory\]::(?:Get|Enumerate)(?:Files|Directories|FileSystemEntries)\(\s*("[^"]*"|'[^']*'|\$[\w:]+)\s*(?:,[^()]*)?\)/gi
const asCommands = (source: string): string =>
  source.includes('::')
    ? source
        .replace(
          deletesPiped,
          (_, kind: string, path: string) => `Remove-Item -LiteralPath ${path}${/^d/i.test(kind) ? ' -Recurse' : ''}`,
        )
        .replace(lists, '(Get-ChildItem -LiteralPath $1)')
    : source

/** Analyses PowerShell source. */
export function runPowerShell(written: string, env: Environment, stdin: Stream, analysis: Analysis, captured = false): Stream {
  if (env.depth > bounds.depth || spent(analysis)) {
    analysis.exhausted = true
    return nothing
  }
  analysis.spares = true
  expressions(written, env, analysis)
  const source = asCommands(written)
  // Twice: as if each block had run, and as if none had set anything anew.
  if (analysis.keptFrom === undefined && source.includes('{') && /\$\w+\s*\+?=/.test(source)) {
    analysis.keptFrom = env.depth + 1
    new Reader(source, fork(env, { depth: env.depth }), analysis, captured).script(stdin)
    analysis.keptFrom = undefined
  }
  const out = new Reader(source, env, analysis, captured).script(stdin)
  fileCalls(source, env, analysis, piece => new Reader(piece, env, analysis).word())
  return out
}

class Reader extends Words {
  /** `&` in front: a text is run. */
  private called = false
  /** `.` in front: it is run in this scope. */
  private sourced = false
  /** Blocks that take something, until they are called. */
  private readonly defined = new Set<string>()
  /** What it puts out goes into an expression, and not to the model. */
  private readonly captured: boolean

  constructor(source: string, env: Environment, analysis: Analysis, captured = true) {
    super(source, env, analysis)
    this.captured = captured
  }

  protected evaluated(source: string, captured: boolean): Stream {
    return runPowerShell(source, fork(this.env, { variables: this.env.variables }), nothing, this.analysis, captured)
  }

  protected read(piece: string): Value {
    return new Reader(piece, this.env, this.analysis).word()
  }

  script(stdin: Stream): Stream {
    let flow = stdin
    let out = nothing
    while (this.at < this.source.length && !spent(this.analysis)) {
      this.turns = undefined
      this.hold('_', flow)
      const words = this.command()
      const end = this.source[this.at]
      const piped = end === '|' && this.source[this.at + 1] !== '|'
      if (words.length > 0) out = this.run(words, flow)
      else if (!piped) out = nothing
      if (!piped && assigns(words)) out = nothing
      else if (!piped && !this.captured) reachesModel(out, this.analysis)
      this.at += end === '|' || end === '&' ? (this.source[this.at + 1] === end ? 2 : 1) : 1
      flow = piped ? out : nothing
    }
    this.callRest()
    return out
  }

  /** What nobody here has called may be called elsewhere. */
  private callRest(): void {
    for (const body of this.defined) if (this.analysis.called?.has(body) !== true) this.call(body, [], nothing)
  }

  /** Runs a block with what it is given. One that calls itself is followed once more, and then as if nobody knew what with. */
  private call(body: string, given: readonly Value[], stdin: Stream): Stream {
    const { env, analysis } = this
    analysis.called ??= new Map()
    const active = analysis.called.get(body) ?? 0
    if (active > 2) return nothing
    analysis.called.set(body, active + 1)
    const own = bound(body, active > 1 ? [] : given, env, text => new Reader(text, env, analysis).word())
    const out = runPowerShell(body, own, stdin, analysis, this.captured)
    analysis.called.set(body, active)
    handBack(own, env, this.sourced)
    return out
  }

  /** Keeps a block until it is called. */
  protected define(inner: string, by: ReturnType<typeof definition>): string {
    const body = by === undefined || by.takes === '' ? inner : `param(${by.takes}) ${inner}`
    this.defined.add(body)
    const fields = [{ ...literal(HOLE), written: `{${body}}`, unknown: by?.name }]
    if (by !== undefined) this.env.variables.set(functionKey(by.name), { fields, array: false })
    return HOLE
  }

  /** All words of a piece of source. */
  words(): readonly Value[] {
    const words: Value[] = []
    while (this.at < this.source.length) {
      words.push(...this.command())
      this.at++
    }
    this.callRest()
    return words
  }

  /** The words up to the end of a command. */
  private command(): Value[] {
    const words: Value[] = []
    this.called = false
    this.sourced = false
    while (this.at < this.source.length) {
      const char = this.source[this.at] as string
      if (char === '\n' || char === ';' || char === '|' || char === '}' || char === ')') return words
      if (char === '&' && (this.source[this.at + 1] === '&' || words.length > 0)) return words
      // `.('iex')`: what is read into this shell is run as well.
      const read = char === '.' && words.length === 0 && /[('"${]/.test(this.source[this.at + 1] ?? '')
      if (char === '&' || read) this.called = true
      if (read) this.sourced = true
      if (char === '&' || read || char === ',' || /\s/.test(char)) {
        this.at++
        continue
      }
      if (this.passed()) continue
      const word = this.word()
      // What a block takes is no command, and neither is what stands behind it.
      if (words.length === 0 && /^param$/i.test(word.written) && /^\s*\(/.test(this.source.slice(this.at, this.at + 40))) {
        this.at = this.source.indexOf('(', this.at)
        runPowerShell(this.group(), fork(this.env, { variables: this.env.variables }), nothing, this.analysis, true)
        continue
      }
      words.push(...this.listed(word))
      if (/^(?:function|filter)$/i.test(words[0]?.written ?? '') && word.written.endsWith('}')) {
        this.at--
        return words
      }
    }
    return words
  }

  /** The words behind `=`: one, where an expression can be worked out. */
  private folded(words: readonly Value[]): readonly Value[] {
    const written = words.map(word => word.written).join(' ')
    // An operator, or a method of a text: what comes of it is not known, unless it can be folded.
    const isWorkedOut =
      !/^[A-Za-z&]/.test(written) &&
      (words.some(word => /^-[a-z]+$/i.test(word.written)) || /^(?:'[^']*'|"[^"]*")\.\w+\(/.test(written))
    const otherwise = isWorkedOut ? [{ ...literal(HOLE, written), unknown: written }] : words
    if (!/\+|-f\b|-join|::(?:Combine|Join)|['")]\.\w+\(/i.test(written)) return otherwise
    const text = fold(written, piece => new Reader(piece, this.env, this.analysis).word())
    return text === undefined ? otherwise : [{ ...literal(text), written: `'${text}'` }]
  }

  private run(words: readonly Value[], stdin: Stream): Stream {
    const { env, analysis } = this
    if (words[0]?.written === '.' && words.length > 1) {
      this.called = true
      this.sourced = true
      return this.run(words.slice(1), stdin)
    }
    const [first] = words
    if (first === undefined) return nothing
    const variable = /^\$((?:\w+:)?\w+)$/.exec(first.written)
    if (!assigns(words)) {
      const given = blockCall(words, this.called, env.variables, inside => new Reader(inside, env, analysis).words())
      const out = given === undefined ? nothing : this.call(given.body, this.spread(given.given), stdin)
      // An alias wins, and the function may not have been defined after all.
      const isElse = /^[\w-]+$/.test(first.written) && (isNamed(first.text) || hasTrait(first.text, 'everyday'))
      if (given !== undefined && !isElse) return out
    }
    if (assigns(words)) {
      const [value, ...more] = this.folded(words.slice(2))
      if (value === undefined) {
        if (variable !== null) env.variables.set((variable[1] as string).toLowerCase(), { fields: [], array: true })
        return nothing
      }
      let last = 0
      while (assigns(words.slice(last + 2, last + 4))) last += 2
      if (last > 0) return this.run(words.slice(last), nothing)
      const command = /^[A-Za-z]/.test(value.written)
      const stream = command || more.length === 0 ? this.run(words.slice(2), nothing) : nothing
      const list = more.every(word => /^['"$]/.test(word.written)) ? [value, ...more] : [value]
      const name = /\$((?:\w+:)?\w+)\+?$/.exec(first.written)?.[1]
      if (name === undefined) {
        // `$p.Path = …`, `$list[0] = …`: what it holds is no longer known.
        this.env.variables.delete(/^\$(\w+)[.[]/.exec(first.written)?.[1]?.toLowerCase() ?? '')
        return stream
      }
      if (/^env:/i.test(name)) setForLater(name.slice(4), (command ? stream.text : value.text) ?? HOLE, this.analysis)
      const held = this.env.variables.get(name.toLowerCase())
      const isAdded = words[1]?.text === '+=' || first.written.endsWith('+')
      const keeps = held !== undefined && analysis.keptFrom !== undefined && env.depth >= analysis.keptFrom
      if (keeps && !isAdded) return stream
      if (isAdded && held !== undefined && (held.fields.length > 1 || held.array)) {
        const added = command ? [{ ...literal(HOLE), unknown: first.written }] : list
        env.variables.set(name.toLowerCase(), { fields: [...held.fields, ...added], array: held.array })
        return stream
      }
      if (isAdded && held?.fields[0] !== undefined) {
        const text = held.fields[0].text + (keeps ? HOLE : command ? (stream.text ?? HOLE) : value.text)
        const unknown = text.includes(HOLE) ? first.written : undefined
        env.variables.set(name.toLowerCase(), { fields: [{ ...value, text, unknown }], array: false })
        return stream
      }
      this.env.variables.set(name.toLowerCase(), {
        fields: command ? [{ ...value, text: stream.text ?? HOLE, taint: stream.taint, unknown: first.text, stream }] : list,
        array: isArray(value),
      })
      return stream
    }
    const value = variable === null ? undefined : this.env.variables.get((variable[1] as string).toLowerCase())?.fields[0]
    // A name or a path is called; a block was followed where it was written.
    if (
      variable !== null &&
      words.length === 1 &&
      !(this.called && value !== undefined && isKnown(value) && !/^[({]/.test(value.written))
    ) {
      const held = value?.stream
      if (held?.names === true) return held
      const secret = /^env:/i.test(variable[1] as string) && isSecretVariable(variable[1] as string)
      return { text: first.text, taint: secret ? first.taint | taint.environment : first.taint }
    }
    if (this.called) {
      const name = callee(first)
      if (name !== undefined) return runCmdlet([name, ...words.slice(1)], this.env, stdin, this.analysis)
      if (isComputed(first)) record(this.analysis, 'execution.unknown-command', { unknown: 'what is called here' })
    }
    const group = words.length === 1 ? this.groups.get(first.written.replace(/^@/, '')) : undefined
    if (group?.names === true || (group?.text !== undefined && first.written[0] === '@')) return group
    if (words.length === 1 && (this.called ? /^[(@[]/ : /^['"(@[]/).test(first.written))
      return {
        text: first.text.includes(HOLE) ? undefined : first.text,
        taint:
          (first.taint | origin(first.written)) & (/\)\.(?:Name|Keys?|Count)$/i.test(first.written) ? ~taint.environment : -1),
      }
    // What a class does is read elsewhere.
    if (/^\[[\w.]+\]::/.test(first.written)) return { text: undefined, taint: first.taint }
    // A text is no program: it is put out, and goes where it is sent.
    const isValue = !this.called && first.written[0] === '$'
    if ((isValue || /^['"]/.test(first.written)) && /^1?>{1,2}$/.test(words[1]?.text ?? '')) {
      redirected(words, { text: first.text.includes(HOLE) ? undefined : first.text, taint: first.taint }, this.env, this.analysis)
      return nothing
    }
    // `$r.token`: nothing is called without a sign in front.
    if (isValue && words.length === 1) return { text: isKnown(first) ? first.text : undefined, taint: first.taint }
    // A list of values, unless the first is called.
    if (!this.called && words.length > 1 && words.every(word => /^['"$]/.test(word.written)))
      return { text: words.map(word => word.text).join('\n'), taint: words.reduce((bits, word) => bits | word.taint, 0) }
    // What it puts out is kept in a variable besides.
    for (const [at, { text }] of words.entries())
      if (/^-(?:ov|outv\w*|pv|pipelinev\w*|variable)$/i.test(text)) env.variables.delete(words[at + 1]?.text.toLowerCase() ?? '')
    return runCmdlet(this.spread(words), this.env, stdin, this.analysis)
  }

  /** With what tables and lists hold in their place (`@name`). */
  private spread(words: readonly Value[]): readonly Value[] {
    return words.flatMap(word =>
      splatted(word, this.env, this.analysis, piece => new Reader(piece, this.env, this.analysis).word()),
    )
  }
}

function assigns(words: readonly Value[]): boolean {
  return /^[$[]/.test(words[0]?.written ?? '') && /^[+]?=$/.test(words[1]?.text ?? '')
}

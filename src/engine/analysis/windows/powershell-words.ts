/** The words of PowerShell: strings, variables, lists, tables, and what stands in brackets. */

import { deleted } from '../effects/file-effects.ts'
import type { Analysis, Environment } from '../values/analysis.ts'
import { HOLE, isKnown, literal, type Stream, type Value } from '../values/value.ts'
import { definition, takesArguments } from './blocks.ts'
import { Text } from './powershell-text.ts'
import { entriesOf, fold, isTable, known, origin } from './powershell-values.ts'

export abstract class Words extends Text {
  /** What the groups in brackets put out, as written. */
  protected readonly groups = new Map<string, Stream>()
  /** What each block of this command sees in turn. */
  protected turns: { readonly name: string; readonly values: readonly Value[] } | undefined
  protected readonly env: Environment
  protected readonly analysis: Analysis

  constructor(source: string, env: Environment, analysis: Analysis) {
    super(source)
    this.env = env
    this.analysis = analysis
  }

  /** Runs a piece of the script in place. */
  protected abstract evaluated(source: string, captured: boolean): Stream

  /** The first word of another text. */
  protected abstract read(piece: string): Value

  /** Keeps a block until it is called. */
  protected abstract define(inner: string, by: ReturnType<typeof definition>): string

  word(): Value {
    const start = this.at
    if (this.source[start] === '=') {
      this.at++
      return literal('=')
    }
    let text = ''
    let bits = 0
    let unknown: string | undefined
    let glob = false
    if (this.source[start] === '(' && /\bforeach\s*$/i.test(this.source.slice(Math.max(0, start - 12), start))) this.loop()
    while (this.at < this.source.length) {
      const char = this.source[this.at] as string
      if (/[\s;|,)}]/.test(char) || (char === '&' && text !== '')) break
      if (char === '=' && /^\$(?:\w+:)?\w+\+?$/.test(this.source.slice(start, this.at))) break
      if (char === "'" || char === '"') {
        const part = char === "'" ? this.single() : this.double()
        text += part.text
        unknown ??= part.unknown
        continue
      }
      if (char === '`') {
        text += this.source[this.at + 1] ?? ''
        this.at += 2
        continue
      }
      if (char === '(' && /^(?:iex|irm|iwr|invoke-expression|param|foreach)$/i.test(text)) break
      if (char === '{' || char === '(') {
        const defined = char === '{' ? definition(this.source.slice(Math.max(0, this.at - 400), this.at)) : undefined
        const inner = this.group()
        if (defined !== undefined || (char === '{' && takesArguments(inner))) {
          text += this.define(inner, defined)
          unknown ??= inner.slice(0, 80)
          continue
        }
        const stream = this.between(inner, char === '{')
        const folded = fold(inner, piece => this.read(piece))
        if (char === '(') this.groups.set(`(${inner})`, stream)
        this.method(stream)
        // `('a b').Split(' ')`: a method may make anything of it.
        if (char === '(' && folded !== undefined && /^\.\w+\(/.test(this.source.slice(this.at, this.at + 40))) {
          this.at = this.source.indexOf('(', this.at)
          this.group()
          text += HOLE
          unknown ??= inner.slice(0, 80)
          continue
        }
        const [index, which] = (char === '(' && /^\[(-?\d+)\]/.exec(this.source.slice(this.at, this.at + 8))) || []
        if (index !== undefined && stream.text?.includes('\n') === true) {
          this.at += index.length
          text += lines(stream).at(Number(which))?.text ?? HOLE
          continue
        }
        text += folded ?? (stream.text === undefined ? HOLE : stream.text.trim())
        bits |= stream.taint | origin(inner)
        if (folded === undefined) unknown ??= inner.slice(0, 80)
        continue
      }
      if (char === '$') {
        const part = this.variable(false)
        text += part.text
        bits |= part.taint
        unknown ??= part.unknown
        continue
      }
      if (char === '*' || char === '?') glob = true
      text += char
      this.at++
    }
    if (this.at === start) this.at++
    const written = this.source.slice(start, this.at)
    return { text, written, glob, taint: bits, unknown: text.includes(HOLE) ? (unknown ?? written) : undefined }
  }

  /** The elements of a list, where the word is one. */
  protected listed(word: Value): readonly Value[] {
    const [, name = ''] = /^\$((?:\w+:)?\w+)$/.exec(word.written) ?? []
    const isSet = /^\s*\+?=(?!=)/.test(this.source.slice(this.at, this.at + 40))
    const { fields = [] } = (name !== '' && !isSet && this.env.variables.get(name.toLowerCase())) || {}
    if (fields.length > 1) return fields.map(quoted)
    const stream = this.groups.get(word.written.replace(/^(?:\[[\w.]+\])?@(?=\()/, ''))
    if (stream?.names === true) return [word]
    if (/^(?:\[[\w.]+\])?@\(\s*\)$/.test(word.written)) return []
    // What an expression comes to is one value.
    const elements = stream?.text === undefined || (!isArray(word) && word.text !== stream.text.trim()) ? [] : lines(stream)
    return elements.length > 1
      ? elements.map(quoted)
      : isArray(word)
        ? elements.map(one => ({ ...one, written: word.written }))
        : [word]
  }

  /** Runs what stands in brackets: a block once for each value that it sees. */
  protected between(inner: string, isBlock: boolean): Stream {
    const { env, turns } = this
    const run = (): Stream => this.evaluated(inner, !isBlock)
    if (!isBlock || turns === undefined) return run()
    const out = turns.values.map(value => {
      env.variables.set(turns.name, { fields: [value], array: false })
      return run()
    })
    env.variables.delete(turns.name)
    const texts = out.map(stream => stream.text)
    return {
      text: texts.includes(undefined) ? undefined : texts.join('\n'),
      taint: out.reduce((bits, stream) => bits | stream.taint, 0),
    }
  }

  /** Each of some files or values in turn: `$_`, or the variable of a loop. */
  protected hold(name: string, stream: Stream): void {
    const [first] = stream.names === true ? (stream.from ?? []) : []
    const values = stream.text === undefined || stream.text === '' ? [] : lines(stream)
    if (first !== undefined) this.env.variables.set(name, { fields: [{ ...first, stream }], array: false })
    else if (values.length === 1) this.env.variables.set(name, { fields: values, array: false })
    else if (values.length > 1) {
      this.env.variables.delete(name)
      if (values.length <= most) this.turns = { name, values }
    }
  }

  /** `foreach ($name in ...)`: the variable holds each of them in what follows. */
  protected loop(): void {
    const [, name = '', list = ''] = /^\(\s*\$(\w+)\s+in\s+([^{]+)\)/i.exec(this.source.slice(this.at, this.at + 400)) ?? []
    if (name === '') return
    const stream = this.evaluated(list, true)
    this.hold(name.toLowerCase(), stream)
  }

  /** `(gi x).Delete($true)` */
  protected method(stream: Stream): void {
    if (stream.names !== true || !/^\.Delete\(/i.test(this.source.slice(this.at, this.at + 8))) return
    for (const path of stream.from ?? []) deleted(path, true, this.env, this.analysis)
  }

  protected double(): { text: string; unknown: string | undefined } {
    let text = ''
    let unknown: string | undefined
    for (this.at++; this.at < this.source.length; ) {
      const char = this.source[this.at] as string
      if (char === '"') break
      if (char === '`') {
        text += this.source[this.at + 1] ?? ''
        this.at += 2
      } else if (char === '$' && /[\w{(]/.test(this.source[this.at + 1] ?? '')) {
        const part = this.variable(true)
        text += part.text
        unknown ??= part.unknown
      } else {
        text += char
        this.at++
      }
    }
    this.at++
    return { text, unknown }
  }

  protected variable(inQuotes: boolean): Value {
    const rest = this.source.slice(this.at, this.at + 120)
    if (rest[1] === '(') {
      this.at++
      const inner = this.group()
      const stream = this.evaluated(inner, true)
      return {
        text: stream.text?.trim() ?? HOLE,
        written: `$(${inner})`,
        glob: false,
        taint: stream.taint | origin(inner),
        unknown: `$(${inner.slice(0, 60)})`,
      }
    }
    const match = /^\$(?:\{([^}]+)\}|((?:\w+:)?\w+))/.exec(rest)
    if (match === null) {
      this.at++
      return literal('$')
    }
    this.at += match[0].length
    const name = (match[1] ?? match[2] ?? '').toLowerCase()
    const { fields = [], array = false } = this.env.variables.get(name) ?? {}
    const isList = array || fields.length > 1
    const [index, which] = (isList && !inQuotes && /^\[(-?\d+)\]/.exec(this.source.slice(this.at, this.at + 8))) || []
    const all = { ...literal(inQuotes ? fields.map(field => field.text).join(' ') : HOLE, match[0]), unknown: match[0] }
    const held = which === undefined && fields.length > 1 ? all : fields.at(Number(which ?? 0))
    if (held !== undefined) this.at += index?.length ?? 0
    const [member, key = ''] = (!inQuotes && isTable(held) && memberOf.exec(this.source.slice(this.at, this.at + 80))) || []
    if (held !== undefined && member !== undefined) {
      this.at += member.length
      const entries = entriesOf(held.written, this.env, this.analysis, piece => this.read(piece))
      const [value, ...others] = entries.flatMap(([one, value]) => (one.toLowerCase() === key.toLowerCase() ? [value] : []))
      return others.length === 0 && value !== undefined
        ? value
        : { ...literal(HOLE, match[0] + member), unknown: match[0] + member }
    }
    if ((isTable(held) || isList) && changes.test(this.source.slice(this.at, this.at + 20))) this.env.variables.delete(name)
    if (!inQuotes && (isTable(held) || isList) && this.source[this.at] === '[') {
      // `$h[$k]`, `$list[$n - 1]`: which of them is not known.
      this.at++
      const inner = this.source.slice(this.at)
      this.at += Math.max(0, inner.indexOf(']')) + 1
      return { ...literal(HOLE, match[0]), unknown: match[0] }
    }
    if (held?.stream !== undefined) {
      this.method(held.stream)
      // What a file is called, and where it is.
      if (held.stream.names === true)
        this.at += /^\.(?:FullName|PSPath|Path|ToString\(\))/i.exec(this.source.slice(this.at, this.at + 12))?.[0].length ?? 0
    }
    // Of a profile each user and each program has one: all of them start with the shell.
    if (name === 'profile') this.at += /^\.(?:Current|All)\w+/i.exec(this.source.slice(this.at, this.at + 30))?.[0].length ?? 0
    const value = held ?? known(name, this.env, this.analysis)
    return value ?? { text: HOLE, written: match[0], glob: false, taint: 0, unknown: match[0] }
  }
}

/** The most values that a block is run for. */
const most = 16

/** Methods after which a list or a table holds something else. */
const changes = /^\.(?:Add|Insert|Remove|Set|Clear|Push|Enqueue)\w*\(/i

/** `.Path`, `['Path']`: no method. */
const memberOf = /^(?:\.|\[["']?)([A-Za-z_]\w*)(?:["']?\])?(?!\w|\()/

const lines = ({ text = '', taint: bits }: Stream): readonly Value[] =>
  text.split('\n').map(line => ({ ...literal(line), taint: bits, ...(line.includes(HOLE) && { unknown: line }) }))

/** `@(…)`, and of a type: an element more is one more. */
export const isArray = ({ written }: Value): boolean => /^(?:\[[\w.]+\])?@\(/.test(written)

/** As a string, unless it is a block or a table. */
const quoted = (value: Value): Value =>
  isKnown(value) && !/^(?:\[[\w.]+\])?@?\{/.test(value.written) ? { ...value, written: `'${value.text}'` } : value

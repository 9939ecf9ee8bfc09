/** Reads a text as a shell would whose manner is given, and writes it down for a reader of bash. */

import { hasAnyOf, markOf } from '../../../core/traits.ts'
import type { Manner } from './dialects.ts'

const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')', '<': '>' }
/** Quotes, braces and substitutions in each other. */
const deepest = 60
/** Each of them reads once more what is inside, and what is inside that. */
const mostAgain = 20

/** Words behind which a command begins. */
const leading = /^(?:if|then|elif|else|do|while|until|time|coproc|always|in)$/
/** Behind another letter these are nothing but themselves: long texts are copied in runs. */
const inert = /[\w.,:/@%+*?~^-]/
const inertRun = /[\w.,:/@%+*?~^-]+/y
/** Any other sign stands for itself alone. */
const beginsSign = /[<>&()[\]=A-Za-z_]/
const quotedRun = /[^"\\`$]+/y
const word = /[A-Za-z_]\w*/y
const name = /[A-Za-z_]\w*|[@*#?!$\-0-9]/y

const lists = ['=(', 'set -A '].map(markOf)

export class Reader {
  private at = 0
  private out = ''
  private depth = 0
  private isDeep = false
  /** How often a part was read a second time. */
  private again = 0
  private readonly source: string
  private readonly manner: Manner
  /** Whose name stands in front of a list, in zsh's reading. */
  private readonly arrays = new Set<string>()
  /** Here-documents whose bodies begin with the next line. */
  private documents: { end: string; tabs: boolean; plain: boolean }[] = []

  constructor(source: string, manner: Manner) {
    this.source = source
    this.manner = manner
    if (manner.zsh && hasAnyOf(source, lists))
      for (const [, one, other] of source.matchAll(/(?<!\w)([A-Za-z_]\w*)\+?=\(|\bset -A ([A-Za-z_]\w*)/g))
        this.arrays.add(one ?? (other as string))
  }

  /** Undefined when there is too much in each other. */
  read(): string | undefined {
    this.code(undefined)
    return this.isDeep ? undefined : this.out
  }

  private stop(): void {
    this.at = this.source.length
    this.isDeep = true
  }

  private copy(length: number): void {
    this.out += this.source.slice(this.at, this.at + length)
    this.at += length
  }

  private instead(text: string, length: number): void {
    this.out += text
    this.at += length
  }

  private is(text: string): boolean {
    return this.source.startsWith(text, this.at)
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    return pattern.exec(this.source)?.[0]
  }

  /** Up to what closes it, which is left; a `case` holds parentheses of its own. */
  private code(close: string | undefined): void {
    if (++this.depth > deepest) this.stop()
    const cases: number[] = []
    let open = 0
    let begins = true
    let command = true
    while (this.at < this.source.length) {
      const char = this.source[this.at] as string
      const first = begins
      begins = /[\s;&|()<>{`!]/.test(char)
      const leads = command
      if (!/[ \t{!]/.test(char)) command = /[\n;&|()`]/.test(char)
      if (char === close && open === 0 && cases.length === 0) break
      if (char === '\\') this.copy(2)
      else if (char === "'") this.single()
      else if (char === '"') this.double()
      else if (char === '$') this.dollar(false)
      else if (char === '`' && close !== '`') this.backquoted()
      else if (char === '#' && first) this.copy((this.match(/#[^\n]*/y) as string).length)
      else if (char === '\n') this.line()
      else if (!first && inert.test(char)) this.copy((this.match(inertRun) as string).length)
      else if (!beginsSign.test(char)) this.copy(1)
      else if (this.is('<<<')) this.copy(3)
      else if (this.is('<<')) this.document()
      else if (this.manner.zsh && this.is('>!')) this.instead('>|', 2)
      else if (this.is('&>') && this.manner.background) this.instead('& >', 2)
      else if (this.is('((') && close !== '))' && this.manner.parens) {
        this.instead('( ', 1)
        open++
      } else if (this.is('((') && leads && !this.manner.parens && this.reckoned('((', '))')) continue
      else if (char === '(' && this.qualifiers()) continue
      else if (char === '(') {
        open++
        this.copy(1)
      } else if (char === ')') {
        if (open > 0) open--
        this.copy(1)
      } else if (this.is(']]') && leads && this.manner.words) this.instead('\\]]', 2)
      else if (this.is('[[') && leads && this.manner.words && /\s/.test(this.source[this.at + 2] ?? ' ')) this.instead('\\[[', 2)
      else if (char === '=' && first && this.manner.zsh && /[\w/]/.test(this.source[this.at + 1] ?? '')) this.instead('', 1)
      else if (first && /[A-Za-z_]/.test(char)) command = this.word(cases, leads)
      else this.copy(1)
    }
    this.depth--
  }

  /** Says whether a command begins behind it. */
  private word(cases: number[], leads: boolean): boolean {
    const found = this.match(word) as string
    if (leads && found === 'case') cases.push(this.at)
    else if (leads && found === 'esac') cases.pop()
    if (leads && found === 'function' && this.manner.function) this.out += '\\'
    this.copy(found.length)
    return leads && leading.test(found)
  }

  private single(): void {
    const end = this.source.indexOf("'", this.at + 1)
    this.copy((end < 0 ? this.source.length : end + 1) - this.at)
  }

  private double(): void {
    this.copy(1)
    while (this.at < this.source.length && !this.is('"')) {
      const run = this.match(quotedRun)
      if (run !== undefined) this.copy(run.length)
      else if (this.is('\\')) this.copy(2)
      else if (this.is('`')) this.backquoted()
      else if (this.is('$')) this.dollar(true)
      else this.copy(1)
    }
    this.copy(1)
  }

  private dollar(quoted: boolean): void {
    const next = this.source[this.at + 1]
    if (next === "'" && !quoted) {
      if (this.manner.ansi) this.instead('"$"', 1)
      else this.copy((this.match(/\$'(?:\\[\s\S]|[^'\\])*'?/y) as string).length)
    } else if (next === '"' && !quoted && this.manner.locale) this.instead('\\$', 1)
    else if (next === '[') {
      if (this.manner.bracket) this.instead('\\$', 1)
      else this.reckoned('$[', ']')
    } else if (this.is('$((')) this.reckoned('$((', '))')
    else if (next === '(') {
      this.copy(2)
      this.code(')')
      this.copy(1)
    } else if (next === '{') this.parameter(quoted)
    else if (this.manner.zsh && /[=~^+]/.test(next ?? '') && /[\w{]/.test(this.source[this.at + 2] ?? '')) {
      this.source[this.at + 2] === '{' ? this.instead('', 2) : this.instead('$', 2)
    } else if (this.manner.zsh && !quoted && /[@*]/.test(next ?? '')) this.instead('"$@"', 2)
    else if (this.manner.zsh && /\w/.test(next ?? '')) this.variable(quoted)
    else this.copy(1)
  }

  /** All elements of an array, where bash takes the first. */
  private variable(quoted: boolean): void {
    this.at++
    const found = this.match(name) ?? ''
    const listed = this.arrays.has(found)
    const every = this.source.startsWith('[@]', this.at + found.length) || !quoted
    const all = `\${${found}[${every ? '@' : '*'}]}`
    this.instead(!listed ? `$${found}` : quoted ? all : `"${all}"`, found.length)
    if (listed) this.at += (this.match(/\[[^\]]*\]/y) ?? '').length
  }

  private parameter(quoted: boolean): void {
    this.copy(2)
    let evaluates = false
    if (this.manner.zsh) {
      const flags = this.match(/\((?:[^()'"\s]|:[^:()]*:)*\)/y) ?? ''
      evaluates = /e|%/.test(flags)
      if (evaluates) {
        this.out = `${this.out.slice(0, -2)}$(eval ": \\"\${`
        quoted = true
      }
      this.at += flags.length
      this.at += (this.match(/[=~^+]+(?=[\w(:{])/y) ?? '').length
    }
    this.copy((this.match(/[!#]?(?=[A-Za-z_0-9@*])/y) ?? '').length)
    this.copy((this.match(name) ?? '').length)
    if (this.is('[')) this.copy((this.match(/\[[^\]'"$`]*\]/y) ?? '').length)
    const plain = this.manner.quote?.test(this.source.slice(this.at, this.at + 3)) === true
    const careless = this.manner.careless?.test(this.source.slice(this.at, this.at + 3)) === true
    const depth = this.depth
    if (++this.depth > deepest) this.stop()
    while (this.at < this.source.length && !this.is('}')) {
      if (this.is('\\')) this.copy(2)
      else if (this.is("'") && (quoted ? plain : careless)) this.instead("\\'", 1)
      else if (this.is("'")) this.single()
      else if (this.is('"')) this.double()
      else if (this.is('`')) this.backquoted()
      else if (this.is('$')) this.dollar(quoted)
      else this.copy(1)
    }
    this.depth = depth
    this.copy(1)
    if (evaluates) this.out += '\\"")'
  }

  /** Arithmetic, in which `<<` and `#` are signs of its own. */
  private reckoned(begin: string, close: string): boolean {
    const { at, out } = this
    if (++this.depth > deepest) this.stop()
    this.copy(begin.length)
    let open = 0
    while (this.at < this.source.length && !(open === 0 && this.is(close))) {
      if (this.is('\\')) this.copy(2)
      else if (this.is("'")) this.single()
      else if (this.is('"')) this.double()
      else if (this.is('`')) this.backquoted()
      else if (this.is('$')) this.dollar(false)
      else {
        if (this.is('(')) open++
        else if (this.is(')') && open-- === 0) break
        this.copy(1)
      }
    }
    this.depth--
    if (this.is(close)) this.copy(close.length)
    else if (begin !== '$[' && this.at < this.source.length) {
      // What does not end like arithmetic is a command in two pairs of parentheses.
      this.at = at
      this.out = out
      if (++this.again > mostAgain) this.stop()
      if (begin === '((') return false
      this.copy(2)
      this.code(')')
      this.copy(1)
    }
    return true
  }

  private backquoted(): void {
    const inner = (this.match(/`(?:\\[\s\S]|[^`\\])*/y) as string).slice(1)
    this.out += '`'
    this.at += inner.length + 1
    const plain = inner.replace(/\\([\\$`])/g, '$1')
    const read = new Reader(plain, this.manner).read() ?? plain
    this.out += read === plain ? inner : read.replace(/[\\`]/g, '\\$&')
    this.copy(1)
  }

  private document(): void {
    const all = this.match(/<<-?[ \t]*(?:\\[\s\S]|'[^']*'|"[^"]*"|\$(?=['"])|[^\s;&|<>()'"\\])*/y) as string
    const [, dash = '', end = ''] = /^<<(-?)[ \t]*([\s\S]*)/.exec(all) as RegExpExecArray
    const kept = (sign: string, at: number): string => (this.keeps(end[at + 1]) ? sign : '')
    const plain = end.replace(/\$(?=['"])/g, kept).replace(/\\([\s\S])|['"]/g, '$1')
    this.documents.push({ end: plain, tabs: dash === '-', plain: plain === end })
    this.out += `<<${dash}${end.replace(/\$(?=['"])/g, (sign, at: number) => (this.keeps(end[at + 1]) ? '"$"' : sign))}`
    this.at += all.length
  }

  /** Whether a dollar sign in front of such a quote stands for itself. */
  private keeps(quote: string | undefined): boolean {
    return (quote === "'" ? this.manner.ansi : this.manner.locale) === true
  }

  /** What is to be read of here-documents stands behind this line. */
  private line(): void {
    this.copy(1)
    for (const { end, tabs, plain } of this.documents.splice(0)) {
      const from = this.at
      let to = from
      while (to < this.source.length) {
        const stop = this.source.indexOf('\n', to)
        const line = this.source.slice(to, stop < 0 ? undefined : stop)
        if ((tabs ? line.replace(/^\t+/, '') : line) === end) break
        to = stop < 0 ? this.source.length : stop + 1
      }
      // Of the text itself nothing is quoted, and substitutions run.
      while (plain && this.at < to) {
        if (this.is('\\')) this.copy(2)
        else if (this.is('`')) this.backquoted()
        else if (this.is('$')) this.dollar(true)
        else this.copy(1)
      }
      if (this.at < to) this.copy(to - this.at)
    }
  }

  /** `*(e:'command':)`: zsh runs it for each name. */
  private qualifiers(): boolean {
    if (!this.manner.zsh || !/[\w*?\]/.}]/.test(this.source[this.at - 1] ?? '')) return false
    const found = this.match(/\((?:'[^']*'|"[^"]*"|\\[\s\S]|[^\s()'"\\])*\)/y)
    const inner = found?.slice(1, -1) ?? ''
    const mark = /e[^\w\s,]/.exec(inner)
    const called = /\+(\w+)/.exec(inner)?.[1]
    if (found === undefined) return false
    const word =
      this.source
        .slice(Math.max(0, this.at - 200), this.at)
        .split(/[\s;|&()<>'"`]/)
        .at(-1) ?? ''
    if (mark === null && called === undefined) {
      // Of what kind, how old, in which order: fewer of the names that the pattern has without it.
      if (!/[*?\]]/.test(word) || /[?*+@!]$/.test(word) || !/^[\w.@/=%,[\]^*-]+$/.test(inner)) return false
      this.instead('', found.length)
      return true
    }
    const sign = mark?.[0][1] ?? ''
    const rest = mark === null ? '' : inner.slice(mark.index + 2)
    const plain = rest.replace(
      /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g,
      (_, single = '', double = '', escaped = '') => single + double.replace(/\\([$`"\\])/g, '$1') + escaped,
    )
    const end = plain.lastIndexOf(closing[sign] ?? sign)
    const code = called ?? (end < 0 ? plain : plain.slice(0, end))
    this.instead(`$(REPLY=${word}\n${new Reader(code, this.manner).read() ?? code}\n)`, found.length)
    return true
  }
}

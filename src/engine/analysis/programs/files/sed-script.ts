/** Scripts of `sed`, as GNU sed 4.9 reads them: commands with their addresses, texts and files. */

export interface SedCommand {
  /** `s`, `e`, `w`, `a` …; a block is told by its commands. */
  readonly name: string
  /** In front of it, without the blanks around: `1,$`, `/x y/!`. Empty for every line. */
  readonly address: string
  /** The text of `a`, `i` and `c`, the command of `e`, a label, the file of `r`, `R`, `w` and `W`; of `s`, the file that its flag `w` names. */
  readonly text: string
  /** Of `s`: what is looked for, what stands there instead, and the flags before a file. */
  readonly sought: string
  readonly put: string
  readonly flags: string
}

/**
 * The commands of a script up to its end, or to what GNU sed calls a mistake: there it stops before the first line is read. Other versions of
 * sed may know what stands there, so nothing that was read is taken back. `flat`: read to its end, without a block.
 */
export function readSed(script: string): { readonly commands: readonly SedCommand[]; readonly flat: boolean } {
  const reader = new Reader(script)
  const commands = reader.all()
  return { commands, flat: reader.flat }
}

const simple = '=dDFgGhHnNpPxz'
const numbered = 'lqQL'
const blanks = /[^\S\n]*/y

class Reader {
  flat = false
  readonly #script: string
  #at = 0

  constructor(script: string) {
    this.#script = script
  }

  all(): readonly SedCommand[] {
    const found: SedCommand[] = []
    let blocks = ''
    for (;;) {
      blocks += this.#take(/[\s;}]*/y).replace(/[^}]/g, '')
      if (this.#at >= this.#script.length) {
        this.flat = blocks === ''
        return found
      }
      const from = this.#at
      if (!this.#address()) return found
      const address = this.#script.slice(from, this.#at).trim()
      const name = this.#script[this.#at++]
      if (name === undefined) return found
      if (name === '#') this.#take(/[^\n]*/y)
      else if (name === '{') blocks += name
      else {
        const read = this.#command(name)
        if (read === undefined) return found
        found.push({ name, address, text: '', sought: '', put: '', flags: '', ...read })
      }
    }
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [text = ''] = pattern.exec(this.#script) ?? []
    this.#at += text.length
    return text
  }

  /** One or two places and `!`: a number with its step, `$`, or a pattern between marks. */
  #address(): boolean {
    do {
      this.#take(blanks)
      if (this.#take(/[/\\]/y) === '') this.#take(/\$|[+~]?\d+(?:[^\S\n]*~[^\S\n]*\d+)?/y)
      else {
        const mark = this.#script[this.#at - 1] === '/' ? '/' : this.#script[this.#at++]
        if (mark === undefined || this.#delimited(mark) === undefined) return false
        this.#take(/[IM\t ]*/y)
      }
      this.#take(blanks)
    } while (this.#take(/,/y) !== '')
    this.#take(/[! \t]*/y)
    return true
  }

  /** Up to a mark on the same line that no backslash stands before; a class in a pattern keeps no mark in. */
  #delimited(mark: string): string | undefined {
    let text = ''
    for (; this.#at < this.#script.length; this.#at++) {
      const char = this.#script[this.#at] as string
      if (char === mark) {
        this.#at++
        return text
      }
      if (char === '\n') return undefined
      if (char !== '\\') text += char
      else {
        const next = this.#script[++this.#at] ?? ''
        text += next === mark || next === '\n' ? next : char + next
      }
    }
    return undefined
  }

  #command(name: string): Partial<SedCommand> | undefined {
    if (simple.includes(name)) return this.#ends() ? {} : undefined
    if (numbered.includes(name)) {
      const text = this.#take(/\s*\d*/y).trim()
      return this.#ends() ? { text } : undefined
    }
    switch (name) {
      case 'a':
      case 'i':
      case 'c':
        return { text: this.#lines() }
      case ':':
        this.#take(blanks)
        return { text: this.#take(/[^\s;]+/y) }
      case 'b':
      case 't':
      case 'T':
        this.#take(blanks)
        return { text: this.#take(/[^\s;}#]*/y) }
      case 'e':
        this.#take(blanks)
        return { text: this.#lines() }
      case 'r':
      case 'R':
      case 'w':
      case 'W':
        return { text: this.#file() }
      case 'v':
        this.#take(/[^\n;]*/y)
        return {}
      case 'y':
      case 's': {
        const mark = this.#script[this.#at++]
        if (mark === undefined || mark === '\n' || mark === '\\') return undefined
        const sought = this.#delimited(mark)
        const put = sought === undefined ? undefined : this.#delimited(mark)
        if (sought === undefined || put === undefined) return undefined
        const flags = name === 's' ? this.#take(/[gpPiImMe0-9]*/y) : ''
        if (name === 's' && this.#take(/w/y) !== '') return { sought, put, flags, text: this.#file() }
        return this.#ends() ? { sought, put, flags } : undefined
      }
      default:
        return undefined
    }
  }

  /** Nothing but a blank, a mark of the end or a comment stands behind a command. */
  #ends(): boolean {
    this.#take(blanks)
    return this.#at >= this.#script.length || /[\n;}#]/.test(this.#script[this.#at] as string)
  }

  #file(): string {
    this.#take(blanks)
    return this.#take(/[^\n]*/y)
  }

  /** A text up to a line's end that no backslash stands before, with or without `\` in front. */
  #lines(): string {
    this.#take(/[^\S\n]*(?:\\[^\S\n]*\n?)?/y)
    return this.#take(/(?:\\.|[^\\\n])*/sy).replace(/\\(.)/gs, '$1')
  }
}

/** The text of a script of PowerShell, read from front to back: strings, brackets, comments. */

export class Text {
  protected at = 0
  protected readonly source: string

  constructor(source: string) {
    this.source = source
  }

  /** Whether a comment or the mark of a line that goes on stood here, and is behind us. */
  protected passed(): boolean {
    const { source, at } = this
    const next = source[at + 1]
    if (source[at] === '`' && next === '\n') this.at += 2
    else if (source[at] === '#') this.at = upTo(source, '\n', at)
    else if (source[at] === '<' && next === '#') this.at = upTo(source, '#>', at) + 2
    else return false
    return true
  }

  /** What stands between single quotes. */
  protected single(): { text: string; unknown: undefined } {
    let text = ''
    for (this.at++; this.at < this.source.length; this.at++) {
      if (this.source[this.at] === "'") {
        if (this.source[this.at + 1] !== "'") break
        this.at++
      }
      text += this.source[this.at]
    }
    this.at++
    return { text, unknown: undefined }
  }

  /** The text between the bracket here and the one that closes it. */
  protected group(): string {
    const open = this.source[this.at] as string
    const close = open === '{' ? '}' : ')'
    const start = ++this.at
    let depth = 1
    for (; this.at < this.source.length; this.at++) {
      const char = this.source[this.at] as string
      if (char === "'" || char === '"') {
        const end = this.source.indexOf(char, this.at + 1)
        if (end < 0) break
        this.at = end
      } else if (char === open) depth++
      else if (char === close && --depth === 0) break
    }
    const inner = this.source.slice(start, this.at)
    this.at++
    return inner
  }
}

const tokens =
  /@'\r?\n(?:(?!\n'@)[\s\S])*(?:\n'@)?|@"\r?\n(?:(?!\n"@)[\s\S])*(?:\n"@)?|'[^']*'?|"(?:[^"`]|`[\s\S])*"?|<#(?:(?!#>)[\s\S])*(?:#>)?|(?<![^\s;({|])#[^\n]*|`[\s\S]|\$\{[^}]*\}?|[{}]/g

/** The text with spaces in place of what stands in blocks, which are run by themselves. */
export function withoutBlocks(source: string): string {
  let depth = 0
  let out = ''
  let from = 0
  const copy = (to: number): void => {
    out += depth === 0 ? source.slice(from, to) : ' '.repeat(to - from)
    from = to
  }
  for (const { 0: token, index } of source.matchAll(tokens)) {
    copy(index)
    if (token === '}') depth = Math.max(0, depth - 1)
    copy(index + token.length)
    if (token === '{') depth++
  }
  copy(source.length)
  return out
}

/** Where a mark stands next, or the end. */
const upTo = (source: string, mark: string, from: number): number => {
  const end = source.indexOf(mark, from)
  return end < 0 ? source.length : end
}

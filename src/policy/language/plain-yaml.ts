/**
 * The YAML that policies are written in, read in one pass: block mappings and lists, flow ones on one line, texts on one line. Whatever else
 * there is makes it give up, and the whole reader takes the text. `plain-yaml.test.ts` holds one to the other.
 */

type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain }

interface Line {
  readonly indent: number
  readonly text: string
}

class NotPlain extends Error {}
const giveUp = (): never => {
  throw new NotPlain()
}

/** The value, or undefined where the text is not of this kind. */
export const readPlain = (source: string): Plain | undefined => {
  // Other characters that end a line, or that no line may hold.
  if (/[^\n\x20-\x7e\u00a1-\u024f]/.test(source)) return undefined
  const lines: Line[] = []
  for (const written of source.split('\n')) {
    const text = written.trim()
    if (text !== '' && text[0] !== '#') lines.push({ indent: written.length - written.trimStart().length, text })
  }
  try {
    const [first] = lines
    return first?.indent === 0 ? new Reader(lines).all() : undefined
  } catch (error) {
    if (error instanceof NotPlain) return undefined
    throw error
  }
}

class Reader {
  readonly #lines: Line[]
  #at = 0

  constructor(lines: Line[]) {
    this.#lines = lines
  }

  all(): Plain {
    const value = this.#mapping(0)
    return this.#at < this.#lines.length ? giveUp() : value
  }

  #mapping(indent: number): Plain {
    const value: Record<string, Plain> = {}
    for (let line = this.#lines[this.#at]; line !== undefined && line.indent >= indent; line = this.#lines[this.#at]) {
      if (line.indent > indent) giveUp()
      if (isItem(line.text)) break
      const [all, key = giveUp()] = /^([a-z][a-z-]*):(?: +|$)/.exec(line.text) ?? giveUp()
      if (isWord(key) || Object.hasOwn(value, key)) giveUp()
      const rest = line.text.slice(all.length)
      this.#at++
      value[key] = rest === '' ? this.#below(indent) : scalar(rest)
    }
    return value
  }

  /** What stands under a key: a list may stand as far left as the key. */
  #below(indent: number): Plain {
    const line = this.#lines[this.#at]
    if (line !== undefined && isItem(line.text) && line.indent >= indent) return this.#list(line.indent)
    return line !== undefined && line.indent > indent ? this.#mapping(line.indent) : giveUp()
  }

  #list(indent: number): Plain {
    const items: Plain[] = []
    for (let line = this.#lines[this.#at]; line !== undefined && line.indent >= indent; line = this.#lines[this.#at]) {
      if (!isItem(line.text)) {
        if (line.indent > indent) giveUp()
        break
      }
      if (line.indent > indent) giveUp()
      const text = line.text.slice(2).trimStart()
      if (text === '' || isItem(text)) giveUp()
      if (/^[a-z][a-z-]*:(?: |$)/.test(text)) {
        const inner = indent + line.text.length - text.length
        this.#lines[this.#at] = { indent: inner, text }
        items.push(this.#mapping(inner))
      } else {
        this.#at++
        items.push(scalar(text))
      }
    }
    return items
  }
}

const mostNested = 16
const isItem = (text: string): boolean => text === '-' || text.startsWith('- ')

/** Words that are no texts, in some spelling. */
const isWord = (text: string): boolean => /^(?:true|false|null|nan|inf)$/i.test(text)

/** One value on one line, to its end. */
const scalar = (text: string): Plain => {
  const flow = new Flow(text)
  if (/^[[{]/.test(text)) return flow.whole()
  return /^['"]/.test(text) ? flow.whole() : plain(text, /^[A-Za-z/][\w ./*@+=(),;!?$%&~^-]*$/)
}

const plain = (text: string, form: RegExp): Plain => {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^(?:0|[1-9]\d?\d?\d?)$/.test(text)) return Number(text)
  return form.test(text) && !isWord(text) ? text : giveUp()
}

/** `{ a: b, c: [d, 'e'] }`, and texts in quotes. */
class Flow {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): Plain {
    const value = this.#value()
    return this.#at < this.#text.length ? giveUp() : value
  }

  #value(): Plain {
    if (++this.#depth > mostNested) giveUp()
    const value = this.#one()
    this.#depth--
    return value
  }

  #one(): Plain {
    const char = this.#text[this.#at]
    if (char === '{') return this.#mapping()
    if (char === '[') return this.#list()
    if (char === "'")
      return this.#take(/'(?:[^']|'')*'/y)
        .slice(1, -1)
        .replaceAll("''", "'")
    if (char === '"') return this.#take(/"[^"\\]*"/y).slice(1, -1)
    return plain(this.#take(/[\w ./*@+=;!$%^~-]*[\w./*@+=;!$%^~-]/y), /^[A-Za-z/][\w ./*@+=;!$%^~-]*$/)
  }

  #mapping(): Plain {
    const value: Record<string, Plain> = {}
    this.#take(/\{ */y)
    do {
      const key = this.#take(/[a-z][a-z-]*(?=: )/y)
      if (isWord(key) || Object.hasOwn(value, key)) giveUp()
      this.#take(/: +/y)
      value[key] = this.#value()
    } while (this.#goesOn('}'))
    return value
  }

  #list(): Plain {
    const items: Plain[] = []
    this.#take(/\[ */y)
    do items.push(this.#value())
    while (this.#goesOn(']'))
    return items
  }

  /** Whether another entry follows. */
  #goesOn(end: string): boolean {
    return (
      this.#take(/ *(?:, *|[}\]])/y).trim() !== end &&
      ((this.#text[this.#at - 1] !== '}' && this.#text[this.#at - 1] !== ']') || giveUp())
    )
  }

  #take(form: RegExp): string {
    form.lastIndex = this.#at
    const [found = giveUp()] = form.exec(this.#text) ?? giveUp()
    this.#at += found.length
    return found
  }
}

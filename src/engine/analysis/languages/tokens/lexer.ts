/** A tokenizer good enough for one-liners in the usual scripting languages. */

import { once } from '../../../matching/once.ts'
import { bounds } from '../../values/bounds.ts'
import { endsIn, type HereDocument, hereDocument, isSetIn, mayBegin, remembered } from './here-documents.ts'
import { plainForms } from './plain-forms.ts'

export type Language = 'python' | 'javascript' | 'ruby' | 'perl' | 'php' | 'lua' | 'awk' | 'vim' | 'lisp' | 'other'

export type Token =
  | {
      readonly kind: 'text'
      readonly value: string
      readonly shell: boolean
      /** Words of a list: `%w[a b]`, `qw(a b)`. */
      readonly list?: boolean
    }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'number'; readonly value: string }
  /** A regular expression, with its flags. */
  | { readonly kind: 'pattern'; readonly value: string; readonly flags: string }
  | {
      readonly kind: 'mark'
      readonly value: string
      /** A dot that is written `->`, which puts no texts together. */
      readonly member?: boolean
      /** The end of a line, and no mark that is written. */
      readonly line?: boolean
      /** Of the end of a line of Python: the blanks in front of what follows. */
      readonly indent?: number
      /** Of an opening bracket: how many tokens further on is what follows its partner. */
      span?: number
    }

/** By its code, what a character is in every language: patterns cost the door most of its time. */
const [letter, digit, blank, alone, end] = [1, 2, 3, 4, 5]
const sorts = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/\w/.test(char)) return /\d/.test(char) ? digit : letter
  if (char === '\n' || char === ';') return end
  return /\s/.test(char) ? blank : '()[]{},'.includes(char) ? alone : 0
})

/** Longer names and numbers are left to the patterns, which cut them. */
const short = 48

/** `shell` texts are back-quoted or `%x{}`: the language runs them itself. */
export function tokens(source: string, language: Language): Token[] {
  const out: Token[] = []
  const prefixes = language === 'python' || language === 'perl' ? 2 : 0
  let at = 0
  /** The lines of here documents that the line in front of them names. */
  let below: { readonly from: number; readonly to: number } | undefined
  const ends = once(() => endsIn(source, language))
  const isSet = remembered(name => isSetIn(source, name))
  while (at < source.length && out.length < bounds.tokens) {
    if (below?.from === at) {
      at = below.to
      below = undefined
      continue
    }
    const code = source.charCodeAt(at)
    const sort = sorts[code]
    if (sort === blank) {
      at++
      continue
    }
    if (sort === end) {
      at++
      if (language === 'python' && code === 10) {
        let blanks = at
        while (source[blanks] === ' ' || source[blanks] === '\t') blanks++
        const isEmpty = /^[\n#]?$/.test(source[blanks] ?? '')
        out.push({ kind: 'mark', value: ';', line: true, ...(!isEmpty && { indent: blanks - at }) })
      } else out.push(code === 10 ? { kind: 'mark', value: ';', line: true } : { kind: 'mark', value: ';' })
      continue
    }
    const char = source[at] as string
    if (sort === alone && !(language === 'lua' && /^\[=*\[/.test(source.slice(at, at + 8)))) {
      out.push({ kind: 'mark', value: char })
      at++
      continue
    }
    if (sort === letter ? language !== 'vim' : sort === digit) {
      let to = at + 1
      for (let next = sorts[source.charCodeAt(to)]; next === digit || (sort === letter && next === letter); )
        next = sorts[source.charCodeAt(++to)]
      const after = source[to]
      const plain =
        sort === letter
          ? to - at > prefixes && after !== '!' && after !== '?'
          : after !== '.' && (code !== 48 || to > at + 1 || (after !== 'x' && after !== 'o'))
      if (plain && to - at < short) {
        out.push({ kind: sort === letter ? 'name' : 'number', value: source.slice(at, to) })
        at = to
        continue
      }
    } else if (code > 127 && /\s/.test(char)) {
      at++
      continue
    }
    const skipped = char === '#' || char === '/' || char === '-' ? comment(source, at, language) : at
    if (skipped > at) {
      at = skipped
      continue
    }
    const changed = language === 'perl' && char === '=' ? changing.exec(source.slice(at, at + 12)) : null
    if (changed !== null) {
      at = change(source, at, changed, out)
      continue
    }
    const pattern = char === '/' ? patternAt(source, at, language, out.at(-1)) : undefined
    if (pattern !== undefined) {
      out.push({ kind: 'pattern', value: pattern.value, flags: pattern.flags })
      at = pattern.end
      continue
    }
    // `g:name` of Vim
    if (language === 'vim' && /^[abglstvw]:[A-Za-z_]/.test(source.slice(at, at + 3)) && !/\w/.test(source[at - 1] ?? '')) {
      at += 2
      continue
    }
    // What hides errors in PHP is no part of a name.
    if (char === '@' && language === 'php') {
      at++
      continue
    }
    const document =
      char === '<' && mayBegin(out, isSet, language) ? hereDocument(source, at, language, ends, below?.to) : undefined
    if (document !== undefined) {
      out.push({ kind: 'text', value: asQuoted(document, language), shell: document.quote === '`', list: false })
      at = document.end
      below = { from: below?.from ?? document.from, to: document.to }
      continue
    }
    const quoted = quotation(source, at, language)
    if (quoted !== undefined) {
      out.push({ kind: 'text', value: quoted.value, shell: quoted.shell, list: quoted.list === true })
      at = quoted.end
      continue
    }
    const name =
      sort === letter || char === '$' || char === '@'
        ? /^[$@%]*[A-Za-z_]\w*[!?]?|^\$[\w!@&]/.exec(source.slice(at, at + 210))
        : null
    if (name !== null) {
      const prefix = /^(?:[rbuf]|rb|br|fr|rf|q|qq|qw|qx)$/i.test(name[0]) ? prefixed(source, at, name[0], language) : undefined
      if (prefix !== undefined) {
        out.push({ kind: 'text', value: prefix.value, shell: prefix.shell, list: prefix.list === true })
        at = prefix.end
        continue
      }
      const exact =
        /[!?]$/.test(name[0]) && (language !== 'ruby' || source[at + name[0].length] === '=') ? name[0].slice(0, -1) : name[0]
      out.push({ kind: 'name', value: exact })
      at += exact.length
      // Elixir's `File.rm_rf!(...)`.
      if (exact !== name[0] && source[at + 1] === '(') at++
      continue
    }
    const number = sort === digit ? /^(?:0[xo][0-9a-fA-F]+|\d+(?:\.\d+)?)/.exec(source.slice(at, at + 50)) : null
    if (number !== null) {
      out.push({ kind: 'number', value: number[0] })
      at += number[0].length
      continue
    }
    const double = source.slice(at, at + 2)
    // Lua's `text:method()`
    if (language === 'lua' && char === ':' && /^:[A-Za-z_]/.test(double)) {
      out.push({ kind: 'mark', value: '.' })
      at++
      continue
    }
    const value =
      double === '->' ||
      double === '::' ||
      double === '=>' ||
      double === '?.' ||
      double === '+=' ||
      double === '**' ||
      double === '==' ||
      double === '||' ||
      double === '&&' ||
      double === '??' ||
      (double === '|&' && language === 'awk') ||
      (double === '>>' && language === 'awk') ||
      (double === '<-' && language === 'other') ||
      (double === ':=' && language === 'other') ||
      (double === '..' && (language === 'lua' || language === 'vim')) ||
      (double === '<<' && language === 'ruby') ||
      (double === '.=' && /^(?:perl|php|vim)$/.test(language))
        ? double
        : char
    // An arrow of a function: `x -> f(x)`.
    if (value === '->' && language === 'other') out.push({ kind: 'mark', value: '=>' })
    else if (value === '->' || value === '?.') out.push({ kind: 'mark', value: '.', member: true })
    else out.push({ kind: 'mark', value: value === ':=' || value === '<-' ? '=' : value })
    at += value.length
  }
  const joined = joinedInBrackets(out, language)
  return paired(plainForms(joined, language))
}

/**
 * Inside brackets that are closed again a line may end anywhere; where a block with an `end` of its own stands in them, its lines count.
 */
function joinedInBrackets(all: Token[], language: Language): Token[] {
  const open: { readonly isRound: boolean; readonly lines: Token[]; hasEnd: boolean }[] = []
  const dropped = new Set<Token>()
  for (const [at, token] of all.entries()) {
    const { kind, value } = token
    const inner = open.at(-1)
    if (kind === 'name' && value === 'end' && inner !== undefined) inner.hasEnd = true
    if (kind !== 'mark') continue
    // Whoever begins a line with a dot goes on with the one before.
    const before = all[at - 1]
    if (value === '.' && language !== 'python' && before?.kind === 'mark' && before.line === true) dropped.add(before)
    if (value === '(' || value === '[' || value === '{')
      open.push({ isRound: value !== '{' || isTable(all[at - 1], language, inner?.isRound === true), lines: [], hasEnd: false })
    else if (value === ')' || value === ']' || value === '}') {
      const closed = open.pop()
      if (closed?.isRound === true && !closed.hasEnd) for (const line of closed.lines) dropped.add(line)
    } else if (token.line === true) inner?.lines.push(token)
  }
  return dropped.size === 0 ? all : all.filter(token => !dropped.has(token))
}

/** Whether what a brace opens is a value, by what stands in front of it: a block has statements. */
const isTable = (before: Token | undefined, language: Language, isInValue: boolean): boolean =>
  language === 'python' ||
  language === 'lua' ||
  (/^(?:javascript|ruby|perl)$/.test(language) &&
    (/^(?:[=(,[?]|return|const|let|var|import)$/.test(before?.value ?? '') ||
      (before?.value === '=>' && language !== 'javascript') ||
      (before?.value === ':' && isInValue)))

/** Once for all who ask for the end of a bracket. */
function paired(all: Token[]): Token[] {
  const open: number[] = []
  for (let at = 0; at < all.length; at++) {
    const token = all[at] as Token
    if (token.kind !== 'mark') continue
    const { value } = token
    if (value === '(' || value === '[' || value === '{') open.push(at)
    else if (value === ')' || value === ']' || value === '}') {
      const from = open.pop()
      const partner = from === undefined ? undefined : all[from]
      if (from !== undefined && partner?.kind === 'mark') partner.span = at + 1 - from
    }
  }
  return all
}

function comment(source: string, at: number, language: Language): number {
  const hash =
    language !== 'javascript' && language !== 'vim' && language !== 'lua' && source[at] === '#' && source[at + 1] !== '{'
  const slashes = (language === 'javascript' || language === 'php' || language === 'other') && source.startsWith('//', at)
  const dashes = language === 'lua' && source.startsWith('--', at)
  const block = dashes ? longBracket(source, at + 2) : undefined
  if (block !== undefined) return block.end
  if (hash || slashes || dashes) {
    const end = source.indexOf('\n', at)
    return end < 0 ? source.length : end
  }
  if ((language === 'javascript' || language === 'php') && source.startsWith('/*', at)) {
    const end = source.indexOf('*/', at + 2)
    return end < 0 ? source.length : end + 2
  }
  return at
}

/** As a string in the quotes that it is read in. */
const asQuoted = ({ body, quote }: HereDocument, language: Language): string =>
  quote === "'" ? body : (quotation(`"${body.replace(/"/g, '\\"')}"`, 0, language)?.value ?? body)

interface Quoted {
  readonly value: string
  readonly end: number
  readonly shell: boolean
  readonly list?: boolean
}

/** `[[ … ]]`, with as many signs of equality in either bracket; a line end right behind the first is none of it (Lua manual 3.1). */
function longBracket(source: string, at: number): Quoted | undefined {
  const open = /\[(=*)\[(?:\r?\n)?/y
  open.lastIndex = at
  const [whole, level = ''] = open.exec(source) ?? []
  if (whole === undefined) return undefined
  const close = `]${level}]`
  const end = source.indexOf(close, at + whole.length)
  return {
    value: source.slice(at + whole.length, end < 0 ? undefined : end),
    end: end < 0 ? source.length : end + close.length,
    shell: false,
  }
}

function quotation(source: string, at: number, language: Language): Quoted | undefined {
  const char = source[at] as string
  // Kotlin, Java, Scala, Swift, Elixir and Julia have the first of these.
  const isLong = source.startsWith('"""', at)
    ? language === 'python' || language === 'other'
    : language === 'python' && source.startsWith("'''", at)
  if (isLong) {
    const end = source.indexOf(char.repeat(3), at + 3)
    return { value: source.slice(at + 3, end < 0 ? undefined : end), end: end < 0 ? source.length : end + 3, shell: false }
  }
  if (language === 'lua' && char === '[') return longBracket(source, at)
  if (language === 'awk' && char !== '"') return undefined
  // `<~/x/*>` is a pattern of names, `<F>` a line of a file.
  const names = language === 'perl' && char === '<' ? /^<([~/.][^<>\n]*|[^<>\s$]*[*?/][^<>\s]*)>/.exec(source.slice(at)) : null
  if (names !== null) return { value: names[1] as string, end: at + names[0].length, shell: false }
  if (char === '"' || char === "'" || char === '`') {
    const holes =
      language === 'ruby' && char === '"'
        ? '#{'
        : language === 'javascript' && char === '`'
          ? '${'
          : language === 'php' && char === '"'
            ? '{$'
            : undefined
    const filled = holes === '${' || (char === '"' && /^(?:php|perl)$/.test(language))
    const body = until(source, at + 1, char, false, holes, escaped(language, char), filled)
    const shell = char === '`' && language !== 'javascript'
    if (char === '`' && language === 'javascript')
      return {
        ...body,
        value: body.value
          .replace(/\$(\{(?:[^{}]|\{[^{}]*\})+\})|\$\{/g, (_, filled = '') => `\u0001${filled}`)
          .replaceAll(dollar, '$'),
        shell,
      }
    return { value: body.value, end: body.end, shell }
  }
  if (language === 'ruby' && char === '%' && /^%[xqQwWi]?[([{<|!/]/.test(source.slice(at, at + 3))) {
    const kind = /[a-zA-Z]/.test(source[at + 1] as string) ? (source[at + 1] as string) : ''
    const open = source[at + 1 + kind.length] as string
    const body = until(source, at + 2 + kind.length, closer(open), true, /[qwi]/.test(kind) ? undefined : '#{')
    return { value: body.value, end: body.end, shell: kind === 'x', list: /[wWiI]/.test(kind) }
  }
  return undefined
}

function prefixed(source: string, at: number, prefix: string, language: Language): Quoted | undefined {
  const next = source[at + prefix.length] ?? ''
  if (language === 'perl' && /^(?:q|qq|qw|qx)$/.test(prefix)) {
    const gap = /^\s*/.exec(source.slice(at + prefix.length, at + prefix.length + 4))?.[0].length ?? 0
    const open = source[at + prefix.length + gap] ?? ''
    if (!/[([{<|!/~#,]/.test(open) || (gap > 0 && open === '#')) return undefined
    const body = until(source, at + prefix.length + gap + 1, closer(open), true)
    return { value: body.value, end: body.end, shell: prefix === 'qx', list: prefix === 'qw' }
  }
  if (language !== 'python' || (next !== '"' && next !== "'")) return undefined
  const from = at + prefix.length
  const inner =
    /^(?:[bfu]?r|r[bf])$/i.test(prefix) && source[from + 2] !== next ? raw(source, from) : quotation(source, from, language)
  if (inner === undefined) return undefined
  if (/f/i.test(prefix)) return { ...inner, value: inner.value.replace(/\{(?:[^{}]|\{[^{}]*\})+\}/g, '\u0001$&') }
  return inner
}

/** `r'C:\new'`: a backslash stays, and still keeps a quote from being the end. */
function raw(source: string, from: number): Quoted {
  let end = from + 1
  while (end < source.length && source[end] !== source[from]) end += source[end] === '\\' ? 2 : 1
  return { value: source.slice(from + 1, end), end: end + 1, shell: false }
}

/** What a backslash stands before where it means something; before all else it stays. Undefined where it always goes. */
function escaped(language: Language, quote: string): RegExp | undefined {
  if (language === 'python') return /[\\'"\nabfnrtv0-7xuUN]/
  return quote === "'" && (language === 'ruby' || language === 'perl' || language === 'php') ? /[\\']/ : undefined
}

function closer(open: string): string {
  return open === '(' ? ')' : open === '[' ? ']' : open === '{' ? '}' : open === '<' ? '>' : open
}

/** `=~ s/a/b/`: reads on as a call of `replace`. */
const changing = /^=~\s*(s|tr|y)([/|#!,{~])/

function change(source: string, at: number, [head, verb, open = '/']: RegExpExecArray, out: Token[]): number {
  const sought = until(source, at + head.length, closer(open), true)
  const from = open === '{' ? source.indexOf('{', sought.end) + 1 || sought.end : sought.end
  const put = until(source, from, closer(open), true)
  const flags = /^[a-z]*/.exec(source.slice(put.end, put.end + 12))?.[0] ?? ''
  out.push(
    { kind: 'mark', value: '=~' },
    { kind: 'name', value: verb === 's' ? 'replace' : 'tr' },
    { kind: 'mark', value: '(' },
    { kind: 'pattern', value: sought.value, flags },
    { kind: 'mark', value: ',' },
    { kind: 'text', value: put.value, shell: false },
    { kind: 'mark', value: ')' },
  )
  return put.end + flags.length
}

/** Where a value may begin, and so a pattern: elsewhere a slash divides. */
function patternAt(source: string, at: number, language: Language, before: Token | undefined) {
  if (source[at] !== '/' || !/^(?:javascript|ruby|awk|perl)$/.test(language)) return undefined
  const begins =
    before === undefined ||
    (before.kind === 'mark' && !/^[)\]}$]$/.test(before.value)) ||
    (before.kind === 'name' && /^(?:return|split|if|unless|and|or|not|when|in|grep|match|typeof|case)$/.test(before.value))
  if (!begins) return undefined
  let within = false
  for (let end = at + 1; end < source.length && source[end] !== '\n'; end++) {
    const char = source[end]
    if (char === '\\') end++
    else if (char === '[') within = true
    else if (char === ']') within = false
    else if (char === '/' && !within) {
      const flags = language === 'awk' ? '' : (/^[a-z]*/.exec(source.slice(end + 1, end + 10))?.[0] ?? '')
      return { value: source.slice(at + 1, end), flags, end: end + 1 + flags.length }
    }
  }
  return undefined
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '', e: '\x1b' }

/** In a text that variables fill: a dollar sign that stands for itself. */
export const dollar = '\u0003'

/** How far the end of what fills a text is looked for. */
const longestHole = 4_096

/** The brace that ends what fills a text: it may hold other braces, and texts of its own. */
function endOfHole(source: string, from: number): number {
  let depth = 1
  const limit = Math.min(source.length, from + longestHole)
  for (let at = from; at < limit; at++) {
    const char = source[at] as string
    if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at
    else if (char === '"' || char === "'" || char === '`') {
      const end = source.indexOf(char, at + 1)
      if (end > 0 && end < limit) at = end
    }
  }
  return source.indexOf('}', from)
}

function until(
  source: string,
  from: number,
  close: string,
  raw: boolean,
  holes?: string,
  meant?: RegExp,
  fills = false,
): { value: string; end: number } {
  const plain = holes === undefined ? source.indexOf(close, from) : -1
  if (plain >= 0) {
    const inside = source.slice(from, plain)
    if (raw || !inside.includes('\\')) return { value: inside, end: plain + 1 }
  }
  let value = ''
  let at = from
  for (; at < source.length; at++) {
    const char = source[at] as string
    if (char === close) return { value, end: at + 1 }
    const filled = holes !== undefined && source.startsWith(holes, at) ? endOfHole(source, at + holes.length) : -1
    if (filled > 0) {
      value += source.slice(at, filled + 1)
      at = filled
      continue
    }
    if (char !== '\\' || raw || meant?.test(source[at + 1] ?? '') === false) {
      value += char
      continue
    }
    const code = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|([0-7]{3}))/.exec(source.slice(at, at + 10))
    if (code !== null) {
      const number =
        code[4] === undefined ? Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '20', 16) : Number.parseInt(code[4], 8)
      value += number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : ''
      at += code[0].length - 1
      continue
    }
    const next = source[at + 1] ?? ''
    value += escapes[next] ?? (fills && next === '$' ? dollar : next)
    at++
  }
  return { value, end: source.length }
}

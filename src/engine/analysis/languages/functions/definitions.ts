/** The functions and classes that a program has itself: where they stand, what they take, and whether they are only ever called. */

import { hasMarks } from '../model/branching.ts'
import type { Own, Parameter } from '../model/code.ts'
import { matching, split, statementEnd } from '../tokens/brackets.ts'
import type { Language, Token } from '../tokens/lexer.ts'
import { indented } from '../tokens/scopes.ts'

export interface Definitions {
  /** Where the names of functions stand that are defined there. */
  readonly heads: ReadonlySet<number>
  readonly functions: ReadonlyMap<string, readonly Own[]>
  readonly classes: ReadonlyMap<string, Class>
  /** Those that do nothing until they are called, which somebody does in sight, by where their bodies begin. */
  readonly waiting: ReadonlyMap<number, Own>
}

export interface Class {
  /** What it takes where nothing says how it is made: its fields in their order. */
  readonly fields: readonly Parameter[]
  readonly parents: readonly string[]
  /** What stands in it, and not in a method: every object has it. */
  readonly own: ReadonlySet<string>
}

/** Words in front of a function's name. */
const defines = new Set(['def', 'function', 'sub', 'fn', 'func', 'fun'])
const anonymous = /^(?:function|lambda|sub|fn|proc)$/
const controls =
  /^(?:if|elsif|elif|unless|while|until|for|foreach|switch|with|catch|return|await|yield|typeof|in|of|and|or|not|match|when|do|else|new|super|using|lock|guard|print)$/
const visibilities = /^(?:public|private|protected|readonly)$/

/** Of a language in which none is found: what a program defines there is read as it stands. */
const none: Definitions = { heads: new Set(), functions: new Map(), classes: new Map(), waiting: new Map() }

/** Tokens of a program in which they are looked for: a longer one is a library, which is read as it stands. */
const longest = 10_000

export function definitionsIn(all: readonly Token[], language: Language): Definitions {
  if (language === 'awk' || language === 'vim' || language === 'lisp' || all.length > longest) return none
  const classes = classesIn(all, language)
  const functions = new Map<string, Own[]>()
  const heads = new Set<number>()
  for (let at = 0; at < all.length; at++) {
    if (all[at]?.kind !== 'name') continue
    const found = definedAt(all, at, language)
    if (found === undefined) continue
    const of = classes.find(({ from, to }) => from <= at && at < to)?.name
    // `func name(` of a language that has methods as well.
    if (heads.has(found.head)) continue
    heads.add(found.head)
    const { start } = found.own
    const isRead =
      /property$/.test(decoratorOf(all, start, language)) || (language === 'javascript' && all[start - 1]?.value === 'get')
    functions.set(found.own.name, [...(functions.get(found.own.name) ?? []), { ...found.own, of, isRead }])
  }
  for (const name of setOtherwise(all, heads)) functions.delete(name)
  if (functions.size === 0 && classes.length === 0) return none
  const named = mentionsOf(all, new Set([...functions.keys(), ...classes.map(({ name }) => name)]))
  const waiting = new Map<number, Own>()
  for (const own of [...functions.values()].flat())
    if (isOnlyCalled(own, named, heads, classes, language)) waiting.set(own.from, own)
  const ends = new Map([...functions.values()].flat().map(({ from, to }) => [from, to]))
  const withOwn = classes.map(one => {
    const own = new Set<string>()
    for (let at = one.from; at < one.to; at++) {
      const end = ends.get(at) ?? 0
      if (end > at) at = end - 1
      else if (all[at]?.kind === 'name' && /^[=:]$/.test(all[at + 1]?.value ?? ''))
        own.add((all[at] as Token).value.replace(/^\$/, ''))
    }
    return [one.name, { ...one, own }] as const
  })
  return { heads, functions, waiting, classes: new Map(withOwn) }
}

/** Names that are given something else as well: a call by them is not of a function that stands there. */
function setOtherwise(all: readonly Token[], heads: ReadonlySet<number>): ReadonlySet<string> {
  const names = new Set<string>()
  let depth = 0
  for (const [at, { kind, value }] of all.entries()) {
    if (kind === 'mark' && /^[([]$/.test(value)) depth++
    else if (kind === 'mark' && /^[)\]]$/.test(value)) depth--
    if (kind !== 'name' || heads.has(at) || all[at - 1]?.value === '.') continue
    const isSet = all[at + 1]?.kind === 'mark' && all[at + 1]?.value === '=' && depth <= 0
    if (isSet || (all[at - 1]?.kind === 'name' && /^(?:for|as|import)$/.test(all[at - 1]?.value ?? ''))) names.add(value)
  }
  return names
}

interface Head {
  readonly head: number
  readonly own: Bare
}

/** One of which it is not yet known where it stands. */
export type Bare = Omit<Own, 'of' | 'isRead'>

function definedAt(all: readonly Token[], at: number, language: Language): Head | undefined {
  const { value } = all[at] as Token
  const next = all[at + 1]
  if (defines.has(value) && all[at - 1]?.value !== '.') return named(all, at, language)
  if (next?.kind === 'mark' && (next.value === '=' || (next.value === ':' && language === 'javascript'))) {
    const from = all[at + 2]?.value === 'async' ? at + 3 : at + 2
    return assigned(all, at, from, language)
  }
  // `go(path) { … }` of a class or an object, `void go(String path) { … }`
  if (next?.value !== '(' || controls.test(value) || (language !== 'javascript' && language !== 'other')) return undefined
  const before = all[at - 1]
  const begins =
    before === undefined || before.kind === 'name'
      ? before !== undefined && !controls.test(before.value)
      : /^[;{},>\]*)]$/.test(before.value) && before.kind === 'mark'
  if (!begins) return undefined
  const close = matching(all, at + 1)
  // `f(x, async (y) => { … })`
  if (all[close]?.value === '=>') return undefined
  const open = openBehind(all, close)
  return open < 0 ? undefined : built(all, at, { name: value, start: at, params: at + 1, open }, language)
}

/** `def name(…)`, `function name(…)`, `sub name`, `func (a A) name(…)` */
function named(all: readonly Token[], at: number, language: Language): Head | undefined {
  let head = all[at + 1]?.value === '*' ? at + 2 : at + 1
  if (all[head]?.value === '(' && (all[at] as Token).value === 'func') {
    head = matching(all, head)
    // One without a name, and what it comes to.
    if (all[head + 1]?.value !== '(') return undefined
  }
  // `def self.go`
  if (all[head]?.value === 'self' && all[head + 1]?.value === '.') head += 2
  const name = all[head]
  if (name?.kind !== 'name') return undefined
  const params = all[head + 1]?.value === '(' ? head + 1 : -1
  const shape = { name: name.value, start: at, params }
  if (language === 'python') {
    if (params < 0) return undefined
    const [from, to] = indented(all, at)
    return made(all, head, { ...shape, from, to, end: to, givesLast: false }, language)
  }
  const behind = params < 0 ? head + 1 : matching(all, params)
  if (language === 'ruby' || language === 'lua') {
    if (all[behind]?.value === '=') {
      const to = statementEnd(all, behind + 1)
      return made(all, head, { ...shape, from: behind + 1, to, end: to, givesLast: true }, language)
    }
    const to = endOf(all, behind, language)
    return to < 0
      ? undefined
      : made(all, head, { ...shape, from: behind, to, end: to + 1, givesLast: language === 'ruby' }, language)
  }
  const open = openBehind(all, behind, true)
  return open < 0 ? undefined : built(all, head, { ...shape, open }, language)
}

/** `f = (a) => …`, `f = lambda a: …`, `$f = function ($a) { … }`, `f = ->(a) { … }` */
function assigned(all: readonly Token[], at: number, from: number, language: Language): Head | undefined {
  const name = (all[at] as Token).value
  const own = functionAt(all, from, language, name)
  return own === undefined ? undefined : { head: at, own }
}

/** A function without a name of its own that begins at `from`. */
export function functionAt(all: readonly Token[], from: number, language: Language, name = ''): Bare | undefined {
  const first = all[from]
  const start = from
  if (first?.kind === 'name' && first.value === 'lambda' && language === 'python') {
    let colon = from + 1
    while (colon < all.length && !(all[colon]?.kind === 'mark' && all[colon]?.value === ':')) colon++
    const to = expressionEnd(all, colon + 1)
    const parameters = parametersOf(all.slice(from + 1, colon), language)
    return { name, parameters, all, start, end: to, from: colon + 1, to, givesLast: true }
  }
  if (language === 'ruby') {
    const params = first?.value === '.' && all[from + 1]?.value === '(' ? from + 1 : -1
    const block =
      params >= 0 ? matching(all, params) : first?.kind === 'name' && /^(?:proc|lambda)$/.test(first.value) ? from + 1 : -1
    if (all[block]?.value !== '{') return undefined
    const end = matching(all, block)
    const bar = all[block + 1]?.value === '|' ? barBehind(all, block + 2) : -1
    const inside = params >= 0 ? all.slice(params + 1, block - 1) : bar > 0 ? all.slice(block + 2, bar) : []
    const body = bar > 0 ? bar + 1 : block + 1
    return { name, parameters: parametersOf(inside, language), all, start, end, from: body, to: end - 1, givesLast: true }
  }
  if (first?.kind === 'name' && anonymous.test(first.value)) {
    const params = all[from + 1]?.value === '*' ? from + 2 : from + 1
    const open = all[params]?.value === '(' ? openBehind(all, matching(all, params)) : params
    if (open < 0) return undefined
    return built(all, from, { name, start, params: all[params]?.value === '(' ? params : -1, open }, language)?.own
  }
  if (language !== 'javascript') return undefined
  const arrow = first?.value === '(' ? arrowBehind(all, matching(all, from)) : first?.kind === 'name' ? from + 1 : -1
  if (all[arrow]?.value !== '=>') return undefined
  return built(all, from, { name, start, params: from, open: arrow }, language)?.own
}

interface Shape {
  readonly name: string
  readonly start: number
  /** Where its parameters open; -1 where it has none. */
  readonly params: number
}

/** The bar that ends the parameters of a block. */
function barBehind(all: readonly Token[], from: number): number {
  let at = from
  while (at < all.length && all[at]?.value !== '|') at++
  return at
}

/** One whose body opens, or whose expression begins behind, at `open`. */
function built(
  all: readonly Token[],
  head: number,
  shape: Shape & { readonly open: number },
  language: Language,
): Head | undefined {
  const { open } = shape
  const brace = all[open]?.value === '{' ? open : all[open + 1]?.value === '{' ? open + 1 : -1
  if (brace >= 0) {
    const end = matching(all, brace)
    return made(
      all,
      head,
      { ...shape, from: brace + 1, to: end - 1, end, givesLast: /^(?:perl|other)$/.test(language) },
      language,
    )
  }
  const to = expressionEnd(all, open + 1)
  return made(all, head, { ...shape, from: open + 1, to, end: to, givesLast: true }, language)
}

function made(
  all: readonly Token[],
  head: number,
  { params, ...shape }: Shape & Pick<Own, 'from' | 'to' | 'end' | 'givesLast'>,
  language: Language,
): Head {
  const inside =
    params < 0 ? [] : all[params]?.value === '(' ? all.slice(params + 1, matching(all, params) - 1) : [all[params] as Token]
  return { head, own: { ...shape, all, parameters: parametersOf(inside, language) } }
}

/** Where a body opens behind parameters, past the type that is given back; -1 where none does. */
function openBehind(all: readonly Token[], from: number, isOnNextLine = false): number {
  for (let at = from; at < Math.min(all.length, from + 24); at++) {
    const token = all[at] as Token
    const { kind, value } = token
    if (isOnNextLine && token.kind === 'mark' && token.line === true) continue
    if (kind === 'mark' && (value === '{' || value === '=>' || value === '=')) return at
    if (kind === 'mark' && /^[;)\]},]$/.test(value)) return -1
    if (kind === 'text' || kind === 'number') return -1
    if (value === '(' || value === '[') at = matching(all, at) - 1
  }
  return -1
}

/** The arrow behind parameters, past a type. */
const arrowBehind = (all: readonly Token[], from: number): number => {
  if (all[from]?.value === '=>' || all[from]?.value !== ':') return from
  const at = openBehind(all, from)
  return all[at]?.value === '=>' ? at : -1
}

function expressionEnd(all: readonly Token[], from: number): number {
  let end = from
  while (end < all.length) {
    const { kind, value } = all[end] as Token
    if (kind === 'mark' && /^[;,)\]}]$/.test(value)) return end
    end = kind === 'mark' && /^[([{]$/.test(value) ? matching(all, end) : end + 1
  }
  return end
}

const opensInRuby = /^(?:def|class|module|do|begin|case)$/
const opensAtStart = /^(?:if|unless|while|until|for)$/
const opensInLua = /^(?:function|do|if|repeat)$/

/** The `end` of what is open at `from`. */
function endOf(all: readonly Token[], from: number, language: Language): number {
  let depth = 1
  /** Whose `do` is no other block. */
  let loop = false
  for (let at = from; at < all.length; at++) {
    const { kind, value } = all[at] as Token
    if (kind === 'mark' && value === ';') loop = false
    if (kind !== 'name' || all[at - 1]?.value === '.') continue
    const starts = /^(?:[;=({]|then|else|do)$/.test(all[at - 1]?.value ?? ';')
    if (value === 'end' || (language === 'lua' && value === 'until')) depth--
    else if (language === 'lua') depth += opensInLua.test(value) ? 1 : 0
    else if (value === 'do' && loop) loop = false
    else if (opensInRuby.test(value) || (starts && opensAtStart.test(value))) depth++
    if (starts && /^(?:while|until|for)$/.test(value)) loop = true
    if (depth === 0) return at
  }
  return -1
}

function parametersOf(inside: readonly Token[], language: Language): readonly Parameter[] {
  return split(inside, ',').flatMap((part): readonly Parameter[] => {
    const behind = part[0]?.kind === 'mark' && part[0].value === '{' ? matching(part, 0) : 0
    const equals = part.findIndex(({ kind, value }, at) => at >= behind && kind === 'mark' && value === '=')
    const left = equals < 0 ? part : part.slice(0, equals)
    const fallback = equals < 0 ? [] : part.slice(equals + 1)
    const stars = left
      .filter(({ kind, value }) => kind === 'mark' && /^(?:\*+|\.+|\.\.\.)$/.test(value))
      .map(({ value }) => value)
    const takes = stars.join('') === '**' ? 'named' : /^(?:\*|\.\.\.?)$/.test(stars.join('')) ? 'rest' : 'one'
    const open = left[0]
    if (open?.kind === 'mark' && open.value === '{')
      return [
        {
          name: '',
          takes: 'one',
          parts: parametersOf(left.slice(1, matching(left, 0) - 1), language),
          fallback,
          isMember: false,
          isShared: false,
        },
      ]
    const name = nameOf(left, language)
    const isMember = left.some(({ value }) => visibilities.test(value))
    return name === undefined
      ? []
      : [{ name, takes, parts: [], fallback, isMember, isShared: language === 'php' && left.some(({ value }) => value === '&') }]
  })
}

/** In PHP behind its type, in C and Java too; elsewhere in front of it. */
function nameOf(part: readonly Token[], language: Language): string | undefined {
  const variable = part.find(({ kind, value }) => kind === 'name' && value[0] === '$')
  if (variable !== undefined) return variable.value
  const names = part.filter(({ kind, value }) => kind === 'name' && !visibilities.test(value))
  const colon = part.findIndex(({ value }) => value === ':')
  // `{ path: p }`, and the words in front of a name in Swift and Rust.
  if (colon > 0 && language !== 'javascript') return part.slice(0, colon).findLast(({ kind }) => kind === 'name')?.value
  if (language === 'javascript' && colon > 0 && part[colon + 1]?.kind === 'name' && /^[a-z_$]/.test(part[colon + 1]?.value ?? ''))
    return names[0]?.value
  return (language === 'other' && names.length > 1 && isType(names[0]?.value ?? '') ? names.at(-1) : names[0])?.value
}

/** What stands in front of a name: `String p`, `char *p`, `final File f`. */
const isType = (word: string): boolean => /^(?:[A-Z]\w*|char|const|final|int|long|auto|std|var|void|unsigned|byte)$/.test(word)

interface Found extends Omit<Class, 'own'> {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** Classes with their bodies, the innermost first. */
function classesIn(all: readonly Token[], language: Language): readonly Found[] {
  const found: Found[] = []
  for (let at = 0; at < all.length; at++) {
    const { kind, value } = all[at] as Token
    const name = all[at + 1]
    const record = recordAt(all, at)
    if (record !== undefined) found.unshift(record)
    if (kind !== 'name' || name?.kind !== 'name' || !/^(?:class|struct|object)$/.test(value) || all[at - 1]?.value === '.')
      continue
    if (language === 'python') {
      const [from, to] = indented(all, at)
      const open = all[at + 2]?.value === '(' ? all.slice(at + 3, matching(all, at + 2) - 1) : []
      const parents = open.filter(token => token.kind === 'name').map(token => token.value)
      found.unshift({ name: name.value, from, to, parents, fields: fieldsIn(all, from, to) })
      continue
    }
    if (language === 'ruby') {
      const to = endOf(all, at + 2, language)
      const parents = all[at + 2]?.value === '<' ? [all[at + 3]?.value ?? ''] : []
      if (to > 0) found.unshift({ name: name.value, from: at + 2, to, parents, fields: [] })
      continue
    }
    let open = at + 2
    while (open < at + 16 && all[open] !== undefined && !/^[{;]$/.test((all[open] as Token).value))
      open = all[open]?.value === '(' ? matching(all, open) : open + 1
    if (all[open]?.value !== '{') continue
    const parents = all.slice(at + 2, open).filter(token => token.kind === 'name' && token.value !== 'extends')
    // `class A(val root: String)`
    const params = all[at + 2]?.value === '(' ? all.slice(at + 3, matching(all, at + 2) - 1) : []
    const fields = parametersOf(params, language)
    found.unshift({
      name: name.value,
      from: open + 1,
      to: matching(all, open) - 1,
      parents: parents.map(one => one.value),
      fields,
    })
  }
  // Of two that are in each other the inner one begins later.
  return found.sort((one, other) => other.from - one.from)
}

/** `T = namedtuple('T', 'path')`, `C = Struct.new(:path)` */
function recordAt(all: readonly Token[], at: number): Found | undefined {
  const [name, equals, maker, dot] = all.slice(at, at + 4)
  const isMade = /^(?:namedtuple|Struct|collections|Data)$/.test(maker?.value ?? '')
  if (name?.kind !== 'name' || equals?.value !== '=' || !isMade) return undefined
  const open = dot?.value === '.' ? at + 5 : at + 3
  if (all[open]?.value !== '(') return undefined
  const parts = split(all.slice(open + 1, matching(all, open) - 1), ',')
  const own = maker?.value === 'Struct' || maker?.value === 'Data' ? parts : parts.slice(1)
  const names = own.flatMap(part => part.flatMap(token => (token.kind === 'mark' ? [] : token.value.split(/[\s,]+/))))
  const fields = names.map(
    one => ({ name: one, takes: 'one', parts: [], fallback: [], isMember: true, isShared: false }) as const,
  )
  return { name: name.value, from: at, to: at, parents: [], fields }
}

/** `root: str = 'x'` of a class of Python, which takes it when it is made. */
function fieldsIn(all: readonly Token[], from: number, to: number): readonly Parameter[] {
  const fields: Parameter[] = []
  for (let at = from; at < to; at++) {
    const [name, colon] = [all[at], all[at + 1]]
    if (name?.kind !== 'name' || colon?.value !== ':' || all[at - 1]?.value !== ';') continue
    const end = statementEnd(all, at + 2)
    const told = all.slice(at + 2, end)
    const equals = told.findIndex(({ value }) => value === '=')
    const fallback = equals < 0 ? [] : told.slice(equals + 1)
    if (!/^(?:else|try|finally)$/.test(name.value))
      fields.push({ name: name.value, takes: 'one', parts: [], fallback, isMember: true, isShared: false })
  }
  return fields
}

/** What may stand in front of a definition and leaves its calls as they are. */
const decorators =
  /^@(?:staticmethod|classmethod|property|dataclass|functools|lru_cache|cache|cached_property|contextmanager|override|abstractmethod)$/
const constructors = /^(?:__init__|__post_init__|constructor|__construct|initialize|__enter__|__exit__|__call__|__aenter__)$/
export const isConstructor = (name: string, of?: string): boolean =>
  name === of || /^(?:__init__|constructor|__construct|initialize)$/.test(name)

/** Where names stand, in texts too. */
interface Mentions {
  readonly at: ReadonlyMap<string, readonly number[]>
  readonly texts: ReadonlySet<string>
}

function mentionsOf(all: readonly Token[], names: ReadonlySet<string>): Mentions {
  const at = new Map<string, number[]>()
  const texts = new Set<string>()
  for (const [index, { kind, value }] of all.entries()) {
    if (kind === 'name' && names.has(value)) {
      const places = at.get(value)
      if (places === undefined) at.set(value, [index])
      else places.push(index)
    } else if (kind === 'text' && names.has(value)) texts.add(value)
    else if (kind === 'text' && hasMarks(value)) for (const word of value.match(/\$?\w+/g) ?? []) texts.add(word)
  }
  return { at, texts }
}

/** Whether every mention of it is a call, and there is one. */
function isOnlyCalled(
  own: Own,
  mentions: Mentions,
  heads: ReadonlySet<number>,
  classes: readonly Found[],
  language: Language,
): boolean {
  const { all, start, end, name, of, isRead } = own
  const mark = decoratorOf(all, start, language)
  if (mark !== '' && !decorators.test(mark)) return false
  const isMaker = constructors.test(name)
  const sought = isMaker ? of : name
  if (sought === undefined || mentions.texts.has(name)) return false
  // Whoever inherits from its class makes it as well.
  const names = isMaker ? [sought, ...classes.filter(({ parents }) => parents.includes(sought)).map(one => one.name)] : [sought]
  let calls = 0
  for (const at of names.flatMap(one => mentions.at.get(one) ?? [])) {
    if ((at >= start && at < end) || heads.has(at)) continue
    const prior = all[at - 1]?.value ?? ''
    const next = all[at + 1]?.kind === 'mark' ? (all[at + 1] as Token).value : ''
    if (isMaker) {
      // Where a class is named and not made.
      if (next === '(' || prior === 'new' || (next === '.' && all[at + 2]?.value === 'new')) calls++
      else if (next !== '.' && !/^(?:class|extends|struct|object|:|<|\()$/.test(prior)) return false
    } else {
      const isBare = language === 'ruby' && !/^[=,]$/.test(next) && prior !== ':'
      // `f.call(x)`
      const isPassed = next === '.' && /^(?:call|apply|\()$/.test(all[at + 2]?.value ?? '')
      if (next !== '(' && !isBare && !isPassed && !(isRead && prior === '.')) return false
      calls++
    }
  }
  return calls > 0
}

/** What the statement in front of a definition says of it: `@property`. */
function decoratorOf(all: readonly Token[], start: number, language: Language): string {
  if (language !== 'python') return ''
  let line = start - 1
  while (line >= 0 && all[line]?.value !== ';') line--
  let from = line - 1
  while (from >= 0 && all[from]?.value !== ';') from--
  const first = all[from + 1]
  return line > 0 && first?.kind === 'name' && first.value[0] === '@' ? first.value : ''
}

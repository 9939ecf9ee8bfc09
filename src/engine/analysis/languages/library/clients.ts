/** Clients of hosted services in code: each of their methods is judged as a tool of that name. */

import { hasAnyOf, markOf } from '../../../../core/traits.ts'
import { deedsOf } from '../../../detect/deeds.ts'
import { isOneOf, outsideBraces, wordsOf } from '../../../matching/words.ts'
import { find } from '../../values/analysis.ts'
import type { Code, State } from '../model/code.ts'
import type { Token } from '../tokens/lexer.ts'
import { clients } from './clients.gen.ts'

const services = clients.flatMap(([, , marks]) => marks.split(' ').map(markOf))

/** Whether a module of a service may be named in it. */
export const namesService = (source: string): boolean => hasAnyOf(source, services)

/** How a statement begins that names modules; Go lists them in lines of their own. What is imported later is no statement. */
const imports = /^\s*(?:(?:import|from|require|use|using|const|let|var|export)\b(?!\s*\()|(?:\w+\s+)?"[\w.-]+\/|require\s*\()/
const mostLines = 40

/** Statements that may name modules, with the lines of their lists. Where one names several modules, each with its own names. */
const importsIn = (source: string): readonly string[] => {
  const lines = source.split('\n').flatMap(line => line.split(';'))
  // `new \Stripe\StripeClient(…)` of PHP names it where it is made.
  const made = [...source.matchAll(/\bnew\s+\\([A-Z]\w*\\[\w\\]+)/g)].map(([, name = '']) => `use ${name}`)
  const stated = lines.flatMap((line, at) => {
    if (!imports.test(line)) return []
    const [open, close] = line.includes('{') && !line.includes('}') ? ['{', '}'] : ['(', ')']
    const end =
      line.includes(open) && !line.includes(close) ? lines.slice(at, at + mostLines).findIndex(other => other.includes(close)) : 0
    const statement = lines.slice(at, at + 1 + Math.max(end, 0)).join('\n')
    return /^\s*(?:import\s+[\w., ]+$|(?:const|let|var)\b)/.test(statement) ? (statement.match(outsideBraces) ?? []) : [statement]
  })
  return [...made, ...stated]
}

const module =
  /\b(?:from|import|require|use|using)\b[\s("']*([@\w][\w@./:\\-]*)|["']([@\w][\w@./-]*)["']|^\s*([\w.]+)(?=\s*$|\s+as\b)/g
const words = ' import from require use using const let var export as type await default new '

/** Names without the signs that languages part them by: `shopify_api` and `ShopifyAPI` are one. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[-_]/g, '')

/** Which services the program speaks to, and by what names. */
export function servedIn(source: string): ReadonlyMap<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  if (!namesService(source)) return found
  for (const statement of importsIn(source)) {
    const named = [...statement.matchAll(module)].flatMap(([, one, other, bare]) => {
      const name = one ?? other ?? bare ?? ''
      return clients.find(([form]) => form.test(name))?.[1] ?? []
    })
    const [service] = named
    if (service === undefined) continue
    const names = found.get(service) ?? new Set()
    for (const [name] of statement.matchAll(/[A-Za-z_]\w*/g)) if (!isOneOf(words, name)) names.add(plainName(name))
    found.set(service, names)
  }
  return found
}

/** Whether a value was made by a client of a service, as far as it is known by what. */
export const isServed = (made: string | undefined, { served }: Code): boolean =>
  served.size > 0 && made !== undefined && made !== '' && made.split(/[./]/).some(part => served.has(plainName(part)))

/** The names by which a program knows a service; none where it speaks to none. */
export const servedNames = (source: string): ReadonlySet<string> =>
  new Set([...servedIn(source).values()].flatMap(names => [...names]))

const joins = (token: Token | undefined): boolean => token?.kind === 'mark' && /^(?:\.|::|\?\.|->|:)$/.test(token.value)
const isEnd = (token: Token | undefined): boolean =>
  token === undefined || (token.kind === 'mark' && (token.line === true || /^[;{}]$/.test(token.value)))
/** Words in front of what a value comes from. */
const before = ' await new yield try return async of in '

/** The first name of what is assigned, `await new Client(…)`. */
const rootAt = (all: readonly Token[], from: number): string | undefined => {
  for (let at = from; at < all.length && at < from + 6; at++) {
    const { kind, value } = all[at] as Token
    if (kind === 'name' && !isOneOf(before, value)) return value
    if (kind === 'text' || (kind === 'mark' && !/^[(&*!:=]$/.test(value))) return undefined
  }
  return undefined
}

/** What variables hold of it. Those that hold a client itself come back: to end one ends a connection. */
function spread(all: readonly Token[], names: Set<string>): ReadonlySet<string> {
  const made = new Set<string>()
  for (let times = 0, size = -1; times < 3 && size < names.size; times++) {
    size = names.size
    for (let at = 0; at < all.length; at++) {
      const { kind, value } = all[at] as Token
      if (kind === 'mark' && value === '=' && all[at - 1]?.value !== '=' && all[at + 1]?.value !== '=') {
        const root = rootAt(all, at + 1)
        if (root === undefined || !names.has(plainName(root))) continue
        const isMade = all[at + 1]?.value === 'new' || (all[at + 1]?.value === root && all[at + 2]?.value === '(')
        for (let i = at - 1; i >= 0 && at - i < 20 && !isEnd(all[i]) && all[i]?.value !== '('; i--)
          if (all[i]?.kind === 'name' && !joins(all[i + 1])) (isMade ? made : names).add(plainName((all[i] as Token).value))
        for (const name of made) names.add(name)
      } else if (kind === 'name' && (value === 'in' || value === 'of') && names.has(plainName(rootAt(all, at + 1) ?? ''))) {
        const name = all[at - 1]
        if (name?.kind === 'name') names.add(plainName(name.value))
      } else if (kind === 'name' && value === 'as' && all[at + 1]?.kind === 'name') {
        let start = at
        while (start > 0 && !isEnd(all[start - 1]) && all[start - 1]?.value !== 'with') start--
        if (names.has(plainName(rootAt(all, start) ?? ''))) names.add(plainName((all[at + 1] as Token).value))
      } else if (
        kind === 'mark' &&
        value === '|' &&
        all[at + 1]?.kind === 'name' &&
        /^(?:\{|do)$/.test(all[at - 1]?.value ?? '')
      ) {
        let start = at - 1
        while (start > 0 && !isEnd(all[start - 1])) start--
        if (names.has(plainName(rootAt(all, start) ?? ''))) names.add(plainName((all[at + 1] as Token).value))
      }
    }
  }
  return made
}

/** The arguments of a call as JSON has them, as far as they are written. */
function given(all: readonly Token[], open: number): string {
  let text = ''
  for (let at = open + 1, depth = 1; at < all.length && depth > 0 && at < open + mostGiven; at++) {
    const { kind, value } = all[at] as Token
    if (kind === 'text') text += JSON.stringify(value)
    else if (kind === 'mark') {
      if (/^[([{]$/.test(value)) depth++
      else if (/^[)\]}]$/.test(value)) depth--
      text += value === '=' ? ':' : value
    } else text += /^(?:true|false|null|\d+)$/i.test(value) ? value.toLowerCase() : `"${value}"`
  }
  return text
}
const mostGiven = 120
const isOpen = /"private":false|"public":true|"visibility":"public"/
const isDry = /"dry_?run":(?:true|"(?:true|All)")/i
/** Who knows a dry run; others take it for a field that they do not know. */
const rehearses = ' aws kubernetes '
/** What is made there, and only described here: the request of a method. */
const isRequest = /^[A-Z]\w*(?:Request|Input|Params|Options|Args|Config|Builder)$/

/** Where the bracket opens that is closed there. */
function openingAt(all: readonly Token[], close: number): number {
  let depth = 0
  for (let at = close; at >= 0 && close - at < mostGiven; at--) {
    const value = all[at]?.kind === 'mark' ? all[at]?.value : undefined
    if (value === ')') depth++
    else if (value === '(' && --depth === 0) return at
  }
  return 0
}

/** What the methods of clients do, by their names. */
export function servedBy(source: string, all: readonly Token[], state: State): void {
  // What a database is sent has readers of its own.
  for (const [service, names] of servedIn(source))
    if (service !== 'database' && !state.pretended.has(service)) serves(service, names, all, state)
}

function serves(service: string, names: Set<string>, all: readonly Token[], state: State): void {
  const made = spread(all, names)
  for (let at = 1; at < all.length; at++) {
    const { kind, value } = all[at] as Token
    if (kind !== 'name' || all[at + 1]?.value !== '(' || isRequest.test(value)) continue
    const chain: string[] = []
    for (let i = at - 1; i > 0 && joins(all[i]); ) {
      while (joins(all[i])) i--
      // `Client().delete(…)`
      if (all[i]?.kind === 'mark' && all[i]?.value === ')') i = openingAt(all, i) - 1
      if (all[i]?.kind !== 'name') break
      chain.unshift((all[i] as Token).value)
      i--
    }
    const isMade = all[at - 1]?.value === 'new' && names.has(plainName(value))
    if (!isMade && !chain.some(name => names.has(plainName(name)))) continue
    const input = given(all, at + 1)
    if (isOneOf(rehearses, service) && isDry.test(input)) continue
    // A command of AWS says by its class what it does, `deleteMonitor` by its name, `Monitor.delete` by both.
    const said = wordsOf(value).length > 1 ? [value] : [...chain.slice(-1), value]
    if (said.length > 1 && made.has(plainName(said[0] as string)) && /^\)?$/.test(input)) continue
    for (const deed of deedsOf(said.flatMap(wordsOf), service, input, isOpen.test(input)))
      if (service !== 'kubernetes' || deed === 'cloud.access-change') find(state.call, deed)
  }
}

/** Loops of code that nothing ends and nothing slows down, and that keep or write something each time. */

import { matching } from './brackets.ts'
import type { Token } from './lexer.ts'
import { indented } from './scopes.ts'

/** What makes more of something, and what is called beside it: any other call may wait, fail or end the loop. */
const grows = /^(?:append|push|push_back|add|extend|unshift|insert|concat|alloc|allocUnsafe|malloc|fill)$/
const writes =
  /^(?:write|write_all|writeAll|writeFileSync|appendFileSync|open|openSync|mkdir|mkdirSync|touch|WriteFile|fwrite|writeSync)$/
const beside =
  /^(?:print|printf|puts|range|str|int|len|bytes|bytearray|list|dict|Array|Buffer|Uint8Array|String|repeat|str_repeat|rep|join|format|chr|ord|close|make|flush|fsync|while|for|loop|if|Sprintf|format)$/
const leaves =
  /^(?:break|return|exit|quit|yield|await|raise|throw|throws|last|next|sleep|usleep|wait|delay|input|read|readline|readlines|recv|get|accept|select|poll|die|sys|os|process|socket)$/

/** `fills` where it takes the disk, `gathers` where it takes the memory. */
export function endlessTurn(all: readonly Token[], language: string): 'fills' | 'gathers' | undefined {
  for (let at = 0; at < all.length; at++) {
    if (language === 'python' && collects(all, at)) return 'gathers'
    const from = bodyOf(all, at)
    if (from === undefined) continue
    const turn = turnOf(all.slice(from, endOf(all, at, from, language)), language)
    if (turn !== undefined) return turn
  }
  return undefined
}

/** `iter(int, 1)`, `count()`, `cycle(x)`, `repeat(x)`: what never runs out (Python: itertools, iter with a sentinel). Where its brackets end. */
function endlessAt(all: readonly Token[], at: number): number | undefined {
  const from = all[at]?.value === 'itertools' && all[at + 1]?.value === '.' ? at + 2 : at
  const name = all[from]?.value ?? ''
  if (!/^(?:iter|count|cycle|repeat)$/.test(name) || all[from + 1]?.value !== '(') return undefined
  const end = matching(all, from + 1)
  const commas = all.slice(from + 2, end - 1).filter(({ value }) => value === ',').length
  // With one argument `iter` ends when that does, with two `repeat` after so many turns.
  return (name === 'iter') === (commas === 1) && (name === 'iter' || name === 'count' || commas === 0) ? end : undefined
}

/** `[x for y in count()]`, `list(count())`: all of it at once. */
function collects(all: readonly Token[], at: number): boolean {
  const [before, open] = [all[at - 1]?.value ?? '', all[at]?.value]
  if (open === '(' && /^(?:list|set|tuple|sorted|sum|dict|frozenset|deque)$/.test(before)) {
    const end = endlessAt(all, at + 1)
    if (end !== undefined && all[end]?.value === ')') return true
  }
  if (open !== '[' && open !== '{' && !(open === '(' && /^(?:list|set|tuple|sorted|sum)$/.test(before))) return false
  const last = matching(all, at)
  for (let i = at + 1; i < last; i++) {
    if (all[i]?.value === '[' || all[i]?.value === '(' || all[i]?.value === '{') i = matching(all, i) - 1
    else if (all[i]?.value === 'in') {
      const end = endlessAt(all, i + 1)
      if (end !== undefined && (end === last - 1 || all[end]?.value === 'for')) return true
    }
  }
  return false
}

/** Where the body of a loop without an end begins. */
function bodyOf(all: readonly Token[], at: number): number | undefined {
  const word = all[at]?.value
  if (word === 'loop') return at + 1
  if (word !== 'while' && word !== 'for' && word !== 'until') return undefined
  if (word === 'for' && all[at + 2]?.value === 'in') {
    const end = endlessAt(all, at + 3)
    if (end !== undefined && all[end]?.value === ':') return end + 1
  }
  const isOpen = all[at + 1]?.value === '('
  const end = isOpen ? matching(all, at + 1) : at + 2
  const asked = all.slice(at + (isOpen ? 2 : 1), isOpen ? end - 1 : end).map(token => token.value)
  const always = word === 'while' ? asked.length === 1 && /^(?:true|True|1)$/.test(asked[0] ?? '') : asked.join('') === ';;'
  return always ? end : undefined
}

/** Where the body of a loop at `at` ends. Without braces it is the rest of its text: what stands behind a loop without an end never comes. */
function endOf(all: readonly Token[], at: number, from: number, language: string): number {
  if (language === 'python') return Math.max(indented(all, at)[1], from)
  return all[from]?.value === '{' ? matching(all, from) : all.length
}

/** `s += s`, `s = s + s`: twice as long each time. */
const doubled = (body: readonly Token[], at: number): boolean =>
  body[at]?.kind !== 'text' &&
  /^([\w$@]+)(?:[+.]=\1|=\1(?:\+|\.{1,2})\1)(?![\w$@.([])/.test(
    body
      .slice(at, at + 7)
      .map(token => token.value)
      .join(''),
  )

function turnOf(body: readonly Token[], language: string): 'fills' | 'gathers' | undefined {
  let turn: 'fills' | 'gathers' | undefined
  for (const [at, { kind, value }] of body.entries()) {
    if (value === '<<' || (value === ']' && body[at - 1]?.value === '[' && body[at + 1]?.value === '=') || doubled(body, at))
      turn ??= 'gathers'
    if (kind === 'text' || kind === 'mark') continue
    // `os.WriteFile(…)`, `os.fsync(…)`
    const isOwner = body[at + 1]?.value === '.' && (writes.test(body[at + 2]?.value ?? '') || body[at + 2]?.value === 'fsync')
    // Another thread, each time.
    if (language === 'other' && value === 'go' && body[at + 1]?.value === 'func') {
      turn ??= 'gathers'
      continue
    }
    if (leaves.test(value) && !isOwner) return undefined
    const isCall = body[at + 1]?.value === '('
    if (
      (isCall && writes.test(value)) ||
      (language === 'awk' && /^printf?$/.test(value) && body.some(token => token.value === '>'))
    )
      turn = 'fills'
    else if ((isCall || language === 'perl') && grows.test(value)) turn ??= 'gathers'
    else if (isCall && !beside.test(value)) return undefined
  }
  return turn
}

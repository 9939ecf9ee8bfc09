/** Forms of a language as the plainer ones that say the same. */

import type { Language, Token } from './lexer.ts'

export function plainForms(all: Token[], language: Language): Token[] {
  if (language === 'perl') return withHashes(all)
  if (language === 'lua') return withBrackets(all)
  if (language !== 'javascript') return all
  let zeros = false
  let declares = false
  for (const { kind, value } of all) {
    if (kind === 'number') zeros ||= value === '0'
    else if (kind === 'name') declares ||= value === 'const' || value === 'let' || value === 'var'
  }
  const direct = withoutGlobal(zeros ? withoutZero(all) : all)
  return declares ? declaredApart(direct) : direct
}

/** `f "text"` as `f("text")`. */
function withBrackets(all: Token[]): Token[] {
  const isCall = (at: number): boolean => {
    const before = all[at - 1]
    return (
      all[at]?.kind === 'text' &&
      (before?.kind === 'name' ? !isWordOfLua.test(before.value) : /^[)\]]$/.test(before?.value ?? ''))
    )
  }
  if (!all.some((_, at) => isCall(at))) return all
  return all.flatMap((token, at) =>
    isCall(at) ? [{ kind: 'mark', value: '(' } as const, token, { kind: 'mark', value: ')' } as const] : [token],
  )
}
const isWordOfLua = /^(?:and|do|else|elseif|end|for|function|goto|if|in|local|not|or|repeat|return|then|until|while)$/

/** `globalThis.f` as `f`. */
function withoutGlobal(all: Token[]): Token[] {
  const isGlobal = (at: number): boolean =>
    all[at]?.kind === 'name' && isGlobalName(all[at]?.value) && all[at + 1]?.value === '.' && all[at - 1]?.value !== '.'
  return all.some((_, at) => isGlobal(at)) ? all.filter((_, at) => !isGlobal(at) && !(at > 0 && isGlobal(at - 1))) : all
}

const isGlobalName = (name: string | undefined): boolean => name === 'globalThis' || name === 'global'

/** `% table` as `%table`: a hash, and no remainder. */
function withHashes(all: Token[]): Token[] {
  const isHash = (at: number): boolean =>
    all[at]?.kind === 'mark' && all[at]?.value === '%' && all[at + 1]?.kind === 'name' && !isValue(all[at - 1])
  if (!all.some((_, at) => isHash(at))) return all
  return all.flatMap((token, at) =>
    isHash(at) ? [] : isHash(at - 1) ? [{ kind: 'name', value: `%${token.value}` } as const] : [token],
  )
}

const isValue = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === 'mark' ? /^[)\]}]$/.test(token.value) : !/^(?:my|our|local|state|keys|values|each)$/.test(token.value))

/** `(0, fs_1.rmSync)(home)`, as compilers write `fs_1.rmSync(home)`. */
function withoutZero(all: Token[]): Token[] {
  const dropped = new Set<Token>()
  for (let at = 0; at + 4 < all.length; at++) {
    if (all[at]?.value !== '(' || all[at + 1]?.value !== '0' || all[at + 2]?.value !== ',') continue
    let end = at + 3
    while (all[end]?.kind === 'name' && all[end + 1]?.value === '.') end += 2
    if (all[end]?.kind !== 'name' || all[end + 1]?.value !== ')' || all[end + 2]?.value !== '(') continue
    for (const token of [...all.slice(at, at + 3), all[end + 1] as Token]) dropped.add(token)
  }
  return dropped.size === 0 ? all : all.filter(token => !dropped.has(token))
}

/** `const a = 1, b = 2` as `const a = 1; const b = 2`. */
function declaredApart(all: Token[]): Token[] {
  const out: Token[] = []
  /** The depths of declarations that go on. */
  const open: number[] = []
  let depth = 0
  for (const [at, token] of all.entries()) {
    const { kind, value } = token
    const isIn = open.at(-1) === depth
    if (kind === 'name') {
      const next = all[at + 1]
      const begins = /^(?:const|let|var)$/.test(value) && (next?.kind === 'name' || /^[{[]$/.test(next?.value ?? ''))
      if (begins && !isIn && all[at - 1]?.value !== '(') open.push(depth)
    } else if (kind === 'mark' && isIn && value === ';') {
      // Either style of more lines goes on: a comma ends one, or begins the next.
      if (token.line === true && isComma(all[at - 1])) continue
      if (token.line !== true || !isComma(all[at + 1])) open.pop()
    } else if (kind === 'mark' && isIn && value === ',' && isDeclared(all, at + 1)) {
      out.push({ kind: 'mark', value: ';' }, { kind: 'name', value: 'const' })
      continue
    } else if (kind === 'mark' && /^[([{]$/.test(value)) depth++
    else if (kind === 'mark' && /^[)\]}]$/.test(value)) {
      depth--
      while (open.length > 0 && (open.at(-1) as number) > depth) open.pop()
    }
    out.push(token)
  }
  return out
}

const isComma = (token: Token | undefined): boolean => token?.kind === 'mark' && token.value === ','

/** Whether a declaration goes on there: in types there are commas as well. */
const isDeclared = (all: readonly Token[], from: number): boolean => {
  const at = all[from]?.kind === 'mark' && (all[from] as { line?: boolean }).line === true ? from + 1 : from
  return all[at]?.kind === 'name' ? /^[=:,;]$/.test(all[at + 1]?.value ?? ';') : /^[{[]$/.test(all[at]?.value ?? '')
}

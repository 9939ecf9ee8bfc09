/** Functions that are handed to another with what it calls them with: `Thread(target=rmtree, args=(home,))`, `setTimeout(fs.rmSync, 9, home)`. */

import { actionOf } from './actions.ts'
import { matching, split } from './evaluator/brackets.ts'
import type { Code, State } from './evaluator/code.ts'
import type { Token } from './evaluator/lexer.ts'
import { perform } from './perform.ts'
import { ownerOf } from './statements.ts'

/** Give what they call with as one list. */
const lists = /^(?:Timer|Thread|Process|apply|apply_async)$/
/** `f.call(null, a)`: the function stands in front. */
const methods = /^(?:call|apply|bind)$/
/** What stands for no argument: `this` of a method, milliseconds, an executor. */
const placeholder = /^(?:null|undefined|None|nil|this|globalThis)$/

/** A function that is named and not called, with whose it is; `undefined` where it is none that does anything. */
export function functionAt(all: readonly Token[], at: number, code: Code): { name: string; path: string } | undefined {
  const token = all[at]
  if (token?.kind !== 'name' || (all[at - 1]?.value !== '.' && !code.names.has(token.value))) return undefined
  const { path } = ownerOf(all, at, code)
  const action = actionOf(token.value, path, undefined, code.language)
  return action === undefined || action === 'print' ? undefined : { name: token.value, path }
}

/** Follows the function that the call at `at` is handed or is a method of, with what is given behind it. */
export function handedOver(all: readonly Token[], at: number, state: State): void {
  const { code } = state
  const end = matching(all, at + 1)
  const called = (all[at] as Token).value
  const own = methods.test(called) && all[at - 1]?.value === '.' ? functionAt(all, at - 2, code) : undefined
  if (own !== undefined) {
    const given = split(all.slice(at + 2, end - 1), ',')
    // There the first is what it calls `this`.
    follow(own, { given: code.language === 'javascript' ? given.slice(1) : given, by: called, more: after(all, end) }, state)
    return
  }
  // `FileUtils.method(:rm_rf).call(home)`
  const symbol = all[end - 2]
  if (called === 'method' && symbol?.kind === 'name' && all[end]?.value === '.' && methods.test(all[end + 1]?.value ?? '')) {
    follow({ name: symbol.value, path: ownerOf(all, at, code).path }, { given: [], by: called, more: after(all, end + 2) }, state)
    return
  }
  for (let from = at + 2; from < end - 1; from++) {
    const token = all[from] as Token
    if (token.kind === 'mark' && /^[([{]$/.test(token.value)) from = matching(all, from) - 1
    else if (token.kind === 'name' && (from === end - 2 || all[from + 1]?.value === ',')) {
      const found = functionAt(all, from, code)
      if (found === undefined) continue
      const before = split(all.slice(at + 2, from), ',').filter(isNamed)
      follow(found, { given: [...before, ...split(all.slice(from + 2, end - 1), ',')], by: called, more: after(all, end) }, state)
      return
    }
  }
}

/** What the result is called with at once: `promisify(fs.rm)(home)`. */
const after = (all: readonly Token[], end: number): Token[][] =>
  all[end]?.kind === 'mark' && all[end].value === '(' ? split(all.slice(end + 1, matching(all, end) - 1), ',') : []

/** `args=(home,)` */
const isNamed = (part: readonly Token[]): boolean =>
  /^(?:args|kwargs)$/.test(part[0]?.value ?? '') && /^[=:]$/.test(part[1]?.value ?? '')

interface Given {
  readonly given: readonly Token[][]
  readonly by: string
  /** What its result is called with. */
  readonly more: readonly Token[][]
}

function follow(
  { name, path }: { readonly name: string; readonly path: string },
  { given, by, more }: Given,
  state: State,
): void {
  let parts = given.filter(({ length }) => length > 0)
  while (parts[0]?.length === 1 && (parts[0][0]?.kind === 'number' || placeholder.test(parts[0][0]?.value ?? '')))
    parts = parts.slice(1)
  const named = parts.find(isNamed)
  const list = named?.slice(2) ?? (lists.test(by) ? parts[0] : undefined)
  if (list !== undefined && /^[([]$/.test(list[0]?.value ?? ''))
    parts = split(list.slice(1, -1), ',').filter(({ length }) => length > 0)
  const all = [...parts, ...more.filter(({ length }) => length > 0)]
  if (all.length === 0) return
  const inside = all.flatMap((part, index) => (index === 0 ? part : [{ kind: 'mark', value: ',' } as const, ...part]))
  perform(name, path, undefined, inside, state)
}

/** Programs in which nothing stands that anybody looks for. Most tests that an agent writes are, and need not be followed. */

import { hasAnyOf, markOf, saysAnyOf } from '../../../core/traits.ts'
import { deeds } from './records.ts'
import type { Language, Token } from './tokens/lexer.ts'
import { vocabulary } from './vocabulary.gen.ts'

/** Known words that do nothing where all around them is plain: of the language, and of what only makes other values of values. */
const harmless =
  'def class return import from in not and or is if else elif for try except finally raise with as lambda yield break continue True False None ' +
  'self assert add print len str int float bool list dict set tuple range round sum sorted any all map filter mark test it describe expect const let var ' +
  'function async await new export default typeof null undefined true false console log then catch forEach push append keys values items ' +
  'Object Array String Map Set Promise name value text number pattern user item items count type kind of each every some find'

let words: ReadonlySet<string> | undefined
const known = (): ReadonlySet<string> => (words ??= wordsBut(new Set(harmless.split(' '))))
const wordsBut = (usual: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(vocabulary.split(' ').filter(word => !usual.has(word)))

/** Of a path, of a variable, of a letter that is written otherwise. */
const speaking = ['/', '~', '\\', '$', '`', '\0', '#{', '=~'].map(markOf)
/** A name that the environment may have. */
const variable = /^(?:HOME|USERPROFILE|[A-Z][A-Z0-9]*_[A-Z0-9_]*)$/

/** Whether none of its words and texts is one that the analysis knows, and none is put together. */
export function isPlain(source: string, all: readonly Token[], language: Language): boolean {
  if (language !== 'python' && language !== 'javascript') return false
  if (saysAnyOf(source, deeds)) return false
  const isKnown = known()
  for (let at = 0; at < all.length; at++) {
    const token = all[at] as Token
    const { kind, value } = token
    if (kind === 'mark') {
      // What is called is what an expression comes to.
      if (value === '(' && isClosing(all[at - 1])) return false
      if (value === ';' && all[at - 1]?.value === '(') return false
    } else if (kind === 'name') {
      if (isKnown.has(value) || variable.test(value)) return false
    } else if (kind === 'number') {
      if (value.length > 1 && value[0] === '0' && value[1] !== '.') return false
    } else if (kind !== 'text' || token.shell || !isPlainText(all, at, isKnown)) return false
  }
  return true
}

const isClosing = (token: Token | undefined): boolean => token?.kind === 'mark' && (token.value === ')' || token.value === ']')

function isPlainText(all: readonly Token[], at: number, isKnown: ReadonlySet<string>): boolean {
  const { value } = all[at] as Token
  // A module of the workspace.
  const isModule = all[at - 1]?.kind === 'name' && (all[at - 1]?.value === 'from' || all[at - 1]?.value === 'import')
  const said = isModule ? value.replace(/^(?:\.{1,2}\/)+(?=\w)|\.[cm]?[jt]sx?$/g, '').replaceAll('/', ' ') : value
  if (hasAnyOf(said, speaking) || variable.test(value)) return false
  // A part of a name, or a name itself.
  const [before, after] = [all[at - 1], all[at + 1]]
  if (before?.kind === 'text' || after?.kind === 'text' || before?.value === '+' || after?.value === '+') return false
  // An expression in it, which is called, or names what is called.
  if (said.includes('\u0001') && (before?.value === '[' || /[)\]]\s*\(/.test(said))) return false
  for (const word of said.match(/[A-Za-z_]\w+/g) ?? []) if (isKnown.has(word)) return false
  return true
}

/** The text of a JSON file, with or without comments: where its values stand, and how one is added or taken out while nothing else moves. */

import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { JsonValue } from '../../core/json.ts'

export type Path = readonly (string | number)[]

/** The file says something else than these edits are made for. The message names the place. */
export class NotEditable extends Error {
  override readonly name = 'NotEditable'
}

/** Deeper than any settings. Readers call themselves for each level, and so would ours. */
const deepest = 200

/** The first bracket that is too deep; brackets in texts and comments are none. */
const tooDeep = (text: string): number | undefined => {
  const scanner = createScanner(text, true)
  let depth = 0
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const token = text[scanner.getTokenOffset()]
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    if (depth > deepest) return scanner.getTokenOffset()
  }
  return undefined
}

/** What the parser found, for a person. */
const faults: Readonly<Record<string, string>> = {
  InvalidSymbol: 'something that is no JSON value',
  InvalidNumberFormat: 'a number that is not written as JSON writes it',
  PropertyNameExpected: 'a key in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a } is missing',
  CloseBracketExpected: 'a ] is missing',
  EndOfFileExpected: 'something stands after the end of the JSON',
  InvalidCommentToken: 'a comment where none may be',
  UnexpectedEndOfComment: 'a comment without an end',
  UnexpectedEndOfString: 'a text without its closing quote',
  UnexpectedEndOfNumber: 'a number without an end',
  InvalidUnicode: 'a \\u that is not followed by four hexadecimal digits',
  InvalidEscapeCharacter: 'a backslash before a character that needs none',
  InvalidCharacter: 'a character that has to be escaped',
}

/** Throws with the place when the text is not an object in JSON, comments and trailing commas allowed. */
const treeOf = (text: string): Node => {
  const deep = tooDeep(text)
  if (deep !== undefined) throw new NotEditable(`it is nested more than ${deepest} levels deep (${placeOf(text, deep)})`)
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false })
  const [first] = errors
  if (first !== undefined)
    throw new NotEditable(`${faults[printParseErrorCode(first.error)] ?? 'it is not JSON'} (${placeOf(text, first.offset)})`)
  if (root?.type !== 'object') throw new NotEditable('the file is not one JSON object')
  return root
}

/** The same where no key stands twice: only then an edit is safe. */
export const parsed = (text: string): Node => {
  const root = treeOf(text)
  const twice = duplicateIn(root)
  if (twice !== undefined) throw new NotEditable(`a key stands twice (${placeOf(text, twice.offset)})`)
  return root
}

/** With the last of what stands under one key, as most readers take it. */
export const lastOf = (text: string): string => JSON.stringify(jsonOf(treeOf(text)))

/** A key that stands twice: readers differ in which one counts, so no edit is safe. Looked for where hooks are. */
const duplicateIn = (node: Node, depth = 3): Node | undefined => {
  const seen = new Set<string>()
  for (const property of node.type === 'object' ? (node.children ?? []) : []) {
    const [key, value] = property.children ?? []
    if (key === undefined) continue
    if (seen.has(String(key.value))) return key
    seen.add(String(key.value))
    const inner = value === undefined || depth === 0 ? undefined : duplicateIn(value, depth - 1)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** What stands under a path of keys and places in lists. */
export const nodeAt = (root: Node, path: Path): Node | undefined => {
  let node: Node | undefined = root
  for (const step of path) {
    if (node?.type === 'array' && typeof step === 'number') node = node.children?.[step]
    else node = memberOf(node, String(step))
  }
  return node
}

const memberOf = (node: Node | undefined, key: string): Node | undefined =>
  node?.type === 'object' ? node.children?.find(property => property.children?.[0]?.value === key)?.children?.[1] : undefined

export const jsonOf = (node: Node): JsonValue => {
  if (node.type === 'array') return (node.children ?? []).map(jsonOf)
  if (node.type !== 'object') return node.value
  return Object.fromEntries(
    (node.children ?? []).map(({ children: [key, value] = [] }) => [
      String(key?.value),
      value === undefined ? null : jsonOf(value),
    ]),
  )
}

/** The file's own indentation and line ends. */
export const formOf = (text: string): Form => ({
  eol: text.includes('\r\n') ? '\r\n' : '\n',
  unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
})

interface Form {
  readonly eol: string
  readonly unit: string
}

/** The text with one more member or element at the end, behind whatever is said about the last. Nothing else moves. */
export const withLast = (text: string, container: Node, { key, value }: Addition, form: Form): string => {
  const label = key === undefined ? '' : `${JSON.stringify(key)}: `
  const compact = label + JSON.stringify(value)
  const broken = (indent: string): string =>
    label + JSON.stringify(value, null, form.unit).replaceAll('\n', `${form.eol}${indent}`)
  const close = container.offset + container.length - 1
  const [first, last] = [container.children?.at(0), container.children?.at(-1)]
  if (first === undefined || last === undefined) {
    const inner = text.slice(container.offset + 1, close)
    const outer = indentAt(text, container.offset)
    const indent = outer + form.unit
    const head = text.slice(0, container.offset + 1) + inner.trimEnd()
    if (!/\n/.test(inner) && (/\S/.test(inner) || /\n/.test(text.trim()) === (container.parent === undefined)))
      return `${head}${inner.trim() === '' ? '' : ' '}${compact}${/\S/.test(inner) ? ' ' : ''}${text.slice(close)}`
    return `${head}${form.eol}${indent}${broken(indent)}${form.eol}${outer}${text.slice(close)}`
  }
  const end = last.offset + last.length
  // Where the last one has a comma behind it, ours gets one, too.
  const comma = commaAfter(text, end)
  if (!/\n/.test(text.slice(container.offset, first.offset)))
    return comma === undefined
      ? `${text.slice(0, end)}, ${compact}${text.slice(end)}`
      : `${text.slice(0, comma + 1)} ${compact},${text.slice(comma + 1)}`
  const indent = indentAt(text, first.offset)
  const rest = text.slice(end, close)
  return `${text.slice(0, end)}${comma === undefined ? ',' : ''}${rest.trimEnd()}${form.eol}${indent}${broken(indent)}${comma === undefined ? '' : ','}${/\s*$/.exec(rest)?.[0] ?? ''}${text.slice(close)}`
}

interface Addition {
  /** Of a member; an element has none. */
  readonly key?: string | undefined
  readonly value: JsonValue
}

/** The text without one member of an object or element of a list: with its comma and the blanks in front of it, never with a comment. */
export const without = (text: string, node: Node): string => {
  const siblings = node.parent?.children ?? []
  const index = siblings.indexOf(node)
  const end = node.offset + node.length
  const comma = commaAfter(text, end)
  const [previous, next] = [siblings[index - 1], siblings[index + 1]]
  if (next !== undefined) {
    const from = comma === undefined ? end : comma + 1
    return text.slice(0, node.offset) + text.slice(from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0))
  }
  const head = text.slice(0, node.offset).trimEnd()
  const tail = text.slice(comma === undefined ? end : comma + 1)
  const before = previous === undefined ? undefined : commaAfter(text, previous.offset + previous.length)
  // A trailing comma behind it stays behind the one in front.
  return (before === undefined || comma !== undefined ? head : head.slice(0, before) + head.slice(before + 1)) + tail
}

export const hasComment = (text: string, { offset, length }: Node): boolean =>
  /\S/.test(text.slice(offset + 1, offset + length - 1))

export const placeOf = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

/** Where the comma after a value stands; undefined when something else, or nothing, comes first. */
const commaAfter = (text: string, offset: number): number | undefined => {
  const scanner = createScanner(text, true)
  scanner.setPosition(offset)
  scanner.scan()
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined
}

const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? ''

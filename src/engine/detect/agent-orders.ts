/** Orders in what agents obey: sentences that turn them against the person they work for. */

import { inOrder } from '../matching/in-order.ts'
import { rowsByWord } from '../matching/words.ts'
import { orders } from './agent-orders.gen.ts'
import { findInjection } from './injection.ts'

/** A row of `src/engine/knowledge/detect/agent-orders.yaml`. */
export interface Order {
  /** One of these stands in the sentence, whatever else does. */
  readonly words: string
  /** All of these stand in the sentence; those of a list in its order. */
  readonly says: readonly (RegExp | readonly RegExp[])[]
  readonly unless?: RegExp
  /** A sentence that forbids it says the opposite. */
  readonly negates?: boolean
  /** Also where people talk about software: elsewhere they write of prompts and checks that are none of an agent's. */
  readonly posted?: boolean
  /** It stands in one paragraph, and not in one sentence. */
  readonly whole?: boolean
}

const negated =
  /\b(?:never|not|avoid|refuse|forbid\w*|cannot|must not|rather than|instead of)\b|n['’]t\b|\bno\b(?! (?:longer|matter|restrictions|limits))/i
const ends = /(?<=[.!?])\s+/

/** `posted` is what people read too: issues, messages. */
export const misleadsAgents = (text: string, posted = false): boolean =>
  findInjection(text).length > 0 ||
  (hasWord(text, posted) &&
    paragraphs(text).some(
      paragraph => isOrder(paragraph, posted, true) || paragraph.split(ends).some(sentence => isOrder(sentence, posted, false)),
    ))

const isItem = /^\s*(?:[-*+]|\d+[.)])\s+(?:you (?:may|must|should) )?/
/** What a heading, or a line that ends in a colon, says of the list below it that is not to be. */
const forbids =
  /\b(?:(?:may|must|should|do|shall|can) ?not|never|forbidden|prohibited|not allowed)\b(?!\s+(?:forget|skip|omit|miss|fail|hesitate|neglect|stop|ask))|\b(?:don|shouldn|mustn)['’]t\b(?!\s+(?:forget|skip|omit|miss|fail|hesitate|neglect|stop|ask))/i

/** Of Markdown: a line goes on where no other kind of line begins. What is emphasised is said all the same. */
function paragraphs(text: string): readonly string[] {
  const found: string[][] = []
  let open: string[] | undefined
  let heads = ''
  for (const line of text.replace(/\*\*|__/g, '').split('\n')) {
    const item = isItem.test(line)
    const said = item && forbids.test(heads) ? `Do not ${line.replace(isItem, '')}` : line.trim()
    if (!item && said !== '') heads = /^#|:$/.test(said) ? said : ''
    if (open !== undefined && said !== '' && !/^(?:[-*#>|+]|\d+[.)])/.test(said)) open.push(said)
    else {
      open = said === '' ? undefined : [said]
      if (open !== undefined) found.push(open)
    }
    if (said.startsWith('#')) open = undefined
  }
  return found.map(lines => lines.join(' '))
}

let byWord: readonly ReadonlyMap<string, readonly Order[]>[] | undefined

/** Rows by their words: all, and those for what is posted. */
function rowsFor(posted: boolean): ReadonlyMap<string, readonly Order[]> | undefined {
  byWord ??= [orders(), orders().filter(({ posted }) => posted === true)].map(rows => rowsByWord(rows, ({ words }) => words))
  return byWord[posted ? 1 : 0]
}

/** Whether a text as it stands has a word of any row: most have none. Emphasis may divide one. */
function hasWord(text: string, posted: boolean): boolean {
  const rows = rowsFor(posted)
  return text.includes('**') || text.includes('__') || wordsIn(text).some(word => rows?.has(word) === true)
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? []

function isOrder(sentence: string, posted: boolean, isWhole: boolean): boolean {
  const rows = rowsFor(posted)
  const tried = new Set<Order>()
  for (const word of wordsIn(sentence))
    for (const order of rows?.get(word) ?? []) {
      if ((order.whole === true) !== isWhole || tried.has(order)) continue
      tried.add(order)
      if (says(order, sentence)) return true
    }
  return false
}

function says({ says: all, unless, negates }: Order, sentence: string): boolean {
  if (!all.every(part => inOrder(sentence, ...[part].flat())) || unless?.test(sentence) === true) return false
  if (negates !== true) return true
  // What is forbidden stands behind the word that forbids it.
  const said = [all[0] ?? []].flat().at(-1)?.exec(sentence)
  return said != null && !isForbidden(sentence.slice(0, said.index + said[0].length), sentence)
}

/** By a word of its own clause, or of one before it where several are forbidden: `do not edit, remove or bypass …`. */
function isForbidden(until: string, sentence: string): boolean {
  const told = until.replace(/\bwithout\b.*/i, '').replace(/,\s*(?:under|in|for|at|by|ever)\b[^,]*,/i, ' ')
  return negated.test(
    /\bn?or\b/i.test(sentence) ? told : told.slice(Math.max(...[...',;:'].map(mark => told.lastIndexOf(mark))) + 1),
  )
}

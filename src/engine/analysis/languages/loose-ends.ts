/**
 * What one program has in sight of each other and its reader did not connect: credentials and a stranger's address, the home folder and a
 * deletion. Whoever reads it would ask, and so it is asked about, never denied.
 */

import { hasAnyOf, markOf, traitsOf } from '../../../core/traits.ts'
import { lookUp, type Needed, stand } from '../../matching/needed-words.ts'
import { once } from '../../matching/once.ts'
import { hostOf, isLocal } from '../places/hosts.ts'
import { isWellKnown } from '../places/origins.ts'
import { normalise } from '../places/roots.ts'
import { isSecretName } from '../places/secret-places.ts'
import { type Call, find, fork, runningPerhaps } from '../values/analysis.ts'
import type { PathTarget } from '../values/facts.ts'
import type { FindingId } from '../values/findings.ts'
import { literal, nothing } from '../values/value.ts'
import { addresses, credentials, ends, home, marks } from './loose-ends.gen.ts'

/** A row of `src/engine/knowledge/languages/loose-ends.yaml`. */
export interface LooseEnd {
  readonly finding: FindingId
  readonly unknown: string
  readonly stranger?: true
  readonly secret?: true
  readonly home?: true
  readonly unseen?: 'deletes' | 'writes' | 'texts'
  readonly texts?: readonly RegExp[]
  readonly names?: readonly RegExp[]
  readonly source?: readonly RegExp[]
  readonly unless?: RegExp
  /** What stands in whatever `source` matches. */
  readonly words?: Needed
  readonly stop: string
  readonly allow: string
}

/** A program as far as its words go: its texts, its names, and texts with nothing but commas between them. */
export interface Words {
  readonly texts: readonly string[]
  readonly names: readonly string[]
  readonly lists: readonly (readonly string[])[]
  /** Texts that are only printed or measured, which `texts` is without. */
  readonly shown?: readonly string[]
}

/** How much was found, written and deleted before a program was followed. */
export type Seen = Readonly<Record<'effects' | 'reads' | 'writes' | 'deletes', number>> & {
  /** What the program speaks to are doubles, or databases that nobody misses. */
  readonly isPretended?: boolean
}

export const seenBy = ({ analysis: { effects, reads, writes, deletes } }: Call): Seen => ({
  effects: effects.length,
  reads: reads.length,
  writes: writes.length,
  deletes: deletes.length,
})

const usual = marks.map(markOf)

/** For the image of the door. */
export const lookUpLooseEnds = (): void => {
  for (const { words } of ends) lookUp(words)
}

/** Names that run a text, and programs of such a text that send. */
const starters = /exec|system|spawn|popen|command|process|start|run|shell|^(?:sh|cmd|call|eval)$/i
const senders = /\b(?:curl|wget|ncat?)\b/g

/** Asks where a source and a sink stand in one program, which was followed and in which nothing was found. */
export function looseEnds(whole: string, toWords: () => Words, before: Seen, call: Call): void {
  const { analysis } = call
  const mayStart = starts.test(whole)
  if (!mayStart && !hasAnyOf(whole, usual)) return
  if (analysis.effects.slice(before.effects).some(({ certainty }) => certainty !== 'proved-ordinary')) return
  const { texts, names: own, lists, shown = [] } = toWords()
  if (mayStart) for (const words of lists) if (isCommand(words, call)) startedAs(words, call)
  if (!hasAnyOf(whole, usual)) return
  const source = shown.reduce((rest, text) => without(without(rest, text), JSON.stringify(text).slice(1, -1)), whole)
  const isStarting = own.some(name => starters.test(name))
  const names = isStarting ? [...own, ...texts.flatMap(text => text.match(senders) ?? [])] : own
  const read = analysis.reads.slice(before.reads)
  const written = analysis.writes.slice(before.writes)
  const { says } = traitsOf(source)
  const isHome = once(() => home.test(source) || texts.some(text => normalise(text) === analysis.host.home))
  const isSecret = once(() => texts.some(text => isCredential(text) && !written.some(isNamedBy(text))))
  const isStranger = once(() => [...source.matchAll(addresses)].some(([address]) => isStrange(address)))
  // One whose path nobody could tell is seen, and says nothing.
  const hasDeleted = analysis.deletes.slice(before.deletes).some(({ path }) => path !== undefined)
  const isUnseen = { deletes: !hasDeleted, writes: analysis.writes.length === before.writes, texts: true }
  // Written to places that are all known, and not to another one besides.
  const isPlaced = written.every(({ path }) => path !== undefined)
  const held = (text: string): boolean =>
    isPlaced && [...analysis.files.values()].some(file => file.text?.includes(text.trim()) === true)
  const unread = (by: LooseEnd['unseen']): readonly string[] =>
    by === undefined ? texts : texts.filter(text => !(by === 'texts' ? held(text) : read.some(isNamedBy(text))))
  const among = (list: readonly string[], patterns: readonly RegExp[] = []): boolean =>
    patterns.every(pattern => list.some(word => pattern.test(word)))
  for (const end of ends)
    if (
      !(before.isPretended === true && /^(?:database|cloud)\./.test(end.finding)) &&
      (end.stranger !== true || isStranger()) &&
      (end.secret !== true || isSecret()) &&
      (end.home !== true || isHome()) &&
      (end.unseen === undefined || isUnseen[end.unseen]) &&
      among(unread(end.unseen), end.texts) &&
      among(names, end.names) &&
      stand(end.words, says) &&
      among([source], end.source) &&
      end.unless?.test(source) !== true
    )
      find(call, end.finding, { unknown: end.unknown })
  if (texts.includes('git')) for (const words of lists) startedAs(words[0] === 'git' ? words : ['git', ...words], call)
}

const without = (source: string, text: string): string => (text === '' ? source : source.replaceAll(text, ''))

const isNamedBy =
  (text: string) =>
  ({ path }: PathTarget): boolean =>
    path?.endsWith(text.slice(text.lastIndexOf('/') + 1)) === true

const isCredential = (text: string): boolean =>
  credentials.test(text) || isSecretName(text.slice(text.lastIndexOf('/') + 1).replaceAll('*', ''))

/** An address of nobody known: a URL, or the number of a machine outside networks of one's own. */
const isStrange = (address: string): boolean => {
  const host = address.includes('://') ? hostOf(address) : address
  return host !== undefined && !isLocal(host) && !isWellKnown(host) && !ownNetworks.test(host)
}
const ownNetworks = /^(?:0|10|127|172\.(?:1[6-9]|2\d|3[01])|192\.168)\./

/** An option or a place, which a list of words that is no command hardly has. */
const isArgument = /^(?:-|[~/].)/
/** A program that everybody has, and what it would be given: two names of files are none. */
const isCommand = (words: readonly string[], { analysis }: Call): boolean => {
  const [program = '', ...rest] = /^(?:sudo|doas)$/.test(words[0] ?? '') ? words.slice(1) : words
  return rest.some(word => isArgument.test(word)) && analysis.isProgram(program)
}
/** What starts a program with a list of words. */
const starts = /\b(?:exec\w*|spawn\w*|Popen|subprocess|Command|ProcessBuilder|system2?|cmd|run|Process)\b/

/** Words of a command that is started elsewhere: `run("git", args)`, `for argv in steps: run(argv)`. */
function startedAs(line: readonly string[], call: Call): void {
  if (line.some(word => /\s/.test(word))) return
  runningPerhaps(call.analysis, 'whether it is started with these words', () =>
    call.analysis.words(
      line.map(word => literal(word)),
      fork(call.env),
      nothing,
    ),
  )
}

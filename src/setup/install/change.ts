/** From what a client wants written to what changes on this disk, and back: computed first, shown, then done. */

import { type ParseError, parse } from 'jsonc-parser'
import type { Entry, Write as Wish } from '../../core/install.ts'
import { isObject, type JsonObject } from '../../core/json.ts'
import { isSkeleton, withEntriesOf, withoutEntriesIn } from './entries.ts'
import { FileProblem, type Files } from './files.ts'
import { runsUs, whollyOurs } from './own-registrations.ts'
import type { Memories } from './undo.ts'

/** A bridge is a set of files by now. */
export type Write = Exclude<Wish, { kind: 'bridge' }>

/** One file, before and after; `undefined` is no file. */
export interface Change {
  readonly file: string
  readonly before: string | undefined
  readonly after: string | undefined
  /** The text without anything of ours: what `uninstall` comes back to when nobody remembers more. */
  readonly clean?: string | undefined
  readonly executable?: true
  /** What is taken out, or put back to the very bytes from before our first change. */
  readonly undoes?: 'ours' | 'all'
}

/** Foreign text stands where a file of ours would. */
export class Occupied extends Error {
  override readonly name = 'Occupied'
}

/** The write as it has to be on this disk: entries that another file would hide go into that file. */
export const placed = (write: Write, files: Files): readonly Write[] => {
  const behind = behindOf(write).find(file => files.read(file) !== undefined)
  if (write.kind !== 'entries' || behind === undefined) return [write]
  const lists = objectIn(files.read(behind))
  if (lists === undefined) return [write]
  const hidden = ({ at }: Entry): boolean => Array.isArray(lists[at[1] ?? ''])
  const moved = write.entries.filter(hidden)
  return [{ ...write, entries: write.entries.filter(entry => !hidden(entry)) }, inside(behind, moved)]
}

/** Every file in which it may stand. One that does not parse holds nothing for its client; it is no matter of ours unless it names us. */
export const everyPlace = (write: Write, files: Files): readonly Write[] => {
  if (write.kind !== 'entries') return [write]
  const possible = behindOf(write).filter(file => {
    const text = files.read(file)
    return text !== undefined && (objectIn(text) !== undefined || runsUs(text))
  })
  return [write, ...possible.map(file => inside(file, write.entries))]
}

/** The files that can hide what this one has. */
export const behindOf = (write: Write): readonly string[] => (write.kind === 'entries' ? (write.behind ?? []) : [])

const inside = (file: string, entries: readonly Entry[]): Write => ({
  kind: 'entries',
  file,
  entries: entries.map(({ at, value }) => ({ at: at.slice(1), value })),
})

/** What a client makes of a file that may have comments; nothing, when it does not parse. */
const objectIn = (text: string | undefined): JsonObject | undefined => {
  const errors: ParseError[] = []
  const read: unknown = parse(text ?? '', errors, { allowTrailingComma: false })
  return errors.length === 0 && isObject(read) ? read : undefined
}

export const changeFor = (write: Write, files: Files): Change => {
  const before = files.read(write.file)
  if (write.kind === 'entries')
    return { file: write.file, before, after: withEntriesOf(before, write), clean: cleaned(write.file, before) }
  const blank = before === undefined || isBlank(before)
  if (!blank && !whollyOurs(write.file, before)) throw new Occupied(`${write.file} exists and is not ours`)
  const clean = blank ? before : undefined
  return { file: write.file, before, after: write.text, clean, ...(write.executable && { executable: true }) }
}

const isBlank = (text: string): boolean => text.replace('\ufeff', '').trim() === ''

const cleaned = (file: string, text: string | undefined): string | undefined =>
  text === undefined || isBlank(text) ? text : withoutEntriesIn(file, text)

/** Undefined when nothing of ours is there. */
export const removalFor = (write: Write, files: Files, memories: Memories): Change | undefined => {
  const { file } = write
  const before = files.read(file)
  const memory = memories.of(file)
  // A cut came before the file, but after its folders.
  if (before === undefined && memory?.before === null) return { file, before, after: undefined, undoes: 'all' }
  if (before === undefined || isBlank(before)) return undefined
  if (memory !== undefined && memory.after === before) return { file, before, after: memory.before ?? undefined, undoes: 'all' }
  if (write.kind === 'file') {
    if (whollyOurs(file, before)) return { file, before, after: undefined, undoes: 'ours' }
    if (runsUs(before)) throw new Occupied(`${file} runs tfy-hook and does more; it is not ours to take out`)
    return undefined
  }
  const after = withoutEntriesIn(file, before)
  if (after === before) return undefined
  // A file that was made for our entries, and has got nothing since.
  const bare = memory?.before === null && isSkeleton(after, write)
  return { file, before, after: bare ? undefined : after, undoes: 'ours' }
}

/** Does it. What is remembered is written first, so that a cut in between loses nothing. */
export const carryOut = ({ file, before, after, clean, executable, undoes }: Change, files: Files, memories: Memories): void => {
  if (before !== after && files.read(file) !== before)
    throw new FileProblem(`${file} has been changed by somebody else meanwhile; nothing was written, run this again`)
  const known = memories.of(file)
  if (undoes !== undefined) {
    if (after === undefined) files.remove(file)
    else files.replace(file, after)
    if (after === undefined) files.removeEmpty(known?.made ?? [])
    memories.drop(file)
    return
  }
  if (after === undefined || before === after) return
  // What stood there before our first change stays the text to come back to, as long as nobody else changed the file.
  const lasts = known !== undefined && [known.after, known.replaced].includes(before ?? null)
  const text = lasts ? known.before : (clean ?? null)
  // Folders stay ours to remove, whoever has changed the file since.
  const made = [...files.missingDirs(file), ...(known?.made ?? [])]
  memories.keep(file, { before: text, made: [...new Set(made)], replaced: before ?? null, after })
  files.replace(file, after, executable ? 0o755 : undefined)
}

/** From what a client wants written to what changes on this disk, and back: computed first, shown, then done. */

import type { Write as Wish } from '../core/install.ts'
import { FileProblem, type Files } from './files.ts'
import { withEntries, withoutEntries } from './json-file.ts'
import type { Memories } from './memory.ts'
import { runsUs, whollyOurs } from './ours.ts'

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

export const changeFor = (write: Write, files: Files): Change => {
  const before = files.read(write.file)
  if (write.kind === 'entries') return { file: write.file, before, after: withEntries(before, write), clean: cleaned(before) }
  const blank = before === undefined || isBlank(before)
  if (!blank && !whollyOurs(write.file, before)) throw new Occupied(`${write.file} exists and is not ours`)
  const clean = blank ? before : undefined
  return { file: write.file, before, after: write.text, clean, ...(write.executable && { executable: true }) }
}

const isBlank = (text: string): boolean => text.replace('\ufeff', '').trim() === ''

const cleaned = (text: string | undefined): string | undefined =>
  text === undefined || isBlank(text) ? text : withoutEntries(text)

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
  const after = withoutEntries(before)
  if (after === before) return undefined
  // A file that was made for our entries, and has got nothing since.
  const bare = memory?.before === null && isSkeleton(after, write)
  return { file, before, after: bare ? undefined : after, undoes: 'ours' }
}

const isSkeleton = (text: string, { needs = [] }: Extract<Write, { kind: 'entries' }>): boolean => {
  const left = text.replace(/\s/g, '')
  return left === '{}' || left === withEntries('{}', { entries: [], needs }).replace(/\s/g, '')
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
  const first = lasts ? known : { before: clean ?? null, made: files.missingDirs(file) }
  memories.keep(file, { before: first.before, made: first.made, replaced: before ?? null, after })
  files.replace(file, after, executable ? 0o755 : undefined)
}

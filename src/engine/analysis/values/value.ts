/** Values that a shell word or a pipe can carry, as far as they are known. */

/** Stands for a part of a text that cannot be known. No shell word can contain it. */
export const HOLE = '\0'

/** A zero byte that a program prints, which no word and no script holds. */
export const NUL = '\uFDD0'

/** What a shell makes of the zero bytes in what it reads: nothing. */
export const withoutNul = (text: string): string => (text.includes(NUL) ? text.split(NUL).join('') : text)

/** The same where it was no zero byte: to a shell another letter. */
export const withLetters = (text: string): string => text.split(NUL).join('\uFFFD')

/** Where a value comes from. Bits, so that they add up along pipes and expansions. */
export const taint = {
  download: 1,
  decoded: 2,
  secret: 4,
  environment: 8,
  file: 16,
  endless: 32,
  shell: 64,
  processes: 128,
  /** Tells of the machine's accounts and doors. */
  system: 256,
  /** A folder in which credentials lie, besides much else. */
  holder: 512,
  /** Downloaded from a stranger by an earlier call of the session. */
  earlier: 1024,
  /** The workspace or its history, as a whole. */
  sources: 2048,
  /** From where anybody may put something: a temporary folder, downloads, outside of all that this person keeps. */
  foreign: 4096,
  /** A number that the shell makes, or a length or an order of what is not known: its digits stand for any others. */
  counted: 8192,
  /** Of a text that a program has changed since, nobody knows how. */
  edited: 16_384,
} as const

/** What code tells of a file that it has read. */
export const told = taint.secret | taint.system | taint.holder | taint.sources

/** An abstract value: one word after expansion, as far as it is known. */
export interface Value {
  readonly text: string
  readonly written: string
  /** Contains an unquoted pattern, so it stands for several files. */
  readonly glob: boolean
  readonly taint: number
  /** The first part that cannot be known, as written. */
  readonly unknown: string | undefined
  /** What a process substitution would read. */
  readonly stream?: Stream
  /** What a process substitution does with what is written to it. */
  readonly sink?: Sink
  /** Part of what looks like a pattern was quoted, so it stands for itself. */
  readonly loose?: true
  /** The last part is looked for at any depth below, by whoever searches. */
  readonly search?: true
  /** Where the files lie of which this names one, when nobody knows which. Whoever reads it may read any of them. */
  readonly below?: readonly Value[]
  /** Only files below it, never a folder: all, or those of the working tree, without git's own. */
  readonly files?: 'all' | 'tracked' | undefined
  /** One of several values that this word may have, not one of several words. */
  readonly choice?: true
  /** An argument that assigns an array (`declare -a x=(...)`). */
  readonly assigned?: Variable
}

/** A variable. Several fields are an array, or the values it may have after a branch. */
export interface Variable {
  readonly fields: readonly Value[]
  readonly array: boolean
  /** The keys of an associative or sparse array, one per field. */
  readonly keys?: readonly string[]
  /** Associative: its keys are words and no expressions (`declare -A`). */
  readonly named?: true
  /** The variable that this one is another name of (`declare -n`). */
  readonly refers?: string
  /** Goes to programs, too. */
  readonly exported?: true | undefined
  /** Set, or unset, in a branch that may not have run. */
  readonly perhaps?: true
  /** Its fields are words as they stand, which nothing splits. */
  readonly words?: true
  /** What is assigned to it is calculated (`declare -i`). */
  readonly reckoned?: true
}

export type Sink = (written: Stream) => void

/** What flows out of a program, or into it. */
export interface Stream {
  /** Undefined when nothing is known; may contain `HOLE`. */
  readonly text: string | undefined
  readonly taint: number
  /** Absolute paths whose contents or names flow here. */
  readonly from?: readonly Value[]
  /** The text is known to the end, although it is only a list of names (`find`, `ls`). */
  readonly names?: boolean
  /** The command whose output this is, as written, when nobody knows what it prints. */
  readonly by?: string
  /** Known from an earlier call of the session. */
  readonly earlier?: true
  /** Of a file: whole texts that it may hold instead. */
  readonly or?: readonly string[]
  /** The program whose copy this is. */
  readonly program?: string
}

export const nothing: Stream = { text: undefined, taint: 0 }
/** What a program prints that prints nothing. */
export const silent: Stream = { text: '', taint: 0 }

/** An output that nobody knows is known by who printed it, which decides whether a shell may run it. */
export const printed = (out: Stream, by: string): Stream =>
  out.text !== undefined || out.by !== undefined ? out : { ...out, by }

/** A value that is wholly known. `written` is how the command spells it. */
export function literal(text: string, written = text): Value {
  return { text, written, glob: false, taint: 0, unknown: undefined }
}

/** A name that a program printed or a list holds: it may be the pattern that somebody else replaced by names. */
export function listed(text: string): Value {
  return { ...literal(text), glob: /[*?[]/.test(text) }
}

/** A value of which nothing is known but its sources, as bits of `taint`. */
export function hole(written: string, bits = 0): Value {
  return { text: HOLE, written, glob: false, taint: bits, unknown: written }
}

/** Whether all of the text is known. */
export function isKnown(value: Value): boolean {
  return !value.text.includes(HOLE)
}

/** The text when all of it is known. */
export function known(value: Value | undefined): string | undefined {
  return value === undefined || value.text.includes(HOLE) ? undefined : value.text
}

/** Another name for what comes in. */
export function isStandardInput(path: string): boolean {
  return /^\/(?:dev|proc\/(?:self|thread-self|\d+))\/(?:stdin|fd\/0)$/.test(path)
}

/** A stream that is wholly known, with its sources as bits of `taint`. */
export function streamOf(text: string, bits = 0): Stream {
  return { text, taint: bits }
}

/** A path of Windows, with `/` between its parts. */
export function slashed(word: Value): Value {
  return { ...word, text: word.text.replace(/\\/g, '/') }
}

/** A text as one word of a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Of an array: how many there are, and which stands where, nobody knows. */
/** Words in their places; of one that may be several things, the places of all are open. */
export const placed = (words: readonly Value[]): readonly Value[] =>
  words.some(({ choice }) => choice === true) ? unordered(words.map(({ choice: _, ...word }) => word)) : words

export const unordered = (fields: readonly Value[]): readonly Value[] =>
  fields.map(field => ({ ...field, taint: field.taint | taint.counted }))

/** A program in a scripting language as it is read: its values, its names, and what it was seen to do. */

import type { Analysis, Call, Environment } from '../../values/analysis.ts'
import { HOLE, type Value } from '../../values/value.ts'
import type { Language, Token } from '../tokens/lexer.ts'

export interface CodeValue {
  /** May contain `HOLE`. */
  readonly text: string
  readonly items?: readonly CodeValue[]
  /** What it holds, in any order and number. */
  readonly each?: readonly CodeValue[]
  /** Of an object, by their names. */
  readonly fields?: ReadonlyMap<string, CodeValue>
  /** What it may be instead: `a ? b : c`. */
  readonly or?: readonly CodeValue[]
  /** The file that this is what it holds of. */
  readonly content?: string
  /** All that lies below it. */
  readonly tree?: true
  /** What made it, by its full name, where nothing else is known of it. */
  readonly made?: string
  /** Digits that are a number, and are added as one. */
  readonly number?: true
  /** A pattern that is replaced everywhere. */
  readonly global?: boolean
  /** The function that it is. */
  readonly calls?: Callable
  readonly taint: number
}

/** What a function of the program's own takes. */
export interface Parameter {
  readonly name: string
  /** All that is left: `*rest`, `...rest`, or what is left by name: `**named`. */
  readonly takes: 'one' | 'rest' | 'named'
  /** What it is taken apart into: `{ path }`. */
  readonly parts: readonly Parameter[]
  readonly fallback: readonly Token[]
  /** Becomes a member of the object: `private string $root`. */
  readonly isMember: boolean
  /** What it is set to, the caller's name holds: `&$x`. */
  readonly isShared: boolean
}

/** A function of the program's own. */
export interface Own {
  readonly name: string
  readonly parameters: readonly Parameter[]
  /** Its class, where it is a method. */
  readonly of: string | undefined
  readonly all: readonly Token[]
  /** Its parameters and its body, which a definition does not run. */
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
  /** It is called where it is named: `@property`, `get root()`. */
  readonly isRead: boolean
  /** It comes to its last expression, without a word for that. */
  readonly givesLast: boolean
}

/** A function as a value: one of a library by its full name, or one of the program's own. */
export interface Callable {
  readonly name: string
  readonly path: string
  readonly own?: Own
  /** What it was given before: `partial(f, a)`. */
  readonly given: readonly Argument[]
  /** What the names around it held where it was made. */
  readonly around?: ReadonlyMap<string, CodeValue>
}

/** The functions that a program can call, and what its own ones come to. */
export interface Functions {
  /** The function of a library, or of the program, that is named and not called. */
  named(path: string): Callable | undefined
  /** One without a name that stands there. */
  anonymous(all: readonly Token[]): Callable | undefined
  /** What a call by that path comes to, if the program has such a function or class; `site` tells its calls apart. */
  called(path: string, args: readonly Argument[], site: Token): CodeValue | undefined
  /** The same for a method of something. */
  method(name: string, args: readonly Argument[], site: Token): CodeValue | undefined
  /** What a member of something holds, or comes to. */
  member(on: CodeValue, name: string, site: Token): CodeValue | undefined
  /** The same by its path. */
  property(path: string, site: Token): CodeValue | undefined
  /** Whether a path leads to an object or a class of the program itself. */
  owns(path: string): boolean
  /** What a function that is held comes to. */
  run(held: Callable, args: readonly Argument[], site: Token): CodeValue
  /** What the command line, or else the program itself, gives an option: `args.target` for `--target`. */
  option(name: string, by: string): CodeValue | undefined
  /** Some object of the program has this under that name from now on; perhaps, if any has that name. */
  keep(name: string, value: CodeValue, isPerhaps?: boolean): void
  /** What `shift` takes, where that word stands, from what the function that is being followed was given. */
  given(word: Token): CodeValue | undefined
  /** Whether a call is being followed, and what is set is what it is now. */
  isRunning(): boolean
  /** Whether any was held so far. */
  readonly isHeld: boolean
  /** Whether the program has one of that name, or a class. */
  knows(name: string): boolean
  /** Whether a function is defined by the name that stands there. */
  defines(all: readonly Token[], at: number): boolean
  /** The end of a body that begins there and does nothing before it is called. */
  behind(all: readonly Token[], at: number): number | undefined
}

export interface Code {
  readonly language: Language
  readonly analysis: Analysis
  readonly env: Environment
  readonly variables: Map<string, CodeValue>
  /** What names held that mean something else as far as `to`, where a function ends. */
  readonly hidden: { readonly name: string; readonly old: CodeValue; readonly to: number }[]
  functions?: Functions
  /** What an expression of the program comes to. */
  evaluate(all: readonly Token[], code: Code): CodeValue
  /** Short names for modules and functions: `from os import system as s`. */
  readonly names: Map<string, string>
  /** Names that stand for a hosted service: what a client of it tells is no login that it was made with. */
  readonly served: ReadonlySet<string>
  /** Where the language puts temporary files. */
  readonly scratch: string
  /** Everything seen so far: what was read, whether something is sent. */
  taint: number
  depth: number
  /** Tokens looked at, bounded. */
  work: number
}

export const unknown: CodeValue = { text: HOLE, taint: 0 }

export function value(text: string, bits = 0): CodeValue {
  return { text, taint: bits }
}

/** A path, which a method of its own may open. */
export const opensItself = ({ text, content, items }: CodeValue): boolean =>
  content === undefined && items === undefined && /^[~/]/.test(text)

export interface Argument {
  readonly name: string | undefined
  readonly value: CodeValue
  readonly tokens: readonly Token[]
}

/** What is known of a program while it is looked through. */
export interface State {
  /** The program looks as if it ran other programs. */
  readonly runs: boolean
  /** It reads its input. */
  readonly readsInput: boolean
  /** Its database is in memory or in a temporary folder. */
  readonly scratch: boolean
  /** Services that are doubles, or this machine. */
  readonly pretended: ReadonlySet<string>
  readonly code: Code
  readonly call: Call
  /** Folders that the program changes to. */
  readonly folders: Environment[]
  sends: boolean
  readonly hosts: string[]
  /** The file that was opened last for writing. */
  opened?: { readonly file: Value; readonly path: string | undefined; readonly how: 'append' | 'replace' }
  /** What the last call was given, by the first token of it. */
  given?: { readonly first: Token | undefined; readonly args: readonly Argument[] }
  /** The shell or interpreter that was started last, which may get its program on its input. */
  fed?: string
  /** Taint of what is printed. */
  prints: number
  /** Something runs that the code alone does not tell. */
  unclear: boolean
  /** Something comes in from the network. */
  fetches: boolean
  /** Files whose new content is not known. */
  readonly unfilled: Set<string>
  /** Looks through source that the program evaluates. */
  scan(source: string): void
}

/** The names that a pattern stands for: a list of which each is that pattern. */
export const namedBy = (pattern: CodeValue): CodeValue => ({ ...pattern, items: [pattern] })

/** Whether it is such a list. Whatever is taken from one, sorted or picked out of it, is one of the names. */
export const isNamedBy = ({ text, items }: CodeValue): boolean =>
  items?.length === 1 && items[0]?.text === text && /[*?[{]/.test(text)

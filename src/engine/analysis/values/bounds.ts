/**
 * How much of anything is looked at. Whatever is cut leaves could-not-tell behind: `spent`, `atMost`, `tooLong` and `textAt` say it, or
 * `analysis.exhausted`. `bounds.test.ts` holds each to that, just under it and just over.
 */
export const bounds = {
  /** Characters of a source, and of any one text: some time above the longest commands that are written. */
  length: 65_536,
  /** The same where here-documents make the source long: they are data to most programs, and quickly read. */
  documents: 262_144,
  /** Shells, functions and substitutions in each other. */
  depth: 12,
  /** Steps of one analysis: programs, words that grow, turns of a loop. */
  invocations: 2_000,
  /** Steps of an analysis that will be done again, when what it needs is loaded. */
  again: 200,
  /** Words that braces become. */
  braces: 256,
  /** What a variable may be after branches; turns of a loop. */
  values: 64,
  /** Elements of an array, inputs of `xargs`, lines of a configuration. */
  fields: 1_000,
  /** Files a script wrote. */
  files: 500,
  /** Effects that are ordinary; twice as many in all. */
  effects: 500,
  /** Folders that got what an archive holds. */
  unpacked: 20,
  /** Hosts that rules are asked about. */
  hosts: 200,
  /** Characters of a path. */
  path: 4_096,
  /** Links that a command makes, how many lead on to each other, and paths that the file system is asked about. */
  links: 64,
  hops: 16,
  looks: 256,
  /** Names that the patterns of a command are compared with, and places that one pattern may stand for. */
  compared: 60_000,
  stands: 500,
  /** Characters of a value that a pattern cuts (`${x##*a}`), and of such a pattern. */
  cut: 512,
  pattern: 64,
  /** Words of a call that may start an agent, each analysed for it. */
  embedded: 4,
  /** Tokens of a program in a scripting language, which is no longer than any source. */
  tokens: 65_536,
  /** Tokens looked at for what its expressions come to, again in each that holds them. */
  evaluation: 200_000,
  /** Expressions, or forms of a Lisp, in each other. */
  expressions: 40,
  /** Texts in it that may be commands. */
  texts: 240,
  /** Folders that it changes to. */
  folders: 16,
} as const

/** The same for the arguments of one call of a tool; `tools.test.ts` holds them. */
export const toolBounds = {
  /** Keys of all objects. */
  keys: 50_000,
  /** Folders in which it is told to work. */
  bases: 4,
  commands: 256,
  /** Of all calls in a call. */
  together: 512,
  /** Commands that it may only look at. */
  possible: 64,
  paths: 2_000,
  /** Calls in a call, beside each other and inside each other. */
  calls: 64,
  depth: 4,
  /** JSON in texts: how often inside each other, and how long. */
  unpacked: 4,
  text: 1_048_576,
  /** Folders or patterns of a search, and searches of all calls in a call. */
  searched: 64,
  searches: 256,
} as const

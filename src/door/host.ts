/**
 * What the door's host can do, and so all that can be done in there. The host is `host.c`; while the image is made it is
 * `scripts/door/image.ts`, where no file exists, no time passes and the environment is empty.
 */

/** Negative numbers are errors of the system, as it numbers them. */
export interface Host {
  /** What belongs to one call: arguments (0), environment (1), working directory (2), this executable (3), the one beside it (4). */
  readonly told: (what: number) => string
  /** Process (0), user (1), milliseconds since the start (2). */
  readonly count: (what: number) => number
  readonly stdin: (timeoutMs: number) => Uint8Array | number
  /** A byte order mark stays, and what is no UTF-8 becomes U+FFFD. */
  readonly decode: (bytes: Uint8Array) => string
  readonly encode: (text: string) => Uint8Array
  readonly sha256: (data: Uint8Array) => string
  readonly open: (path: string, flags: number, mode: number) => number
  readonly close: (fd: number) => number
  readonly read: (fd: number, into: Uint8Array, at: number, length: number, from: number) => number
  readonly write: (fd: number, bytes: Uint8Array, at: number, length: number, from: number) => number
  /** Mode, size, inode, user, links, and when it was changed, as seconds and nanoseconds: content, then status. */
  readonly stat: (path: string, follow: number, into: Uint8Array) => number
  readonly fstat: (fd: number, into: Uint8Array) => number
  readonly realpath: (path: string) => string | number
  /** Names with a NUL behind each, and a slash before it where the name may be a link; EFBIG where there are more. */
  readonly list: (path: string, most: number) => string | number
  readonly mkdir: (path: string, mode: number) => number
  readonly rename: (from: string, to: string) => number
  readonly unlink: (path: string) => number
  readonly chmod: (fd: number, mode: number) => number
  /** The one folder below which anything is written. It is said once. */
  readonly state: (path: string) => number
  /** The verdict stands, with this exit code: from here on, nothing else may be answered. */
  readonly settled: (code: number) => number
  readonly sleep: (ms: number) => number
  readonly random: (length: number) => Uint8Array
  readonly exit: (code: number) => never
  /** `tfy-hook` does it all from the beginning. Does not come back. */
  readonly handOver: () => never
  /** Long work begins: `tfy-hook` does it all, unless something was written already. */
  readonly heavy: () => number
  /** A socket below the state directory, of a process of this user; one in a call. `read` and `write` on it never wait. */
  readonly connect: (path: string) => number
  /**
   * Of each word of the table (`table.ts`), whether it stands in the text (1), and whether it does in small letters of ASCII (2). Then whether
   * there is a run of a token's characters, a long word, and a character that nobody sees, as `core/tokens/marks.ts` has it.
   */
  readonly look: (text: string, table: Uint8Array) => Uint8Array
  /** 1 for a JSON object that surely has no fault of structure. */
  readonly sound: (text: string) => number
  readonly sha256Text: (text: string) => string
  /** 1 for a text that has the word, which is in small letters; -1 where one of them is not ASCII. */
  readonly contains: (text: string, word: string) => number
}

/** In the order of the letters by which the host is asked. */
export const calls: readonly (keyof Host)[] = [
  'told',
  'count',
  'stdin',
  'decode',
  'encode',
  'sha256',
  'open',
  'close',
  'read',
  'write',
  'stat',
  'fstat',
  'realpath',
  'list',
  'mkdir',
  'rename',
  'unlink',
  'chmod',
  'state',
  'settled',
  'sleep',
  'random',
  'exit',
  'handOver',
  'connect',
  'look',
  'sound',
  'sha256Text',
  'contains',
  'heavy',
]

/** The property of the global object under which the host's functions are. */
export const hostName = 'tfyHost'

export const host = (globalThis as unknown as { readonly [hostName]: Host })[hostName]

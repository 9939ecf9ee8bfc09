/**
 * Variables with which whoever sets the environment of a hook puts other code into it, makes it another program, has it write a file, or ends it as
 * if it had allowed. A registered command sets them to what does nothing. What was tried, on which version: docs/adr/0015.
 */

type Neutral = Readonly<Record<string, string>>

const bun: Neutral = {
  BUN_OPTIONS: '',
  BUN_BE_BUN: '',
  // A debugger that listens, and one that calls out. `BUN_INSPECT_PRELOAD` does nothing without them.
  BUN_INSPECT: '',
  BUN_INSPECT_CONNECT_TO: '',
  // Files that the runtime writes when it ends.
  BUN_BYTECODE_ORDER_OUT: '',
  BUN_BYTECODE_DIGEST_OUT: '',
  // Other bodies for our functions.
  BUN_JSC_functionOverrides: '',
  // Ends the program after so many milliseconds, with 0 and without a word. The empty value would be an error.
  BUN_JSC_watchdog: '0',
}

const node: Neutral = {
  NODE_OPTIONS: '',
  NODE_COMPILE_CACHE: '',
  OPENSSL_CONF: '',
  NODE_V8_COVERAGE: '',
  NODE_REDIRECT_WARNINGS: '',
}

export const everyClear: Neutral = { ...bun, ...node }

/** What the runtime of this program reads. A script can be the launcher, which starts the other runtime. */
export const clearsOf = (program: readonly string[]): Neutral =>
  program.length > 1 || /tfy-hook-node(?:\.exe)?$|^tfy-hook$/.test(program[0] ?? '') ? everyClear : bun

/** The door does without a runtime, and hands none of these over. */
export const dropsLoaders = (program: readonly string[]): boolean => /tfy-hook-door$/.test(program[0] ?? '')

/** `NAME=` in front of a registered command. */
export const isCleared = (word: string): boolean =>
  Object.entries(everyClear).some(([name, value]) => word === `${name}=${value}`)

/** What a program that we start ourselves needs nothing of; the bridges have the same pattern. */
const runtimes =
  /^(?:BUN_|JSC_|MIMALLOC_|SIMDUTF_|NODE_(?:OPTIONS|COMPILE_CACHE|V8_COVERAGE|REDIRECT_WARNINGS|CHANNEL_FD)$|OPENSSL_CONF$)/i

export const withoutRuntimes = (env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !runtimes.test(name)))

/** A login shell of another family would look for a program of that name. */
export const knowsPrefix = (shell: string | undefined): boolean =>
  shell === undefined || shell === '' || /(?:^|\/)(?:sh|bash|zsh|dash|ash|ksh|mksh|fish)$/.test(shell)

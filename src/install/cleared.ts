/**
 * Variables with which whoever sets the environment of a hook puts other code into it, or makes it another program. A registered command
 * empties them. `BUN_INSPECT` opens a debugger, and `BUN_INSPECT_PRELOAD` does nothing without it.
 */

const bun = ['BUN_OPTIONS', 'BUN_BE_BUN', 'BUN_INSPECT'] as const
const node = ['NODE_OPTIONS'] as const

/** What the runtime of this program reads. A script can be the launcher, which starts the other runtime. */
export const clearsOf = (program: readonly string[]): readonly string[] =>
  program.length > 1 || /tfy-hook-node(?:\.exe)?$/.test(program[0] ?? '') ? [...bun, ...node] : bun

/** `NAME=` in front of a registered command. */
export const isCleared = (word: string): boolean => word.endsWith('=') && [...bun, ...node].some(name => word === `${name}=`)

/** A login shell of another family would look for a program of that name. */
export const knowsPrefix = (shell: string | undefined): boolean =>
  shell === undefined || shell === '' || /(?:^|\/)(?:sh|bash|zsh|dash|ash|ksh|mksh|fish)$/.test(shell)

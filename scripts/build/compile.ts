/** Bun's compiler with the flags every executable of ours is built with, the bench's empty one included. */

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { at, must, type Ran, root, run, tool } from '../project/project.ts'

/** The working directory of a hook is somebody else's repository: none of its files may configure the runtime. */
const noAutoload = [
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
  '--no-compile-autoload-tsconfig',
  '--no-compile-autoload-package-json',
]

export const flags: readonly string[] = [
  '--compile',
  '--splitting',
  '--bytecode',
  '--format=esm',
  '--minify-syntax',
  '--minify-whitespace',
  '--minify-identifiers',
  '--external=undici',
  // A hook is over before compiled code pays: JIT threads cost a millisecond of start. src/hook/jit.ts undoes it where there is more to do.
  '--compile-jit-policy=500',
  ...noAutoload,
]

const argsFor = (source: string, outfile: string, target?: string): readonly string[] => [
  'build',
  ...flags,
  ...(target === undefined ? [] : [`--target=${target}`]),
  `--outfile=${at(outfile)}`,
  at(source),
]

/** One call of a working day. */
export interface Sample {
  readonly args: readonly string[]
  readonly stdin: string
  /** The policy of whoever calls. */
  readonly policy?: string
}

/**
 * Compiles again, with the code that a call needs side by side: fewer pages to fault in, half a millisecond less. What runs first is a matter of the
 * code alone, so the file stays the same for the same sources.
 */
const inOrder = (source: string, program: string, folder: string, { args, stdin, policy }: Sample): void => {
  const order = join(folder, 'order')
  const env = { HOME: folder, XDG_STATE_HOME: folder, PATH: '/usr/bin:/bin' }
  if (policy !== undefined) {
    mkdirSync(join(folder, '.config/tfy-hook'), { recursive: true })
    writeFileSync(join(folder, '.config/tfy-hook/policy.yaml'), policy)
  }
  // The first one reads the policy and keeps what it found, which others do not.
  for (const one of [env, { ...env, BUN_BYTECODE_ORDER_OUT: order }])
    run(at(program), args, { cwd: folder, input: stdin, env: one })
  if (existsSync(order)) must(tool('bun'), [...argsFor(source, program), `--bytecode-order=${order}`])
}

/**
 * Compiles for this machine. The file is replaced in one step: a hook may be running from it. Bun writes the file's name into it, so it has its
 * own name from the start. What Bun has written starts about a fifth slower than a copy of it, so a copy is what is kept.
 */
export const compile = (source: string, outfile: string, sample?: Sample): void => {
  mkdirSync(at(dirname(outfile)), { recursive: true })
  const folder = mkdtempSync(`${at(dirname(outfile))}/.new-`)
  const fresh = join(relative(root, folder), basename(outfile))
  try {
    must(tool('bun'), argsFor(source, fresh))
    if (sample !== undefined) inOrder(source, fresh, folder, sample)
    const copy = `${at(fresh)}.copy`
    copyFileSync(at(fresh), copy)
    renameSync(copy, at(outfile))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Compiles for another machine; a runtime that cannot be fetched is an answer, not a throw. */
export const compileFor = (source: string, outfile: string, target: string): Ran => {
  const ran = run(tool('bun'), argsFor(source, outfile, target))
  if (ran.code !== 0) rmSync(at(outfile), { force: true })
  return ran
}

/** A person at a terminal of their own, who types the word that they are asked for. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Executable } from './executables.ts'

/** Of util-linux; others have other options. */
export const terminal = '/usr/bin/script'
export const hasTerminals = process.platform === 'linux' && existsSync(terminal)

/** What stood on the terminal, and the exit code of the command. */
export const typed = (
  { command, args }: Pick<Executable, 'command' | 'args'>,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly shown: string }> =>
  new Promise((resolve, reject) => {
    const line = [command, ...args, ...words].map(word => `'${word}'`).join(' ')
    const child = spawn(terminal, ['-qec', line, '/dev/null'], { env: { ...env, SHELL: '/bin/sh' }, timeout: 30_000 })
    let shown = ''
    child.stdout.on('data', data => {
      const before = /Type [a-z]+ for yes: $/.test(shown)
      shown += data
      const word = /Type ([a-z]+) for yes: $/.exec(shown)?.[1]
      if (word !== undefined && !before) child.stdin.write(`${word}\n`)
    })
    child.on('error', reject)
    child.on('close', code => resolve({ code, shown }))
  })

/** A machine with managed files: a namespace whose /etc is ours. */

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call } from '../blackbox/call.ts'
import type { Executable } from '../blackbox/executables.ts'
import { scratch } from './make.ts'

export const away = spawnSync('unshare', ['-rm', 'true']).status === 0
if (!away) console.warn('no namespaces here: managed machines are not played')

interface Calls {
  readonly hook: (command: string, ...args: readonly string[]) => ReturnType<typeof call>
  readonly run: (...args: readonly string[]) => ReturnType<typeof call>
}

export interface Machine extends Calls {
  readonly home: string
  readonly etc: string
  /** The executable as that machine starts it. */
  readonly there: Executable
  /** The same, started with these variables, or by another program. */
  readonly started: (more: Readonly<Record<string, string>>, program?: Executable) => Calls
}

let calls = 0

/** `files` are those of /etc/tfy-hook. */
export const machineWith = (files: Readonly<Record<string, string>>, executable: Executable): Machine => {
  const [home, etc] = [scratch(), scratch()]
  for (const file of ['hosts', 'nsswitch.conf', 'machine-id', 'ld.so.cache'])
    if (existsSync(`/etc/${file}`)) cpSync(`/etc/${file}`, join(etc, file), { dereference: true })
  // The account's home decides where its bundle is kept, whatever the environment says.
  writeFileSync(join(etc, 'passwd'), `root:x:0:0::${home}:/bin/sh\n`)
  mkdirSync(join(etc, 'tfy-hook'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(etc, 'tfy-hook', name), text)
  const inside = (program: Executable): Executable => ({
    ...program,
    command: 'unshare',
    args: ['-rm', 'sh', '-c', 'mount --bind "$0" /etc && exec "$@"', etc, program.command, ...program.args],
  })
  const started = (more: Readonly<Record<string, string>>, program = executable): Calls => {
    const there = inside(program)
    const env = { PATH: process.env.PATH ?? '', HOME: home, ...more }
    return {
      hook: (command, ...args) => {
        // A session remembers what was refused, and says so.
        const session_id = `s${calls++}`
        const payload = { session_id, hook_event_name: 'PreToolUse', cwd: '/', tool_name: 'Bash', tool_input: { command } }
        return call(there, { args: ['--client', 'claude-code', ...args], stdin: JSON.stringify(payload), env })
      },
      run: (...args) => call(there, { args, stdin: '', env }),
    }
  }
  return { home, etc, there: inside(executable), started, ...started({}) }
}

/** Where the account keeps its bundle. */
export const kept = ({ home }: Machine): string => join(home, '.local/state/tfy-hook/bundle')

/** A person at the terminal of this process. What is asked here goes to the terminal itself: no pipe, no redirection answers it. */

import { randomInt } from 'node:crypto'
import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import type { Env } from '../../core/client.ts'
import { ConfigError } from './errors.ts'

export interface Person {
  readonly say: (text: string) => void
  /** One line, without its end. */
  readonly ask: (question: string) => string
  /** Whether he has typed a word that nobody could know before: an answer that was prepared is none. */
  readonly confirms: (question: string) => boolean
}

/** `why` says who else would do. */
export const withPerson = <T>(why: string, act: (person: Person) => T | Promise<T>): Promise<T> => {
  const agent = agentAround(process.env)
  if (agent !== undefined) throw new ConfigError(`${agent} runs this terminal. ${why}`)
  const [input, output] = openTerminal(why)
  const say = (text: string): void => void writeSync(output, text)
  const ask = (question: string): string => {
    say(question)
    return lineFrom(input)
  }
  const confirms = (question: string): boolean => {
    const word = Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
    return ask(`${question} Type ${word} for yes: `).toLowerCase() === word
  }
  return Promise.resolve(act({ say, ask, confirms })).finally(() => {
    closeSync(input)
    if (output !== input) closeSync(output)
  })
}

/** None that is taken for another. */
const letters = 'abcdefghjkmnpqrstwxyz'

const openTerminal = (why: string): readonly [number, number] => {
  const opened: number[] = []
  try {
    if (process.platform === 'win32') opened.push(openSync('\\\\.\\CONIN$', 'r'), openSync('\\\\.\\CONOUT$', 'w'))
    else opened.push(openSync('/dev/tty', constants.O_RDWR | constants.O_NOCTTY))
    const [input = -1, output = input] = opened
    if (isatty(input) && isatty(output)) return [input, output]
  } catch {
    // As below.
  }
  for (const fd of opened) closeSync(fd)
  throw new ConfigError(`This asks a person, and there is no terminal. ${why}`)
}

const lineFrom = (fd: number): string => {
  const bytes: number[] = []
  const one = new Uint8Array(1)
  while (bytes.length < 1_024 && readSync(fd, one) === 1 && one[0] !== 10) bytes.push(one[0] ?? 0)
  return new TextDecoder().decode(Uint8Array.from(bytes)).trim()
}

/** Variables that agents set for what they run. */
const marks: readonly string[] = [
  'CLAUDECODE',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'QWEN_CODE',
  'CURSOR_AGENT',
  'OPENCODE',
  'CLINE_ACTIVE',
  'AI_AGENT',
]

/** Programs of agents that have a terminal for themselves; an editor has one for people as well. */
const programs =
  /^(?:claude|codex|gemini|qwen|copilot|droid|opencode|openclaw|cursor-agent|amp|kilo|kimi|goose|grok|auggie|cline|pi)(?:\.(?:exe|js|mjs|cjs))?$/

const agentAround = (env: Env): string | undefined => marks.find(name => env[name]) ?? ancestor()

/** The agent that has started us, however many shells are between. Where the system does not tell, the variables have to do. */
const ancestor = (): string | undefined => {
  let pid = process.ppid
  for (let depth = 0; depth < 32 && pid > 1; depth++) {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, 2)
      const found = words.map(word => word.slice(word.lastIndexOf('/') + 1)).find(name => programs.test(name))
      if (found !== undefined) return found
      pid = Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? 0)
    } catch {
      return undefined
    }
  }
  return undefined
}

/** A person at the terminal of this process. What is asked here goes to the terminal itself: no pipe, no redirection answers it. */

import { randomInt } from 'node:crypto'
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { Cancelled, ConfigError } from '../terminal/errors.ts'
import { agentAround, agentBeside, knownAgents, processesHere } from './agents.ts'

export interface Person {
  readonly say: (text: string) => void
  /** One line, without its end. */
  readonly ask: (question: string) => string
  /** Whether they have typed a word that nobody could know before: an answer that was prepared is none. */
  readonly confirms: (question: string) => boolean
}

/** For what no agent may do, whoever else may. `why` says who. */
export const withoutAgent = async (why: string): Promise<void> => {
  const agent = agentAround(process, await knownAgents(), processesHere())
  if (agent !== undefined) throw new ConfigError(`${agent} runs this terminal. ${why}`)
}

/**
 * Before guarding is taken away. A script may say `--yes` where no agent has started it and none runs beside it; anybody else types a word in a terminal.
 * Throws `Cancelled` where that is not done.
 */
export const agreed = async (question: string, yes: boolean, why: string): Promise<void> => {
  await withoutAgent(why)
  if (yes) {
    const agent = agentBeside(process, await knownAgents(), processesHere())
    if (agent === undefined) return
    throw new ConfigError(`${agent} runs beside this, so --yes is not enough: leave it out, and type the word that is asked for.`)
  }
  await withPerson(why, person => {
    if (person.confirms(question)) return
    person.say('Nothing was changed.\n')
    throw new Cancelled()
  })
}

/** `why` says who else would do. */
export const withPerson = async <T>(why: string, act: (person: Person) => T | Promise<T>): Promise<T> => {
  await withoutAgent(why)
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
  try {
    return await act({ say, ask, confirms })
  } finally {
    closeSync(input)
    if (output !== input) closeSync(output)
  }
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

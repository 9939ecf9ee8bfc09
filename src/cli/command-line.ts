/** The cold command line. Each command is loaded when it is called. Exit codes: 0 yes, 1 it ran and the answer is no, 2 it could not run. */

import { Command, CommanderError, Option } from 'commander'
import { systemWords } from '../core/system-words.ts'
import { sourceNames } from '../hook/args.ts'
import { writeAll } from '../hook/io.ts'
import { compileSooner } from '../hook/jit.ts'
import type { Answers } from './answers.ts'
import { addAudit } from './audit.ts'
import { addCalls } from './calls.ts'
import { examples } from './commands/help/examples.gen.ts'
import { ConfigError } from './commands/terminal/errors.ts'
import { addDoors } from './doors.ts'
import { loosening } from './loosening.ts'
import { addPolicy } from './policy.ts'
import { addSelf } from './self.ts'
import { addSetup } from './setup.ts'

declare const __TFY_VERSION__: string

/** The program, and the exit code of the command that it ran. Completions and the manual page are made from the same tree. */
export const commandLine = (): { readonly program: Command; readonly code: () => number } => {
  let code = 0
  const answers: Answers =
    run =>
    async (...given) => {
      const command = given.at(-1) as Command
      const loosens = loosening[pathOf(command)]
      if (typeof loosens === 'function' && loosens(command.optsWithGlobals()))
        await (await import('./commands/person/person.ts')).withoutAgent('This is for a person, in a terminal of their own.')
      code = await run(command)
    }
  const program = new Command('tfy-hook')
    .description(
      'One hook for every AI coding agent: a verdict from a gateway or the embedded policy engine, in the client’s own dialect.',
    )
    .version(__TFY_VERSION__, '-v, --version', 'the version')
    .option('--client <id>', 'hook mode: the client this registration is for; a strong payload fingerprint overrides it')
    .option('--event <name>', 'hook mode: the event this registration is for')
    .option('--fail-closed', 'hook mode: a failure stops the action')
    .option('--fail-open', 'hook mode: a failure lets the action through, with a warning')
    .addOption(new Option('--source <source>', 'hook mode: where verdicts come from').choices(sourceNames))
    .option('--timeout-ms <n>', 'hook mode: the whole budget, stdin to answer')
    .option('--debug', 'show the stack of an error')
    .addHelpText(
      'after',
      '\nWithout a command, tfy-hook is the hook: one event as JSON on stdin, the answer by exit code, stdout and stderr.',
    )
    // What stands behind a command belongs to it: `--client` is one word for the hook and a list for `init`.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: text => void writeAll(1, text), writeErr: text => void writeAll(2, text) })

  addSetup(program.commandsGroup('Set up and check:'), answers)
  addCalls(program.commandsGroup('Ask about a call:'), answers)
  addPolicy(program.commandsGroup('Govern:'), answers)
  addAudit(program.commandsGroup('See what happened:'), answers)
  addDoors(program.commandsGroup('Connect otherwise:'), answers)
  addSelf(program.commandsGroup('About this program:'), answers)

  for (const command of everyCommand(program)) command.addOption(new Option('--debug').hideHelp())
  for (const command of [program, ...everyCommand(program)]) {
    const shown = examples[pathOf(command)]?.map(line => `  ${line}\n`)
    if (shown !== undefined) command.addHelpText('after', `\nExamples:\n${shown.join('').trimEnd()}`)
  }
  return { program, code: () => code }
}

/** The words after the program's name. */
const pathOf = (command: Command): string => (command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim())

const everyCommand = (command: Command): readonly Command[] => command.commands.flatMap(child => [child, ...everyCommand(child)])

export const runCli = async (argv: readonly string[]): Promise<number> => {
  compileSooner()
  try {
    const { program, code } = commandLine()
    // The capital letter is what earlier versions had.
    await program.parseAsync(argv[0] === '-V' ? ['-v'] : [...argv], { from: 'user' })
    return code()
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof ConfigError)) throw error
    const cause = error.cause === undefined ? '' : `\nReason: ${systemWords(error.cause)}`
    writeAll(2, `tfy-hook: ${error.message}${cause}\n`)
    if (argv.includes('--debug') && error.stack !== undefined) writeAll(2, `${error.stack}\n`)
    return 2
  }
}

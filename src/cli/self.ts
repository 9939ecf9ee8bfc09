/** What concerns the program itself: the processes it starts behind a hook, its version, completions and the manual page. */

import { Argument, type Command } from 'commander'
import type { Answers } from './answers.ts'
import type { Shell } from './commands/help/completion.ts'

export const addSelf = (program: Command, answers: Answers): void => {
  program
    .command('send-spool', { hidden: true })
    .description('send what hooks have put aside for the gateway')
    .option('--for-ms <n>', 'the longest it may take')
    .action(answers(async command => (await import('./commands/send-spool.ts')).send(command.opts())))

  program
    .command('background', { hidden: true })
    .description('give the targets of export what the audit log holds for them')
    .option('--idle-ms <n>', 'when it leaves that nothing has been to do')
    .action(answers(async command => (await import('./commands/background.ts')).background(command.opts())))

  program
    .command('keep-connections', { hidden: true })
    .description('keep connections to the gateway open for the hooks that come')
    .argument('<name>')
    .option('--idle-ms <n>', 'when it leaves that nobody has asked')
    .action(
      answers(async command => (await import('./commands/keep-connections.ts')).keep(command.args[0] ?? '', command.opts())),
    )

  program
    .command('version')
    .description('the version, and what it runs on')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/version.ts')).version(command.opts())))
  program
    .command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish', 'powershell']))
    .action(
      answers(async command => (await import('./commands/help/completion.ts')).completion(command.args[0] as Shell, program)),
    )
  program
    .command('man')
    .description('print the manual page: tfy-hook man | man -l -')
    .action(answers(async () => (await import('./commands/help/man.ts')).man(program)))
}

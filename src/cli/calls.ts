/** `explain` and `approve`: one call, judged again or permitted. */

import { type Command, Option } from 'commander'
import { sourceNames } from '../hook/args.ts'
import type { Answers } from './answers.ts'
import type { ContainFlags } from './commands/contain.ts'

export const addCalls = (program: Command, answers: Answers): void => {
  program
    .command('explain')
    .description('what the hook that is registered here would decide and answer, and why; or why it decided as it did')
    .argument('[what...]', 'a shell command, or the id of a recorded call')
    .option('--command <text>', 'a shell command')
    .option('--prompt <text>', 'a prompt')
    .option('--read <path>', 'a file to read')
    .option('--write <path>', 'a file to write')
    .option('--mcp <words...>', 'a call of an MCP tool: server, tool, arguments as JSON')
    .option('--web <url>', 'an address to read')
    .option('--output <text>', 'the result of a tool')
    .option('--last', 'the last refusal in the audit log, or the last call; as recorded and as it would be decided now')
    .option('--client <id>', 'the client that would call (default: the first that is registered here)')
    .option('--cwd <dir>', 'the directory it would call from')
    .addOption(new Option('--source <source>', 'where the verdict comes from').choices(sourceNames))
    .option('--json', 'one JSON object')
    .option('--jsonl', 'one payload per line in, one result per line out')
    .action(
      answers(async command => (await import('./commands/explain/explain.ts')).explain(command.args, command.optsWithGlobals())),
    )

  program
    .command('approve')
    .description('permit one refused call, once: a person in a terminal sees it and says yes')
    .argument('[id]', 'the call, as its refusal names it')
    .option('--list', 'the refusals of the last 30 minutes, and which of them can be permitted')
    .option('--last', 'the newest of them')
    .option('--json', 'JSON')
    .action(answers(async command => (await import('./commands/approve/approve.ts')).approve(command.args[0], command.opts())))

  program
    .command('contain')
    .description(
      'run a command in a cage: it writes only in the workspace, sees no secrets, and has the network that it is given',
    )
    .argument('[command...]', 'the command and its arguments, behind --')
    .option('--profile <name>', 'build, install or agent (default: build)')
    .option('--write <place...>', 'workspace, caches, agents, nothing, or a path')
    .option('--network <host...>', 'none, all, or hosts')
    .addOption(new Option('--hide <what>', 'what is empty in the cage').choices(['secrets', 'guard']))
    .option('--workspace <dir...>', 'the folders of the project (default: the repository around here)')
    .option('--command <text>', 'a text for a shell, instead of a command')
    .option('--shell <program>', 'the shell for it (default: sh)')
    .option('--dry-run', 'say what the cage is, and run nothing')
    .addOption(new Option('--probe <json>').hideHelp())
    .addOption(new Option('--forward <socket>').hideHelp())
    .passThroughOptions()
    .action(answers(async command => (await import('./commands/contain.ts')).contain(command.args, command.opts<ContainFlags>())))
}

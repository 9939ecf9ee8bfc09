/** `init`, `uninstall`, `doctor` and `status`: whether and how clients call us. */

import { type Command, Option } from 'commander'
import { scopes } from '../core/install.ts'
import { sourceNames } from '../hook/args.ts'
import type { Answers } from './answers.ts'

export const addSetup = (program: Command, answers: Answers): void => {
  program
    .command('init')
    .description('register this program with the coding agents that are here; shows what it would write, and asks')
    .option('--client <id...>', 'these clients only, found or not')
    .addOption(
      new Option(
        '--scope <scope>',
        'this project, this account, or what an administrator deploys for any machine (default: user where there is one)',
      ).choices(scopes),
    )
    .addOption(
      new Option('--for <system>', 'the machines that --scope managed is for (default: this one)').choices([
        'macos',
        'linux',
        'windows',
      ]),
    )
    .addOption(
      new Option('--format <format>', 'mdm-toml: the settings of Claude Code for the mdm.toml of TrueFoundry’s own tool').choices(
        ['files', 'mdm-toml'],
      ),
    )
    .option('--out <dir>', 'write the files of --scope managed into this folder, with checksums and what takes them away')
    .option('--program <path>', 'where tfy-hook will be on those machines; with --scope project, its name on the PATH')
    .addOption(
      new Option('--transport <how>', 'a command for each event, or a server of ours asked over HTTP (Claude Code)')
        .choices(['command', 'http'])
        .default('command'),
    )
    .option('--url <url>', 'the server of --transport http (default: http://127.0.0.1:8787)')
    .option('--token-env <name>', 'the variable whose value is sent as the token with --transport http')
    .option('--untested', 'write --transport http without trying the address first')
    .addOption(new Option('--source <source>', 'where verdicts come from, for a first config.yaml').choices(sourceNames))
    .option('--gateway-url <url>', 'the gateway (default: TFY_GATEWAY_URL); its key is TFY_API_KEY, or asked for')
    .option('--no-gateway-test', 'write without trying the gateway first')
    .option('--observe', 'a first policy on trial: everything is judged and recorded, nothing is stopped')
    .option('--fail-closed', 'a failure stops the action (the default)')
    .option('--fail-open', 'a failure lets the action through, with a warning')
    .option('--dry-run', 'show what would be written')
    .option('-y, --yes', 'write without asking')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/setup/init.ts')).init(command.opts())))
  program
    .command('uninstall')
    .description('take the registrations out again, and nothing else')
    .option('--client <id...>', 'these clients only')
    .addOption(new Option('--scope <scope>', 'this one only; managed prints what an administrator takes out').choices(scopes))
    .option('--dry-run', 'show what would be taken out')
    .option('-y, --yes', 'take it out without asking')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/setup/uninstall.ts')).uninstall(command.opts())))
  program
    .command('doctor')
    .description('what is wrong, why it matters and what fixes it; runs what is registered as the clients would')
    .option('--client <id...>', 'these clients only, found or not')
    .option('--no-drill', 'run nothing that is registered')
    .option('--prove <id>', 'start this client once, with a model on loopback, and see that it asks and does as it is told')
    .option('--json', 'one JSON object')
    .action(
      answers(async command => {
        const { prove, json, ...flags } = command.opts()
        return prove === undefined
          ? (await import('./commands/health/doctor.ts')).doctor({ ...flags, json })
          : (await import('./commands/health/prove.ts')).prove(prove, json === true)
      }),
    )
  program
    .command('config')
    .description('the configuration')
    .command('check')
    .description('whether config.yaml can be used, with everything that is wrong in it')
    .argument('[files...]', 'default: the files in force here')
    .option('--json', 'one JSON array')
    .action(
      answers(async command =>
        (await import('./commands/health/config-check.ts')).checkConfig(command.args, command.opts().json === true),
      ),
    )
  program
    .command('status')
    .description('one screen: which clients are guarded, by what, and when each last called')
    .option('--client <id...>', 'these clients only, found or not')
    .option('--line', 'for a client’s status line, quickly: whether this session was seen, and how many calls were refused today')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/health/status.ts')).status(command.opts())))
}

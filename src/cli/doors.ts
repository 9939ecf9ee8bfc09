/** The other doors: `serve`, `dashboard` and `bridge`. */

import { Argument, type Command, Option } from 'commander'
import { compileSooner } from '../hook/jit.ts'
import type { Answers } from './answers.ts'
import type { Host } from './commands/registration/bridge-files.ts'
import type { ServeFlags } from './commands/serve.ts'

export const addDoors = (program: Command, answers: Answers): void => {
  const serve = program
    .command('serve')
    .description('answer hooks over HTTP, from the embedded engine')
    .option('--host <host>', 'address or name to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 takes a free one', '8787')
    .addOption(new Option('--unix <path>', 'listen on a Unix socket, for this account only').conflicts(['host', 'port']))
    .option('--tls-cert <file>', 'certificate chain, PEM')
    .option('--tls-key <file>', 'its key, PEM, readable by nobody else')
    .option('--insecure-http', 'allow plain HTTP beyond this machine, behind a proxy that speaks TLS')
    .option('--tokens <file>', 'another token file')
    .option('--allow-host <name...>', 'further names a Host header may say on loopback')
    .option('--project-policies', 'look at this disk for what payloads name (the default on loopback)')
    .option('--no-project-policies', 'managed and user policies only (the default elsewhere)')
    .option('--no-audit', 'write no audit lines')
    .option('--fail-closed', 'a failure stops the action')
    .option('--fail-open', 'a failure lets the action through, with a warning')
    .addOption(new Option('--log-level <level>', 'what goes to stderr').choices(['info', 'warn', 'off']).default('info'))
    .option('--max-in-flight <n>', 'events judged at once; beyond it 503', '256')
    .action(
      answers(async command => {
        const project = command.getOptionValueSource('projectPolicies')
        const { projectPolicies, ...flags } = command.optsWithGlobals()
        const said = project === 'default' || project === undefined ? {} : { projectPolicies }
        compileSooner(1)
        return (await import('./commands/serve.ts')).serve({ ...flags, ...said } as ServeFlags)
      }),
    )
  const token = serve.command('token').description('the tokens that callers may present')
  token
    .command('add')
    .description('make a token; it is shown once')
    .argument('<name>')
    .addOption(
      new Option('--scope <scope...>', 'what it opens').choices(['validate', 'metrics', 'approve']).default(['validate']),
    )
    .option('--tenant <name>', 'its own policies and sessions: a folder tenants/NAME beside the policy')
    .option('--per-minute <n>', 'requests in a minute; beyond it 429')
    .option('--tokens <file>', 'another token file')
    .action(
      answers(async command => (await import('./commands/serve.ts')).addToken(command.args[0] ?? '', command.optsWithGlobals())),
    )
  token
    .command('list')
    .description('names, scopes and dates')
    .option('--tokens <file>', 'another token file')
    .action(answers(async command => (await import('./commands/serve.ts')).listTokens(command.optsWithGlobals())))
  token
    .command('remove')
    .description('a token no longer counts, within half a second, with any replica')
    .argument('<name>')
    .option('--tokens <file>', 'another token file')
    .option('--local', 'for servers that read this file alone')
    .action(
      answers(async command =>
        (await import('./commands/serve.ts')).removeToken(command.args[0] ?? '', command.optsWithGlobals()),
      ),
    )

  program
    .command('dashboard')
    .helpGroup('See what happened:')
    .description('a page on this machine: the calls as they come, why each was decided so, the policy, and what is guarded')
    .option('--port <port>', 'port to listen on; 0 takes a free one (default: the one that config.yaml names, or a free one)')
    .option('--no-open', 'print the link, and open no browser')
    .addOption(new Option('--idle-ms <n>', 'when it ends that nobody has looked').default('1800000').hideHelp())
    .action(answers(async command => (await import('./commands/dashboard.ts')).dashboard(command.opts())))

  program
    .command('bridge')
    .description('print the plugin that connects a host without command hooks')
    .addArgument(new Argument('<host>').choices(['amp', 'kilo-code', 'openclaw', 'opencode', 'pi']))
    .option('--print', 'print the plugin file (the default without --out)')
    .option('--out <folder>', 'write every file of the installation into this folder')
    .option('--fail-closed', 'without a verdict the action is stopped (the default)')
    .option('--fail-open', 'without a verdict it goes through, with a warning')
    .option('--timeout-ms <n>', 'the whole budget of one call')
    .action(
      answers(async command => (await import('./commands/bridge.ts')).bridge(command.args[0] as Host, command.optsWithGlobals())),
    )
}

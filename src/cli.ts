/** The cold command line. Each command is loaded when it is called. Exit codes: 0 yes, 1 it ran and the answer is no, 2 it could not run. */

import { Argument, Command, CommanderError, Option } from 'commander'
import { sourceNames } from './args.ts'
import { groupings } from './audit/history/groupings.ts'
import type { Shell } from './commands/help/completion.ts'
import type { Host } from './commands/registration/bridge-files.ts'
import type { ServeFlags } from './commands/serve.ts'
import { ConfigError } from './commands/terminal/errors.ts'
import { systemWords } from './core/system-words.ts'
import { writeAll } from './io.ts'
import { compileSooner } from './jit.ts'

declare const __TFY_VERSION__: string

/** The program, and the exit code of the command that it ran. Completions and the manual page are made from the same tree. */
export const commandLine = (): { readonly program: Command; readonly code: () => number } => {
  let code = 0
  const answers =
    (run: (command: Command) => Promise<number>) =>
    async (...given: readonly unknown[]): Promise<void> => {
      code = await run(given.at(-1) as Command)
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

  program
    .command('init')
    .description('register this program with the coding agents that are here; shows what it would write, and asks')
    .option('--client <id...>', 'these clients only, found or not')
    .option(
      '--scope <scope>',
      'project, user, or managed: what an administrator deploys, for any machine (default: user where there is one)',
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
    .option('--program <path>', 'where tfy-hook will be on those machines')
    .addOption(
      new Option('--transport <how>', 'a command for each event, or a server of ours asked over HTTP (Claude Code)')
        .choices(['command', 'http'])
        .default('command'),
    )
    .option('--url <url>', 'the server of --transport http (default: http://127.0.0.1:8787)')
    .option('--token-env <name>', 'the variable whose value is sent as the token with --transport http')
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
    .option('--scope <scope>', 'project or user only; managed prints what an administrator takes out')
    .option('--dry-run', 'show what would be taken out')
    .option('-y, --yes', 'take it out without asking')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/setup/uninstall.ts')).uninstall(command.opts())))
  program
    .command('doctor')
    .description('what is wrong, why it matters and what fixes it; runs what is registered as the clients would')
    .option('--client <id...>', 'these clients only, found or not')
    .option('--no-drill', 'run nothing that is registered')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/health/doctor.ts')).doctor(command.opts())))
  program
    .command('status')
    .description('one screen: which clients are guarded, by what, and when each last called')
    .option('--client <id...>', 'these clients only, found or not')
    .option('--line', 'for a client’s status line, quickly: whether this session was seen, and how many calls were refused today')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/health/status.ts')).status(command.opts())))

  program
    .command('explain')
    .description('what the hook that is registered here would decide and answer, and why; or why it has decided so')
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

  const policy = program.command('policy').description('check, show, test and replay policies')
  policy
    .command('check')
    .description('validate policy files, and find what cannot be meant; without a file, those in force here')
    .argument('[files...]')
    .option('--layer <layer>', 'read the files as this layer: managed, user or project', 'user')
    .option('--strict', 'warnings fail, too: for CI')
    .option('--json', 'one JSON array of problems')
    .option('--sarif', 'SARIF, for code hosts')
    .action(answers(async command => (await import('./commands/policy/check.ts')).check(command.args, command.opts())))
  policy
    .command('show')
    .description('the effective policy here, and where each part comes from; of one rule, all that is known')
    .argument('[rule]')
    .option('--all', 'rules that are off, too')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/policy/policy.ts')).show(command.args, command.opts())))
  policy
    .command('enforce')
    .description('end the trial of rules: they are enforced from the next call on')
    .argument('[rules...]')
    .option('--all', 'of all rules: extends observe becomes recommended, strategy audit becomes enforce')
    .option('--dry-run', 'show what would be changed')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/policy/enforce.ts')).enforce(command.args, command.opts())))
  policy
    .command('test')
    .description('run the cases of policy.test.yaml; without a file, those beside the policies in force')
    .argument('[files...]')
    .option('--layer <layer>', 'read the policies as this layer', 'user')
    .option('--instead-of <file>', 'the tests beside this file, with the policies in force here and the one named in its place')
    .option('--json', 'one JSON array of reports')
    .option('--junit', 'JUnit XML')
    .action(answers(async command => (await import('./commands/policy/test.ts')).test(command.args, command.opts())))
  policy
    .command('replay')
    .description('which recorded calls the policy would answer differently; without a file, the policies in force')
    .argument('[files...]')
    .option('--log <file>', 'another audit log')
    .option('--layer <layer>', 'read the policies as this layer', 'user')
    .option('--last <n>', 'the last calls only')
    .option('--instead-of <file>', 'the policies in force here, with the one named in the place of this file')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/policy/replay.ts')).replay(command.args, command.opts())))
  policy
    .command('schema')
    .description('print the JSON Schema of policy files')
    .action(answers(async () => (await import('./commands/policy/policy.ts')).schema()))

  policy
    .command('allow')
    .description('an exception for one refused call, as narrow as it can be: shows it and asks a person before it writes')
    .argument('<id>', 'the call, as its refusal names it')
    .option('--days <n>', 'how long it holds', '30')
    .option('--dry-run', 'show what would be written')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/approve/allow.ts')).allow(command.args[0] ?? '', command.opts())))
  policy
    .command('suggest')
    .description('what the audit log says the policy should be asked about: refusals that come again, and who permits them')
    .option('--days <n>', 'how far back it looks', '30')
    .option('--json', 'one JSON array')
    .action(answers(async command => (await import('./commands/approve/suggest.ts')).suggest(command.opts())))
  policy
    .command('pull')
    .description('bring the newest bundle that the managed configuration names, check it, and put it in force')
    .option('--json', 'one JSON object')
    .addOption(new Option('--behind').hideHelp())
    .action(answers(async command => (await import('./commands/policy/pull.ts')).pull(command.opts())))
  policy
    .command('status')
    .description('which bundle is in force, how old it is, and when the next one is looked for')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/policy/pull.ts')).bundleStatus(command.opts())))
  const bundle = policy.command('bundle').description('one signed file with policies and their tests, for a fleet')
  bundle
    .command('build')
    .description('make a bundle of policy files and the tests beside them; refused when a test fails')
    .argument('<files...>')
    .requiredOption('--out <file>', 'the bundle to write')
    .requiredOption('--name <name>', 'its name, the same for every version')
    .requiredOption('--version <version>', 'its version')
    .option('--expires <when>', 'until when it may be used: days, or a date', '90d')
    .option('--counter <n>', 'must grow with every bundle that is published (default: the time in seconds)')
    .option('--minimum <version>', 'the least tfy-hook that may use it')
    .option('--percent <n>', 'only for this part of the machines')
    .option('--group <name...>', 'and for the machines of these groups')
    .option('--previous <file>', 'the bundle before it, whose key lists go on')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/policy/bundle.ts')).build(command.args, command.opts())))
  bundle
    .command('sign')
    .description('sign a bundle with a key of minisign or PEM; or let the key hand over to new ones')
    .argument('<file>')
    .option('--key <file>', 'the secret key')
    .option('--new-keys <file...>', 'public keys that sign from here on, in place of this one')
    .option('--signature <file>', 'what minisign has signed, in place of a key')
    .option('--public <file>', 'with --signature: the public key')
    .option('--out <file>', 'another file to write')
    .action(answers(async command => (await import('./commands/policy/bundle.ts')).sign(command.args[0] ?? '', command.opts())))
  bundle
    .command('verify')
    .description('whether a bundle is signed, well-formed and passes its own tests')
    .argument('<file>')
    .option('--keys <file...>', 'public keys (default: those of the managed configuration)')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/policy/bundle.ts')).verify(command.args[0] ?? '', command.opts())))

  const audit = program.command('audit').description('what hooks have decided: follow, count, show and verify the audit log')
  const onLog = (name: string, description: string): Command =>
    audit
      .command(name)
      .description(description)
      .option('--dir <dir>', 'another directory with an audit log')
      .option('--json', ['tail', 'export'].includes(name) ? 'one JSON object per line' : 'one JSON object')
  const chosen = (command: Command): Command =>
    command
      .option('--client <id>', 'calls of this client; here and below several with commas')
      .option('--rule <id>', 'calls that this rule, or a rule of this pack, took part in, on trial or not')
      .option('--decision <decision>', 'allow, ask, defer, deny, and for trials would-ask, would-defer, would-deny')
      .option('--user <name>', 'calls of this user')
      .option('--host <name>', 'calls on this machine')
      .option('--project <dir>', 'calls in this folder, or below it')
      .option('--text <text>', 'calls that have this in their tool, content or reason')
      .option('--trial', 'calls on which rules held that are on trial')
      .option('--event <name>', 'calls of this event')
      .option('--session <id>', 'calls of this session, or of those whose id begins so')
      .option('--id <id>', 'the call with this id, as refusals name it')
      .option('--since <time>', '90m, 12h, 7d, today, yesterday, a date or an ISO time')
      .option('--until <time>', 'the same')
  chosen(onLog('tail', 'the last calls, and those that come'))
    .option('-n, --lines <n>', 'how many', '20')
    .option('-f, --follow', 'go on with the calls that come')
    .action(answers(async command => (await import('./commands/audit/tail.ts')).tail(command.optsWithGlobals())))
  chosen(onLog('stats', 'counts by client, rule, decision and day; the denied and the slow'))
    .addOption(new Option('--by <what>', 'a table of counts by this').choices(groupings))
    .action(answers(async command => (await import('./commands/audit/stats.ts')).stats(command.optsWithGlobals())))
  chosen(onLog('show', 'one call in full'))
    .argument('[id]', 'as tail shows it')
    .option('--last', 'the last call, of those asked for')
    .action(answers(async command => (await import('./commands/audit/show.ts')).show(command.args[0], command.optsWithGlobals())))
  chosen(onLog('export', 'chosen calls as CSV, JSON lines, SARIF or a report to read'))
    .addOption(
      new Option('--format <format>', 'csv, jsonl, sarif: calls stopped or asked about, or html: one page')
        .choices(['csv', 'jsonl', 'html', 'sarif'])
        .default('jsonl'),
    )
    .option('-o, --output <file>', 'a file instead of stdout, readable by you alone')
    .action(answers(async command => (await import('./commands/audit/export.ts')).exportCalls(command.optsWithGlobals())))
  onLog('verify', 'whether the log is as it was written')
    .option('--expect <seal>', 'a seal that was noted before, which must be in the log')
    .action(answers(async command => (await import('./commands/audit/verify.ts')).verify(command.optsWithGlobals())))

  audit
    .command('schema')
    .description('print the JSON Schema of what is recorded and sent on')
    .addArgument(new Argument('<shape>').choices(['audit-line', 'hook-event']))
    .action(async (shape: 'audit-line' | 'hook-event') => {
      code = await (await import('./commands/audit/schema.ts')).schema(shape)
    })

  chosen(program.command('watch').description('calls as they come: a view with keys on a terminal, lines elsewhere'))
    .option('--dir <dir>', 'another directory with an audit log')
    .option('--json', 'one JSON object per line')
    .action(answers(async command => (await import('./commands/audit/watch.ts')).watch(command.opts())))

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
    .action(async (_options, command: Command) => {
      const project = command.getOptionValueSource('projectPolicies')
      const { projectPolicies, ...flags } = command.optsWithGlobals()
      const said = project === 'default' || project === undefined ? {} : { projectPolicies }
      compileSooner(1)
      code = await (await import('./commands/serve.ts')).serve({ ...flags, ...said } as ServeFlags)
    })
  const token = serve.command('token').description('the tokens that callers may present')
  token
    .command('add')
    .description('make a token; it is shown once')
    .argument('<name>')
    .option('--scope <scope...>', 'validate, metrics, approve', ['validate'])
    .option('--tenant <name>', 'its own policies and sessions: a folder tenants/NAME beside the policy')
    .option('--per-minute <n>', 'requests in a minute; beyond it 429')
    .option('--tokens <file>', 'another token file')
    .action(async (name: string, _options, command: Command) => {
      code = (await import('./commands/serve.ts')).addToken(name, command.optsWithGlobals())
    })
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
    .action(async (name: string, _options, command: Command) => {
      code = await (await import('./commands/serve.ts')).removeToken(name, command.optsWithGlobals())
    })

  program
    .command('dashboard')
    .description('a page on this machine: the calls as they come, why each was decided so, the policy, and what is guarded')
    .option('--port <port>', 'port to listen on; 0 takes a free one', '0')
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
    .action(async (host: Host, _options, command: Command) => {
      code = (await import('./commands/bridge.ts')).bridge(host, command.optsWithGlobals())
    })

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
    .action(async (name: string, _options, command: Command) => {
      code = await (await import('./commands/keep-connections.ts')).keep(name, command.opts())
    })

  program
    .command('version')
    .description('the version, and what it runs on')
    .option('--json', 'one JSON object')
    .action(answers(async command => (await import('./commands/version.ts')).version(command.opts())))
  program
    .command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish', 'powershell']))
    .action(async (shell: Shell) => {
      code = await (await import('./commands/help/completion.ts')).completion(shell, program)
    })
  program
    .command('man')
    .description('print the manual page: tfy-hook man | man -l -')
    .action(answers(async () => (await import('./commands/help/man.ts')).man(program)))

  for (const command of everyCommand(program)) command.addOption(new Option('--debug').hideHelp())
  return { program, code: () => code }
}

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

/** `audit` and `watch`: what hooks have decided. */

import { Argument, type Command, Option } from 'commander'
import { groupings } from '../hook/audit/history/groupings.ts'
import type { Answers } from './answers.ts'

export const addAudit = (program: Command, answers: Answers): void => {
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
      .option(
        '--decision <decision>',
        'allow, contain, ask, defer, deny, and for trials would-contain, would-ask, would-defer, would-deny',
      )
      .option('--user <name>', 'calls of this user')
      .option('--host <name>', 'calls on this machine')
      .option('--project <dir>', 'calls in this folder, or below it')
      .option('--text <text>', 'calls that have this in their tool, content, arguments, paths or reason')
      .option('--tenant <name>', 'calls of this tenant of a server')
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
    .addOption(
      new Option('--asked', 'the ordinary calls most asked about: what a policy could permit').conflicts(['by', 'trial']),
    )
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
  onLog('silent', 'who has gone silent: sessions are heard of, and ask before no tool')
    .option('--tenant <name>', 'of this tenant of a server')
    .action(answers(async command => (await import('./commands/audit/silent.ts')).silentOnes(command.optsWithGlobals())))
  onLog('verify', 'whether the log is as it was written')
    .option('--expect <seal>', 'a seal that was noted before, which must be in the log')
    .action(answers(async command => (await import('./commands/audit/verify.ts')).verify(command.optsWithGlobals())))

  audit
    .command('schema')
    .description('print the JSON Schema of what is recorded and sent on')
    .addArgument(new Argument('<shape>').choices(['audit-line', 'hook-event']))
    .action(
      answers(async command =>
        (await import('./commands/audit/schema.ts')).schema(command.args[0] as 'audit-line' | 'hook-event'),
      ),
    )

  chosen(program.command('watch').description('calls as they come: a view with keys on a terminal, lines elsewhere'))
    .option('--dir <dir>', 'another directory with an audit log')
    .option('--json', 'one JSON object per line')
    .action(answers(async command => (await import('./commands/audit/watch.ts')).watch(command.opts())))
}

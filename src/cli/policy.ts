/** `policy`: checked, shown, tried, and signed for a fleet. */

import { Argument, type Command, Option } from 'commander'
import type { Answers } from './answers.ts'

const layerOption = (description: string): Option =>
  new Option('--layer <layer>', description).choices(['managed', 'user', 'project']).default('user')

export const addPolicy = (program: Command, answers: Answers): void => {
  const policy = program.command('policy').description('check, show, test and replay policies')
  policy
    .command('check')
    .description('validate policy files, and find probable mistakes; without a file, those in force here')
    .argument('[files...]')
    .addOption(layerOption('read the files as this layer'))
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
    .command('compile')
    .description('compile the managed files for all accounts of this machine, after a change of them or a newer tfy-hook')
    .action(answers(async () => (await import('./commands/policy/compile.ts')).compile()))
  policy
    .command('test')
    .description('run the cases of policy.test.yaml; without a file, those beside the policies in force')
    .argument('[files...]')
    .addOption(layerOption('read the policies as this layer'))
    .option('--instead-of <file>', 'the tests beside this file, with the policies in force here and the one named in its place')
    .option('--coverage', 'in how many cases each rule of the files fired, and the rules of each built-in pack')
    .option('--json', 'one JSON array of reports')
    .option('--junit', 'JUnit XML')
    .action(answers(async command => (await import('./commands/policy/test.ts')).test(command.args, command.opts())))
  policy
    .command('replay')
    .description('which recorded calls the policy would answer differently; without a file, the policies in force')
    .argument('[files...]')
    .option('--log <file>', 'another audit log')
    .addOption(layerOption('read the policies as this layer'))
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
    .command('import')
    .description("rules of another tool as a policy, on stdout: Claude Code's permissions")
    .addArgument(new Argument('<from>', 'what is imported').choices(['claude-settings']))
    .argument('[file]', 'its settings; .claude/settings.json when absent')
    .action(answers(async command => (await import('./commands/policy/import.ts')).importSettings(command.args)))
  policy
    .command('suggest')
    .description('refusals that recur, and who can permit them')
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
}

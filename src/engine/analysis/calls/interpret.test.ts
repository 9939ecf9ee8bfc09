import { expect, test } from 'vitest'
import { linux, workspace } from '../testing.ts'
import type { Analysis, Call } from '../values/analysis.ts'
import type { Effect } from '../values/facts.ts'
import { literal, nothing, type Value } from '../values/value.ts'
import type { Program, Row } from './form.ts'
import { interpret } from './interpret.ts'
import { parsed, type Reading } from './options.ts'

const words = (line: string): readonly Value[] => (line === '' ? [] : line.split(' ').map(word => literal(word)))

/** What came of a call: findings, paths read and written, hosts, and commands that were run, each with its own mark. */
const done = (program: Program, line: string, environment: Readonly<Record<string, string>> = {}): string => {
  const ran: string[] = []
  const note = (text: string) => {
    ran.push(text)
    return nothing
  }
  const lists = { invocations: [], effects: [] as Effect[], reads: [], writes: [], deletes: [], hosts: [] as string[] }
  const analysis = {
    ...lists,
    host: linux,
    roots: [workspace],
    files: new Map(),
    links: { made: new Map(), seen: new Map(), mounts: new Set() },
    script: (source: string) => note(`$ ${source}`),
    words: (list: readonly Value[]) => note(`> ${list.map(word => word.text).join(' ')}`),
  } as unknown as Analysis
  const env = {
    cwd: workspace,
    variables: new Map(Object.entries(environment).map(([name, text]) => [name, { fields: [literal(text)], array: false }])),
    functions: new Map(),
    aliases: new Map(),
    wrappers: [],
    depth: 0,
    remote: false,
  }
  const invocation = { assignments: {}, flags: [] }
  const call = { program: 'keep', args: words(line), env, stdin: nothing, analysis, invocation, output: undefined }
  interpret(call as unknown as Call, program)
  const paths = (mark: string, list: readonly { readonly path?: string }[]) =>
    list.map(({ path = '' }) => mark + path.replace(`${workspace}/`, ''))
  return [
    ...lists.effects.map(({ finding, certainty }) => finding + (certainty === 'proved-ordinary' ? '~' : '')),
    ...paths('<', lists.reads),
    ...paths('-', lists.deletes),
    ...paths('+', lists.writes),
    ...lists.hosts.map(host => `@${host}`),
    ...ran,
  ].join(' ')
}

const keep: Program = {
  valued: 'r repo',
  reads: 'T files-from',
  runs: 'password-command',
  settings: 'o option',
  leads: 'c context',
  groups: 'all',
  attached: 'i',
  shortens: true,
  environment: { KEEP_OPTIONS: '', KEEP_FILES: 'files-from', KEEP_LIST: 'T' },
  rehearsal: 'n',
  rows: [
    ['forget', 'cloud.destroy'],
    ['... purge -f|--force', 'cloud.storage-destroy'],
    ['level --access=public', 'cloud.access-change'],
    ['tidy !--keep', 'database.destroy', 'ordinary'],
    ['sql =drop+table', 'database.destroy'],
    ['wipe .', 'disk.wipe'],
    ['spin -quick', 'disk.fill'],
    ['pack', { writes: 'f file', operands: 'reads...' }],
    ['copy', { operands: 'from... to' }],
    ['trim', { operands: 'valued destroys' }],
    ['exec', { operands: 'valued command' }],
    ['enter', { operands: '-- elsewhere' }],
    ['start', { valued: 'v', program: 'entry', stops: true, operands: 'valued elsewhere' }],
    ['watch', { operands: 'source' }],
    ['post', { hosts: 'h', operands: 'sends...' }],
    ['drop', { operands: 'deletes' }],
    ['shift', { creates: 'f', operands: 'moves' }],
    ['clone', { into: 'D', operands: 'copies... into' }],
    ['ship', { into: 'D', operands: 'moves... into' }],
    ['mark', { operands: 'appends edits...' }],
  ],
}

type Case = readonly [line: string, what: string, environment?: Readonly<Record<string, string>>]

const cases: readonly Case[] = [
  ['forget', 'cloud.destroy'],
  ['-r forget', ''],
  // An option that nobody here knows, and that takes a value by its name.
  ['--project-ref x forget', 'cloud.destroy'],
  ['--work-dir --kube-context x forget', 'cloud.destroy'],
  ['--project-ref=x forget', 'cloud.destroy'],
  ['--quiet x forget', ''],
  ['--project-ref forget', 'cloud.destroy'],
  ['--project-ref x snapshots', ''],
  ['--project-ref x forget -n', ''],
  ['-r x forget', 'cloud.destroy'],
  ['--repo=x forget', 'cloud.destroy'],
  ['--repo x forget', 'cloud.destroy'],
  ['--re x forget', 'cloud.destroy'],
  ['snapshots', ''],
  // Clustered, attached, repeated.
  ['a b purge -vf', 'cloud.storage-destroy'],
  ['purge -if', ''],
  ['purge -rf', ''],
  ['purge --forc', 'cloud.storage-destroy'],
  ['purge --force=false', ''],
  ['purge --force=true', 'cloud.storage-destroy'],
  ['purge -- -f', ''],
  ['-Ta -T b --files-from c --files-from=d', '<a <b <c <d'],
  ['spin -quick', 'disk.fill'],
  ['spin -q', ''],
  // Options of a group are not those of its commands.
  ['-c x all -c y forget', ''],
  ['-c x forget', 'cloud.destroy'],
  ['all -c y purge -cf', 'cloud.storage-destroy'],
  // Values and words of rows.
  ['level --access=public', 'cloud.access-change'],
  ['level --access public', 'cloud.access-change'],
  ['level --access private', ''],
  ['level --access=private --access public', 'cloud.access-change'],
  ['tidy', 'database.destroy~'],
  ['tidy --keep', ''],
  ['sql xDROP', ''],
  ['wipe', 'disk.wipe'],
  ['wipe x', ''],
  // Roles.
  ['pack -fout a b', '<a <b +out'],
  ['pack --file - a', '<a'],
  // Of another command, `-f` takes nothing.
  ['-f purge', 'cloud.storage-destroy'],
  ['copy a b host.example:c', 'exfiltration.file-to-network~ <a <b @host.example'],
  ['copy host.example:a b', '+b @host.example'],
  ['copy . /etc', 'filesystem.overwrite-system <  +/etc'.replace('  ', `${workspace} `)],
  ['copy / host.example:c', 'exfiltration.file-to-network </ @host.example'],
  ['trim x src y', 'filesystem.delete-source~ -src'],
  ['exec x -- rm -rf y', '> rm -rf y'],
  ['exec x rm -rf y', '> rm -rf y'],
  ['exec x tool@1.2 y', '> tool y'],
  ['exec x rm y --dry-run', '> rm y --dry-run'],
  ['start -v a img rm -v -- y', '> rm -v -- y'],
  ['start -v a img -v b', '> -v b'],
  ['start img', ''],
  ['start --entry rm -v a img -v y', '> rm -v y'],
  ['start --entry=rm img', '> rm'],
  ['enter x y -- rm -rf y', '> rm -rf y'],
  ['enter rm -rf y', '> rm -rf y'],
  ['watch a -b c', '$ a -b c'],
  ['post -hhost.example a', 'exfiltration.file-to-network~ <a @host.example'],
  ['drop src', '-src'],
  ['clone a b c', '<a <b +c'],
  ['clone -D c a b', '<a <b +c'],
  ['clone a', '+a'],
  ['ship a b c', '-a -b +c'],
  ['ship -Dc a b', '-a -b +c'],
  ['mark a b c', '<b <c +a +b +c'],
  [
    'shift . -f /etc/x',
    'filesystem.overwrite-system filesystem.move-outside filesystem.delete-workspace -/home/dev/shop +/etc/x',
  ],
  ['shift / -f /etc/x', 'filesystem.overwrite-system filesystem.move-outside -/ +/etc/x'],
  ['-o sftp.command=ls -o sftp.args=x', '$ ls'],
  ['snapshots --password-command ls', '$ ls'],
  // The environment.
  ['purge', 'cloud.storage-destroy', { KEEP_OPTIONS: '-v -f' }],
  ['x', '$ ls src', { KEEP_OPTIONS: "-v --password-command='ls src'" }],
  ['x', '<list', { KEEP_FILES: 'list' }],
  ['x', '<list', { KEEP_LIST: 'list' }],
  ['x', '', { KEEP_LIST: 'a\0', KEEP_FILES: '' }],
  // Nothing happens, but what has to run first.
  ['forget -n', ''],
  ['pack a -n', ''],
  ['forget --dry-run', ''],
  ['forget --dry-run=client', ''],
  ['forget --dry-run=none', 'cloud.destroy'],
  ['forget -r --dry-run', 'cloud.destroy'],
  ['forget -- --dry-run', 'cloud.destroy'],
  ['forget --dry-ru', 'cloud.destroy'],
  ['-T a forget -n --password-command ls', '$ ls'],
  ['forget --help --password-command ls', ''],
  ['forget -help', ''],
  ['--version', ''],
  ['forget --version', 'cloud.destroy'],
  ['--version -T a', ''],
  ['help forget', ''],
  ['forget help', ''],
  ['forget x help', 'cloud.destroy'],
  ['a purge -f help', 'cloud.storage-destroy'],
  ['exec x --help -- rm y', '> rm y'],
]

test.each(cases.map(([line, what, environment = {}]) => [line, what, environment] as const))(
  '%s: %s',
  (line, what, environment) => {
    expect(done(keep, line, environment)).toBe(what)
  },
)

const rows = (...all: readonly Row[]): Program => ({ rows: all })
const wipes = rows(['', 'disk.wipe'])
const purges = rows(['purge', 'disk.wipe'])

test.each<readonly [line: string, program: Program, what: string]>([
  ['help', wipes, 'disk.wipe'],
  ['x help', rows(['-a', 'disk.fill'], ['', 'disk.wipe']), 'disk.wipe'],
  ['help purge', rows(['... purge', 'disk.wipe'], ['forget', 'disk.fill']), ''],
  // Whoever does not know an option may ignore it, and do the deed.
  ['x --diff', wipes, 'disk.wipe'],
  ['x --simulate', wipes, 'disk.wipe'],
  ['x --simulate', { rehearsal: 'simulate', rows: [['', 'disk.wipe']] }, ''],
  // Some act on a word before they come to the next.
  ['x --help', wipes, 'disk.wipe'],
  ['-q --help x', wipes, ''],
  ['purge x --help', purges, ''],
  ['purge x --help=false', purges, 'disk.wipe'],
  ['purge x --dry-run', purges, ''],
  ['purge x --dry-run=server', purges, ''],
  ['purge x --dry-run=off', purges, 'disk.wipe'],
  ['purge x --dry-run false', purges, 'disk.wipe'],
  ['purge x --note --help', purges, 'disk.wipe'],
  ['purge x --note --dry-run', purges, 'disk.wipe'],
  ['purge x --force --dry-run', purges, ''],
  ['purge x --dry-run --no-dry-run', purges, 'disk.wipe'],
  [workspace, { operands: 'unmounts...' }, 'filesystem.delete-workspace'],
])('%s of %j: %s', (line, program, what) => {
  expect(done(program, line)).toBe(what)
})

const long: Reading = { takes: new Set(['chdir', 'o', 'out']), known: new Set(['chdir', 'out', 'outer', 'o', 'destroy']) }

test.each<readonly [line: string, reading: Reading, flags: string, values: string, operands: string]>([
  ['-chdir=a -destroy b', long, 'chdir destroy', 'chdir:a', 'b'],
  ['-chdir a b', long, 'chdir', 'chdir:a', 'b'],
  ['-oa -o b', long, 'o', 'o:a o:b', ''],
  ['--ou a', { ...long, shortens: true }, 'out outer', '', 'a'],
  ['--ou=a', { ...long, shortens: true }, 'out outer', 'out:a outer:a', ''],
  ['--out a', { ...long, shortens: true }, 'out', 'out:a', ''],
  ['--ou a', long, 'ou', '', 'a'],
  ['-x a -o b', { ...long, ends: 1 }, 'x', '', 'a -o b'],
  ['- -x', { takes: new Set() }, 'x', '', '-'],
  ['-x - -y', { takes: new Set(), ends: 1 }, 'x', '', '- -y'],
  ['-o', long, 'o', '', ''],
  ['--out', long, 'out', '', ''],
])('%s is read', (line, reading, flags, values, operands) => {
  const given = parsed(words(line), reading)
  const every = given.every.map(([name, { text }]) => `${name}:${text}`).join(' ')
  expect([[...given.flags].join(' '), every, given.positional.map(({ text }) => text).join(' ')]).toEqual([
    flags,
    values,
    operands,
  ])
})

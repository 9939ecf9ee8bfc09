/** What can become of a machine on which somebody has deployed our files, each with the finding that it makes. */

import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Files below the machine's folder, by their path on it. */
export interface Hands {
  readonly at: (path: string) => string
}

export interface Departure {
  readonly what: string
  readonly make: (hands: Hands) => void
  /** What takes it back. */
  readonly undo: (hands: Hands) => void
  /** Its finding: severity, name, and how it begins. */
  readonly finding: string
  /** Names of what follows from it for others, and is told as well. */
  readonly follows?: readonly string[]
  /** The program itself cannot be asked. */
  readonly elsewhere?: true
}

const mode = (path: string, bits: number, before: number): Departure => ({
  what: `${path} has the mode ${bits.toString(8)}`,
  make: ({ at }) => chmodSync(at(path), bits),
  undo: ({ at }) => chmodSync(at(path), before),
  finding: `warn managed.writable ${path} can be written by others than root.`,
})

const owner = (path: string): Departure => ({
  what: `${path} belongs to an account`,
  make: ({ at }) => chownSync(at(path), 12_345, 12_345),
  undo: ({ at }) => chownSync(at(path), 0, 0),
  finding: `warn managed.writable ${path} can be written by others than root.`,
})

/** With another text; or none, which is as good as no file. */
const text = (path: string, change: (before: string) => string | undefined, finding: string, what = 'is changed'): Departure => {
  let before = ''
  return {
    what: `${path} ${what}`,
    make: ({ at }) => {
      before = readFileSync(at(path), 'utf8')
      const after = change(before)
      if (after === before) throw new Error(`nothing changes in ${path}`)
      if (after === undefined) rmSync(at(path))
      else writeFileSync(at(path), after)
    },
    undo: ({ at }) => writeFileSync(at(path), before, { mode: 0o644 }),
    finding,
  }
}

const gone = (path: string): Departure =>
  text(path, () => undefined, `bad managed.missing ${path} was deployed, and cannot be read or is not there.`, 'is gone')

const changed = (path: string, change: (before: string) => string, what: string): Departure =>
  text(path, change, `bad managed.changed ${path} is not as it was deployed.`, what)

const extra = (path: string, content: string, finding: string, { mode: bits = 0o644, uid = 0 } = {}): Departure => ({
  what: `${path} stands there, ${bits.toString(8)} of ${uid}`,
  make: ({ at }) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), content)
    chmodSync(at(path), bits)
    chownSync(at(path), uid, uid)
  },
  undo: ({ at }) => rmSync(at(path)),
  finding,
})

const [gemini, qwen, codex] = ['/etc/gemini-cli/settings.json', '/etc/qwen-code/settings.json', '/etc/codex/requirements.toml']
const claude = '/etc/claude-code/managed-settings.d/50-tfy-hook.json'
const copilot = '/etc/github-copilot/policy.d/tfy-hook.json'
const [config, policy, list] = ['config.yaml', 'policy.yaml', 'managed.json'].map(name => `/etc/tfy-hook/${name}`) as [
  string,
  string,
  string,
]
const [program, door] = ['/usr/local/bin/tfy-hook', '/usr/local/bin/tfy-hook-door']
const [forms, bundle] = ['/etc/tfy-hook/compiled', '/etc/tfy-hook/bundle']
const theirs = `${dirname(claude)}/90-theirs.json`

export const departures: readonly Departure[] = [
  ...['/etc', '/etc/tfy-hook', forms, dirname(claude), dirname(dirname(claude)), dirname(copilot), dirname(gemini)].flatMap(
    path => [mode(path, 0o777, 0o755), owner(path)],
  ),
  ...['/usr/local', '/usr/local/bin'].flatMap(path => [mode(path, 0o775, 0o755), owner(path)]),
  ...[program, door].flatMap(path => [mode(path, 0o777, 0o755), owner(path)]),
  ...[list, claude, codex, qwen].flatMap(path => [mode(path, 0o666, 0o644), owner(path)]),
  // Whose file it is decides whose form counts.
  ...[config, policy].flatMap(path => [
    { ...mode(path, 0o666, 0o644), follows: ['file.writable'] },
    { ...owner(path), follows: ['managed.uncompiled'] },
  ]),
  gone('/etc/augment/settings.json'),
  gone('/etc/cursor/hooks.json'),
  gone('/etc/factory/settings.json'),
  gone('/etc/windsurf/hooks.json'),
  gone('/etc/vscode/policy.json'),
  gone(copilot),
  gone(gemini),
  changed('/etc/vscode/policy.json', said => said.replace('true', 'false'), 'says otherwise'),
  {
    ...changed(codex, said => said.replace('--fail-closed', '--fail-open'), 'fails open for one event'),
    follows: ['registration.fails', 'registration.stale'],
  },
  changed(gemini, said => said.replaceAll('--fail-closed', '--fail-open'), 'fails open'),
  {
    ...changed(qwen, said => said.replace('"disableAllHooks": false', '"disableAllHooks": true'), 'switches hooks off'),
    follows: ['registration.off'],
  },
  { ...changed(config, said => `${said}# a comment\n`, 'has one more line'), follows: ['managed.uncompiled'] },
  {
    ...changed(policy, said => said.replace('could-not-tell: ask', 'could-not-tell: allow'), 'permits more'),
    follows: ['managed.uncompiled'],
  },
  text(
    list,
    () => undefined,
    `warn managed.unlisted /etc/augment/settings.json was deployed, and ${list} is not there.`,
    'is gone',
  ),
  text(list, () => '{}', `warn managed.unreadable ${list} is no list of deployed files.`, 'is no list'),
  text(`${forms}/policy.json`, () => undefined, `warn managed.uncompiled What ${policy} says now`, 'is gone'),
  text(`${forms}/config.json`, said => said.replace('|config|', '|other|'), `warn managed.uncompiled What ${config} says now`),
  text(
    `${forms}/policy.json`,
    said => said.replace('"unattended":"deny"', '"unattended":"allow"'),
    `bad managed.forged ${forms}/policy.json does not say what ${policy} says.`,
    'permits more',
  ),
  {
    what: 'the program is gone',
    make: ({ at }) => renameSync(at(program), at('/usr/local/gone')),
    undo: ({ at }) => renameSync(at('/usr/local/gone'), at(program)),
    finding: `bad managed.program The deployed files start ${program}, which is not there.`,
    follows: ['program.missing'],
    elsewhere: true,
  },
  {
    what: 'not every account may run the program',
    make: ({ at }) => chmodSync(at(program), 0o700),
    undo: ({ at }) => chmodSync(at(program), 0o755),
    finding: `bad managed.program The deployed files start ${program}, which not every account may run.`,
    follows: ['program.missing'],
    elsewhere: true,
  },
  {
    what: 'the door is of another build',
    make: ({ at }) => appendFileSync(at(program), '\n'),
    undo: ({ at }) => truncateSync(at(program), statSync(at(program)).size - 1),
    finding: `warn program.door ${program} answers, although ${door} is there: `,
  },
  extra(theirs, '{}', `warn managed.writable ${theirs} can be written by others than root.`, { mode: 0o666 }),
  extra(theirs, '{}', `warn managed.writable ${theirs} can be written by others than root.`, { uid: 12_345 }),
  { ...extra(theirs, '[', `warn managed.beside ${theirs} stands beside the deployed files`), follows: ['registration.unknown'] },
  extra(
    theirs,
    '{"pluginConfigs":{"cc-plugin-sec-default@builtin":{"options":{"allowManagedModsOnly":false}}}}',
    `warn managed.beside ${theirs} stands beside the deployed files, and says otherwise of pluginConfigs.`,
  ),
  extra(`${bundle}/active.json`, '{}', `warn managed.writable ${bundle}/active.json can be written by others than root.`, {
    mode: 0o666,
  }),
  extra(`${bundle}/pull.json`, '{}', `warn managed.writable ${bundle}/pull.json can be written by others than root.`, {
    uid: 12_345,
  }),
]

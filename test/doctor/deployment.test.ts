/** What `doctor` says of deployed files: on a machine where they are as made, and after each thing that can happen to them. */

import { basename, dirname } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { installables } from '../../src/cli/commands/registration/registrations.ts'
import { managedSet, type Target } from '../../src/cli/commands/setup/managed-set.ts'
import { deployment } from '../../src/setup/doctor/deployment.ts'
import { FileProblem } from '../../src/setup/install/files.ts'

const dir = '/etc/tfy-hook'
const all = await installables()
const setFor = (format: 'files' | 'mdm-toml' = 'files', target: Target = 'linux') =>
  managedSet(
    all.filter(({ installation }) => installation.scopes.includes('managed')),
    {
      target,
      format,
      program: ['/usr/local/bin/tfy-hook'],
      closed: true,
      budgetMs: 10_000,
      http: undefined,
      dir,
      config: 'version: 1\n',
      policy: 'version: 1\n',
    },
  )
const set = setFor()
const manifest = `${dir}/managed.json`

interface Change {
  readonly files?: Readonly<Record<string, string | undefined | Error>>
  readonly stat?: Readonly<Record<string, { readonly mode: number; readonly uid: number } | undefined>>
  readonly versions?: Readonly<Record<string, readonly number[]>>
  readonly made?: ReturnType<typeof setFor>
  readonly registered?: readonly string[]
}

const found = ({ files = {}, stat = {}, versions = {}, made = set, registered = [] }: Change = {}): readonly string[] => {
  const there: Record<string, string | undefined | Error> = {
    ...Object.fromEntries(made.files.map(({ file, text }) => [file, text])),
    [manifest]: made.manifest,
    ...files,
  }
  return deployment([dir], {
    files: {
      read: file => {
        const text = there[file]
        if (text instanceof Error) throw text
        return text
      },
      list: folder =>
        Object.keys(there).flatMap(file => (there[file] !== undefined && dirname(file) === folder ? basename(file) : [])),
    },
    registered,
    real: path => path,
    versions: new Map(Object.entries(versions)),
    stat: file => (file in stat ? stat[file] : { mode: 0o100755, uid: 0 }),
  }).map(({ id, severity, client, what }) => `${severity} ${id} ${client ?? '-'} ${what}`)
}

const gemini = '/etc/gemini-cli/settings.json'
const codex = '/etc/codex/requirements.toml'
const textOf = (file: string): string => set.files.find(one => one.file === file)?.text ?? ''

describe('a deployment', () => {
  it('that nobody has touched is in order', () => {
    expect(found()).toEqual([expect.stringMatching(/^ok managed - \d+ files are as tfy-hook \S+ made them for linux\.$/)])
  })

  it('that is none says nothing', () => {
    expect(found({ files: { [manifest]: undefined } })).toEqual([])
  })

  it.each([
    [
      'our own file has one byte more',
      { [`${dir}/policy.yaml`]: 'version: 1\n\n' },
      'bad managed.changed - /etc/tfy-hook/policy.yaml',
    ],
    ['our own file is gone', { [`${dir}/config.yaml`]: undefined }, 'bad managed.missing - /etc/tfy-hook/config.yaml'],
    ['a client’s file is gone', { [gemini]: undefined }, `bad managed.missing gemini-cli ${gemini}`],
    ['a client’s file cannot be read', { [gemini]: new FileProblem('no') }, `bad managed.missing gemini-cli ${gemini}`],
    ['a client’s file is no JSON any more', { [gemini]: 'theirs' }, `bad managed.changed gemini-cli ${gemini}`],
    [
      'an entry fails open',
      { [gemini]: textOf(gemini).replace('--fail-closed', '--fail-open') },
      `bad managed.changed gemini-cli ${gemini}`,
    ],
    [
      'an entry is gone',
      { [codex]: textOf(codex).replace(/\[\[hooks\.PreToolUse\]\]\n.*\n/, '') },
      `bad managed.changed codex ${codex}`,
    ],
    [
      'a switch beside them is off',
      { [codex]: textOf(codex).replace('hooks = true', 'hooks = false') },
      `bad managed.changed codex ${codex}`,
    ],
    [
      'a switch beside them is gone',
      { [gemini]: textOf(gemini).replace('"enabled": true', '"other": 1') },
      `bad managed.changed gemini-cli ${gemini}`,
    ],
    [
      'an entry of ours is added',
      {
        [codex]: `${textOf(codex)}\n[[hooks.PreToolUse]]\nhooks = [{ type = "command", command = "/tmp/tfy-hook --client codex" }]\n`,
      },
      `bad managed.changed codex ${codex}`,
    ],
  ])('drifts where %s', (_, files, said) => {
    expect(found({ files })).toEqual([expect.stringContaining(said)])
  })

  it('may have what others add to a client’s file', () => {
    const files = {
      [gemini]: JSON.stringify({ theirs: 1, ...JSON.parse(textOf(gemini)) }),
      [codex]: `model = "large"\n${textOf(codex)}\n[[hooks.PreToolUse]]\nhooks = [{ type = "command", command = "/opt/theirs" }]\n`,
    }
    expect(found({ files })).toEqual([expect.stringContaining('ok managed')])
  })

  it('is found in the file that TrueFoundry’s tool makes of mdm.toml, whatever else stands there', () => {
    const made = setFor('mdm-toml')
    const file = '/etc/claude-code/managed-settings.json'
    const first = JSON.parse(textOf('/etc/claude-code/managed-settings.d/50-tfy-hook.json'))
    const theirs = JSON.stringify({ allowManagedHooksOnly: true, ...first })
    expect(found({ made, files: { [file]: theirs } })).toEqual([expect.stringContaining('ok managed')])
    expect(found({ made, files: { [file]: '{"allowManagedHooksOnly":true}' } })).toEqual([
      expect.stringContaining('bad managed.changed claude-code'),
    ])
    expect(found({ made })).toEqual([expect.stringContaining('bad managed.missing claude-code')])
  })

  it.each([
    ['others may write', { mode: 0o100664, uid: 0 }],
    ['an account owns', { mode: 0o100644, uid: 1_000 }],
  ])('is nobody’s when it has a file that %s', (_, stat) => {
    expect(found({ stat: { [gemini]: stat } })).toEqual([expect.stringContaining(`warn managed.writable - ${gemini}`)])
    expect(found({ stat: { [manifest]: stat } })).toEqual([expect.stringContaining(`warn managed.writable - ${manifest}`)])
  })

  it.each([
    ...['/', '/etc', '/etc/tfy-hook', '/etc/claude-code/managed-settings.d', '/usr', '/usr/local/bin', '/etc/tfy-hook/compiled'],
    ...['/usr/local/bin/tfy-hook', '/usr/local/bin/tfy-hook-door', '/etc/tfy-hook/compiled/policy.json'],
  ])('is nobody’s when an account may write %s', path => {
    for (const stat of [
      { mode: 0o100775, uid: 0 },
      { mode: 0o041777, uid: 0 },
      { mode: 0o100755, uid: 1_000 },
    ])
      expect(found({ stat: { [path]: stat } })).toEqual([`warn managed.writable - ${path} can be written by others than root.`])
  })

  it('is nobody’s when an account may write the bundle', () => {
    const bundle = `${dir}/bundle/active.json`
    expect(found({ files: { [bundle]: '{}' } })).toEqual([expect.stringContaining('ok managed')])
    for (const path of [bundle, dirname(bundle)])
      expect(found({ files: { [bundle]: '{}' }, stat: { [path]: { mode: 0o100777, uid: 0 } } })).toEqual([
        expect.stringContaining(`warn managed.writable - ${path}`),
      ])
  })

  it('whose list is gone is told by what is registered', () => {
    expect(found({ files: { [manifest]: undefined }, registered: [gemini] })).toEqual([
      `warn managed.unlisted - ${gemini} was deployed, and ${manifest} is not there.`,
    ])
  })

  it('may have other files beside it that say nothing else of what it needs', () => {
    const other = '/etc/claude-code/managed-settings.d/90-theirs.json'
    const at = (text: string | Error) => found({ files: { [other]: text } }).at(-1)
    expect(at('{"model":"large"}')).toBe(`ok managed.beside - ${other} stands beside the deployed files.`)
    const [need] = set.files.find(({ file }) => file.includes('50-tfy-hook'))?.needs ?? []
    const saying = (value: unknown): string =>
      JSON.stringify(need?.at.reduceRight<unknown>((held, key) => ({ [key]: held }), value))
    expect(at(saying(false))).toContain(`warn managed.beside - ${other}`)
    expect(at(saying(need?.value))).toContain('ok managed.beside')
    expect(at(JSON.stringify({ [need?.at[0] ?? '']: 'theirs' }))).toContain('warn managed.beside')
    expect(at('[')).toContain('warn managed.beside')
    expect(at(new FileProblem('no'))).toContain('and cannot be read')
  })

  it.each(['/usr/local/bin/tfy-hook', '/usr/local/bin'])('needs its program, and whoever may write %s', path => {
    expect(found({ stat: { '/usr/local/bin/tfy-hook': undefined } })).toEqual([expect.stringContaining('bad managed.program')])
    expect(found({ stat: { '/usr/local/bin/tfy-hook': { mode: 0o100700, uid: 0 } } })).toEqual([
      expect.stringContaining('not every account may run'),
    ])
    expect(found({ stat: { [path]: { mode: 0o100757, uid: 0 } } })).toEqual([expect.stringContaining('warn managed.writable')])
  })

  it.each(['macos', 'windows'] as const)('is in order as made for %s', target => {
    const made = setFor('files', target)
    expect(found({ made })).toEqual([expect.stringMatching(new RegExp(`^ok managed - \\d+ files .* for ${target}\\.$`))])
    const [file] = made.files.map(one => one.file).slice(2)
    const drifted = found({ made, files: { [String(file)]: undefined } })
    expect(drifted).toEqual([expect.stringContaining(`bad managed.missing`)])
    // The rights of Windows are not those of `stat`.
    const others = found({ made, stat: { [String(file)]: { mode: 0o100666, uid: 0 } } })
    expect(others).toEqual([expect.stringContaining(target === 'windows' ? 'ok managed' : 'warn managed.writable')])
  })

  it('needs clients that are new enough', () => {
    expect(found({ versions: { 'claude-code': [2, 1, 294] } })).toEqual([
      expect.stringContaining('ok managed'),
      expect.stringContaining('warn managed.version claude-code 2.1.294 is older'),
    ])
    expect(found({ versions: { 'claude-code': [2, 1, 295], codex: [1] } })).toHaveLength(1)
  })

  it.each([
    ['no JSON', 'theirs'],
    ['another version', '{"version":2}'],
    ['a file without a digest', '{"version":1,"made":"1","for":"linux","program":"/x","files":[{"file":"/y"}]}'],
    ['not to be read', new FileProblem('no')],
  ])('cannot be known by a list that is %s', (_, text) => {
    expect(found({ files: { [manifest]: text } })).toEqual([expect.stringContaining('warn managed.unreadable')])
  })
})

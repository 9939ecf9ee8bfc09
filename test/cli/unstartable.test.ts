/** A client that cannot be started, or does anything but say its version, is one line in `init` and `doctor`, on every runtime. */

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { installables } from '../../src/cli/commands/registration/registrations.ts'
import { folder } from '../blackbox/call.ts'
import { executables, partFor } from '../blackbox/executables.ts'

interface Machine {
  readonly home: string
  readonly put: (name: string, text: string, mode?: number) => void
}

const machine = (): Machine => {
  const home = folder({ 'shop/readme.md': '', '.gemini/settings.json': '{}\n', '.cursor/argv.json': '{}' })
  mkdirSync(join(home, 'bin'))
  // Where Node is, other clients may be.
  symlinkSync(realpathSync(process.execPath), join(home, 'bin/node'))
  const put = (name: string, text: string, mode = 0o755): void => {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
    chmodSync(join(home, name), mode)
  }
  return { home, put }
}

const snapshot = (dir: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter(name => !name.startsWith('bin'))
      .sort()
      .map(name => {
        const stat = statSync(join(dir, name))
        return [name, `${stat.mtimeMs} ${stat.isFile() ? readFileSync(join(dir, name), 'latin1') : 'folder'}`]
      }),
  )

/** What stands on the PATH as `gemini`, and what is said of it; undefined where it is not a program at all. */
const cases: readonly (readonly [string, (on: Machine) => void, RegExp | undefined])[] = [
  ['an empty file', on => on.put('bin/gemini', ''), /cannot be started \(ENOEXEC\); its version is not known\.$/],
  ['a script without a shebang', on => on.put('bin/gemini', 'echo 1.2.3\n'), /cannot be started \(ENOEXEC\)/],
  ['a placeholder of a package', on => on.put('bin/gemini', 'echo "Error: not installed" >&2\nexit 1\n'), /\(ENOEXEC\)/],
  ['an interpreter that is not there', on => on.put('bin/gemini', '#!/nowhere/node\n'), /cannot be started \(ENOENT\)/],
  ['an interpreter that is a folder', on => on.put('bin/gemini', '#!/tmp\n'), /cannot be started \(EACCES\)/],
  ['a link that leads nowhere', on => symlinkSync('/nowhere/gemini', join(on.home, 'bin/gemini')), undefined],
  ['a link that leads to itself', on => symlinkSync('gemini', join(on.home, 'bin/gemini')), undefined],
  ['a folder', on => mkdirSync(join(on.home, 'bin/gemini')), undefined],
  ['a file that may not be run', on => on.put('bin/gemini', '#!/bin/sh\necho 1.2.3\n', 0o644), undefined],
  ['a pipe', on => void execFileSync('mkfifo', ['-m', '755', join(on.home, 'bin/gemini')]), undefined],
  [
    'a file of many gigabytes',
    on => {
      on.put('bin/gemini', '')
      execFileSync('truncate', ['-s', '20G', join(on.home, 'bin/gemini')])
    },
    /cannot be started \(ENOEXEC\)/,
  ],
  ['a program that hangs', on => on.put('bin/gemini', '#!/bin/sh\nexec sleep 60\n'), /was not done after \d+ ms and was killed/],
  ['one whose child holds its pipe', on => on.put('bin/gemini', '#!/bin/sh\nsleep 60 &\n'), /did not say one/],
  ['one that prints without end', on => on.put('bin/gemini', '#!/bin/sh\nexec yes\n'), /printed more than it may/],
  ['one that kills itself', on => on.put('bin/gemini', '#!/bin/sh\nkill -9 $$\n'), /was killed by SIGKILL after \d+ ms/],
  ['one that fails', on => on.put('bin/gemini', '#!/bin/sh\necho 1.2.3\nexit 3\n'), /ended with exit code 3/],
  ['one that needs a terminal', on => on.put('bin/gemini', '#!/bin/sh\nread x < /dev/tty || exit 4\n'), /ended with exit code 4/],
]

for (const exe of executables.slice(0, 2)) {
  const { name, command, args, excuse } = exe
  const run = (on: Machine, words: readonly string[]) =>
    execa(command === 'node' ? process.execPath : command, [...args, ...words], {
      env: { PATH: `${on.home}/bin:/usr/bin:/bin`, HOME: on.home },
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      cwd: join(on.home, 'shop'),
      timeout: 60_000,
    })

  describe.skipIf(process.platform === 'win32' || excuse !== undefined)(name, () => {
    it.each(partFor(exe, cases))(
      'goes on: %s',
      async (_, prepare, said) => {
        const on = machine()
        prepare(on)
        const dry = await run(on, ['init', '--dry-run', '--client', 'gemini-cli'])
        const init = await run(on, ['init', '--yes', '--json', '--client', 'gemini-cli', '--client', 'cursor'])
        const doctor = await run(on, ['doctor', '--json', '--no-drill', '--client', 'gemini-cli'])
        const status = await run(on, ['status'])
        expect([dry.exitCode, init.exitCode, doctor.exitCode, status.exitCode]).toEqual([0, 0, expect.any(Number), 0])

        const lines = dry.stdout.split('\n').filter(line => line.startsWith('gemini-cli: gemini at '))
        const { clients } = JSON.parse(init.stdout) as { clients: { client: string; state: string; warning?: string }[] }
        const { findings } = JSON.parse(doctor.stdout) as { findings: { id: string; severity: string; what: string }[] }
        const found = findings.filter(({ id }) => id === 'client.program').map(({ what }) => what)
        expect(clients.map(({ state }) => state)).toEqual(['registered', 'registered'])
        const wanted = said === undefined ? [] : [expect.stringMatching(said)]
        expect([lines, found, clients.flatMap(({ warning }) => (warning === undefined ? [] : [`${warning}.`]))]).toEqual([
          wanted,
          wanted,
          wanted,
        ])
        if (said !== undefined) {
          expect(doctor.exitCode).toBe(1)
          expect(found.join()).toContain(`${on.home}/bin/gemini`)
        }
      },
      60_000,
    )

    it('looks further on the PATH, as a shell does, past what is no program', async () => {
      const on = machine()
      mkdirSync(join(on.home, 'bin/gemini'))
      on.put('more/gemini', '#!/bin/sh\necho 7.8.9\n')
      const init = await execa(command === 'node' ? process.execPath : command, [...args, 'init', '--dry-run', '--json'], {
        env: { PATH: `${on.home}/bin:${on.home}/more:/usr/bin:/bin`, HOME: on.home },
        extendEnv: false,
        cwd: join(on.home, 'shop'),
      })
      expect(JSON.parse(init.stdout).clients).toContainEqual(expect.objectContaining({ client: 'gemini-cli', version: '7.8.9' }))
    })

    it('writes nothing in a dry run, whatever the clients write when they are started', async () => {
      const on = machine()
      const all = await installables()
      for (const binary of all.flatMap(({ installation }) => installation.binaries)) on.put(`bin/${binary}`, litters)
      on.put('.codex/config.toml', 'model = "large"\n', 0o644)
      const before = snapshot(on.home)
      const { exitCode, stdout } = await run(on, ['init', '--dry-run', '--json'])
      expect(exitCode).toBe(0)
      expect(snapshot(on.home)).toEqual(before)
      const { clients } = JSON.parse(stdout) as { clients: { client: string; version: string | null }[] }
      const withProgram = all.filter(({ installation }) => installation.binaries.length > 0).map(({ client }) => client)
      expect(clients.filter(({ version }) => version === '3.2.1').map(({ client }) => client)).toEqual(withProgram)
    }, 60_000)
  })
}

/** Writes wherever its surroundings say, as Gemini CLI and Codex do before they say their version. */
const litters = `#!/bin/sh
for dir in "$HOME" "$PWD" "$XDG_CONFIG_HOME" "$XDG_STATE_HOME" "$XDG_DATA_HOME" "$XDG_CACHE_HOME" "$CODEX_HOME" "$TMPDIR"; do
  test -n "$dir" && mkdir -p "$dir/.litter" && echo x > "$dir/.litter/file"
done
(sleep 1; echo late > "$HOME/late") &
echo 3.2.1
`

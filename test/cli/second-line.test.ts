/** What takes guarding away refuses an agent by itself, whatever the hook has said of the call. With the executable, in a home of its own. */

import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'
import { until } from '../until.ts'

const program = resolve('dist/tfy-hook')
const settings = '.claude/settings.json'
const person = 'a person, in a terminal of their own'

interface Machine {
  readonly home: string
  readonly run: (
    words: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly code: number | undefined; readonly err: string }>
  readonly registered: () => string
}

const machine = async (): Promise<Machine> => {
  const home = folder({ 'shop/readme.md': '', '.claude/projects/x': '' })
  // A shell under the name of an agent.
  copyFileSync('/bin/sh', join(home, 'claude'))
  chmodSync(join(home, 'claude'), 0o755)
  const run: Machine['run'] = async ([command = '', ...args], env = {}) => {
    const ran = await execa(command, args, {
      env: { PATH: '/usr/bin:/bin', HOME: home, ...env },
      extendEnv: false,
      reject: false,
      cwd: join(home, 'shop'),
      input: '',
      timeout: 20_000,
    })
    return { code: ran.exitCode, err: ran.stderr }
  }
  const made = await run([program, 'init', '--client', 'claude-code', '--yes'], { CLAUDECODE: '1' })
  expect(made).toMatchObject({ code: 0 })
  return { home, run, registered: () => readFileSync(join(home, settings), 'utf8') }
}

const loosening: readonly (readonly string[])[] = [
  ['uninstall', '--yes'],
  ['uninstall', '--client', 'claude-code', '--yes', '--json'],
  ['init', '--client', 'claude-code', '--fail-open', '--yes'],
  ['init', '--client', 'claude-code', '--transport', 'http', '--url', 'http://127.0.0.1:9', '--untested', '--yes'],
  ['dashboard', '--no-open', '--idle-ms', '100'],
  ['serve', 'token', 'add', 'me', '--scope', 'approve'],
  ['serve', '--no-audit', '--port', '0'],
  ['bridge', 'opencode', '--fail-open', '--out', 'x'],
  ['policy', 'bundle', 'sign', 'x.json', '--key', 'x.key'],
]

describe.skipIf(process.platform === 'win32')('an agent that the hook let through', () => {
  it.each(loosening.map(args => [args.join(' '), args] as const))('is refused %s', async (_, args) => {
    const on = await machine()
    const before = on.registered()
    const marked = await on.run([program, ...args], { CLAUDECODE: '1' })
    expect(marked).toEqual({ code: 2, err: expect.stringContaining('CLAUDECODE') })
    expect(on.registered()).toBe(before)
  })

  it('is refused with its variables taken away, by its name and by those of the shell between', async () => {
    const on = await machine()
    const before = on.registered()
    const line = `env -i HOME="$HOME" ${program} uninstall --yes; exit $?`
    const named = await on.run([join(on.home, 'claude'), '-c', line])
    expect(named).toEqual({ code: 2, err: expect.stringContaining(`claude runs this terminal. `) })
    const marked = await on.run(['/bin/sh', '-c', line], { GEMINI_CLI: '1' })
    expect(marked).toEqual({ code: 2, err: expect.stringContaining('GEMINI_CLI') })
    expect(marked.err).toContain(person)
    expect(on.registered()).toBe(before)
  })

  it.runIf(process.platform === 'linux')('is refused as an orphan that has nothing left of it, while it runs', async () => {
    const on = await machine()
    const before = on.registered()
    const script = join(on.home, 'orphan.sh')
    writeFileSync(
      script,
      `#!/bin/sh\nenv -i HOME="${on.home}" ${program} uninstall --yes 2>"${on.home}/said"\necho $? >"${on.home}/code"\n`,
    )
    chmodSync(script, 0o755)
    // The agent waits until the orphan is done; then nobody runs beside it any more.
    const waits = `setsid -f env -i ${script}; while [ ! -s "${on.home}/code" ]; do sleep 0.05; done; true`
    await on.run([join(on.home, 'claude'), '-c', waits])
    await until(() => existsSync(join(on.home, 'code')))
    expect(readFileSync(join(on.home, 'said'), 'utf8')).toContain('claude runs beside this')
    expect(on.registered()).toBe(before)
    const alone = await on.run([program, 'uninstall', '--yes'])
    expect(alone.code).toBe(0)
    expect(existsSync(join(on.home, settings)) && on.registered().includes('tfy-hook')).toBe(false)
  })

  it.runIf(existsSync('/usr/bin/script'))('is refused in a terminal that it has made', async () => {
    const on = await machine()
    const before = on.registered()
    const line = `script -qec 'env -i HOME="$HOME" ${program} uninstall' /dev/null 2>&1; exit $?`
    const own = await on.run([join(on.home, 'claude'), '-c', `${line}`])
    expect(own.code).toBe(2)
    // Nothing above it is the agent's any more, but who shows the terminal still has its variables.
    const [said, over] = [join(on.home, 'said'), join(on.home, 'over')]
    writeFileSync(
      join(on.home, 'loose.sh'),
      `((${program} approve abcdefg; touch ${over}) &)\nwhile [ ! -e ${over} ]; do sleep 0.05; done\n`,
    )
    const daemon = `env -i HOME=${on.home} sh ${on.home}/loose.sh`
    await on.run(['/usr/bin/script', '-qefc', daemon, said], { CLAUDECODE: '1', SHELL: '/bin/sh' })
    expect(readFileSync(said, 'utf8')).toContain('CLAUDECODE runs this terminal')
    expect(on.registered()).toBe(before)
  })
})

it.skipIf(process.platform === 'win32')('lets an agent register more, and never less', async () => {
  const on = await machine()
  const agent = { CLAUDECODE: '1' }
  expect(await on.run([program, 'init', '--client', 'cursor', '--yes'], agent)).toMatchObject({ code: 0 })
  expect(await on.run([program, 'init', '--client', 'claude-code', '--yes'], agent)).toMatchObject({ code: 0 })
  writeFileSync(join(on.home, settings), on.registered().replaceAll('--fail-closed', '--fail-open'))
  expect(await on.run([program, 'init', '--client', 'claude-code', '--yes'], agent)).toMatchObject({ code: 0 })
  expect(on.registered()).not.toContain('--fail-open')
  // A script of a person may do either.
  expect(await on.run([program, 'init', '--client', 'claude-code', '--fail-open', '--yes'])).toMatchObject({ code: 0 })
  expect(on.registered()).toContain('--fail-open')
})

/** A project that one person registers and commits, and another one clones: other account, other folder, the program elsewhere. */

import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'

const program = resolve('dist/tfy-hook')
const files = ['.cursor/hooks.json', '.proxyai/settings.json', '.opencode/plugin/tfy-hook.ts']
const clients = ['cursor', 'proxyai', 'opencode']

const person = (tools: string, name = 'tfy-hook') => {
  const home = folder({ '.cursor/argv.json': '{}', [`${tools}/readme.md`]: '' })
  const PATH = `${join(home, tools)}:/usr/bin:/bin`
  symlinkSync(program, join(home, tools, name))
  // As the client's login shell gets it.
  writeFileSync(join(home, '.profile'), `PATH=${PATH}\n`)
  const run = async (cwd: string, args: readonly string[], by = join(home, tools, name)) => {
    const ran = await execa(by, [...args], { env: { PATH, HOME: home }, extendEnv: false, reject: false, stdin: 'ignore', cwd })
    return { code: ran.exitCode, out: ran.stdout, err: ran.stderr }
  }
  return { home, run, PATH }
}

const shopOf = (home: string, name: string): string => {
  const shop = join(home, name)
  for (const part of ['.git', '.cursor', '.proxyai', '.opencode']) mkdirSync(join(shop, part), { recursive: true })
  return shop
}

const texts = (shop: string): readonly string[] => files.map(file => readFileSync(join(shop, file), 'utf8'))

const registered = async (...more: string[]) => {
  const ada = person('bin')
  const shop = shopOf(ada.home, 'shop')
  const ran = await ada.run(shop, ['init', '--yes', '--scope', 'project', '--client', ...clients, ...more])
  return { ada, shop, ran }
}

interface Found {
  readonly client?: string
  readonly id: string
  readonly severity: string
  readonly what: string
}

const doctor = async (who: ReturnType<typeof person>, cwd: string, by?: string): Promise<readonly Found[]> =>
  JSON.parse((await who.run(cwd, ['doctor', '--json', '--client', ...clients], by)).out).findings

describe('a registration that a team commits', () => {
  it('has no path of the machine that made it', async () => {
    const { ada, shop, ran } = await registered()
    expect(ran.code, ran.err + ran.out).toBe(0)
    for (const text of texts(shop)) {
      expect(text).toMatch(/tfy-hook/)
      for (const own of [ada.home, program, dirname(program)]) expect(text).not.toContain(own)
    }
  })

  it('guards a clone at another place, and doctor finds nothing to do', async () => {
    const { shop } = await registered()
    const bob = person('tools')
    const clone = join(bob.home, 'work', 'the shop')
    cpSync(shop, clone, { recursive: true })
    const before = texts(clone)
    const found = await doctor(bob, clone)
    // Whether Cursor trusts the folder nobody can see, and which executables lie beside the built one is no matter of the project.
    const open = found.filter(
      ({ severity, id, what }) => !['ok', 'note'].includes(severity) && id !== 'program.door' && !/trusted folder/.test(what),
    )
    expect(open.map(({ what }) => what)).toEqual([])
    for (const client of ['cursor', 'proxyai'])
      expect(found.filter(one => one.client === client && one.id === 'drill.denied').map(({ severity }) => severity)).toContain(
        'ok',
      )
    expect(texts(clone)).toEqual(before)
    const again = await bob.run(clone, ['init', '--yes', '--scope', 'project', '--client', ...clients])
    expect([again.code, texts(clone)]).toEqual([0, before])
  })

  it('is told where the name leads nowhere, or into the project', async () => {
    const { shop } = await registered()
    const bob = person('tools', 'tfy-hook-of-another-name')
    const clone = join(bob.home, 'work')
    cpSync(shop, clone, { recursive: true })
    copyFileSync(program, join(clone, 'tfy-hook'))
    chmodSync(join(clone, 'tfy-hook'), 0o755)
    for (const path of [bob.PATH, `${clone}:${bob.PATH}`]) {
      const ran = await execa(program, ['doctor', '--json', '--no-drill', '--client', 'cursor'], {
        env: { PATH: path, HOME: bob.home },
        extendEnv: false,
        reject: false,
        cwd: clone,
      })
      const found: readonly Found[] = JSON.parse(ran.stdout).findings
      expect(found.filter(({ severity }) => severity === 'bad').map(({ id }) => id)).toContain('program.missing')
    }
  })

  it('takes another name on the PATH, and no path', async () => {
    const { shop } = await registered('--program', 'tfy-hook-door')
    for (const text of texts(shop)) expect(text).toContain('tfy-hook-door')
    for (const wrong of ['/opt/tfy-hook', './tfy-hook', 'node']) {
      const { ran } = await registered('--program', wrong)
      expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('a name on the PATH')])
    }
  })

  it('proposes what the policy seals for the list that the client keeps itself', async () => {
    const ada = person('bin')
    const shop = shopOf(ada.home, 'shop')
    mkdirSync(join(shop, '.tfy-hook'))
    writeFileSync(
      join(shop, '.tfy-hook/policy.yaml'),
      `version: 1
rules:
  - { id: t.sealed, on: file-read, when: { reads: [legal/**, "*.pem"] }, decision: deny, reason: Sealed. }
  - { id: t.asked, on: file-read, when: { reads: plans/** }, decision: ask, reason: Asked. }
  - { id: t.but, on: file-read, when: { reads: [drafts/**, "!drafts/open/**"] }, decision: deny, reason: But. }
`,
    )
    const { out } = await ada.run(shop, ['init', '--yes', '--client', 'proxyai'])
    expect(out).toContain('"ignore" in .proxyai/settings.json')
    expect(out).toContain('legal/**')
    for (const other of ['plans', 'drafts']) expect(out).not.toContain(other)
    expect(readFileSync(join(shop, '.proxyai/settings.json'), 'utf8')).not.toContain(ada.home)
  })
})

describe('a bare call with a payload that cannot be read', () => {
  const codeFor = async (env: Readonly<Record<string, string>>): Promise<number | undefined> => {
    const ran = await execa(program, [], {
      env: { PATH: '/usr/bin:/bin', HOME: folder({}), ...env },
      extendEnv: false,
      reject: false,
      input: '{bad',
      cwd: folder({}),
    })
    return ran.exitCode
  }

  it.each([
    ['beforeShellExecution', 2],
    ['beforeReadFile', 2],
    ['afterToolUse', 0],
    ['somethingElse', 0],
  ])('fails as ProxyAI does at %s, where the environment says so', async (event, code) => {
    const env = { PROXYAI_HOOK_EVENT: event, PROXYAI_PROJECT_DIR: '/srv/shop' }
    expect(await codeFor(env)).toBe(code)
    expect(await codeFor({ ...env, GROK_HOOK_EVENT: 'pre_tool_use' })).toBe(0)
  })
})

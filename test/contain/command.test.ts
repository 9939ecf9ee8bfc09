/** `tfy-hook contain` as people start it: what the command gets and gives is what it would get and give without. */

import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backendHere } from '../../src/hook/contain/backend.ts'
import { hostFor } from '../../src/hook/sources/offline.ts'
import { bwrap } from './world.ts'

const program = resolve('dist/node/tfy-hook.mjs')
let root = ''
let env: Record<string, string> = {}

beforeAll(() => {
  mkdirSync('node_modules/.cage', { recursive: true })
  root = mkdtempSync(resolve('node_modules/.cage/c-'))
  for (const folder of ['home/.ssh', 'home/.claude', 'ws/.git/hooks', 'bin']) mkdirSync(`${root}/${folder}`, { recursive: true })
  writeFileSync(`${root}/home/.ssh/id_rsa`, 'decoy')
  writeFileSync(`${root}/ws/.git/config`, '')
  env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: `${root}/home`, XDG_STATE_HOME: `${root}/state` }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const begin = (words: readonly string[], cwd = `${root}/ws`): ChildProcess =>
  spawn(process.execPath, [program, 'contain', ...words], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })

const finish = async (child: ChildProcess, input = '') => {
  const said = { out: '', err: '' }
  child.stdout?.on('data', bytes => (said.out += String(bytes)))
  child.stderr?.on('data', bytes => (said.err += String(bytes)))
  child.stdin?.end(input)
  const code = await new Promise<number | string | null>(done => child.on('close', (code, signal) => done(code ?? signal)))
  return { code, ...said }
}

const ran = (words: readonly string[], input?: string) => finish(begin(words), input)

describe.skipIf(!existsSync(bwrap))('a contained command', () => {
  it('has its streams, its folder, its umask and its exit code', async () => {
    mkdirSync(`${root}/ws/deep`, { recursive: true })
    const old = process.umask(0o027)
    const child = begin(['--', 'sh', '-c', 'cat; pwd; umask; echo wrong >&2; exit 41'], `${root}/ws/deep`)
    process.umask(old)
    expect(await finish(child, 'given\n')).toEqual({ code: 41, out: `given\n${root}/ws/deep\n0027\n`, err: 'wrong\n' })
  })

  it('takes a text for the shell that is named, with every sign in it', async () => {
    const { out } = await ran(['--shell', '/bin/bash', '--command', `[[ a == a* ]] && echo "it's \${BASH_VERSION:+bash} \\$x"`])
    expect(out).toBe("it's bash $x\n")
  })

  it.each([
    ['SIGTERM', 15],
    ['SIGINT', 2],
    ['SIGHUP', 1],
    ['SIGUSR1', 10],
  ] as const)('hears %s, and ends as it likes', async (signal, number) => {
    const child = begin(['--', 'sh', '-c', `trap 'echo heard; exit ${number}' ${number}; echo up; while :; do sleep 0.1; done`])
    child.stdout?.once('data', () => child.kill(signal))
    expect(await finish(child)).toMatchObject({ code: number, out: 'up\nheard\n' })
  })

  it('that a signal ends is told as a shell tells it', async () => {
    expect((await ran(['--', 'sh', '-c', 'kill -9 $$'])).code).toBe(137)
  })

  it('ends with tfy-hook, whatever ends that', async () => {
    const child = begin(['--', 'sh', '-c', 'echo x > beat; echo up; while :; do echo x >> beat; sleep 0.05; done'])
    await new Promise(done => child.stdout?.once('data', done))
    child.kill('SIGKILL')
    await new Promise(done => child.once('exit', done))
    const beats = () => readFileSync(`${root}/ws/beat`, 'utf8').length
    // A busy machine takes its time to end it; what goes on never stops.
    for (let turn = 0, before = -1; before !== beats(); turn++) {
      expect(turn).toBeLessThan(20)
      before = beats()
      await new Promise(done => setTimeout(done, 500))
    }
  })

  it('leaves no folder that was made for it, and what runs by itself under a name that nothing reads', async () => {
    const { err } = await ran([
      '--',
      'sh',
      '-c',
      'ls -d .claude .vscode; mkdir -p sub; echo x > sub/CLAUDE.md; echo y > plain; true',
    ])
    expect(err).toContain('sub/CLAUDE.md')
    const made =
      'git init -q fresh; git init -q hooked; mkdir -p hooked/.git/hooks; echo x > hooked/.git/hooks/post-checkout; echo x > yarn.lock; echo x > .npmrc'
    const said = (await ran(['--', 'sh', '-c', made])).err
    expect(said).toContain('hooked/.git/hooks')
    expect(said).toContain('.npmrc')
    expect(said.replaceAll(root, '')).not.toMatch(/fresh|yarn/)
    expect(readdirSync(`${root}/ws/sub`)).toEqual(['CLAUDE.md.contained'])
    expect(readdirSync(`${root}/ws`)).not.toContain('.vscode')
    expect(readdirSync(`${root}/ws`)).not.toContain('.claude')
    expect(readFileSync(`${root}/ws/plain`, 'utf8')).toBe('y\n')
  })

  it('reaches listed hosts over a proxy alone, and is told which was refused', async () => {
    const { out, err } = await ran([
      '--network',
      'example.com',
      '--',
      'node',
      '-e',
      `const u=new URL(process.env.HTTPS_PROXY);const r=require('http').request({host:u.hostname,port:u.port,method:'CONNECT',path:'elsewhere.example:443'});r.on('connect',(a)=>{console.log(a.statusCode);process.exit(5)});r.end()`,
    ])
    expect(out).toBe('403\n')
    expect(err).toBe('tfy-hook: the cage has refused elsewhere.example:443\n')
  })

  it('in a cage already is run in that, whatever it asks for, and says so where that is something else', async () => {
    const inner = (...words: readonly string[]) => [process.execPath, program, 'contain', ...words]
    const text = 'echo in; cat ~/.ssh/id_rsa; echo x > ~/out; exit 41'
    expect(await ran(['--', ...inner('--', 'sh', '-c', text)])).toMatchObject({ code: 41, out: 'in\n' })
    const wide = await ran(['--', ...inner('--network', 'all', '--write', root, '--', 'sh', '-c', text)])
    expect(wide).toMatchObject({ code: 41, out: 'in\n', err: expect.stringContaining('it holds: writes only in') })
    expect(wide.err).toContain('no network')
    expect((await ran(['--', ...inner('--', 'true')])).err).toBe('')
    expect(existsSync(`${root}/home/out`)).toBe(false)
    expect((await ran(['--', ...inner('--dry-run')])).out).toContain('it holds')
  })

  it('starts where its own modules lie in a place that the cage empties', async () => {
    const away = mkdtempSync(`${tmpdir()}/tfy-hook-away-`)
    try {
      cpSync('dist/node', `${away}/node`, { recursive: true })
      const own = { ...env, XDG_STATE_HOME: `${away}/state` }
      const words = [`${away}/node/tfy-hook.mjs`, 'contain', '--network', 'example.com', '--', 'sh', '-c', `ls ${away}; exit 41`]
      const child = spawn(process.execPath, words, { cwd: `${root}/ws`, env: own, stdio: ['pipe', 'pipe', 'pipe'] })
      expect(await finish(child)).toMatchObject({ code: 41, out: 'node\n' })
    } finally {
      rmSync(away, { recursive: true, force: true })
    }
  })

  it('takes a profile of a policy file, which only narrows one of a higher layer', async () => {
    const [own, project] = [`${root}/home/.config/tfy-hook`, `${root}/ws/.tfy-hook`]
    for (const folder of [own, project]) mkdirSync(folder, { recursive: true })
    const profiles = (text: string): string => `extends: none\nprofiles:\n${text}`
    writeFileSync(`${own}/policy.yaml`, profiles('  shop: { write: [workspace, ~/shop], network: [a.example, b.example] }\n'))
    writeFileSync(
      `${project}/policy.yaml`,
      profiles(
        '  shop: { write: [workspace, /opt], network: [b.example] }\n  wide: { write: [/opt, workspace], network: all }\n',
      ),
    )
    mkdirSync(`${root}/home/shop`, { recursive: true })
    const described = async (name: string) => (await ran(['--profile', name, '--dry-run'])).out
    try {
      expect(await described('shop')).toMatch(/Network: b\.example\n/)
      expect(await described('shop')).toMatch(/Can be written: \S+\/ws, \/tmp/)
      expect(await described('wide')).toMatch(/Can be written: \S+\/ws, \/tmp.*\n(?:.*\n)*Network: none\n/)
      expect(await ran(['--profile', 'nobody', '--', 'true'])).toMatchObject({
        code: 2,
        err: expect.stringContaining('build, install, agent, shop, wide'),
      })
      writeFileSync(`${own}/policy.yaml`, profiles('  build: { write: nothing, network: all }\n'))
      expect(await described('build')).toMatch(/Network: all/)
      expect(await described('built-in:build')).toMatch(/Network: none/)
      writeFileSync(`${own}/policy.yaml`, 'rules: 7')
      expect(await ran(['--', 'true'])).toMatchObject({ code: 2, err: expect.stringContaining('policy check') })
      expect(await ran(['--profile', 'built-in:build', '--', 'true'])).toMatchObject({ code: 0 })
    } finally {
      for (const folder of [own, project]) rmSync(folder, { recursive: true })
    }
  })

  it('has caches that nobody has used yet, and they are gone with the last cage when nothing is in them', async () => {
    const caches = ['.npm', '.cache/pip', '.cargo/registry', 'go/pkg'].map(name => `${root}/home/${name}`)
    const other = begin(['--', 'sh', '-c', 'echo up; read line; touch ~/go/pkg/one'])
    await new Promise(done => other.stdout?.once('data', done))
    const said = await ran(['--', 'sh', '-c', `for one in ${caches.join(' ')}; do touch $one/x && rm $one/x || exit 1; done`])
    expect(said).toMatchObject({ code: 0, err: '' })
    expect(caches.filter(existsSync)).toEqual(caches)
    expect(await finish(other, 'go\n')).toMatchObject({ code: 0, err: '' })
    expect(caches.filter(existsSync)).toEqual([`${root}/home/go/pkg`])
    rmSync(`${root}/home/go`, { recursive: true })
  })

  it('is described without being run', async () => {
    const { code, out } = await ran(['--dry-run', '--', 'touch', 'never'])
    expect(code).toBe(0)
    expect(out).toContain('Built by bubblewrap')
    expect(out).toContain(`${root}/home/.ssh`)
    expect(existsSync(`${root}/ws/never`)).toBe(false)
  })

  it('is refused where the workspace would be the home', async () => {
    const child = begin(['--workspace', `${root}/home`, '--', 'true'])
    expect(await finish(child)).toMatchObject({ code: 2 })
  })
})

describe.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('what only says that it builds cages', () => {
  const ground = () => ({ home: `${root}/home`, managed: [], user: [], redirected: [], state: `${root}/state`, bundle: '' })
  const trying = (state: string, folders: readonly string[]) => ({
    state: `${root}/${state}`,
    host: hostFor(ground(), env),
    self: [process.execPath, program],
    folders,
  })

  it('is found out by what it lets out', async () => {
    writeFileSync(`${root}/bin/bwrap`, '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n')
    chmodSync(`${root}/bin/bwrap`, 0o755)
    const found = await backendHere(trying('state2', [`${root}/bin`]))
    expect(found).toEqual({ ok: false, why: expect.stringMatching(/^its cage let/) })
  })

  it('is not there where nothing is, or where anybody could have put it', async () => {
    chmodSync(`${root}/bin/bwrap`, 0o777)
    for (const folder of ['bin', 'nowhere'])
      expect(await backendHere(trying('state3', [`${root}/${folder}`]))).toEqual({
        ok: false,
        why: 'bubblewrap is not installed',
      })
  })

  it('and bubblewrap is asked once', async () => {
    const first = await backendHere(trying('state4', ['/usr/bin']))
    expect(first).toMatchObject({ ok: true })
    const kept = `${root}/state4/contain.json`
    const text = readFileSync(kept, 'utf8')
    await backendHere(trying('state4', ['/usr/bin']))
    expect(readFileSync(kept, 'utf8')).toBe(text)
  })
})

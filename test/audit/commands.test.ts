/** `tfy-hook audit` through the executables: many hooks at once, killed ones, and what a person sees. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { bars } from '../../src/cli/commands/audit/format.ts'
import { palette } from '../../src/cli/commands/terminal/ansi.ts'
import { json } from '../../src/cli/commands/terminal/json.ts'
import { linkOf } from '../../src/hook/audit/chain.ts'
import { call, folder } from '../blackbox/call.ts'
import { type Executable, executables } from '../blackbox/executables.ts'
import { until } from '../until.ts'
import { edit, linesIn, record } from './log.ts'

const runtimes = executables.filter(({ name }) => name !== 'pkg executable')
const [binary] = runtimes
if (binary === undefined) throw new Error('no executable is listed')

const ground = () => {
  const home = folder({})
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    CLAUDECODE: '1',
    AI_AGENT: 'claude-code_2-1-329_harness',
    TZ: 'UTC',
  }
  const state = join(home, 'state/tfy-hook')
  const log = join(state, 'audit.jsonl')
  const put = (...records: readonly (object | string)[]): void => {
    mkdirSync(state, { recursive: true })
    for (const one of records) appendFileSync(log, typeof one === 'string' ? one : `${JSON.stringify(one)}\n`)
  }
  const ask = (exe: Executable, command: string, session = 'session-1') =>
    call(exe, { args: [], stdin: payload(command, session), env })
  const audit = async (...args: readonly string[]) => {
    const { exitCode, stdout, stderr } = await call(binary, { args: ['audit', ...args], stdin: '', env })
    return { code: exitCode, out: stdout, err: stderr }
  }
  return { env, state, log, put, ask, audit }
}

const payload = (command: string, session: string): string =>
  JSON.stringify({
    session_id: session,
    transcript_path: '/home/dev/shop/session.jsonl',
    cwd: '/home/dev/shop',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'A step' },
    tool_use_id: 'toolu_9',
  })

describe.each(runtimes)('$name', exe => {
  it('loses no line of 20 hooks at once, and the chain verifies', async () => {
    const { ask, audit, log } = ground()
    const sessions = [...Array(exe.args.length > 0 ? 20 : 60).keys()].map(n => `session-${n}`)
    for (let n = 0; n < sessions.length; n += 20)
      await Promise.all(sessions.slice(n, n + 20).map(one => ask(exe, `echo ${'word '.repeat(300)}`, one)))
    const lines = linesIn(log)
    expect(lines.map(line => JSON.parse(line).session).sort()).toEqual([...sessions].sort())
    expect(lines.every(line => linkOf(line) !== undefined)).toBe(true)
    expect(await audit('verify')).toMatchObject({ code: 0, err: '' })
    edit(log, all => all.toSpliced(10, 1))
    expect((await audit('verify')).code).toBe(1)
  }, 60_000)

  it('leaves a log that verifies when hooks are killed at any moment', async () => {
    const { env, audit, log } = ground()
    let done = 0
    for (let round = 0; round < 6; round++) {
      await Promise.all(
        [...Array(12).keys()].map(async n => {
          const child = spawn(exe.command, [...exe.args], { env, stdio: ['pipe', 'ignore', 'ignore'] })
          child.stdin.on('error', () => {})
          child.stdin.end(payload(`echo ${round} ${n}`, `killed-${round}`))
          // Every fourth may live.
          const at = 5 + (((round * 12 + n) * 7) % (exe.args.length > 0 ? 900 : 250))
          const timer = n % 4 === 0 ? undefined : setTimeout(() => child.kill('SIGKILL'), at)
          const [code] = await once(child, 'exit')
          clearTimeout(timer)
          if (code === 0) done++
        }),
      )
    }
    expect(done).toBeGreaterThan(0)
    expect(linesIn(log).length).toBeGreaterThanOrEqual(done)
    expect(await audit('verify')).toMatchObject({ code: 0 })
  }, 60_000)
})

it('rotates in the midst of 40 hooks at once, loses no line, and verifies across the files', async () => {
  const { ask, audit, put } = ground()
  // A few lines below the size that rotates.
  const line = `${JSON.stringify(record(1, { text: 'x'.repeat(400) }))}\n`
  put(line.repeat(Math.floor((8 * 1024 * 1024 - 3_000) / line.length)))
  const sessions = [...Array(40).keys()].map(n => `rotating-${n}`)
  // Two crowds, since all of the first may have looked at the size before one of them has written.
  for (const crowd of [sessions.slice(0, 20), sessions.slice(20)])
    await Promise.all(crowd.map(one => ask(binary, 'echo more', one)))
  expect(JSON.parse((await audit('stats', '--session', 'rotating', '--json')).out).calls).toBe(40)
  const { code, out } = await audit('verify', '--json')
  const { files } = JSON.parse(out) as { files: { readonly sealed: number }[] }
  expect([code, files.length > 1, files.reduce((sum, { sealed }) => sum + sealed, 0)]).toEqual([0, true, 40])
  expect(files.every(({ sealed }) => sealed > 0)).toBe(true)
}, 60_000)

describe.each(runtimes)('status --line of the $name', exe => {
  const line = async (env: Record<string, string>, stdin: string, ...args: readonly string[]) =>
    (await call(exe, { args: ['status', '--line', ...args], stdin, env })).stdout

  it('says whether the session was seen, and what was refused today', async () => {
    const { ask, env } = ground()
    expect(await line(env, '')).toBe('tfy-hook: nothing refused today\n')
    await ask(exe, 'git push --force origin main', 'session-7')
    expect(await line(env, '{"session_id":"session-7"}')).toBe('tfy-hook: on in this session, 1 refused today\n')
    expect(await line(env, '{"session_id":"session-8"}')).toBe('tfy-hook: no recent call of this session, 1 refused today\n')
    expect(JSON.parse(await line(env, 'no JSON', '--json'))).toEqual({ seen: null, refusedToday: 1, complete: true })
  })
})

it('watch is lines where nobody sits at a terminal', async () => {
  const { put, state, env } = ground()
  put(record(1, { decision: 'deny', rules: ['git.push-force'] }), record(2))
  const child = spawn(binary.command, [...binary.args, 'watch', '--json', '--decision', 'deny'], { env })
  let out = ''
  child.stdout.on('data', text => {
    out += text
  })
  const lines = (count: number) => until(() => out.split('\n').length > count)
  await lines(1)
  appendFileSync(join(state, 'audit.jsonl'), `${JSON.stringify(record(3))}\n${JSON.stringify(record(4, { decision: 'deny' }))}\n`)
  await lines(2)
  child.kill()
  await once(child, 'exit')
  expect(
    out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).ms),
  ).toEqual([2.1, 2.4])
}, 30_000)

describe('audit verify', () => {
  it('is content where there is no log', async () => {
    expect(await ground().audit('verify')).toMatchObject({ code: 0, out: expect.stringContaining('There is no audit log.') })
  })

  it('says what was changed, and where', async () => {
    const { ask, audit, log } = ground()
    for (const command of ['echo 1', 'echo 2', 'echo 3', 'echo 4']) await ask(binary, command)
    edit(log, lines => lines.map((line, n) => (n === 1 ? line.replace('echo 2', 'echo 7') : line)))
    const { code, out } = await audit('verify')
    expect(code).toBe(1)
    expect(out).toContain('changed audit.jsonl:2: ')
    const report = JSON.parse((await audit('verify', '--json')).out)
    expect(report).toMatchObject({ ok: false, findings: [{ kind: 'changed', file: 'audit.jsonl', line: 2 }] })
    expect((await audit('verify', '--expect', report.last.slice(0, 16), '--json')).out).toBe(
      (await audit('verify', '--json')).out,
    )
    expect(JSON.parse((await audit('verify', '--expect', '0123456789abcdef', '--json')).out).findings).toHaveLength(2)
  })

  it('cannot run where the log cannot be read', async () => {
    const { audit, log, state } = ground()
    mkdirSync(log, { recursive: true })
    expect(await audit('verify')).toMatchObject({ code: 2, err: expect.stringContaining('cannot be read') })
    expect((await audit('verify', '--dir', join(state, 'nowhere'))).code).toBe(2)
    expect((await audit('verify', '--expect', 'nonsense')).code).toBe(2)
  })
})

describe('audit tail', () => {
  const three = () => {
    const at = ground()
    at.put(
      record(1),
      record(2, { client: 'cursor', decision: 'deny', rules: ['git.push-force'], replay: { content: 'git push -f' } }),
      record(3),
    )
    return at
  }

  it('shows the last lines, and those asked for', async () => {
    const { audit } = three()
    expect((await audit('tail', '-n', '2')).out.trimEnd().split('\n')).toHaveLength(2)
    const { out } = await audit(
      'tail',
      '--client',
      'cursor,droid',
      '--decision',
      'deny',
      '--rule',
      'git',
      '--event',
      'PreToolUse',
    )
    expect(out).toMatch(/^[0-9a-f]{10} {2}2026-11-20 08:00:02 {2}deny {3}cursor .* git\.push-force {2}Bash git push -f\n$/)
    expect((await audit('tail', '--since', '2026-11-20T08:00:02Z', '--until', '2026-11-20T08:00:02Z', '--json')).out).toBe(
      `${JSON.stringify(record(2, { client: 'cursor', decision: 'deny', rules: ['git.push-force'], replay: { content: 'git push -f' } }))}\n`,
    )
    expect((await audit('tail', '--until', '2026-11-19')).out).toBe('')
  })

  it.each([
    ['--since', 'soon'],
    ['--decision', 'perhaps'],
    ['--lines', '-3'],
    ['--lines', 'x'],
  ])('%s %s is an error', async (flag, value) => {
    expect(await three().audit('tail', flag, value)).toMatchObject({ code: 2, out: '' })
  })

  it.each([
    [['--client', 'cursr'], 'No client is called "cursr", here or in the log. Did you mean cursor?'],
    [['--client', 'claude'], 'Did you mean claude-code?'],
    [['--rule', 'gti'], 'No rule or pack is called "gti", here or in the log. Did you mean git?'],
    [['--rule', 'git.push-forse'], 'Did you mean git.push-force?'],
    [['--client', 'nothing-like-it'], 'No client is called "nothing-like-it", here or in the log.\n'],
    [['--session', 'sesion-1'], 'No session is called "sesion-1", in the log. Did you mean session-1?'],
    [['--event', 'PreTolUse'], 'No event is called "PreTolUse", in the log. Did you mean PreToolUse?'],
    [['--user', 'ann'], 'No user is called "ann", in the log.\n'],
    [['--host', 'lt'], 'No host is called "lt", in the log.\n'],
    [['--project', '/w/shp'], 'No project is called "/w/shp", in the log.'],
  ])('%j is a slip of the pen', async (args, why) => {
    for (const command of ['tail', 'stats'])
      expect(await three().audit(command, ...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(why) })
  })

  it('takes names that only the log knows', async () => {
    const { audit, put } = three()
    put(record(4, { client: 'windmill', rules: ['old.rule'] }), record(5, { audited: ['old.trial'], would: 'ask' }))
    expect((await audit('tail', '--client', 'windmill', '--rule', 'old')).out).toContain('old.rule')
    expect((await audit('tail', '--rule', 'old.trial')).out).toContain('would ask old.trial')
    expect(await audit('tail', '--rule', 'gateway.pii')).toEqual({
      code: 0,
      out: '',
      err: 'tfy-hook: no such call is recorded.\n',
    })
  })

  it('counts damaged lines aloud', async () => {
    const { audit, put } = three()
    put('{"v":1,"decision":\n', '\ufeff', record(4), '{"v":1,"ti')
    const { code, out, err } = await audit('tail')
    expect([code, out.trimEnd().split('\n').length]).toEqual([0, 4])
    expect(err).toContain('2 lines cannot be read and were left out (the last one is half written)')
  })

  it('follows what comes, across a rotation', async () => {
    const { env, log, state, put } = three()
    const child = spawn(binary.command, [...binary.args, 'audit', 'tail', '--follow', '-n', '1'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    child.stdout.on('data', data => {
      out += data
    })
    await until(() => out.includes('08:00:03'))
    put(record(11))
    await until(() => out.includes('08:00:11'))
    renameSync(log, join(state, `audit-${Date.now()}-1.jsonl`))
    put(record(12))
    await until(() => out.includes('08:00:12'))
    child.kill()
    await once(child, 'exit')
    expect(out.match(/08:00:\d\d/g)).toEqual(['08:00:03', '08:00:11', '08:00:12'])
  })

  it('ends when nobody reads any more', async () => {
    const { env, put } = three()
    const child = spawn(binary.command, [...binary.args, 'audit', 'tail', '--follow'], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(child.stdout, 'data')
    child.stdout.destroy()
    const ended = once(child, 'exit')
    await sleep(300)
    put(record(12))
    expect((await ended)[0]).toBe(0)
  })
})

it('shows what a trial would have stopped, and stops nothing', async () => {
  const { env, log, ask, audit } = ground()
  mkdirSync(join(env.XDG_CONFIG_HOME, 'tfy-hook'), { recursive: true })
  writeFileSync(join(env.XDG_CONFIG_HOME, 'tfy-hook/policy.yaml'), 'version: 1\nextends: observe\n')
  expect(await ask(binary, 'git push -f origin main')).toMatchObject({ exitCode: 0, stdout: '', stderr: '' })
  await ask(binary, 'npm install -g cowsay')
  await ask(binary, 'ls')
  expect(linesIn(log).map(line => JSON.parse(line))).toMatchObject([
    { decision: 'allow', rules: [], audited: expect.arrayContaining(['git.push-force']), would: 'deny' },
    { decision: 'allow' },
    { decision: 'allow' },
  ])
  const hit = /allow {2}claude-code .* would deny git\.push-force {2}Bash git push -f origin main\n$/
  expect((await audit('tail', '--rule', 'git.push-force')).out).toMatch(hit)
  expect((await audit('tail', '--decision', 'would-deny')).out).toMatch(hit)
  expect((await audit('tail', '--trial')).out).toContain('would deny')
  expect((await audit('tail', '--trial')).out).not.toContain('Bash ls')
  const stats = JSON.parse((await audit('stats', '--json')).out)
  expect(stats.byDecision).toEqual([{ name: 'allow', count: 3 }])
  expect(stats.byWould).toContainEqual({ name: 'would deny', count: 1 })
  expect((await audit('stats')).out).toMatch(/On trial\n {2}would deny/)
})

describe('audit show', () => {
  it('shows one line in full, by its id or as the last one', async () => {
    const { ask, audit, log } = ground()
    await ask(binary, 'git push --force origin main')
    const id = (await audit('tail', '-n', '1')).out.slice(0, 7)
    const { code, out } = await audit('show', id)
    expect(code).toBe(0)
    expect(out).toMatch(/^decision +deny$/m)
    expect(out).toMatch(/^ +content +git push --force origin main$/m)
    expect((await audit('show', '--last')).out).toBe(out)
    expect((await audit('tail', '--id', id.toUpperCase())).out).toContain(id)
    expect((await audit('tail', '--id', 'zzzzzzz')).out).toBe('')
    expect((await audit('show', id.slice(0, 5), '--json')).out).toBe(readFileSync(log, 'utf8'))
    expect((await audit('show', '--last', '--client', 'cursor')).code).toBe(1)
  })

  it.each([[['show']], [['show', 'x/z']], [['show', '12']], [['show', '0123456789', '--last']]])('%j is an error', async args => {
    expect((await ground().audit(...args)).code).toBe(2)
  })

  it('says no to an id that no line has', async () => {
    expect(await ground().audit('show', '0123456789')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no line has the id'),
    })
  })
})

describe('audit stats --by', () => {
  const projects = () => {
    const at = ground()
    const inside = (folder: string, more: object = {}) => ({ replay: { cwd: folder, content: 'ls' }, ...more })
    at.put(
      record(1, inside('/w/shop')),
      record(2, inside('/w/shop/web', { decision: 'deny', rules: ['git.push-force'] })),
      record(3, inside('/w/shop/web', { audited: ['own.ask'], would: 'ask' })),
      record(4, inside('/w/other\u001b[31m', { decision: 'ask', rules: ['own.ask'] })),
    )
    return at
  }

  it('counts in a table, most calls first', async () => {
    expect((await projects().audit('stats', '--by', 'project')).out).toBe(
      [
        'project          calls   denied    asked on trial  last',
        '/w/shop/web          2        1        -        1  2026-11-20 08:00:03',
        '/w/other [31m        1        -        1        -  2026-11-20 08:00:04',
        '/w/shop              1        -        -        -  2026-11-20 08:00:01',
        '',
      ].join('\n'),
    )
  })

  it('takes the same filters, and is JSON for programs', async () => {
    const { out } = await projects().audit('stats', '--by', 'rule', '--project', '/w/shop', '--json')
    const times = { first: '2026-11-20T08:00:02.000Z', last: '2026-11-20T08:00:02.000Z' }
    expect(JSON.parse(out)).toEqual({
      by: 'rule',
      groups: [
        { name: 'git.push-force', calls: 1, denied: 1, asked: 0, would: 0, ...times },
        {
          name: 'own.ask',
          calls: 1,
          denied: 0,
          asked: 0,
          would: 1,
          first: '2026-11-20T08:00:03.000Z',
          last: '2026-11-20T08:00:03.000Z',
        },
      ],
      damaged: 0,
    })
  })

  it('says when there is nothing, and what can be counted by', async () => {
    expect((await projects().audit('stats', '--by', 'user', '--since', '2027-01-01')).out).toBe('No calls.\n')
    expect((await ground().audit('stats', '--by', 'user', '--session', 'any')).out).toBe('No calls.\n')
    expect(await projects().audit('stats', '--by', 'colour')).toMatchObject({ code: 2, err: expect.stringContaining('project') })
  })
})

describe('audit stats', () => {
  it('draws counts, and gives them as JSON', async () => {
    const { audit, put } = ground()
    put(record(1), record(2), record(3, { client: 'cursor', decision: 'deny', rules: ['git.push-force'] }))
    const { code, out } = await audit('stats')
    expect(code).toBe(0)
    expect(out).toContain('3 calls, 2026-11-20 08:00:01 to 2026-11-20 08:00:03')
    expect(out).toMatch(/claude-code {2}2 {2}█+\n/)
    expect(JSON.parse((await audit('stats', '--decision', 'deny', '--json')).out)).toMatchObject({ calls: 1, damaged: 0 })
    expect(await ground().audit('stats')).toMatchObject({ code: 0, out: 'No calls.\n' })
  })
})

describe('audit stats --asked', () => {
  const asked = (n: number, content: string, more: object = {}) =>
    record(n, { decision: 'ask', rules: ['own.ask'], replay: { toolType: 'shell', cwd: '/w/shop', content }, ...more })

  it('ranks the ordinary calls that people are asked about, with the last of each', async () => {
    const { audit, put } = ground()
    put(asked(1, 'npm install left-pad'), asked(2, 'npm install right-pad'), asked(3, 'make deploy', { id: 'a1b2c3d' }))
    put(asked(4, 'rm -r /', { certainty: 'proved-dangerous' }), record(5))
    const { code, out } = await audit('stats', '--asked')
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      '     2  Bash npm install  own.ask  2 sessions, 1 project',
      expect.stringMatching(/^ +such as \w+ {2}Bash npm install right-pad$/),
      '     1  Bash make deploy  own.ask  1 session, 1 project',
      '        such as a1b2c3d  Bash make deploy',
      '',
    ])
    const found = JSON.parse((await audit('stats', '--asked', '--json', '--text', 'deploy')).out)
    expect(found).toEqual({
      asked: [
        {
          shape: 'Bash make deploy',
          rules: ['own.ask'],
          count: 1,
          sessions: 1,
          projects: 1,
          example: { id: 'a1b2c3d', what: 'Bash make deploy' },
        },
      ],
      damaged: 0,
    })
  })

  it('says when there is none, and is no table of something else', async () => {
    const { audit, put } = ground()
    put(record(1))
    expect(await audit('stats', '--asked')).toMatchObject({ code: 0, out: 'No ordinary call was asked about.\n' })
    expect(await audit('stats', '--asked', '--by', 'rule')).toMatchObject({ code: 2, out: '' })
  })
})

describe('audit stats --session', () => {
  it('says which call was refused again and again', async () => {
    const { audit, put } = ground()
    const refused = (n: number, content: string, more: object = {}) =>
      record(n, { session: 'one', decision: 'deny', replay: { content }, ...more })
    const other = (n: number) => refused(n, 'git clean', { session: 'two' })
    put(refused(1, 'make a'), refused(2, 'make a'), other(3), refused(4, 'make a', { id: 'a1b2c3d' }), other(5))
    // The log has cut them at the same place; what they were differs.
    put(...[6, 7, 8].map(n => refused(n, 'make [cut]', { digest: `d${n}` })))
    put(refused(9, 'make b'), refused(10, 'make b'), refused(11, 'make b', { decision: 'allow' }), refused(12, 'make b'))
    const { loops } = JSON.parse((await audit('stats', '--session', 'one', '--json')).out)
    expect(loops).toEqual([{ session: 'one', decision: 'deny', times: 3, example: { id: 'a1b2c3d', what: 'Bash make a' } }])
    expect((await audit('stats', '--session', 'one')).out).toContain(
      'The same call in a row, not allowed\n       3  deny  such as a1b2c3d  Bash make a\n',
    )
    expect(JSON.parse((await audit('stats', '--json')).out)).not.toHaveProperty('loops')
  })
})

describe('nothing that a payload says reaches the terminal as more than text', () => {
  const evil = '\u001b[31mred\u001b]0;title\u0007\u009b2J\u202egnp\u200b\rover\u0008\u2028line\udb40\udc41'
  const harmful = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e]|\udb40/

  it.each([
    ['tail'],
    ['tail', '--json'],
    ['stats'],
    ['stats', '--asked'],
    ['stats', '--session', ''],
    ['stats', '--json'],
    ['show', '--last'],
    ['show', '--last', '--json'],
    ['verify'],
  ])('audit %s %s', async (...args) => {
    const { audit, put } = ground()
    const all = Object.fromEntries(['client', 'event', 'tool', 'session', 'reason', 'failure', evil].map(key => [key, evil]))
    const deep = { content: evil, structuredInput: { [evil]: [evil, { a: evil }] }, paths: [evil] }
    put(record(1, { ...all, decision: 'deny', rules: [evil], replay: deep, checks: [{ id: evil }], time: evil }))
    put(record(1, { ...all, decision: evil }))
    for (const n of [1, 2, 3]) put(record(n, { ...all, decision: 'ask', rules: [evil], replay: deep }))
    put(`${evil}\n`)
    const { out, err } = await audit(...args)
    expect(out.length).toBeGreaterThan(10)
    expect(out).not.toMatch(harmful)
    expect(err).not.toMatch(harmful)
  })

  it('keeps JSON what it was', () => {
    expect(JSON.parse(json({ [evil]: [evil] }))).toEqual({ [evil]: [evil] })
  })

  it('paints only where colour is wanted', async () => {
    expect(palette(false).decision('deny')).toBe('deny')
    expect(palette(true).decision('deny')).toBe('\u001b[31mdeny\u001b[0m')
    expect(palette(true).decision('', '')).toBe('')
  })

  it('draws a bar for whatever is more than nothing', () => {
    expect(
      bars(
        [
          { name: 'many', count: 100_000 },
          { name: 'one', count: 1 },
          { name: 'none', count: 0 },
        ],
        80,
      ),
    ).toEqual([`  many  100000  ${'█'.repeat(40)}`, '  one        1  ▏', '  none       0'])
  })
})

it('leaves the state directory alone that it only reads', async () => {
  const { audit, state, put, log } = ground()
  put(record(1))
  const before = readFileSync(log, 'utf8')
  for (const args of [['tail'], ['stats'], ['show', '--last'], ['verify']]) await audit(...args)
  expect(readFileSync(log, 'utf8')).toBe(before)
  rmSync(log)
  writeFileSync(join(state, 'keep'), '')
  await audit('verify')
  expect(existsSync(log)).toBe(false)
})

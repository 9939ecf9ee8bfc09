import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { uptime } from 'node:os'
import { describe, expect, it } from 'vitest'
import { approvals } from '../../src/cli/commands/health/approval-findings.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { approve, listRefusals } from '../../src/hook/approvals/console.ts'
import { digestOf } from '../../src/hook/approvals/digest.ts'
import { forgedIn } from '../../src/hook/approvals/files.ts'
import { secretOf } from '../../src/hook/approvals/keeper.ts'
import { sealed, seatHere, unsealed } from '../../src/hook/approvals/seal.ts'
import { bash, type Machine, machine } from './ground.ts'

const push = bash('git push --force origin main')
const by = { name: 'ann', way: 'terminal' } as const

const decisionOf = async (here: Machine, payload: JsonObject): Promise<string> => (await here.call(payload)).said.ruling.decision

/** Refused and permitted; the file of the approval is left to the test. */
const permitted = async (here: Machine, payload = push): Promise<string> => {
  expect(await decisionOf(here, payload)).toBe('deny')
  const [newest] = await listRefusals(here.config)
  const done = await approve(newest?.id ?? '', by, here.config)
  expect(done.ok).toBe(true)
  const [file] = readdirSync(`${here.state}/approvals`)
  return `${here.state}/approvals/${file}`
}

describe('a refusal that is permitted', () => {
  it('goes on once, says to the person by whom, and is refused again', async () => {
    const here = await machine()
    const first = await here.call(push)
    expect(first.said.ruling.decision).toBe('deny')
    expect(first.answer.stderr).toContain(`tfy-hook explain ${first.id}`)
    expect(first.answer.stderr).not.toContain('approve')
    expect(JSON.parse(first.answer.stdout || '{}').hookSpecificOutput?.permissionDecisionReason ?? '').not.toContain('approve')
    await approve(first.id ?? '', by, here.config)
    const second = await here.call(push)
    expect(second.said.ruling).toEqual({ decision: 'allow', grant: false })
    expect(second.verdict.approved).toEqual({ call: first.id, by: 'ann' })
    expect(second.said.message).toContain('permitted once by ann')
    expect(await decisionOf(here, push)).toBe('deny')
    expect(existsSync(`${here.state}/approvals`)).toBe(false)
    const lines = readFileSync(`${here.state}/audit.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.map(({ decision, approves, approved }) => [decision, approves, approved?.by])).toEqual([
      ['deny', undefined, undefined],
      ['allow', first.id, 'ann (terminal)'],
      ['allow', undefined, 'ann'],
      ['deny', undefined, undefined],
    ])
  })

  it.each<[string, JsonObject]>([
    ['another command', bash('git push --force origin next')],
    ['another session', { ...push, session_id: 'other' }],
    ['another folder', { ...push, cwd: '/tmp' }],
    ['another argument', { ...push, tool_input: { command: 'git push --force origin main', dangerouslyDisableSandbox: true } }],
  ])('covers not %s', async (_, other) => {
    const here = await machine()
    await permitted(here)
    expect(await decisionOf(here, other)).toBe('deny')
    expect(
      await decisionOf(here, { ...push, tool_input: { command: 'git push --force origin main', description: 'Once more' } }),
    ).toBe('allow')
  })

  it('is permitted though it was refused so often that this is refused, too', async () => {
    const here = await machine()
    const { id = '' } = await here.call(push)
    for (let i = 0; i < 4; i++) expect(await decisionOf(here, push)).toBe('deny')
    expect((await approve(id, by, here.config)).ok).toBe(true)
    expect(await decisionOf(here, push)).toBe('allow')
  })
})

type Change = (file: string, secret: string) => void

const nameOf = (file: string): string => {
  const { ino, birthtimeNs } = lstatSync(file, { bigint: true })
  return `${ino}.${birthtimeNs}`
}

/** Changed by somebody who has the secret: what else is looked at shows. */
const rewritten =
  (change: (approval: Record<string, unknown>) => unknown): Change =>
  (file, secret) => {
    const [text = ''] = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, sealed(JSON.stringify(change(JSON.parse(text))), nameOf(file), secret))
  }

describe('a file that no terminal has left so', () => {
  it.each<[string, Change]>([
    ['that is older than ten minutes', rewritten(approval => ({ ...approval, at: Date.now() - 601_000 }))],
    [
      'from the future, as a clock that was turned back leaves it',
      rewritten(approval => ({ ...approval, at: Date.now() + 60_000 })),
    ],
    [
      'whose age only the time since the start shows',
      rewritten(approval => ({ ...approval, since: Number(approval.since) - 700 })),
    ],
    ['from before the machine was started anew', rewritten(approval => ({ ...approval, since: Number(approval.since) + 700 }))],
    ['of another call', rewritten(approval => ({ ...approval, digest: 'f'.repeat(64) }))],
    ['with more calls than one', rewritten(approval => ({ ...approval, digests: ['f'.repeat(64)] }))],
    ['with several approvals', rewritten(approval => [approval, approval])],
    ['for another decision', rewritten(approval => ({ ...approval, decision: 'ask' }))],
    ['for other rules', rewritten(approval => ({ ...approval, rules: ['git.reset-hard'] }))],
    ['that others can read', file => chmodSync(file, 0o644)],
    ['in a folder that others can enter', file => chmodSync(file.slice(0, file.lastIndexOf('/')), 0o755)],
    [
      'behind a link to a folder',
      file => {
        const folder = file.slice(0, file.lastIndexOf('/'))
        renameSync(folder, `${folder}-elsewhere`)
        symlinkSync(`${folder}-elsewhere`, folder)
      },
    ],
    [
      'behind a link',
      file => {
        renameSync(file, `${file}-elsewhere`)
        symlinkSync(`${file}-elsewhere`, file)
      },
    ],
    ['that is not JSON', file => writeFileSync(file, 'yes')],
  ])('counts for nothing: one %s', async (_, change) => {
    const here = await machine()
    const file = await permitted(here)
    change(file, readFileSync(`${here.state}/seal`, 'utf8').trim())
    expect(await decisionOf(here, push)).toBe('deny')
  })

  it('does count where nothing is changed', async () => {
    const here = await machine()
    rewritten(approval => approval)(await permitted(here), readFileSync(`${here.state}/seal`, 'utf8').trim())
    expect(await decisionOf(here, push)).toBe('allow')
  })

  it.runIf(process.getuid?.() === 0)('counts for nothing when somebody else owns it', async () => {
    const { chownSync } = await import('node:fs')
    const here = await machine()
    const file = await permitted(here)
    const folder = file.slice(0, file.lastIndexOf('/'))
    for (const path of [file, folder]) {
      chownSync(path, 1, 1)
      expect(await decisionOf(here, push)).toBe('deny')
      chownSync(path, 0, 0)
    }
    expect(await decisionOf(here, push)).toBe('allow')
  })

  it('is no approval of a session that copied it', async () => {
    const here = await machine()
    const file = await permitted(here)
    const other = { ...push, session_id: 'other' }
    expect(await decisionOf(here, other)).toBe('deny')
    const copied = JSON.parse(readFileSync(`${here.state}/audit.jsonl`, 'utf8').trim().split('\n').at(-1) ?? '').permit
    writeFileSync(`${file.slice(0, file.lastIndexOf('/'))}/${copied}`, readFileSync(file), { mode: 0o600 })
    expect((await here.call(other)).verdict).toMatchObject({ ruling: { decision: 'deny' }, forgery: 'copied' })
  })
})

describe('an approval that nobody has given', () => {
  /** As the log shows all of it, the digest too. */
  const invented = async (here: Machine): Promise<{ readonly file: string; readonly text: string }> => {
    const { id = '' } = await here.call(push)
    const line = JSON.parse(readFileSync(`${here.state}/audit.jsonl`, 'utf8').trim().split('\n').at(-1) ?? '')
    const approval = {
      digest: line.permit,
      call: id,
      by: 'root',
      rules: line.rules,
      decision: 'deny',
      at: Date.now(),
      since: uptime(),
    }
    mkdirSync(`${here.state}/approvals`, { recursive: true, mode: 0o700 })
    return { file: `${here.state}/approvals/${line.permit}`, text: JSON.stringify({ v: 1, ...approval }) }
  }
  const told = async (here: Machine, how: string, payload = push): Promise<void> => {
    const { said, verdict } = await here.call(payload)
    expect([said.ruling.decision, verdict.forgery]).toEqual(['deny', how])
    expect(said.message).toContain('nobody has given')
    expect(JSON.parse(readFileSync(`${here.state}/audit.jsonl`, 'utf8').trim().split('\n').at(-1) ?? '').forgery).toBe(how)
    // Told once, and it is gone.
    expect((await here.call(payload)).verdict.forgery).toBeUndefined()
    expect(existsSync(`${here.state}/approvals`)).toBe(false)
  }

  it('is made of what the log shows', async () => {
    const here = await machine()
    const { file, text } = await invented(here)
    writeFileSync(file, text, { mode: 0o600 })
    expect(await forgedIn(here.state)).toEqual([file])
    const [finding, ...more] = await approvals(here.state)
    expect([finding?.id, finding?.severity, more]).toEqual(['approvals.forged', 'bad', []])
    expect(finding?.what).toContain(`${file} is not as`)
    await told(here, 'forged')
    expect(await approvals(here.state)).toEqual([])
  })

  it('is not one that a person gave, nor one that is over and lost its secret', async () => {
    const here = await machine()
    const file = await permitted(here)
    expect(await approvals(here.state)).toEqual([])
    writeFileSync(file, readFileSync(file, 'utf8').replace(/[0-9a-f]{64}\n$/, `${'0'.repeat(64)}\n`))
    expect(await forgedIn(here.state)).toEqual([file])
    expect(await forgedIn(here.state, Date.now() + 11 * 60_000)).toEqual([])
    chmodSync(`${here.state}/approvals`, 0o755)
    expect(await forgedIn(here.state, Date.now() + 11 * 60_000)).toEqual([`${here.state}/approvals`])
  })

  it('is sealed with a secret of its own', async () => {
    const here = await machine()
    const { file, text } = await invented(here)
    await secretOf(here.state, 'make')
    writeFileSync(file, '', { mode: 0o600 })
    writeFileSync(file, sealed(text, nameOf(file), 'f'.repeat(64)))
    await told(here, 'forged')
  })

  it('is a changed one', async () => {
    const here = await machine()
    const file = await permitted(here)
    writeFileSync(file, readFileSync(file, 'utf8').replace('"by":"ann"', '"by":"bob"'))
    await told(here, 'forged')
  })

  it('was put aside, and is put back when it has been used', async () => {
    const here = await machine()
    const folder = `${here.state}/approvals`
    await permitted(here)
    cpSync(folder, `${here.state}/aside`, { recursive: true, preserveTimestamps: true })
    expect(await decisionOf(here, push)).toBe('allow')
    cpSync(`${here.state}/aside`, folder, { recursive: true, preserveTimestamps: true })
    chmodSync(folder, 0o700)
    await told(here, 'copied')
  })

  it('was given a second name, and is put back when it has been used', async () => {
    const here = await machine()
    const file = await permitted(here)
    linkSync(file, `${here.state}/kept`)
    await told(here, 'copied')
    mkdirSync(`${here.state}/approvals`, { mode: 0o700 })
    renameSync(`${here.state}/kept`, file)
    // One name again, the very file, and never used.
    expect((await here.call(push)).verdict.approved).toBeDefined()
  })

  it('was authentic for another call', async () => {
    const here = await machine()
    const file = await permitted(here)
    const other = bash('git push --force origin next')
    await here.call(other)
    const digest = JSON.parse(readFileSync(`${here.state}/audit.jsonl`, 'utf8').trim().split('\n').at(-1) ?? '').permit
    renameSync(file, `${here.state}/approvals/${digest}`)
    await told(here, 'copied', other)
  })

  it('was sealed by another account, or before the machine was started anew', async () => {
    const here = await machine()
    const { file, text } = await invented(here)
    const secret = (await secretOf(here.state, 'make')) ?? ''
    writeFileSync(file, '', { mode: 0o600 })
    const ours = sealed(text, nameOf(file), secret)
    for (const own of ['account', 'boot'] as const) {
      writeFileSync(file, ours, { mode: 0o600 })
      expect(unsealed(ours, nameOf(file), secret)).toEqual({ text })
      expect(unsealed(ours, nameOf(file), secret, { ...seatHere(), [own]: 'another' })).toEqual({ forgery: 'forged' })
    }
  })
})

const managed = { 'managed/policy.yaml': 'version: 1\nextends: recommended\n' }
const own = (file: string, more = '') => ({
  [file]: `version: 1\nrules:\n  - { id: shop.no-make, on: shell, when: { program: make }, decision: deny, reason: No.${more} }\n`,
})
const user = '.config/tfy-hook/policy.yaml'

describe('what nobody permits', () => {
  it.each<[string, Readonly<Record<string, string>>, JsonObject, string]>([
    ['a rule that an administrator wrote', own('managed/policy.yaml'), bash('make deploy'), 'managed'],
    ['a preset that an administrator set', managed, push, 'managed'],
    ['what concerns the guard', {}, bash('rm ~/.claude/settings.json'), 'self'],
    ['a client that names no session', {}, { ...push, session_id: null }, 'session'],
    ['anything, where a file says so', { '.config/tfy-hook/config.yaml': 'approvals: off\n' }, push, 'off'],
    ['what is too long to be shown', {}, bash(`git push --force origin main # ${'x'.repeat(20_000)}`), 'cut'],
  ])('%s', async (_, files, payload, barrier) => {
    const here = await machine(files)
    const first = await here.call(payload)
    expect(first.said.ruling.decision).toBe('deny')
    if (barrier !== 'cut') expect(first.said.message ?? '').not.toContain('approve')
    const done = await approve(first.id ?? '', by, here.config)
    expect(done).toMatchObject({ ok: false, barrier })
    expect(existsSync(`${here.state}/approvals`)).toBe(false)
  })

  it.each(['closed', 'open'])('a refusal beside a broken policy, which would come again: fail %s', async fail => {
    const here = await machine({
      ...managed,
      'managed/config.yaml': `fail: ${fail}\napprovals: { preset: true }\n`,
      [user]: 'version: [',
    })
    const first = await here.call(push)
    expect([first.said.ruling.decision, first.failure?.kind]).toEqual(['deny', 'policy-invalid'])
    expect(await approve(first.id ?? '', by, here.config)).toMatchObject({ ok: false, barrier: 'failed' })
  })

  it('a refusal of half an hour ago', async () => {
    const here = await machine()
    const { id = '' } = await here.call(push)
    expect(await approve(id, by, here.config, Date.now() + 31 * 60_000)).toMatchObject({ ok: false, barrier: 'old' })
  })

  it('unless an administrator does, for the preset', async () => {
    const here = await machine({ ...managed, 'managed/config.yaml': 'approvals: { preset: true }\n' })
    await permitted(here)
    expect(await decisionOf(here, push)).toBe('allow')
  })

  it('but no rule that they wrote, whatever they say of the preset', async () => {
    const here = await machine({ ...own('managed/policy.yaml'), 'managed/config.yaml': 'approvals: { preset: true }\n' })
    const { id = '' } = await here.call(bash('make deploy'))
    expect(await approve(id, by, here.config)).toMatchObject({ ok: false, barrier: 'managed' })
  })

  it('and no user says so in their place', async () => {
    const here = await machine({ ...managed, '.config/tfy-hook/config.yaml': 'approvals: { preset: true }\n' })
    const { id = '' } = await here.call(push)
    expect(await approve(id, by, here.config)).toMatchObject({ ok: false, barrier: 'managed' })
  })
})

it('a policy that has become stricter by another rule refuses again, and the approval is not spent', async () => {
  const here = await machine(own(user))
  const call = bash('make deploy')
  await permitted(here, call)
  const file = `${here.config.places.home}/${user}`
  const before = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    `${before}  - { id: shop.no-deploy, on: shell, when: { args: [deploy] }, decision: ask, reason: Not now. }\n`,
  )
  expect(await decisionOf(here, call)).toBe('deny')
  writeFileSync(file, `${before}# as it was\n`)
  expect(await decisionOf(here, call)).toBe('allow')
})

it('another folder of one workspace is another call', async () => {
  const here = await machine()
  const { event } = await here.call(push)
  if (event === undefined) throw new Error('no event')
  const digest = (cwd: string) => digestOf({ ...event, cwd }, text => text)
  expect(digest('/a')).not.toBe(digest('/b'))
})

it('a call that is allowed looks for nothing', async () => {
  const here = await machine()
  mkdirSync(`${here.state}/approvals`, { recursive: true, mode: 0o000 })
  expect(await decisionOf(here, bash('git status'))).toBe('allow')
})

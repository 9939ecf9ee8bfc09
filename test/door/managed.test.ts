/** The door where an administrator rules: it answers as the whole program does, or leaves the call to it. Never by a policy that is laxer. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Executable } from '../blackbox/executables.ts'
import { bundleBy, pair, policy, scratch } from '../bundle/make.ts'
import { away, kept, type Machine, machineWith } from '../bundle/managed-machine.ts'
import { built, door, whole } from './start.ts'

const program = (command: string): Executable => ({ name: command, file: command, command, args: [], excuse: undefined })
const mine = pair()
const share = join(scratch(), 'shop.bundle')
const bundled = (keys = mine.line): string => `bundle:\n  url: ${share}\n  keys: [${keys}]\n`
const denies = (word: string): string => policy(`shop.no-${word}`).replace('args: [delete]', `args: [${word}]`)

/** What the account would like to hold instead. */
const lax = 'version: 1\nextends: none\nsettings: { strategy: audit, could-not-tell: allow }\n'

const machine = (files: Readonly<Record<string, string>>): Machine => {
  const here = machineWith(files, program(whole))
  mkdirSync(join(here.home, '.config/tfy-hook'), { recursive: true })
  writeFileSync(join(here.home, '.config/tfy-hook/policy.yaml'), lax)
  return here
}

const put = ({ etc }: Machine, name: string, text: string): void => writeFileSync(join(etc, 'tfy-hook', name), text)
const publish = async (here: Machine, text: string): Promise<void> => {
  writeFileSync(share, text)
  await here.run('policy', 'pull')
}

const words = ['delete', 'list', 'lint'] as const

/**
 * Which of `helm delete`, `helm list` and `helm lint` are stopped. The door is asked alone before anybody has compiled what is new, then with
 * somebody to hand over to, and alone again; alone it may refuse what it would hand over, and nothing else.
 */
const stopped = async (
  here: Machine,
  { env = {}, flags = ['--fail-closed'] }: { env?: Readonly<Record<string, string>>; flags?: readonly string[] } = {},
) => {
  const ask = async (mode: string, command: string, file = door) => {
    const { exitCode, stdout, stderr } = await here
      .started({ ...env, TFY_HOOK_DOOR: mode }, program(file))
      .hook(command, ...flags)
    return { exitCode, text: `${stdout}${stderr}`.replace(/explain \w+/, 'explain') }
  }
  const said: Record<string, { readonly denied: boolean; readonly byItself: boolean; readonly text: string }> = {}
  for (const word of words) {
    const command = `helm ${word} web`
    const [first, both] = [await ask('only', command), await ask('', command)]
    const right = await ask('off', command, whole)
    const again = await ask('only', command)
    expect(both, command).toEqual(right)
    for (const alone of [first, again])
      if (alone.text.includes('an internal fault')) expect(alone.exitCode, command).toBe(2)
      else expect(alone, command).toEqual(right)
    said[word] = { denied: right.exitCode === 2, byItself: !again.text.includes('an internal fault'), text: right.text }
  }
  const all = Object.entries(said)
  return {
    denied: all.filter(([, { denied }]) => denied).map(([word]) => word),
    byItself: all.every(([, { byItself }]) => byItself),
    text: all.map(([, { text }]) => text).join(''),
  }
}

describe.skipIf(!built || !away)('the door on a managed machine', () => {
  it('goes by the managed policy, whatever the account wants, and by a newer one at once', { timeout: 120_000 }, async () => {
    const here = machine({ 'policy.yaml': denies('delete') })
    expect(await stopped(here)).toMatchObject({ denied: ['delete'], byItself: true })
    put(here, 'policy.yaml', denies('list'))
    expect(await stopped(here)).toMatchObject({ denied: ['list'], byItself: true })
    const elsewhere = scratch()
    const env = { HOME: elsewhere, XDG_CONFIG_HOME: elsewhere, XDG_STATE_HOME: elsewhere }
    expect(await stopped(here, { env })).toMatchObject({ denied: ['list'], byItself: true })
    rmSync(join(here.etc, 'tfy-hook/policy.yaml'))
    expect((await stopped(here)).denied).toEqual([])
  })

  it('stops everything where what an administrator wrote cannot be used', { timeout: 120_000 }, async () => {
    const here = machine({ 'config.yaml': 'fail: closed\n', 'policy.yaml': 'version: 1\nrules: [{ id: \n' })
    expect(await stopped(here, { flags: ['--fail-open'] })).toMatchObject({
      denied: [...words],
      text: expect.stringContaining('policy.yaml, line 2: '),
    })
    put(here, 'policy.yaml', denies('delete'))
    put(here, 'config.yaml', 'fail: closed\nsource: offlin\n')
    expect((await stopped(here)).denied).toEqual([...words])
  })

  it('leaves a gateway that an administrator names to the whole program', { timeout: 120_000 }, async () => {
    const here = machine({ 'config.yaml': 'source: gateway\ngateway: { url: "http://127.0.0.1:9" }\nfail: closed\n' })
    expect(await stopped(here, { flags: [] })).toMatchObject({ denied: [...words], byItself: false })
  })

  it('goes by the bundle in force, through all that can happen to it', { timeout: 240_000 }, async () => {
    const here = machine({ 'config.yaml': bundled() })
    expect(await stopped(here)).toMatchObject({
      denied: [...words],
      text: expect.stringContaining('the policy bundle cannot be used'),
    })
    await publish(here, bundleBy(mine, {}, { 'policy.yaml': denies('delete') }))
    expect(await stopped(here)).toMatchObject({ denied: ['delete'], byItself: true })
    const elsewhere = scratch()
    const env = { HOME: elsewhere, XDG_CONFIG_HOME: elsewhere, XDG_STATE_HOME: elsewhere }
    expect((await stopped(here, { env })).denied).toEqual(['delete'])

    await publish(here, bundleBy(mine, { counter: 2, version: '2' }, { 'policy.yaml': denies('list') }))
    expect(await stopped(here)).toMatchObject({ denied: ['list'], byItself: true })
    put(here, 'policy.yaml', denies('lint'))
    expect(await stopped(here)).toMatchObject({ denied: ['list', 'lint'], byItself: true })
    // Another's signature, and one that was taken back, change nothing.
    await publish(here, bundleBy(pair(), { counter: 3, version: '3' }, { 'policy.yaml': denies('delete') }))
    await publish(here, bundleBy(mine, {}, { 'policy.yaml': denies('delete') }))
    expect(await stopped(here)).toMatchObject({ denied: ['list', 'lint'], byItself: true })

    const expires = new Date(Date.now() + 8_000).toISOString()
    await publish(here, bundleBy(mine, { counter: 4, version: '4', expires }, { 'policy.yaml': denies('delete') }))
    expect((await here.run('policy', 'status')).stdout).toContain('shop 4')
    await new Promise(resolve => setTimeout(resolve, Date.parse(expires) - Date.now() + 100))
    expect(await stopped(here)).toMatchObject({ denied: [...words], text: expect.stringContaining('expired') })

    await publish(here, bundleBy(mine, { counter: 5, version: '5' }, { 'policy.yaml': denies('list') }))
    expect((await stopped(here)).denied).toEqual(['list', 'lint'])
    put(here, 'config.yaml', bundled(pair().line))
    expect(await stopped(here)).toMatchObject({ denied: [...words], text: expect.stringContaining('not trusted') })
    put(here, 'config.yaml', bundled())
    writeFileSync(join(kept(here), 'active.json'), bundleBy(pair(), { counter: 6 }, { 'policy.yaml': 'version: 1\n' }))
    expect((await stopped(here)).denied).toEqual([...words])
    rmSync(join(kept(here), 'active.json'))
    expect((await stopped(here)).denied).toEqual([...words])
  })

  it('says that a bundle is only on trial', { timeout: 60_000 }, async () => {
    const here = machine({ 'config.yaml': bundled() })
    const trial = `${denies('delete')}settings: { strategy: audit }\n`
    await publish(here, bundleBy(mine, {}, { 'policy.yaml': trial }))
    expect(await stopped(here)).toMatchObject({ denied: [], byItself: true })
    const { stdout } = await here.run('doctor', '--no-drill')
    expect(stdout).toMatch(
      /warn {2}shop\.no-delete is on trial: settings\.strategy: audit in shop 1: policy\.yaml, unchanged since 2026-11-20\./,
    )
  })
})

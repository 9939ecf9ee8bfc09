/** `doctor --prove` with the real executable, and a client in small that asks, that does not, and that does not listen. */

import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'

const ground = () => {
  const home = folder({ 'shop/readme.md': '', 'tmp/readme.md': '' })
  mkdirSync(join(home, 'bin'))
  copyFileSync(resolve('test/prove/client.mjs'), join(home, 'bin/claude'))
  const env = {
    PATH: `${home}/bin:${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: home,
    SHELL: '/bin/bash',
    TMPDIR: join(home, 'tmp'),
  }
  const run = async (args: readonly string[], more: Record<string, string> = {}) => {
    const ran = await execa(resolve('dist/tfy-hook'), [...args], {
      input: '',
      env: { ...env, ...more },
      extendEnv: false,
      reject: false,
      cwd: join(home, 'shop'),
    })
    return { code: ran.exitCode, out: ran.stdout }
  }
  return { home, run }
}

it('proves a client that asks and does as it is told, and the call is evidence for status', async () => {
  const { home, run } = ground()
  await run(['init', '--yes', '--client', 'claude-code'])
  expect((await run(['status'])).out).toContain('or: tfy-hook doctor --prove claude-code')
  const { code, out } = await run(['doctor', '--prove', 'claude-code'])
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^Claude Code: proved, [\d.]+ s\n {2}Claude Code asked, ran what may run/),
  ])
  expect((await run(['status'])).out).toMatch(/Claude Code {2}guarded/)
  expect(readdirSync(join(home, 'tmp'))).toEqual(['readme.md'])
})

it.each([
  ['deaf', 1, /not called, .*\n {2}Claude Code ran both commands and asked about neither/],
  ['heedless', 1, /called and not stopped, .*\n {2}Claude Code asked, was told no, and ran the command/],
  [
    'mute',
    2,
    /cannot be proved, .*\n {2}Claude Code did not come to the model .* It said: Please log in\.\n {2}fix {2}Start Claude Code/,
  ],
])('says of a client that is %s what it saw', async (FAKE, code, words) => {
  const { run } = ground()
  await run(['init', '--yes', '--client', 'claude-code'])
  const ran = await run(['doctor', '--prove', 'claude-code'], { FAKE })
  expect([ran.code, ran.out]).toEqual([code, expect.stringMatching(words)])
})

it('starts nothing for a client that is not registered, has no such way, or cannot be seen', async () => {
  const { run } = ground()
  expect(await run(['doctor', '--prove', 'claude-code'])).toMatchObject({
    code: 1,
    out: expect.stringContaining('It is not registered'),
  })
  expect(await run(['doctor', '--prove', 'cursor'])).toMatchObject({ code: 2, out: expect.stringContaining('cannot be proved') })
  await run(['init', '--yes', '--client', 'claude-code'])
  const off = await run(['doctor', '--prove', 'claude-code', '--json'], { TFY_HOOK_LOG: 'off' })
  expect([off.code, JSON.parse(off.out)]).toEqual([2, expect.objectContaining({ outcome: 'cannot be proved' })])
})

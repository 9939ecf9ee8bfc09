/** Every way in which an executable can fail to give a verdict, in every host, in both fail modes. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'
import { until } from '../until.ts'
import { type Deed, does, hostNames, shellCall } from './hosts.ts'
import { answers, broken, loaded, printed, program, refuses } from './load.ts'

const stage = { folder: folder({}) }
/** Short enough to wait for a program that does not answer, long enough for one that does. */
const soonMs = 800
const laterMs = 20_000

const alive = (pid: number): boolean => {
  try {
    // A zombie is as good as gone.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe.each(hostNames)('%s', host => {
  const pluginFor = async (program: string, failClosed: boolean, timeoutMs = soonMs) =>
    loaded(printed(host, { command: [program], failClosed, timeoutMs }))

  describe.each([true, false])('fails closed: %s', failClosed => {
    it.concurrent.each(Object.keys(broken('')))('the program %s', async way => {
      const pid = join(folder({}), 'pid')
      const timeoutMs = way.startsWith('hangs') ? soonMs : laterMs
      const plugin = await pluginFor(broken(pid)[way] ?? '', failClosed, timeoutMs)
      const started = performance.now()
      const came = await does(host, plugin, shellCall(host, 'npm test'), stage)
      const ms = performance.now() - started
      const said = [came.modelTold, ...came.noted].join('\n')
      expect([came.goesOn, came.asks, came.rewritten, came.problems], JSON.stringify(came)).toEqual([
        !failClosed,
        undefined,
        undefined,
        [],
      ])
      expect(said).toContain(failClosed ? '[tfy.bridge] No verdict' : 'NOT CHECKED')
      expect(said).not.toContain('why')
      // One that hangs is not waited for, and one that talks for ever is stopped before its time.
      expect(ms).toBeLessThan(laterMs)
      if (existsSync(pid)) {
        expect(await until(() => !alive(Number(readFileSync(pid, 'utf8'))))).toBe(true)
      }
    })

    it('a result that could not be judged is kept or withheld as the mode says', async () => {
      for (const way of ['hangs', 'crashes with 1', 'says garbage', 'says megabytes', 'is not there']) {
        const plugin = await pluginFor(broken(join(folder({}), 'pid'))[way] ?? '', failClosed)
        const deed: Deed = { kind: 'result', name: 'read', input: {}, text: 'TOOL-OUTPUT' }
        const { goesOn, text } = await does(host, plugin, deed, stage)
        expect([way, goesOn], text).toEqual([way, !failClosed])
        // Where the hook throws, the host drops the result by itself.
        const thrown = host === 'opencode' || host === 'kilo-code'
        expect([way, thrown || text?.includes('TOOL-OUTPUT')]).toEqual([way, thrown || !failClosed])
      }
    })

    it('a prompt is sent or stopped as the mode says', async () => {
      const plugin = await pluginFor('/nonexistent/tfy-hook', failClosed)
      expect((await does(host, plugin, { kind: 'prompt', text: 'fix the cart' }, stage)).goesOn).toBe(!failClosed)
    })

    it('exit 2 is a deny, whatever the mode', async () => {
      const came = await does(host, await pluginFor(refuses(), failClosed, laterMs), shellCall(host, 'npm test'), stage)
      expect(came).toMatchObject({ goesOn: false, modelTold: 'tfy-hook [tfy.internal] No verdict.' })
    })

    it('an end that could not be judged is an end', async () => {
      const plugin = await pluginFor('/nonexistent/tfy-hook', failClosed)
      expect(await does(host, plugin, { kind: 'end', text: 'Done.' }, stage)).not.toHaveProperty('keepsWorking')
    })

    it('what nobody waits for never throws', async () => {
      for (const way of ['crashes with 1', 'is not there']) {
        const plugin = await pluginFor(broken('')[way] ?? '', failClosed)
        expect((await does(host, plugin, { kind: 'bus' }, stage)).problems).toEqual([])
      }
    })
  })

  it('hears a program that reads nothing of what it is told', async () => {
    const deaf = program(`exec < /dev/null; printf '{"verdict":"deny","reason":"why"}'`)
    const call = { ...shellCall(host, 'x'.repeat(2_000_000)) }
    expect(await does(host, await pluginFor(deaf, false, laterMs), call, stage)).toMatchObject({
      goesOn: false,
      modelTold: 'why',
    })
  })

  it('hears the last line of a program that says something before it', async () => {
    const said = (verdict: string) => program(`cat > /dev/null; echo 'profile loaded {'; echo '${verdict}'; echo`)
    const denied = said('{"verdict":"deny","reason":"why"}')
    const call = shellCall(host, 'npm test')
    expect(await does(host, await pluginFor(denied, false, laterMs), call, stage)).toMatchObject({
      goesOn: false,
      modelTold: 'why',
    })
    const allowed = await does(host, await pluginFor(said('{"verdict":"allow"}'), true, laterMs), call, stage)
    expect(allowed.goesOn).toBe(true)
    const overruled = await does(
      host,
      await pluginFor(program('echo \'{"verdict":"allow"}\'; echo done'), true, laterMs),
      call,
      stage,
    )
    expect(overruled.goesOn).toBe(false)
  })

  it('takes what cannot be told for a failure', async () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    const deed: Deed = { kind: 'tool', name: 'mcp', input: circle }
    const plugin = await pluginFor(answers({ verdict: 'allow' }), true, laterMs)
    expect((await does(host, plugin, deed, stage)).goesOn).toBe(false)
  })
})

it('OpenClaw: a call that the host takes back ends the program', async () => {
  const pid = join(folder({}), 'pid')
  const plugin = await loaded(printed('openclaw', { command: [broken(pid).hangs ?? ''], failClosed: true, timeoutMs: 50_000 }))
  const started = performance.now()
  const abort = AbortSignal.timeout(300)
  const came = await does('openclaw', plugin, shellCall('openclaw', 'npm test'), { ...stage, abort })
  expect([came.goesOn, performance.now() - started < 40_000]).toEqual([false, true])
  expect(await until(() => !alive(Number(readFileSync(pid, 'utf8'))))).toBe(true)
})

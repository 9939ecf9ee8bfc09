import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { atLoad } from '../at-load.ts'
import { call, homeEnv, type Said } from './call.ts'
import { answerOf, type Listener, listeners } from './clients.ts'
import { executables, partFor } from './executables.ts'
import { hostile } from './hostile.ts'

const env = homeEnv()

const declared = ({ id, event }: Listener): readonly string[] => ['--client', id, '--event', event]

/** What holds for every call whatever came in: a legal exit code, one JSON value or silence, and an end. */
const sane = (said: Said): void => {
  expect(said.signal).toBeUndefined()
  expect([0, 2]).toContain(said.exitCode)
  expect(() => answerOf(said)).not.toThrow()
  expect(said.stderr.length).toBeLessThan(2_000)
}

const blocked = (listener: Listener, said: Said): void => {
  sane(said)
  expect(listener.blocked(said), JSON.stringify(said)).toBe(true)
}

/** At least a question, by whatever the client can say. */
const questioned = (said: Said): void => {
  sane(said)
  expect(`${said.stdout}${said.stderr}`).toContain('tfy-hook [tfy.stdin-invalid]')
  expect(`${said.stdout}${said.stderr}`).not.toContain('NOT CHECKED')
}

/** Open is never silent: a person can see that no verdict was made. */
const letThrough = (listener: Listener, said: Said): void => {
  sane(said)
  expect(said.exitCode, JSON.stringify(said)).toBe(0)
  expect(listener.blocked(said)).toBe(false)
  expect(`${said.stderr}${said.stdout}`, 'open mode says that it let something through').toMatch(/tfy-hook/i)
}

for (const exe of executables.filter(({ excuse }) => excuse === undefined)) {
  describe.concurrent(exe.name, () => {
    beforeAll(() => {
      expect(existsSync(exe.file), `${exe.file} is missing: npm run build && npm run build:pkg`).toBe(true)
    })

    describe.each(listeners)('$id', listener => {
      const payload = JSON.stringify(listener.payload)
      const ask = (flag: string, stdin: Buffer | string, pipe?: 'open' | 'gone' | 'sigterm') =>
        call(exe, {
          args: [...declared(listener), flag, '--timeout-ms', '5000'],
          stdin,
          env: { ...env, ...listener.env },
          ...(pipe !== undefined && { pipe }),
        })

      it.each(partFor(exe, hostile))('$name', async ({ bytes, readable }) => {
        const stdin = bytes(payload)
        blocked(listener, await ask('--fail-closed', stdin))
        const open = await ask('--fail-open', stdin)
        if (readable === true) blocked(listener, open)
        else if (readable === 'contrived') questioned(open)
        else letThrough(listener, open)
      })

      it('a harmless payload is not blocked, and not commented on', async () => {
        const said = await ask('--fail-closed', payload.replaceAll('pwned', 'hello'))
        sane(said)
        expect([said.exitCode, listener.blocked(said), said.stderr]).toEqual([0, false, ''])
      })

      it('a writer that never closes', async () => {
        const stuck = (flag: string, stdin: string) =>
          call(exe, {
            args: [...declared(listener), flag, '--timeout-ms', '1000'],
            stdin,
            pipe: 'open',
            env: { ...env, ...listener.env },
          })
        for (const stdin of ['\n', payload.slice(0, 40), payload]) {
          const closed = await stuck('--fail-closed', stdin)
          blocked(listener, closed)
          expect(closed.ms).toBeLessThan(1_000 + atLoad(2_000))
        }
        letThrough(listener, await stuck('--fail-open', payload.slice(0, 40)))
      })

      it('a reader that is gone', async () => {
        const { exitCode, signal } = await ask('--fail-closed', payload, 'gone')
        expect(signal).toBeUndefined()
        expect(exitCode).toBe(listener.id === 'cursor' ? 0 : 2)
      })

      it('SIGTERM while it waits', async () => {
        const said = await ask('--fail-closed', payload.slice(0, 40), 'sigterm')
        expect(said.ms).toBeLessThan(1_000 + atLoad(2_000))
        if (said.signal !== 'SIGTERM') blocked(listener, said)
      })

      it('a wrong command line', async () => {
        const said = await call(exe, {
          args: [...declared(listener), '--fail-closed', '--no-such-flag', 'x'],
          stdin: payload,
          env: { ...env, ...listener.env },
        })
        blocked(listener, said)
      })
    })

    describe('without a hint', () => {
      it('empty stdin and no flags is somebody trying it by hand', async () => {
        const said = await call(exe, { args: [], stdin: '', env })
        expect([said.exitCode, said.stdout]).toEqual([0, ''])
        expect(said.stderr).toMatch(/usage|--help/i)
      })

      it('an empty object comes from a client, not from a person', async () => {
        const said = await call(exe, { args: [], stdin: '{}', env: { ...env, TFY_HOOK_FAIL: 'closed' } })
        expect(said.exitCode).toBe(2)
        expect(said.stderr).toContain('tfy.stdin-invalid')
      })

      it.each(
        partFor(
          exe,
          hostile.filter(({ readable }) => readable !== true),
        ),
      )('closed: $name', async ({ bytes }) => {
        const said = await call(exe, { args: ['--fail-closed'], stdin: bytes(JSON.stringify(listeners[0]?.payload)), env })
        sane(said)
        expect(said.exitCode).toBe(2)
        expect(said.stderr).not.toBe('')
      })
    })
  })
}

it('every artifact exists or has an excuse', () => {
  const lost = executables.filter(({ file, excuse }) => !existsSync(file) && excuse === undefined).map(({ file }) => file)
  expect(lost).toEqual([])
})

/** What two processes can do to each other between one step and the next. */

import * as fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { append, currentOf, type Spool } from '../../src/hook/spool/files.ts'
import { sendSpool } from '../../src/hook/spool/send.ts'
import { folder } from '../blackbox/call.ts'

let beforeWrite: (() => void) | undefined
vi.mock('node:fs', async original => {
  const real = await original<typeof fs>()
  return {
    ...real,
    writeSync: (fd: number, bytes: Uint8Array) => {
      const first = beforeWrite
      beforeWrite = undefined
      first?.()
      return real.writeSync(fd, bytes)
    },
  }
})

let spool: Spool
beforeEach(() => {
  spool = { dir: join(folder({}), 'spool'), name: 'abc' }
})

const line = (number: number): string =>
  JSON.stringify({
    at: Date.now(),
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    event: { client: 'claude-code', originalEventName: 'Stop', category: 'lifecycle', guardrail: null, sessionId: 's' },
    payload: { number },
  })

const kept = (): readonly number[] =>
  fs
    .readFileSync(currentOf(spool), 'utf8')
    .split('\n')
    .filter(text => text !== '')
    .map(text => JSON.parse(text).payload.number)

describe('a line is not lost', () => {
  it('when its file goes away between open and write', () => {
    append(spool, line(1))
    beforeWrite = () => fs.unlinkSync(currentOf(spool))
    append(spool, line(2))
    expect(kept()).toEqual([2])
  })

  it('when it is written into a part that is being sent', async () => {
    append(spool, line(1))
    const late = fs.openSync(currentOf(spool), fs.constants.O_WRONLY | fs.constants.O_APPEND)
    const told: unknown[] = []
    const sent = await sendSpool({
      spool,
      end: Date.now() + 5_000,
      mayAsk: () => true,
      tell: async item => {
        told.push(item.payload.number)
        fs.writeSync(late, `${line(2)}\n`)
        return { ok: true, value: undefined }
      },
    })
    fs.closeSync(late)
    expect([sent, told, kept()]).toEqual([{ sent: 1, dropped: 0, left: false }, [1], [2]])
  })
})

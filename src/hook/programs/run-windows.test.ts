import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { runFor } from './run.ts'

/** As `cross-spawn` does it there: cmd runs, ends with 1, and that is told as the error it means. */
vi.mock('cross-spawn', () => ({
  default: () => {
    const child = Object.assign(new EventEmitter(), { pid: 4711, kill: () => true, unref: () => {} })
    setTimeout(() => {
      child.emit('error', Object.assign(new Error('spawn none ENOENT'), { code: 'ENOENT' }))
      child.emit('close', 1, null)
    }, 0)
    return child
  },
}))

it('a program that is not there is not started, though cmd was', async () => {
  expect(await runFor('none', [], 1_000, { env: {}, maxBuffer: 1_000 })).toMatchObject({
    notStarted: 'ENOENT',
    exitCode: undefined,
  })
})

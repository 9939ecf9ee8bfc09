import { existsSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { attended } from './attended.ts'
import { inTrialState } from './trial-state.ts'

vi.mock('node:fs', async original => ({
  ...(await original<typeof import('node:fs')>()),
  rmSync: () => {
    throw Object.assign(new Error('busy'), { code: 'EBUSY' })
  },
}))

it('what was found out counts, though the scratch folder cannot be taken away', async () => {
  let base = ''
  await inTrialState(async dir => {
    base = dir
    expect(existsSync(dir)).toBe(true)
    expect(attended(`${dir}/tfy-hook`)).toBe(true)
  })
  const { rmSync } = await vi.importActual<typeof import('node:fs')>('node:fs')
  rmSync(base, { recursive: true, force: true })
})

/** The manual page: what the executable prints, what the repository holds, and what its printers say about it. */

import { readFileSync } from 'node:fs'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { binary, has } from './shells.ts'

const page = 'docs/tfy-hook.1'
const [mandoc, man] = await Promise.all([has('mandoc'), has('man')])

it('is what the executable prints', async () => {
  const { stdout } = await execa(binary, ['man'], { stripFinalNewline: false })
  expect(stdout).toBe(readFileSync(page, 'utf8'))
})

describe('printed', () => {
  // Reproducible, so without a date; and a sentence is not cut to please the linter's style.
  it.skipIf(!mandoc)(`mandoc finds nothing wrong (present: ${mandoc})`, async () => {
    const { stdout } = await execa('mandoc', ['-T', 'lint', '-W', 'warning', page], { reject: false })
    expect(stdout.split('\n').filter(line => line !== '' && !line.includes('missing date'))).toEqual([])
  })

  it.skipIf(!man)(`man shows flags, words and paths as they are typed (present: ${man})`, async () => {
    const { stdout, stderr } = await execa('man', ['--warnings', '-l', page], { env: { MANWIDTH: '200', LC_ALL: 'C.UTF-8' } })
    expect(stderr).toBe('')
    for (const text of [
      '--fail-closed',
      '-n, --lines N',
      'tfy-hook policy replay [FILES...]',
      '.tfy-hook/policy.yaml',
      'client’s',
    ])
      expect(stdout).toContain(text)
  })
})

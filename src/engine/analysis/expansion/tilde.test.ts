import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { analyse } from '../analyse.ts'
import { linux } from '../testing.ts'

const leads = ['', 'of=', 'A_1=', '1a=', '--p=', 'x.y=', '+a=', '"of"=', 'of=\\', '"of=', 'a=b=']
const tails = ['~', '~/x', '~/x/y', '~"/x"', "~/'x y'", 'x~/y']

it('puts a home where bash puts one', () => {
  let homes = 0
  for (const lead of leads)
    for (const tail of tails) {
      const word = `${lead}${tail}${lead.startsWith('"of=') ? '"' : ''}`
      if ((word.match(/"/g)?.length ?? 0) % 2 === 1) continue
      const real = execFileSync('bash', ['-c', `printf %s ${word}`], {
        encoding: 'utf8',
        env: { HOME: linux.home, PATH: '/usr/bin:/bin' },
      })
      const { writes } = analyse(`touch -- ${word}`, { cwd: '/w', workspaceRoots: ['/w'], host: linux })
      expect([word, writes.map(({ path }) => path)]).toEqual([word, [resolve('/w', real)]])
      if (real.includes(linux.home)) homes++
    }
  expect(homes).toBeGreaterThan(10)
})

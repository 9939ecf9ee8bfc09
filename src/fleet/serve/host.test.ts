/** What an event sees of the disk is what is there, and asked once. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, it } from 'vitest'
import type { Places } from '../../hook/config/places.ts'
import { hostFor } from '../../hook/sources/offline.ts'
import { hostOf } from './host.ts'

const dir = realpathSync(mkdtempSync(`${tmpdir()}/host-`))
afterAll(() => rmSync(dir, { recursive: true }))

const places = {
  home: dir,
  managed: [],
  user: [],
  redirected: [],
  state: `${dir}/state`,
  bundle: `${dir}/bundle`,
} as unknown as Places
const hostHere = hostOf(places, {}, true)

mkdirSync(`${dir}/there/deep`, { recursive: true })
writeFileSync(`${dir}/there/file`, '')
writeFileSync(`${dir}/nonesuch`, '')
symlinkSync(`${dir}/there`, `${dir}/link`)
symlinkSync(`${dir}/gone`, `${dir}/dangling`)
symlinkSync(`${dir}/circle`, `${dir}/circle`)
symlinkSync('/', `${dir}/top`)
symlinkSync('link/deep', `${dir}/there/deep/far`)
symlinkSync('../../link', `${dir}/there/deep/far2`)
const deep = Array(40).fill('/d').join('')
mkdirSync(`${dir}${deep}`, { recursive: true })
symlinkSync(`${dir}/there`, `${dir}${deep}/link`)

const asked = [
  '',
  '/there',
  '/there/file',
  '/there/file/below',
  '/link/deep',
  '/link/none/x',
  '/link/none',
  '/dangling',
  '/dangling/x/y',
]
  .concat(['/none/a/b', '/none/a', '/none', '/nonesuch', '/there/deep/x', '/link/deep/x/y'])
  .concat([
    '/top',
    '/top/etc',
    '/top/nonesuch/x',
    `/top${dir}/link/file`,
    '/circle',
    '/circle/x',
    '/there/deep/far',
    '/there/deep/far2',
    '/there/deep/far2/deep/far2/file',
    '/link/deep/far2/none/x',
  ])
  .concat([deep, `${deep}/link/deep`, `${deep}/none/x`, `${deep}/link/none/x`, '/there//deep', '/there/./deep', '/...', '/..x/y'])
  .map(path => `${dir}${path}`)
  .concat(['/', '/proc/self/exe', '/etc/passwd/x', '/nonesuch/x'])

it.each([
  ['as asked', asked],
  ['backwards', asked.toReversed()],
])('as the hook sees it, %s', (_, paths) => {
  const [host, hook] = [hostHere(), hostFor(places, {})]
  for (const path of paths) expect([path, host.realpath(path)]).toEqual([path, hook.realpath(path)])
})

it('for this event alone', () => {
  const [now, later] = [hostHere(), hostHere()]
  const path = `${dir}/made/x`
  expect([now.realpath(`${dir}/made`), now.realpath(path)]).toEqual([`${dir}/made`, path])
  symlinkSync(`${dir}/there`, `${dir}/made`)
  expect([now.realpath(path), later.realpath(path)]).toEqual([path, `${dir}/there/x`])
})

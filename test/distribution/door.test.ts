/** The door is the same wherever and whenever it is built, and holds nothing of the machine that built it. `npm test` has built the first one. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { doorFile, lacking } from '../../scripts/door/build.ts'

const lacks = lacking()
if (lacks !== undefined) console.warn(`The door cannot be built here: ${lacks}; its build is not tested`)

const planted = { HOME: '/home/planted-3c1f', USER: 'planted-user-81aa', SECRET_TOKEN: 'planted-token-99e2', TZ: 'Asia/Tokyo' }

const build = (env: Readonly<Record<string, string>>): Buffer => {
  const folder = mkdtempSync('dist/.door-test-')
  const out = join(folder, 'door')
  const { status, stderr } = spawnSync('node_modules/.bin/bun', ['scripts/build-door.ts', '--out', out], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  const bytes = readFileSync(out)
  rmSync(folder, { recursive: true })
  return bytes
}

it.skipIf(lacks !== undefined)(
  'is built to the same bytes twice, with nothing of the machine in it',
  { timeout: 600_000 },
  () => {
    const bytes = build(planted)
    expect(readFileSync(doorFile).equals(bytes)).toBe(true)
    const { TZ: _, ...texts } = planted
    for (const text of [...Object.values(texts), hostname(), process.cwd()].filter(text => text.length > 3))
      for (const form of ['utf8', 'utf16le'] as const) expect(bytes.includes(Buffer.from(text, form)), text).toBe(false)
  },
)

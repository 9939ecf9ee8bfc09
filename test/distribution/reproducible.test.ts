/** Two builds of the same sources, in two places, give the same bytes. Only this platform's: `npm run build:all -- --twice` does all. */

import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, expect, it } from 'vitest'

const root = mkdtempSync(join(tmpdir(), 'tfy-hook-twice-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const build = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const dir = join(root, folder)
  mkdirSync(dir, { recursive: true })
  for (const part of ['bin', 'src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(part, join(dir, part), { recursive: true })
  // Not a link to the folder: the bundler would see it where it is. Links to its files, where the file system can.
  const modules = join(dir, 'node_modules')
  const linked = await execa('cp', ['-al', 'node_modules', modules], { reject: false })
  if (linked.exitCode !== 0) {
    rmSync(modules, { recursive: true, force: true })
    await execa('cp', ['-a', 'node_modules', modules])
  }
  await execa('bun', ['scripts/build.ts'], {
    cwd: dir,
    preferLocal: true,
    localDir: dir,
    env: { HOME: join(dir, 'home'), TZ: folder },
  })
  const dist = join(dir, 'dist')
  const digests = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter(file => statSync(join(dist, file)).isFile())
    .sort()
    .map(file => [
      file,
      createHash('sha256')
        .update(readFileSync(join(dist, file)))
        .digest('hex'),
    ])
  rmSync(dir, { recursive: true })
  return Object.fromEntries(digests) as Readonly<Record<string, string>>
}

it('byte for byte', async () => {
  const first = await build('here')
  expect(Object.keys(first)).toEqual(expect.arrayContaining(['tfy-hook', 'tfy-hook.cdx.json', 'node/tfy-hook.mjs', 'meta.json']))
  expect(await build('some/where/else')).toEqual(first)
}, 180_000)

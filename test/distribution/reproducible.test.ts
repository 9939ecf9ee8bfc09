/** Two builds of the same sources, in two places, give the same bytes. Only this platform's: `npm run build:all -- --twice` does all. */

import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, expect, it } from 'vitest'

const root = mkdtempSync(join(tmpdir(), 'tfy-hook-twice-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The sources as they are now, with a `node_modules` that is no link to a folder: the bundler would see that where it is. */
const copy = async (dir: string): Promise<void> => {
  mkdirSync(dir, { recursive: true })
  for (const part of ['bin', 'src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(part, join(dir, part), { recursive: true })
  const modules = join(dir, 'node_modules')
  const linked = await execa('cp', ['-al', 'node_modules', modules], { reject: false })
  if (linked.exitCode === 0) return
  rmSync(modules, { recursive: true, force: true })
  await execa('cp', ['-a', 'node_modules', modules])
}

const build = async (dir: string): Promise<Readonly<Record<string, string>>> => {
  await execa('bun', ['scripts/build.ts'], {
    cwd: dir,
    preferLocal: true,
    localDir: dir,
    env: { HOME: join(dir, 'home') },
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
  rmSync(dist, { recursive: true })
  return Object.fromEntries(digests) as Readonly<Record<string, string>>
}

it('byte for byte', async () => {
  const [here, elsewhere] = [join(root, 'here'), join(root, 'some/where/else')]
  await copy(here)
  const first = await build(here)
  expect(Object.keys(first)).toEqual(expect.arrayContaining(['tfy-hook', 'tfy-hook.cdx.json', 'node/tfy-hook.mjs', 'meta.json']))
  mkdirSync(dirname(elsewhere), { recursive: true })
  renameSync(here, elsewhere)
  expect(await build(elsewhere)).toEqual(first)
}, 180_000)

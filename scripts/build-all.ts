/** `npm run build:all`: dist/release/ for every platform, with SHA256SUMS. A runtime that cannot be fetched fails only with `--strict`. */

import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { bundleSplit } from './bundle.ts'
import { compileFor } from './compile.ts'
import { notices } from './notices.ts'
import { at, say, stop } from './project.ts'

const targets = [
  'linux-x64',
  'linux-x64-musl',
  'linux-arm64',
  'linux-arm64-musl',
  'darwin-x64',
  'darwin-arm64',
  'windows-x64',
] as const

const folder = 'dist/release'
const strict = process.argv.includes('--strict')

await rm(at(folder), { recursive: true, force: true })
await mkdir(at(folder), { recursive: true })
const metafile = await bundleSplit('bun', 'dist/bun')
await writeFile(at(folder, 'THIRD-PARTY-LICENSES.txt'), notices(metafile))

const missing: string[] = []
for (const target of targets) {
  const outfile = `${folder}/tfy-hook-${target}${target.startsWith('windows') ? '.exe' : ''}`
  const { code, stderr } = compileFor('dist/bun/tfy-hook.mjs', outfile, `bun-${target}`)
  if (code === 0) say(`built ${outfile}`)
  else {
    missing.push(target)
    say(`NOT BUILT ${target}: ${stderr.trim().split('\n').at(-1)}`)
  }
}

const sums: string[] = []
for (const name of (await readdir(at(folder))).sort()) {
  const digest = createHash('sha256')
    .update(await readFile(at(folder, name)))
    .digest('hex')
  sums.push(`${digest}  ${name}\n`)
}
await writeFile(at(folder, 'SHA256SUMS'), sums.join(''))

say(`${targets.length - missing.length} of ${targets.length} platforms in ${folder}`)
if (missing.length > 0 && strict) stop(`missing: ${missing.join(', ')}`)

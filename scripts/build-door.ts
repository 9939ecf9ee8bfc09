/**
 * `npm run build:door`: dist/tfy-hook-door for Linux, from the pinned engine, the hot path, and `src/door/host.c`, for the dist/tfy-hook beside it.
 * `--out` names another file, `--arch arm64` another processor. Needs Debian's `wabt`, `gcc` and `musl-dev`; without them it says so, and nothing is built. Why and how: docs/adr/0023-the-door.md.
 */

import { existsSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildDoor, doorFile, lacking } from './door/build.ts'
import { at, say, stop } from './project/project.ts'

const { out, arch } = parseArgs({
  options: { out: { type: 'string', default: doorFile }, arch: { type: 'string', default: process.arch } },
}).values
const lacks = lacking(arch)
if (lacks !== undefined) {
  rmSync(at(out), { force: true })
  say(`${out} is not built: ${lacks}`)
} else {
  if (!existsSync(at('dist/tfy-hook'))) stop('dist/tfy-hook is not there: npm run build')
  const started = performance.now()
  const size = await buildDoor('dist/tfy-hook', out, arch)
  say(`${out} ${(size / 1024).toFixed(0)} KiB, ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

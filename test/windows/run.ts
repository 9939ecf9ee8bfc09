/**
 * `npm run windows`: real calls and commands of the Node form as a Windows process, in Wine; `npm run build` before. `-- WORDS` runs the checks whose
 * titles contain them. Where Wine is not installed, or Node for Windows cannot be fetched, it says so and checks nothing.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { at, run, say, stop } from '../../scripts/project/project.ts'
import { installed, nodeForWindows, wine } from './wine.ts'

/** All of it takes a minute on two cores. */
const limitMs = 5 * 60_000

const found = wine()
if (found === undefined) {
  say('Wine is not installed, so nothing was run as Windows: apt-get install wine64')
  process.exit(0)
}
const node = nodeForWindows(found)
if (node === undefined) {
  say('Node for Windows could not be fetched, so nothing was run as Windows')
  process.exit(0)
}
if (!existsSync(at('dist/node/tfy-hook.mjs'))) stop('dist/node is not built: npm run build')

const folder = mkdtempSync(join(found.drive, 'checks-'))
try {
  const checks = join(folder, 'checks.mjs')
  await build({
    entryPoints: [at('test/windows/inside/run.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: checks,
  })
  const here = `C:\\${folder.slice(found.drive.length + 1)}\\checks.mjs`
  // Windows' pipes are not ours: what is said goes into a file.
  const said = join(folder, 'said.txt')
  const out = openSync(said, 'w')
  const only = process.argv.slice(2).join(' ')
  const { status } = spawnSync(found.program, [node, here, installed(found, at('dist/node')), ...(only === '' ? [] : [only])], {
    env: found.env,
    stdio: ['ignore', out, out],
    timeout: limitMs,
  })
  say(`${readFileSync(said, 'utf8').trim()}\n${found.version}, Node for Windows; not Windows itself`)
  process.exitCode = status === 0 ? 0 : 1
} finally {
  // What is left over belongs to this machine of Wine alone.
  run('wineserver64', ['-k'], { env: found.env })
  rmSync(folder, { recursive: true, force: true })
}

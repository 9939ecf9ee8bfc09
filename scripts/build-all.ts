/**
 * `npm run build:all`: dist/release/ for every platform, with licences, SBOM, manual page, installers and SHA256SUMS. A runtime that cannot be
 * fetched fails only with `--strict`. `--twice` builds everything again and fails when a single byte differs. `--sign KEY` adds `SHA256SUMS.minisig`,
 * `--attest KEY` what it was built from, `tfy-hook.sigstore.json`.
 */

import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { attest, commitHere } from './build/attest.ts'
import { bundleSplit } from './build/bundle.ts'
import { compileFor } from './build/compile.ts'
import { doorNotices, notices } from './build/notices.ts'
import { sbom } from './build/sbom.ts'
import { sign } from './build/sign.ts'
import { buildDoor, lacking } from './door/build.ts'
import { doorName, executableName, platforms, releaseName } from './package/platforms.ts'
import { at, say, stop, version } from './project/project.ts'

const folder = 'dist/release'
const again = 'dist/release-again'
const { values: flags } = parseArgs({
  options: {
    strict: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
    sign: { type: 'string' },
    attest: { type: 'string' },
  },
})

const digest = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

/** Into its own folder first: Bun writes the file's name into it, and all platforms have the same. */
const buildOne = async (platform: (typeof platforms)[number], to: string): Promise<string | undefined> => {
  const fresh = `${to}/.new/${executableName(platform)}`
  await mkdir(at(to, '.new'), { recursive: true })
  const { code, stderr } = compileFor('dist/bun/tfy-hook.mjs', fresh, `bun-${platform.target}`)
  if (code === 0) {
    await chmod(at(fresh), 0o755)
    await rename(at(fresh), at(to, releaseName(platform)))
  }
  await rm(at(to, '.new'), { recursive: true })
  return code === 0 ? undefined : stderr.trim().split('\n').at(-1)
}

/** The platforms that were not built. */
const buildRelease = async (to: string): Promise<readonly string[]> => {
  await rm(at(to), { recursive: true, force: true })
  await mkdir(at(to), { recursive: true })
  const metafile = await bundleSplit('bun', 'dist/bun')
  await writeFile(at(to, 'THIRD-PARTY-LICENSES.txt'), notices(metafile, doorNotices()))
  await writeFile(at(to, 'tfy-hook.cdx.json'), sbom(metafile, 'bun'))
  for (const file of ['docs/tfy-hook.1', 'scripts/package/install.sh', 'scripts/package/install.ps1'])
    await copyFile(at(file), at(to, file.slice(file.lastIndexOf('/') + 1)))

  const missing: string[] = []
  for (const platform of platforms) {
    const fault = await buildOne(platform, to)
    if (fault === undefined) say(`built ${to}/${releaseName(platform)}`)
    else {
      missing.push(platform.target)
      say(`NOT BUILT ${platform.target}: ${fault}`)
    }
  }
  for (const platform of platforms.filter(({ os, target }) => os === 'linux' && !missing.includes(target))) {
    const lacks = lacking(platform.cpu)
    if (lacks !== undefined) say(`no door for ${platform.target}: ${lacks}`)
    else {
      await buildDoor(`${to}/${releaseName(platform)}`, `${to}/${doorName(platform)}`, platform.cpu)
      say(`built ${to}/${doorName(platform)}`)
    }
  }
  const sums: string[] = []
  for (const name of (await readdir(at(to))).sort()) sums.push(`${await digest(at(to, name))}  ${name}\n`)
  await writeFile(at(to, 'SHA256SUMS'), sums.join(''))
  return missing
}

const missing = await buildRelease(folder)
if (flags.twice) {
  await buildRelease(again)
  const [first, second] = await Promise.all([folder, again].map(one => readFile(at(one, 'SHA256SUMS'), 'utf8')))
  await rm(at(again), { recursive: true })
  if (first !== second) stop(`built twice, and not the same:\n${first}\n${second}`)
  say('built twice: every byte is the same')
}
if (flags.attest !== undefined) attest(at(folder, 'SHA256SUMS'), flags.attest, at(folder, 'tfy-hook.sigstore.json'), commitHere())
if (flags.sign !== undefined) sign(at(folder, 'SHA256SUMS'), flags.sign, `tfy-hook ${version()}`)
say(`${platforms.length - missing.length} of ${platforms.length} platforms in ${folder}`)
if (missing.length > 0 && flags.strict) stop(`missing: ${missing.join(', ')}`)

/**
 * `npm run package:deb`, `npm run package:rpm`: a package in dist/deb or dist/rpm for each Linux executable (glibc) of dist/release; `--from` and
 * `--out` name other folders. The same bytes every time. They register nothing: that is `tfy-hook init`, or what is deployed.
 */

import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packDeb } from './package/deb.ts'
import { platforms, releaseName } from './package/platforms.ts'
import { packRpm } from './package/rpm.ts'
import { at, say, stop } from './project/project.ts'

const { values, positionals } = parseArgs({
  options: { from: { type: 'string' }, out: { type: 'string' } },
  allowPositionals: true,
})
const format = positionals[0] === 'rpm' ? 'rpm' : 'deb'
const [source, out] = [resolve(values.from ?? at('dist/release')), resolve(values.out ?? at(`dist/${format}`))]
const there = platforms.filter(
  platform => platform.os === 'linux' && platform.libc === 'glibc' && existsSync(join(source, releaseName(platform))),
)
if (there.length === 0) stop(`no executable for Linux in ${source}: npm run build:all`)
mkdirSync(out, { recursive: true })
for (const platform of there) say((format === 'rpm' ? packRpm : packDeb)(platform, source, out))

/**
 * `npm run package:deb`: dist/deb/tfy-hook_<version>_<architecture>.deb for each Linux executable (glibc) of dist/release, or of the folder `--from`.
 * By Debian's own dpkg-deb; the same bytes every time. It registers nothing: that is `tfy-hook init`, or what is deployed.
 */

import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { doorName, type Platform, platforms, releaseName } from './package/platforms.ts'
import { at, run, say, stop, version } from './project/project.ts'

const { values } = parseArgs({ options: { from: { type: 'string' }, out: { type: 'string' } } })
const [source, out] = [resolve(values.from ?? at('dist/release')), resolve(values.out ?? at('dist/deb'))]
const architectures = { x64: 'amd64', arm64: 'arm64' } as const

const pack = (platform: Platform): void => {
  const architecture = architectures[platform.cpu]
  const folder = mkdtempSync(join(tmpdir(), 'tfy-hook-deb-'))
  const put = (to: string, content: string | Uint8Array, mode = 0o644): void => {
    mkdirSync(join(folder, dirname(to)), { recursive: true })
    writeFileSync(join(folder, to), content)
    chmodSync(join(folder, to), mode)
  }
  const program = join(source, releaseName(platform))
  const door = join(source, doorName(platform))
  for (const [file, to] of [
    [program, 'usr/bin/tfy-hook'],
    ...(existsSync(door) ? [[door, 'usr/bin/tfy-hook-door'] as const] : []),
  ] as const) {
    mkdirSync(join(folder, 'usr/bin'), { recursive: true })
    copyFileSync(file, join(folder, to))
    chmodSync(join(folder, to), 0o755)
  }
  put('usr/share/man/man1/tfy-hook.1.gz', gzipSync(readFileSync(at('docs/tfy-hook.1')), { level: 9 }))
  const licences = readFileSync(join(source, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  put('usr/share/doc/tfy-hook/copyright', `${readFileSync(at('LICENSE'), 'utf8')}\n${licences}`)
  put('usr/share/doc/tfy-hook/tfy-hook.cdx.json', readFileSync(join(source, 'tfy-hook.cdx.json')))
  put(
    'DEBIAN/control',
    `Package: tfy-hook
Version: ${version()}
Architecture: ${architecture}
Maintainer: TrueFoundry <support@truefoundry.com>
Installed-Size: ${Math.ceil(statSync(program).size / 1024)}
Depends: libc6
Section: utils
Priority: optional
Homepage: https://www.truefoundry.com
Description: a verdict before coding agents act
 One hook executable for every coding agent, with an embedded policy engine or
 a gateway. It registers nothing by itself: run "tfy-hook init", or deploy what
 "tfy-hook init --scope managed" makes.
`,
  )
  mkdirSync(out, { recursive: true })
  const file = join(out, `tfy-hook_${version()}_${architecture}.deb`)
  // With more threads the bytes depend on how many there are.
  const options = ['--root-owner-group', '-Zxz', '-z1', '--threads-max=1', '--build', folder, file]
  const { code, stderr } = run('env', ['SOURCE_DATE_EPOCH=0', 'dpkg-deb', ...options])
  rmSync(folder, { recursive: true })
  if (code !== 0) stop(`dpkg-deb: ${stderr.trim()}`)
  say(file)
}

const there = platforms.filter(
  platform => platform.os === 'linux' && platform.libc === 'glibc' && existsSync(join(source, releaseName(platform))),
)
if (there.length === 0) stop(`no executable for Linux in ${source}: npm run build:all`)
for (const platform of there) pack(platform)

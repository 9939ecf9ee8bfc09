/** `tfy-hook_<version>_<architecture>.deb`, by Debian's own dpkg-deb. */

import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, stop, version } from '../project/project.ts'
import type { Platform } from './platforms.ts'
import { about, afterwards, stage, summary } from './stage.ts'

const architectures = { x64: 'amd64', arm64: 'arm64' } as const

export const packDeb = (platform: Platform, source: string, out: string): string => {
  const architecture = architectures[platform.cpu]
  const { folder } = stage(source, platform)
  mkdirSync(join(folder, 'DEBIAN'))
  writeFileSync(
    join(folder, 'DEBIAN/control'),
    `Package: tfy-hook
Version: ${version()}
Architecture: ${architecture}
Maintainer: TrueFoundry <support@truefoundry.com>
Installed-Size: ${Math.ceil(statSync(join(folder, 'usr/bin/tfy-hook')).size / 1024)}
Depends: libc6
Section: utils
Priority: optional
Homepage: https://www.truefoundry.com
Description: ${summary}
${about.replace(/^/gm, ' ')}
`,
  )
  writeFileSync(join(folder, 'DEBIAN/postinst'), `#!/bin/sh\n[ "$1" = configure ] || exit 0\n${afterwards}\n`, { mode: 0o755 })
  const file = join(out, `tfy-hook_${version()}_${architecture}.deb`)
  // With more threads the bytes depend on how many there are.
  const options = ['--root-owner-group', '-Zxz', '-z1', '--threads-max=1', '--build', folder, file]
  const { code, stderr } = run('env', ['SOURCE_DATE_EPOCH=0', 'dpkg-deb', ...options])
  rmSync(folder, { recursive: true })
  if (code !== 0) stop(`dpkg-deb: ${stderr.trim()}`)
  return file
}

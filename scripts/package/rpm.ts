/** `tfy-hook-<version>-1.<architecture>.rpm`, by rpmbuild, which Debian has as well. */

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, stop, version } from '../project/project.ts'
import type { Platform } from './platforms.ts'
import { about, afterwards, stage, summary } from './stage.ts'

const architectures = { x64: 'x86_64', arm64: 'aarch64' } as const

/** Nothing is compiled, stripped, or known of the machine that packs. A tilde is how an rpm says that it comes before. */
const spec = (folder: string, files: readonly string[]): string => `Name: tfy-hook
Version: ${version().replace('-', '~')}
Release: 1
Summary: ${summary}
License: Apache-2.0
URL: https://www.truefoundry.com
Vendor: TrueFoundry
AutoReqProv: no
Requires: glibc

%description
${about}

%install
cp -a ${folder}/usr %{buildroot}/

%post
${afterwards}

%files
%defattr(-,root,root,-)
${files.map(file => `/${file}`).join('\n')}
`

const constants = [
  '_buildhost tfy-hook',
  '_binary_payload w9.zstdio',
  '_build_id_links none',
  'debug_package %{nil}',
  '__os_install_post %{nil}',
  'use_source_date_epoch_as_buildtime 1',
  'clamp_mtime_to_source_date_epoch 1',
]

export const packRpm = (platform: Platform, source: string, out: string): string => {
  const architecture = architectures[platform.cpu]
  const { folder, files } = stage(source, platform)
  const top = mkdtempSync(join(tmpdir(), 'tfy-hook-rpm-'))
  writeFileSync(join(top, 'tfy-hook.spec'), spec(folder, files))
  const defined = [...constants, `_topdir ${top}`, '_rpmfilename tfy-hook.rpm'].flatMap(one => ['--define', one])
  // Any date but zero, which counts as none.
  const words = ['SOURCE_DATE_EPOCH=1', 'rpmbuild', '-bb', '--quiet', '--target', `${architecture}-linux`, ...defined]
  const { code, stderr } = run('env', [...words, join(top, 'tfy-hook.spec')])
  const file = join(out, `tfy-hook-${version()}-1.${architecture}.rpm`)
  if (code === 0) copyFileSync(join(top, 'RPMS/tfy-hook.rpm'), file)
  for (const one of [folder, top]) rmSync(one, { recursive: true })
  if (code !== 0) stop(`rpmbuild: ${stderr.trim()}`)
  return file
}

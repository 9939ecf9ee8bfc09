/** What the packages of Linux distributions hold, as a folder: the program, the door beside it, the manual page, the licences and the SBOM. */

import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { at } from '../project/project.ts'
import { doorName, type Platform, releaseName } from './platforms.ts'

/** A fresh folder to be thrown away; the paths in it that are files. */
export const stage = (source: string, platform: Platform): { readonly folder: string; readonly files: readonly string[] } => {
  const folder = mkdtempSync(join(tmpdir(), 'tfy-hook-package-'))
  const files: string[] = []
  const place = (to: string, write: (path: string) => void, mode = 0o644): void => {
    mkdirSync(join(folder, dirname(to)), { recursive: true })
    write(join(folder, to))
    chmodSync(join(folder, to), mode)
    files.push(to)
  }
  const put = (to: string, content: string | Uint8Array): void => place(to, path => writeFileSync(path, content))
  place('usr/bin/tfy-hook', path => copyFileSync(join(source, releaseName(platform)), path), 0o755)
  const door = join(source, doorName(platform))
  if (existsSync(door)) place('usr/bin/tfy-hook-door', path => copyFileSync(door, path), 0o755)
  put('usr/share/man/man1/tfy-hook.1.gz', gzipSync(readFileSync(at('docs/tfy-hook.1')), { level: 9 }))
  const licences = readFileSync(join(source, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  put('usr/share/doc/tfy-hook/copyright', `${readFileSync(at('LICENSE'), 'utf8')}\n${licences}`)
  put('usr/share/doc/tfy-hook/tfy-hook.cdx.json', readFileSync(join(source, 'tfy-hook.cdx.json')))
  return { folder, files }
}

export const summary = 'a verdict before coding agents act'
export const about = `One hook executable for every coding agent, with an embedded policy engine or
a gateway. It registers nothing by itself: run "tfy-hook init", or deploy what
"tfy-hook init --scope managed" makes.`

/** All that runs when it is installed: what is deployed here was compiled by another version, or by none. */
export const afterwards = '[ ! -d /etc/tfy-hook ] || /usr/bin/tfy-hook policy compile >/dev/null 2>&1 || :'

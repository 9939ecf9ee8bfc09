/** For tests only: one line per case. */

import type { Host } from '../matching/host.ts'
import { analyse, loadAll } from './analyse.ts'

await loadAll()

export const home = '/home/dev'
export const workspace = '/home/dev/shop'

export const linux: Host = { home, platform: 'linux', realpath: path => path, readText: () => undefined, env: () => undefined }
export const windowsHost: Host = {
  home: 'C:\\Users\\dev',
  platform: 'win32',
  realpath: path => path,
  readText: () => undefined,
  env: () => undefined,
}

/** A command and what it must be: `ordinary`, a finding, or a finding with `?` when it cannot be told. */
export type Row = readonly [command: string, expected: string]

/** The findings of a command; `?` marks what cannot be told. Proved-ordinary effects are left out. */
export function findingsOf(
  command: string,
  dialect: 'posix' | 'powershell' | 'cmd' = 'posix',
  host = dialect === 'posix' ? linux : windowsHost,
): string[] {
  const root = host.platform === 'win32' ? 'C:\\Users\\dev\\shop' : workspace
  const facts = analyse(command, { cwd: root, workspaceRoots: [root], host, dialect })
  return facts.effects
    .filter(effect => effect.certainty !== 'proved-ordinary')
    .map(effect => effect.finding + (effect.certainty === 'could-not-tell' ? '?' : ''))
}

/** What is wrong with a row, or undefined. */
export function wrong(row: Row, dialect: 'posix' | 'powershell' | 'cmd' = 'posix'): string | undefined {
  const [command, expected] = row
  const found = findingsOf(command, dialect)
  const right = expected === 'ordinary' ? found.length === 0 : found.includes(expected)
  return right ? undefined : `${JSON.stringify(command)}: expected ${expected}, found ${found.join(', ') || 'nothing'}`
}

/** What is planted in the cage: a home with decoy credentials, a workspace under git with a bare remote, a server's data. The engine sees the same. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Host } from '../../src/engine/matching/host.ts'
import { at } from '../project/project.ts'
import { walls } from './walls.ts'

export const home = '/home/dev'
export const workspace = '/home/dev/shop'

interface Planted {
  readonly files: Readonly<Record<string, string>>
  readonly links: Readonly<Record<string, string>>
}

export const planted = JSON.parse(readFileSync(at('fixtures/oracle/world.json'), 'utf8')) as Planted

/** What each file with a decoy holds, and nothing else does. */
export const decoys: ReadonlyMap<string, string> = new Map(
  Object.entries(planted.files).flatMap(([path, text]) => {
    const found = /DECOY-[\w-]+/.exec(text)
    return found === null ? [] : [[path, found[0]] as const]
  }),
)

const history = [
  'cd /template/home/dev/shop && git init -q --template= && git remote add origin /srv/git/shop.git',
  'printf ".env\\n" >.gitignore && git add . && git commit -qm first && git branch planted-branch',
  'echo more >>README.md && git commit -qam second && git tag planted-tag',
  'mkdir -p /template/srv/git && git clone -q --bare . /template/srv/git/shop.git && git fetch -q /template/srv/git/shop.git',
].join(' && ')

/** Makes the template once, inside a cage that sees nothing else. Ends with the folder; whoever calls removes it. */
export function plant(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tfy-oracle-'))
  for (const [path, text] of Object.entries(planted.files)) {
    mkdirSync(dirname(folder + path), { recursive: true })
    writeFileSync(folder + path, text)
  }
  for (const [path, target] of Object.entries(planted.links)) symlinkSync(target, folder + path)
  const fixed = '--setenv GIT_AUTHOR_DATE 2026-01-01T00:00:00Z --setenv GIT_COMMITTER_DATE 2026-01-01T00:00:00Z'
  const made = spawnSync(
    'bwrap',
    [
      ...walls,
      ...fixed.split(' '),
      ...['--bind', folder, '/template', '--setenv', 'HOME', `/template${home}`, '/bin/sh', '-ec', history],
    ],
    { encoding: 'utf8', timeout: 30_000 },
  )
  if (made.status === 0) return folder
  rmSync(folder, { recursive: true, force: true })
  throw new Error(`the world could not be planted: ${made.error?.message ?? made.stderr}`)
}

/** As the system does: the longest part that is a link leads on. */
export function realpath(path: string): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const led = planted.links[path.slice(0, end)]
    if (led !== undefined) return realpath(led + path.slice(end))
  }
  return path
}

/** What the engine is told of this machine. */
export const hostOf = (folder: string): Host => ({
  home,
  platform: 'linux',
  realpath,
  readText: (path, limit) => {
    try {
      return readFileSync(folder + realpath(path), 'utf8').slice(0, limit)
    } catch {
      return undefined
    }
  },
  names: (path, limit) => {
    try {
      const names = readdirSync(folder + realpath(path), { withFileTypes: true })
      return names.length > limit ? undefined : names.map(entry => (entry.isSymbolicLink() ? `${entry.name}/` : entry.name))
    } catch {
      return undefined
    }
  },
  env: () => undefined,
})

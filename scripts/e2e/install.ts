/** Installs clients from npm into a cache, each into a folder of its own. Nothing here is a dependency of the product. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { run, say } from '../project/project.ts'
import type { E2eClient } from './client.ts'

export type Installed =
  | {
      readonly ok: true
      readonly folder: string
      readonly version: string
      readonly node: string | undefined
      readonly before?: string
    }
  | { readonly ok: false; readonly problem: string }

const node24 = { name: 'node', version: '24.21.0' }

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
}

/** No download of a client takes longer. */
const limitMs = 10 * 60_000

export const cache = (): string => process.env.TFY_E2E_CACHE ?? join(homedir(), '.cache', 'tfy-hook', 'e2e')

/** The pinned version, or the newest. A download that fails is a problem to say aloud, not a failed test. */
export const install = (client: E2eClient, latest: boolean, older: boolean): Installed => {
  const { name, before } = client.package
  const version = latest ? newest(name) : client.package.version
  if (version === undefined) return { ok: false, problem: `npm does not tell the newest version of ${name}` }
  const folder = fetched(name, version, client)
  if (folder === undefined) return { ok: false, problem: `${name}@${version} could not be installed` }
  const earlier =
    older && before !== undefined
      ? fetched(name, before, { ...(client.installScripts === true && { installScripts: true }) })
      : undefined
  if (older && before !== undefined && earlier === undefined)
    return { ok: false, problem: `${name}@${before} could not be installed` }
  const both = { ok: true, folder, version, ...(earlier === undefined ? {} : { before: earlier }) } as const
  if (client.node24 !== true) return { ...both, node: undefined }
  const own = fetched(node24.name, node24.version, { installScripts: true })
  if (own === undefined) return { ok: false, problem: `Node ${node24.version} could not be installed` }
  return { ...both, node: join(own, 'node_modules', 'node', 'bin') }
}

const newest = (name: string): string | undefined => {
  const { code, stdout } = npm(['view', name, 'version'])
  return code === 0 ? stdout.trim() : undefined
}

/** Into a name that nobody looks for, then renamed: a broken download leaves nothing behind. */
const fetched = (
  name: string,
  version: string,
  { installScripts, beside = {}, bundled }: Pick<E2eClient, 'installScripts' | 'beside' | 'bundled'>,
): string | undefined => {
  const scripts = installScripts === true
  const folder = join(cache(), `${name.replace('/', '__')}@${version}`)
  if (existsSync(join(folder, 'node_modules', name))) return folder
  say(`installing ${name}@${version}`)
  mkdirSync(cache(), { recursive: true })
  const temporary = mkdtempSync(join(cache(), '.install-'))
  try {
    const source = bundled === undefined ? version : alone(name, version, temporary, bundled)
    const dependencies = { [name]: source, ...beside }
    const allowScripts = Object.fromEntries(Object.keys(dependencies).map(each => [each, scripts]))
    writeFileSync(join(temporary, 'package.json'), JSON.stringify({ private: true, dependencies, allowScripts }))
    const { code, stderr } = npm(
      ['install', '--no-audit', '--no-fund', '--no-package-lock', '--install-links', ...(scripts ? [] : ['--ignore-scripts'])],
      temporary,
    )
    if (code !== 0 || !existsSync(join(temporary, 'node_modules', name))) {
      say(stderr.trim().split('\n').slice(-5).join('\n'))
      return undefined
    }
    rmSync(folder, { recursive: true, force: true })
    renameSync(temporary, folder)
    return folder
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** A package unpacked, with these of its dependencies alone. */
const alone = (name: string, version: string, folder: string, wanted: readonly string[]): string => {
  npm(['pack', `${name}@${version}`], folder)
  const archive = readdirSync(folder).find(file => file.endsWith('.tgz'))
  if (archive === undefined) return version
  run('tar', ['-xzf', archive], { cwd: folder })
  const manifest = join(folder, 'package', 'package.json')
  const { dependencies, ...rest } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest
  const kept = Object.entries(dependencies).filter(([each]) => wanted.includes(each))
  writeFileSync(manifest, JSON.stringify({ ...rest, dependencies: Object.fromEntries(kept) }))
  return 'file:./package'
}

const npm = (args: readonly string[], cwd?: string): ReturnType<typeof run> =>
  run('npm', args, { timeout: limitMs, ...(cwd === undefined ? {} : { cwd }) })

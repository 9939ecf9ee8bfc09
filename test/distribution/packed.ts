/** What `npm run package` makes, packed by npm itself, and a registry on loopback that serves it. */

import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { mainPackage, packageName, platforms, thisPlatform } from '../../scripts/package/platforms.ts'

export interface Packed {
  readonly main: string
  readonly platform: string
  readonly registry: string
  /** Packages whose tarballs were asked for. */
  readonly fetched: string[]
  /** Whether the package for this platform is offered as one for this platform. */
  readonly offer: { native: boolean }
  readonly scratch: (name: string) => string
  readonly npm: (home: string, ...args: readonly string[]) => Promise<void>
  readonly end: () => void
}

const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']

interface Manifest {
  readonly name: string
  readonly version: string
}

const pack = async (folder: string, dir: string, home: string): Promise<string> => {
  const { stdout } = await execa('npm', ['pack', '--json', '--pack-destination', dir, folder], { env: { HOME: home } })
  const made: unknown = JSON.parse(stdout)
  const [{ filename }] = (Array.isArray(made) ? made : Object.values(made as object)) as [{ filename: string }]
  return join(dir, filename)
}

export const packAll = async (): Promise<Packed> => {
  const root = mkdtempSync(join(tmpdir(), 'tfy-hook-npm-'))
  const scratch = (name: string): string => {
    const dir = join(root, name)
    mkdirSync(dir, { recursive: true })
    return dir
  }
  const here = thisPlatform()
  if (here === undefined) throw new Error('there is no executable for this platform')
  const folder = join(root, 'folders')
  await execa('bun', ['scripts/package.ts', '--out', folder], { preferLocal: true, localDir: resolve('.') })
  const names = [mainPackage, packageName(here)]
  const tarballs: string[] = []
  for (const name of names) tarballs.push(await pack(join(folder, name.slice(name.indexOf('/') + 1)), root, scratch('home')))
  const [main = '', platform = ''] = tarballs

  const manifests = names.map(
    name => JSON.parse(readFileSync(join(folder, name.slice(name.indexOf('/') + 1), 'package.json'), 'utf8')) as Manifest,
  )
  const fetched: string[] = []
  const offer = { native: true }
  const packument = (name: string, origin: string): object | undefined => {
    const own = manifests.find(manifest => manifest.name === name)
    const other = platforms.find(one => packageName(one) === name)
    const version = manifests[0]?.version ?? ''
    const manifest =
      own ?? (other && { name, version, os: [other.os], cpu: [other.cpu], ...(other.libc && { libc: [other.libc] }) })
    if (manifest === undefined) return undefined
    const elsewhere = own !== undefined && name !== mainPackage && !offer.native ? { cpu: ['s390x'] } : {}
    const tarball = `${origin}/${name}/-/${version}.tgz`
    const file = tarballs[names.indexOf(name)]
    const integrity = file && `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
    const dist = { tarball, integrity }
    return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, ...elsewhere, dist } } }
  }
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url).slice(1)
    const name = path.split('/-/')[0] ?? ''
    if (path.includes('/-/')) {
      fetched.push(name)
      const file = tarballs[names.indexOf(name)]
      if (file === undefined) response.writeHead(404).end()
      else response.end(readFileSync(file))
      return
    }
    const { port } = server.address() as AddressInfo
    const found = packument(name, `http://127.0.0.1:${port}`)
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? {}))
  })
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done)
  })
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    main,
    platform,
    registry,
    fetched,
    offer,
    scratch,
    npm: async (home, ...args) => {
      await execa('npm', [...args, ...quiet, `--registry=${registry}`, `--cache=${join(home, 'cache')}`], {
        cwd: home,
        env: { PATH: process.env.PATH ?? '', HOME: home },
        extendEnv: false,
      })
    },
    end: () => {
      server.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

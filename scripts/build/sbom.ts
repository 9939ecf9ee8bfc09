/**
 * What an artifact contains, as CycloneDX 1.6: every package that the bundler took code from, with the licence and the digest that the lock
 * file names, who uses whom, and the runtime. The same sources give the same text: no clock, no random number.
 */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Metafile } from 'esbuild'
import { mainPackage } from '../package/platforms.ts'
import { at, stop } from '../project/project.ts'
import type { Runtime } from './bundle.ts'
import { packageOf } from './notices.ts'

interface Locked {
  readonly version: string
  readonly license?: string
  readonly integrity?: string
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
}

const read = <T>(path: string): T => JSON.parse(readFileSync(at(path), 'utf8')) as T

const purl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

const licence = (expression: string): object => (/^[\w.+-]+$/.test(expression) ? { license: { id: expression } } : { expression })

const component = (name: string, { version, license, integrity }: Locked): { readonly 'bom-ref': string } => {
  const [algorithm, digest] = integrity?.split('-') ?? []
  const slash = name.indexOf('/')
  return {
    type: 'library',
    'bom-ref': purl(name, version),
    ...(slash > 0 && { group: name.slice(0, slash) }),
    name: name.slice(slash + 1),
    version,
    ...(license !== undefined && { licenses: [licence(license)] }),
    ...(algorithm === 'sha512' &&
      digest !== undefined && { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
    purl: purl(name, version),
    externalReferences: [{ type: 'distribution', url: `https://www.npmjs.com/package/${name}/v/${version}` }],
  } as { readonly 'bom-ref': string }
}

/** Bun stands in the executable itself; Node does not. */
const runtimeOf = (version: string) => ({
  type: 'platform',
  'bom-ref': `pkg:github/oven-sh/bun@bun-v${version}`,
  name: 'bun',
  version,
  description: 'Runtime, with JavaScriptCore',
  licenses: [{ license: { id: 'MIT' } }, { license: { name: 'LGPL-2 (JavaScriptCore)' } }],
  purl: `pkg:github/oven-sh/bun@bun-v${version}`,
  externalReferences: [{ type: 'license', url: 'https://bun.com/docs/project/license' }],
})

/** By package, whom its code imports; '' is ours. */
const usesOf = ({ inputs }: Metafile): ReadonlyMap<string, ReadonlySet<string>> => {
  const uses = new Map<string, Set<string>>([['', new Set()]])
  for (const [file, { imports }] of Object.entries(inputs)) {
    const from = packageOf(file) ?? ''
    const mine = uses.get(from) ?? new Set()
    uses.set(from, mine)
    for (const { path } of imports) {
      const to = packageOf(path)
      if (to !== undefined && to !== from) mine.add(to)
    }
  }
  return uses
}

/** The digest of the text in the form of a UUID: one content, one number. */
const serial = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const sbom = (metafile: Metafile, runtime: Runtime): string => {
  const { name, version, description, license } = read<Manifest>('package.json')
  const { packages } = read<{ packages: Readonly<Record<string, Locked>> }>('package-lock.json')
  const locked = (one: string): Locked => packages[`node_modules/${one}`] ?? stop(`${one} is not in package-lock.json`)
  const refOf = (one: string): string => purl(one, locked(one).version)
  const own = purl(mainPackage, version)
  const uses = usesOf(metafile)
  const names = [...uses.keys()].filter(one => one !== '').sort()
  const platform = runtime === 'bun' ? [runtimeOf(locked('bun').version)] : []
  const tools = ['bun', 'esbuild'].map(tool => ({ type: 'application', name: tool, version: locked(tool).version }))
  const body = {
    metadata: {
      lifecycles: [{ phase: 'build' }],
      tools: { components: tools },
      component: {
        type: 'application',
        'bom-ref': own,
        name,
        version,
        description,
        licenses: [licence(license)],
        purl: own,
      },
    },
    components: [...names.map(one => component(one, locked(one))), ...platform],
    dependencies: [
      { ref: own, dependsOn: [...[...(uses.get('') ?? [])].sort().map(refOf), ...platform.map(one => one['bom-ref'])] },
      ...names.map(one => ({ ref: refOf(one), dependsOn: [...(uses.get(one) ?? [])].sort().map(refOf) })),
      ...platform.map(one => ({ ref: one['bom-ref'], dependsOn: [] })),
    ],
  }
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serial(JSON.stringify(body)), version: 1 }
  return `${JSON.stringify({ ...head, ...body }, undefined, 2)}\n`
}

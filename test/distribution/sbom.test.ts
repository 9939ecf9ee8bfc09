/** The SBOMs beside the artifacts: valid by CycloneDX's own schema, complete, and the same every time. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'

interface Bom {
  readonly serialNumber: string
  readonly metadata: { readonly component: { readonly 'bom-ref': string } }
  readonly components: readonly {
    readonly 'bom-ref': string
    readonly group?: string
    readonly name: string
    readonly version: string
    readonly licenses: readonly object[]
    readonly hashes?: readonly { readonly content: string }[]
  }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const schemas = join(dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')), 'res/schema')
const schema = (name: string): object => JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object

const validator = () => {
  const ajv = new Ajv({ strict: false, allErrors: true })
  formats.default(ajv)
  // JSON Schema's international forms; nothing of ours is in them.
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true)
  for (const part of ['spdx', 'jsf-0.82']) ajv.addSchema(schema(part), `http://cyclonedx.org/schema/${part}.SNAPSHOT.schema.json`)
  return ajv.compile(schema('bom-1.6'))
}
const valid = validator()

const files = {
  executable: ['dist/tfy-hook.cdx.json', 'dist'],
  'Node bundle': ['dist/node/tfy-hook.cdx.json', 'dist/node'],
} as const

describe.each(Object.entries(files))('of the %s', (name, [file, folder]) => {
  const bom = JSON.parse(readFileSync(file, 'utf8')) as Bom

  it('is valid CycloneDX 1.6', () => {
    expect([valid(bom), valid.errors]).toEqual([true, null])
  })

  it('names what the licence texts name, in the same versions', () => {
    const texts = readFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
    const named = [...texts.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d+\.\d+\.\d+\S*) \(/gm)].map(
      ([, one, version]) => `${one}@${version}`,
    )
    const listed = bom.components.map(
      ({ group, name: own, version }) => `${group === undefined ? '' : `${group}/`}${own}@${version}`,
    )
    // The texts of both are those of the Node bundle, which alone has undici and the server for Node.
    const foreign = name === 'executable' ? ['@hono/node-server', 'undici'] : []
    const expected = named.filter(one => !foreign.some(other => one.startsWith(`${other}@`)))
    expect(listed.filter(one => !one.startsWith('bun@')).sort()).toEqual(expected.sort())
    expect(listed.some(one => one.startsWith('bun@'))).toBe(name === 'executable')
  })

  it('has a licence for each, and a digest for each package', () => {
    for (const { name: own, licenses, hashes } of bom.components) {
      expect([own, licenses.length]).not.toEqual([own, 0])
      if (own !== 'bun') expect(hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/)
    }
  })

  it('leads from us to every component', () => {
    const next = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
    const reached = new Set<string>()
    const visit = (ref: string): void => {
      if (reached.has(ref)) return
      reached.add(ref)
      for (const one of next.get(ref) ?? []) visit(one)
    }
    visit(bom.metadata.component['bom-ref'])
    expect([...reached].sort()).toEqual([bom.metadata.component['bom-ref'], ...bom.components.map(one => one['bom-ref'])].sort())
  })
})

it('the schema is one that says no', () => {
  const bom = JSON.parse(readFileSync('dist/tfy-hook.cdx.json', 'utf8')) as Bom
  expect(valid({ ...bom, bomFormat: 'Other' })).toBe(false)
  expect(valid({ ...bom, serialNumber: 'urn:uuid:1' })).toBe(false)
  expect(valid({ ...bom, components: [{ name: 'x' }] })).toBe(false)
  expect(valid({ ...bom, components: [{ type: 'library', name: 'x', licenses: [{ license: { id: 'Nothing-1.0' } }] }] })).toBe(
    false,
  )
})

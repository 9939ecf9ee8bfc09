/** Records of programs from `src/engine/knowledge/programs`, as the tables that the engine loads. A name has one record; another that adds to it says `extends`. */

import { readdirSync, readFileSync } from 'node:fs'
import { CORE_SCHEMA, load } from 'js-yaml'
import { at, stop } from '../project/project.ts'
import { header } from './registry.ts'

const knowledge = 'src/engine/knowledge/programs'
const target = 'src/engine/analysis/programs'

type Rows = readonly unknown[]
/** A form of a program, or the name of code that is handed in. */
type Written = string | { readonly also?: string; readonly rows?: Rows; readonly extends?: true }

const key = (name: string): string => (/^[a-z]\w*$/i.test(name) ? name : `'${name}'`)

/** What stands in several places under one anchor is written once. */
const sharedIn = (records: unknown): ReadonlyMap<unknown, string> => {
  const seen = new Set<unknown>()
  const shared = new Map<unknown, string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (!seen.has(value)) for (const inner of Object.values(value)) visit(inner)
    else if (!shared.has(value)) shared.set(value, `${Array.isArray(value) ? 'row' : 'form'}${shared.size}`)
    seen.add(value)
  }
  visit(records)
  return shared
}

const tableOf = (file: string, records: Readonly<Record<string, Written>>): string => {
  const code = new Map<string, string>()
  const shared = sharedIn(records)
  const literal = (value: unknown, top = false): string => {
    const name = shared.get(value)
    if (name !== undefined && !top) return name
    if (Array.isArray(value)) return `[${value.map(item => literal(item)).join(', ')}]`
    if (typeof value === 'object' && value !== null)
      return `{ ${Object.entries(value)
        .filter(([name]) => name !== 'extends')
        .map(field)
        .join(', ')} }`
    return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : String(value)
  }
  const field = ([name, value]: readonly [string, unknown]): string => {
    if (name !== 'also' || typeof value !== 'string') return `${key(name)}: ${literal(value)}`
    code.set(value, "NonNullable<Program['also']>")
    return value === name ? name : `${name}: ${value}`
  }
  const lines = Object.entries(records).map(([names, record]) => {
    if (typeof record !== 'string') return `  ${key(names)}: ${literal(record)},\n`
    code.set(record, 'Handler')
    return `  ${key(names)}: ${record},\n`
  })
  const above = [...shared].map(
    ([value, name]) => `const ${name}: ${Array.isArray(value) ? 'Row' : 'Program'} = ${literal(value, true)}\n`,
  )
  const types = [
    ...new Set([
      'Programs',
      ...(/Program\b/.test([...code.values(), ...above].join()) ? ['Program'] : []),
      ...(above.join().includes(': Row') ? ['Row'] : []),
    ]),
  ].sort()
  const depth = '../'.repeat(file.split('/').length)
  const handed = [...code].sort().map(([name, type]) => `readonly ${name}: ${type}`)
  return [
    `${header}\n\nimport type { ${types.join(', ')} } from '${depth}calls/form.ts'\n`,
    [...code.values()].includes('Handler') ? `import type { Handler } from '${depth}values/analysis.ts'\n` : '',
    `\n${above.join('')}${above.length > 0 ? '\n' : ''}`,
    code.size === 0
      ? `export const records: Programs = {\n${lines.join('')}}\n`
      : `export const records = ({ ${[...code.keys()].sort().join(', ')} }: { ${handed.join('; ')} }): Programs => ({\n${lines.join('')}})\n`,
  ].join('')
}

export const programTables = (): ReadonlyMap<string, string> => {
  const tables = new Map<string, string>()
  const homes = new Map<string, string>()
  const files = readdirSync(at(knowledge), { recursive: true, encoding: 'utf8' }).map(name => name.replaceAll('\\', '/'))
  for (const file of files.filter(name => name.endsWith('.yaml')).sort()) {
    const name = file.slice(0, -5)
    const records = load(readFileSync(at(knowledge, file), 'utf8'), { schema: CORE_SCHEMA }) as Readonly<Record<string, Written>>
    for (const [names, record] of Object.entries(records))
      for (const program of typeof record === 'object' && record.extends ? [] : names.split(' ')) {
        const home = homes.get(program)
        if (home !== undefined) stop(`${program} is declared in ${home} and in ${file}: one of them has to say "extends: true"`)
        homes.set(program, file)
      }
    tables.set(`${target}/${name}.gen.ts`, tableOf(name, records))
  }
  return tables
}

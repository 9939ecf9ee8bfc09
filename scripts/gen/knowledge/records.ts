/** Records of programs from `src/engine/knowledge/programs`, as the tables that the engine loads. A name has one record; another that adds to it says `extends`. */

import { readdirSync } from 'node:fs'
import { at, stop } from '../../project/project.ts'
import { header } from '../registry.ts'
import { keyOf, literalOf, sharedIn, yamlAt } from './literal.ts'

const knowledge = 'src/engine/knowledge/programs'
const target = 'src/engine/analysis/programs'

type Rows = readonly unknown[]
/** A form of a program, or the name of code that is handed in. */
type Written = string | Form
interface Form {
  readonly also?: string
  readonly rows?: Rows
  readonly extends?: true
  /** What is true of the program wherever it stands: `analysis/values/traits.ts` says what each means. */
  readonly traits?: string
  /** In place of a form: code that is handed in. */
  readonly code?: string
  /** Rows of the corpus that show what is stopped and what is not; `test/guards/program-examples.ts` counts records without. */
  readonly examples?: { readonly stop?: string; readonly allow?: string }
}

/** Whether nothing is to be looked up for a call: only its traits are told. */
const isBare = (record: Written): boolean =>
  typeof record === 'object' && Object.keys(record).every(key => /^(?:extends|traits)$/.test(key))

/** Names by trait. One string each: to look into it costs less than to make a set of it at every start. */
const traitTable = (names: ReadonlyMap<string, readonly string[]>): string => `${header}

/** Names of programs by what is true of them, each with a space on both sides. */
export const traits = {
${[...names]
  .sort()
  .map(([trait, programs]) => `  ${trait}: ' ${[...programs].sort().join(' ')} ',\n`)
  .join('')}} as const
`

const tableOf = (file: string, records: Readonly<Record<string, Written>>): string => {
  const code = new Map<string, string>()
  const shared = sharedIn(records)
  const field = (name: string, value: unknown): string | undefined => {
    if (name === 'extends' || name === 'examples' || name === 'traits') return ''
    if (name !== 'also' || typeof value !== 'string') return undefined
    code.set(value, "NonNullable<Program['also']>")
    return value === name ? name : `${name}: ${value}`
  }
  const literal = (value: unknown, top = false): string => literalOf(value, shared, field, top)
  const lines = Object.entries(records).map(([names, record]) => {
    const handler = typeof record === 'string' ? record : record.code
    if (handler === undefined) return `  ${keyOf(names)}: ${literal(record)},\n`
    code.set(handler, 'Handler')
    return `  ${keyOf(names)}: ${handler},\n`
  })
  const above = [...shared].map(([value, name]) => `const ${name} = ${literal(value, true)} as const\n`)
  const types = [...code.values()].some(type => type !== 'Handler') ? 'Program, Programs' : 'Programs'
  const depth = '../'.repeat(file.split('/').length)
  const handed = [...code].sort().map(([name, type]) => `readonly ${name}: ${type}`)
  return [
    `${header}\n\nimport type { ${types} } from '${depth}calls/form.ts'\n`,
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
  const traits = new Map<string, string[]>()
  const files = readdirSync(at(knowledge), { recursive: true, encoding: 'utf8' }).map(name => name.replaceAll('\\', '/'))
  for (const file of files.filter(name => name.endsWith('.yaml')).sort()) {
    const name = file.slice(0, -5)
    const records = yamlAt(`${knowledge}/${file}`) as Readonly<Record<string, Written>>
    for (const [names, record] of Object.entries(records))
      for (const program of typeof record === 'object' && record.extends ? [] : names.split(' ')) {
        const home = homes.get(program)
        if (home !== undefined) stop(`${program} is declared in ${home} and in ${file}: one of them has to say "extends: true"`)
        homes.set(program, file)
      }
    for (const [names, record] of Object.entries(records)) {
      for (const trait of typeof record === 'object' ? (record.traits?.split(' ') ?? []) : []) {
        const told = traits.get(trait) ?? []
        for (const program of names.split(' '))
          if (told.includes(program)) stop(`${program} is said to be ${trait} twice`)
          else told.push(program)
        traits.set(trait, told)
      }
    }
    const rest = Object.entries(records).filter(([, record]) => !isBare(record))
    if (rest.length > 0) tables.set(`${target}/${name}.gen.ts`, tableOf(name, Object.fromEntries(rest)))
  }
  tables.set('src/engine/analysis/values/traits.gen.ts', traitTable(traits))
  return tables
}

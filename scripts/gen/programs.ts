/** The index of programs: which part of the knowledge names them. */

import { pathToFileURL } from 'node:url'
import { at, stop } from '../project/project.ts'
import { header, moduleNames } from './registry.ts'

const folder = 'src/engine/analysis/programs/parts'
type Families = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const familiesOf = async (part: string): Promise<Families> => {
  const module = (await import(pathToFileURL(at(folder, `${part}.ts`)).href)) as { families?: Families }
  return module.families ?? stop(`${folder}/${part}.ts has no families`)
}

/** The first table that has a command speaks for it. */
export const gitVerbs = async (): Promise<string> => {
  const { tables } = (await import(pathToFileURL(at('src/engine/analysis/programs/git/git.ts')).href)) as {
    tables: Readonly<Record<string, () => object>>
  }
  const told = new Set<string>()
  const lines = Object.entries(tables).map(([table, programs]) => {
    const names = Object.keys(programs()).flatMap(row => row.split(' '))
    const own = [...new Set(names)].filter(name => !told.has(name)).sort()
    for (const name of own) told.add(name)
    return `  ${table}: ' ${own.join(' ')} ',\n`
  })
  return `${header}

/** Commands of git by the table that knows them. */
export const gitVerbs = {
${lines.join('')}} as const
`
}

export const programIndex = async (): Promise<string> => {
  const lines: string[] = []
  for (const part of moduleNames(folder)) {
    const names = Object.values(await familiesOf(part)).flatMap(family => Object.keys(family).flatMap(row => row.split(' ')))
    lines.push(`  ${part}: ' ${[...new Set(names)].sort().join(' ')} ',\n`)
  }
  return `${header}

/** Names of programs by the part that knows them, each with a space on both sides. */
export const programs = {
${lines.join('')}} as const
`
}

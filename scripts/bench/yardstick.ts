/**
 * A program of our own hook's kind and size that never changes: it loads generated code, runs a part of it once, and answers `{}`. Against
 * `curl` the same executable costs a fifth more on one machine than on another; against this one commit measured 1.10 and 1.29.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../build/compile.ts'
import { at } from '../project/project.ts'

/** About the code that a judged command loads: bytes, functions, tables and patterns. */
const chunks = 4
const modules = 40
const functions = 20

/** Where the yardstick is compiled to; the folder holds its sources as well. */
export const compileYardstick = (folder: string): string => {
  mkdirSync(at(folder), { recursive: true })
  for (let i = 0; i < chunks; i++) writeFileSync(join(at(folder), `chunk-${i}.mjs`), chunk(i))
  writeFileSync(join(at(folder), 'main.mjs'), main)
  const program = join(folder, 'yardstick')
  compile(join(folder, 'main.mjs'), program, { args: [], stdin: '{}' })
  return at(program)
}

const main = `import { readFileSync, writeSync } from 'node:fs'
const text = readFileSync(0, 'utf8')
let sum = 0
${Array.from({ length: chunks }, (_, i) => `sum += (await import('./chunk-${i}.mjs')).run(text)`).join('\n')}
writeSync(1, sum === -1 ? '[]' : '{}\\n')
process.exit(0)
`

const numbered = (length: number, line: (i: number) => string): string => Array.from({ length }, (_, i) => line(i)).join('\n')

/** Every tenth function runs, and calls its neighbour. */
const chunk = (c: number): string =>
  `${numbered(modules, m => moduleOf(`c${c}m${m}`))}
export const run = text => {
  let sum = 0
${numbered(modules, m => `  sum += c${c}m${m}f0(text, ${m})`)}
  return sum
}
`

const moduleOf = (name: string): string => `
const ${name}words = new Set([${Array.from({ length: 30 }, (_, i) => `'${name}-word-${i}'`).join(', ')}])
const ${name}table = { ${Array.from({ length: 15 }, (_, i) => `'${name}-key-${i}': { reads: [${i}, ${i + 1}], writes: '${name}${i}', deletes: ${i % 2 === 0} }`).join(', ')} }
const ${name}pattern = /^(?:${name}|--?${name}[a-z]*(?:=(.*))?|[\\w.-]+\\/${name})$/i
${numbered(functions, f => functionOf(name, f))}
`

const functionOf = (name: string, f: number): string => `
const ${name}f${f} = (text, n) => {
  const parts = text.slice(0, 200 + n).split(/[",:{}]/).filter(part => part.length > ${f % 5})
  const seen = new Map()
  for (const part of parts) {
    const row = ${name}table[part] ?? ${name}table['${name}-key-${f % 15}']
    if (${name}words.has(part) || ${name}pattern.test(part)) seen.set(part, row)
    else if (row.deletes && part.startsWith('-')) seen.set(part.slice(1), { ...row, n })
  }
  return ${f % 10 === 0 && f + 1 < functions ? `seen.size + ${name}f${f + 1}(text.slice(n), n)` : 'seen.size + parts.length'}
}`

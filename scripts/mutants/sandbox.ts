/** A copy of the project in which one mutant at a time lives, and the tests that may notice it. */

import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, must, tool } from '../project/project.ts'
import type { Mutant } from './mutations.ts'

export type Fate = 'noticed' | 'survived' | 'never reached'

export interface Sandbox {
  /** Whether the tests pass without a mutant, before which no mutant means anything. */
  readonly sound: () => Promise<boolean>
  readonly try: (mutant: Mutant) => Promise<Fate>
  readonly close: () => void
}

const parts = ['src', 'scripts', 'fixtures', 'test', 'package.json', 'tsconfig.json']
/** A mutant that goes on for ever is noticed by whoever waits for it. */
const patienceMs = 120_000
const judgeRows = 'scripts/mutants/noticed.ts'

/** The first loads modules anew for each test, which only vitest can; the others hang on time, and a busy machine takes more of it. */
const elsewhere = new Set([
  'src/analysis/programs/parts.test.ts',
  'src/analysis/bounds.test.ts',
  'src/analysis/values/bounds.test.ts',
])

/** Beside the tests in the analysis: those that judge many calls, made of others. */
const throughout = ['parity', 'languages', 'arguments', 'padding', 'properties', 'attack'].map(name => `test/${name}.test.ts`)

/** The source with a mark in each function that one of these mutants is in. */
const marked = (source: string, mutants: readonly (readonly [mark: number, mutant: Mutant])[]): string => {
  const puts = mutants.flatMap(([mark, { inside }]): (readonly [number, string])[] => {
    if (inside === undefined) return []
    const call = `globalThis.passing?.(${mark})`
    return inside.block
      ? [[inside.start + 1, `${call};`]]
      : [
          [inside.start, `(${call}, `],
          [inside.end, ')'],
        ]
  })
  return puts
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [position, put]) => text.slice(0, position) + put + text.slice(position), source)
}

export const open = (mutants: readonly Mutant[]): Sandbox => {
  const folder = mkdtempSync(join(tmpdir(), 'tfy-mutants-'))
  for (const part of parts) cpSync(at(part), join(folder, part), { recursive: true })
  symlinkSync(at('node_modules'), join(folder, 'node_modules'))
  const tests = readdirSync(join(folder, 'src/analysis'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts'))
    .map(name => `src/analysis/${name.replaceAll('\\', '/')}`)
    .filter(name => !elsewhere.has(name))
    .concat(throughout)
  const written = (file: string): string => readFileSync(join(folder, file), 'utf8')
  const put = (file: string, text: string): void => writeFileSync(join(folder, file), text)
  const sources = new Map(mutants.map(({ file }) => [file, written(file)]))

  for (const [file, source] of sources)
    put(
      file,
      marked(
        source,
        [...mutants.entries()].filter(([, mutant]) => mutant.file === file),
      ),
    )
  const passing = JSON.parse(must(tool('bun'), [judgeRows], { cwd: folder }).stdout) as Readonly<
    Record<string, readonly number[] | null>
  >
  for (const [file, source] of sources) put(file, source)

  const passes = (args: readonly string[]): Promise<boolean> =>
    new Promise(resolve => {
      const child = spawn(tool('bun'), args, { cwd: folder, stdio: 'ignore', timeout: patienceMs, killSignal: 'SIGKILL' })
      child.once('error', () => resolve(false))
      child.once('exit', code => resolve(code === 0))
    })
  const testsPass = (): Promise<boolean> => passes(['test', '--bail', '--timeout', '60000', ...tests])

  return {
    sound: testsPass,
    try: async mutant => {
      const { file, start, end, after, inside } = mutant
      const source = sources.get(file) ?? ''
      put(file, source.slice(0, start) + after + source.slice(end))
      const rows = inside === undefined ? null : (passing[mutants.indexOf(mutant)] ?? [])
      put('rows.json', JSON.stringify(rows))
      const survived = (await passes([judgeRows, 'rows.json'])) && (await testsPass())
      put(file, source)
      return survived ? (rows?.length === 0 ? 'never reached' : 'survived') : 'noticed'
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

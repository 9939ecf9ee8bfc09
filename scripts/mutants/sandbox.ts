/** A copy of the project in which one mutant at a time lives, and the checks and tests that may notice it. */

import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, must, run, stop, tool } from '../project/project.ts'
import type { Mutant } from './mutations.ts'

export interface Fate {
  readonly mutant: Mutant
  readonly fate: 'noticed' | 'survived' | 'never reached'
  /** The call that noticed it; a test has no text here. */
  readonly by?: string
}

export interface Sandbox {
  readonly fates: () => AsyncGenerator<Fate>
  /** Those of them that the type check objects to, all in one run. */
  readonly illTyped: (mutants: readonly Mutant[]) => ReadonlySet<Mutant>
  readonly close: () => void
}

const parts = ['src', 'scripts', 'fixtures', 'test', 'package.json', 'tsconfig.json']
/** A mutant that goes on for ever is noticed by whoever waits for it. */
const patienceMs = 120_000
const judgeRows = 'scripts/mutants/noticed.ts'

/** The first loads modules anew for each test, which only vitest can; the others hang on time, and a busy machine takes more of it. */
const elsewhere = new Set([
  'src/engine/analysis/programs/parts.test.ts',
  'src/engine/analysis/bounds.test.ts',
  'src/engine/analysis/values/bounds.test.ts',
])
/** Beside the tests in the analysis: those that judge many calls, made of others. */
const throughout = [
  ...['languages', 'padding'].map(name => `test/${name}.test.ts`),
  ...['session', 'effects', 'evaluate'].map(name => `src/engine/policy/${name}.test.ts`),
]

type Marked = readonly (readonly [mark: number, mutant: Mutant])[]

const within = ({ inside, start, end }: Mutant): boolean => inside !== undefined && inside.start <= start && end <= inside.end

/** The source in which each function first asks whether a mutant of it lives, and is that then. */
const switched = (source: string, mutants: Marked): string => {
  const puts = mutants.flatMap(([mark, mutant]): (readonly [number, string])[] => {
    const { inside, start, end, after } = mutant
    if (inside === undefined || !within(mutant)) return []
    const asks = `globalThis.mutant?.(${mark})`
    if (!inside.block) {
      const changed = source.slice(inside.start, start) + after + source.slice(end, inside.end)
      return [
        [inside.start, `(${asks} ? (${changed}\n) : (`],
        [inside.end, '))'],
      ]
    }
    const changed = source.slice(inside.start + 1, start) + after + source.slice(end, inside.end - 1)
    return [[inside.start + 1, `if (${asks}) { ${changed}\n; return undefined as never }\n`]]
  })
  return puts
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [position, put]) => text.slice(0, position) + put + text.slice(position), source)
}

/** Rows without a word of the lines around it hardly say anything about a text in a table; a pattern is another matter. */
const wordsAround = ({ before, line }: Mutant, source: string): readonly string[] | undefined => {
  if (!/^['"]/.test(before)) return undefined
  const lines = source.split('\n').slice(Math.max(0, line - 8), line + 1)
  const words = lines.join('\n').match(/[\w][\w.-]{2,}/g)
  return words === null ? undefined : [...new Set(words)]
}

/** Without the tests it is quicker, and fewer are noticed. */
export const open = (mutants: readonly Mutant[], withTests: boolean): Sandbox => {
  const folder = mkdtempSync(join(tmpdir(), 'tfy-mutants-'))
  for (const part of parts) cpSync(at(part), join(folder, part), { recursive: true })
  symlinkSync(at('node_modules'), join(folder, 'node_modules'))
  const tests = (withTests ? readdirSync(join(folder, 'src/engine/analysis'), { recursive: true, encoding: 'utf8' }) : [])
    .filter(name => name.endsWith('.test.ts'))
    .map(name => `src/engine/analysis/${name.replaceAll('\\', '/')}`)
    .filter(name => !elsewhere.has(name))
    .concat(withTests ? throughout : [])
  const put = (file: string, text: string): void => writeFileSync(join(folder, file), text)
  const sources = new Map(mutants.map(({ file }) => [file, readFileSync(join(folder, file), 'utf8')]))

  const started = (args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess =>
    spawn(tool('bun'), args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...env } })
  const passes = (files: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<boolean> =>
    new Promise(resolve => {
      const child = started(['test', '--preload', './scripts/mutants/lives.ts', '--bail', '--timeout', '60000', ...files], env)
      child.stdout?.resume()
      const alarm = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      child.once('exit', code => {
        clearTimeout(alarm)
        resolve(code === 0)
      })
    })

  interface Answer {
    readonly mark: number
    readonly noticed: string | null
    readonly left: boolean
  }
  /** Answers as they come; who does not answer in time is noticed by that. */
  const answers = async (asked: readonly object[], found: (answer: Answer) => void): Promise<void> => {
    put('asked.json', JSON.stringify(asked))
    const child = started([judgeRows, 'asked.json'])
    let text = ''
    let alarm = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    child.stdout?.setEncoding('utf8').on('data', (more: string) => {
      const lines = (text + more).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) found(JSON.parse(line) as Answer)
      clearTimeout(alarm)
      alarm = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    })
    await new Promise(resolve => child.once('close', resolve))
    clearTimeout(alarm)
  }

  const fates = async function* (): AsyncGenerator<Fate> {
    const all: Marked = [...mutants.entries()]
    for (const [file, source] of sources)
      put(
        file,
        switched(
          source,
          all.filter(([, mutant]) => mutant.file === file),
        ),
      )
    const { sound, by } = JSON.parse(must(tool('bun'), [judgeRows], { cwd: folder }).stdout) as {
      readonly sound: readonly number[]
      readonly by: Readonly<Record<string, readonly number[] | null>>
    }
    const reached = new Map<string, ReadonlySet<number>>()
    for (const file of tests) {
      if (!(await passes([file], { TFY_MARKS: 'marks.json' }))) stop(`${file} fails without a mutant: fix that first.`)
      reached.set(file, new Set(JSON.parse(readFileSync(join(folder, 'marks.json'), 'utf8')) as readonly number[]))
    }

    let left = all
      .filter(([, mutant]) => within(mutant))
      .map(([mark, mutant]) => ({ mark, mutant, checks: by[mark] === null ? sound : (by[mark] ?? []) }))
    const survived: typeof left = []
    while (left.length > 0) {
      const answered = new Map<number, Answer>()
      await answers(
        left.map(({ mark, checks }) => ({ mark, checks })),
        answer => answered.set(answer.mark, answer),
      )
      for (const each of left) {
        const answer = answered.get(each.mark)
        if (answer === undefined) break
        left = left.slice(1)
        if (answer.noticed !== null) yield { mutant: each.mutant, fate: 'noticed', by: answer.noticed }
        else survived.push(each)
      }
      const [stuck] = left
      if (stuck === undefined || [...answered.values()].some(answer => answer.left)) continue
      left = left.slice(1)
      yield { mutant: stuck.mutant, fate: 'noticed', by: 'no answer' }
    }
    for (const { mark, mutant, checks } of survived) {
      const files = tests.filter(file => reached.get(file)?.has(mark) === true)
      const noticed = files.length > 0 && !(await passes(files, { TFY_MUTANT: String(mark) }))
      if (noticed) yield { mutant, fate: 'noticed' }
      else yield { mutant, fate: files.length + checks.length === 0 ? 'never reached' : 'survived' }
    }
    for (const [file, source] of sources) put(file, source)

    // A table is what it is from the start: each of these needs a process of its own.
    for (const [mark, mutant] of all) {
      if (within(mutant)) continue
      const { file, start, end, after } = mutant
      const source = sources.get(file) ?? ''
      put(file, source.slice(0, start) + after + source.slice(end))
      let answer: Answer | undefined
      await answers([{ mark, words: wordsAround(mutant, source), checks: sound }], each => (answer = each))
      if (answer === undefined || answer.noticed !== null) yield { mutant, fate: 'noticed', by: answer?.noticed ?? 'no answer' }
      else yield { mutant, fate: tests.length === 0 || (await passes(tests)) ? 'survived' : 'noticed' }
      put(file, source)
    }
  }

  const illTyped = (suspects: readonly Mutant[]): ReadonlySet<Mutant> => {
    const places = new Map<string, Mutant>()
    for (const [file, source] of sources) {
      let text = source
      let from = source.length
      for (const mutant of suspects.filter(each => each.file === file).toSorted((one, other) => other.start - one.start)) {
        const { start, end, before, after, line } = mutant
        if (end > from) continue
        from = start
        // The lines behind it stay where they are.
        text = text.slice(0, start) + after + before.replace(/[^\n]/g, '') + text.slice(end)
        places.set(`${file}(${line}`, mutant)
      }
      put(file, text)
    }
    const { stdout } = run(tool('tsc'), ['--noEmit', '--pretty', 'false'], { cwd: folder })
    return new Set(stdout.split('\n').flatMap(line => places.get(/^[^,]+/.exec(line)?.[0] ?? '') ?? []))
  }

  return {
    fates,
    illTyped,
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

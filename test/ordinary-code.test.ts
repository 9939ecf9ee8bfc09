/** Files that people have published, written by a here-document or by a tool and then run: none is asked about for its size. */

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { eventOf, hostFor } from '../scripts/corpus/judge.ts'
import { evaluate } from '../src/engine/policy/evaluate.ts'
import { atPace } from './at-load.ts'

// The bound on time is one of the machine that it was set on: a slower one gets as much longer.
beforeAll(() => {
  const now = performance.now.bind(performance)
  const pace = atPace(1)
  vi.spyOn(performance, 'now').mockImplementation(() => now() / pace)
})
afterAll(() => vi.restoreAllMocks())

const pairs = Number(process.env.ORDINARY_PAIRS ?? 200)

/** Paths of files of 2 to 64 KB, or of as many bytes as that. */
const filesIn = (folder: string, ending: RegExp, [least, most] = [2_000, 64_000], out: string[] = []): string[] => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (entry.name !== 'site-packages') filesIn(path, ending, [least, most], out)
    } else if (entry.isFile() && ending.test(entry.name)) {
      const { size } = statSync(path)
      if (size >= least && size <= most) out.push(path)
    }
  }
  return out
}

/** As many, from all over the list. */
const spread = (files: readonly string[]): readonly string[] =>
  [...files].sort().filter((_, n) => n % Math.max(1, Math.floor(files.length / pairs)) === 0)

const standardLibrary = (): string | undefined => {
  try {
    const folder = execFileSync('python3', ['-c', 'import sysconfig; print(sysconfig.get_paths()["stdlib"])'], {
      encoding: 'utf8',
    })
    return existsSync(folder.trim()) ? folder.trim() : undefined
  } catch {
    return undefined
  }
}

const ofSize = /this (?:large|long|deeply)|longer than any|this many/

/** Without a program to run it, a tool writes the file. */
const asked = async (file: string, name: string, run: string): Promise<string | undefined> => {
  const content = readFileSync(file, 'utf8')
  const shell = `cat > ${name} <<'END_OF_FILE'\n${content}\nEND_OF_FILE\n${run} ${name}`
  const row = run === 'written' ? { write: `/home/dev/shop/${name}`, content } : { shell }
  const judged = await evaluate(eventOf(row), [], hostFor(undefined), '2026-11-21')
  if (!judged.ok) return `${file}: ${judged.failure.kind}`
  const { ruling } = judged.value
  const reason = 'reason' in ruling ? String(ruling.reason) : ''
  return ofSize.test(reason) ? `${run} ${file}: ${reason}` : undefined
}

const faults = async (files: readonly string[], name: string, runs: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = []
  for (const [n, file] of spread(files).entries()) {
    const ask = (): Promise<string | undefined> => asked(file, name, runs[n % runs.length] as string)
    // A busy machine is late now and then; what is too large is so each time.
    const fault = (await ask()) && (await ask()) && (await ask())
    if (fault !== undefined) found.push(fault)
  }
  return found
}

it('JavaScript of packages', { timeout: 120_000 }, async () => {
  const files = filesIn(join(import.meta.dirname, '../node_modules'), /\.[cm]?js$/)
  expect(files.length).toBeGreaterThan(1_000)
  expect(await faults(files, 'x.test.mjs', ['node', 'node --test', 'npx vitest run'])).toEqual([])
})

const library = standardLibrary()
it.skipIf(library === undefined)("Python's standard library", { timeout: 120_000 }, async () => {
  const files = filesIn(library as string, /\.py$/)
  expect(files.length).toBeGreaterThan(100)
  expect(await faults(files, 'test_x.py', ['python3', 'pytest', 'python3 -m pytest -q', 'python3 -m unittest'])).toEqual([])
})

it.each([
  ['test_x.py', 'def test_x():\n    assert price.of(1) == 1.19\n\n', ['python3', 'pytest -q', 'python3 -m unittest']],
  ['x.test.mjs', "test('x', () => expect(price.of(1)).toBe(1.19))\n", ['node', 'npx vitest run', 'node --test']],
  ['x.sh', 'echo one of many in src/app.js\n', ['sh', 'bash -x', '.']],
  ['test_x.rb', 'assert_equal price.of(1), 1.19\n', ['ruby', 'ruby -Ilib']],
] as const)('%s of any length about that of the longest path', async (name, line, runs) => {
  for (let length = 4_000; length < 4_150; length++) {
    const content = line.repeat(1 + length / line.length).slice(-length)
    const run = runs[length % runs.length]
    const shell = `cat > ${name} <<'END_OF_FILE'\n${content}\nEND_OF_FILE\n${run} ${name}`
    const judged = await evaluate(eventOf({ shell }), [], hostFor(undefined), '2026-11-21')
    expect(judged.ok && 'reason' in judged.value.ruling ? judged.value.ruling.reason : '', `${run}, ${length}`).not.toMatch(
      ofSize,
    )
  }
})

it.each<(text: string) => string>([
  text => `python3 -c 'print("${text}")'`,
  text => `psql -c "insert into notes values ('${text}')"`,
  text => `gh pr create --title x --body '${text}'`,
  text => `shopctl note '${text}'`,
  text => `make release NOTES='${text}'`,
  text => `awk 'BEGIN { print "${text}" }'`,
])('a text of any length about that of the longest path: %s', async command => {
  for (let length = 4_000; length < 4_110; length++) {
    const shell = command('price.of(1) in src/app.js is right. '.repeat(1 + length / 30).slice(-length))
    const judged = await evaluate(eventOf({ shell }), [], hostFor(undefined), '2026-11-21')
    expect(judged.ok && 'reason' in judged.value.ruling ? judged.value.ruling.reason : '', `${length}`).not.toMatch(ofSize)
  }
})

it('files of up to 1 MB that a tool writes', { timeout: 120_000 }, async () => {
  const long: readonly [number, number] = [66_000, 1_000_000]
  const scripts = filesIn(join(import.meta.dirname, '../node_modules'), /\.[cm]?js$/, [...long])
  const python = library === undefined ? [] : filesIn(library, /\.py$/, [...long])
  expect(scripts.length).toBeGreaterThan(100)
  expect([
    ...(await faults(scripts.slice(0, 60), 'src/x.js', ['written'])),
    ...(await faults(python, 'src/x.py', ['written'])),
  ]).toEqual([])
})

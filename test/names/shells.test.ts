/** What is said of a pattern, against what shells make of it: patterns by chance over a folder of harmless files. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyse } from '../../src/engine/analysis/analyse.ts'
import { hostFor } from '../../src/hook/sources/offline.ts'

const names = ['ab', 'a', 'b', '.a', '.ab', 'a-b', 'a.b', 'k]', 'B1', 'x[y]', 'ba']
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'names-')))
const files = names.flatMap(folder => names.map(name => `d${folder}/${name}`))
for (const file of files) {
  mkdirSync(join(scratch, dirname(file)), { recursive: true })
  writeFileSync(join(scratch, file), '')
}

const nowhere = join(scratch, 'home')
const host = {
  ...hostFor(
    { home: nowhere, managed: [], user: [], redirected: [], state: `${nowhere}/state`, bundle: `${nowhere}/bundle` },
    {},
  ),
  guarded: files.map(file => join(scratch, file)),
}

interface Said {
  readonly sure: ReadonlySet<string>
  readonly may: ReadonlySet<string>
}

/** Every file is guarded, so each that a pattern may stand for is told. */
const toldOf = (source: string): Said => {
  const { effects } = analyse(source, { cwd: scratch, workspaceRoots: [join(scratch, 'elsewhere')], host })
  const found = { sure: new Set<string>(), may: new Set<string>() }
  for (const { finding, certainty, targets } of effects)
    for (const { path } of finding === 'self.tamper' ? targets : [])
      if (path !== undefined) found[certainty === 'proved-dangerous' ? 'sure' : 'may'].add(path)
  return found
}

/** What each word becomes, of the files that are there. */
const printed = (shell: readonly string[], words: readonly string[], before: string): readonly ReadonlySet<string>[] => {
  const source = `${before}\n${words.map(word => `printf '%s\\n' @; printf '%s\\n' ${word}`).join('\n')}\nprintf '@\\n'`
  const out = execFileSync(shell[0] as string, [...shell.slice(1), '-c', source], {
    cwd: scratch,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  const there = new Set(files)
  return out
    .split('@\n')
    .slice(1, -1)
    .map(
      lines =>
        new Set(
          lines
            .split('\n')
            .map(line => line.replace(`${scratch}/`, '').replace(/^\.\//, ''))
            .filter(line => there.has(line)),
        ),
    )
}

const has = (program: string): boolean => {
  try {
    execFileSync(program, ['-c', ':'])
    return true
  } catch {
    return false
  }
}

const piece = fc.constantFrom(
  ...[
    'a',
    'b',
    'k',
    '.',
    '-',
    '?',
    '*',
    '[ab]',
    '[!a]',
    '[^b]',
    '[a-z]',
    '[[:alpha:]]',
    '[]k]',
    '[k',
    ']',
    "'*'",
    '\\?',
    '"a"',
    "'['",
    '{a,b}',
    '{,.}',
    '{a..c}',
  ],
)
const extended = fc.constantFrom('@(a|b)', '?(a)', '*(a|b)', '+(b)', '!(a)', '@(a|.b)', '@(a|@(b|k))')
const part = (pieces: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(pieces, { minLength: 1, maxLength: 3 }).map(all => all.join(''))
const word = (pieces: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('', './', '~+/', `${scratch}/`, '"$PWD"/'), part(pieces), part(pieces))
    .map(([start, folder, name]) => `${start}d${folder}/${name}`)

const compare = (
  words: readonly string[],
  yielded: readonly ReadonlySet<string>[],
  told: (word: string) => string,
): readonly string[] =>
  words.flatMap((one, at) => {
    const real = new Set([...(yielded[at] as ReadonlySet<string>)].map(file => join(scratch, file)))
    const { sure, may } = toldOf(told(one))
    return [
      ...[...real].filter(file => !sure.has(file) && !may.has(file)).map(file => `${one} yields ${file}, which is not told`),
      ...[...sure]
        .filter(file => !real.has(file) && files.some(own => join(scratch, own) === file))
        .map(file => `${one} does not yield ${file}, which is said to be sure`),
    ]
  })

describe.skipIf(process.platform === 'win32')('a pattern', () => {
  const shells: readonly (readonly [string, readonly string[], string, fc.Arbitrary<string>, (word: string) => string])[] = [
    ['bash', ['bash'], 'shopt -s extglob', fc.oneof(piece, extended), one => `shopt -s extglob\ntouch ${one}`],
    ['bash', ['bash'], 'shopt -s dotglob', piece, one => `shopt -s dotglob\ntouch ${one}`],
    ['zsh', ['zsh', '-f'], 'setopt no_nomatch no_bad_pattern', piece, one => `touch ${one}`],
  ]
  for (const [name, shell, before, pieces, told] of shells)
    test.skipIf(!has(name))(
      `stands for all that ${name} yields with "${before}", and what is sure is there`,
      () => {
        const words = [...new Set(fc.sample(word(pieces), { seed: 20_261_123, numRuns: 1_000 }))]
        const yielded = printed(shell, words, before)
        expect(yielded.length).toBe(words.length)
        expect(yielded.filter(({ size }) => size > 0).length).toBeGreaterThan(100)
        expect(compare(words, yielded, told)).toEqual([])
      },
      60_000,
    )
})

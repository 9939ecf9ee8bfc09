/**
 * Run inside a copy of the project, whose functions say which mutants they have and ask whether one of them lives. Without an argument: which
 * checks come by each mutant, as JSON. With a file of mutants and their checks: which of them are noticed, a line for each. The checks are the
 * rows of the corpus, composed calls and calls respelled.
 */

import { readFileSync } from 'node:fs'
import { loadAll } from '../../src/engine/analysis/analyse.ts'
import { compose } from '../attack/compose.ts'
import { readGrammar } from '../attack/grammar.ts'
import { mutate } from '../attack/mutate.ts'
import { judge } from '../corpus/judge.ts'
import { readCorpus } from '../corpus/row.ts'

interface Check {
  readonly text: string
  readonly holds: () => Promise<boolean>
}

/** Not the rows that only must not crash: they are large, and what they promise is mostly time. */
const ofCorpus = (): readonly Check[] =>
  readCorpus()
    .filter(({ promise }) => promise !== 'must-not-crash')
    .flatMap(({ promise, rows }) =>
      rows.map(row => ({ text: JSON.stringify(row), holds: async () => (await judge(row, promise)).wrong === undefined })),
    )

/** As in test/attack.test.ts. */
const seed = 20_261_122
const ofAttack = (): readonly Check[] => {
  const grammar = readGrammar()
  const composed = Array.from({ length: 2_000 }, (_, number) => compose(grammar, seed, number)).map(({ row, expect }) => ({
    text: JSON.stringify(row),
    holds: async () => (await judge(row, expect === 'stop' ? 'must-deny' : 'must-allow')).wrong === undefined,
  }))
  const respelled = Array.from({ length: 1_000 }, (_, number) => mutate(grammar, seed, number) ?? []).flat()
  return [
    ...composed,
    ...respelled.map(({ before, after }) => ({
      text: JSON.stringify(after),
      holds: async () => (await judge(before, 'must-deny')).outcome === (await judge(after, 'must-deny')).outcome,
    })),
  ]
}

/** Far apart, so that those of all files come early: most mutants are noticed by the first hundreds. */
const stride = 7_919
const all = [...ofCorpus(), ...ofAttack()]
const checks = all.map((_, at) => all[(at * stride) % all.length] as Check)

/** What runs when a module is loaded counts for every check. */
const loading = -1
const passed = new Map<number, Set<number>>()
const lives = globalThis as { mutant?: (mark: number) => boolean }
const list = process.argv[2]

/** A check that does not hold by itself notices nothing. */
const marks = async (): Promise<void> => {
  let current = loading
  lives.mutant = mark => {
    passed.set(mark, (passed.get(mark) ?? new Set()).add(current))
    return false
  }
  await loadAll()
  const sound = new Set<number>([loading])
  for (const [at, { holds }] of checks.entries()) {
    current = at
    if (await holds()) sound.add(at)
  }
  const by = [...passed].map(([mark, seen]) => [mark, seen.has(loading) ? null : [...seen].filter(at => sound.has(at))])
  console.log(JSON.stringify({ sound: [...sound].filter(at => at !== loading), by: Object.fromEntries(by) }))
}

interface Asked {
  readonly mark: number
  /** One of these a row has to say to be asked: what stands around a mutant in a table. */
  readonly words?: readonly string[]
  readonly checks: readonly number[]
}

const asked = async (path: string): Promise<void> => {
  let living = loading
  lives.mutant = mark => mark === living
  await loadAll()
  for (const { mark, words, checks: numbers } of JSON.parse(readFileSync(path, 'utf8')) as readonly Asked[]) {
    living = mark
    let by: Check | undefined
    for (const at of numbers) {
      const check = checks[at] as Check
      if (words?.some(word => check.text.includes(word)) === false || (await check.holds())) continue
      by = check
      break
    }
    living = loading
    // What a mutant left behind in memory must not be taken for the next one.
    const left = by !== undefined && words === undefined && !(await by.holds())
    console.log(JSON.stringify({ mark, noticed: by?.text.slice(0, 200) ?? null, left }))
    if (left) process.exit(0)
  }
}

await (list === undefined ? marks() : asked(list))

/** Judges composed calls in this process and counts, by category, what was not as it should be. Nothing is ever executed. */

import { judge, type Outcome } from '../corpus/judge.ts'
import { compose } from './compose.ts'
import type { Grammar } from './grammar.ts'
import { mutate } from './mutate.ts'

export interface Fault {
  readonly number: number
  /** What is wrong: a danger that passed, an ordinary call that was stopped, or two verdicts on one meaning. */
  readonly what: 'passed' | 'denied' | 'asked' | 'crashed' | 'changed'
  readonly kind: string
  readonly layers: readonly string[]
  readonly tool: string
  readonly said: string
  readonly row: unknown
  /** Metamorphic only: what was judged first. */
  readonly before?: unknown
}

export interface Tally {
  readonly rows: number
  readonly faults: number
}

export interface Report {
  readonly seed: number
  readonly rows: number
  readonly dangerous: Tally
  readonly ordinary: Tally
  readonly by: Readonly<Record<string, Readonly<Record<string, Tally>>>>
  readonly faults: readonly Fault[]
}

class Count {
  readonly #tallies = new Map<string, Map<string, { rows: number; faults: number }>>()

  add(category: string, name: string, fault: boolean): void {
    const names = this.#tallies.get(category) ?? new Map<string, { rows: number; faults: number }>()
    this.#tallies.set(category, names)
    const tally = names.get(name) ?? { rows: 0, faults: 0 }
    names.set(name, tally)
    tally.rows++
    if (fault) tally.faults++
  }

  of(category: string, name: string): Tally {
    return this.#tallies.get(category)?.get(name) ?? { rows: 0, faults: 0 }
  }

  all(): Report['by'] {
    return Object.fromEntries([...this.#tallies].map(([category, names]) => [category, Object.fromEntries([...names].sort())]))
  }
}

const whatOf = (outcome: Outcome, expect: 'stop' | 'allow'): Fault['what'] | undefined => {
  if (outcome === 'crash') return 'crashed'
  if (expect === 'stop') return outcome === 'allow' ? 'passed' : undefined
  return outcome === 'allow' ? undefined : outcome === 'ask' ? 'asked' : 'denied'
}

export const attack = async (grammar: Grammar, seed: number, numbers: Iterable<number>): Promise<Report> => {
  const count = new Count()
  const faults: Fault[] = []
  for (const number of numbers) {
    const { expect, kind, layers, tool, row } = compose(grammar, seed, number)
    const { outcome, rules } = await judge(row, expect === 'stop' ? 'must-deny' : 'must-allow')
    const what = whatOf(outcome, expect)
    if (what !== undefined) faults.push({ number, what, kind, layers, tool, said: [outcome, ...rules].join(' '), row })
    const fault = what !== undefined
    count.add('all', expect, fault)
    count.add('kind', kind, fault)
    count.add('tool', tool, fault)
    count.add('depth', String(layers.length), fault)
    for (const layer of new Set(layers)) count.add('layer', layer, fault)
  }
  return report(seed, count, faults)
}

export const metamorphic = async (grammar: Grammar, seed: number, numbers: Iterable<number>): Promise<Report> => {
  const count = new Count()
  const faults: Fault[] = []
  for (const number of numbers) {
    const mutated = mutate(grammar, seed, number)
    if (mutated === undefined) continue
    const { composed, mutation, before, after } = mutated
    const { kind, layers, expect } = composed
    let [one, other] = [await judge(before, 'must-deny'), await judge(after, 'must-deny')]
    // A busy machine may have taken the time that one of them had.
    if (one.outcome !== other.outcome) [one, other] = [await judge(before, 'must-deny'), await judge(after, 'must-deny')]
    const changed = one.outcome !== other.outcome
    if (changed) {
      const said = `${[one.outcome, ...one.rules].join(' ')} -> ${[other.outcome, ...other.rules].join(' ')}`
      faults.push({ number, what: 'changed', kind, layers, tool: mutation, said, row: after, before })
    }
    count.add('all', expect, changed)
    count.add('mutation', mutation, changed)
    count.add('kind', kind, changed)
  }
  return report(seed, count, faults)
}

const report = (seed: number, count: Count, faults: readonly Fault[]): Report => {
  const { all: _, ...by } = count.all()
  const [dangerous, ordinary] = [count.of('all', 'stop'), count.of('all', 'allow')]
  return { seed, rows: dangerous.rows + ordinary.rows, dangerous, ordinary, by, faults }
}

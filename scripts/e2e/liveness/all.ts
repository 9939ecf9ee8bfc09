/** Every way of a client, two at a time; what came of it is kept in `fixtures/liveness`, from which the page of switches has its figures. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { at, run, say } from '../../project/project.ts'
import type { Subject } from '../run.ts'
import { figuresOf } from './figures.ts'
import { play } from './play.ts'
import { isWrong, notSeen, type Result, type Way } from './way.ts'

export interface Recorded {
  readonly client: string
  readonly version: string
  /** What of ours said so: `dist` as it was built from this revision. */
  readonly revision: string
  /** The same ways, counted with an earlier revision of ours. */
  readonly before?: { readonly revision: string; readonly unguarded: number; readonly wrong: number }
  readonly results: readonly Result[]
}

export interface Wanted {
  /** Parts of names; none of them stands for all. */
  readonly ways: readonly string[]
  /** Only those of which nothing is recorded. */
  readonly untried: boolean
}

const atOnce = 2

const revision = (): string => run('git', ['rev-parse', '--short=8', 'HEAD']).stdout.trim()

export const waysOf = async (client: string): Promise<readonly Way[]> =>
  existsSync(at('scripts/e2e/liveness/ways', `${client}.ts`))
    ? ((await import(/* @vite-ignore */ `./ways/${client}.ts`)) as { readonly default: readonly Way[] }).default
    : []

/** How many were wrong: the client went unguarded and was called guarded. */
export const playAll = async (subject: Subject, version: string, wanted: Wanted): Promise<number> => {
  const { id } = subject.client
  const ways = await waysOf(id)
  const file = at('fixtures/liveness', `${id}.json`)
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recorded) : undefined
  const found = new Map(before?.results.map(result => [result.way, result]))
  const chosen = ways.filter(
    ({ name }) =>
      (wanted.ways.length === 0 || wanted.ways.some(part => name.includes(part))) && !(wanted.untried && found.has(name)),
  )
  if (chosen.length === 0) return 0
  const queue = [...chosen]
  let wrong = 0
  const work = async (): Promise<void> => {
    for (let way = queue.shift(); way !== undefined; way = queue.shift()) {
      const first = await play(way, subject)
      // A busy machine is no answer of the client.
      const result = notSeen(first) ? await play(way, subject) : first
      found.set(way.name, result)
      if (isWrong(result)) wrong++
      const mark = isWrong(result) ? 'WRONG   ' : notSeen(result) ? 'not seen' : 'ok      '
      const { called, ran, init, doctor, status } = result
      say(`  ${mark} ${way.name}: ${called ? 'called' : 'not called'}, ${ran ? 'RAN' : 'stopped'}; ${init}; ${doctor}; ${status}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const results = ways.flatMap(({ name }) => found.get(name) ?? [])
  const kept = before?.before === undefined ? {} : { before: before.before }
  const recorded: Recorded = { client: id, version, revision: revision(), ...kept, results }
  writeFileSync(file, `${JSON.stringify(recorded, undefined, 1)}\n`)
  const { ways: all, unguarded, unseen, guarded } = figuresOf(recorded)
  say(`  ${all} ways, ${unseen} not seen, ${unguarded} unguarded, ${guarded} of them called guarded`)
  return wrong
}

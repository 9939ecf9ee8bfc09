/** What was asked in each stage, what came back, and how long it took. */

import { quantile } from '../../scripts/bench/spawn.ts'

export interface Said {
  /** `lost`: no verdict came. */
  readonly decision: string
  readonly text: string
  readonly ms: number
}

interface Count {
  readonly times: number[]
  right: number
  wrong: number
  lost: number
}

export interface Tally {
  /** `mark` has to stand in what was said: a refusal for another reason is no right one. */
  readonly take: (kind: string, said: Said, wanted: readonly string[], mark?: string) => void
  readonly begin: (stage: string) => void
  readonly note: (line: string) => void
  /** Something that must hold beside the verdicts. */
  readonly expect: (holds: boolean, what: string) => void
  /** Exit code 1 unless it is 0. */
  readonly faults: () => number
  readonly report: () => string
}

export const tallying = (say: (line: string) => void): Tally => {
  const stages: {
    readonly name: string
    readonly from: number
    to: number
    readonly counts: Map<string, Count>
    notes: string[]
  }[] = []
  const wrongs: string[] = []
  const now = () => {
    const stage = stages.at(-1)
    if (stage === undefined) throw new Error('no stage has begun')
    return stage
  }
  const end = (): void => {
    const last = stages.at(-1)
    if (last !== undefined && last.to === 0) last.to = performance.now()
  }
  const sum = (key: 'right' | 'wrong' | 'lost'): number =>
    stages.reduce((all, { counts }) => all + [...counts.values()].reduce((some, count) => some + count[key], 0), 0)
  return {
    begin: name => {
      end()
      say(name)
      stages.push({ name, from: performance.now(), to: 0, counts: new Map(), notes: [] })
    },
    take: (kind, { decision, text, ms }, wanted, mark = '') => {
      const { counts, name } = now()
      const count = counts.get(kind) ?? { times: [], right: 0, wrong: 0, lost: 0 }
      counts.set(kind, count)
      count.times.push(ms)
      const right = wanted.includes(decision) && (decision === 'allow' || text.includes(mark))
      if (decision === 'lost') count.lost++
      else if (right) count.right++
      else count.wrong++
      if (!right) wrongs.push(`${name}, ${kind}: ${decision}, not ${wanted.join(' or ')} ${mark}: ${text.slice(0, 300)}`)
    },
    note: line => void now().notes.push(line),
    expect: (holds, what) => {
      now().notes.push(`${holds ? 'holds' : 'FAILS'}: ${what}`)
      if (!holds) wrongs.push(`${now().name}: ${what}`)
    },
    faults: () => wrongs.length,
    report: () => {
      end()
      const head = ['stage', 'calls', 'right', 'wrong', 'lost', 'p50 ms', 'p99 ms', 's']
      const rows = stages.flatMap(({ name, from, to, counts, notes }) => [
        [name, '', '', '', '', '', '', ((to - from) / 1_000).toFixed(1)],
        ...[...counts].map(([kind, { times, right, wrong, lost }]) => [
          `  ${kind}`,
          ...[times.length, right, wrong, lost, quantile(times, 0.5).toFixed(0), quantile(times, 0.99).toFixed(0)].map(String),
          '',
        ]),
        ...notes.map(note => [`  - ${note}`]),
      ])
      const total = ['all', sum('right') + sum('wrong') + sum('lost'), sum('right'), sum('wrong'), sum('lost'), '', '', ''].map(
        String,
      )
      const lines = [head, ...rows, total].map(([first = '', ...rest]) =>
        rest.length === 0 ? first : `${first.padEnd(46)}${rest.map(cell => cell.padStart(8)).join('')}`.trimEnd(),
      )
      return [...lines, ...wrongs.slice(0, 20).map(wrong => `wrong: ${wrong}`)].join('\n')
    },
  }
}

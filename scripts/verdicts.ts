/**
 * `npm run verdicts -- --base REV`: judges every row with the engine here and with that of another revision, and lists what they say
 * differently: decision, rules, certainty. Exit 1 when there is a difference. `--rows FILE` adds rows from outside the repository.
 */

import { parseArgs } from 'node:util'
import { say, stop } from './project/project.ts'
import { type Engine, engineAt, ours } from './verdicts/engine.ts'
import { type Case, corpusCases, fileCases } from './verdicts/rows.ts'

const { values: options } = parseArgs({
  options: {
    base: { type: 'string' },
    rows: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
    wrong: { type: 'boolean', default: false },
  },
})
if (options.base === undefined && !options.wrong)
  stop('Give --base REV, a revision to compare with, or --wrong to list what is wrong here.')

/** The same day for both, whatever the clock says: exceptions expire. */
const today = '2026-11-21'

interface Said {
  readonly decision: string
  readonly rules: string
  readonly certainty: string
}

const judge = async (engine: Engine, { event, host }: Case): Promise<Said> => {
  const judged = await engine(event, [], host, today)
  if (!judged.ok) return { decision: `failure ${judged.failure.kind}`, rules: '', certainty: '' }
  const { ruling, rules, certainty, rewrite } = judged.value
  const decision = ruling.decision === 'allow' && rewrite !== undefined ? 'redact' : ruling.decision
  return { decision, rules: [...rules].sort().join(','), certainty: certainty ?? '' }
}

const text = ({ decision, rules, certainty }: Said): string => [decision, rules, certainty].filter(word => word !== '').join(' ')

const cases = [...corpusCases(), ...options.rows.flatMap(fileCases)]
const here: Said[] = []
for (const each of cases) here.push(await judge(ours, each))

/** Rows with an expectation, by what became of them. */
const rates = (said: readonly Said[]) => {
  const count = (expect: Case['expect'], decisions: readonly string[]): number =>
    cases.filter((each, i) => each.expect === expect && decisions.includes(said[i]?.decision ?? '')).length
  return {
    dangerous: cases.filter(({ expect }) => expect === 'stop').length,
    stopped: count('stop', ['deny', 'ask', 'redact', 'defer']),
    ordinary: cases.filter(({ expect }) => expect === 'allow').length,
    denied: count('allow', ['deny', 'redact']),
    asked: count('allow', ['ask', 'defer']),
  }
}

const sentence = ({ dangerous, stopped, ordinary, denied, asked }: ReturnType<typeof rates>): string =>
  `${stopped} of ${dangerous} dangerous rows stopped; of ${ordinary} ordinary rows ${denied} denied, ${asked} asked`

if (options.wrong) {
  for (const [i, { expect, from, title }] of cases.entries()) {
    const said = here[i]
    if (said === undefined || expect === undefined) continue
    if ((expect === 'allow') === (said.decision === 'allow')) continue
    console.log(JSON.stringify({ from, expect, said: text(said), title: title.slice(0, 300) }))
  }
}
say(`here: ${sentence(rates(here))}`)

if (options.base !== undefined) {
  const other = await engineAt(options.base)
  const there: Said[] = []
  for (const each of cases) there.push(await judge(other.engine, each))
  other.close()
  const differences = cases.flatMap(({ from, title }, i) => {
    const [before, after] = [there[i], here[i]].map(said => (said === undefined ? '' : text(said)))
    return before === after ? [] : [{ from, title: title.slice(0, 300), before, after }]
  })
  for (const difference of differences)
    console.log(
      options.json
        ? JSON.stringify(difference)
        : `${difference.from}: ${JSON.stringify(difference.title)}\n    ${difference.before}\n    ${difference.after}`,
    )
  say(`${other.commit}: ${sentence(rates(there))}`)
  say(`${cases.length} rows, ${differences.length} with another verdict`)
  process.exitCode = differences.length > 0 ? 1 : 0
}

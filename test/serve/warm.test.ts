/** What a server keeps between events changes no answer and no audit line, whoever asked before, in whatever order. */

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventOf } from '../../scripts/corpus/judge.ts'
import { readCorpus } from '../../scripts/corpus/row.ts'
import { type Engine, engineOf } from '../../src/fleet/serve/engine.ts'
import { policyStore } from '../../src/fleet/serve/policies.ts'
import { memoryInFiles } from '../../src/fleet/serve/state/memory.ts'
import { auditRecord } from '../../src/hook/audit/record.ts'
import { placesOf, readConfig } from '../../src/hook/config.ts'
import { homeWith } from './server.ts'

const strict = `version: 1
extends: strict
rules:
  - { id: other.ask, on: shell, when: { text: e }, decision: ask, reason: Another tenant asks about most commands. }
`
const events = readCorpus()
  .flatMap(({ rows }) => rows)
  .filter((_, at) => at % 31 === 0)
  .map(eventOf)

const machine = (files: Readonly<Record<string, string>>) => {
  const env = homeWith(files)
  const places = placesOf(env)
  const fresh = (): Engine =>
    engineOf({
      places,
      policies: policyStore(places, () => {}),
      memory: memoryInFiles(join(places.state, 's')),
      env,
      local: true,
      permits: undefined,
    })
  return { fresh, config: readConfig({ hints: {}, bare: false }, env, places) }
}

const ours = machine({})
const theirs = machine({ 'policy.yaml': strict })

interface Said {
  readonly rules: readonly string[]
}

let sessions = 0
const asked = async (engine: Engine, { config }: typeof ours, event: (typeof events)[number]): Promise<Said> => {
  const session = `s-${++sessions}`
  const { id = 'none', ...decided } = await engine.event({ ok: true, value: { ...event, sessionId: session } }, await config)
  const known = { time: '', version: '', digest: '', exitCode: 0, ms: 0, ignored: [] }
  const line = auditRecord({ ...known, ...decided })
  // A refusal names the call that it is.
  return JSON.parse(
    JSON.stringify({ ...line, verdict: decided.verdict })
      .replaceAll(session, 's')
      .replaceAll(id, 'id'),
  )
}

it('over the corpus', async () => {
  const anew = []
  for (const event of events) anew.push(await asked(ours.fresh(), ours, event))
  const [warm, other] = [ours.fresh(), theirs.fresh()]
  for (const [at, event] of [...events.entries()].reverse()) {
    const { rules } = await asked(other, theirs, event)
    // The tenant beside it has rules of its own, and has them alone.
    expect(rules.includes('other.ask')).toBe(event.subject === 'shell' && event.content.includes('e'))
    for (const said of [await asked(warm, ours, event), await asked(warm, ours, event)]) expect(said).toEqual(anew[at])
  }
}, 120_000)

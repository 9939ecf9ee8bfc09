/** Rules see effects and never the road: the same effect on the same place gets one answer, whichever tool is asked. */

import { describe, expect, it } from 'vitest'
import { eventOf, hostFor } from '../scripts/corpus/judge.ts'
import type { Row } from '../scripts/corpus/row.ts'
import { evaluate } from '../src/engine/policy/evaluate.ts'
import { ordinary, places, texts, windows } from './parity/places.ts'
import { effects, type Road } from './parity/roads.ts'

interface Case {
  readonly place: string
  readonly path: string
  readonly text: string
  readonly platform: 'linux' | 'win32'
}

const on = (platform: Case['platform'], named: Readonly<Record<string, string>>): readonly Case[] =>
  Object.entries(named).map(([place, path]) => ({ place, path, text: ordinary, platform }))

const plain: readonly Case[] = [...on('linux', places), ...on('win32', windows)]
const withTexts: readonly Case[] = Object.entries(texts).map(([place, put]) => ({ place, ...put, platform: 'linux' }))
const takesText: ReadonlySet<string> = new Set(['write', 'create', 'append', 'edit'])

interface Exception {
  readonly effects: RegExp
  readonly places: RegExp
  readonly roads: RegExp
  /** What the road says instead. */
  readonly says: string
  readonly why: string
}

const exceptions: readonly Exception[] = [
  {
    effects: /^(?:write|empty)$/,
    places: /^a file that is there, outside$/,
    roads: /^(?:Write|write|create)\b|^write_/,
    says: 'allow',
    why: "a client's own tool shows the text, has read the file before and keeps the old text for a way back",
  },
  {
    effects: /./,
    places: /^a credential$/,
    roads: /^(?:MCP|unknown)/,
    says: 'deny secrets.in-arguments secrets.in-write',
    why: 'what a server or an unknown tool is given has left this program before anything is written',
  },
  {
    effects: /^(?:write|append)$/,
    places: /^hidden text$/,
    roads: /./,
    says: 'ask content.hidden-text',
    why: 'in a command such characters hide what runs, which is worse than a text that hides something',
  },
  {
    effects: /^edit$/,
    places: /^hidden text$/,
    roads: /command|patch|git/,
    says: 'deny execution.hidden-characters',
    why: 'as above, from the other side',
  },
]

const said = async (row: Row): Promise<string> => {
  const judged = await evaluate(eventOf(row), [], hostFor(row.platform), '2026-11-21')
  if (!judged.ok) return `failure ${judged.failure.kind}`
  const { ruling, rules } = judged.value
  return [ruling.decision, ...[...rules].sort()].join(' ')
}

const used = new Set<Exception>()

const differing = async (effect: string, roads: Readonly<Record<string, Road>>, { place, path, text, platform }: Case) => {
  let measure: string | undefined
  const differ: string[] = []
  for (const [road, make] of Object.entries(roads)) {
    const row = make(path, text)
    if (row === undefined) continue
    const answer = await said({ ...row, platform })
    measure ??= answer
    if (answer === measure) continue
    const exception = exceptions.find(
      ({ effects, places, roads, says }) => effects.test(effect) && places.test(place) && roads.test(road) && says === answer,
    )
    if (exception === undefined) differ.push(`${platform} ${place} by ${road}: ${answer}, not ${measure}`)
    else used.add(exception)
  }
  return differ
}

describe('one answer, by every road', () => {
  it.each(Object.entries(effects))(
    '%s',
    async (effect, roads) => {
      const differ: string[] = []
      for (const one of takesText.has(effect) ? [...plain, ...withTexts] : plain)
        differ.push(...(await differing(effect, roads, one)))
      expect(differ).toEqual([])
    },
    120_000,
  )

  it('lists no exception that nothing needs', () => {
    expect(exceptions.filter(exception => !used.has(exception))).toEqual([])
  })
})

import { eventOf, hostFor } from '../../scripts/corpus/judge.ts'
import { evaluate } from '../../src/engine/policy/evaluate.ts'
import { redirections, spellings, type Way, ways } from './spellings.ts'

export const said = async (shell: string): Promise<string> => {
  const judged = await evaluate(eventOf({ shell }), [], hostFor('linux'), '2026-11-21')
  return judged.ok ? judged.value.ruling.decision : 'failure'
}

/** Programs that start what they find cannot be given a redirection. */
const takes = (spelling: string, way: string): boolean => !(Object.hasOwn(redirections, way) && /^(?:find|xargs)/.test(spelling))

const all: Readonly<Record<string, Way>> = { ...ways, ...redirections }

export interface Spelled {
  readonly rows: number
  /** Rows that are allowed, although the same with the plain name is not. */
  readonly allowed: readonly string[]
}

/** Of all ways and spellings one in so many, others for each place. */
export const spelled = async (places: readonly string[], oneIn: number): Promise<Spelled> => {
  const allowed: string[] = []
  let rows = 0
  for (const [at, place] of places.entries())
    for (const [nth, [way, make]] of Object.entries(all).entries()) {
      const chosen = Object.entries(spellings).filter(([name], index) => takes(name, way) && (at + nth + index) % oneIn === 0)
      if (chosen.length === 0 || (await said(make(place))) === 'allow') continue
      for (const [, spell] of chosen) {
        const row = spell(place, make)
        if (row === undefined) continue
        rows++
        if ((await said(row)) === 'allow') allowed.push(row)
      }
    }
  return { rows, allowed }
}

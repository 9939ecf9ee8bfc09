/** What was recorded of real clients, counted. */

import { readdirSync, readFileSync } from 'node:fs'
import { at } from '../../project/project.ts'
import type { Recorded } from './all.ts'
import { isWrong, notSeen } from './way.ts'

const folder = 'fixtures/liveness'

export const allRecorded = (): readonly Recorded[] =>
  readdirSync(at(folder))
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => JSON.parse(readFileSync(at(folder, name), 'utf8')) as Recorded)

/** `off`, `unknown` and `guarded` are what was said, by the one that said the most, where the client went unguarded. */
export const figuresOf = ({ results }: Pick<Recorded, 'results'>) => {
  const ran = results.filter(result => result.ran)
  const guarded = ran.filter(isWrong).length
  const off = ran.filter(({ doctor, status }) => doctor === 'not guarded' && status === 'not guarded').length
  const stopped = results.filter(result => !result.ran && !notSeen(result))
  return {
    ways: results.length,
    unseen: results.filter(notSeen).length,
    unguarded: ran.length,
    off,
    unknown: ran.length - guarded - off,
    guarded,
    /** It was asked and obeyed, and was called not guarded. */
    alarms: stopped.filter(({ doctor, status }) => doctor === 'not guarded' || status === 'not guarded').length,
  }
}

/** What a call does that a later one of its session may be asked about, as the words that are noted. */

import { placeWord } from '../../../core/earlier.ts'
import type { Happened } from '../../../core/verdict.ts'
import { isLoaded } from '../../analysis/calls/fetched-code.ts'
import { fold } from '../../matching/path-identity.ts'
import type { Facts } from './facts.ts'
import type { Plan } from './layers.ts'

/** Files that are handed to an interpreter as they are. */
const runnable =
  /(?:\.(?:sh|bash|zsh|ksh|fish|command|pyw?|[cm]?[jt]s|rb|pl|php|lua|awk|tcl|exp|psm?1|bat|cmd)|^(?!\/dev\/)(?:.*\/)?[\w-]+)$/i

/** Files of one call; more than that is a copy of a project. */
const most = 64

/** Only what is proved, and only what is not noted yet. */
export const happenedIn = (facts: Facts, plan: Plan): Happened => {
  const { host } = facts.ground
  const words = new Set<string>()
  if (facts.effects().some(({ kind, certainty }) => kind === 'read-secret' && certainty === 'proved-dangerous'))
    words.add('read-secret')
  const carried = facts.shell()?.carried ?? []
  for (const { path, what } of carried) {
    if (what === 'fetched') continue
    words.add(placeWord(what, fold(path, host)))
    if (what !== 'holds-sources') words.add(what === 'holds-secret' ? 'read-secret' : 'downloaded')
  }
  for (const path of facts.writtenPaths().slice(0, most)) {
    const isProgram = runnable.test(path)
    if ((!isProgram && !isLoaded(path)) || carried.some(place => place.path === path)) continue
    words.add(placeWord('wrote', fold(path, host)))
    if (isProgram) words.add('wrote-runnable')
    if (isLoaded(path)) words.add('wrote-loaded')
  }
  const fresh = [...words].filter(word => facts.earlier().times(word) === 0)
  const enforced = plan.preset !== 'none' && plan.couldNotTell !== 'allow' && !plan.audits('preset')
  return { words: fresh, matters: enforced && fresh.some(word => !/^(?:wrote|holds-sources)/.test(word)) }
}

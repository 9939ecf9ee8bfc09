/** What keeps from knowing whether a rule holds for a call. */

import { hasMagic } from '../../matching/glob.ts'
import type { Place } from '../../matching/path-views.ts'
import { type Access, accesses, asksServers, asksSession, speaksOf } from '../rules/conditions.ts'
import type { When } from '../rules/types.ts'
import type { Facts } from './facts.ts'
import { holds } from './match.ts'

/** Undefined where nothing does, or where the rule would not hold in the worst case either. */
export const mightHold = (when: When | undefined, facts: Facts): string | undefined => {
  if (when === undefined) return undefined
  const doubts = doubtsOf(when, facts)
  if (doubts.length === 0 || !holds(when, { facts, every: false, guess: true })) return undefined
  return doubts[0]
}

/** What a condition asks, which is the same for every call. */
interface Asked {
  readonly session: boolean
  readonly flags: boolean
  readonly args: boolean
  readonly host: boolean
  readonly servers: boolean
  readonly places: readonly Access[]
  readonly any: boolean
}

const known = new WeakMap<When, Asked>()

const askedBy = (when: When): Asked => {
  const found = known.get(when)
  if (found !== undefined) return found
  const [flags, args, host] = [speaksOf(when, 'flags'), speaksOf(when, 'args'), speaksOf(when, 'host')]
  const [session, servers] = [asksSession(when), asksServers(when)]
  const places = accesses.filter(access => speaksOf(when, access))
  const any = session || flags || args || host || servers || places.length > 0
  const asked = { session, flags, args, host, servers, places, any }
  known.set(when, asked)
  return asked
}

const doubtsOf = (when: When, facts: Facts): readonly string[] => {
  const asked = askedBy(when)
  if (!asked.any) return []
  const { matchers } = facts
  const runs = () => facts.shell()?.invocations ?? []
  const told = (isDoubt: boolean, what: string): readonly string[] => (isDoubt ? [what] : [])
  const has = (is: (place: Place) => boolean): boolean => asked.places.some(access => facts.places(access).some(is))
  return [
    ...told(asked.session && !facts.earlier().sure, 'what happened earlier in this session, whose memory cannot be read'),
    ...told(asked.flags || (asked.args && runs().some(({ args }) => args.includes(undefined))), 'an argument of the command'),
    ...told(asked.host && runs().some(({ unknownHost }) => unknownHost === true), 'which host is contacted'),
    ...told(asked.servers && matchers.serverIs !== undefined, 'what this MCP server is'),
    ...told(matchers.overlaps !== undefined && has(isPattern), 'what a pattern of names stands for'),
    ...told(
      has(({ partly }) => partly !== undefined),
      'which file is meant',
    ),
    ...told(matchers.trees !== undefined && asked.places.includes('reads'), 'which files of the folder are read'),
    ...told(asked.session, 'an argument of the command'),
  ]
}

const isPattern = ({ many, forms }: Place): boolean => many && forms.some(hasMagic)

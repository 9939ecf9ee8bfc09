/** What keeps from knowing whether a rule holds for a call. */

import { hasMagic } from '../../matching/glob.ts'
import type { Place } from '../../matching/path-views.ts'
import { accesses, asksServers, asksSession, speaksOf } from '../rules/conditions.ts'
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

const doubtsOf = (when: When, facts: Facts): readonly string[] => {
  const { matchers } = facts
  const runs = () => facts.shell()?.invocations ?? []
  const asks = asksSession(when)
  const told = (isDoubt: boolean, what: string): readonly string[] => (isDoubt ? [what] : [])
  return [
    ...told(asks && !facts.earlier().sure, 'what happened earlier in this session, whose memory cannot be read'),
    ...told(
      speaksOf(when, 'flags') || (speaksOf(when, 'args') && runs().some(({ args }) => args.includes(undefined))),
      'an argument of the command',
    ),
    ...told(speaksOf(when, 'host') && runs().some(({ unknownHost }) => unknownHost === true), 'which host is contacted'),
    ...told(matchers.serverIs !== undefined && asksServers(when), 'what this MCP server is'),
    ...told(
      matchers.overlaps !== undefined && accesses.some(access => speaksOf(when, access) && facts.places(access).some(isPattern)),
      'what a pattern of names stands for',
    ),
    ...told(
      accesses.some(access => speaksOf(when, access) && facts.places(access).some(({ partly }) => partly !== undefined)),
      'which file is meant',
    ),
    ...told(matchers.trees !== undefined && speaksOf(when, 'reads'), 'which files of the folder are read'),
    ...told(asks, 'an argument of the command'),
  ]
}

const isPattern = ({ many, forms }: Place): boolean => many && forms.some(hasMagic)

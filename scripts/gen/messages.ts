/** docs/operate/messages.md: what agents and people are told, so that all of it can be read in one go. */

import { failed } from '../../src/adapters/bridges/_ask.ts'
import { named, objectionText } from '../../src/core/message.ts'
import { settle } from '../../src/core/settle.ts'
import type { Ruling, Verdict } from '../../src/core/verdict.ts'
import { packs } from '../../src/engine/policy/judge/packs.gen.ts'
import { rulesOf } from '../../src/engine/policy/rules/pack.ts'
import { lastAnswer } from '../../src/hook/last-answer.ts'
import { failureKinds, samples } from '../outcomes/failures.ts'
import { fill, table } from './docs.ts'

const id = '7ck2m9x'

const lineOf = (verdict: Verdict): string => {
  const { ruling, message = '' } = named(verdict, id)
  return ruling.decision === 'allow' ? message : objectionText(ruling)
}

/** Of each kind of failure: what is said when it stops a call, and when it does not. */
export const failureLines = failureKinds.map(kind => {
  const { failure } = samples[kind]
  return { kind, closed: lineOf(settle(failure, 'closed', 'both')), open: lineOf(settle(failure, 'open', 'both')) }
})

/** Where the program itself could not do its work. */
export const lastLines = [
  { from: 'a bridge that fails closed', line: failed('tfy-hook took too long').reason },
  ...(['closed', 'open', 'stop'] as const).map(mode => ({
    from: { closed: 'a fault of the program, closed', open: 'the same, open', stop: 'the same, as the agent stops' }[mode],
    line: lastAnswer({ client: undefined, mode, what: 'fault' }).stderr.trim(),
  })),
]

/** Of each built-in rule, the line of a refusal. */
export const ruleLines = packs.flatMap(rulesOf).map(({ id: ruleId, reason, instead }) => {
  const ruling: Exclude<Ruling, { decision: 'allow' }> = { decision: 'deny', ruleId, reason, instead, id }
  return { ruleId, reason, instead, line: objectionText(ruling) }
})

const code = (text: string): string => `\`${text}\``

export const fillMessages = (page: string): string => {
  const failures = table(
    ['failure', 'line'],
    failureLines.flatMap(({ kind, closed, open }) => [
      [code(kind), closed],
      ['', open],
    ]),
  )
  const last = table(
    ['from', 'line'],
    lastLines.map(({ from, line }) => [from, line]),
  )
  const rules = table(
    ['rule', 'why', 'instead'],
    ruleLines.map(({ ruleId, reason, instead }) => [code(ruleId), reason, instead]),
  )
  return fill(fill(fill(page, 'failures', failures), 'last', last), 'rules', rules)
}

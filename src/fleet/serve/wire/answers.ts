/** What each endpoint says back: the verdict in the words its callers read. */

import type { Answer } from '../../../core/adapter.ts'
import { describe } from '../../../core/failure.ts'
import { type JsonObject, readObject } from '../../../core/json.ts'
import { contextText, messageText, objectionText } from '../../../core/message.ts'
import type { Verdict } from '../../../core/verdict.ts'
import type { Decided } from '../../../hook/decide.ts'

/** The RFC's flat answer, for the unified endpoint and for our own client on the flat one: the whole verdict, unfitted. */
export const flatAnswer = ({ verdict, failure }: Pick<Decided, 'verdict' | 'failure'>): JsonObject => {
  const { ruling, rewrite, context, message } = verdict
  const text = ruling.decision === 'allow' ? undefined : objectionText(ruling)
  return {
    continue: ruling.decision !== 'deny',
    permission: ruling.decision,
    ...(text !== undefined && { userMessage: text, agentMessage: text }),
    ...(message !== undefined && { systemMessage: messageText(message) }),
    ...(context !== undefined && { additionalContext: contextText(context) }),
    ...cageOf(verdict),
    ...(rewrite?.of === 'input' && { updatedInput: rewrite.input }),
    ...(rewrite?.of === 'output' && { updatedToolOutput: rewrite.output }),
    guardrail_checks: checksOf(verdict, failure),
  }
}

/** The RFC's flat answer for a bridge that knows nothing else, with Cursor's own words beside it. */
export const cursorAnswer = (decided: Decided): JsonObject => (isContained(decided) ? flatAnswer(decided) : cursorsOwn(decided))

const cursorsOwn = ({ said, verdict, failure, answer }: Decided): JsonObject => ({
  continue: said.ruling.decision !== 'deny',
  permission: said.ruling.decision,
  ...(said.message !== undefined && { systemMessage: messageText(said.message) }),
  ...parsed(answer.stdout),
  ...cageOf(said),
  guardrail_checks: checksOf(verdict, failure),
})

/** Only for a caller that has said that it builds cages. */
const cageOf = ({ ruling, contain }: Verdict): JsonObject => {
  if (contain === undefined || ruling.decision === 'deny' || ruling.decision === 'allow') return {}
  const { cage, otherwise } = contain
  return { contain: { ...cage, otherwise } }
}

/** What the hook prints, as an HTTP hook reads it: there is no exit code, so the JSON has to carry a refusal. */
export const nativeAnswer = (decided: Decided): JsonObject =>
  isContained(decided) ? flatAnswer(decided) : { ...printed(decided.answer), ...cageOf(decided.said) }

/** No client has a word for it: those that asked for it read ours. */
const isContained = ({ said }: Decided): boolean => said.ruling.decision === 'contain'

const printed = (answer: Answer): JsonObject => {
  const said = parsed(answer.stdout)
  if (Object.keys(said).length > 0) return said
  const text = answer.stderr.trim()
  if (answer.exitCode === 2) return { decision: 'block', reason: text === '' ? 'tfy-hook objects.' : text }
  return text === '' ? {} : { systemMessage: text }
}

/** The same, with the checks that the RFC's gateway sends along. */
export const claudeAnswer = (decided: Decided): JsonObject => {
  const checks = checksOf(decided.verdict, decided.failure)
  return { ...nativeAnswer(decided), ...(checks.length > 0 && { guardrail_checks: checks }) }
}

const parsed = (stdout: string): JsonObject => {
  if (stdout === '') return {}
  const read = readObject(stdout)
  return typeof read === 'string' ? {} : read
}

/** Rules in the gateway's words: one that objects has failed; a failure that was let through is a check that did not complete. */
const checksOf = (verdict: Verdict, failure: Decided['failure']): readonly JsonObject[] => {
  const { ruling, certainty, rules, audited = [] } = verdict
  const about = { ...(certainty !== undefined && { certainty }) }
  const objecting = ruling.decision === 'allow' ? undefined : ruling.ruleId
  return [
    ...(objecting === undefined ? [] : [{ id: objecting, verdict: false, data: { decision: ruling.decision, ...about } }]),
    ...rules.filter(id => id !== objecting && !id.startsWith('tfy.')).map(id => ({ id, verdict: true, data: about })),
    ...audited.map(id => ({ id, verdict: true, data: { audited: true } })),
    ...(failure === undefined ? [] : [{ id: `tfy.${failure.kind}`, verdict: false, error: describe(failure) }]),
  ]
}

/**
 * Reads a gateway's answer, in the flat and in Claude's nested shape at once: a deny counts wherever it stands.
 * Contradictions end in the stricter reading; what cannot be read is a failure, never an allow.
 */

import type { Dialect } from '../../../core/config.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import { fail, ok, type Result } from '../../../core/failure.ts'
import { type JsonObject, readObject } from '../../../core/json.ts'
import {
  type Check,
  type Containment,
  type Decision,
  noObjection,
  type Rewrite,
  type Ruling,
  rank,
  type Verdict,
} from '../../../core/verdict.ts'
import { failed, readChecks } from './checks.ts'
import { readContain, usualContainment } from './contain.ts'
import { type Fields, fieldsReader, type Key, knows } from './fields.ts'
import { lost, readRewrite } from './rewrite.ts'
import { contextText, reasonText, slug } from './text.ts'

/** The verdict in the body of a 2xx answer. */
export const readAnswer = (body: string, event: NormalizedHookEvent, dialect: Dialect): Result<Verdict> => {
  const native = dialect === 'claude' || dialect === 'native'
  const text = body.trim()
  // Claude's contract: 2xx without a body is a hook that has nothing to say.
  if (text === '') return native ? ok(noObjection('gateway')) : spoiled('it is empty')
  if (!text.startsWith('{')) return spoiled('it is not a JSON object')
  const answer = readObject(text)
  if (typeof answer === 'string') return spoiled(faults[answer])

  const fields = fieldsReader()
  const nested = fields.object(answer, 'hookSpecificOutput') ?? {}
  const checks = readChecks(answer, fields)
  const votes = readVotes(answer, nested, fields)
  const words = readWords(answer, nested, fields)
  const changed = readRewrite(answer, nested, event, fields, dialect)
  const rewrite = changed === lost ? undefined : changed
  const cage = readContain(answer, nested, fields)
  if (cage !== undefined) votes.push({ decision: 'contain' })

  if (native && event.subject === 'stop' && fields.flag(answer, 'continue') === false) return ok(halted(words.stopReason, checks))
  const strictest = votes.reduce<Vote | undefined>(
    (a, b) => (a === undefined || rank(b.decision) > rank(a.decision) ? b : a),
    undefined,
  )
  const broken = checks.filter(failed)
  const fault = fields.fault()
  // An objection that cannot be read in full is a deny: losing it would be an allow in open mode.
  const decision = objection(strictest?.decision, broken.length > 0, fault !== undefined)
  // A call that the gateway wants changed never runs as it was.
  if (changed === lost && decision !== 'deny')
    return ok(
      objecting('deny', 'the gateway changed this call, and the client has no name for the change', broken, {
        words,
        checks,
        rewrite,
        cage,
      }),
    )
  if (decision !== undefined) {
    const spoken = votes.filter(vote => vote.decision === strictest?.decision && vote.decision !== 'allow')
    const reason = spoken.find(vote => vote.reason !== undefined)?.reason ?? words.anyReason
    return ok(objecting(decision, reason, broken, { words, checks, rewrite, cage }))
  }
  if (fault !== undefined) return spoiled(fault)
  if (strictest === undefined && !(native && says(answer))) return spoiled('it carries no verdict')
  return ok({ ...noObjection('gateway'), checks, ...spokenOf(words, undefined), ...(rewrite !== undefined && { rewrite }) })
}

const spoiled = (detail: string): Result<Verdict> => fail({ kind: 'gateway-reply', detail })

const faults = {
  empty: 'it is empty',
  'not-json': 'it is not valid JSON',
  'not-object': 'it is not a JSON object',
  'too-deep': 'it is nested too deeply',
  'duplicate-key': 'it gives a key twice',
  'raw-nul': 'it has a NUL in it',
  'text-behind': 'there is text behind it',
} as const

interface Vote {
  readonly decision: Decision
  readonly reason?: string | undefined
}

const permissions: Readonly<Record<string, Decision>> = {
  allow: 'allow',
  contain: 'contain',
  ask: 'ask',
  defer: 'defer',
  deny: 'deny',
}
const rulings: Readonly<Record<string, Decision>> = { ...permissions, approve: 'allow', none: 'allow', block: 'deny' }
const actions: Readonly<Record<string, Decision>> = { accept: 'allow', decline: 'deny', cancel: 'deny' }

/** Every place where an answer can hold a decision, with the reason that belongs to that place. */
const readVotes = (answer: JsonObject, nested: JsonObject, fields: Fields): Vote[] => {
  const votes: Vote[] = []
  const vote = (object: JsonObject, key: Key, words: Readonly<Record<string, Decision>>, ...reasons: (string | undefined)[]) => {
    const word = fields.value(object, key)
    if (word === undefined) return
    if (typeof word !== 'string' || !Object.hasOwn(words, word)) return fields.note(`${key} has an unknown value`)
    votes.push({ decision: words[word] ?? 'deny', reason: reasons.find(reason => reason !== undefined) })
  }
  const [user, agent] = [fields.text(answer, 'userMessage'), fields.text(answer, 'agentMessage')]
  const go = fields.flag(answer, 'continue')
  if (go !== undefined)
    votes.push({ decision: go ? 'allow' : 'deny', reason: fields.text(answer, 'stopReason') ?? user ?? agent })
  vote(answer, 'permission', permissions, user, agent)
  vote(answer, 'decision', rulings, fields.text(answer, 'reason'))
  vote(nested, 'permissionDecision', permissions, fields.text(nested, 'permissionDecisionReason'))
  vote(nested, 'action', actions)
  // PermissionRequest: `{ behavior, message }`.
  const request = fields.object(nested, 'decision')
  if (request !== undefined) vote(request, 'behavior', permissions, fields.text(request, 'message'))
  return votes
}

interface Words {
  readonly user: string | undefined
  readonly agent: string | undefined
  readonly system: string | undefined
  readonly context: readonly (string | undefined)[]
  readonly stopReason: string | undefined
  readonly anyReason: string | undefined
}

const readWords = (answer: JsonObject, nested: JsonObject, fields: Fields): Words => {
  const [user, agent, stopReason] = (['userMessage', 'agentMessage', 'stopReason'] as const).map(key => fields.text(answer, key))
  const reason = fields.text(answer, 'reason')
  return {
    user,
    agent,
    stopReason,
    system: fields.text(answer, 'systemMessage'),
    context: [fields.text(answer, 'additionalContext'), fields.text(nested, 'additionalContext')],
    anyReason: reason ?? user ?? agent ?? stopReason,
  }
}

const objection = (
  said: Decision | undefined,
  checkFailed: boolean,
  unclear: boolean,
): Exclude<Decision, 'allow'> | undefined => {
  if (said === undefined || said === 'allow') return checkFailed ? 'deny' : undefined
  return unclear ? 'deny' : said
}

interface Rest {
  readonly words: Words
  readonly checks: readonly Check[]
  readonly rewrite: Rewrite | undefined
  readonly cage: Containment | undefined
}

const objecting = (
  decision: Exclude<Decision, 'allow'>,
  said: string | undefined,
  broken: readonly Check[],
  rest: Rest,
): Verdict => {
  const ids = [...new Set(broken.map(check => `gateway.${slug(check.id) || 'policy'}`))]
  const [ruleId = 'gateway.policy'] = ids
  const own = broken.length > 0 ? `the gateway's guardrail ${broken[0]?.id} objects` : 'the gateway objects and gives no reason'
  const contain = rest.cage ?? (decision === 'contain' ? usualContainment : undefined)
  const ruling: Ruling = { decision, ruleId, reason: (said && reasonText(said)) || own }
  return {
    ruling,
    rules: ids.length > 0 ? ids : [ruleId],
    checks: rest.checks,
    source: 'gateway',
    ...spokenOf(rest.words, said ?? ''),
    // A denied action runs in no form.
    ...(decision !== 'deny' && rest.rewrite !== undefined && { rewrite: rest.rewrite }),
    ...(contain !== undefined && decision !== 'deny' && { contain }),
  }
}

/** Beside an objection, what became its reason is not said twice. */
const spokenOf = ({ user, agent, system, context }: Words, reason: string | undefined): Pick<Verdict, 'message' | 'context'> => {
  const forPerson = reason === undefined ? [system, user] : [system]
  const forModel = [...context, agent].filter(text => text !== reason)
  const join = (texts: readonly (string | undefined)[]) => [...new Set(texts.filter(text => text !== undefined))].join('\n')
  const [message, told] = [reasonText(join(forPerson)), contextText(join(forModel))]
  return { ...(message !== '' && { message }), ...(told !== '' && { context: told }) }
}

/** `continue: false` at a stop event asks for what is happening anyway; a deny would keep the agent going. */
const halted = (why: string | undefined, checks: readonly Check[]): Verdict => {
  const message = reasonText(why ?? '')
  return { ...noObjection('gateway'), checks, ...(message !== '' && { message }) }
}

/** `{}` is Claude's "nothing to say"; an object of foreign keys only (an error page in JSON) is not Claude's answer. */
export const says = (answer: JsonObject): boolean => Object.keys(answer).length === 0 || known.some(key => knows(answer, key))

const known = [
  'hookSpecificOutput',
  'systemMessage',
  'suppressOutput',
  'reason',
  'stopReason',
  'decision',
  'guardrailChecks',
  'additionalContext',
] as const

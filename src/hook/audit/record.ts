/** One audit line: what happened, redacted, with enough to decide it again. */

import type { Identity, NormalizedHookEvent } from '../../core/event.ts'
import { describe, type Failure } from '../../core/failure.ts'
import type { JsonObject, JsonValue } from '../../core/json.ts'
import { maskSecrets, quoteText } from '../../core/redact.ts'
import { textOf } from '../../core/tool.ts'
import { type BreakerPhase, outcome, type Verdict } from '../../core/verdict.ts'
import { maskCommandPasswords } from './command-passwords.ts'

export interface AuditInput {
  readonly id?: string
  readonly time: string
  readonly version: string
  readonly client: string | undefined
  /** The client itself made the call, as far as that can be told. */
  readonly vouched?: boolean
  readonly event: NormalizedHookEvent | undefined
  /** Who asked, where there is no event to say it. */
  readonly who?: Identity
  readonly verdict: Verdict
  /** The decision the client was told, after fitting. */
  readonly said: Verdict
  /** False when the event has no channel for an objection. */
  readonly heard: boolean
  readonly failure: Failure | undefined
  readonly breaker?: BreakerPhase | undefined
  readonly exitCode: number
  readonly ms: number
  readonly digest: string
  /** Of a call that was refused and may be permitted, the whole of it. */
  readonly callDigest?: string | undefined
  readonly ignored: readonly string[]
}

const containOf = (contain: Verdict['contain']): JsonObject | undefined => {
  if (contain === undefined) return undefined
  const { profile, cage, here } = contain
  const { backend, why } = { backend: undefined, why: undefined, ...here }
  return compact({ profile, ...cage, backend, why: why && quoteText(why, 200) })
}

/** Longest redacted content kept, in characters. Beyond it the digest still identifies the original. */
const keep = 16_384

/** A plain object ready for JSON.stringify; keys in a fixed order, absent values left out. */
export const auditRecord = (input: AuditInput): JsonObject => {
  const { event, verdict, said } = input
  const { ruling } = verdict
  const { user, userFrom, account, host, hostFrom, caller } = event ?? input.who ?? {}
  return compact({
    v: 1,
    time: input.time,
    id: input.id,
    version: input.version,
    client: input.client,
    vouched: input.vouched || undefined,
    event: event?.originalEventName,
    tool: event?.toolName,
    decision: ruling.decision,
    told: !input.heard ? 'nothing' : outcome(said) === ruling.decision ? undefined : outcome(said),
    contain: containOf(verdict.contain),
    rules: verdict.rules,
    reason: ruling.decision === 'allow' ? undefined : quoteText(ruling.reason, 300),
    permit: input.callDigest ?? (ruling.decision !== 'allow' && ruling.permit?.may === false ? ruling.permit.why : undefined),
    approved: verdict.approved === undefined ? undefined : { ...verdict.approved },
    forgery: verdict.forgery,
    certainty: verdict.certainty,
    source: verdict.source,
    settled: verdict.settled?.mode,
    failure: input.failure?.kind,
    cause: input.failure && quoteText(describe(input.failure), 500),
    breaker: input.breaker,
    fallback: verdict.fallback,
    audited: verdict.audited,
    would: verdict.would,
    bundle: verdict.bundle,
    checks:
      verdict.checks.length === 0
        ? undefined
        : verdict.checks.map(check => compact({ id: quoteText(check.id, 80), verdict: check.verdict })),
    rewrite: verdict.rewrite?.of,
    ignored: input.ignored.length === 0 ? undefined : input.ignored,
    exitCode: input.exitCode,
    ms: Math.round(input.ms * 100) / 100,
    session: event?.sessionId,
    conversation: event?.conversationId,
    user,
    userFrom,
    account,
    host,
    hostFrom,
    caller,
    digest: input.digest,
    replay: event === undefined ? undefined : replayForm(event),
  })
}

/** The event as rules see it, with credentials masked and long texts cut: what `policy replay` and `explain --last` decide again. */
export const replayForm = (event: NormalizedHookEvent): JsonObject => {
  const { metadata: _m, toolOutput: _o, sessionId: _s, conversationId: _c, structuredInput, ...whole } = event
  const { user: _u, userFrom: _uf, account: _a, host: _h, hostFrom: _hf, caller: _ca, groups: _g, ...rest } = whole
  // A command that is one text stands in the content; a list of words does not stand there as one command.
  const repeated = event.toolType === 'shell' && Object.values(structuredInput).includes(event.content)
  const fields = { ...rest, structuredInput: repeated ? {} : structuredInput }
  // A word of ours, long enough to look like a token: masking it would compile the pattern of every provider.
  const { guardrail, ...foreign } = fields
  return { guardrail, ...maskFields(foreign) }
}

/** The same masking and cutting for the whole of an event, or for its payload. */
export const redacted = (value: Readonly<Record<string, unknown>>): JsonObject => maskFields(value)

/** What a key hides must not stand in the text that was made of all fields either. */
const maskFields = (fields: Readonly<Record<string, unknown>>): JsonObject => {
  const seen: Seen = { hidden: [], texts: new Map() }
  const masked = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, maskDeep(value, keep, isSecretKey(key), seen)]),
  )
  const { content } = masked
  if (seen.hidden.length === 0 || typeof content !== 'string') return masked
  return { ...masked, content: seen.hidden.reduce((text, value) => text.replaceAll(value, removed), content) }
}

/** In one record: what was hidden, and every text that was masked, since most stand in the content and among the arguments. */
interface Seen {
  readonly hidden: string[]
  readonly texts: Map<string, string>
}

/**
 * Masks before it cuts, with a margin: a credential that the cut runs through must not leave its first half.
 * Below a key, or behind a flag, that says secret, every text and number goes, however plain it looks.
 */
const maskDeep = (value: unknown, limit: number, hidden: boolean, seen: Seen, level = 0): JsonValue => {
  // A line is an object around the event around its arguments, and has to be read again by the reader that took the payload.
  if (level === deepest && typeof value === 'object') return maskDeep(textOf(value), nested, hidden, seen)
  if (typeof value === 'string') {
    if (hidden) return value === '' ? value : hide(value, seen)
    if (harmlessTexts.has(value)) return value
    const text = value.length > limit + margin ? value.slice(0, limit + margin) : value
    const masked = seen.texts.get(text) ?? maskCommandPasswords(maskSecrets(text))
    seen.texts.set(text, masked)
    if (masked === value && value.length <= 200) {
      if (harmlessTexts.size >= mostKeys) harmlessTexts.clear()
      harmlessTexts.add(value)
    }
    return masked.length > limit ? `${masked.slice(0, limit)} [cut]` : masked
  }
  if (Array.isArray(value)) {
    const kept = value
      .slice(0, most)
      .map((item, at) => maskDeep(item, nested, hidden || isSecretFlag(value[at - 1]), seen, level + 1))
    return value.length > most ? [...kept, '[cut]'] : kept
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    return Object.fromEntries([
      ...entries.slice(0, most).map(([key, item]) => [key, maskDeep(item, nested, hidden || isSecretKey(key), seen, level + 1)]),
      ...(entries.length > most ? [['[cut]', true]] : []),
    ])
  }
  if (typeof value === 'number') return hidden ? hide(String(value), seen) : value
  return typeof value === 'boolean' ? value : null
}

/** Short ones stand in too many places that mean something else. */
const hide = (value: string, seen: Seen): string => {
  if (value.length >= 4) seen.hidden.push(value)
  return removed
}

const removed = '[value removed]'
const secretKey =
  /(?:(?<!^(?:com|by|sur|over|under|tres))pass(?:word|wd|phrase|code)?$|pwd|secret|token|api.?key|access.?key|credential|authorization|cookie|private.?key)/i
// Counts of a model's tokens, and names of things.
const harmless =
  /(?<!(?:access|auth|refresh|api|bearer|secret|session).?)tokens$|token.?(?:count|limit|budget|usage|type)|max.?token|tool_use_id/i
const isSecretKey = (key: string): boolean => {
  const known = keys.get(key)
  if (known !== undefined) return known
  const secret = secretKey.test(key) && !harmless.test(key)
  if (keys.size < mostKeys && key.length <= 64) keys.set(key, secret)
  return secret
}

/** The same few keys come back in every event, and those of ours say nothing. */
const ours =
  'client category originalEventName subject content structuredInput toolName toolType mcpServer mcpTool paths urls agentType shell later cwd workspaceRoots permissionMode sandboxed blocking attended unread doubt'
const keys = new Map<string, boolean>()
for (const key of ours.split(' ')) keys.set(key, false)
const mostKeys = 512
/** So do folders, tools and ids: short texts in which nothing was masked. What was masked is not kept. */
const harmlessTexts = new Set<string>()
const isSecretFlag = (before: unknown): boolean =>
  typeof before === 'string' && /^--?(?!-?no-)[\w-]{1,60}$/.test(before) && isSecretKey(before)

/** Longest form of a credential the patterns know, a private key. */
const margin = 8_192
/** Deepest level kept as it is; below it, the words alone. */
const deepest = 128
/** Longest string kept below the event's own fields. */
const nested = 4_096
/** Elements and keys of one value. */
const most = 100

const compact = (fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject => {
  const kept: Record<string, JsonValue> = {}
  for (const key of Object.keys(fields)) {
    const value = fields[key]
    if (value !== undefined) kept[key] = value
  }
  return kept
}

/**
 * What a client does with an answer given before a tool runs: one reader per form of answer. Only for the drill; it knows less than the
 * client does, and nothing that only newer versions take.
 */

import { isObject, type JsonObject, type JsonValue, objectAt, stringAt } from '../../core/json.ts'
import { exitText } from '../../hook/programs/run.ts'

export type Form =
  | 'claude'
  | 'codex'
  | 'nested-at-0'
  | 'nested'
  | 'flat-at-0'
  | 'flat'
  | 'goose'
  | 'code'
  | 'gemini'
  | 'qwen'
  | 'copilot'
  | 'antigravity'
  | 'cursor'
  | 'proxyai'
  | 'cline'
  | 'bridge'

/** What a process said. A code of its own when it could not be started is what the shell makes of it. */
export interface Said {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

export interface Meaning {
  readonly outcome: 'goes on' | 'stopped' | 'asked'
  /** Why the answer did not count, so that the client's own rule for failed hooks did. */
  readonly failed?: string
}

/** `closed`: the registration's own switch for hooks that fail. */
export const meaningOf = (form: Form, said: Said, closed: boolean): Meaning => readers[form](said, closed)

const goesOn: Meaning = { outcome: 'goes on' }
const stopped: Meaning = { outcome: 'stopped' }
const asked: Meaning = { outcome: 'asked' }

const lost = (failed: string, stops = false): Meaning => ({ outcome: stops ? 'stopped' : 'goes on', failed })

const readers: Readonly<Record<Form, (said: Said, closed: boolean) => Meaning>> = {
  // JSON counts at any exit code, 2 counts beside anything.
  claude: ({ exitCode, stdout }, closed) => {
    if (exitCode === 2) return stopped
    const text = stdout.trim()
    const json = text.startsWith('{')
    const answer = json ? jsonIn(text) : undefined
    // One illegal value, and the whole answer is dropped.
    const legal = answer !== undefined && [undefined, 'approve', 'block'].includes(stringAt(answer, 'decision'))
    if (exitCode !== 0 && closed) return lost(failure(exitCode), true)
    if (json && !legal) return lost(notJson, closed)
    if (answer !== undefined) return decided(specificOf(answer).permissionDecision, answer.decision)
    return exitCode === 0 ? goesOn : lost(failure(exitCode))
  },
  codex: ({ exitCode, stdout, stderr }) => {
    if (exitCode === 2 && stderr.trim() !== '') return stopped
    if (exitCode !== 0) return lost(failure(exitCode))
    if (stdout.trim() === '') return goesOn
    const answer = jsonIn(stdout.trim())
    return answer === undefined || answer.decision === 'deny'
      ? lost(notJson)
      : decided(specificOf(answer).permissionDecision, answer.decision)
  },
  'nested-at-0': ({ exitCode, stdout }) => {
    if (exitCode === 2) return stopped
    if (exitCode !== 0) return lost(failure(exitCode))
    if (stdout.trim() === '') return goesOn
    const answer = jsonIn(stdout.trim())
    return answer === undefined ? lost(notJson) : decided(specificOf(answer).permissionDecision, undefined)
  },
  nested: ({ exitCode, stdout }) => {
    const answer = jsonIn(stdout.trim())
    const permission = answer === undefined ? undefined : specificOf(answer).permissionDecision
    if (exitCode === 2 || exitCode === 3 || permission === 'deny') return stopped
    if (exitCode !== 0) return lost(failure(exitCode))
    return stdout.trim() !== '' && answer === undefined ? lost(notJson) : goesOn
  },
  'flat-at-0': ({ exitCode, stdout }) => {
    if (exitCode === 2) return stopped
    if (exitCode !== 0) return lost(failure(exitCode))
    if (stdout.trim() === '') return goesOn
    const answer = jsonIn(stdout.trim())
    return answer === undefined ? lost(notJson) : decided(undefined, answer.decision)
  },
  flat: ({ exitCode, stdout }) => {
    const answer = jsonIn(stdout.trim())
    if (exitCode === 2 || answer?.decision === 'deny' || answer?.decision === 'block') return stopped
    if (exitCode !== 0) return lost(failure(exitCode))
    return stdout.trim() !== '' && answer === undefined ? lost(notJson) : goesOn
  },
  // From its page: what is no decision fails, and the entry says what that means.
  goose: ({ exitCode, stdout }, closed) => {
    const text = stdout.trim()
    const decision = jsonIn(text)?.decision
    if (exitCode === 2 || decision === 'block') return stopped
    if (exitCode === 0 && (text === '' || decision === 'allow')) return goesOn
    return lost(exitCode === 0 ? notJson : failure(exitCode), closed)
  },
  code: ({ exitCode }) => (exitCode === 2 ? stopped : exitCode === 0 ? goesOn : lost(failure(exitCode))),
  // Whatever is no JSON is a reason: for going on at 0 and 1, for stopping at any other code.
  gemini: ({ exitCode, stdout, stderr }) => {
    const text = stdout.trim() || stderr.trim()
    const answer = jsonIn(text)
    if (answer === undefined) {
      if (exitCode === 0) return goesOn
      if (text !== '' && exitCode === 2) return stopped
      return lost(failure(exitCode), text !== '' && exitCode !== 1)
    }
    return answer.continue === false ? stopped : decided(undefined, answer.decision)
  },
  qwen: ({ exitCode, stdout, stderr }) => {
    const text = exitCode === 2 ? stderr.trim() : stdout.trim() || stderr.trim()
    const answer = jsonIn(text)
    if (answer === undefined) return text === '' || exitCode === 0 ? goesOn : exitCode === 2 ? stopped : lost(failure(exitCode))
    if (answer.continue === false) return stopped
    return decided(specificOf(answer).permissionDecision, answer.decision)
  },
  copilot: ({ exitCode, stdout }) => {
    if (exitCode === 2) return stopped
    if (exitCode !== 0) return lost(failure(exitCode), true)
    const answer = jsonIn(stdout.trim())
    if (answer === undefined) return stdout.trim() === '' ? goesOn : lost(notJson)
    return decided(answer.permissionDecision, undefined)
  },
  // What cannot be read denies; silence does not.
  antigravity: ({ exitCode, stdout }) => {
    if (exitCode !== 0) return lost(failure(exitCode), true)
    if (stdout.trim() === '') return goesOn
    const decision = jsonIn(stdout.trim())?.decision
    if (decision === 'allow' || decision === 'ask') return goesOn
    return decision === 'force_ask' ? asked : decision === 'deny' ? stopped : lost(notJson, true)
  },
  cursor: ({ exitCode, stdout }, closed) => {
    if (exitCode === 2) return stopped
    if (exitCode !== 0) return lost(failure(exitCode), closed)
    if (stdout.trim() === '') return lost('it says nothing', closed)
    const answer = lastJson(stdout.trim())
    if (answer === undefined) return lost(notJson, true)
    return answer.permission === 'deny' ? stopped : goesOn
  },
  proxyai: ({ exitCode }) => (exitCode === 2 ? stopped : exitCode === 0 ? goesOn : lost(failure(exitCode))),
  cline: ({ exitCode, stdout }) => {
    const answer = lastJson(stdout.trim())
    if (answer === undefined) return stdout.trim() === '' && exitCode === 0 ? goesOn : lost(notJson)
    return answer.cancel === true ? stopped : goesOn
  },
  bridge: ({ exitCode, stdout }, closed) => {
    if (exitCode === 2) return stopped
    if (exitCode !== 0) return lost(failure(exitCode), closed)
    const verdict = jsonIn(stdout.trim())?.verdict
    if (verdict === 'allow') return goesOn
    return verdict === 'deny' ? stopped : verdict === 'ask' ? asked : lost(notJson, closed)
  },
}

const decided = (permission: JsonValue | undefined, decision: JsonValue | undefined): Meaning => {
  if (permission === 'deny') return stopped
  if (permission === 'ask') return asked
  if (permission === undefined && (decision === 'block' || decision === 'deny')) return stopped
  return permission === undefined && decision === 'ask' ? asked : goesOn
}

const notJson = 'what it says is not the JSON that was asked for'

const failure = (exitCode: number): string =>
  exitCode === 127
    ? 'the shell does not find the program (exit 127)'
    : exitCode === 126
      ? 'the program may not be run (exit 126)'
      : `it ended with ${exitText(exitCode)}`

const specificOf = (answer: JsonObject): JsonObject => objectAt(answer, 'hookSpecificOutput') ?? {}

const jsonIn = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The last object in a text that ends with one: what a profile prints before it is survived. */
const lastJson = (text: string): JsonObject | undefined => {
  if (!text.endsWith('}')) return undefined
  for (let at = text.lastIndexOf('{'); at >= 0; at = at === 0 ? -1 : text.lastIndexOf('{', at - 1)) {
    const value = jsonIn(text.slice(at))
    if (value !== undefined) return value
  }
  return undefined
}

/** The reason in the answer, for the person. */
export const reasonOf = ({ stdout, stderr }: Said): string => {
  const answer = lastJson(stdout.trim()) ?? {}
  const places = [answer, specificOf(answer)]
  for (const key of ['permissionDecisionReason', 'reason', 'user_message', 'errorMessage'])
    for (const place of places) {
      const text = stringAt(place, key)
      if (text !== undefined && text !== '') return text
    }
  return stderr.trim()
}

/** What a client's own call has and a payload that somebody pipes by hand has not: a variable that only the client sets for what it starts, or a transcript. */

import type { Env } from '../../../core/client.ts'
import { type JsonObject, stringAt } from '../../../core/json.ts'

type Mark = (payload: JsonObject, env: Env) => boolean

const same =
  (name: string, key: string): Mark =>
  (payload, env) =>
    env[name] !== undefined && env[name] === stringAt(payload, key)

const set =
  (name: string): Mark =>
  (_payload, env) =>
    env[name] !== undefined

/** Our own bridges say for whom they start us. */
const bridged =
  (host: string): Mark =>
  (_payload, env) =>
    env.TFY_HOOK_BRIDGE === host

/**
 * As recorded from the running clients, 2026-11; those of Devin, Auggie and Windsurf from their documents. Who has no variable has a transcript
 * at least.
 */
const marks: Readonly<Record<string, Mark>> = {
  'claude-code': same('CLAUDE_CODE_SESSION_ID', 'session_id'),
  cursor: same('CURSOR_VERSION', 'cursor_version'),
  proxyai: same('PROXYAI_HOOK_EVENT', 'hook_event_name'),
  codex: () => false,
  'gemini-cli': same('GEMINI_SESSION_ID', 'session_id'),
  'qwen-code': set('QWEN_PROJECT_DIR'),
  'copilot-cli': set('COPILOT_PROJECT_DIR'),
  vscode: () => false,
  droid: set('FACTORY_PROJECT_DIR'),
  windsurf: set('ROOT_WORKSPACE_PATH'),
  devin: set('DEVIN_PROJECT_DIR'),
  antigravity: () => false,
  grok: set('GROK_HOOK_EVENT'),
  auggie: set('AUGMENT_HOOK_EVENT'),
  ...Object.fromEntries(['opencode', 'kilo-code', 'openclaw', 'pi', 'amp'].map(host => [host, bridged(host)])),
}

/** Clients that name themselves and the event in one variable. */
const eventVariables: Readonly<Record<string, string>> = {
  proxyai: 'PROXYAI_HOOK_EVENT',
  grok: 'GROK_HOOK_EVENT',
  auggie: 'AUGMENT_HOOK_EVENT',
}

/** Client and event as the environment has them; nothing where several clients are named, one started below the other. */
export const hintsIn = (env: Env): { readonly client: string; readonly event: string } | undefined => {
  const said = Object.entries(eventVariables).flatMap(([client, name]) => {
    const event = env[name]
    return event === undefined || event === '' ? [] : [{ client, event }]
  })
  return said.length === 1 ? said[0] : undefined
}

/** Where nothing tells a client's call from one by hand, every call has to count. */
export const marksCalls = (client: string): boolean => Object.hasOwn(marks, client)

/** Whether it carries such a variable. */
export const isMarked = (client: string, payload: JsonObject, env: Env): boolean => marks[client]?.(payload, env) === true

export const transcriptIn = (payload: JsonObject): string | undefined =>
  stringAt(payload, 'transcript_path') ?? stringAt(payload, 'transcriptPath')

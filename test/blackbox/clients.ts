/** What each client hears: how a block looks to it, and what counts as being told of a failure in open mode. */

import type { Said } from './call.ts'

export interface Listener {
  readonly id: string
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
  /** Environment the client sets for its hooks. */
  readonly env: Readonly<Record<string, string>>
  readonly blocked: (said: Said) => boolean
}

const session = '5f0c4a5e-6a54-4f31-9d5c-0b6f2f7d9a01'

/** The one JSON value on stdout; undefined when stdout is empty, a throw when it is anything else. */
export const answerOf = ({ stdout }: Said): Readonly<Record<string, unknown>> | undefined => {
  if (stdout.trim() === '') return undefined
  const value: unknown = JSON.parse(stdout)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`not an object: ${stdout}`)
  return value as Readonly<Record<string, unknown>>
}

const claudeDenies = (said: Said): boolean => {
  const specific = answerOf(said)?.hookSpecificOutput as Readonly<Record<string, unknown>> | undefined
  return specific?.permissionDecision === 'deny'
}

export const listeners: readonly Listener[] = [
  {
    id: 'claude-code',
    event: 'PreToolUse',
    env: { AI_AGENT: 'claude-code_2-1-329_harness', CLAUDECODE: '1' },
    payload: {
      session_id: session,
      transcript_path: `/home/dev/.claude/projects/-home-dev-shop/${session}.jsonl`,
      cwd: '/home/dev/shop',
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'echo pwned', description: 'Print a word' },
      tool_use_id: 'toolu_01',
    },
    // Exit 2 discards stdout in older versions, so a JSON beside it must say the same.
    blocked: said =>
      said.exitCode === 2
        ? said.stderr.trim() !== '' && (answerOf(said) === undefined || claudeDenies(said))
        : said.exitCode === 0 && claudeDenies(said),
  },
  {
    id: 'cursor',
    event: 'preToolUse',
    env: { CURSOR_VERSION: '2.4.1', CURSOR_PROJECT_DIR: '/home/dev/shop' },
    payload: {
      conversation_id: session,
      generation_id: 'c1d1f7f2-2a5c-4a8b-a1d3-3b7ce7e0a002',
      model: 'unknown',
      hook_event_name: 'preToolUse',
      cursor_version: '2.4.1',
      workspace_roots: ['/home/dev/shop'],
      user_email: null,
      transcript_path: null,
      tool_name: 'Shell',
      tool_input: { command: 'echo pwned' },
      tool_use_id: 'tool_01',
    },
    blocked: said => said.exitCode === 0 && answerOf(said)?.permission === 'deny',
  },
  {
    id: 'proxyai',
    event: 'beforeToolUse',
    env: { PROXYAI_HOOK_EVENT: 'beforeToolUse' },
    payload: {
      hook_event_name: 'beforeToolUse',
      session_id: session,
      tool_name: 'Bash',
      tool_input: { bashCommand: 'echo pwned', command: 'echo pwned', workingDirectory: '/home/dev/shop' },
      tool_use_id: '',
      cwd: '/home/dev/shop',
    },
    blocked: said => {
      const answer = answerOf(said)
      return said.exitCode === 2 && answer?.decision === 'deny' && typeof answer.reason === 'string' && answer.reason !== ''
    },
  },
]

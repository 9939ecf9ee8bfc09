/** What Claude Code posts to an HTTP hook for each event that `init` registers, with something harmless in it (recorded on 2.1.329). */

import type { JsonObject } from '../../../core/json.ts'

const session = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const frame: JsonObject = {
  session_id: session,
  transcript_path: `/tmp/${session}.jsonl`,
  cwd: '/tmp',
  prompt_id: '16fd2706-8baf-433b-82eb-8c7fada847da',
}
const mode = { permission_mode: 'default' }
const called: JsonObject = {
  tool_name: 'Bash',
  tool_input: { command: 'true', description: 'Nothing' },
  tool_use_id: 'toolu_01',
}
const ended: JsonObject = { stop_hook_active: false, last_assistant_message: 'Done.', background_tasks: [], session_crons: [] }

const more = {
  PreToolUse: { ...mode, ...called },
  UserPromptSubmit: { ...mode, prompt: 'Hello' },
  PostToolUse: {
    ...mode,
    ...called,
    tool_response: { stdout: '', stderr: '', interrupted: false, isImage: false, noOutputExpected: true },
    duration_ms: 1,
  },
  PostToolUseFailure: { ...mode, ...called, error: 'Exit code 1', is_interrupt: false, duration_ms: 1 },
  UserPromptExpansion: {
    ...mode,
    expansion_type: 'slash_command',
    command_name: 'help',
    command_args: '',
    command_source: 'projectSettings',
    prompt: '/help',
  },
  ElicitationResult: { mcp_server_name: 'none', mode: 'form', action: 'cancel' },
  Stop: { ...mode, ...ended },
  SubagentStop: { ...mode, agent_id: 'a1', agent_type: '', agent_transcript_path: '/tmp/agent-a1.jsonl', ...ended },
  SessionEnd: { reason: 'other' },
} satisfies Readonly<Record<string, JsonObject>>

export type Tried = keyof typeof more

export const tried = Object.keys(more) as readonly Tried[]

export const trialOf = (event: Tried): JsonObject => ({ ...frame, hook_event_name: event, ...more[event] })

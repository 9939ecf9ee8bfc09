/** Gemini CLI. Seen: 20 payloads of Gemini CLI 0.61.0, recorded 2026-11. */

import type { ClientSignature } from '../core/client.ts'
import { stringAt } from '../core/json.ts'
import { claimed, eventName, isoTimestamp, lacks } from './_claims.ts'

export default {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  detect: (payload, env) =>
    claimed(payload, 'gemini-cli', () => {
      // Eight of the eleven events have names of their own; these three are shared with Claude Code and VS Code.
      const event = eventName(payload)
      if (event !== 'SessionStart' && event !== 'SessionEnd' && event !== 'Notification') return 'no'
      const session = stringAt(payload, 'session_id')
      if (session === undefined || !isoTimestamp(payload)) return 'no'
      if (!lacks(payload, 'permission_mode', 'prompt_id', 'initial_prompt', 'tool_name')) return 'no'
      // The variable is inherited by whatever Gemini starts; only the same session id proves anything.
      if (env.GEMINI_SESSION_ID === session) return 'strong'
      if (stringAt(payload, 'transcript_path') === undefined) return 'no'
      // A new session is `startup` here, `new` in VS Code and Copilot.
      return event === 'SessionStart' && stringAt(payload, 'source') === 'new' ? 'no' : 'weak'
    }),
} satisfies ClientSignature

/** Kiro, IDE and CLI 2 and 3. Known from its documentation and from raw payloads of the IDE published 2026-07. */

import type { ClientSignature } from '../core/client.ts'
import { has, stringAt } from '../core/json.ts'
import { claimed, eventName, lacks, toolOwner } from './_claims.ts'

export default {
  id: 'kiro',
  title: 'Kiro',
  detect: payload =>
    claimed(payload, 'kiro', () => {
      // The IDE may send `{}` and put the data into the environment (kirodotdev/Kiro#7375).
      if (Object.keys(payload).length === 0) return 'possible'
      const event = eventName(payload)
      if (event === undefined) return 'no'
      if (!lacks(payload, 'transcript_path', 'permission_mode', 'timestamp', 'tool_use_id', 'prompt_id', 'turn_id')) return 'no'
      const owner = toolOwner(payload)
      if (owner !== undefined && owner !== 'kiro') return 'no'
      const placed = stringAt(payload, 'cwd') !== undefined
      // CLI 2 knows no session. ProxyAI's documentation uses the same names; its environment proves it, and then its claim is the stronger.
      if (cli2Events.has(event)) {
        if (!lacks(payload, 'session_id', 'conversation_id', 'generation_id')) return 'no'
        return placed ? 'weak' : 'possible'
      }
      if (!events.has(event)) return 'no'
      // Without one of Kiro's tools this is also a Claude Code payload with few fields, and Devin's with a `cwd`.
      return owner === 'kiro' && placed && has(payload, 'session_id') ? 'weak' : 'possible'
    }),
} satisfies ClientSignature

const cli2Events: ReadonlySet<string> = new Set(['preToolUse', 'postToolUse', 'stop'])
const events: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'])

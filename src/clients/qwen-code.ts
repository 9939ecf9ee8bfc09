/** Qwen Code. Seen: 29 payloads of Qwen Code 0.24.4, recorded 2026-11. */

import type { ClientSignature } from '../core/client.ts'
import { stringAt } from '../core/json.ts'
import { claimed, eventName, isoTimestamp, isPascal, lacks } from './_claims.ts'

export default {
  id: 'qwen-code',
  title: 'Qwen Code',
  detect: (payload, env) =>
    claimed(payload, 'qwen-code', () => {
      const session = stringAt(payload, 'session_id')
      if (session === undefined || !isPascal(eventName(payload)) || !isoTimestamp(payload)) return 'no'
      if (!lacks(payload, 'tool_result', 'stop_reason', 'initial_prompt')) return 'no'
      // Set for every hook, equal to the payload's id on all recorded ones.
      if (env.QWEN_CODE_SESSION_ID === session) return 'strong'
      // Every recorded payload has a mode beside the clock, and a session id at the head of its prompt id.
      return stringAt(payload, 'prompt_id')?.startsWith(`${session}###`) ? 'weak' : 'no'
    }),
} satisfies ClientSignature

/** The endpoints: what each reads, and what it says back. */

import type { Hints } from '../../core/adapter.ts'
import { has, type JsonObject } from '../../core/json.ts'
import type { Payload } from '../../core/payload/payload.ts'
import type { Config } from '../../hook/config.ts'
import type { Decided } from '../../hook/decide.ts'
import type { Engine } from './engine.ts'
import { claudeAnswer, cursorAnswer, flatAnswer, nativeAnswer } from './wire/answers.ts'
import { cursorPayload, eventIn, ownEvent } from './wire/events.ts'
import { guardrailDoor } from './wire/guardrail.ts'

export interface Door {
  readonly path: string
  /** The label in logs and metrics. */
  readonly name: 'cursor' | 'claude' | 'unified' | 'native' | 'inference' | 'guardrail'
  /** Those who sign what they send need no token. */
  readonly signed?: (headers: Headers, body: Uint8Array) => boolean
  readonly ask: (engine: Engine, body: Payload, hints: Hints, config: Config) => Promise<Said>
}

export interface Said {
  readonly decided: Decided
  readonly answer: JsonObject
}

/** A client's own words, not ours: a file's `content` is among them, a category never. */
const isPayload = (body: JsonObject): boolean => has(body, 'hook_event_name') && !has(body, 'category')

export const doors: readonly Door[] = [
  {
    path: '/cursor/hooks/validate',
    name: 'cursor',
    ask: async (engine, body, hints, config) => {
      if (body.ok && ownEvent(body.value)?.category !== undefined) {
        const decided = await engine.event(eventIn(body.value), config, hints)
        return { decided, answer: flatAnswer(decided) }
      }
      const payload = body.ok ? ({ ok: true, value: cursorPayload(body.value) } as const) : body
      const decided = await engine.payload(payload, { client: 'cursor', ...hints }, config)
      return { decided, answer: cursorAnswer(decided) }
    },
  },
  {
    path: '/claude-code/hooks/validate',
    name: 'claude',
    ask: async (engine, body, hints, config) => {
      const decided = await engine.payload(body, { client: 'claude-code', ...hints }, config)
      return { decided, answer: claudeAnswer(decided) }
    },
  },
  {
    path: '/hooks/validate',
    name: 'unified',
    ask: async (engine, body, hints, config) => {
      // The RFC has Claude Code post its own payload here, too.
      if (body.ok && isPayload(body.value)) {
        const decided = await engine.payload(body, hints, config)
        return { decided, answer: decided.client === 'cursor' ? cursorAnswer(decided) : claudeAnswer(decided) }
      }
      const decided = await engine.event(body.ok ? eventIn(body.value) : body, config, hints)
      return { decided, answer: flatAnswer(decided) }
    },
  },
  {
    path: '/hooks/claude-code',
    name: 'native',
    ask: async (engine, body, hints, config) => {
      const decided = await engine.payload(body, { client: 'claude-code', ...hints }, config)
      return { decided, answer: nativeAnswer(decided) }
    },
  },
  guardrailDoor,
]

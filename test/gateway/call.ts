/** The event and the call that the gateway tests send. */

import type { GatewayConfig } from '../../src/core/config.ts'
import type { NormalizedHookEvent } from '../../src/core/event.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { GatewayCall } from '../../src/hook/sources/gateway.ts'

export const shellEvent: NormalizedHookEvent = {
  client: 'cursor',
  category: 'input',
  originalEventName: 'beforeShellExecution',
  guardrail: 'llmInputGuardrails',
  subject: 'shell',
  content: 'npm publish',
  structuredInput: { command: 'npm publish', cwd: '/srv/shop' },
  toolName: 'Shell',
  toolType: 'shell',
  paths: [],
  urls: [],
  conversationId: 'conversation-7',
  workspaceRoots: ['/srv/shop'],
  blocking: true,
  attended: true,
  metadata: {},
}

export const shellPayload: JsonObject = {
  hook_event_name: 'beforeShellExecution',
  conversation_id: 'conversation-7',
  generation_id: 'generation-3',
  command: 'npm publish',
}

export const apiKey = 'key-that-must-not-show-4711'

export const call = (config: GatewayConfig, rest: Partial<GatewayCall> = {}): GatewayCall => ({
  config,
  apiKey,
  timeoutMs: 3000,
  version: '9.8.7',
  env: {},
  ...rest,
})

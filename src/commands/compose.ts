/** Makes the payload a client would send for a command, a prompt or a path typed on our command line. */

import type { JsonObject } from '../core/json.ts'
import { ConfigError } from './error.ts'

export type Asked =
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'write'; readonly text: string }

type Compose = (asked: Asked, cwd: string) => JsonObject

const claudeTool = (tool_name: string, tool_input: JsonObject): JsonObject => ({
  hook_event_name: 'PreToolUse',
  tool_name,
  tool_input,
})

const composers: Readonly<Record<string, Compose>> = {
  'claude-code': (asked, cwd) => ({
    session_id: 'explain',
    cwd,
    permission_mode: 'default',
    ...(asked.kind === 'command'
      ? claudeTool('Bash', { command: asked.text })
      : asked.kind === 'prompt'
        ? { hook_event_name: 'UserPromptSubmit', prompt: asked.text }
        : claudeTool(asked.kind === 'read' ? 'Read' : 'Write', { file_path: asked.text })),
  }),
  cursor: (asked, cwd) => ({
    conversation_id: 'explain',
    generation_id: 'explain',
    cursor_version: 'explain',
    workspace_roots: [cwd],
    ...(asked.kind === 'command'
      ? { hook_event_name: 'beforeShellExecution', command: asked.text, cwd }
      : asked.kind === 'prompt'
        ? { hook_event_name: 'beforeSubmitPrompt', prompt: asked.text }
        : {
            hook_event_name: 'preToolUse',
            tool_name: asked.kind === 'read' ? 'Read' : 'Write',
            tool_input: { file_path: asked.text },
          }),
  }),
  proxyai: (asked, cwd) => {
    if (asked.kind === 'prompt') throw new ConfigError('ProxyAI has no prompt event.')
    const [tool_name, tool_input] =
      asked.kind === 'command'
        ? ['Bash', { command: asked.text }]
        : [asked.kind === 'read' ? 'Read' : 'Write', { filePath: asked.text }]
    return { hook_event_name: 'beforeToolUse', session_id: 'explain', tool_name, tool_input, cwd }
  },
}

export const compose = (client: string, asked: Asked, cwd: string): JsonObject => {
  const composer = Object.hasOwn(composers, client) ? composers[client] : undefined
  if (composer === undefined)
    throw new ConfigError(`Cannot make an event for "${client}". Known: ${Object.keys(composers).join(', ')}.`)
  return composer(asked, cwd)
}

/** What makes a call this one and no other. */

import type { NormalizedHookEvent } from '../../core/event.ts'

/**
 * The whole input in the words of the client, where, in which session, by which tool. What differs each time and changes nothing stays out: a
 * client's number of the call, and the sentence that a model writes beside a command.
 */
export const digestOf = (event: NormalizedHookEvent, hash: (text: string) => string, tenant?: string): string => {
  const { description: _, ...command } = event.structuredInput
  return hash(
    JSON.stringify([
      'tfy-hook call 1',
      tenant,
      event.client,
      event.originalEventName,
      event.subject,
      event.toolName,
      event.mcpServer,
      event.mcpTool,
      event.agentType,
      event.shell,
      event.sessionId,
      event.conversationId,
      event.cwd,
      event.workspaceRoots,
      event.content,
      event.toolType === 'shell' ? command : event.structuredInput,
    ]),
  )
}

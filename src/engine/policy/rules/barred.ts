/** What no person can permit, whatever refuses it. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { NoPermit } from '../../../core/verdict.ts'

/** What was not wholly read, what has happened already, and what belongs to no session. */
export const barred = ({ doubt, unread, subject, sessionId, conversationId }: NormalizedHookEvent): NoPermit | undefined => {
  if (doubt !== undefined || unread !== undefined || ['output', 'session', 'stop', 'other'].includes(subject)) return 'part'
  return (sessionId ?? conversationId) ? undefined : 'session'
}

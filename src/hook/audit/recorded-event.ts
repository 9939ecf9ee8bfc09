/** The event inside an audit line, for the doors that decide it again. */

import type { NormalizedHookEvent } from '../../core/event.ts'
import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'

/** Undefined when the call never became an event, or the line is not one of ours. */
export const recordedEvent = (record: JsonObject): NormalizedHookEvent | undefined => {
  const event: JsonValue | undefined = record.replay
  if (!isObject(event) || !isRecorded(event)) return undefined
  return { metadata: {}, ...event }
}

/** Whether something was left out of a recorded event, so that it may be judged otherwise than the call was. */
export const isInPart = (event: NormalizedHookEvent): boolean =>
  /\[(?:cut|[a-z-]+ removed)\]/.test(JSON.stringify([event.content, event.structuredInput]))

const isRecorded = (event: JsonObject): event is JsonObject & Omit<NormalizedHookEvent, 'metadata'> =>
  typeof event.subject === 'string' &&
  typeof event.content === 'string' &&
  typeof event.client === 'string' &&
  isObject(event.structuredInput) &&
  [event.workspaceRoots, event.paths, event.urls].every(Array.isArray)

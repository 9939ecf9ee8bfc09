/** What several clients cannot do, in the same words. */

import type { Exception } from '../client.ts'

export const resultWithheld: Exception = {
  limit: 'a result cannot be changed, only withheld: the model gets the reason in its place',
  fails: ['rest told'],
}

export const noContextBefore: Exception = {
  limit: 'before a tool the client reads no context for the model',
  fails: ['context told'],
}

export const neverClosed: Exception = {
  limit: 'the client has no closed form: when it kills a hook, the tool runs',
  fails: ['absent'],
}

const neverStarted: Exception = {
  limit: 'the client has no closed form: when a hook cannot be started, the tool runs',
  fails: ['absent'],
}

export const neverCrashed: Exception = {
  limit: 'the client has no closed form: when a hook crashes, the tool runs',
  fails: ['absent'],
}

export const goesOnWithout: Exception = {
  limit: "hooks start in the session's directory; when that is gone, the client goes on without them",
  fails: ['absent', 'hook asked'],
}

/** What only the client itself could hold up. */
export const noClosedForm = {
  'hook-killed-closed': neverClosed,
  'hook-unstartable-closed': neverStarted,
  'hook-missing-closed': neverStarted,
  'hook-crashing-closed': neverCrashed,
  'project-removed': goesOnWithout,
}

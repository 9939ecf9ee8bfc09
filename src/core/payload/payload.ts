/** What came in as a payload: an object, or why it is none, with the text where a second reading can still find something. */

import { type Failure, fail, ok } from '../failure.ts'
import { type JsonObject, readObject } from '../json.ts'

export type Payload =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly failure: Failure; readonly text?: string }

/** `cut`: there was more than we read. `{}` says nothing about anybody (a known bug of one client): as good as empty. */
export const payloadIn = (text: string, cut = false): Payload => {
  const read = cut ? 'too-large' : readObject(text)
  if (typeof read !== 'string') return Object.keys(read).length > 0 ? ok(read) : fail({ kind: 'stdin-invalid', fault: 'empty' })
  const failure: Failure = { kind: 'stdin-invalid', fault: read }
  return { ok: false, failure, ...(text.includes('{') && { text }) }
}

/** Whether a client made a call itself. Evidence for `status` and `doctor`, asked after the answer is given; it decides about no call. */

import { statSync } from 'node:fs'
import { isMarked, marksCalls, transcriptIn } from '../adapters/clients/shared/own-calls.ts'
import type { Env } from '../core/client.ts'
import type { JsonObject } from '../core/json.ts'

interface Called {
  readonly client: string | undefined
  readonly payload?: JsonObject
}

/** Only below the home directory is looked for a transcript: any other path could be one that takes long to answer. */
export const isVouched = ({ client, payload }: Called, env: Env, home: string): boolean => {
  if (client === undefined || payload === undefined || !marksCalls(client)) return false
  if (isMarked(client, payload, env)) return true
  const transcript = transcriptIn(payload)
  return transcript?.startsWith(home) === true && isThere(transcript)
}

const isThere = (file: string): boolean => {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

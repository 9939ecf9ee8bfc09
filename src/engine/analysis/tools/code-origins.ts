/** Where a tool takes code or manifests from that somebody else runs: `repoURL` of an application, `chart`, `template_url`. */

import type { JsonObject, JsonValue } from '../../../core/json.ts'
import { bare, wordsOf } from '../../matching/words.ts'
import { hostOf, isLocal } from '../places/hosts.ts'
import { isWellKnown } from '../places/origins.ts'

const changes = new Set(
  'create update set apply sync deploy install add register import configure upsert patch enable put'.split(' '),
)
const origins =
  /^(?:(?:git|source|target|remote)?(?:repo|repository)(?:url|uri|address)?|giturl|chart(?:url|repo|repository)?|(?:template|script|source|plugin|package|module|archive|manifest)ur[li])$/
const deepest = 6

/** Whether a call that changes something names code at a host that is not known. */
export const takesStrangeCode = (name: string, input: JsonObject): boolean =>
  wordsOf(name).some(word => changes.has(word)) && namesStranger(input, 0)

const namesStranger = (value: JsonValue, depth: number): boolean => {
  if (typeof value !== 'object' || value === null || depth > deepest) return false
  return Object.entries(value).some(([key, inner]) =>
    typeof inner === 'string' ? origins.test(bare(key)) && isStrange(inner) : namesStranger(inner as JsonValue, depth + 1),
  )
}

const isStrange = (text: string): boolean => {
  if (!/^(?:https?|git|ssh|oci):\/\/|^git@/.test(text)) return false
  const host = hostOf(text)
  return (
    host !== undefined &&
    !isLocal(host) &&
    !isWellKnown(host) &&
    !/^(?:git|gitlab|gitea|github|ghe|charts?|registry|harbor)\./.test(host)
  )
}

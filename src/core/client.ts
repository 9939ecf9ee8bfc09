/** The coding agents that can call, and how sure a payload makes us of one of them. */

import type { JsonObject } from './json.ts'

/** Environment as a plain record; absent names are undefined. */
export type Env = Readonly<Record<string, string | undefined>>

/**
 * What a payload says about one client.
 * - `strong`: a fingerprint no other client sends.
 * - `weak`: the usual shape, which a sibling could send too.
 * - `possible`: nothing against it, nothing for it; only a declared hint makes it this client.
 * - `no`: something contradicts it.
 */
export type Claim = 'strong' | 'weak' | 'possible' | 'no'

/** Reads evidence in the payload first, in the environment only to break ties. Pure. */
type Detect = (payload: JsonObject, env: Env) => Claim

/** A client we can recognise. Without an adapter it is answered by the unknown-client rule and named. */
export interface ClientSignature {
  readonly id: string
  readonly title: string
  readonly detect: Detect
}

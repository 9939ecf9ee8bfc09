/** Picks the client from what each one claims. A tie or a silence is an answer too, never a guess. */

import type { Claim } from '../client.ts'

interface ClaimBy {
  readonly id: string
  readonly claim: Claim
}

/**
 * The unique strong claim wins; else the hinted client, unless the payload contradicts it; else the unique weak claim.
 * Otherwise the candidates, possibly none.
 */
export const identify = (
  claims: readonly ClaimBy[],
  hint: string | undefined,
): { readonly id: string } | { readonly candidates: readonly string[] } => {
  const strong = claims.filter(entry => entry.claim === 'strong')
  if (strong.length > 1) return { candidates: strong.map(entry => entry.id) }
  if (strong[0] !== undefined) return { id: strong[0].id }
  const hinted = claims.find(entry => entry.id === hint)
  if (hinted !== undefined && hinted.claim !== 'no') return { id: hinted.id }
  const weak = claims.filter(entry => entry.claim === 'weak')
  return weak.length === 1 && weak[0] !== undefined ? { id: weak[0].id } : { candidates: weak.map(entry => entry.id) }
}

/** What became of verdicts that were sent to a target. */

export type Outcome =
  /** `rejected` of them it took and does not keep. */
  | { readonly kind: 'taken'; readonly rejected?: number }
  /** Nothing is lost: they go again later. */
  | { readonly kind: 'later'; readonly why: string; readonly afterMs?: number }
  /** It will never take them as they are. */
  | { readonly kind: 'refused'; readonly why: string }

export const later = (why: string, afterMs?: number): Outcome => ({
  kind: 'later',
  why,
  ...(afterMs !== undefined && { afterMs }),
})

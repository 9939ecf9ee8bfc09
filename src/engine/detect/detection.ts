/** A piece of text that a detector found. */

export interface Detection {
  /** `secret.<kind>`, `pii.<kind>`, `hidden-text` or `injection`. */
  readonly kind: string
  readonly start: number
  readonly end: number
}

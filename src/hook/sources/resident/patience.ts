/** How long the process that keeps connections may be silent before the caller asks the gateway as well. */

interface Patience {
  /** Until it has begun: it has nothing to do for that but to read. */
  readonly beginMs: number
  /** After that. It says something every `beatMs`. */
  readonly silentMs: number
  readonly beatMs: number
}

export const patience: Patience = { beginMs: 100, silentMs: 600, beatMs: 200 }

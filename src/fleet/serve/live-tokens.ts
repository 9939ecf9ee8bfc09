/** The tokens in force, looked at on disk again and again. */

import { recheckMs, stampOf } from './file-stamp.ts'
import { readTokens, type Tokens } from './tokens.ts'

export interface Gate {
  readonly tokens: Tokens
  /** There is, or was, something to ask for: once tokens were needed they stay so. */
  readonly seen: boolean
}

export const gateOf = (file: string, onReload: (tokens: Tokens) => void): (() => Gate) => {
  let stamp = stampOf(file)
  let tokens = readTokens(file)
  let seen = !tokens.ok || tokens.list.length > 0
  let checkedAt = performance.now()
  return () => {
    const now = performance.now()
    if (now - checkedAt >= recheckMs) {
      checkedAt = now
      const fresh = stampOf(file)
      if (fresh !== stamp) {
        stamp = fresh
        tokens = readTokens(file)
        seen ||= !tokens.ok || tokens.list.length > 0
        onReload(tokens)
      }
    }
    return { tokens, seen }
  }
}

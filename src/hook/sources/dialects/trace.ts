/** W3C trace context, level 1: what the client's own trace says, or a trace of our own. */

import type { Env } from '../../../core/client.ts'
import { randomHex } from '../machine/random.ts'

export interface Trace {
  readonly traceparent: string
  readonly tracestate?: string
}

/** The environment's trace goes on as it is, since we record no span; without a valid one the gateway gets a fresh id to report. */
export const traceFrom = (env: Env): Trace => {
  const { TRACEPARENT: parent = '', TRACESTATE: state = '' } = env
  // An id of zeros is none.
  if (!traceparent.test(parent)) return { traceparent: `00-${randomHex(16)}-${randomHex(8)}-01` }
  return { traceparent: parent, ...(isState(state) && { tracestate: state }) }
}

/** Version 00; all-zero ids mean "none". */
const traceparent = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

const isState = (text: string): boolean => {
  if (text === '' || text.length > 512) return false
  const members = text.split(',').map(member => member.replace(/^[ \t]+|[ \t]+$/g, ''))
  const keys = members.map(member => member.slice(0, member.indexOf('=')))
  return members.length <= 32 && members.every(member => listMember.test(member)) && new Set(keys).size === keys.length
}

const listMember =
  /^(?:[a-z][a-z0-9_\-*/]{0,255}|[a-z0-9][a-z0-9_\-*/]{0,240}@[a-z][a-z0-9_\-*/]{0,13})=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/

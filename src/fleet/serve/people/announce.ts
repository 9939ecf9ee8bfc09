/** Tells a webhook of each call that a person may permit, with a link for that: a chat can carry it, and whoever reads it there has not permitted anything. */

import type { Env } from '../../../core/client.ts'
import type { ApprovalHook } from '../../../core/config.ts'
import { type Desk, refusalIn } from '../../../hook/approvals/console.ts'
import type { Log } from '../log.ts'
import type { Links } from './links.ts'

export interface Hearing {
  readonly hook: ApprovalHook
  readonly env: Env
  /** Where the pages are. */
  readonly url: URL
  readonly links: Links
  readonly desk: () => Promise<Desk>
  readonly log: Log
  readonly pausesMs?: readonly number[]
}

/** Messages under way at once; what comes beyond them can be permitted as ever. */
const mostWaiting = 32

/** Takes lines of the audit log as they are written, of refusals that may be permitted. */
export const announcer = ({
  hook,
  env,
  url,
  links,
  desk,
  log,
  pausesMs = [0, 1_000, 5_000, 30_000],
}: Hearing): ((line: string) => void) => {
  let waiting = 0
  const tell = async (line: string): Promise<void> => {
    const refusal = await refusalIn(line, await desk())
    if (refusal === undefined || refusal.barrier !== undefined || refusal.approvedBy !== undefined) return
    const { id, time, client, tool, decision, rules, reason, content, input, cwd, session, user, until } = refusal
    const link = await links.make(id, JSON.stringify([client, session, cwd, tool, content, input]), until)
    if (link === undefined) return
    const { signedPost } = await import('../../export/webhook.ts')
    const data = { v: 1, call: id, client, tool, decision, rules, reason, content, input, folder: cwd, session, user }
    const message = {
      type: 'tfy_hook.approval',
      timestamp: time,
      data: { ...data, until: new Date(until).toISOString(), link: new URL(`/dashboard/#/permit/${link}`, url).href },
    }
    let why = ''
    for (const pause of pausesMs) {
      await new Promise(resolve => setTimeout(resolve, pause).unref())
      const outcome = await signedPost({ type: 'webhook', ...hook }, env, `approval-${id}`, message)
      if (outcome.kind === 'taken') return
      why = outcome.why
      if (outcome.kind === 'refused') break
    }
    log.warn('approval not announced', { call: id, why })
  }
  return line => {
    if (waiting >= mostWaiting) return log.warn('approval not announced', { why: 'too many at once' })
    waiting++
    void tell(line)
      .catch(() => log.warn('approval not announced', { why: 'it failed' }))
      .finally(() => waiting--)
  }
}

/** The calls as they come, to every page that listens: one reader of the log, however many pages. */

import { stringAt } from '../../core/json.ts'
import { readEntry } from '../../hook/audit/entry.ts'
import { type Follower, follower } from '../../hook/audit/follow.ts'
import { entryOf, nothingSkipped } from '../../hook/audit/read.ts'
import { hasher } from '../../hook/io.ts'
import { rowOf } from './rows.ts'
import type { CallRow } from './shapes.ts'

export interface Live {
  /** Undefined when enough pages listen. Ended as soon as the listener may no longer hear what there is to say. A tenant hears of its own calls alone. */
  readonly listen: (may?: () => Promise<boolean>, tenant?: string) => Response | undefined
  readonly listeners: () => number
  readonly close: () => void
}

const pollMs = 200
const beatMs = 15_000
/** Of everybody's calls, and of each tenant's. */
const mostListeners = 16
/** Of one look: what is beyond it is counted, and a page asks for it when a person wants it. */
const mostRows = 500
/** The same where it has to be known whose each is. */
const mostRead = 5_000
/** A page that takes nothing any more: what waits for it is dropped, and counted. */
const mostHeld = 64

interface Listener {
  readonly tenant: string
  readonly tell: (event: string, data: unknown) => void
  readonly end: () => void
}

export const liveFrom = async (stateDir: string): Promise<Live> => {
  const hash = await hasher()
  const listeners = new Set<Listener>()
  let follow: Follower | undefined
  let [timer, beat]: (ReturnType<typeof setInterval> | undefined)[] = []

  const look = (): void => {
    const seen: { readonly row: CallRow; readonly tenant: string }[] = []
    const most = [...listeners].some(({ tenant }) => tenant !== '') ? mostRead : mostRows
    let missed = 0
    try {
      follow?.poll(bytes => {
        if (seen.length >= most) missed++
        else {
          const entry = entryOf(readEntry(bytes, true, hash), nothingSkipped())
          if (entry !== undefined)
            seen.push({ row: rowOf({ ...entry.record, id: entry.id }), tenant: stringAt(entry.record, 'tenant') ?? '' })
        }
        return true
      })
    } catch {
      // The log was moved away at this moment; the next look finds what is there then.
    }
    for (const { tell, tenant } of listeners) {
      const own = tenant === '' ? seen : seen.filter(one => one.tenant === tenant)
      const rows = own.slice(0, mostRows).map(({ row }) => row)
      const rest = own.length - rows.length + (tenant === '' ? missed : 0)
      if (rows.length + rest > 0) tell('calls', { rows, missed: rest })
    }
  }
  const rest = (): void => {
    clearInterval(timer)
    clearInterval(beat)
    follow?.close()
    follow = undefined
  }
  const wake = (): void => {
    if (follow !== undefined) return
    follow = follower(stateDir)
    timer = setInterval(look, pollMs)
    beat = setInterval(() => {
      for (const { tell } of listeners) tell('beat', {})
    }, beatMs)
  }

  return {
    listen: (may = async () => true, tenant = '') => {
      if ([...listeners].filter(one => one.tenant === tenant).length >= mostListeners) return undefined
      let own: Listener | undefined
      const leave = (): void => {
        if (own !== undefined) listeners.delete(own)
        if (listeners.size === 0) rest()
      }
      const body = new ReadableStream<Uint8Array>(
        {
          start: controller => {
            let dropped = 0
            own = {
              tenant,
              tell: async (event, data) => {
                try {
                  if (!(await may())) {
                    leave()
                    controller.close()
                    return
                  }
                  if ((controller.desiredSize ?? 0) <= 0) {
                    dropped++
                    return
                  }
                  const said = dropped > 0 ? `event: dropped\ndata: ${dropped}\n\n` : ''
                  dropped = 0
                  controller.enqueue(new TextEncoder().encode(`${said}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
                } catch {
                  leave()
                }
              },
              end: () => controller.close(),
            }
            listeners.add(own)
            wake()
            own.tell('beat', {})
          },
          cancel: leave,
        },
        { highWaterMark: mostHeld },
      )
      return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' } })
    },
    listeners: () => listeners.size,
    close: () => {
      for (const { end } of listeners) end()
      listeners.clear()
      rest()
    },
  }
}

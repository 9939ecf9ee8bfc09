/** New refusals: counted until a person has looked, and told by the browser where they have asked for that. */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { CallRow } from '../shapes.ts'
import { listen } from './api.ts'
import { isRefused } from './calls.tsx'
import { oneLine, visible } from './text.ts'

const choice = 'notify'

export const notifies = (): boolean =>
  localStorage.getItem(choice) === 'on' && typeof Notification !== 'undefined' && Notification.permission === 'granted'

/** What the person has chosen by now; the browser asks them as well. */
export const setNotifies = async (on: boolean): Promise<boolean> => {
  if (on && typeof Notification !== 'undefined') await Notification.requestPermission()
  localStorage.setItem(choice, on ? 'on' : 'off')
  return notifies()
}

/** One at a time stands on the screen: a later one takes the place of the earlier. */
const tell = (row: CallRow, count: number): void => {
  const told = new Notification(count > 1 ? `${count} calls were stopped` : `${visible(row.client)} was stopped`, {
    body: `${visible(row.rules.join(', '))}\n${visible(oneLine(row.content.slice(0, 120)))}`,
    tag: 'tfy-hook-refusal',
  })
  told.onclick = () => {
    window.focus()
    location.hash = row.id === '' ? '#/approvals' : `#/call/${encodeURIComponent(row.id)}`
    told.close()
  }
}

/** How many were refused since a person last looked at the page that lists them. */
export const useUnseen = (looking: boolean, reads: boolean): number => {
  const [unseen, setUnseen] = useState(0)
  const now = useRef(looking)
  now.current = looking
  const isLooking = (): boolean => now.current && document.visibilityState === 'visible'
  useEffect(() => {
    if (!reads) return
    return listen({
      onCalls: rows => {
        const refused = rows.filter(isRefused)
        const last = refused.at(-1)
        if (last === undefined || isLooking()) return
        setUnseen(before => before + refused.length)
        if (notifies() && !document.hasFocus()) tell(last, refused.length)
      },
    })
  }, [])
  useEffect(() => {
    const look = (): void => {
      if (isLooking()) setUnseen(0)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [looking])
  return unseen
}

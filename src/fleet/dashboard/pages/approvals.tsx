/** The refusals of the last half hour, and what a person can do about each. */

import { useEffect, useState } from 'preact/hooks'
import type { Approvals as List, Session } from '../shapes.ts'
import { get, listen } from './api.ts'
import { CommandLine, Empty, Failed, Rules, useLoaded, Verdict, Waiting } from './parts.tsx'
import { RefusalCard } from './permit.tsx'
import { ago, visible } from './text.ts'
import { notifies, setNotifies } from './watching.ts'

const Notify = () => {
  const [on, setOn] = useState(notifies)
  if (typeof Notification === 'undefined') return null
  return (
    <button type="button" aria-pressed={on} onClick={() => void setNotifies(!on).then(setOn)}>
      {on
        ? 'notifications are on'
        : Notification.permission === 'denied'
          ? 'the browser forbids notifications'
          : 'notify me of new ones'}
    </button>
  )
}

export const Approvals = ({ session }: { readonly session: Session }) => {
  const { value, error, again } = useLoaded('approvals', signal => get<List>('approvals', {}, signal))
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined
    const stop = listen({
      onCalls: rows => {
        if (later !== undefined || rows.every(({ decision, event }) => decision === 'allow' && !event.includes('approve'))) return
        later = setTimeout(() => {
          later = undefined
          again()
        }, 500)
      },
    })
    return () => {
      clearTimeout(later)
      stop()
    }
  }, [again])
  return (
    <>
      <div class="title">
        <h1>Approvals</h1>
        <span class="faint">what was refused or asked about in the last half hour</span>
        <Notify />
      </div>
      {error !== '' && <Failed error={error} />}
      {value === undefined && error === '' && <Waiting />}
      {value?.length === 0 && <Empty>Nothing was refused lately.</Empty>}
      {value?.map(refusal => (
        <section class="panel" key={refusal.id} aria-label={`refusal ${refusal.id}`}>
          <header>
            <Verdict of={refusal.decision} />
            <h2>
              <a href={`#/call/${encodeURIComponent(refusal.id)}`}>
                {visible(refusal.tool || refusal.event)} <span class="mono">{refusal.id}</span>
              </a>
            </h2>
            <span class="faint">{ago(refusal.time, Date.now())}</span>
            <Rules list={refusal.rules} />
          </header>
          <RefusalCard refusal={refusal} attended={session.attended} remote={session.server !== undefined} onDone={again} />
        </section>
      ))}
      {session.server === undefined && (
        <p class="same">
          The same in a terminal: <CommandLine text="tfy-hook approve --list" />
        </p>
      )}
    </>
  )
}

/** A session as a person knows it: what was asked of the agent, and when. Asked for once, by whatever page first shows it. */

import { useEffect, useState } from 'preact/hooks'
import type { SessionAbout } from '../shapes.ts'
import { get } from './api.ts'
import { ago, oneLine, visible } from './text.ts'

const known = new Map<string, { readonly about: SessionAbout | undefined; readonly at: number }>()
const mostKnown = 2_000
const mostAtOnce = 100
/** A session without a prompt may get one. */
const againMs = 20_000

/** What these sessions are, as far as it is known by now. */
export const useAbout = (sessions: readonly string[]): ((session: string) => SessionAbout | undefined) => {
  const [, setTurn] = useState(0)
  const now = Date.now()
  const isKnown = (id: string): boolean => {
    const one = known.get(id)
    return one !== undefined && ((one.about?.prompt ?? '') !== '' || now - one.at < againMs)
  }
  const wanted = [...new Set(sessions)].filter(id => id !== '' && !isKnown(id)).slice(0, mostAtOnce)
  const name = wanted.join('\n')
  useEffect(() => {
    if (name === '') return
    const gone = new AbortController()
    const later = setTimeout(() => {
      get<Readonly<Record<string, SessionAbout>>>('about', { session: wanted }, gone.signal).then(
        found => {
          if (known.size > mostKnown) known.clear()
          for (const id of wanted) known.set(id, { about: Object.hasOwn(found, id) ? found[id] : undefined, at: Date.now() })
          setTurn(turn => turn + 1)
        },
        () => undefined,
      )
    }, 60)
    return () => {
      clearTimeout(later)
      gone.abort()
    }
  }, [name])
  return session => known.get(session)?.about
}

/** In one line, for lists. */
export const titleOf = (about: SessionAbout | undefined): string => {
  const text = about?.prompt || about?.began || ''
  return visible(oneLine(text.slice(0, 120)))
}

export const ageOf = (about: SessionAbout | undefined): string =>
  about?.first === undefined || about.first === null ? '' : ago(new Date(about.first).toISOString(), Date.now())

export const SessionLine = ({ id, about }: { readonly id: string; readonly about?: SessionAbout | undefined }) => (
  <>
    {titleOf(about) !== '' && <>“{titleOf(about)}” </>}
    <span class="faint">
      {ageOf(about) !== '' && `begun ${ageOf(about)}, `}
      <span class="mono">{visible(id) || '(none)'}</span>
    </span>
  </>
)

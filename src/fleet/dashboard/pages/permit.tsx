/** Permits one refused call, once: the person sees all of it, and says so twice. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Approvals, Permitted, Refusal, Session, Shown } from '../shapes.ts'
import { get, send } from './api.ts'
import { CommandLine, Failed, Foreign, Panel, Pieces, useLoaded, Verdict } from './parts.tsx'
import { Path } from './path.tsx'
import { SessionLine } from './session-line.tsx'
import { ago, inParts, pieces, visible } from './text.ts'

/** Longest call that a page shows whole; what is longer is for a terminal. */
const mostShown = 64_000

/** What flies by is not seen. */
const seenMs = 200

interface WholeProps {
  readonly text: string
  readonly label: string
  readonly focused?: boolean
  /** Says of each part when it has been in sight. */
  readonly onSeen: (part: number) => void
}

/** A text with nothing folded away. Each of its parts counts as seen once its end stood on the screen. */
const Whole = ({ text, label, focused = false, onSeen }: WholeProps) => {
  const place = useRef<HTMLElement>(null)
  const parts = useMemo(() => inParts(text), [text])
  useEffect(() => {
    const { current } = place
    if (current === null) return
    if (focused) current.focus()
    const ends = [...current.querySelectorAll('.end')]
    const timers = new Map<Element, ReturnType<typeof setTimeout>>()
    const eye = new IntersectionObserver(found => {
      for (const { isIntersecting, target } of found) {
        clearTimeout(timers.get(target))
        if (isIntersecting) timers.set(target, setTimeout(onSeen, seenMs, ends.indexOf(target)))
      }
    })
    for (const end of ends) eye.observe(end)
    return () => {
      eye.disconnect()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [text])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached without a mouse
    <section class="command" aria-label={label} tabIndex={0} ref={place}>
      {parts.map((part, i) => (
        <span key={i}>
          <Pieces list={pieces(part)} />
          <span class="end" />
        </span>
      ))}
    </section>
  )
}

interface CardProps {
  readonly refusal: Refusal
  readonly attended: boolean
  /** At `serve`, where no terminal is. */
  readonly remote?: boolean
  /** Of a refusal that a link leads to. */
  readonly link?: string
  /** Opened for a person who has asked to permit it. */
  readonly opened?: boolean
  readonly onDone: () => void
}

const shownOf = (refusal: Refusal): Shown => {
  const { id, client, event, tool, decision, rules, reason, content, input, cwd, session, user, host } = refusal
  return { id, client, event, tool, decision, rules, reason, content, input, cwd, session, user, host }
}

const argumentsOf = ({ input }: Refusal): string => (Object.keys(input).length === 0 ? '' : JSON.stringify(input, null, 2))

/** The whole call, and the button that works when all of it has been seen. */
const Review = ({ refusal, link, onDone, onLeave }: Omit<CardProps, 'attended'> & { readonly onLeave: () => void }) => {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const texts = [
    ['call', refusal.content],
    ['arguments', argumentsOf(refusal)],
  ].filter(([, text]) => text !== '') as [string, string][]
  const all = texts.reduce((sum, [, text]) => sum + inParts(text).length, 0)
  const tooLong = texts.some(([, text]) => text.length > mostShown)
  const permit = (): void => {
    setBusy(true)
    const shown = shownOf(refusal)
    const asked =
      link === undefined ? send<Permitted>('approvals', { id: refusal.id, shown }) : send<Permitted>('permit', { link, shown })
    asked
      .then(onDone, (problem: unknown) => setError(problem instanceof Error ? problem.message : 'It failed.'))
      .finally(() => setBusy(false))
  }
  if (tooLong)
    return (
      <p class="faint">
        It is too long for a page. In a terminal: <CommandLine text={`tfy-hook approve ${refusal.id}`} />
      </p>
    )
  return (
    <>
      {texts.map(([name, text], i) => (
        <div key={name}>
          <h3>{name === 'call' ? 'The whole call' : 'All its arguments'}</h3>
          <Whole
            text={text}
            label={`the ${name} of ${refusal.id}, whole`}
            focused={i === 0}
            onSeen={part => setSeen(before => new Set([...before, `${name} ${part}`]))}
          />
        </div>
      ))}
      <div class="buttons">
        <button type="button" class="main" disabled={busy || seen.size < all} onClick={permit}>
          yes, permit this call once
        </button>
        <button type="button" onClick={onLeave}>
          no
        </button>
        <span class="faint" role="status">
          {seen.size < all
            ? `Scroll through all of it first: ${seen.size} of ${all} parts seen.`
            : 'this exact call, in its folder and session, once within ten minutes'}
        </span>
        {error !== '' && <Failed error={error} />}
      </div>
    </>
  )
}

/** What a person has to see of a call before permitting it, and whether it can be. */
export const RefusalCard = (props: CardProps) => {
  const { refusal, attended, remote, opened = false } = props
  const [open, setOpen] = useState(opened)
  const may = refusal.approvedBy === null && refusal.barrier === null && attended
  return (
    <>
      <p class="reason">
        <Foreign text={refusal.reason} limit={400} />
      </p>
      <Facts refusal={refusal} />
      {may && open ? (
        <Review {...props} onLeave={() => setOpen(false)} />
      ) : (
        <div class="command preview">
          <Foreign text={refusal.content} limit={400} />
        </div>
      )}
      {refusal.approvedBy !== null && (
        <p class="done" role="status">
          Permitted by {visible(refusal.approvedBy)}, and not used yet. The agent may try again.
        </p>
      )}
      {refusal.approvedBy === null && refusal.barrier !== null && (
        <p class="faint">It cannot be permitted: {visible(refusal.barrier)}.</p>
      )}
      {refusal.approvedBy === null && refusal.barrier === null && !attended && (
        <p class="faint">
          This page only shows. {remote ? 'Permit it with your token: ' : 'In a terminal: '}
          <CommandLine text={remote ? `POST /approvals/${refusal.id}` : `tfy-hook approve ${refusal.id}`} />
        </p>
      )}
      {may && !open && (
        <div class="buttons">
          <button type="button" onClick={() => setOpen(true)}>
            permit once …
          </button>
          <span class="faint">shows all of it first</span>
        </div>
      )}
    </>
  )
}

/** Who, where, in which session. */
const Facts = ({ refusal: { client, user, host, cwd, session, about } }: { readonly refusal: Refusal }) => (
  <dl class="facts">
    <dt>agent</dt>
    <dd>
      {visible(client)}
      {user !== '' && `, for ${visible(user)}`}
      {host !== '' && ` on ${visible(host)}`}
    </dd>
    <dt>folder</dt>
    <dd>
      <Path of={cwd} />
    </dd>
    <dt>session</dt>
    <dd>
      <SessionLine id={session} about={about} />
    </dd>
  </dl>
)

/** At `serve`: where a link leads that a chat has carried. */
export const PermitByLink = ({ link }: { readonly link: string }) => {
  const [done, setDone] = useState(false)
  const { value, error } = useLoaded(link, () => send<Refusal>('link', { link }))
  return (
    <>
      <div class="title">
        <h1>Permit one call</h1>
      </div>
      {error !== '' && <Failed error={error} />}
      {value !== undefined && (
        <section class="panel" aria-label={`refusal ${value.id}`}>
          <header>
            <Verdict of={value.decision} />
            <h2>
              {visible(value.tool || value.event)} <span class="mono">{value.id}</span>
            </h2>
            <span class="faint">
              {ago(value.time, Date.now())}, {visible(value.rules.join(', '))}
            </span>
          </header>
          {done ? (
            <p class="done" role="status">
              Permitted once, within ten minutes. The agent may try the same call again.
            </p>
          ) : (
            <RefusalCard refusal={value} attended link={link} onDone={() => setDone(true)} />
          )}
        </section>
      )}
    </>
  )
}

/** On the page of a call: nothing where it is too long ago to be permitted. */
export const PermitOnce = ({
  id,
  session,
  opened,
}: {
  readonly id: string
  readonly session: Session
  readonly opened: boolean
}) => {
  const { value, again } = useLoaded(id, signal => get<Approvals>('approvals', {}, signal))
  const refusal = value?.find(one => one.id === id)
  if (refusal === undefined)
    return opened && value !== undefined ? (
      <p class="notice" role="status">
        It was refused more than half an hour ago, or went on all the same. Let the agent try again.
      </p>
    ) : null
  return (
    <Panel title="Permit" key={`${opened}`}>
      <RefusalCard
        refusal={refusal}
        attended={session.attended}
        remote={session.server !== undefined}
        opened={opened}
        onDone={again}
      />
      {session.attended && refusal.barrier === null && refusal.approvedBy === null && (
        <p class="same">
          The same in a terminal: <CommandLine text={`tfy-hook approve ${id}`} />
        </p>
      )}
    </Panel>
  )
}

/** Calls in a list: what, who, where, in which session, and why not. */

import type { TargetedKeyboardEvent } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { CallRow, SessionAbout } from '../shapes.ts'
import { Foreign, Verdict } from './parts.tsx'
import { Path } from './path.tsx'
import { ageOf, titleOf, useAbout } from './session-line.tsx'
import { clock, took, visible } from './text.ts'

/** A person was asked, or nobody was: it did not go on by itself. */
/** What the agent heard counts. */
export const isRefused = ({ decision, told }: CallRow): boolean => !['allow', 'contain', 'nothing'].includes(told || decision)

/** What was asked, with the path where the text alone does not say it; of a result, what it is of. */
const What = ({ row: { of, path, content, event } }: { readonly row: CallRow }) => {
  if (of !== '')
    return (
      <>
        <span class="faint">after </span>
        <Foreign text={of} limit={160} line />
      </>
    )
  if (content === '' && path === '') return <span class="faint">{visible(event)}</span>
  return (
    <>
      {path !== '' && !content.includes(path) && <span class="faint">{visible(path)} </span>}
      <Foreign text={content} limit={160} line />
    </>
  )
}

/** One call in a list. */
export const Call = ({
  row,
  about,
  placed = true,
}: {
  readonly row: CallRow
  readonly about?: SessionAbout | undefined
  readonly placed?: boolean
}) => (
  <>
    <time dateTime={row.time}>{clock(row.time)}</time>
    <Verdict of={row.would === '' ? row.decision : `would ${row.would}`} />
    <span class="who">
      <span>
        {visible(row.client || 'unknown')} <span class="faint">{visible(row.tool)}</span>
      </span>
      <span class="faint small">{visible(row.event)}</span>
    </span>
    <span class="what">
      <span class="line">
        <What row={row} />
      </span>
      {isRefused(row) && row.reason !== '' && (
        <span class="why">
          <Foreign text={row.reason} limit={160} line />
        </span>
      )}
    </span>
    {placed && (
      <span class="where">
        <Path of={row.project} />
        <span class="faint small" title={visible(row.session)}>
          {ageOf(about) === '' ? '' : `${ageOf(about)} `}
          {titleOf(about) === '' ? visible(row.session.slice(0, 8)) : `“${titleOf(about)}”`}
        </span>
      </span>
    )}
    <span class={row.rules.length === 0 && row.failure === '' ? 'by quiet' : 'by'}>
      <span>
        {row.rules.length > 0 ? visible(row.rules.join(', ')) : row.failure === '' ? '' : `failure ${visible(row.failure)}`}
      </span>
      <span class="faint small">{took(row.ms)}</span>
    </span>
  </>
)

interface CallsProps {
  readonly rows: readonly CallRow[]
  readonly label: string
  /** False where all are of one session, which stands above them. */
  readonly placed?: boolean
}

/** How long a refusal can be permitted. */
const openMs = 30 * 60_000

/** A list whose rows are walked with the arrows or j and k: one of them is in the order of tabs. */
export const Calls = ({ rows, label, placed = true }: CallsProps) => {
  const list = useRef<HTMLOListElement>(null)
  const [at, setAt] = useState('')
  const about = useAbout(placed ? rows.map(({ session }) => session) : [])
  const here = rows.some(row => row.id === at) ? at : rows[0]?.id
  const step = (event: TargetedKeyboardEvent<HTMLOListElement>): void => {
    const by = ({ ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, Home: -1e9, End: 1e9 } as Record<string, number>)[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('a.row') ?? [])]
    const now = links.indexOf(document.activeElement as HTMLAnchorElement)
    links[Math.max(0, Math.min(links.length - 1, now + by))]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  const isOpen = (row: CallRow): boolean => isRefused(row) && row.id !== '' && Date.now() - Date.parse(row.time) < openMs
  return (
    <ol class={placed ? 'calls' : 'calls bare'} ref={list} onKeyDown={step} aria-label={label}>
      {rows.map((row, i) => (
        <li key={row.id || `${row.time}-${i}`}>
          <a
            class={`row ${row.decision}`}
            href={row.id === '' ? '#/live' : `#/call/${encodeURIComponent(row.id)}`}
            tabIndex={row.id === here ? 0 : -1}
            onFocus={() => setAt(row.id)}
          >
            <Call row={row} about={about(row.session)} placed={placed} />
          </a>
          {isOpen(row) && (
            <a class="quick" href={`#/call/${encodeURIComponent(row.id)}?do=permit`} tabIndex={-1}>
              permit …
            </a>
          )}
        </li>
      ))}
    </ol>
  )
}

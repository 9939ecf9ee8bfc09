/** The calls as they come. */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { CallRow } from '../shapes.ts'
import { type Connection, get, listen } from './api.ts'
import { Calls } from './calls.tsx'
import { FilterBar, type Filters, holds } from './filters.tsx'
import { CommandLine, Empty, Failed } from './parts.tsx'
import { quoted } from './text.ts'

const mostRows = 500
const firstRows = 200
/** Of older calls that a person has asked for. */
const mostOlder = 5_000

export const Live = ({ filters }: { readonly filters: Filters }) => {
  const [rows, setRows] = useState<readonly CallRow[]>([])
  const [error, setError] = useState('')
  const [asked, setAsked] = useState(false)
  const [connection, setConnection] = useState<Connection>({ kind: 'connecting' })
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState<readonly CallRow[]>([])
  const [missed, setMissed] = useState(0)
  const [turn, setTurn] = useState(0)
  const [most, setMost] = useState(mostRows)
  const [rest, setRest] = useState(false)
  const now = useRef({ filters, paused, most })
  now.current = { filters, paused, most }
  /** What has come since the list was asked for, which the answer may not have. */
  const fresh = useRef<readonly CallRow[]>([])
  const query = JSON.stringify(filters)

  useEffect(() => {
    setMost(mostRows)
    setRows(before => before.filter(row => holds(row, filters)))
  }, [query])
  useEffect(() => {
    const gone = new AbortController()
    const later = setTimeout(() => {
      fresh.current = []
      get<readonly CallRow[]>('calls', { lines: String(firstRows), ...filters }, gone.signal).then(
        found => {
          setError('')
          setAsked(true)
          setRest(found.length === firstRows)
          setRows(merged(fresh.current, found, mostRows))
        },
        (problem: unknown) => {
          if (gone.signal.aborted) return
          setAsked(true)
          setRows([])
          setError(problem instanceof Error ? problem.message : 'It failed.')
        },
      )
    }, 50)
    return () => {
      clearTimeout(later)
      gone.abort()
    }
  }, [query, turn])

  useEffect(() => {
    let before = ''
    let again: ReturnType<typeof setTimeout> | undefined
    const stop = listen({
      onState: next => {
        // Calls may have come meanwhile.
        if (before === 'lost' && next.kind === 'connected') setTurn(at => at + 1)
        before = next.kind
        setConnection(next)
      },
      onCalls: (come, lost) => {
        if (lost > 0) setMissed(at => at + lost)
        const wanted = come.filter(row => holds(row, now.current.filters)).reverse()
        if (wanted.length === 0) return
        // Where a text stands, the server says: a row has the beginning of a call only.
        if ((now.current.filters.text ?? '') !== '') {
          again ??= setTimeout(() => {
            again = undefined
            setTurn(at => at + 1)
          }, 1_000)
          return
        }
        fresh.current = merged(wanted, fresh.current, mostRows)
        const put = now.current.paused ? setHeld : setRows
        put(at => merged(wanted, at, now.current.most))
      },
    })
    return () => {
      clearTimeout(again)
      stop()
    }
  }, [])

  const toggle = (): void => {
    setRows(before => merged(held, before, most))
    setHeld([])
    setPaused(!paused)
  }
  const older = (): void => {
    const oldest = rows.at(-1)
    if (oldest === undefined) return
    get<readonly CallRow[]>('calls', { ...filters, lines: '500', until: oldest.time }).then(
      found => {
        const more = merged(rows, found, most + mostRows)
        setMost(most + mostRows)
        setRest(more.length > rows.length && found.length === 500)
        setRows(more)
      },
      (problem: unknown) => setError(problem instanceof Error ? problem.message : 'It failed.'),
    )
  }
  useEffect(() => {
    const key = (event: Event): void => {
      if ((event as CustomEvent<string>).detail === 'p') toggle()
    }
    document.addEventListener('shortcut', key)
    return () => document.removeEventListener('shortcut', key)
  })
  const flags = Object.entries(filters).map(([name, value]) => ` --${name} ${quoted(value)}`)

  return (
    <>
      <div class="title">
        <h1>Live</h1>
        <span class={`dot ${connection.kind === 'connected' && !paused ? 'on' : connection.kind}`} role="status">
          {connection.kind === 'lost' ? 'no connection' : paused ? 'paused' : connection.kind}
        </span>
        <button type="button" aria-pressed={paused} onClick={toggle}>
          {paused ? `go on${held.length > 0 ? ` (${held.length} new)` : ''}` : 'pause'}
        </button>
      </div>
      <FilterBar page="live" filters={filters} />
      {error !== '' && <Failed error={error} />}
      {missed > 0 && (
        <p class="notice" role="status">
          {missed.toLocaleString('en')} calls came faster than they can be shown.{' '}
          <button
            type="button"
            onClick={() => {
              setMissed(0)
              setTurn(turn + 1)
            }}
          >
            load the last ones
          </button>
        </p>
      )}
      {rows.length > 0 ? (
        <>
          <Calls rows={rows} label="calls, newest first" />
          <p class="faint more-rows">
            {rows.length.toLocaleString('en')} calls.{' '}
            {rest || rows.length >= most ? (
              rows.length < mostOlder ? (
                <button type="button" onClick={older}>
                  older calls
                </button>
              ) : (
                'For older ones choose a time, or download them.'
              )
            ) : (
              'There are no older ones.'
            )}
          </p>
        </>
      ) : asked ? (
        error === '' && (
          <Empty>No call yet{query === '{}' ? '' : ' that fits these filters'}. It appears here when an agent makes one.</Empty>
        )
      ) : null}
      <p class="same">
        The same in a terminal: <CommandLine text={`tfy-hook audit tail --follow${flags.join('')}`} />
      </p>
    </>
  )
}

/** Without twins: what comes while a list is asked for is in both. */
export const merged = (fresh: readonly CallRow[], before: readonly CallRow[], most: number): readonly CallRow[] => {
  const known = new Set(fresh.map(row => row.id))
  return [...fresh, ...before.filter(row => row.id === '' || !known.has(row.id))]
    .sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0))
    .slice(0, most)
}

/** The calls as they come. */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { CallRow } from '../shapes.ts'
import { get, listen } from './api.ts'
import { Calls, CommandLine, Empty, Failed } from './parts.tsx'

export type Filters = Readonly<Record<string, string>>

const fields = [
  ['client', 'client', 'claude-code'],
  ['project', 'project', '~/shop'],
  ['session', 'session', 'id'],
  ['rule', 'rule', 'git.push-force'],
] as const

const decisions = ['', 'deny', 'ask', 'defer', 'allow', 'would-deny', 'would-ask']
const mostRows = 500

/** As `audit tail` chooses, over what is on the page. */
export const holds = (row: CallRow, { client, project, session, rule, decision }: Filters): boolean =>
  among(client, one => one === row.client) &&
  among(project, one => isBelow(`${row.project}/`, `${one.replace(/\/$/, '')}/`)) &&
  among(session, one => row.session.startsWith(one)) &&
  among(rule, one => [...row.rules, ...row.audited].some(id => id === one || id.startsWith(`${one.replace(/\.\*$/, '')}.`))) &&
  among(decision, one => one === row.decision || one === `would-${row.would}`)

/** No page knows where the home is. */
const isBelow = (folder: string, asked: string): boolean =>
  asked.startsWith('~/') ? folder.includes(asked.slice(1)) : folder.startsWith(asked)

const among = (list: string | undefined, is: (one: string) => boolean): boolean =>
  list === undefined || list === '' || list.split(',').some(one => is(one.trim()))

export const Live = ({ filters }: { readonly filters: Filters }) => {
  const [rows, setRows] = useState<readonly CallRow[]>([])
  const [error, setError] = useState('')
  const [asked, setAsked] = useState(false)
  const [connected, setConnected] = useState(false)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState<readonly CallRow[]>([])
  const [missed, setMissed] = useState(0)
  const now = useRef({ filters, paused })
  now.current = { filters, paused }
  const query = JSON.stringify(filters)

  useEffect(() => {
    const gone = new AbortController()
    const later = setTimeout(() => {
      get<readonly CallRow[]>('calls', { lines: '200', ...filters }, gone.signal).then(
        found => {
          setError('')
          setAsked(true)
          setRows(before =>
            merged(
              before.filter(row => holds(row, filters)),
              found,
            ),
          )
        },
        (problem: unknown) => {
          if (gone.signal.aborted) return
          setAsked(true)
          setError(problem instanceof Error ? problem.message : 'It failed.')
        },
      )
    }, 250)
    setRows(before => before.filter(row => holds(row, filters)))
    return () => {
      clearTimeout(later)
      gone.abort()
    }
  }, [query])

  useEffect(
    () =>
      listen({
        onState: setConnected,
        onCalls: (fresh, lost) => {
          const wanted = fresh.filter(row => holds(row, now.current.filters)).reverse()
          if (lost > 0) setMissed(before => before + lost)
          if (wanted.length === 0) return
          const put = now.current.paused ? setHeld : setRows
          put(before => merged(wanted, before))
        },
      }),
    [],
  )

  const toggle = (): void => {
    setRows(before => merged(held, before))
    setHeld([])
    setPaused(!paused)
  }
  useEffect(() => {
    const key = (event: Event): void => {
      if ((event as CustomEvent<string>).detail === 'p') toggle()
    }
    document.addEventListener('shortcut', key)
    return () => document.removeEventListener('shortcut', key)
  })
  const flags = Object.entries(filters).map(([name, value]) => ` --${name} ${value}`)

  return (
    <>
      <div class="title">
        <h1>Live</h1>
        <span class={connected ? 'dot on' : 'dot'} role="status">
          {connected ? 'connected' : 'connecting'}
        </span>
        <button type="button" aria-pressed={paused} onClick={toggle}>
          {paused ? `go on${held.length > 0 ? ` (${held.length} new)` : ''}` : 'pause'}
        </button>
      </div>
      <FilterBar filters={filters} />
      {error !== '' && <Failed error={error} />}
      {missed > 0 && (
        <p class="notice" role="status">
          {missed.toLocaleString('en')} calls came faster than they can be shown.{' '}
          <button type="button" onClick={() => location.reload()}>
            load the last ones
          </button>
        </p>
      )}
      {rows.length > 0 ? (
        <Calls rows={rows} label="calls, newest first" />
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
const merged = (fresh: readonly CallRow[], before: readonly CallRow[]): readonly CallRow[] => {
  const known = new Set(fresh.map(row => row.id))
  return [...fresh, ...before.filter(row => row.id === '' || !known.has(row.id))]
    .sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0))
    .slice(0, mostRows)
}

const FilterBar = ({ filters }: { readonly filters: Filters }) => {
  const change = (name: string, value: string): void => {
    const next = new URLSearchParams(Object.entries({ ...filters, [name]: value }).filter(([, one]) => one !== ''))
    location.replace(`#/live${next.size > 0 ? `?${next}` : ''}`)
  }
  return (
    <search aria-label="filter calls">
      <form class="filters" onSubmit={event => event.preventDefault()}>
        <label>
          decision
          <select value={filters.decision ?? ''} onChange={event => change('decision', event.currentTarget.value)}>
            {decisions.map(one => (
              <option value={one} key={one}>
                {one === '' ? 'any' : one.replace('-', ' ')}
              </option>
            ))}
          </select>
        </label>
        {fields.map(([name, label, example]) => (
          <label key={name}>
            {label}
            <input
              type="text"
              spellcheck={false}
              autocomplete="off"
              placeholder={example}
              value={filters[name] ?? ''}
              onInput={event => change(name, event.currentTarget.value)}
            />
          </label>
        ))}
        {Object.keys(filters).length > 0 && (
          <button type="button" onClick={() => location.replace('#/live')}>
            clear
          </button>
        )}
      </form>
    </search>
  )
}

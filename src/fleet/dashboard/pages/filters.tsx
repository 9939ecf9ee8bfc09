/** Which calls a person wants to see: fields that know what the log has. */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { CallRow, Groups } from '../shapes.ts'
import { download, get } from './api.ts'
import { Failed } from './parts.tsx'
import { titleOf } from './session-line.tsx'
import { visible } from './text.ts'

export type Filters = Readonly<Record<string, string>>

const fields = [
  ['client', 'claude-code'],
  ['project', '~/shop'],
  ['session', 'id'],
  ['rule', 'git.push-force'],
  ['event', 'PreToolUse'],
  ['user', 'name'],
] as const

const decisions = ['', 'deny', 'ask', 'defer', 'contain', 'allow', 'would-deny', 'would-ask', 'would-contain']

const spans = [
  ['any time', '', ''],
  ['the last hour', '1h', ''],
  ['today', 'today', ''],
  ['yesterday', 'yesterday', 'yesterday'],
  ['7 days', '7d', ''],
  ['30 days', '30d', ''],
] as const

/** As `audit tail` chooses, over what is on the page; a text is for the server to find. */
export const holds = (row: CallRow, { client, project, session, rule, decision, event, user, until }: Filters): boolean =>
  among(client, one => one === row.client) &&
  among(project, one => isBelow(`${row.project}/`, `${one.replace(/\/$/, '')}/`)) &&
  among(session, one => row.session.startsWith(one)) &&
  among(rule, one => [...row.rules, ...row.audited].some(id => id === one || id.startsWith(`${one.replace(/\.\*$/, '')}.`))) &&
  among(decision, one => one === row.decision || one === `would-${row.would}`) &&
  among(event, one => one.toLowerCase() === row.event.toLowerCase()) &&
  among(user, one => one === row.user) &&
  // What comes now is not of a time that is over.
  (until === undefined || until === '' || until === 'today' || Date.parse(until) > Date.parse(row.time))

/** No page knows where the home is. */
const isBelow = (folder: string, asked: string): boolean =>
  asked.startsWith('~/') ? folder.includes(asked.slice(1)) : folder.startsWith(asked)

const among = (list: string | undefined, is: (one: string) => boolean): boolean =>
  list === undefined || list === '' || list.split(',').some(one => is(one.trim()))

interface BarProps {
  readonly page: string
  readonly filters: Filters
  /** Kept in the address, and no filter. */
  readonly kept?: Filters
  readonly only?: readonly string[]
}

/** As the field of a browser wants it; empty for what is no date. */
const shownMoment = (text: string): string =>
  /^\d{4}-\d\d-\d\d/.test(text) ? `${text}T00:00`.replace(' ', 'T').slice(0, 16) : ''

const TimeRange = ({ filters: { since = '', until = '' }, change }: { filters: Filters; change: (next: Filters) => void }) => {
  const at = spans.findIndex(([, from, to]) => from === since && to === until)
  const [between, setBetween] = useState(at < 0)
  return (
    <>
      <label>
        time
        <select
          value={between || at < 0 ? 'between' : String(at)}
          onChange={event => {
            const [, from = '', to = ''] = spans[Number(event.currentTarget.value)] ?? []
            setBetween(event.currentTarget.value === 'between')
            if (event.currentTarget.value !== 'between') change({ since: from, until: to })
          }}
        >
          {spans.map(([name], i) => (
            <option value={String(i)} key={name}>
              {name}
            </option>
          ))}
          <option value="between">between …</option>
        </select>
      </label>
      {(between || at < 0) &&
        (['since', 'until'] as const).map(name => (
          <label key={name}>
            {name === 'since' ? 'from' : 'to'}
            <input
              type="datetime-local"
              value={shownMoment(name === 'since' ? since : until)}
              onChange={event => change({ [name]: event.currentTarget.value })}
            />
          </label>
        ))}
    </>
  )
}

interface FieldProps {
  readonly name: string
  readonly class: string
  readonly type: 'search' | 'text'
  readonly value: string
  readonly placeholder: string
  readonly list?: string
  readonly change: (value: string) => void
  readonly onFocus?: () => void
}

/** Goes on with what is being typed, whatever the address says meanwhile, and tells it when there is a pause. */
const Field = ({ name, class: kind, value, change, ...rest }: FieldProps) => {
  const [typed, setTyped] = useState<string>()
  const told = useRef(change)
  told.current = change
  useEffect(() => {
    if (typed === undefined) return
    if (typed === value) return setTyped(undefined)
    const later = setTimeout(() => told.current(typed), 200)
    return () => clearTimeout(later)
  }, [typed, value])
  return (
    <label class={kind}>
      {name}
      <input
        {...rest}
        spellcheck={false}
        autocomplete="off"
        value={typed ?? value}
        onInput={event => setTyped(event.currentTarget.value)}
      />
    </label>
  )
}

/** What the log has for a field, asked for when somebody comes to it. */
const Suggested = ({
  name,
  example,
  value,
  change,
}: {
  name: string
  example: string
  value: string
  change: (value: string) => void
}) => {
  const [names, setNames] = useState<readonly (readonly [string, string])[]>([])
  const ask = (): void => {
    get<Groups>('groups', { by: name, most: '200', sort: name === 'session' ? 'last' : 'calls' }).then(
      ({ list }) => setNames(list.filter(one => one.name !== 'unknown').map(one => [one.name, titleOf(one.about)] as const)),
      () => undefined,
    )
  }
  return (
    <>
      <Field
        name={name}
        class={value === '' ? 'rarer' : ''}
        type="text"
        placeholder={example}
        value={value}
        list={`known-${name}`}
        onFocus={ask}
        change={change}
      />
      <datalist id={`known-${name}`}>
        {names.map(([one, title]) => (
          <option value={one} label={title === '' ? undefined : title} key={one} />
        ))}
      </datalist>
    </>
  )
}

export const FilterBar = ({ page, filters, kept = {}, only }: BarProps) => {
  const [error, setError] = useState('')
  const [more, setMore] = useState(false)
  const change = (changed: Filters): void => {
    const next = new URLSearchParams(Object.entries({ ...kept, ...filters, ...changed }).filter(([, one]) => one !== ''))
    location.replace(`#/${page}${next.size > 0 ? `?${next}` : ''}`)
  }
  const save = (format: 'csv' | 'jsonl'): void => {
    setError('')
    download('export', { ...filters, format }, `calls.${format}`).catch((problem: unknown) =>
      setError(problem instanceof Error ? problem.message : 'It failed.'),
    )
  }
  return (
    <search aria-label="filter calls">
      <form class={more ? 'filters' : 'filters few'} onSubmit={event => event.preventDefault()}>
        <Field
          name="search"
          class="wide"
          type="search"
          placeholder="in commands, paths, arguments and reasons"
          value={filters.text ?? ''}
          change={text => change({ text })}
        />
        <TimeRange filters={filters} change={change} />
        <label>
          decision
          <select value={filters.decision ?? ''} onChange={event => change({ decision: event.currentTarget.value })}>
            {decisions.map(one => (
              <option value={one} key={one}>
                {one === '' ? 'any' : one.replace('-', ' ')}
              </option>
            ))}
          </select>
        </label>
        {fields
          .filter(([name]) => only === undefined || only.includes(name))
          .map(([name, example]) => (
            <Suggested
              name={name}
              example={example}
              value={filters[name] ?? ''}
              change={value => change({ [name]: value })}
              key={name}
            />
          ))}
        {Object.values(filters).some(one => one !== '') && (
          <button type="button" onClick={() => location.replace(`#/${page}`)}>
            clear
          </button>
        )}
        <button type="button" class="more-filters" aria-expanded={more} onClick={() => setMore(!more)}>
          {more ? 'fewer filters' : 'more filters'}
        </button>
        <span class="push">
          <span class="faint">download </span>
          <button type="button" onClick={() => save('csv')}>
            CSV
          </button>{' '}
          <button type="button" onClick={() => save('jsonl')}>
            JSON lines
          </button>
        </span>
      </form>
      {error !== '' && <Failed error={visible(error)} />}
    </search>
  )
}

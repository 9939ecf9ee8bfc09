/** What each session and project did. */

import { useState } from 'preact/hooks'
import type { CallRow, Group, Groups, SessionStats } from '../shapes.ts'
import { get } from './api.ts'
import { Calls } from './calls.tsx'
import { FilterBar, type Filters } from './filters.tsx'
import { merged } from './live.tsx'
import { CommandLine, Empty, Failed, Panel, Scroll, useLoaded, Verdict, Waiting } from './parts.tsx'
import { Path } from './path.tsx'
import { titleOf, useAbout } from './session-line.tsx'
import { ago, clock, visible } from './text.ts'

interface SessionsProps {
  readonly id: string
  readonly query: Filters
}

export const Sessions = ({ id, query }: SessionsProps) => (id === '' ? <Every query={query} /> : <One id={id} />)

const sheetRows = 100

/** By session, or by project: sorted and cut by the server, which knows all of them. */
const Every = ({ query }: { readonly query: Filters }) => {
  const { by = 'session', sort = 'last', from = '0', ...filters } = query
  const what = by === 'project' ? 'project' : 'session'
  const asked = { by: what, sort, from, most: String(sheetRows), ...filters }
  const { value, error } = useLoaded(JSON.stringify(asked), signal => get<Groups>('groups', asked, signal))
  const go = (changed: Filters): void => {
    const next = { ...filters, by: what, sort, ...changed }
    location.replace(`#/sessions?${new URLSearchParams(Object.entries(next).filter(([, one]) => one !== ''))}`)
  }
  const start = Number(from)
  return (
    <>
      <div class="title">
        <h1>Sessions</h1>
        <span class="tabs">
          {(['session', 'project'] as const).map(one => (
            <button type="button" aria-pressed={one === what} onClick={() => go({ by: one })} key={one}>
              {one === 'session' ? 'Sessions' : 'Projects'}
            </button>
          ))}
        </span>
      </div>
      <FilterBar page="sessions" filters={filters} kept={{ by: what, sort }} only={['client', 'project', 'rule', 'user']} />
      {error !== '' && <Failed error={error} />}
      {value === undefined && error === '' && <Waiting />}
      {value?.total === 0 && (
        <Empty>
          No {what} is recorded{Object.keys(filters).length > 0 ? ' that fits these filters' : ' yet'}.
        </Empty>
      )}
      {value !== undefined && value.total > 0 && (
        <Panel
          title={what === 'session' ? 'All sessions' : 'All projects'}
          note={`${(start + 1).toLocaleString('en')} to ${(start + value.list.length).toLocaleString('en')} of ${value.total.toLocaleString('en')}`}
        >
          <Table groups={value.list} what={what} sort={sort} onSort={next => go({ sort: next })} />
          {value.total > sheetRows && (
            <div class="buttons">
              <button type="button" disabled={start === 0} onClick={() => go({ from: String(Math.max(0, start - sheetRows)) })}>
                previous
              </button>
              <button
                type="button"
                disabled={start + sheetRows >= value.total}
                onClick={() => go({ from: String(start + sheetRows) })}
              >
                next
              </button>
            </div>
          )}
        </Panel>
      )}
      <p class="same">
        The same in a terminal: <CommandLine text={`tfy-hook audit stats --by ${what}`} />
      </p>
    </>
  )
}

interface TableProps {
  readonly groups: readonly Group[]
  readonly what: 'session' | 'project'
  readonly sort: string
  readonly onSort: (sort: string) => void
}

const columns = [
  ['first', 'begun', 'narrow'],
  ['last', 'last', ''],
  ['calls', 'calls', 'number'],
  ['denied', 'refused', 'number'],
  ['asked', 'asked', 'number'],
] as const

const Table = ({ groups, what, sort, onSort }: TableProps) => {
  const heading = (id: string, name: string, kind: string) => (
    <th scope="col" class={kind} aria-sort={sort === id ? (id === 'name' ? 'ascending' : 'descending') : 'none'} key={id}>
      <button type="button" class="sort" onClick={() => onSort(id)}>
        {name}
        <span aria-hidden="true">{sort === id ? (id === 'name' ? ' ▲' : ' ▼') : ''}</span>
      </button>
    </th>
  )
  const when = (at: number | undefined): string =>
    at === undefined || at === null ? '' : ago(new Date(at).toISOString(), Date.now())
  return (
    <Scroll label={`${what}s`}>
      <table class="groups">
        <thead>
          <tr>
            {heading('name', what, '')}
            {columns.map(([id, name, kind]) => heading(id, name, kind))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, calls, denied, asked, first, last, about }) => (
            <tr key={name}>
              <td>{what === 'session' ? <SessionCell name={name} about={about} /> : <ProjectCell name={name} />}</td>
              <td class="narrow">{when(first)}</td>
              <td>{when(last)}</td>
              <td class="number">{calls.toLocaleString('en')}</td>
              <td class="number">{denied.toLocaleString('en')}</td>
              <td class="number">{asked.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const ProjectCell = ({ name }: { readonly name: string }) =>
  name === 'unknown' ? (
    <>unknown</>
  ) : (
    <a href={`#/live?project=${encodeURIComponent(name)}`}>
      <Path of={name} />
    </a>
  )

const SessionCell = ({ name, about }: { readonly name: string; readonly about: Group['about'] }) => (
  <>
    <a href={name === 'unknown' ? '#/live' : `#/sessions/${encodeURIComponent(name)}`}>
      {titleOf(about) === '' ? visible(name) : `“${titleOf(about)}”`}
    </a>
    <span class="faint small sub">
      {about !== undefined && (
        <>
          <span>
            {visible(about.client || 'unknown')}
            {about.user !== '' && `, ${visible(about.user)}`}
          </span>
          <Path of={about.project} />
        </>
      )}
      {titleOf(about) !== '' && (
        <span class="mono" title={visible(name)}>
          {visible(name.length > 20 ? name.slice(0, 8) : name)}
        </span>
      )}
    </span>
  </>
)

/** Which rules say that a session read a secret, or sent one away. */
const notable = 'secrets,session,exfiltration'
const sheetCalls = 500

const One = ({ id }: { readonly id: string }) => {
  const { value, error } = useLoaded(id, signal =>
    get<readonly CallRow[]>('calls', { session: id, lines: String(sheetCalls) }, signal),
  )
  const stats = useLoaded(`stats ${id}`, signal => get<SessionStats>('stats', { session: id }, signal))
  const secrets = useLoaded(`secrets ${id}`, signal => get<SessionStats>('stats', { session: id, rule: notable }, signal))
  const [older, setOlder] = useState<readonly CallRow[]>([])
  const about = useAbout([id])(id)
  const rows = merged(value ?? [], older, 100_000)
  const { calls = 0, byDecision = [], loops = [] } = stats.value ?? {}
  const count = (decision: string): number => byDecision.find(({ name }) => name === decision)?.count ?? 0
  const [first] = rows.slice(-1)
  const more = (): void => {
    const asked = { session: id, lines: String(sheetCalls), until: first?.time ?? '' }
    get<readonly CallRow[]>('calls', asked).then(setOlderFrom, () => undefined)
  }
  const setOlderFrom = (found: readonly CallRow[]): void => setOlder(before => merged(before, found, 100_000))
  return (
    <>
      <div class="title">
        <h1>
          Session <span class="mono">{visible(id)}</span>
        </h1>
      </div>
      {titleOf(about) !== '' && <p class="reason">“{titleOf(about)}”</p>}
      {[error, stats.error].map(one => one !== '' && <Failed error={one} key={one} />)}
      {value === undefined && error === '' && <Waiting />}
      {value?.length === 0 && <Empty>No call of this session is recorded.</Empty>}
      {first !== undefined && stats.value !== undefined && (
        <>
          <div class="figures">
            <Figure name="calls" value={calls} />
            <Figure name="refused" value={count('deny')} />
            <Figure name="asked" value={count('ask') + count('defer')} />
            <Figure name="touched secrets" value={secrets.value?.calls ?? 0} />
            <Figure name="loops" value={loops.length} />
          </div>
          <Panel title="About it">
            <dl class="facts">
              <dt>client</dt>
              <dd>{visible(about?.client ?? first.client)}</dd>
              <dt>project</dt>
              <dd>
                <Path of={about?.project ?? first.project} />
              </dd>
              {(about?.user || about?.host) && [
                <dt key="who">user</dt>,
                <dd key="who-is">
                  {visible(about.user)}
                  {about.host !== '' && ` on ${visible(about.host)}`}
                </dd>,
              ]}
              <dt>first call</dt>
              <dd>{clock(about?.first == null ? first.time : new Date(about.first).toISOString())}</dd>
            </dl>
            {loops.map(({ decision, times, example }) => (
              <p key={example.id}>
                <Verdict of={decision} /> {times} times in a row:{' '}
                <a href={`#/call/${encodeURIComponent(example.id)}`}>{visible(example.what.slice(0, 120))}</a>
              </p>
            ))}
          </Panel>
          <Panel
            title="Timeline"
            note={
              rows.length < calls
                ? `newest first, ${rows.length.toLocaleString('en')} of ${calls.toLocaleString('en')}`
                : 'newest first'
            }
          >
            <Calls rows={rows} label="calls of this session" placed={false} />
            {rows.length < calls && (
              <p>
                <button type="button" onClick={more}>
                  older calls
                </button>
              </p>
            )}
          </Panel>
        </>
      )}
      <p class="same">
        The same in a terminal: <CommandLine text={`tfy-hook audit stats --session ${id}`} />{' '}
        <CommandLine text={`tfy-hook audit tail --session ${id}`} />
      </p>
    </>
  )
}

export const Figure = ({ name, value }: { readonly name: string; readonly value: number | string }) => (
  <div class="figure">
    <b>{typeof value === 'number' ? value.toLocaleString('en') : value}</b>
    <span class="faint">{name}</span>
  </div>
)

/** What each session and project did. */

import type { CallRow, Group, SessionStats } from '../shapes.ts'
import { get } from './api.ts'
import { Calls, CommandLine, Empty, Failed, Panel, Scroll, useLoaded, Verdict, Waiting } from './parts.tsx'
import { ago, clock, visible } from './text.ts'

export const Sessions = ({ id }: { readonly id: string }) => (id === '' ? <Every /> : <One id={id} />)

const Every = () => {
  const sessions = useLoaded('sessions', signal => get<readonly Group[]>('groups', { by: 'session' }, signal))
  const projects = useLoaded('projects', signal => get<readonly Group[]>('groups', { by: 'project' }, signal))
  return (
    <>
      <div class="title">
        <h1>Sessions</h1>
      </div>
      {sessions.error !== '' && <Failed error={sessions.error} />}
      {sessions.value === undefined && sessions.error === '' && <Waiting />}
      {sessions.value?.length === 0 && <Empty>No session is recorded yet.</Empty>}
      {sessions.value !== undefined && sessions.value.length > 0 && (
        <Panel title="Sessions" note="the latest first">
          <Table
            groups={[...sessions.value].sort((a, b) => (b.last ?? 0) - (a.last ?? 0))}
            link={name => `#/sessions/${encodeURIComponent(name)}`}
            what="session"
          />
        </Panel>
      )}
      {projects.value !== undefined && projects.value.length > 0 && (
        <Panel title="Projects">
          <Table groups={projects.value} link={name => `#/live?project=${encodeURIComponent(name)}`} what="project" />
        </Panel>
      )}
      <p class="same">
        The same in a terminal: <CommandLine text="tfy-hook audit stats --by session" />
      </p>
    </>
  )
}

interface TableProps {
  readonly groups: readonly Group[]
  readonly link: (name: string) => string
  readonly what: string
}

const Table = ({ groups, link, what }: TableProps) => (
  <Scroll label={`${what}s`}>
    <table>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col" class="number">
            calls
          </th>
          <th scope="col" class="number">
            refused
          </th>
          <th scope="col" class="number">
            asked
          </th>
          <th scope="col">last</th>
        </tr>
      </thead>
      <tbody>
        {groups.slice(0, 200).map(({ name, calls, denied, asked, last }) => (
          <tr key={name}>
            <td class="mono">{name === 'unknown' ? 'unknown' : <a href={link(name)}>{visible(name)}</a>}</td>
            <td class="number">{calls}</td>
            <td class="number">{denied}</td>
            <td class="number">{asked}</td>
            <td>{last === undefined ? '' : ago(new Date(last).toISOString(), Date.now())}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
)

/** Which rules say that a session read a secret, or goes in circles. */
const notable = /^(?:secrets\.|session\.|exfiltration\.)/

const One = ({ id }: { readonly id: string }) => {
  const { value, error } = useLoaded(id, signal => get<readonly CallRow[]>('calls', { session: id, lines: '500' }, signal))
  const stats = useLoaded(`stats ${id}`, signal => get<SessionStats>('stats', { session: id }, signal))
  const rows = value ?? []
  const { calls = 0, byDecision = [], loops = [] } = stats.value ?? {}
  const count = (decision: string): number => byDecision.find(({ name }) => name === decision)?.count ?? 0
  const secrets = rows.filter(row => [...row.rules, ...row.audited].some(rule => notable.test(rule)))
  const first = rows.at(-1)
  return (
    <>
      <div class="title">
        <h1>
          Session <span class="mono">{visible(id)}</span>
        </h1>
      </div>
      {[error, stats.error].map(one => one !== '' && <Failed error={one} key={one} />)}
      {value === undefined && error === '' && <Waiting />}
      {value?.length === 0 && <Empty>No call of this session is recorded.</Empty>}
      {first !== undefined && stats.value !== undefined && (
        <>
          <div class="figures">
            <Figure name="calls" value={calls} />
            <Figure name="refused" value={count('deny')} />
            <Figure name="asked" value={count('ask') + count('defer')} />
            <Figure name="touched secrets" value={secrets.length} />
            <Figure name="loops" value={loops.length} />
          </div>
          <Panel title="About it">
            <dl class="facts">
              <dt>client</dt>
              <dd>{visible(first.client)}</dd>
              <dt>project</dt>
              <dd class="mono">{visible(first.project)}</dd>
              <dt>first call</dt>
              <dd>{clock(first.time)}</dd>
            </dl>
            {loops.map(({ decision, times, example }) => (
              <p key={example.id}>
                <Verdict of={decision} /> {times} times in a row:{' '}
                <a href={`#/call/${encodeURIComponent(example.id)}`}>{visible(example.what.slice(0, 120))}</a>
              </p>
            ))}
          </Panel>
          <Panel title="Timeline" note="newest first">
            <Calls rows={rows} label="calls of this session" />
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

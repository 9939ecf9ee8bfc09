/** What a lead looks at on Monday. */

import { useMemo } from 'preact/hooks'
import type { Insights as Told } from '../shapes.ts'
import { get } from './api.ts'
import { Chart } from './chart.tsx'
import { CommandLine, Empty, Failed, Panel, useLoaded, Waiting } from './parts.tsx'
import { Path } from './path.tsx'
import { Figure } from './sessions.tsx'
import { clock, took, visible } from './text.ts'

const spans = [
  ['1d', 'a day'],
  ['7d', 'a week'],
  ['30d', '30 days'],
  ['', 'all'],
] as const

export const Insights = ({ query }: { readonly query: Readonly<Record<string, string>> }) => {
  const since = query.since ?? '7d'
  const { value, error } = useLoaded(`insights ${since}`, signal => get<Told>('insights', { since }, signal))
  return (
    <>
      <div class="title">
        <h1>Insights</h1>
        <label class="push">
          <span class="faint">over </span>
          <select value={since} onChange={event => location.replace(`#/insights?since=${event.currentTarget.value}`)}>
            {spans.map(([id, name]) => (
              <option value={id} key={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error !== '' && <Failed error={error} />}
      {value === undefined && error === '' && <Waiting />}
      <GoneSilent />
      {value !== undefined && <Figures told={value} />}
      <p class="same">
        The same in a terminal:{' '}
        {['', ' --by rule', ' --asked'].map(what => (
          <CommandLine text={`tfy-hook audit stats${what}${since === '' ? '' : ` --since ${since}`}`} key={what} />
        ))}
      </p>
    </>
  )
}

interface SilentRow {
  readonly client: string
  readonly title: string
  readonly host?: string
  readonly user?: string
  readonly caller?: string
  readonly tenant?: string
  readonly because: string
  readonly fix: string
}

/** Who is heard of and does not ask. Nothing where everybody asks. */
const GoneSilent = () => {
  const { value, error } = useLoaded('silent', signal => get<{ readonly silent: readonly SilentRow[] }>('silent', {}, signal))
  if (error !== '') return <Failed error={error} />
  if (value === undefined || value.silent.length === 0) return null
  return (
    <Panel title="Gone silent" note="whether they are guarded cannot be known">
      <ul class="problems">
        {value.silent.map(({ client, title, host, user, caller, tenant, because, fix }) => (
          <li key={`${client} ${host} ${user} ${caller} ${tenant}`}>
            <b>{visible([title, host, user, caller, tenant].filter(Boolean).join(', '))}</b> {visible(because)}.{' '}
            <span class="faint">{visible(fix)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const Figures = ({ told }: { readonly told: Told }) => {
  const { stats, days, groups, asked } = told
  const series = useMemo(
    () => [
      { label: 'calls', colour: '--accent', values: days.map(({ calls }) => calls) },
      { label: 'refused', colour: '--deny', values: days.map(({ denied }) => denied) },
    ],
    [told],
  )
  const names = useMemo(() => days.map(({ name }) => name), [told])
  if (stats.calls === 0) return <Empty>No call in this time.</Empty>
  const denied = stats.byDecision.find(({ name }) => name === 'deny')?.count ?? 0
  const questions = stats.byDecision.reduce((sum, { name, count }) => (name === 'ask' || name === 'defer' ? sum + count : sum), 0)
  const would = stats.byWould.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <div class="figures">
        <Figure name="calls" value={stats.calls} />
        <Figure name="refused" value={denied} />
        <Figure name="asked" value={questions} />
        <Figure name="on trial" value={would} />
        {stats.ms !== undefined && <Figure name="median" value={took(stats.ms.p50)} />}
        {stats.ms !== undefined && <Figure name="99 of 100 within" value={took(stats.ms.p99)} />}
      </div>
      <Panel title="Calls by day">
        <Chart label={`calls and refusals over ${days.length} days`} days={names} series={series} />
      </Panel>
      <div class="grid">
        {groups.map(({ by, list }) => {
          const rows = list.filter(one => by !== 'rule' || one.denied + one.asked + one.would > 0)
          return rows.length === 0 ? null : (
            <Panel title={`Refused, by ${by}`} key={by} note="refused, asked, on trial">
              <Bars list={rows.map(one => ({ name: one.name, count: one.denied + one.asked + one.would }))} link={linkFor(by)} />
            </Panel>
          )
        })}
        {stats.byFailure.length > 0 && (
          <Panel title="Failures" note="settled by the fail mode">
            <Bars list={stats.byFailure} />
          </Panel>
        )}
        {asked.length > 0 && (
          <Panel title="Ordinary calls most asked about" note="what a policy could permit">
            <ul class="problems">
              {asked.slice(0, 12).map(one => (
                <li key={`${one.shape} ${one.rules.join(' ')}`}>
                  <b>{one.count}</b>{' '}
                  <a href={`#/call/${encodeURIComponent(one.example.id)}`} class="mono">
                    {visible(one.shape)}
                  </a>{' '}
                  <span class="faint">{visible(one.rules.join(', '))}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {stats.slowest.length > 0 && (
          <Panel title="Slowest">
            <ul class="problems">
              {stats.slowest.slice(0, 8).map(one => (
                <li key={one.id}>
                  <b>{took(one.ms)}</b>{' '}
                  <a href={`#/call/${encodeURIComponent(one.id)}`}>{visible(`${one.client} ${one.tool || one.event}`)}</a>{' '}
                  <span class="faint">{clock(one.time)}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </>
  )
}

const linkFor = (by: string): ((name: string) => string) | undefined =>
  by !== 'day' ? name => `#/live?${by}=${encodeURIComponent(name)}` : undefined

interface BarsProps {
  readonly list: readonly { readonly name: string; readonly count: number }[]
  readonly link?: ((name: string) => string) | undefined
}

const Bars = ({ list, link }: BarsProps) => {
  const rows = [...list].sort((a, b) => b.count - a.count).slice(0, 12)
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <div>
      {rows.map(({ name, count }) => (
        <div class="bar" key={name}>
          {link === undefined ? (
            <Path of={name} />
          ) : (
            <a href={link(name)}>
              <Path of={name} />
            </a>
          )}
          <span class="track" aria-hidden="true">
            <div class="fill" style={{ width: `${(count / most) * 100}%` }} />
          </span>
          <span class="number">{count.toLocaleString('en')}</span>
        </div>
      ))}
    </div>
  )
}

/** One call: what it was, what was seen in it, what decided, what would change that. */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { CallRow, Session } from '../shapes.ts'
import { get } from './api.ts'
import { Calls } from './calls.tsx'
import { CommandLine, Failed, Foreign, Panel, Rules, Scroll, Table, useLoaded, Verdict, Waiting } from './parts.tsx'
import { Path } from './path.tsx'
import { PermitOnce } from './permit.tsx'
import { PermitForGood } from './permit-for-good.tsx'
import { SessionLine, useAbout } from './session-line.tsx'
import { ago, took, visible } from './text.ts'

export interface Effect {
  readonly finding: string
  readonly kind: string
  readonly means: string | null
  readonly certainty: string
  readonly targets: readonly string[]
  readonly unknown: string | null
  readonly answer: string | null
}

interface Trace {
  readonly preset: string
  readonly runs: readonly (readonly string[])[]
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly deletes: readonly string[]
  readonly hosts: readonly string[]
  readonly effects: readonly Effect[]
  readonly rules: readonly { readonly id: string; readonly layer: string; readonly outcome: string }[]
}

interface Explained {
  readonly recorded: Readonly<Record<string, unknown>>
  readonly now?: {
    readonly decision?: string
    readonly rules?: readonly string[]
    readonly reason?: string
    readonly instead?: string
    readonly error?: string
    readonly trace?: Trace
  }
}

const textAt = (from: unknown, key: string): string => {
  const value = (from as Record<string, unknown> | null)?.[key]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
const listAt = (from: unknown, key: string): readonly string[] => {
  const value = (from as Record<string, unknown> | null)?.[key]
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
}

interface CallProps {
  readonly id: string
  readonly session: Session
  /** What the person came for: `why`, or to `permit` it. */
  readonly wish: string
}

export const CallPage = ({ id, session, wish }: CallProps) => {
  const [doing, setDoing] = useState(wish)
  const reasons = useRef<HTMLDivElement>(null)
  const { value, error } = useLoaded(id, signal => get<Explained>(`call/${encodeURIComponent(id)}`, {}, signal))
  const sessionId = textAt(value?.recorded, 'session')
  const about = useAbout([sessionId])(sessionId)
  useEffect(() => {
    const key = ({ detail }: CustomEventInit<string>): void => {
      if (detail === 'a') setDoing('permit')
      if (detail === 'w') setDoing('why')
    }
    document.addEventListener('shortcut', key)
    return () => document.removeEventListener('shortcut', key)
  }, [])
  useEffect(() => {
    if (doing !== 'why') return
    reasons.current?.focus()
    setDoing('')
  }, [doing, value === undefined])
  if (error !== '')
    return (
      <>
        <h1>Call {visible(id)}</h1>
        <Failed error={error} />
      </>
    )
  if (value === undefined)
    return (
      <>
        <h1>Call {visible(id)}</h1>
        <Waiting />
      </>
    )
  const { recorded, now } = value
  const replay = recorded.replay
  const rules = listAt(recorded, 'rules')
  const decision = textAt(recorded, 'decision')
  const content = textAt(replay, 'content')
  const trace = now?.trace
  const told = textAt(recorded, 'told')
  return (
    <>
      <div class="title">
        <Verdict of={decision} large />
        <h1>
          {visible(textAt(recorded, 'tool') || textAt(recorded, 'event') || 'call')} <span class="faint mono">{visible(id)}</span>
        </h1>
        <span class="faint">
          {visible(textAt(recorded, 'client') || 'unknown')}, {ago(textAt(recorded, 'time'), Date.now())}
        </span>
      </div>
      <Panel title="What was asked">
        <Scroll kind="command" label="the call">
          <Foreign text={content} limit={2_000} marks={trace === undefined ? [] : wordsIn(trace)} />
        </Scroll>
        {content === '' && <p class="faint">Nothing of it is recorded.</p>}
      </Panel>
      <div ref={reasons} tabIndex={-1}>
        <Panel title="What was decided" note={<Rules list={rules} />}>
          {textAt(recorded, 'reason') !== '' && (
            <p class="reason">
              <Foreign text={textAt(recorded, 'reason')} limit={600} />
            </p>
          )}
          {now?.instead !== undefined && (
            <p>
              Instead: <Foreign text={now.instead} limit={600} />
            </p>
          )}
          <dl class="facts">
            {recorded.contain !== undefined && [
              <dt key="cage">the cage</dt>,
              <dd key="cage-is">
                {[textAt(recorded.contain, 'profile'), textAt(recorded.contain, 'backend'), textAt(recorded.contain, 'why')]
                  .filter(Boolean)
                  .join(', ')}
              </dd>,
            ]}
            {told !== '' && [
              <dt key="told">the agent heard</dt>,
              <dd key="told-is">{told === 'nothing' ? 'nothing: this event has no answer' : <Verdict of={told} />}</dd>,
            ]}
            {now?.decision !== undefined && [
              <dt key="now">decided now</dt>,
              <dd key="now-is">
                <Verdict of={now.decision} />{' '}
                {now.decision === decision
                  ? 'as it was'
                  : 'otherwise than it was: the policy, or what the session did before, has changed'}
              </dd>,
            ]}
            {now?.error !== undefined && [<dt key="error">decided now</dt>, <dd key="error-is">{visible(now.error)}</dd>]}
            <Fact name="certainty" of={recorded} />
            <Fact name="source" of={recorded} />
            <Fact name="failure" of={recorded} />
            <Fact name="would" of={recorded} />
          </dl>
        </Panel>
      </div>
      {decision !== 'allow' && <PermitOnce id={id} session={session} opened={doing === 'permit'} />}
      {decision !== 'allow' && !session.server?.tenant && (
        <Panel title="What would change it" note="for good, as narrow as it can be">
          {session.server === undefined && <PermitForGood id={id} attended={session.attended} />}
          <dl class="facts">
            {trace?.rules.map(({ id: rule, layer, outcome }) => [
              <dt key={rule}>{visible(rule)}</dt>,
              <dd key={`${rule}-is`}>
                {outcome === 'fired' ? 'held' : visible(outcome)}, from the {visible(layer)} policy.{' '}
                <a href="#/policy">Its rules and exceptions</a>
              </dd>,
            ])}
          </dl>
        </Panel>
      )}
      {trace !== undefined && <Seen trace={trace} />}
      <Panel title="Around it">
        <dl class="facts">
          <dt>session</dt>
          <dd>
            <a href={`#/sessions/${encodeURIComponent(sessionId)}`}>
              <SessionLine id={sessionId} about={about} />
            </a>
          </dd>
          <dt>project</dt>
          <dd>
            <Path of={listAt(replay, 'workspaceRoots').join(', ') || textAt(replay, 'cwd')} />
          </dd>
          <Fact name="time" of={recorded} />
          <Fact name="event" of={recorded} />
          <Fact name="user" of={recorded} />
          <Fact name="host" of={recorded} />
          <Fact name="version" of={recorded} />
          <dt>took</dt>
          <dd>{took(Number(textAt(recorded, 'ms')))}</dd>
        </dl>
        <details>
          <summary>The whole line of the log</summary>
          <Scroll kind="command" label="the line of the log">
            <Foreign text={JSON.stringify(recorded, null, 2)} limit={4_000} />
          </Scroll>
        </details>
      </Panel>
      {rules[0] !== undefined && <Similar rule={rules[0]} id={id} />}
      <p class="same">
        The same in a terminal: <CommandLine text={`tfy-hook explain ${id}`} />
      </p>
    </>
  )
}

const Fact = ({ name, of }: { readonly name: string; readonly of: unknown }) => {
  const text = textAt(of, name)
  return text === '' ? null : (
    <>
      <dt>{name}</dt>
      <dd>
        <Foreign text={text} limit={400} />
      </dd>
    </>
  )
}

/** The words of the command that effects come from: programs, and what they are done to. */
const wordsIn = ({ runs, effects }: Trace): readonly string[] => [
  ...runs.flatMap(([program = '']) => [program, program.replace(/^.*\//, '')]),
  ...effects.flatMap(({ targets }) => targets.flatMap(target => [target, target.replace(/^.*\//, '')])),
]

const Seen = ({ trace }: { readonly trace: Trace }) => (
  <Panel title="What was seen in it" note={`preset ${trace.preset}`}>
    {trace.effects.length > 0 && (
      <Table label="effects" head={['answer', 'effect', 'to', 'certainty']}>
        {trace.effects.map((effect, i) => (
          <tr key={`${effect.finding}-${i}`}>
            <td>
              <Verdict of={effect.answer ?? 'allow'} />
            </td>
            <td>
              <span class="mono">{visible(effect.finding)}</span>
              <br />
              <span class="faint">{visible(effect.means ?? effect.kind)}</span>
            </td>
            <td class="mono">{visible(effect.targets.join(' '))}</td>
            <td>
              {visible(effect.certainty)}
              {effect.unknown !== null && <span class="faint">: {visible(effect.unknown)}</span>}
            </td>
          </tr>
        ))}
      </Table>
    )}
    <dl class="facts">
      {(
        [
          ['runs', trace.runs.map(run => run.join(' '))],
          ['reads', trace.reads],
          ['writes', trace.writes],
          ['deletes', trace.deletes],
          ['hosts', trace.hosts],
        ] as const
      ).map(([name, list]) =>
        list.length === 0
          ? null
          : [
              <dt key={name}>{name}</dt>,
              <dd key={`${name}-is`} class="mono">
                {list.map((one, i) => (
                  <div key={`${i}-${one}`}>
                    <Foreign text={one} limit={300} line />
                  </div>
                ))}
              </dd>,
            ],
      )}
    </dl>
    {trace.effects.length === 0 && trace.runs.length === 0 && <p class="faint">Nothing that a rule speaks about.</p>}
  </Panel>
)

const Similar = ({ rule, id }: { readonly rule: string; readonly id: string }) => {
  const { value } = useLoaded(rule, signal => get<readonly CallRow[]>('calls', { rule, lines: '8' }, signal))
  const others = value?.filter(row => row.id !== id) ?? []
  return others.length === 0 ? null : (
    <Panel title="Similar calls" note={<a href={`#/live?rule=${encodeURIComponent(rule)}`}>all by {visible(rule)}</a>}>
      <Calls rows={others} label={`calls by ${visible(rule)}`} />
    </Panel>
  )
}

/** Permits one refused call, once: the person sees what it is, and says so twice. */

import { useState } from 'preact/hooks'
import type { Allowance, Approvals, Permitted, Refusal, Session } from '../shapes.ts'
import { get, send } from './api.ts'
import { CommandLine, Diff, Failed, Foreign, Panel, Scroll, useLoaded, Verdict } from './parts.tsx'
import { ago, visible } from './text.ts'

interface ButtonProps {
  readonly refusal: Refusal
  readonly attended: boolean
  /** At `serve`, where no terminal is. */
  readonly remote?: boolean
  /** Of a refusal that a link leads to. */
  readonly link?: string
  readonly onDone: () => void
}

const PermitButton = ({ refusal, attended, remote, link, onDone }: ButtonProps) => {
  const [sure, setSure] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const permit = (): void => {
    setBusy(true)
    const asked = link === undefined ? send<Permitted>('approvals', { id: refusal.id }) : send<Permitted>('permit', { link })
    asked
      .then(onDone, (problem: unknown) => setError(problem instanceof Error ? problem.message : 'It failed.'))
      .finally(() => setBusy(false))
  }
  if (refusal.approvedBy !== null)
    return (
      <p class="done" role="status">
        Permitted by {visible(refusal.approvedBy)}, and not used yet. The agent may try again.
      </p>
    )
  if (refusal.barrier !== null) return <p class="faint">It cannot be permitted: {visible(refusal.barrier)}.</p>
  if (!attended)
    return (
      <p class="faint">
        This page only shows. {remote ? 'Permit it with your token: ' : 'In a terminal: '}
        <CommandLine text={remote ? `POST /approvals/${refusal.id}` : `tfy-hook approve ${refusal.id}`} />
      </p>
    )
  return (
    <div class="buttons">
      {sure ? (
        <>
          <button type="button" class="main" disabled={busy} onClick={permit}>
            yes, permit this call once
          </button>
          <button type="button" onClick={() => setSure(false)}>
            no
          </button>
        </>
      ) : (
        <button type="button" onClick={() => setSure(true)}>
          permit once …
        </button>
      )}
      <span class="faint">this exact call, in its folder and session, once within ten minutes</span>
      {error !== '' && <Failed error={error} />}
    </div>
  )
}

/** What a person has to see of a call before he permits it. */
export const RefusalCard = (props: ButtonProps) => {
  const { refusal } = props
  return (
    <>
      <Scroll kind="command" label={`what ${refusal.id} asked`}>
        <Foreign text={refusal.content} limit={1_000} />
      </Scroll>
      {Object.keys(refusal.input).length > 0 && (
        <details>
          <summary>All its arguments</summary>
          <Scroll kind="command" label={`the arguments of ${refusal.id}`}>
            <Foreign text={JSON.stringify(refusal.input, null, 2)} limit={4_000} />
          </Scroll>
        </details>
      )}
      <p>
        <Foreign text={refusal.reason} limit={400} />
      </p>
      <p class="faint">
        in <span class="mono">{visible(refusal.cwd)}</span>
      </p>
      <PermitButton {...props} />
    </>
  )
}

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
              {visible(value.client)}, {ago(value.time, Date.now())}, {visible(value.rules.join(', '))}
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
export const PermitOnce = ({ id, session }: { readonly id: string; readonly session: Session }) => {
  const { value, again } = useLoaded(id, signal => get<Approvals>('approvals', {}, signal))
  const refusal = value?.find(one => one.id === id)
  return refusal === undefined ? null : (
    <Panel title="Permit">
      <PermitButton refusal={refusal} attended={session.attended} remote={session.server !== undefined} onDone={again} />
      {session.attended && refusal.barrier === null && refusal.approvedBy === null && (
        <p class="same">
          The same in a terminal: <CommandLine text={`tfy-hook approve ${id}`} />
        </p>
      )}
    </Panel>
  )
}

/** The narrowest exception for a call: shown, and written when a person says so. */
export const PermitForGood = ({ id, attended }: { readonly id: string; readonly attended: boolean }) => {
  const [shown, setShown] = useState<Allowance>()
  const [written, setWritten] = useState(false)
  const [error, setError] = useState('')
  const attempt = (act: () => Promise<void>): void => {
    setError('')
    act().catch((problem: unknown) => setError(problem instanceof Error ? problem.message : 'It failed.'))
  }
  const look = (): void => attempt(async () => setShown(await get<Allowance>(`allow/${encodeURIComponent(id)}`)))
  const write = (): void =>
    attempt(async () => {
      await send<Allowance>('allow', { id, digest: shown?.digest })
      setWritten(true)
    })
  return (
    <>
      {shown === undefined && (
        <button type="button" onClick={look}>
          show the exception
        </button>
      )}
      {error !== '' && <Failed error={error} />}
      {shown !== undefined && (
        <>
          <p>
            Excepts <span class="mono">{visible(shown.rules.join(', '))}</span> until {shown.expires}, for this call in this
            folder. {shown.neighbours} calls that differ a little are judged as before.
          </p>
          {shown.files.map(({ file, diff }) => (
            <div key={file}>
              <h3 class="mono">{visible(file)}</h3>
              <Diff lines={diff} label={`what would be written to ${visible(file)}`} />
            </div>
          ))}
          {written ? (
            <p class="done" role="status">
              Written. It holds from the next call on.
            </p>
          ) : (
            <div class="buttons">
              <button type="button" class="main" disabled={!attended} onClick={write}>
                write the exception
              </button>
              {!attended && <span class="faint">Only where the dashboard was started in a terminal.</span>}
            </div>
          )}
        </>
      )}
      <p class="same">
        The same in a terminal: <CommandLine text={`tfy-hook policy allow ${id}`} />
      </p>
    </>
  )
}

/** Permits one refused call, once: the person sees what it is, and says so twice. */

import { useState } from 'preact/hooks'
import type { Allowance, Approvals, Permitted, Refusal, Session } from '../shapes.ts'
import { get, send } from './api.ts'
import { CommandLine, Diff, Failed, Panel, useLoaded } from './parts.tsx'
import { visible } from './text.ts'

interface ButtonProps {
  readonly refusal: Refusal
  readonly attended: boolean
  readonly onDone: () => void
}

export const PermitButton = ({ refusal, attended, onDone }: ButtonProps) => {
  const [sure, setSure] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const permit = (): void => {
    setBusy(true)
    send<Permitted>('approvals', { id: refusal.id })
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
        This page only shows. In a terminal: <CommandLine text={`tfy-hook approve ${refusal.id}`} />
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

/** On the page of a call: nothing where it is too long ago to be permitted. */
export const PermitOnce = ({ id, session }: { readonly id: string; readonly session: Session }) => {
  const { value, again } = useLoaded(id, signal => get<Approvals>('approvals', {}, signal))
  const refusal = value?.find(one => one.id === id)
  return refusal === undefined ? null : (
    <Panel title="Permit">
      <PermitButton refusal={refusal} attended={session.attended} onDone={again} />
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

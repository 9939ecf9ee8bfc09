/** Permits one refused call, once: the person sees what it is, and says so twice. */

import { useState } from 'preact/hooks'
import type { Approvals, Permitted, Refusal, Session } from '../shapes.ts'
import { get, send } from './api.ts'
import { CommandLine, Failed, Panel, useLoaded } from './parts.tsx'
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
    return <p class="faint">Started without a terminal, this page only shows. Run in a terminal: tfy-hook dashboard</p>
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
      {refusal.barrier === null && refusal.approvedBy === null && (
        <p class="same">
          The same in a terminal: <CommandLine text={`tfy-hook approve ${id}`} />
        </p>
      )}
    </Panel>
  )
}

/** Permits a call for good, by an exception in a policy: shown, and written when a person says so. */

import { useState } from 'preact/hooks'
import type { Allowance } from '../shapes.ts'
import { get, send } from './api.ts'
import { CommandLine, Diff, Failed } from './parts.tsx'
import { visible } from './text.ts'

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

/** Each client: guarded, or why not; the drill; and what would be registered. */

import { useState } from 'preact/hooks'
import { get, send } from './api.ts'
import { CommandLine, Empty, Failed, Panel, Scroll, useLoaded, Waiting } from './parts.tsx'
import { ago, visible } from './text.ts'

interface Reason {
  readonly because: string
  readonly fix: string
}

interface ClientRow {
  readonly client: string
  readonly title: string
  readonly registered: boolean
  readonly scopes: readonly string[]
  readonly files: readonly string[]
  readonly guard: { readonly answer: string; readonly reasons: readonly Reason[] }
  readonly seen?: { readonly time: string; readonly event: string; readonly decision: string }
}

interface Status {
  readonly clients: readonly ClientRow[]
  readonly source: string
  readonly gateway: string | null
  readonly policies: readonly { readonly file: string; readonly layer: string; readonly problem?: string }[]
  readonly audit: boolean
  readonly problem?: string
}

interface Finding {
  readonly id: string
  readonly severity: string
  readonly client?: string
  readonly what: string
  readonly why?: string
  readonly mend?: string
}

interface Report {
  readonly worst: string
  readonly findings: readonly Finding[]
}

const answerKind = (answer: string): string => (answer === 'guarded' ? 'allow' : answer === 'not guarded' ? 'deny' : 'ask')

export const Setup = () => {
  const { value, error, again } = useLoaded('setup', signal => get<Status>('setup', {}, signal))
  return (
    <>
      <div class="title">
        <h1>Setup</h1>
        <button type="button" onClick={again}>
          look again
        </button>
      </div>
      {error !== '' && <Failed error={error} />}
      {value === undefined && error === '' && <Waiting />}
      {value !== undefined && (
        <>
          {value.problem !== undefined && <Failed error={value.problem} />}
          {value.clients.length === 0 && <Empty>No coding agent was found on this machine.</Empty>}
          <div class="grid">
            {value.clients.map(row => (
              <Client row={row} key={row.client} />
            ))}
          </div>
          <Panel title="What decides">
            <dl class="facts">
              <dt>source</dt>
              <dd>{value.source}</dd>
              {value.gateway !== null && [<dt key="gateway">gateway</dt>, <dd key="gateway-is">{visible(value.gateway)}</dd>]}
              <dt>policies</dt>
              <dd>
                {value.policies.length === 0 ? 'none; the built-in preset "recommended"' : null}
                {value.policies.map(({ file, layer, problem }) => (
                  <div key={file}>
                    <span class="mono">{visible(file)}</span> <span class="faint">{layer}</span>
                    {problem !== undefined && <Failed error={problem} />}
                  </div>
                ))}
              </dd>
              <dt>audit log</dt>
              <dd>{value.audit ? 'on' : 'off'}</dd>
            </dl>
          </Panel>
          <Doctor clients={value.clients} />
          <Register clients={value.clients} />
        </>
      )}
      <p class="same">
        The same in a terminal: <CommandLine text="tfy-hook status" /> <CommandLine text="tfy-hook doctor" />
      </p>
    </>
  )
}

const Client = ({ row }: { readonly row: ClientRow }) => (
  <Panel title={visible(row.title)} note={<span class={`verdict ${answerKind(row.guard.answer)}`}>{row.guard.answer}</span>}>
    <dl class="facts">
      <dt>registered</dt>
      <dd>{row.registered ? row.scopes.join(', ') || 'by another client’s file' : 'no'}</dd>
      <dt>last call</dt>
      <dd>{row.seen === undefined ? 'not lately' : `${ago(row.seen.time, Date.now())}: ${visible(row.seen.event)}`}</dd>
      {row.files.map(file => [
        <dt key={file}>file</dt>,
        <dd key={`${file}-is`} class="mono">
          {visible(file)}
        </dd>,
      ])}
    </dl>
    {row.guard.answer !== 'guarded' &&
      row.guard.reasons.map(({ because, fix }) => (
        <p key={because}>
          {visible(because)}. <span class="faint">{visible(fix)}</span>
        </p>
      ))}
  </Panel>
)

const Doctor = ({ clients }: { readonly clients: readonly ClientRow[] }) => {
  const [report, setReport] = useState<Report>()
  const [busy, setBusy] = useState('')
  const [error, setError] = useState('')
  const run = (what: string, asked: () => Promise<Report>): void => {
    setBusy(what)
    setError('')
    asked()
      .then(setReport, (problem: unknown) => setError(problem instanceof Error ? problem.message : 'It failed.'))
      .finally(() => setBusy(''))
  }
  return (
    <Panel title="Doctor" note="what is wrong, why it matters and what helps">
      <div class="buttons">
        <button type="button" disabled={busy !== ''} onClick={() => run('looking', () => get<Report>('setup/doctor'))}>
          examine
        </button>
        <button
          type="button"
          class="main"
          disabled={busy !== ''}
          onClick={() => run('drilling', () => send<Report>('setup/drill', {}))}
        >
          drill every client
        </button>
        {clients.map(({ client, title }) => (
          <button
            type="button"
            key={client}
            disabled={busy !== ''}
            onClick={() => run('drilling', () => send<Report>('setup/drill', { client }))}
          >
            drill {visible(title)}
          </button>
        ))}
      </div>
      <p class="faint">
        The drill runs what is registered, as each client would, with an ordinary and a dangerous call. Neither is carried out.
      </p>
      {busy !== '' && <p role="status">{busy} …</p>}
      {error !== '' && <Failed error={error} />}
      {report !== undefined && (
        <ul class="problems" aria-label="findings">
          {report.findings.map((finding, i) => (
            <li key={`${finding.id}-${i}`}>
              <span class={`verdict ${finding.severity === 'ok' ? 'allow' : finding.severity === 'bad' ? 'deny' : 'ask'}`}>
                {finding.severity}
              </span>{' '}
              {visible(finding.what)} {finding.why !== undefined && <span class="faint">{visible(finding.why)} </span>}
              {finding.mend !== undefined && <CommandLine text={finding.mend} />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface Planned {
  readonly clients?: readonly unknown[]
}

const Register = ({ clients }: { readonly clients: readonly ClientRow[] }) => {
  const [client, setClient] = useState(clients[0]?.client ?? 'claude-code')
  const [form, setForm] = useState('command')
  const [system, setSystem] = useState('linux')
  const [plan, setPlan] = useState<Planned>()
  const [error, setError] = useState('')
  const query: Readonly<Record<string, string>> =
    form === 'managed'
      ? { client, scope: 'managed', system }
      : { client, scope: form === 'project' ? 'project' : 'user', transport: form === 'http' ? 'http' : 'command' }
  const command = [
    'tfy-hook init --dry-run',
    `--client ${client}`,
    form === 'managed'
      ? `--scope managed --for ${system}`
      : form === 'http'
        ? '--transport http'
        : form === 'project'
          ? '--scope project'
          : '',
  ]
    .filter(Boolean)
    .join(' ')
  const show = (): void => {
    setError('')
    setPlan(undefined)
    get<Planned>('setup/registration', query).then(setPlan, (problem: unknown) =>
      setError(problem instanceof Error ? problem.message : 'It failed.'),
    )
  }
  return (
    <Panel title="Registration" note="what would be written; nothing is written from here">
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          show()
        }}
      >
        <label>
          client
          <input
            type="text"
            value={client}
            spellcheck={false}
            list="clients"
            onInput={event => setClient(event.currentTarget.value)}
          />
        </label>
        <datalist id="clients">
          {clients.map(row => (
            <option value={row.client} key={row.client} />
          ))}
        </datalist>
        <label>
          form
          <select value={form} onChange={event => setForm(event.currentTarget.value)}>
            <option value="command">a command, for this account</option>
            <option value="project">a command, for this project</option>
            <option value="http">a server over HTTP</option>
            <option value="managed">managed, for a fleet</option>
          </select>
        </label>
        {form === 'managed' && (
          <label>
            machines
            <select value={system} onChange={event => setSystem(event.currentTarget.value)}>
              <option>linux</option>
              <option>macos</option>
              <option>windows</option>
            </select>
          </label>
        )}
        <button type="submit">show</button>
      </form>
      <CommandLine text={command} />
      {error !== '' && <Failed error={error} />}
      {plan !== undefined && (
        <Scroll kind="command" label="what would be written">
          {visible(JSON.stringify(plan, null, 2).slice(0, 60_000)).replaceAll('\\n', '\n')}
        </Scroll>
      )}
    </Panel>
  )
}

/** The policy in force, where each part of it comes from, and a draft of it: checked, rehearsed, written. */

import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Checked, PolicyFileShown, Rehearsed, Session, Suggestion } from '../shapes.ts'
import { get, send } from './api.ts'
import { type Editor, editorIn, wordsOf } from './editor.ts'
import { CommandLine, Diff, Failed, Foreign, Panel, Table, useLoaded, Verdict, Waiting } from './parts.tsx'
import { clock, visible } from './text.ts'

interface Sourced {
  readonly value: string
  readonly from: string
}

interface ShownRule {
  readonly id: string
  readonly on: readonly string[]
  readonly decision: string
  readonly reason: string
  readonly strategy: string
  readonly layer: string
  readonly from: string
}

interface Effective {
  readonly preset: Sourced
  readonly settings: Readonly<Record<string, Sourced>>
  readonly packs: readonly (Sourced & { readonly id: string; readonly title: string })[]
  readonly rules: readonly ShownRule[]
  readonly exceptions: readonly {
    readonly rule: string
    readonly reason: string
    readonly from: string
    readonly expires?: string
    readonly ineffective?: string
  }[]
  readonly refused: readonly { readonly from: string; readonly what: string }[]
}

export const PolicyPage = ({ session }: { readonly session: Session }) => {
  const policy = useLoaded('policy', signal => get<Effective>('policy', {}, signal))
  const below = (
    <>
      {policy.error !== '' && <Failed error={policy.error} />}
      <Suggestions />
      {policy.value !== undefined && <InForce policy={policy.value} />}
    </>
  )
  return (
    <>
      <div class="title">
        <h1>Policy</h1>
      </div>
      {policy.value === undefined && policy.error === '' ? (
        <Waiting />
      ) : session.server === undefined ? (
        <Files rules={policy.value?.rules ?? []} attended={session.attended} onWritten={policy.again} below={below} />
      ) : (
        below
      )}
      <p class="same">
        The same in a terminal: <CommandLine text="tfy-hook policy show" /> <CommandLine text="tfy-hook policy check" />{' '}
        <CommandLine text="tfy-hook policy suggest" />
      </p>
    </>
  )
}

/** Questions to whoever writes the policy: each leads to the calls, where an exception can be looked at. */
const Suggestions = () => {
  const { value, error } = useLoaded('suggest', signal => get<readonly Suggestion[]>('policy/suggest', {}, signal))
  if (error !== '') return <Failed error={error} />
  if (value === undefined || value.length === 0) return null
  return (
    <Panel title="Refused again and again" note="over 30 days; nothing is changed by itself">
      <ul class="problems" aria-label="suggestions">
        {value.map(({ kind, rule, refused, permitted, sessions, id, example }) => (
          <li key={`${kind} ${id} ${rule}`}>
            <b>{refused}</b> <span class="mono">{visible(rule)}</span>{' '}
            <a
              class="mono"
              href={kind === 'exception' ? `#/call/${encodeURIComponent(id)}` : `#/live?rule=${encodeURIComponent(rule)}`}
            >
              {visible(example)}
            </a>{' '}
            <span class="faint">
              {kind === 'exception' ? 'one call' : 'and other calls in one folder: an exception with conditions of its own?'}, in{' '}
              {sessions} session{sessions === 1 ? '' : 's'}
              {permitted === 0 ? '' : `, permitted ${permitted} times`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface FilesProps extends Pick<DraftsProps, 'rules' | 'attended' | 'onWritten'> {
  /** Comes once the editor has its place: what arrived before would move away under the pointer. */
  readonly below: ComponentChildren
}

const Files = ({ rules, attended, onWritten, below }: FilesProps) => {
  const files = useLoaded('files', signal => get<readonly PolicyFileShown[]>('policy/files', {}, signal))
  const schema = useLoaded('schema', signal => get<unknown>('policy/schema', {}, signal))
  const error = files.error || schema.error
  const again = (): void => {
    onWritten()
    files.again()
  }
  if (error === '' && (files.value === undefined || schema.value === undefined)) return <Waiting />
  return (
    <>
      {error !== '' && <Failed error={error} />}
      {files.value !== undefined && schema.value !== undefined && (
        <Drafts files={files.value} schema={schema.value} rules={rules} attended={attended} onWritten={again} />
      )}
      {below}
    </>
  )
}

const starter = 'version: 1\nextends: recommended\n'

interface DraftsProps {
  readonly files: readonly PolicyFileShown[]
  readonly schema: unknown
  readonly rules: readonly ShownRule[]
  readonly attended: boolean
  readonly onWritten: () => void
}

const Drafts = ({ files, schema, rules, attended, onWritten }: DraftsProps) => {
  const [chosen, setChosen] = useState(files.find(({ editable }) => editable)?.file ?? files[0]?.file ?? '')
  const file = files.find(one => one.file === chosen)
  return (
    <Panel title="Files" note="what is written here holds from the next call on">
      <div class="form">
        <label>
          file
          <select value={chosen} onChange={event => setChosen(event.currentTarget.value)}>
            {files.map(one => (
              <option value={one.file} key={one.file}>
                {one.layer}: {visible(one.file)}
                {one.exists ? '' : ' (new)'}
              </option>
            ))}
          </select>
        </label>
      </div>
      {file === undefined ? (
        <p class="faint">No policy file can be made here.</p>
      ) : (
        <Draft file={file} schema={schema} rules={rules} attended={attended} onWritten={onWritten} key={file.file} />
      )}
    </Panel>
  )
}

interface DraftProps extends Omit<DraftsProps, 'files'> {
  readonly file: PolicyFileShown
}

const Draft = ({ file, schema, rules, attended, onWritten }: DraftProps) => {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor | undefined>(undefined)
  const first = file.exists ? file.text : starter
  const [text, setText] = useState(first)
  const [digest, setDigest] = useState(file.digest)
  const [checked, setChecked] = useState<Checked>()
  const [checkedText, setCheckedText] = useState<string>()
  const [rehearsed, setRehearsed] = useState<Rehearsed>()
  const [busy, setBusy] = useState('')
  const [said, setSaid] = useState<{ readonly error: string; readonly done: string }>({ error: '', done: '' })

  useEffect(() => {
    if (place.current === null) return
    editor.current = editorIn({
      parent: place.current,
      text: first,
      label: `policy ${file.file}`,
      readOnly: !file.editable,
      words: wordsOf(
        schema,
        rules.map(({ id }) => id),
      ),
      onChange: setText,
    })
    return () => editor.current?.close()
  }, [])

  useEffect(() => {
    setRehearsed(undefined)
    if (!file.editable) return
    const later = setTimeout(() => {
      send<Checked>('policy/check', { file: file.file, text }).then(
        found => {
          setChecked(found)
          setCheckedText(text)
          editor.current?.tell(found.problems)
        },
        (problem: unknown) => setSaid({ error: problem instanceof Error ? problem.message : 'It failed.', done: '' }),
      )
    }, 300)
    return () => clearTimeout(later)
  }, [text, digest])

  const attempt = (what: string, act: () => Promise<void>): void => {
    setBusy(what)
    setSaid({ error: '', done: '' })
    act()
      .catch((problem: unknown) => setSaid({ error: problem instanceof Error ? problem.message : 'It failed.', done: '' }))
      .finally(() => setBusy(''))
  }
  const rehearse = (): void =>
    attempt('replaying', async () => setRehearsed(await send<Rehearsed>('policy/rehearse', { file: file.file, text, last: 500 })))
  const write = (): void =>
    attempt('writing', async () => {
      const { written } = await send<{ written: string }>('policy/write', { file: file.file, text, digest })
      setDigest(written)
      setSaid({ error: '', done: 'Written. It holds from the next call on.' })
      onWritten()
    })
  const current = checkedText === text
  const errors = checked?.problems.filter(({ severity }) => severity === 'error') ?? []
  const changed = (checked?.diff.length ?? 0) > 0
  const sound = current && errors.length === 0 && changed

  return (
    <>
      <div class="editor" ref={place} />
      {!file.editable && (
        <p class="faint">
          {file.layer === 'managed'
            ? 'An administrator’s file: it is shown, not changed.'
            : 'This file holds what looks like a credential, masked here. Change it in an editor of yours.'}
        </p>
      )}
      {file.editable && (
        <>
          <p role="status" class="faint">
            {!current
              ? 'Checking …'
              : errors.length > 0
                ? `${errors.length} mistake${errors.length === 1 ? '' : 's'}`
                : changed
                  ? 'Valid, and not written yet.'
                  : 'Valid, as it is in the file.'}
          </p>
          {checked !== undefined && checked.problems.length > 0 && (
            <ul class="problems" aria-label="what is wrong">
              {checked.problems.map((problem, i) => (
                <li key={`${problem.line}-${i}`}>
                  <button type="button" onClick={() => editor.current?.goTo(problem.line, problem.column)}>
                    line {problem.line}
                  </button>
                  <span class={`verdict ${problem.severity === 'error' ? 'deny' : 'ask'}`}>{problem.severity}</span>{' '}
                  {visible(problem.message)}
                </li>
              ))}
            </ul>
          )}
          <div class="buttons">
            <button type="button" disabled={!sound || busy !== ''} onClick={rehearse}>
              what would it change?
            </button>
            <button type="button" class="main" disabled={!sound || busy !== '' || !attended} onClick={write}>
              write
            </button>
            <button type="button" disabled={!changed} onClick={() => editor.current?.put(first)}>
              undo all
            </button>
            {busy !== '' && <span role="status">{busy} …</span>}
          </div>
          {!attended && (
            <p class="faint">Started without a terminal, this page does not write. Run in a terminal: tfy-hook dashboard</p>
          )}
          {said.error !== '' && <Failed error={said.error} />}
          {said.done !== '' && (
            <p class="done" role="status">
              {said.done}
            </p>
          )}
          {rehearsed !== undefined && <Changes of={rehearsed} />}
          {current && changed && checked !== undefined && (
            <>
              <h3>What would be written</h3>
              <Diff lines={checked.diff} label="difference to the file" />
            </>
          )}
        </>
      )}
    </>
  )
}

const Tests = ({ of: { tests, testsFailed } }: { readonly of: Rehearsed }) =>
  testsFailed !== undefined ? (
    <Failed error={testsFailed} />
  ) : tests === undefined ? (
    <p class="faint">No tests stand beside this file.</p>
  ) : (
    <>
      <h3>
        Tests: {tests.passed} passed, {tests.failed} failed
      </h3>
      {tests.cases
        .filter(({ status }) => status === 'failed')
        .map(({ line, name, why }) => (
          <p key={`${line}-${name}`}>
            <span class="verdict deny">failed</span> line {line}: {visible(name)} <span class="faint">{visible(why ?? '')}</span>
          </p>
        ))}
    </>
  )

const Changes = ({ of }: { readonly of: Rehearsed }) => {
  const { calls, skipped, changes } = of
  return (
    <div role="status">
      <Tests of={of} />
      <h3>
        {changes.length === 0 ? 'Nothing would change' : `${changes.length} of ${calls} calls would be answered otherwise`}
        {changes.length === 0 ? ` in the last ${calls} calls.` : '.'}
      </h3>
      {skipped > 0 && <p class="faint">{skipped} more were not decided by the offline engine, or are recorded in part.</p>}
      {changes.length > 0 && (
        <Table label="calls that change" head={['when', 'was', 'would be', 'call']}>
          {changes.slice(0, 200).map((change, i) => (
            <tr key={`${change.time}-${i}`}>
              <td>{clock(change.time)}</td>
              <td>
                <Verdict of={change.was} />
              </td>
              <td>
                <Verdict of={change.now} />
              </td>
              <td class="mono">
                <Foreign text={change.content} limit={200} line />
                <br />
                <span class="faint">{visible((change.nowRules.length > 0 ? change.nowRules : change.wasRules).join(', '))}</span>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </div>
  )
}

const InForce = ({ policy }: { readonly policy: Effective }) => {
  const [asked, setAsked] = useState('')
  const [off, setOff] = useState(false)
  const rules = policy.rules.filter(
    rule =>
      (off || rule.decision !== 'off') &&
      (asked === '' || `${rule.id} ${rule.reason} ${rule.from}`.toLowerCase().includes(asked.toLowerCase())),
  )
  return (
    <>
      <Panel title="In force here">
        <dl class="facts">
          <dt>preset</dt>
          <dd>
            {policy.preset.value} <span class="faint mono">{visible(policy.preset.from)}</span>
          </dd>
          {Object.entries(policy.settings).map(([name, { value, from }]) => [
            <dt key={name}>{name}</dt>,
            <dd key={`${name}-is`}>
              {value} <span class="faint mono">{visible(from)}</span>
            </dd>,
          ])}
          <dt>packs</dt>
          <dd>
            {policy.packs.map(({ id, value, title }) => (
              <span key={id} title={visible(title)}>
                {id} <span class="faint">{value}</span>{' '}
              </span>
            ))}
          </dd>
          {policy.exceptions.map(exception => [
            <dt key={exception.rule}>exception</dt>,
            <dd key={`${exception.rule}-is`}>
              <span class="mono">{visible(exception.rule)}</span> {visible(exception.reason)}{' '}
              <span class="faint mono">{visible(exception.from)}</span>
              {exception.ineffective !== undefined && <span class="faint"> no effect: {visible(exception.ineffective)}</span>}
            </dd>,
          ])}
          {policy.refused.map(({ from, what }, i) => [
            <dt key={`refused-${i}`}>refused</dt>,
            <dd key={`refused-${i}-is`}>
              {visible(what)} <span class="faint mono">{visible(from)}</span>
            </dd>,
          ])}
        </dl>
      </Panel>
      <Panel title="Rules" note={`${rules.length} shown`}>
        <div class="form">
          <label>
            find
            <input type="search" value={asked} onInput={event => setAsked(event.currentTarget.value)} />
          </label>
          <label>
            rules that are off
            <select value={off ? 'yes' : 'no'} onChange={event => setOff(event.currentTarget.value === 'yes')}>
              <option value="no">hide</option>
              <option value="yes">show</option>
            </select>
          </label>
        </div>
        <Table label="rules" head={['answer', 'rule', 'from']}>
          {rules.map(rule => (
            <tr key={`${rule.layer}-${rule.id}`}>
              <td>
                <Verdict of={rule.decision} />
                {rule.strategy === 'audit' && <span class="faint"> on trial</span>}
              </td>
              <td>
                <a class="rule" href={`#/live?rule=${encodeURIComponent(rule.id)}`}>
                  {visible(rule.id)}
                </a>
                <br />
                <Foreign text={rule.reason} limit={220} />
              </td>
              <td class="mono faint">{visible(rule.from)}</td>
            </tr>
          ))}
        </Table>
      </Panel>
    </>
  )
}

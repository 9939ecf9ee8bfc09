/** What several pages are made of. */

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { DiffLine } from '../shapes.ts'
import { marked, oneLine, type Piece, pieces, visible } from './text.ts'

export const Pieces = ({ list }: { readonly list: readonly Piece[] }) => (
  <>
    {list.map(({ text, kind }) =>
      kind === 'plain' ? text : kind === 'mark' ? <mark>{text}</mark> : <span class="escape">{text}</span>,
    )}
  </>
)

/** Longest text that is ever put on a page. */
const most = 64_000

interface ForeignProps {
  readonly text: string
  readonly limit?: number
  readonly line?: boolean
  readonly marks?: readonly string[]
}

/** Text of somebody else: always as text, its invisible parts shown, and cut. */
export const Foreign = ({ text, limit = 300, line = false, marks = [] }: ForeignProps) => {
  const [whole, setWhole] = useState(false)
  const flat = line ? oneLine(text.slice(0, limit * 2)) : text
  const cut = flat.slice(0, whole ? most : limit)
  const rest = text.length - cut.length
  return (
    <>
      <Pieces list={marks.length > 0 ? marked(cut, marks) : pieces(cut)} />
      {rest > 0 && line ? '…' : ''}
      {rest > 0 && !line ? (
        whole ? (
          <span class="faint"> … {rest.toLocaleString('en')} more characters are not shown</span>
        ) : (
          <button type="button" class="more" onClick={() => setWhole(true)}>
            show all ({text.length.toLocaleString('en')} characters)
          </button>
        )
      ) : null}
    </>
  )
}

/** Colour says it again; the word says it first. */
export const Verdict = ({ of, large = false }: { readonly of: string; readonly large?: boolean }) => {
  const known = ['allow', 'contain', 'ask', 'defer', 'deny'].includes(of.replace('would ', ''))
  const kind = of.startsWith('would ') ? 'trial' : known ? of : 'unknown'
  return <span class={`verdict ${kind}${large ? ' large' : ''}`}>{visible(of.slice(0, 20)) || 'unknown'}</span>
}

export const Rules = ({ list }: { readonly list: readonly string[] }) => (
  <span class="rules">
    {list.map(rule => (
      <a href={`#/live?rule=${encodeURIComponent(rule)}`} class="rule" key={rule}>
        {visible(rule)}
      </a>
    ))}
  </span>
)

export const Panel = ({ title, note, children }: { title: string; note?: ComponentChildren; children: ComponentChildren }) => (
  <section class="panel">
    <header>
      <h2>{title}</h2>
      {note !== undefined && <span class="faint">{note}</span>}
    </header>
    {children}
  </section>
)

interface ScrollProps {
  readonly label: string
  readonly kind?: 'scroll' | 'command' | 'diff'
  readonly children: ComponentChildren
}

/** What may be wider or longer than its place: a region that the keyboard reaches. */
export const Scroll = ({ label, kind = 'scroll', children }: ScrollProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached without a mouse
  <section class={kind} aria-label={label} tabIndex={0}>
    {children}
  </section>
)

interface TableProps {
  readonly label: string
  readonly head: readonly string[]
  readonly children: ComponentChildren
}

export const Table = ({ label, head, children }: TableProps) => (
  <Scroll label={label}>
    <table>
      <thead>
        <tr>
          {head.map(name => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </Scroll>
)

const kinds = { '+': 'added', '-': 'removed', '@': 'place', ' ': '' }
const mostLines = 2_000

export const Diff = ({ lines, label }: { readonly lines: readonly DiffLine[]; readonly label: string }) => (
  <Scroll kind="diff" label={label}>
    {lines.slice(0, mostLines).map((line, i) => (
      <span key={`${i}-${line.text}`} class={kinds[line.kind]}>
        {line.kind}
        {visible(line.text)}
      </span>
    ))}
  </Scroll>
)

export const Failed = ({ error }: { readonly error: string }) => (
  <p class="failed" role="alert">
    {visible(error)}
  </p>
)

export const Empty = ({ children }: { readonly children: ComponentChildren }) => <p class="empty">{children}</p>

/** A command to be run by a person, with a button that copies it. */
export const CommandLine = ({ text }: { readonly text: string }) => {
  const [copied, setCopied] = useState(false)
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => setCopied(true))
  }
  return (
    <span class="command-line">
      <code>{visible(text)}</code>
      <button type="button" onClick={copy} aria-label={`copy ${visible(text)}`}>
        {copied ? 'copied' : 'copy'}
      </button>
    </span>
  )
}

export interface Loaded<T> {
  readonly value: T | undefined
  readonly error: string
  readonly again: () => void
}

/** What a page needs from the server; asked again when `name` changes. */
export const useLoaded = <T,>(name: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> => {
  const [state, setState] = useState<{ name: string; value: T | undefined; error: string }>({ name, value: undefined, error: '' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const gone = new AbortController()
    load(gone.signal).then(
      value => {
        if (!gone.signal.aborted) setState({ name, value, error: '' })
      },
      (error: unknown) => {
        if (!gone.signal.aborted)
          setState(before => ({ ...before, name, error: error instanceof Error ? error.message : 'It failed.' }))
      },
    )
    return () => gone.abort()
    // `load` is new at each turn; what it asks for is in the name.
  }, [name, turn])
  return { value: state.name === name ? state.value : undefined, error: state.error, again: () => setTurn(turn + 1) }
}

export const Waiting = () => (
  <p class="waiting" role="status">
    Asking …
  </p>
)

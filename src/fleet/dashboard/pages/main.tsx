/** The frame: which page, the keys, light or dark. */

import { render, type TargetedEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Session } from '../shapes.ts'
import { enter, exchange, get, listen, SignedOut, send } from './api.ts'
import { Approvals } from './approvals.tsx'
import { CallPage } from './call.tsx'
import { Insights } from './insights.tsx'
import { Live } from './live.tsx'
import { Failed } from './parts.tsx'
import { PermitByLink } from './permit.tsx'
import { PolicyPage } from './policy.tsx'
import { Sessions } from './sessions.tsx'
import { Setup } from './setup.tsx'
import './styles.css'
import { visible } from './text.ts'
import { useUnseen } from './watching.ts'

const pages = [
  ['live', 'Live', 'l'],
  ['sessions', 'Sessions', 's'],
  ['insights', 'Insights', 'i'],
  ['approvals', 'Approvals', 'a'],
  ['policy', 'Policy', 'p'],
  ['setup', 'Setup', 'u'],
] as const

interface Route {
  readonly page: string
  readonly rest: string
  readonly query: Readonly<Record<string, string>>
}

const routeOf = (hash: string): Route => {
  const [, path = '', search = ''] = /^#\/([^?]*)\??(.*)$/.exec(hash) ?? []
  const [page = '', rest = ''] = path.split('/')
  return { page: page || 'live', rest: decoded(rest), query: Object.fromEntries(new URLSearchParams(search)) }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const badge = (count: number): string => (count > 99 ? '99+' : String(count))

/** The call that a key means: the row that has the focus, else the newest that was stopped. */
const meantRow = (main: HTMLElement | null): HTMLAnchorElement | null | undefined => {
  const focused = document.activeElement
  if (focused instanceof HTMLAnchorElement && focused.classList.contains('row')) return focused
  return main?.querySelector<HTMLAnchorElement>('a.row.deny, a.row.ask, a.row.defer')
}

type Theme = 'system' | 'light' | 'dark'
const themes: readonly Theme[] = ['system', 'light', 'dark']
const themeNow = (): Theme => themes.find(one => one === localStorage.getItem('theme')) ?? 'system'

const App = ({ session }: { readonly session: Session }) => {
  const [route, setRoute] = useState(routeOf(location.hash))
  const [theme, setTheme] = useState(themeNow)
  const help = useRef<HTMLDialogElement>(null)
  const main = useRef<HTMLElement>(null)
  const onCall = useRef(false)
  onCall.current = route.page === 'call'
  const reads = session.server?.reads !== false

  useEffect(() => {
    const moved = (): void => setRoute(routeOf(location.hash))
    addEventListener('hashchange', moved)
    return () => removeEventListener('hashchange', moved)
  }, [])
  useEffect(() => {
    localStorage.setItem('theme', theme)
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  const { server } = session
  const shown = pages.filter(
    ([id]) => server === undefined || (server.reads && id !== 'setup' && (id !== 'policy' || server.tenant === '')),
  )
  const leave = (): void => void send('leave', {}).finally(() => location.reload())
  const [title] = [pages.find(([id]) => id === route.page)?.[1] ?? (route.page === 'permit' ? 'Permit' : 'Call')]
  useEffect(() => {
    scrollTo(0, 0)
  }, [title, route.rest])
  const unseen = useUnseen(route.page === 'approvals', reads)
  useEffect(() => {
    document.title = `${unseen > 0 ? `(${badge(unseen)}) ` : ''}${title} · tfy-hook`
  }, [title, unseen])
  const [lost, setLost] = useState('')
  useEffect(() => (reads ? listen({ onState: next => setLost(next.kind === 'lost' ? next.why : '') }) : undefined), [])

  const nextTheme = (): void => setTheme(before => themes[(themes.indexOf(before) + 1) % themes.length] ?? 'system')
  useEffect(() => {
    let leader = 0
    const typed = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement
      const types = /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable || target.shadowRoot !== null
      if (types || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const page = Date.now() - leader < 1_200 ? pages.find(([, , key]) => key === event.key) : undefined
      leader = event.key === 'g' ? Date.now() : 0
      if (page !== undefined) location.hash = `#/${page[0]}`
      else if (event.key === '/') main.current?.querySelector<HTMLElement>('input, select')?.focus()
      else if (event.key === '?') help.current?.showModal()
      else if (event.key === 't') nextTheme()
      else if (
        (event.key === 'w' || event.key === 'a') &&
        (!onCall.current || document.activeElement?.classList.contains('row'))
      ) {
        const row = meantRow(main.current)
        if (row) location.hash = `${row.hash}?do=${event.key === 'w' ? 'why' : 'permit'}`
      } else if (event.key === 'j' || event.key === 'k') main.current?.querySelector<HTMLElement>('a.row[tabindex="0"]')?.focus()
      else {
        document.dispatchEvent(new CustomEvent('shortcut', { detail: event.key }))
        return
      }
      event.preventDefault()
    }
    addEventListener('keydown', typed)
    return () => removeEventListener('keydown', typed)
  }, [])

  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header class="top">
        <span class="brand">tfy-hook</span>
        <span class="folder" title={visible(session.folder)}>
          {visible(session.folder)}
          {server?.tenant ? `, ${visible(server.tenant)}` : ''}
        </span>
        {session.server !== undefined && (
          <button type="button" onClick={leave}>
            sign out {visible(session.server.name)}
          </button>
        )}
        <button type="button" onClick={() => help.current?.showModal()} aria-label="keyboard shortcuts">
          ?
        </button>
        <button type="button" onClick={nextTheme} aria-label={`theme: ${theme}. Change it`}>
          {theme}
        </button>
      </header>
      <nav aria-label="pages">
        {shown.map(([id, name, key]) => (
          <a href={`#/${id}`} key={id} aria-current={route.page === id ? 'page' : undefined}>
            <span>
              {name}
              {id === 'approvals' && unseen > 0 && (
                <span class="badge">
                  {badge(unseen)}
                  <span class="unseen"> new</span>
                </span>
              )}
            </span>{' '}
            <span class="key" aria-hidden="true">
              g {key}
            </span>
          </a>
        ))}
      </nav>
      <main id="main" ref={main} tabIndex={-1}>
        {lost !== '' && <Failed error={lost} />}
        <Page route={route} session={session} />
      </main>
      <dialog ref={help} aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        <dl class="keys">
          {shown.map(([id, name, key]) => [<dt key={id}>g {key}</dt>, <dd key={`${id}-name`}>{name}</dd>])}
          <dt>/</dt>
          <dd>the first field</dd>
          <dt>j, k</dt>
          <dd>down and up a list, as the arrows</dd>
          <dt>w, a</dt>
          <dd>why this call was stopped, and permit it: of the row with the focus, else of the newest stopped</dd>
          <dt>p</dt>
          <dd>pause, on Live</dd>
          <dt>t</dt>
          <dd>light, dark, or as the system</dd>
        </dl>
        <form method="dialog">
          <button type="submit">close</button>
        </form>
        <p class="faint">Version {visible(session.version)}</p>
      </dialog>
    </>
  )
}

const Page = ({ route: { page, rest, query }, session }: { readonly route: Route; readonly session: Session }) => {
  if (page === 'permit') return <PermitByLink link={rest} key={rest} />
  if (session.server?.reads === false) return <h1>Follow the link of a refusal</h1>
  if (page === 'live') return <Live filters={query} />
  if (page === 'call') return <CallPage id={rest} key={`${rest} ${query.do ?? ''}`} session={session} wish={query.do ?? ''} />
  if (page === 'sessions') return <Sessions id={rest} query={query} key={rest} />
  if (page === 'insights') return <Insights query={query} />
  if (page === 'policy' && !session.server?.tenant) return <PolicyPage session={session} />
  if (page === 'approvals') return <Approvals session={session} />
  if (page === 'setup' && session.server === undefined) return <Setup />
  return <h1>There is no such page</h1>
}

const Closed = ({ why }: { readonly why: string }) => (
  <main class="closed">
    <h1>tfy-hook</h1>
    <Failed error={why} />
    <p>
      Run <code>tfy-hook dashboard</code> in a terminal. Its link works once, in one browser.
    </p>
  </main>
)

/** At `serve`. The token goes to the server once, and stays nowhere in the browser but where a person keeps passwords. */
const SignIn = ({ again }: { readonly again: () => void }) => {
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const signIn = (event: TargetedEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const token = String(new FormData(event.currentTarget).get('token') ?? '').trim()
    setBusy(true)
    exchange({ token })
      .then(again, (problem: unknown) => setError(problem instanceof Error ? problem.message : 'It failed.'))
      .finally(() => setBusy(false))
  }
  return (
    <main class="closed">
      <h1>tfy-hook</h1>
      <p>
        A token of this server opens it, one with the scope <code>approve</code> alone:{' '}
        <code>tfy-hook serve token add NAME --scope approve</code>
      </p>
      <form class="form" onSubmit={signIn}>
        <label>
          token
          <input type="password" name="token" autocomplete="current-password" required />
        </label>
        <button type="submit" class="main" disabled={busy}>
          sign in
        </button>
      </form>
      {error !== '' && <Failed error={error} />}
    </main>
  )
}

const start = async (): Promise<void> => {
  const root = document.getElementById('app')
  if (root === null) return
  const theme = themeNow()
  if (theme !== 'system') document.documentElement.dataset.theme = theme
  try {
    await enter()
    render(<App session={await get<Session>('session')} />, root)
  } catch (error) {
    if (error instanceof SignedOut) render(<SignIn again={() => void start()} />, root)
    else render(<Closed why={error instanceof Error ? error.message : 'It failed.'} />, root)
  }
}

void start()

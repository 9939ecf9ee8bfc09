/** What `watch` shows, and what its keys do: no terminal here, so that both can be tested. */

import { oneLine } from '../../../core/redact.ts'
import type { Entry } from '../../../hook/audit/entry.ts'
import { projectOf } from '../../../hook/audit/filter.ts'
import { calendarOf } from '../../../hook/audit/history/groups.ts'
import type { Palette } from '../terminal/ansi.ts'
import { row } from './format.ts'

type Shown = 'all' | 'denied' | 'asked' | 'trial'

export interface View {
  /** Oldest first, as many as are kept. */
  readonly entries: readonly Entry[]
  readonly day: string
  readonly today: { readonly calls: number; readonly denied: number; readonly asked: number; readonly would: number }
  readonly shown: Shown
  /** One client or project alone; empty for all. */
  readonly client: string
  readonly project: string
  /** What has come since the view was paused, and is kept back. */
  readonly paused: readonly Entry[] | undefined
}

const nothingToday = { calls: 0, denied: 0, asked: 0, would: 0 }

export const emptyView = (day: string): View => ({
  entries: [],
  day,
  today: nothingToday,
  shown: 'all',
  client: '',
  project: '',
  paused: undefined,
})

const mostKept = 2_000

export const withEntries = (view: View, fresh: readonly Entry[], now: number): View => {
  const day = calendarOf(now)
  const today = { ...(day === view.day ? view.today : nothingToday) }
  for (const { at, decision, would } of fresh) {
    if (at === undefined || calendarOf(at) !== day) continue
    today.calls++
    if (decision === 'deny') today.denied++
    if (decision === 'ask' || decision === 'defer') today.asked++
    if (would !== '') today.would++
  }
  const kept = (list: readonly Entry[]): readonly Entry[] => [...list, ...fresh].slice(-mostKept)
  return view.paused === undefined
    ? { ...view, day, today, entries: kept(view.entries) }
    : { ...view, day, today, paused: kept(view.paused) }
}

/** Undefined when the key ends it. */
export const press = (view: View, key: string): View | undefined => {
  const only = (shown: Shown): View => ({ ...view, shown: view.shown === shown ? 'all' : shown })
  switch (key) {
    case 'q':
    case '\u0003':
    case '\u0004':
      return undefined
    case 'd':
      return only('denied')
    case 'a':
      return only('asked')
    case 't':
      return only('trial')
    case 'c':
      return { ...view, client: after(view.entries.map(clientOf), view.client) }
    case 'p':
      return { ...view, project: after(view.entries.map(projectOf), view.project) }
    case 'x':
      return { ...view, shown: 'all', client: '', project: '' }
    case ' ':
      return view.paused === undefined
        ? { ...view, paused: [] }
        : { ...view, entries: [...view.entries, ...view.paused].slice(-mostKept), paused: undefined }
    default:
      return view
  }
}

const clientOf = ({ client }: Entry): string => client || 'unknown'

/** The name that follows in their order, and after the last one none. */
const after = (names: readonly string[], name: string): string => [...new Set(names)].sort().find(one => one > name) ?? ''

const fits = (entry: Entry, { shown, client, project }: View): boolean =>
  (shown === 'all' ||
    (shown === 'denied' && entry.decision === 'deny') ||
    (shown === 'asked' && (entry.decision === 'ask' || entry.decision === 'defer')) ||
    (shown === 'trial' && entry.audited.length > 0)) &&
  (client === '' || clientOf(entry) === client) &&
  (project === '' || projectOf(entry) === project)

/** As many lines as the screen has, each on one line of it. */
export const screen = (view: View, columns: number, height: number, palette: Palette): readonly string[] => {
  const { strong, faint, decision } = palette
  const { today, shown, client, project, paused } = view
  const counts = [
    `${today.calls} calls today`,
    decision('deny', `${today.denied} denied`),
    decision('ask', `${today.asked} asked`),
    ...(today.would === 0 ? [] : [decision('ask', `${today.would} would be stopped by rules on trial`)]),
  ]
  const filters = [
    ...(shown === 'all' ? [] : [shown]),
    ...(client === '' ? [] : [`client ${oneLine(client, 40)}`]),
    ...(project === '' ? [] : [`project ${oneLine(project, 60)}`]),
    ...(paused === undefined ? [] : [`paused, ${paused.length} more`]),
  ]
  const head = `${strong('tfy-hook watch')}  ${counts.join(', ')}${filters.length === 0 ? '' : `  ${strong(`[${filters.join('; ')}]`)}`}`
  const room = Math.max(0, height - 3)
  const lines = view.entries
    .filter(entry => fits(entry, view))
    .slice(-room)
    .map(entry => row(entry, palette, columns))
  const body = lines.length === 0 ? [faint(view.entries.length === 0 ? 'No calls yet.' : 'No call fits; x shows all.')] : lines
  const keys = faint('d denied  a asked  t on trial  c client  p project  x all  space pause  q quit')
  return [head, '', ...body.slice(0, room), ...Array(Math.max(0, room - body.length)).fill(''), keys].slice(0, height)
}

/** Whether a client is guarded, as it leaves this machine: the answer of `status`, and at a server of `audit silent`, with what settles it. */

import { isObject, type JsonObject, objectAt, readObject, stringAt } from '../../core/json.ts'
import type { Naming } from './verdict.ts'

export interface Guarding {
  readonly v: 1
  readonly kind: 'guard'
  readonly id: string
  readonly time: string
  readonly client: string
  readonly answer: string
  readonly because?: string
  readonly fix?: string
  /** When it last called. */
  readonly seen?: string
  readonly host?: string
  readonly user?: string
  readonly caller?: string
  readonly tenant?: string
}

/** What both commands say with `--json`. A machine's own sessions are told by its `status`. */
export const answersIn = (status: string, silent: string): readonly JsonObject[] => [
  ...rowsIn(status, 'clients').map(row => {
    const guard = objectAt(row, 'guard') ?? {}
    const [first] = Array.isArray(guard.reasons) ? guard.reasons.filter(isObject) : []
    return { ...first, client: row.client, answer: guard.answer, last: objectAt(row, 'seen')?.time } as JsonObject
  }),
  ...rowsIn(silent, 'silent').filter(({ caller, tenant }) => caller !== undefined || tenant !== undefined),
]

const rowsIn = (text: string, list: string): readonly JsonObject[] => {
  const read = readObject(text)
  const rows = isObject(read) ? read[list] : undefined
  return Array.isArray(rows) ? rows.filter(isObject) : []
}

/** In the words of a target. */
export const guardingOf = (row: JsonObject, { form, word, words }: Naming, host: string | undefined, now: number): Guarding => {
  const text = (key: string): string | undefined => {
    const said = stringAt(row, key)
    return said && words(said)
  }
  const name = (key: string): string | undefined => {
    const said = stringAt(row, key)
    return said === undefined || form === 'off' ? undefined : word(said)
  }
  const client = stringAt(row, 'client') ?? ''
  const told = {
    because: text('because'),
    fix: text('fix'),
    seen: stringAt(row, 'last'),
    host: name('host') ?? (form === 'off' ? undefined : host),
    user: name('user'),
    caller: form === 'off' ? undefined : stringAt(row, 'caller'),
    tenant: stringAt(row, 'tenant'),
  }
  return {
    v: 1,
    kind: 'guard',
    id: `guard-${client}-${now.toString(36)}`,
    time: new Date(now).toISOString(),
    client,
    answer: stringAt(row, 'answer') ?? 'cannot be known',
    ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)),
  }
}

/** As syslog numbers it. */
export const weight = ({ answer }: Guarding): 4 | 5 | 6 => (answer === 'guarded' ? 6 : answer === 'not guarded' ? 4 : 5)

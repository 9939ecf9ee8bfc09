/** What was recorded on the machines, and what of it the Collector has. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from './machine.ts'

export interface Line {
  readonly id: string
  readonly time: string
  readonly client?: string
  readonly session?: string
}

/** Lines of the audit log, also of a file that was rotated. */
export const linesOf = ({ state }: Machine): readonly Line[] =>
  !existsSync(state)
    ? []
    : readdirSync(state)
        .filter(name => /^audit.*\.jsonl$/.test(name))
        .flatMap(name => readFileSync(join(state, name), 'utf8').split('\n'))
        .filter(Boolean)
        .map(line => JSON.parse(line) as Line)

/** What a verdict is known by in a fleet: the id alone is that of one machine. */
export const nameOf = ({ id, time, session = '' }: Line): string => `${id} ${time} ${session}`

/** Attributes of each log record that the Collector has written, by that name. */
export interface Collected {
  readonly records: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** Those that came again. */
  readonly repeated: number
}

interface Attribute {
  readonly key: string
  readonly value: {
    readonly stringValue?: string
    readonly arrayValue?: { readonly values?: readonly { readonly stringValue?: string }[] }
  }
}

interface Written {
  readonly resourceLogs?: readonly {
    readonly scopeLogs: readonly {
      readonly logRecords: readonly { readonly timeUnixNano: string; readonly attributes: readonly Attribute[] }[]
    }[]
  }[]
}

/** What a file of the Collector holds by now: each call reads on from where the last one has stopped. */
export const collectedFrom = (file: string): (() => Collected) => {
  const records = new Map<string, Readonly<Record<string, string>>>()
  let [repeated, read] = [0, 0]
  return () => {
    const bytes = existsSync(file) ? readFileSync(file).subarray(read) : Buffer.of()
    const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
    read += whole.length
    for (const line of whole.toString().split('\n').filter(Boolean)) {
      const { resourceLogs = [] } = JSON.parse(line) as Written
      for (const { attributes, timeUnixNano } of resourceLogs.flatMap(one =>
        one.scopeLogs.flatMap(({ logRecords }) => logRecords),
      )) {
        const record = Object.fromEntries(attributes.map(({ key, value }) => [key, textOf(value)]))
        const time = new Date(Number(BigInt(timeUnixNano) / 1_000_000n)).toISOString()
        const name = nameOf({ id: record['tfy_hook.id'] ?? '', time, session: record['session.id'] ?? '' })
        if (records.has(name)) repeated++
        records.set(name, record)
      }
    }
    return { records, repeated }
  }
}

const textOf = ({ stringValue, arrayValue }: Attribute['value']): string =>
  stringValue ?? (arrayValue?.values ?? []).map(({ stringValue = '' }) => stringValue).join(' ')

/** The Collector's own words for a record that holds these. */
export const quoteOf = (said: string, ...words: readonly string[]): string | undefined =>
  said
    .split(/(?=LogRecord #)/)
    .filter(block => block.startsWith('LogRecord') && words.every(word => block.includes(word)))
    .at(-1)
    ?.split(/\n(?=Resource|Scope|\d{4}-|\t\{)/)[0]
    ?.trimEnd()

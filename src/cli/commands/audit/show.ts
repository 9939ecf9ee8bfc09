/** `audit show`: one line of the log in full. */

import { has, isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { oneLine, visible } from '../../../core/redact.ts'
import type { Entry } from '../../../hook/audit/entry.ts'
import { matches } from '../../../hook/audit/filter.ts'
import { writeAll } from '../../../hook/io.ts'
import { type Palette, palette } from '../terminal/ansi.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { row, width } from './format.ts'
import { checkNames } from './known-names.ts'
import { type Asked, historyOf, saySkipped, wantedBy } from './options.ts'

interface ShowOptions extends Asked {
  readonly last?: boolean
}

/** Exit code 1 when there is no such line. */
export const show = async (id: string | undefined, options: ShowOptions): Promise<number> => {
  const wanted = wantedBy(options)
  if ((id === undefined) !== (options.last === true))
    throw new ConfigError('Say which line: its id, as `audit tail` shows it, or --last.')
  if (id !== undefined && !/^[0-9a-z]{3,64}$/i.test(id))
    throw new ConfigError('An id has three or more letters and digits, as `audit tail` or a refusal shows it.')
  const history = await historyOf(options)
  const colours = palette()
  await checkNames(wanted, async () => history)
  const found =
    id === undefined ? history.list(wanted, { limit: 1 }).entries : history.find(id).filter(entry => matches(entry, wanted))
  history.close()
  const [entry] = found
  if (entry === undefined) {
    writeAll(2, `tfy-hook: ${id === undefined ? 'no such call is recorded' : `no line has the id ${id}`}.\n`)
    saySkipped(history.skipped())
    return 1
  }
  if (found.length > 1) {
    const rows = found.map(one => `  ${row(one, colours, width() - 2)}`).join('\n')
    writeAll(2, `tfy-hook: more than one line has an id that begins with ${id}:\n${rows}\n`)
    return 2
  }
  writeAll(1, options.json ? `${json(entry.record)}\n` : `${inFull(entry, colours)}\n`)
  return 0
}

/** Shown before the others, in this order. */
const first = ['time', 'client', 'event', 'tool', 'decision', 'told', 'rules', 'reason', 'certainty', 'source']
const apart = ['v', 'replay', 'chain']

const inFull = (entry: Entry, { strong, faint, decision }: Palette): string => {
  const { record } = entry
  const keys = [
    ...first.filter(key => has(record, key)),
    ...Object.keys(record).filter(key => ![...first, ...apart].includes(key)),
  ]
  const lines = [
    `${strong(entry.id)}  ${entry.link === undefined ? 'without a seal' : faint(`seal ${entry.link.seal}`)}`,
    '',
    ...keys.map(key => {
      const text = value(record[key], 2_000)
      return `${oneLine(key, 30).padEnd(13)} ${key === 'decision' ? decision(text) : indented(text, 14)}`
    }),
  ]
  if (isObject(record.replay)) lines.push('', strong('what was judged'), ...judged(record.replay))
  return lines.join('\n')
}

const judged = (replay: JsonObject): readonly string[] =>
  Object.entries(replay)
    .filter(
      ([, item]) =>
        item !== '' &&
        item !== null &&
        !(Array.isArray(item) && item.length === 0) &&
        !(isObject(item) && Object.keys(item).length === 0),
    )
    .map(([key, item]) => `  ${oneLine(key, 40).padEnd(17)} ${indented(value(item, 40_000), 20)}`)

const value = (item: JsonValue | undefined, limit: number): string => {
  if (typeof item === 'string') return visible(item.slice(0, limit))
  if (Array.isArray(item) && item.every(one => typeof one !== 'object'))
    return oneLine(item.map(String).join(', '), limit) || '(none)'
  return isObject(item) || Array.isArray(item) ? json(item, 2) : String(item)
}

const indented = (text: string, by: number): string => text.split('\n').join(`\n${' '.repeat(by)}`)

/** Which rows a person asked for: each name in a part is looked at once, and a row by its numbers. */

import { isBelow, isRule, type Wanted } from '../filter.ts'
import { type Columns, type Dimension, listed } from './columns.ts'

export type RowTest = (row: number) => boolean
type Holds = (name: string, one: string) => boolean

/** As `matches` has it for an entry; but for the text, the id and the tenant, for which the line has to be read. */
export const rowTest = (columns: Columns, wanted: Wanted): RowTest => {
  const tests: RowTest[] = []
  const { since, until, trial } = wanted
  const { at, names, codes } = columns
  const on = (dimension: Dimension, asked: readonly string[], holds: Holds): RowTest => {
    const held = names[dimension].map(name => asked.some(one => holds(name, one)))
    const own = codes[dimension]
    return row => held[own[row] ?? 0] === true
  }
  const either = (asked: readonly string[] | undefined, ways: readonly (readonly [Dimension, Holds])[]): void => {
    if (asked === undefined || asked.length === 0) return
    const found = ways.map(([dimension, holds]) => on(dimension, asked, holds))
    tests.push(row => found.some(test => test(row)))
  }
  const same: Holds = (name, one) => name === one
  const hasRule: Holds = (list, one) => listed(list).some(name => isRule(name, one))
  either(wanted.client, [['client', (name, one) => one === (name || 'unknown')]])
  either(wanted.user, [['user', same]])
  either(wanted.host, [['host', same]])
  either(wanted.project, [['project', isBelow]])
  either(wanted.event, [['event', (name, one) => one.toLowerCase() === name.toLowerCase()]])
  either(wanted.session, [['session', (name, one) => name.startsWith(one)]])
  either(wanted.rule, [
    ['rules', hasRule],
    ['audited', hasRule],
  ])
  either(wanted.decision, [
    ['decision', same],
    ['would', (name, one) => one === `would-${name}`],
  ])
  if (trial === true) tests.push(on('audited', [''], name => name !== ''))
  if (since !== undefined) tests.push(row => (at[row] ?? Number.NaN) >= since)
  if (until !== undefined) tests.push(row => (at[row] ?? Number.NaN) <= until)
  const [first] = tests
  if (tests.length < 2) return first ?? (() => true)
  return row => tests.every(test => test(row))
}

/** What a program does to the rows of databases and to cloud resources, by the libraries that speak to them. */

import { hasAnyOf, markOf, saysAnyOf } from '../../../core/traits.ts'
import { inOrder } from '../../matching/in-order.ts'
import { isDisposableDatabase } from '../effects/disposable.ts'
import { destructive } from '../effects/queries.ts'
import { place } from '../places/paths.ts'
import { type Call, find, fork } from '../values/analysis.ts'
import type { FindingId } from '../values/findings.ts'
import { literal, nothing } from '../values/value.ts'
import type { Argument, State } from './model/code.ts'
import { clouds, rows, tellers } from './records.gen.ts'
import type { Token } from './tokens/lexer.ts'

const asks =
  /^(?:\$?(?:execute|query)(?:Raw|RawUnsafe|Unsafe)?|execute\w*|exec(?:Context|_driver_sql|_query|_update)?|query\w*|Exec|raw|run|prepare|text|sql|statement|unprepared|do|batch|command|multi_query|(?:mysqli|pg|sqlite|db)_(?:multi_)?query\w*|read_sql\w*|send|Execute\w*|cql|fetch\w*)$/

/** A statement handed to something that runs statements. */
export function queried(name: string, args: readonly Argument[], state: State): void {
  // Also where the name is put together: `db['drop' + 'Database']()`.
  if (/^(?:drop_?database|drop_?collection|drop_all|flush_?all|flush_?db)$/i.test(name) && !state.scratch)
    find(state.call, 'database.destroy')
  if (!asks.test(name)) return
  for (const { value } of args) {
    const { text } = value
    if (/^\s*(?:flushall|flushdb)\b/i.test(text)) find(state.call, 'database.destroy')
    if (!/\b(?:drop|truncate|delete|update|execute|exec)\b/i.test(text)) continue
    const finding = destructive(text)
    if (finding !== undefined && !state.scratch) find(state.call, finding)
  }
}

const memory = /:memory:|^(?:file:)?\/(?:tmp|var\/tmp|dev\/shm)\//
/** A call, and the text that it is given first. */
const calls = /\b(\w+)(?:\.new|::new)?\(\s*(?:(["'`])([^"'`\n]*)\2)?/g
const opens = /connect|client|pool|engine|database|redis|mysqli|^(?:PDO|Sequelize|knex|drizzle|from_url)$/i
const scratchMarks = ['connect', 'database', 'PDO', 'engine', 'pool', 'client', 'sequelize'].map(markOf)

/** Databases that are gone with the program, or are only there to try something: all that it opens, by their addresses. */
export function isScratch(source: string, { env, analysis }: Call): boolean {
  if (!hasAnyOf(source, scratchMarks)) return false
  const opened = [...source.matchAll(calls)].filter(([, name = '']) => opens.test(name)).map(([, , , address]) => address)
  // A file is one of the workspace, from wherever the program is run.
  const isHere = (address: string): boolean =>
    !/\bchdir\b/.test(source) &&
    /^(?:inside|disposable)$/.test(
      place(literal(address.replace(/^(?:sqlite(?:\+\w+)?:(?:\/\/\/?)?|file:)/i, '').replace(/\?.*$/s, '')), env, analysis).kind,
    )
  return (
    opened.length > 0 &&
    opened.every(
      address =>
        address !== undefined &&
        (memory.test(address) || (isDisposableDatabase(address) && (/:\/\/\w/.test(address) || isHere(address)))),
    )
  )
}

export type Pattern = readonly [where: RegExp, what: RegExp | readonly RegExp[], finding: FindingId]

/** One of these stands in every program that the records find something in. */
export const deeds =
  'policy access_key login_profile add_group add_role add_user rake del drop truncate destroy flush remove terminate purge clear update synchronize force secret credential token cookie decryption auth'
    .split(' ')
    .map(markOf)

/** Well-known calls of libraries, whatever the language. */
export function records(source: string, all: readonly Token[], state: State): void {
  if (!saysAnyOf(source, deeds)) return
  let dense = ''
  let named = false
  for (const token of all) {
    const name = token.kind === 'name' || token.kind === 'number'
    dense += token.kind === 'text' ? '""' : named && name ? ` ${token.value}` : token.value
    named = name
  }
  if (!state.scratch)
    for (const [where, what, finding] of rows)
      if (where.test(source) && inOrder(dense, ...[what].flat())) find(state.call, finding)
  for (const [where, what, finding] of clouds)
    if (where.test(source) && inOrder(dense, ...[what].flat())) find(state.call, finding)
  for (const [where, what, finding] of tellers)
    if (where.test(source) && inOrder(dense, ...[what].flat()))
      find(state.call, finding, { unknown: 'what becomes of the credential' })
  for (const task of source.matchAll(/\bRake::Task\[["']([\w:]+)["']\]\.(?:invoke|execute)/g))
    state.call.analysis.words([literal('rake'), literal(task[1] as string)], fork(state.call.env), nothing)
  for (const [at, token] of all.entries()) {
    if (token.kind !== 'text') continue
    const before = all[at - 1]
    if (before?.kind === 'name' && asks.test(before.value) && !state.scratch) {
      const finding = destructive(token.value)
      if (finding !== undefined) find(state.call, finding)
    } else if (/^flush(?:all|db)$/i.test(token.value) && /^[([,]$/.test(before?.value ?? '')) find(state.call, 'database.destroy')
  }
}

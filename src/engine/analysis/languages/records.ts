/** What a program does to the rows of databases and to cloud resources, by the libraries that speak to them. */

import { markOf, saysAnyOf, traitsOf } from '../../../core/traits.ts'
import { inOrder } from '../../matching/in-order.ts'
import { lookUp, type Needed, stand } from '../../matching/needed-words.ts'
import { settingOf } from '../calls/interpret.ts'
import { isProduction } from '../effects/disposable.ts'
import { changes, destructive, opensTo } from '../effects/queries.ts'
import { find, fork } from '../values/analysis.ts'
import type { FindingId } from '../values/findings.ts'
import { literal, nothing } from '../values/value.ts'
import { servedIn } from './library/clients.ts'
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
    if (!/\b(?:drop|truncate|delete|update|execute|exec|grant|alter|create)\b/i.test(text) || state.scratch) continue
    const finding = destructive(text)
    if (finding !== undefined) find(state.call, finding)
    if (opensTo(text)) find(state.call, 'cloud.access-change')
  }
}

export type Pattern = readonly [
  where: RegExp,
  what: RegExp | readonly RegExp[],
  finding: FindingId,
  ofWhere: Needed,
  ofWhat: Needed,
]

/** One of these stands in every program that the records find something in. */
export const deeds =
  'policy access_key login_profile add_group add_role add_user rake del drop truncate destroy flush remove terminate purge clear update synchronize force rollback secret credential token cookie decryption auth obliterate send message'
    .split(' ')
    .map(markOf)

/** For the image of the door. */
export const lookUpRecords = (): void => {
  for (const [, , , ofWhere, ofWhat] of [...rows, ...clouds, ...tellers]) lookUp([...ofWhere, ...ofWhat])
}

/** What may name a server: texts without spaces, and names of variables of the environment. */
const addressesOf = (all: readonly Token[], source: string): string =>
  [
    ...all.flatMap(({ kind, value }) => (kind === 'text' && !/\s/.test(value) ? [value] : [])),
    ...(source.match(/\b[A-Z][A-Z\d_]*PROD[A-Z\d_]*\b|\bPROD[A-Z\d_]+\b/g) ?? []),
  ].join('\n')

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
  const isPretended =
    state.pretended.size > 0 && [...servedIn(source).keys()].every(one => one === 'database' || state.pretended.has(one))
  // A bucket of a double has objects as well; a model begins with a capital.
  const ofRows = isPretended && !/\bdjango\b/.test(source) ? dense.replace(/\b([a-z]\w*)\.objects\b/g, '$1.held') : dense
  const { says } = traitsOf(source)
  const found = (patterns: readonly Pattern[], text: string): readonly FindingId[] => {
    const told = traitsOf(text).says
    return patterns.flatMap(([where, what, finding, ofWhere, ofWhat]) =>
      stand(ofWhere, says) && stand(ofWhat, told) && where.test(source) && inOrder(text, ...[what].flat()) ? finding : [],
    )
  }
  if (!state.scratch) for (const finding of found(rows, ofRows)) find(state.call, finding)
  const environment =
    ['RAILS_ENV', 'RACK_ENV', 'APP_ENV', 'MIX_ENV', 'DJANGO_SETTINGS_MODULE'].some(name =>
      /(?:^|\.)prod/.test(settingOf(state.call, name) ?? ''),
    ) || state.call.args.some(({ text }) => /^--(?:env|settings)=(?:\S*\.)?prod/.test(text))
  const isChanged =
    all.some(({ kind, value }) => kind === 'text' && changes(value)) ||
    /\.(?:update_all|delete_all|destroy_all)\b|(?:\.|->)(?:updateMany|update_many|deleteMany|delete_many|truncate|create_superuser)\(|\.objects\.\w+\([^()]*\)\.(?:update|delete)\(/.test(
      dense,
    )
  if (!state.scratch && isChanged && (environment || isProduction(addressesOf(all, source))))
    find(state.call, 'database.mass-change', { unknown: 'whether this may be changed in production' })
  // `DryRun=True` only asks whether it would be allowed.
  const wet = dense.replace(/\.\w+\([^()]*\bdry_?run[=:]true\b[^()]*\)/gi, '')
  if (!isPretended) {
    for (const finding of found(clouds, wet)) find(state.call, finding)
    for (const finding of found(tellers, dense)) find(state.call, finding, { unknown: 'what becomes of the credential' })
  }
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

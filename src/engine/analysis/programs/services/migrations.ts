/** Databases reset by their migration tools: rows of data. */

import { isOneOf } from '../../../matching/words.ts'
import { handlersOf, settingOf } from '../../calls/interpret.ts'
import { options } from '../../calls/options.ts'
import { isDisposableDatabase, isDisposableName, isThisMachine } from '../../effects/disposable.ts'
import { hostOf, isLocal } from '../../places/hosts.ts'
import type { Call, Handler } from '../../values/analysis.ts'
import { databaseHosts } from './database-hosts.ts'
import { records } from './migrations.gen.ts'

const tables = records({ databaseHosts })

const rows = handlersOf(tables)

const unless =
  (ordinary: (call: Call) => boolean, name: string): Handler =>
  call =>
    ordinary(call) ? undefined : rows[name]?.(call)

export const migrations: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(Object.keys(rows).map((name): [string, Handler] => [name, unless(isDisposable, name)])),
  dropdb: unless(dropsTests, 'dropdb'),
}

/** Who goes where DATABASE_URL says, and who has an environment of its own for tests, by the variable that chooses it. */
const byAddress = ' rails rake diesel sqlx dbmate '
const byEnvironment: Readonly<Record<string, string>> = {
  RAILS_ENV: ' rails rake ',
  MIX_ENV: ' mix ',
  APP_ENV: ' artisan console ',
  NODE_ENV: ' sequelize sequelize-cli knex ',
}

/** What a command calls its database itself. */
const isAddress = /^(?:jdbc:)?[a-z][\w+]*:(?:\/\/|mem:)|^[\w./-]+\.(?:db|sqlite3?)$/i

/** Any other word may say what it likes. */
const byOption = /^--?[\w.-]*(?:url|database|dsn|source|connection(?:-?string)?)$/i

/** The address leads to a database that is made anew at will; or the framework's environment is that of tests, and no address says otherwise. */
function isDisposable(call: Call): boolean {
  const address = settingOf(call, 'DATABASE_URL')
  const addresses = call.args.flatMap(({ text }, at) => {
    const [, name, value] = /^(--?[\w.-]+)=(.+)$/s.exec(text) ?? []
    const before = name ?? call.args[at - 1]?.text ?? ''
    const isNamed = byOption.test(before) || (call.program === 'goose' && /^(?:sqlite3?|postgres|mysql)$/.test(before))
    return isNamed && isAddress.test(value ?? text) ? [value ?? text] : []
  })
  if (addresses.length > 0) return addresses.every(isDisposableDatabase)
  if (address !== undefined && isOneOf(byAddress, call.program) && isDisposableDatabase(address)) return true
  // What is called `dev` may have been worked on for weeks.
  if (
    call.program === 'prisma' &&
    address !== undefined &&
    /\/\w*test\w*(?:\?|$)/i.test(address) &&
    isDisposableDatabase(address)
  )
    return true
  if (address !== undefined && !isLocal(hostOf(address) ?? '')) return false
  const variables = Object.keys(byEnvironment).filter(name => isOneOf(byEnvironment[name] as string, call.program))
  if (variables.length === 0) return false
  const option = call.args.map(word => /^(?:--env=|RAILS_ENV=)(\w+)$/.exec(word.text)?.[1]).find(value => value !== undefined)
  const named = variables.map(name => settingOf(call, name)).find(value => value !== undefined)
  return /^test(?:ing)?$/.test(option ?? named ?? '')
}

/** Databases of this machine whose names say that they are made anew. */
function dropsTests(call: Call): boolean {
  const given = options(call.args, 'h p U host port username maintenance-db')
  const host = given.values.get('h')?.text ?? given.values.get('host')?.text ?? settingOf(call, 'PGHOST') ?? 'localhost'
  return (
    given.positional.length > 0 &&
    given.positional.every(({ text }) => isDisposableName(text)) &&
    (isThisMachine(host) || host[0] === '/')
  )
}

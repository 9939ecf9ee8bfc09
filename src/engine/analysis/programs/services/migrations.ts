/** Databases reset by their migration tools: rows of data. */

import { handlersOf, settingOf } from '../../calls/interpret.ts'
import { options } from '../../calls/options.ts'
import { isDisposableDatabase, isDisposableName } from '../../effects/disposable.ts'
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

/** The address leads to a database that is made anew at will; or the framework's environment is that of tests, and no address says otherwise. */
function isDisposable(call: Call): boolean {
  const address = settingOf(call, 'DATABASE_URL')
  if (address !== undefined && isDisposableDatabase(address)) return true
  if (address !== undefined && !isLocal(hostOf(address) ?? '')) return false
  const option = call.args.map(word => /^(?:--env=|RAILS_ENV=)(\w+)$/.exec(word.text)?.[1]).find(value => value !== undefined)
  const named = ['RAILS_ENV', 'MIX_ENV', 'APP_ENV', 'NODE_ENV']
    .map(name => settingOf(call, name))
    .find(value => value !== undefined)
  return /^test(?:ing)?$/.test(option ?? named ?? '')
}

/** Databases of this machine whose names say that they are made anew, or that this script has made itself. */
function dropsTests(call: Call): boolean {
  const given = options(call.args, 'h p U host port username maintenance-db')
  const host = given.values.get('h')?.text ?? given.values.get('host')?.text ?? settingOf(call, 'PGHOST') ?? 'localhost'
  const made = call.analysis.invocations.flatMap(({ program, argv }) => (program === 'createdb' ? argv : []))
  return (
    given.positional.length > 0 &&
    given.positional.every(({ text }) => isDisposableName(text) || made.includes(text)) &&
    (isLocal(host) || host[0] === '/')
  )
}

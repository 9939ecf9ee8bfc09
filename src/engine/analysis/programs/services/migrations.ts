/** Databases reset by their migration tools: rows of data. */

import type { Program } from '../../calls/form.ts'
import { handlersOf, settingOf } from '../../calls/interpret.ts'
import { options } from '../../calls/options.ts'
import { hostOf, isLocal } from '../../places/hosts.ts'
import type { Call, Handler } from '../../values/analysis.ts'
import { databaseHosts } from './database-hosts.ts'

const tables: Readonly<Record<string, Program>> = {
  prisma: {
    rows: [
      ['migrate reset', 'database.migrate-reset'],
      ['db push --force-reset|--accept-data-loss', 'database.migrate-reset'],
      ['db execute =drop+|truncate|delete+from', 'database.destroy'],
    ],
  },
  'rails rake artisan mix console': {
    rows: [
      ['doctrine:database:drop|doctrine:schema:drop', 'database.migrate-reset'],
      ['db:drop|db:reset|db:drop:all|db:purge|db:migrate:reset|db:schema:load|db:truncate_all', 'database.migrate-reset'],
      ['... db:drop|db:reset|db:drop:all|db:purge|db:migrate:reset', 'database.migrate-reset'],
      ['migrate:fresh|migrate:reset|migrate:refresh|db:wipe', 'database.migrate-reset'],
      ['ecto.drop|ecto.reset', 'database.migrate-reset'],
    ],
  },
  'typeorm-ts-node-commonjs typeorm-ts-node-esm mikro-orm hasura sequelize sequelize-cli knex typeorm drizzle-kit flyway liquibase alembic goose atlas dbmate migrate diesel sqlx sea-orm-cli':
    {
      valued: 'c config url u e env path database d dir source',
      also: databaseHosts,
      rows: [
        ['db:drop|db:migrate:undo:all', 'database.migrate-reset'],
        ['migrate:rollback --all', 'database.migrate-reset'],
        ['schema:drop', 'database.migrate-reset'],
        ['drop', 'database.migrate-reset'],
        ['metadata clear', 'database.migrate-reset'],
        ['rollback-to-date|rollback-count|rollbackCount', 'database.migrate-reset', 'ordinary'],
        ['clean', 'database.migrate-reset'],
        ['drop-all|dropAll|drop-all-sql', 'database.migrate-reset'],
        ['downgrade base', 'database.migrate-reset'],
        ['reset|down-to', 'database.migrate-reset'],
        ['schema clean', 'database.migrate-reset'],
        ['database drop|reset', 'database.migrate-reset'],
        ['migrate fresh|reset|refresh', 'database.migrate-reset'],
        ['push --force', 'database.migrate-reset'],
      ],
    },
  'django-admin manage.py': {
    rows: [
      ['flush|reset_db|sqlflush', 'database.migrate-reset'],
      ['migrate * zero', 'database.migrate-reset'],
    ],
  },
  'dropdb dropuser': { valued: 'h p U host port username', rows: [['*', 'database.destroy']] },
  'mongorestore mongoimport': { valued: 'uri h host d db', rows: [['... --drop', 'database.destroy']] },
  mysqladmin: {
    valued: 'u h P p user host port',
    rows: [
      ['... drop', 'database.destroy'],
      ['... shutdown', 'database.destroy'],
    ],
  },
}

const rows = handlersOf(tables)

const unless =
  (ordinary: (call: Call) => boolean, name: string): Handler =>
  call =>
    ordinary(call) ? undefined : rows[name]?.(call)

export const migrations: Readonly<Record<string, Handler>> = {
  ...rows,
  ...Object.fromEntries(
    ['rails', 'rake', 'artisan', 'mix', 'console'].map((name): [string, Handler] => [name, unless(ofTests, name)]),
  ),
  dropdb: unless(dropsTests, 'dropdb'),
}

/** The framework's environment is that of tests, and no address says otherwise. */
function ofTests(call: Call): boolean {
  const address = settingOf(call, 'DATABASE_URL')
  if (address !== undefined && !isLocal(hostOf(address) ?? '')) return false
  const option = call.args.map(word => /^(?:--env=|RAILS_ENV=)(\w+)$/.exec(word.text)?.[1]).find(value => value !== undefined)
  const named = ['RAILS_ENV', 'MIX_ENV', 'APP_ENV'].map(name => settingOf(call, name)).find(value => value !== undefined)
  return /^test(?:ing)?$/.test(option ?? named ?? '')
}

/** Databases of this machine that are called a test's. */
function dropsTests(call: Call): boolean {
  const given = options(call.args, 'h p U host port username maintenance-db')
  const host = given.values.get('h')?.text ?? given.values.get('host')?.text ?? settingOf(call, 'PGHOST') ?? 'localhost'
  return (
    given.positional.length > 0 &&
    given.positional.every(word => /(?:^|[_-])test(?:s|ing)?(?:[_-]?\d+)?$|^test[_-]\w+$/.test(word.text)) &&
    (isLocal(host) || host[0] === '/')
  )
}

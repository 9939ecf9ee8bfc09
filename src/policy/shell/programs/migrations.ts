/** Databases reset by their migration tools: rows of data. */

import type { Handler } from '../session.ts'
import { handlersOf, type Table } from './rows.ts'

const tables: Readonly<Record<string, Table>> = {
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
  mongorestore: { valued: 'uri h host d db', rows: [['... --drop', 'database.destroy']] },
  mysqladmin: {
    valued: 'u h P p user host port',
    rows: [
      ['... drop', 'database.destroy'],
      ['... shutdown', 'database.destroy'],
    ],
  },
}

export const migrations: Readonly<Record<string, Handler>> = handlersOf(tables)

/** Platforms that host applications and databases: rows of data. */

import type { Handler } from '../session.ts'
import { handlersOf, type Table } from './rows.ts'

const tables: Readonly<Record<string, Table>> = {
  heroku: {
    valued: 'a app r remote',
    rows: [
      ['apps:destroy|destroy|apps:delete', 'cloud.destroy'],
      ['pg:reset|pg:killall', 'database.destroy'],
      ['addons:destroy', 'cloud.destroy'],
      ['config', 'secrets.print-token'],
      ['auth:token|authorizations:create', 'secrets.print-token'],
      ['ps:scale =\u003d0', 'cloud.destroy'],
      ['pipelines:destroy|domains:clear|config:unset', 'cloud.destroy'],
    ],
  },
  'fly flyctl': {
    valued: 'a app c config',
    rows: [
      ['apps|app destroy|delete', 'cloud.destroy'],
      ['destroy', 'cloud.destroy'],
      ['machine|machines|m destroy|remove|rm', 'cloud.destroy'],
      ['volumes|volume|vol delete|destroy', 'cloud.storage-destroy'],
      ['postgres|pg|mpg destroy', 'database.destroy'],
      ['auth token', 'secrets.print-token'],
      ['tokens create', 'secrets.print-token'],
      ['secrets unset', 'cloud.destroy'],
    ],
  },
  'vercel vc now': {
    valued: 't token S scope A local-config',
    rows: [
      ['remove|rm', 'cloud.destroy'],
      ['project|projects rm|remove', 'cloud.destroy'],
      ['env rm|remove', 'cloud.destroy'],
      ['env pull', 'secrets.print-token'],
      ['domains|dns|alias|blob|teams rm|remove|del', 'cloud.destroy'],
    ],
  },
  'netlify ntl': {
    rows: [
      ['sites:delete', 'cloud.destroy'],
      ['env:unset', 'cloud.destroy'],
      ['env:list --plain|--json', 'secrets.print-token'],
    ],
  },
  railway: {
    rows: [
      ['delete|down', 'cloud.destroy'],
      ['volume delete', 'cloud.storage-destroy'],
      ['environment delete', 'cloud.destroy'],
      ['variables', 'secrets.print-token'],
    ],
  },
  render: { rows: [['services|service delete', 'cloud.destroy']] },
  wrangler: {
    valued: 'c config e env',
    rows: [
      ['delete', 'cloud.destroy'],
      ['d1 delete', 'database.destroy'],
      ['d1 execute =drop+table|delete+from|truncate', 'database.destroy'],
      ['kv:namespace|kv:key|kv:bulk delete', 'cloud.storage-destroy'],
      ['kv namespace|key|bulk delete', 'cloud.storage-destroy'],
      ['r2 bucket|object delete', 'cloud.storage-destroy'],
      ['queues|pages|secret|workflows|hyperdrive|vectorize ... delete', 'cloud.destroy'],
    ],
  },
  supabase: {
    rows: [
      ['db reset', 'database.migrate-reset'],
      ['projects|branches|functions|secrets delete|unset', 'cloud.destroy'],
      ['projects api-keys', 'secrets.print-token'],
      ['storage rm', 'cloud.storage-destroy'],
    ],
  },
  firebase: {
    valued: 'P project',
    rows: [
      ['firestore:delete|database:remove|database:set', 'database.destroy'],
      ['functions:delete|hosting:disable|apps:delete|projects:delete', 'cloud.destroy'],
      ['login:ci', 'secrets.print-token'],
    ],
  },
  'neonctl neon': {
    rows: [
      ['projects|branches|databases|roles delete', 'database.destroy'],
      ['connection-string|cs', 'secrets.print-token', 'ordinary'],
    ],
  },
  pscale: { rows: [['database|db|branch|password delete', 'database.destroy']] },
  turso: { rows: [['db|group destroy', 'database.destroy']] },
}

export const hosting: Readonly<Record<string, Handler>> = handlersOf(tables)

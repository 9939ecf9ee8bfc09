/** Secret stores, key-value stores and queues: rows of data. */

import type { Handler } from '../session.ts'
import { handlersOf, type Table } from './rows.ts'

const tables: Readonly<Record<string, Table>> = {
  vault: {
    valued: 'address namespace format field',
    rows: [
      ['kv get', 'secrets.print-token'],
      ['read', 'secrets.print-token'],
      ['print token', 'secrets.print-token'],
      ['token lookup|create', 'secrets.print-token'],
      ['kv delete|destroy|metadata', 'cloud.destroy'],
      ['delete', 'cloud.destroy'],
      ['secrets|auth disable', 'cloud.destroy'],
      ['operator seal', 'cloud.destroy'],
      ['policy delete|write', 'cloud.access-change'],
      ['lease revoke', 'cloud.destroy'],
    ],
  },
  consul: {
    rows: [
      ['kv delete', 'cloud.destroy'],
      ['snapshot restore', 'cloud.destroy'],
      ['force-leave|leave', 'cloud.destroy'],
    ],
  },
  nomad: {
    rows: [
      ['job stop|dispatch -purge', 'cloud.destroy'],
      ['stop|system -purge', 'cloud.destroy'],
      ['namespace|volume|node delete|drain', 'cloud.destroy'],
    ],
  },
  etcdctl: {
    valued: 'endpoints cacert cert key user',
    rows: [
      ['del', 'database.destroy'],
      ['member remove', 'database.destroy'],
      ['snapshot restore', 'database.destroy'],
    ],
  },
}

export const stores: Readonly<Record<string, Handler>> = handlersOf(tables)

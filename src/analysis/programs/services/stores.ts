/** Secret stores, key-value stores and queues: rows of data. */

import type { Program } from '../../calls/form.ts'
import { handlersOf } from '../../calls/interpret.ts'
import type { Handler } from '../../values/analysis.ts'

const tables: Readonly<Record<string, Program>> = {
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
  'kafka-topics kafka-topics.sh kafka-delete-records kafka-delete-records.sh kafka-configs.sh kafka-acls.sh': {
    valued: 'bootstrap-server zookeeper topic command-config',
    rows: [['... --delete|--remove|--offset-json-file', 'database.destroy']],
  },
  'kafka-consumer-groups kafka-consumer-groups.sh': {
    valued: 'bootstrap-server group topic',
    rows: [
      ['... --delete|--delete-offsets', 'database.destroy'],
      ['... --reset-offsets --execute', 'database.mass-change'],
    ],
  },
  'rabbitmqctl rabbitmqadmin rabbitmq-queues': {
    valued: 'n node H host P port u username p password V vhost',
    rows: [['... reset|force_reset|delete_*|purge_queue|delete|purge|forget_cluster_node', 'database.destroy']],
  },
  nats: {
    valued: 's server context creds',
    rows: [['stream|str|s|kv|object|obj|consumer|con purge|rm|del|delete', 'database.destroy']],
  },
  'mqadmin pulsar-admin': { rows: [['... delete|deleteTopic|clear-backlog|terminate', 'database.destroy']] },
}

export const stores: Readonly<Record<string, Handler>> = handlersOf(tables)

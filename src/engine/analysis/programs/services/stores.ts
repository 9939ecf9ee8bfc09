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
      ['unwrap', 'secrets.print-token'],
      ['token lookup|create', 'secrets.print-token'],
      ['kv delete|destroy|metadata', 'cloud.destroy'],
      ['delete', 'cloud.destroy'],
      ['secrets|auth disable|move', 'cloud.destroy'],
      ['audit disable', 'permissions.security-off'],
      ['operator seal|step-down', 'cloud.destroy'],
      ['operator raft remove-peer|snapshot', 'cloud.destroy'],
      ['namespace delete', 'cloud.destroy'],
      ['operator rekey|rotate|generate-root', 'cloud.access-change'],
      ['policy delete|write', 'cloud.access-change'],
      ['lease|token revoke', 'cloud.destroy'],
    ],
  },
  consul: {
    rows: [
      ['kv delete', 'cloud.destroy'],
      ['snapshot restore', 'cloud.destroy'],
      ['acl|services|intention|config|namespace|partition|peering ... delete|deregister', 'cloud.destroy'],
      ['force-leave|leave', 'cloud.destroy'],
    ],
  },
  nomad: {
    rows: [
      ['job stop|dispatch -purge', 'cloud.destroy'],
      ['stop|system -purge', 'cloud.destroy'],
      ['namespace|volume|node|var|acl|quota|deployment ... delete|drain|purge', 'cloud.destroy'],
      ['system gc', 'cloud.destroy'],
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
  'kafka-topics kafka-topics.sh kafka-delete-records kafka-delete-records.sh kafka-configs kafka-configs.sh kafka-acls kafka-acls.sh':
    {
      valued: 'bootstrap-server zookeeper topic command-config',
      rows: [['... --delete|--remove|--delete-config|--offset-json-file', 'database.destroy']],
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
    rows: [
      ['... reset|force_reset|delete_*|purge_queue|delete|purge|forget_cluster_node|stop_app|stop|shutdown', 'database.destroy'],
    ],
  },
  nats: {
    valued: 's server context creds',
    rows: [['stream|str|s|kv|object|obj|consumer|con|account|acct purge|rm|del|delete', 'database.destroy']],
  },
  'mqadmin pulsar-admin': { rows: [['... delete|deleteTopic|clear-backlog|terminate', 'database.destroy']] },
}

export const stores: Readonly<Record<string, Handler>> = handlersOf(tables)

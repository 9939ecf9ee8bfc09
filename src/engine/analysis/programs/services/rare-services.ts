/** Services met rarely, by what their command lines end there: rows of data. */

import type { Program, Row } from '../../calls/form.ts'
import { handlersOf } from '../../calls/interpret.ts'
import { find, type Handler } from '../../values/analysis.ts'

const ends: Row = [
  '... delete|destroy|purge|remove|rm|del|terminate|clear|erase|wipe|clean|unregister|revoke|deactivate|*:delete|*:destroy|*:remove|*:purge|*:clear|delete-*|delete_*|remove-*|remove_*|destroy-*|bulk-delete|permanent-delete|*-del|clear-*|purge-*',
  'cloud.destroy',
]

const tables: Readonly<Record<string, Program>> = {
  'ldcli unleash unleash-cli slack-cli': { rows: [ends, ['... archive', 'cloud.destroy']] },
  'jenkins-cli jenkins-cli.jar': { rows: [ends, ['disable-job|safe-shutdown|shutdown|quiet-down', 'cloud.destroy']] },
  nsupdate: {
    also: call => {
      if (/^[^\S\n]*(?:update[^\S\n]+)?del(?:ete)?[^\S\n]/m.test(call.stdin.text ?? '')) find(call, 'cloud.destroy')
      return undefined
    },
  },
  deck: {
    rows: [
      ['reset', 'cloud.destroy'],
      ['gateway reset', 'cloud.destroy'],
      ['sync', 'infrastructure.apply-unattended'],
      ['gateway sync', 'infrastructure.apply-unattended'],
    ],
  },
  kong: { rows: [ends, ['migrations reset', 'database.migrate-reset']] },
  dnscontrol: { rows: [['push', 'infrastructure.apply-unattended']] },
  'octodns-sync': { rows: [['--doit', 'infrastructure.apply-unattended']] },
  fastly: { rows: [ends, ['purge', 'cloud.destroy']] },
  nginx: { rows: [['-s=stop|-s=quit', 'persistence.service-stop']] },
  ipvsadm: { rows: [['-C|--clear|-D|--delete-service|-d|--delete-server', 'network.hijack']] },
  'gitlab-ctl': { rows: [['stop|kill|cleanse|uninstall', 'persistence.service-stop']] },
  splunk: { rows: [ends, ['stop', 'persistence.service-stop']] },
  'grafana-cli': {
    rows: [
      ['plugins remove|uninstall', 'packages.remove-system'],
      ['admin reset-admin-password', 'cloud.access-change'],
    ],
  },
  celery: {
    valued: 'A app b broker workdir',
    rows: [
      ['purge', 'database.destroy'],
      ['amqp queue.*|exchange.delete', 'database.destroy'],
      ['control shutdown|terminate|revoke', 'cloud.destroy'],
    ],
  },
  rq: { rows: [['empty', 'database.destroy']] },
  'zkCli.sh zkcli': { valued: 'server', rows: [ends, ['... deleteall|rmr', 'database.destroy']] },
  faktory: { rows: [ends, ['flush', 'database.destroy']] },
  airflow: { rows: [ends, ['db reset|clean|downgrade', 'database.migrate-reset']] },
  dagster: { rows: [ends, ['run|asset|instance wipe', 'database.destroy']] },
  mlflow: { rows: [ends, ['gc', 'database.destroy']] },
  dvc: { rows: [['gc|destroy', 'cloud.storage-destroy']] },
  dbt: { rows: [['run-operation *drop*|*delete*|*truncate*', 'database.destroy']] },
  'huggingface-cli hf': { rows: [['repo|repos|repo-files delete', 'cloud.repository-destroy']] },
  modal: { rows: [ends, ['app stop', 'cloud.destroy']] },
  'crane gcrane regctl regctl.sh oras skopeo': { rows: [['... delete|rm', 'packages.unpublish']] },
  'knife akeyless jf jfrog': { rows: [ends] },
  'salt-key': { rows: [['-d|-D|--delete|--delete-all|-r|--reject', 'cloud.access-change']] },
  'puppet puppetserver': { rows: [['node|ca|cert clean|deactivate|purge|revoke', 'cloud.access-change']] },
  'certbot lego step cfssl': {
    rows: [
      ['revoke|delete', 'cloud.destroy'],
      ['ca revoke', 'cloud.destroy'],
    ],
  },
  'acme.sh': { rows: [['--remove|--revoke|--uninstall', 'cloud.destroy']] },
  ldapdelete: { valued: 'D w W H h p y f', rows: [['*', 'permissions.account']] },
  'kadmin kadmin.local': { valued: 'p q r w', rows: [['=delprinc|delete_principal|delpol', 'permissions.account']] },
  fastboot: {
    valued: 's S c',
    rehearsal: 'h',
    rows: [
      ['flashing|oem *lock*', 'disk.format'],
      ['erase|format*|wipe-super|delete-logical-partition|resize-logical-partition', 'disk.format'],
      ['-w', 'disk.wipe'],
      ['flash|flash:raw|flashall|update', 'disk.raw-write'],
    ],
  },
}

export const rareServices: Readonly<Record<string, Handler>> = handlersOf(tables)

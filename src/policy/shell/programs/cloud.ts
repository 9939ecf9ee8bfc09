/** Cloud providers' and hosting services' command lines. */

import { has, options } from '../options.ts'
import { type Call, find, type Handler } from '../session.ts'
import { nothing, type Stream, taint } from '../text.ts'
import { readPath } from '../touch.ts'
import { applyRows, handlersOf, type Table } from './rows.ts'

const tables: Readonly<Record<string, Table>> = {
  gcloud: {
    valued: 'project account configuration zone region format filter impersonate-service-account verbosity',
    rows: [
      ['auth print-access-token|print-identity-token', 'secrets.print-token'],
      ['auth application-default print-access-token', 'secrets.print-token'],
      ['secrets versions access', 'secrets.print-token'],
      ['iam service-accounts keys create', 'cloud.access-change'],
      ['... add-iam-policy-binding|remove-iam-policy-binding|set-iam-policy', 'cloud.access-change'],
      ['storage rm|delete', 'cloud.storage-destroy'],
      ['storage buckets|objects delete', 'cloud.storage-destroy'],
      ['storage rsync --delete-unmatched-destination-objects', 'cloud.storage-destroy'],
      ['... delete|destroy|purge', 'cloud.destroy'],
      ['sql users set-password', 'cloud.access-change'],
      ['... firewall-rules create|update --source-ranges=0.0.0.0/0|--source-ranges=::/0', 'cloud.access-change'],
      ['container clusters resize --num-nodes=0|--size=0', 'kubernetes.drain'],
      ['... update|patch --no-deletion-protection', 'permissions.security-off'],
      ['... reset|stop|suspend --quiet|-q', 'cloud.destroy', 'ordinary'],
      ['services disable', 'cloud.destroy'],
    ],
  },
  gsutil: {
    valued: 'h o',
    rows: [
      ['rm', 'cloud.storage-destroy'],
      ['rb', 'cloud.storage-destroy'],
      ['rsync -d', 'cloud.storage-destroy'],
      ['iam ch', 'cloud.access-change'],
      ['acl ch|set', 'cloud.access-change'],
    ],
  },
  bq: {
    valued: 'project_id dataset_id location format',
    rows: [
      ['rm', 'database.destroy'],
      ['query =drop+table|drop+schema|truncate+table|delete+from', 'database.destroy'],
    ],
  },
  az: {
    valued: 'g n resource-group name subscription o output query s',
    rows: [
      ['account get-access-token', 'secrets.print-token'],
      ['deployment ... create --mode=Complete|--mode=complete', 'cloud.destroy'],
      [
        'network nsg rule create|update --access=Allow|--access=allow --source-address-prefixes=*|--source-address-prefix=*',
        'cloud.access-change',
      ],
      ['... keys|key|admin-key list|show', 'secrets.print-token'],
      ['acr credential show', 'secrets.print-token'],
      ['webapp|functionapp config appsettings|connection-string list', 'secrets.print-token'],
      ['... show-connection-string', 'secrets.print-token'],
      ['lock delete', 'permissions.security-off'],
      ['keyvault secret show|download', 'secrets.print-token'],
      ['... list-keys|list-connection-strings', 'secrets.print-token'],
      ['storage account keys list', 'secrets.print-token'],
      ['storage blob|container|account|share|file|table|queue delete|delete-batch|purge', 'cloud.storage-destroy'],
      ['role assignment create|delete', 'cloud.access-change'],
      ['ad sp create-for-rbac', 'cloud.access-change'],
      ['ad user|app|sp|group delete|create', 'cloud.access-change'],
      ['... delete|purge|delete-batch', 'cloud.destroy'],
      ['vm deallocate', 'cloud.destroy', 'ordinary'],
    ],
  },
  azcopy: {
    rows: [
      ['remove|rm', 'cloud.storage-destroy'],
      ['sync --delete-destination', 'cloud.storage-destroy'],
    ],
  },
  s3cmd: {
    valued: 'c',
    rows: [
      ['del|rm|rb|expire', 'cloud.storage-destroy'],
      ['sync --delete-removed', 'cloud.storage-destroy'],
    ],
  },
  s5cmd: {
    valued: 'endpoint-url profile',
    rows: [
      ['rm|rb', 'cloud.storage-destroy'],
      ['sync --delete', 'cloud.storage-destroy'],
    ],
  },
  'mc mcli': {
    rows: [
      ['rm --recursive|-r|--force', 'cloud.storage-destroy'],
      ['rb', 'cloud.storage-destroy'],
      ['mirror --remove', 'cloud.storage-destroy'],
    ],
  },
  rclone: {
    valued: 'config',
    rows: [
      ['purge|delete|deletefile|rmdirs|cleanup', 'cloud.storage-destroy'],
      ['sync', 'filesystem.sync-delete'],
      ['config show|dump', 'secrets.print-token'],
    ],
  },
  doctl: {
    valued: 't access-token context',
    rows: [
      ['... delete|rm|destroy|delete-selected', 'cloud.destroy'],
      ['auth token', 'secrets.print-token'],
      ['kubernetes cluster kubeconfig show', 'secrets.print-token'],
    ],
  },
  'linode-cli': { rows: [['... delete|rm', 'cloud.destroy']] },
  'hcloud scw ibmcloud oci exo upctl vultr-cli civo openstack aliyun tccli yc eksctl kops': {
    rows: [
      ['... delete|destroy|terminate|purge|rm|remove', 'cloud.destroy'],
      ['delete|rm', 'cloud.destroy'],
    ],
  },
  'sam copilot amplify eb apprunner': {
    rows: [
      ['delete', 'cloud.destroy'],
      ['app|env|svc|job|pipeline delete', 'cloud.destroy'],
      ['terminate', 'cloud.destroy'],
    ],
  },
}

export const cloud: Readonly<Record<string, Handler>> = { ...handlersOf(tables), aws, gsutil: upload, az: upload }

const awsValued = 'profile region output endpoint-url query cli-read-timeout cli-connect-timeout ca-bundle color'

/** aws follows one scheme: service, then a verb whose first word says what happens. */
function aws(call: Call): Stream | undefined {
  const given = options(call.args, awsValued)
  const [service, verb, ...rest] = given.positional.map(word => word.text)
  if (has(given, 'dryrun', 'dry-run', 'help') || service === undefined || verb === undefined || verb === 'help') return undefined
  if (service === 's3') {
    if (verb === 'rb' || verb === 'rm') find(call, 'cloud.storage-destroy')
    else if (verb === 'sync' && has(given, 'delete')) find(call, 'cloud.storage-destroy')
    else if (/^(?:cp|mv|sync)$/.test(verb)) {
      const words = given.positional.slice(2)
      let bits = call.stdin.taint
      for (const word of words.slice(0, -1))
        if (!word.text.startsWith('s3://')) bits |= readPath(word, call.scope, call.session, call.invocation).taint
      if (words.at(-1)?.text.startsWith('s3://') === true && (bits & (taint.secret | taint.environment)) !== 0)
        find(call, 'exfiltration.secret-to-network', { hosts: [words.at(-1)?.text.split('/')[2] ?? ''] })
      return words[0]?.text.startsWith('s3://') === true && words.at(-1)?.text === '-'
        ? { text: undefined, taint: taint.download }
        : nothing
    }
    return undefined
  }
  if (
    /^(?:get-secret-value|get-session-token|get-federation-token|assume-role\S{0,40}|get-login-password|get-authorization-token|batch-get-secret-value|export-credentials|get-password-data|create-access-key|decrypt)$/.test(
      verb,
    )
  )
    find(call, 'secrets.print-token')
  if (service === 'configure' && (verb === 'export-credentials' || (verb === 'get' && /secret|token/.test(rest.join(' ')))))
    find(call, 'secrets.print-token')
  if (/^get-parameters?/.test(verb) && has(given, 'with-decryption')) find(call, 'secrets.print-token')
  const line = call.args.map(word => word.text).join(' ')
  if (
    /--no-(?:deletion-protection|disable-api-(?:termination|stop)|enable-deletion-protection)\b/.test(line) ||
    (/^put-bucket-versioning$/.test(verb) && /Suspended/.test(line))
  )
    find(call, 'permissions.security-off')
  if (/^(?:update|set)-/.test(verb) && /--desired-(?:count|capacity)[ =]0(?:\s|$)/.test(line)) find(call, 'cloud.destroy')
  if (verb === 'change-resource-record-sets' && /"Action"\s*:\s*"DELETE"/i.test(line)) find(call, 'cloud.destroy')
  if (
    /^(?:iam|organizations|sso-admin|kms)$/.test(service) &&
    /^(?:create-access|create-user|create-login|attach|detach|put-\w+-policy|put-user|put-role|add-user|update-assume|create-policy|update-login|disable-key|deactivate|leave|remove)/.test(
      verb,
    )
  )
    find(call, 'cloud.access-change')
  else if (
    /^(?:put-bucket-policy|put-bucket-acl|put-public-access-block|delete-public-access-block|authorize-security-group-ingress|modify-db-instance|add-permission)$/.test(
      verb,
    )
  )
    find(call, 'cloud.access-change')
  else if (
    /^(?:(?:admin-)?(?:delete|disable)|batch-delete|remove|terminate|destroy|purge|deregister|empty|cancel|disassociate|release|revoke|reset|schedule-key-deletion|disable|stop-logging|stop-db|stop-inst|stop-config|close-account|batch-remove)/.test(
      verb,
    )
  ) {
    const storage = /^(?:s3api|glacier|efs|fsx|backup|s3control)$/.test(service)
    const mild = /^(?:stop-inst|stop-db|cancel|remove-tags|disassociate|deregister-targets|delete-tags|release)/.test(verb)
    if (/^(?:dynamodb|rds|redshift|docdb|neptune|elasticache)$/.test(service) && !mild) find(call, 'cloud.destroy')
    else find(call, storage ? 'cloud.storage-destroy' : 'cloud.destroy', mild ? { certainty: 'proved-ordinary' } : {})
  }
  return undefined
}

/** Uploading credentials; everything else is in the rows. */
function upload(call: Call): Stream | undefined {
  const given = options(call.args, 'f file source s h o n g account-name container-name name')
  const words = [
    ...given.positional.slice(1, -1),
    given.values.get('file'),
    given.values.get('f'),
    given.values.get('source'),
    given.values.get('s'),
  ]
  if (call.args.some(word => /^(?:gs|s3):\/\/|^upload/.test(word.text))) {
    for (const word of words)
      if (
        word !== undefined &&
        /[./~]/.test(word.text) &&
        !word.text.includes('://') &&
        (readPath(word, call.scope, call.session, call.invocation).taint & taint.secret) !== 0
      )
        find(call, 'exfiltration.secret-to-network')
  }
  applyRows(call, tables[call.program] as Table)
  return nothing
}

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
    ],
  },
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
  'gh hub': {
    valued: 'R repo',
    rows: [
      ['auth token', 'secrets.print-token'],
      ['auth status --show-token|-t', 'secrets.print-token'],
      ['repo|gist|release|cache|label|project|ruleset|codespace|cs delete', 'cloud.repository-destroy'],
      ['repo archive', 'cloud.repository-destroy'],
      ['repo edit --visibility', 'cloud.repository-destroy'],
      ['repo rename', 'cloud.repository-destroy'],
      ['secret|variable|ssh-key|gpg-key|deploy-key delete|remove', 'cloud.repository-destroy'],
      ['repo deploy-key delete|add', 'cloud.access-change'],
      ['ssh-key|gpg-key add', 'cloud.access-change'],
      ['issue|run|workflow|release|pr|discussion ... delete|delete-asset', 'cloud.repository-destroy'],
      ['release create|upload', 'packages.publish', 'ordinary'],
      ['extension install', 'packages.install-from-url', 'ordinary'],
    ],
  },
  glab: {
    valued: 'R repo',
    rows: [
      ['repo|project|release|issue|mr|variable|ci|snippet|ssh-key delete', 'cloud.repository-destroy'],
      ['auth status --show-token|-t', 'secrets.print-token'],
    ],
  },
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

export const cloud: Readonly<Record<string, Handler>> = { ...handlersOf(tables), aws, gh: githubCli, gsutil: upload, az: upload }

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
    /^(?:get-secret-value|get-session-token|get-federation-token|assume-role\S{0,40}|get-login-password|get-authorization-token|batch-get-secret-value|export-credentials|get-password-data|create-access-key)$/.test(
      verb,
    )
  )
    find(call, 'secrets.print-token')
  if (service === 'configure' && (verb === 'export-credentials' || (verb === 'get' && /secret|token/.test(rest.join(' ')))))
    find(call, 'secrets.print-token')
  if (/^get-parameters?/.test(verb) && has(given, 'with-decryption')) find(call, 'secrets.print-token')
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
    /^(?:delete|batch-delete|remove|terminate|destroy|purge|deregister|empty|cancel|disassociate|release|revoke|reset|schedule-key-deletion|disable|stop-logging|stop-db|stop-inst|stop-config|close-account|batch-remove)/.test(
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

/** `gh api -X DELETE`, GraphQL mutations, and the rows. */
function githubCli(call: Call): Stream | undefined {
  const given = options(call.args, 'X method H header f F raw-field field q jq t template R repo input hostname')
  if (given.positional[0]?.text === 'api') {
    const method = (given.values.get('X') ?? given.values.get('method'))?.text.toUpperCase()
    if (method === 'DELETE' || call.args.some(word => /\bmutation\b[\s\S]{0,400}\bdelete[A-Z]/.test(word.text)))
      find(call, 'cloud.repository-destroy')
    return nothing
  }
  if (given.positional[0]?.text === 'gist' && given.positional[1]?.text === 'create') {
    for (const file of given.positional.slice(2))
      if ((readPath(file, call.scope, call.session, call.invocation).taint & taint.secret) !== 0)
        find(call, 'exfiltration.secret-to-network')
    return nothing
  }
  if (given.positional[0]?.text === 'alias') return nothing
  return applyRows(call, tables['gh hub'] as Table)
}

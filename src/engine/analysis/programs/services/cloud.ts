/** Cloud providers' and hosting services' command lines. */

import type { Program } from '../../calls/form.ts'
import { handlersOf, interpret } from '../../calls/interpret.ts'
import { options } from '../../calls/options.ts'
import { readPath } from '../../effects/file-effects.ts'
import { type Call, find, type Handler } from '../../values/analysis.ts'
import { nothing, type Stream, taint } from '../../values/value.ts'
import { backups } from '../files/backups.ts'
import { aws } from './aws.ts'
import { ran } from './commanded.ts'

const tables: Readonly<Record<string, Program>> = {
  gcloud: {
    valued: 'project account configuration zone region format filter impersonate-service-account verbosity',
    tracks: 'alpha beta preview',
    rows: [
      ['auth print-access-token', { finds: 'secrets.print-token', prints: 'secret' }],
      ['auth print-identity-token', 'secrets.print-token'],
      ['auth application-default print-access-token', 'secrets.print-token'],
      ['secrets versions access', 'secrets.print-token'],
      ['iam service-accounts keys create', 'cloud.access-change'],
      ['... add-iam-policy-binding|remove-iam-policy-binding|set-iam-policy', 'cloud.access-change'],
      ['storage rm|delete', 'cloud.storage-destroy'],
      ['storage cp|mv|rsync', { operands: 'from... to' }],
      ['...', { sends: 'data-file metadata-from-file payload-file message-file' }],
      ['storage buckets update --lifecycle-file', 'cloud.storage-destroy'],
      ['storage buckets update --no-versioning|--clear-soft-delete|--clear-retention-period', 'permissions.security-off'],
      ['iam service-accounts disable', 'cloud.access-change'],
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
      ['cp|mv|rsync', { operands: 'from... to' }],
      ['rm', 'cloud.storage-destroy'],
      ['rb', 'cloud.storage-destroy'],
      ['rsync -d', 'cloud.storage-destroy'],
      ['mv gs://*', 'cloud.storage-destroy', 'ordinary'],
      ['lifecycle set', 'cloud.storage-destroy'],
      ['versioning set off', 'permissions.security-off'],
      ['iam ch|set', 'cloud.access-change'],
      ['defacl ch|set', 'cloud.access-change'],
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
      ['storage blob|file|fs|directory upload|upload-batch|sync', { sends: 'f file s source' }],
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
      ['role assignment|definition create|delete', 'cloud.access-change'],
      ['storage container set-permission|create --public-access=blob|--public-access=container', 'cloud.access-change'],
      ['... firewall-rule create|update --start-ip-address=0.0.0.0', 'cloud.access-change'],
      ['storage account create|update --allow-blob-public-access=true', 'cloud.access-change'],
      ['keyvault set-policy', 'cloud.access-change'],
      ['ad app|sp credential reset', 'cloud.access-change'],
      ['... --public-network-access=Enabled', 'cloud.access-change', 'ordinary'],
      ['ad sp create-for-rbac', 'cloud.access-change'],
      ['ad user|app|sp|group delete|create', 'cloud.access-change'],
      ['... delete|purge|delete-batch', 'cloud.destroy'],
      ['vm deallocate', 'cloud.destroy', 'ordinary'],
    ],
  },
  azcopy: {
    rows: [
      ['copy|cp|sync', { operands: 'from... to' }],
      ['remove|rm', 'cloud.storage-destroy'],
      ['sync --delete-destination', 'cloud.storage-destroy'],
    ],
  },
  s3cmd: {
    valued: 'c',
    rows: [
      ['put|sync', { operands: 'from... to' }],
      ['del|rm|rb|expire', 'cloud.storage-destroy'],
      ['sync --delete-removed', 'cloud.storage-destroy'],
    ],
  },
  s5cmd: {
    valued: 'endpoint-url profile',
    rows: [
      ['cp|mv|sync', { operands: 'from... to' }],
      ['rm|rb', 'cloud.storage-destroy'],
      ['sync --delete', 'cloud.storage-destroy'],
    ],
  },
  'mc mcli': {
    rows: [
      ['rm --recursive|-r|--force', 'cloud.storage-destroy'],
      ['rb', 'cloud.storage-destroy'],
      ['mirror --remove', 'cloud.storage-destroy'],
      ['ilm rule rm|remove', 'cloud.storage-destroy'],
      ['admin user|policy|group|service remove|rm|disable|detach|stop', 'cloud.access-change'],
    ],
  },
  rclone: {
    valued:
      'config transfers checkers bwlimit include exclude filter f include-from exclude-from filter-from files-from max-age min-age max-size min-size max-depth backup-dir suffix compare-dest copy-dest retries timeout contimeout stats log-level cache-dir temp-dir rc-addr user-agent s3-provider',
    runs: 'password-command sftp-ssh webdav-bearer-token-command metadata-mapper',
    creates: 'log-file',
    environment: {
      RCLONE_PASSWORD_COMMAND: 'password-command',
      RCLONE_SFTP_SSH: 'sftp-ssh',
      RCLONE_WEBDAV_BEARER_TOKEN_COMMAND: 'webdav-bearer-token-command',
    },
    rehearsal: 'n h',
    rows: [
      ['purge|delete|deletefile|rmdirs|cleanup', 'cloud.storage-destroy'],
      ['dedupe newest|oldest|first|largest|smallest', 'cloud.storage-destroy'],
      ['dedupe --dedupe-mode', 'cloud.storage-destroy'],
      ['sync|bisync', 'filesystem.sync-delete'],
      ['rcd --rc-no-auth --rc-addr', 'network.listener-shell', 'perhaps'],
      ['serve', { operands: 'valued sends' }],
      ['config show|dump', 'secrets.print-token'],
      ['reveal', 'secrets.print-token'],
      ['config reveal', 'secrets.print-token'],
      ['link', 'cloud.access-change'],
      ['copy|copyto|sync|bisync|move|moveto', { operands: 'from to' }],
      ['rcat', { operands: 'to' }],
      ['move|moveto', { operands: 'moves' }],
      ['copy|sync|bisync|move', { operands: 'valued fills' }],
      ['cat', { operands: 'from...', prints: 'input' }],
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
  'hcloud scw ibmcloud bx oci exo upctl vultr-cli vultr civo openstack aliyun tccli hcloud-cli yc eksctl kops nova cinder neutron ovhcloud metal packet equinix brightbox gridscale ionosctl stackit clusterctl rosa ocm koyeb qovery porter zeabur clever scalingo nhost dotcloud aptible':
    {
      rows: [
        [
          '... delete|destroy|terminate|purge|rm|remove|deprovision|*-delete|*-destroy|*-rm|*-terminate|delete-*|destroy-*|terminate-*|Delete*|Terminate*|Remove*',
          'cloud.destroy',
        ],
      ],
    },
  'b2 backblaze-b2': {
    rows: [
      ['delete-*|rm|hide-file|clear-account', 'cloud.storage-destroy'],
      ['bucket|file|key delete|hide', 'cloud.storage-destroy'],
      ['sync --delete', 'cloud.storage-destroy'],
      ['update-bucket|bucket ... allpublic|allPublic', 'cloud.access-change'],
    ],
  },
  'swift ossutil coscmd obsutil qshell s4cmd': { rows: [['delete|rm|rb|del|batchdelete|abort', 'cloud.storage-destroy']] },
  'sam copilot amplify eb apprunner': {
    rows: [
      ['delete', 'cloud.destroy'],
      ['app|env|svc|job|pipeline delete', 'cloud.destroy'],
      ['terminate', 'cloud.destroy'],
    ],
  },
}

export const cloud: Readonly<Record<string, Handler>> = {
  ...backups,
  ...handlersOf({ ...tables, aws }),
  gsutil: upload,
  az: call => ran(call) ?? upload(call),
  gcloud: call => ran(call) ?? interpret(call, tables.gcloud as Program),
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
        (readPath(word, call.env, call.analysis, call.invocation).taint & taint.secret) !== 0
      )
        find(call, 'exfiltration.secret-to-network')
  }
  ran(call)
  interpret(call, tables[call.program] as Program)
  return nothing
}

/** PowerShell's commands for the machine and the cloud: services, disks, accounts, protection. */

import { place } from '../places/paths.ts'
import { record } from '../values/analysis.ts'
import type { FindingId } from '../values/findings.ts'
import { nothing, type Stream } from '../values/value.ts'
import type { Cmdlet } from './parameters.ts'

export type CmdletHandler = (on: Cmdlet) => Stream | undefined

export const always =
  (finding: FindingId): CmdletHandler =>
  on => {
    if (!on.has('whatif')) record(on.analysis, finding)
    return nothing
  }

export const administration: Readonly<Record<string, CmdletHandler>> = {
  'stop-service': always('persistence.service-stop'),
  'set-service': always('persistence.service'),
  'new-service': always('persistence.service'),
  'remove-service': always('persistence.service-stop'),
  'register-scheduledtask': always('persistence.cron'),
  'new-scheduledtask': always('persistence.cron'),
  'unregister-scheduledtask': always('persistence.cron'),
  'disable-scheduledtask': always('persistence.cron'),
  'stop-computer': always('process.shutdown'),
  'restart-computer': always('process.shutdown'),
  'format-volume': always('disk.format'),
  'clear-disk': always('disk.wipe'),
  'initialize-disk': always('disk.partition'),
  'remove-partition': always('disk.partition'),
  'set-partition': always('disk.partition'),
  'resize-partition': always('disk.partition'),
  'new-partition': always('disk.partition'),
  'remove-physicaldisk': always('disk.partition'),
  'clear-recyclebin': always('filesystem.delete-outside'),
  'clear-eventlog': always('persistence.history-erase'),
  'remove-eventlog': always('persistence.history-erase'),
  'clear-history': always('persistence.history-erase'),
  'disable-computerrestore': always('disk.wipe'),
  'set-executionpolicy': on =>
    on.words.some(word => /^(?:bypass|unrestricted)$/i.test(word.text)) && !on.words.some(word => /^process$/i.test(word.text))
      ? always('permissions.security-off')(on)
      : nothing,
  'set-mppreference': on =>
    on.words.some(word => /^-(?:disable|exclusion|mapsreporting|submitsamples|puaprotection)/i.test(word.text))
      ? always('permissions.security-off')(on)
      : nothing,
  'add-mppreference': always('permissions.security-off'),
  'set-netfirewallprofile': on =>
    on.words.some(word => /^(?:\$?false|0)$/i.test(word.text) || word.written === '$false')
      ? always('network.firewall-off')(on)
      : nothing,
  'disable-netfirewallrule': always('network.firewall-off'),
  'remove-netfirewallrule': always('network.firewall-off'),
  'new-netfirewallrule': on => (on.words.some(word => /^allow$/i.test(word.text)) ? always('network.firewall-off')(on) : nothing),
  'new-localuser': always('permissions.account'),
  'add-localgroupmember': always('permissions.account'),
  'remove-localuser': always('permissions.account'),
  'set-localuser': always('permissions.account'),
  'set-acl': on => {
    for (const path of on.paths)
      if (place(path, on.env, on.analysis).kind === 'root') record(on.analysis, 'permissions.system-ownership')
    return nothing
  },
  'get-credential': always('secrets.read-keychain'),
  'get-storedcredential': always('secrets.read-keychain'),
  'get-secret': always('secrets.read-keychain'),
  'convertfrom-securestring': always('secrets.read-keychain'),
  'publish-module': always('packages.publish'),
  'publish-script': always('packages.publish'),
  'install-module': () => nothing,
  'remove-azresourcegroup': always('cloud.destroy'),
  'remove-azvm': always('cloud.destroy'),
  'remove-ec2instance': always('cloud.destroy'),
  'remove-s3bucket': always('cloud.storage-destroy'),
  'remove-aduser': always('permissions.account'),
  'remove-vm': always('infrastructure.destroy'),
}

/** Cloud modules follow one scheme: the verb says what happens, the start of the noun whose it is. */
export function byVerb(name: string): CmdletHandler | undefined {
  if (/^(?:remove|clear|reset|revoke)-(?:az|ec2|rds|s3|ddb|lm|eks|ecs|ecr|cfn|elb|iam|kms|sqs|sns|gc|gce|oci)[a-z]+/.test(name))
    return always(/s3|storage|blob|gcs|bucket/.test(name) ? 'cloud.storage-destroy' : 'cloud.destroy')
  if (/^(?:remove|disable|set|new|unlock)-ad(?:user|group|account|computer|object)/.test(name))
    return always('permissions.account')
  if (/^get-(?:azkeyvaultsecret|secsecretvalue|azstorageaccountkey|azaccesstoken|gcsecret\w*)$/.test(name))
    return always('secrets.print-token')
  return undefined
}

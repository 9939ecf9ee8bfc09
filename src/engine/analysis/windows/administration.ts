/** PowerShell's commands for the machine and the cloud: services, disks, accounts, protection. */

import { place } from '../places/paths.ts'
import { record } from '../values/analysis.ts'
import type { FindingId } from '../values/findings.ts'
import { nothing, type Stream } from '../values/value.ts'
import { findings } from './cmdlet-findings.gen.ts'
import type { Cmdlet } from './parameters.ts'

export type CmdletHandler = (on: Cmdlet) => Stream | undefined

export const always =
  (finding: FindingId): CmdletHandler =>
  on => {
    if (!on.has('whatif')) record(on.analysis, finding)
    return nothing
  }

export const administration: Readonly<Record<string, CmdletHandler>> = {
  ...Object.fromEntries(
    Object.entries(findings).flatMap(([finding, names]) => names.split(' ').map(name => [name, always(finding as FindingId)])),
  ),
  'set-executionpolicy': on =>
    on.words.some(word => /^(?:bypass|unrestricted)$/i.test(word.text)) && !on.words.some(word => /^process$/i.test(word.text))
      ? always('permissions.security-off')(on)
      : nothing,
  'set-mppreference': on =>
    on.words.some(word => /^-(?:disable|exclusion|mapsreporting|submitsamples|puaprotection)/i.test(word.text))
      ? always('permissions.security-off')(on)
      : nothing,
  'set-netfirewallprofile': on =>
    on.words.some(word => /^(?:\$?false|0)$/i.test(word.text) || word.written === '$false')
      ? always('network.firewall-off')(on)
      : nothing,
  'new-netfirewallrule': on => (on.words.some(word => /^allow$/i.test(word.text)) ? always('network.firewall-off')(on) : nothing),
  'import-certificate': on =>
    on.words.some(word => /[\\/](?:root|authroot|trustedpublisher)$/i.test(word.text))
      ? always('permissions.security-off')(on)
      : nothing,
  'set-acl': on => {
    for (const path of on.paths)
      if (place(path, on.env, on.analysis).kind === 'root') record(on.analysis, 'permissions.system-ownership')
    return nothing
  },
  'install-module': () => nothing,
}

/** Cloud modules follow one scheme: the verb says what happens, the start of the noun whose it is. */
export function byVerb(name: string): CmdletHandler | undefined {
  if (
    /^(?:new|register|add|write|set|grant|update)-(?:iam|az|azure|mg|org|s3)[a-z0-9]*(?:policy|accesskey|roleassignment|loginprofile|appkey|apppassword|appcredential|usertogroup|groupmember\w*|rolemember\w*|permission|publicaccess\w*|bucketacl)$/.test(
      name,
    )
  )
    return always('cloud.access-change')
  // What watches.
  if (
    /^(?:stop|disable|suspend|remove)-(?:ct|cw[a-z]?|gd|cfg|az|sec|mg)[a-z0-9]*(?:logging|trail|alarm\w*|detector|recorder|diagnostic\w*|alert\w*|auditing|threat\w*)$/.test(
      name,
    )
  )
    return always('permissions.security-off')
  if (
    /^(?:remove|clear|reset|revoke)-(?:az|ec2|rds|s3|ddb|lm|eks|ecs|ecr|cfn|elb|iam|kms|sqs|sns|gc|gce|oci|mg|r53|efs|org|ssm)[a-z]+/.test(
      name,
    )
  )
    return always(/s3|storage|blob|gcs|bucket/.test(name) ? 'cloud.storage-destroy' : 'cloud.destroy')
  if (/^(?:remove|disable|set|new|unlock)-ad(?:user|group|account|computer|object)/.test(name))
    return always('permissions.account')
  if (/^get-(?:azkeyvaultsecret|secsecretvalue|azstorageaccountkey|azaccesstoken|gcsecret\w*)$/.test(name))
    return always('secrets.print-token')
  return undefined
}

/** One provider's command line: service, then a verb whose first word says what happens. */

import { has, options } from '../../calls/options.ts'
import { readPath } from '../../effects/file-effects.ts'
import { sent } from '../../effects/sockets.ts'
import { type Call, find } from '../../values/analysis.ts'
import { nothing, type Stream, taint, type Value } from '../../values/value.ts'
import { ran } from './commanded.ts'

const awsValued = 'profile region output endpoint-url query cli-read-timeout cli-connect-timeout ca-bundle color'

export function aws(call: Call): Stream | undefined {
  const given = options(call.args, awsValued)
  const [service, verb, ...rest] = given.positional.map(word => word.text)
  if (
    has(given, 'dryrun', 'dry-run', 'help') ||
    service === undefined ||
    verb === undefined ||
    verb === 'help' ||
    rest.at(-1) === 'help'
  )
    return undefined
  ran(call)
  const line = call.args.map(word => word.text).join(' ')
  if (service === 's3') {
    if (verb === 'rb' || verb === 'rm') find(call, 'cloud.storage-destroy')
    else if (verb === 'sync' && has(given, 'delete')) find(call, 'cloud.storage-destroy')
    else if (/^(?:cp|mv|sync)$/.test(verb)) {
      const words = given.positional.slice(2)
      if (verb === 'mv' && has(given, 'recursive') && leavesBucket(words)) find(call, 'cloud.storage-destroy')
      let bits = call.stdin.taint
      for (const word of words.slice(0, -1))
        if (!word.text.startsWith('s3://')) bits |= readPath(word, call.env, call.analysis, call.invocation).taint
      if (words.at(-1)?.text.startsWith('s3://') === true)
        sent(call, bits & ~taint.system, [words.at(-1)?.text.split('/')[2] ?? ''], true)
      return words[0]?.text.startsWith('s3://') === true && words.at(-1)?.text === '-'
        ? { text: undefined, taint: taint.download }
        : nothing
    }
    return undefined
  }
  if (
    /^(?:get-secret-value|get-session-token|get-federation-token|assume-role\S*|get-login-password|get-authorization-token|batch-get-secret-value|export-credentials|get-password-data|create-access-key|decrypt)$/.test(
      verb,
    )
  )
    find(call, 'secrets.print-token')
  if (service === 'configure' && (verb === 'export-credentials' || (verb === 'get' && /secret|token/.test(rest.join(' ')))))
    find(call, 'secrets.print-token')
  if (/^(?:get-function-configuration|get-function|describe-task-definition)$/.test(verb) && /environment/i.test(line))
    find(call, 'secrets.print-token')
  if (/^get-parameters?/.test(verb) && has(given, 'with-decryption')) find(call, 'secrets.print-token')
  if (
    /--no-(?:deletion-protection|disable-api-(?:termination|stop)|enable-deletion-protection)\b/.test(line) ||
    (/^put-bucket-versioning$/.test(verb) && /Suspended/.test(line))
  )
    find(call, 'permissions.security-off')
  if (/^(?:update|set)-/.test(verb) && /--desired-(?:count|capacity)[ =]0(?:\s|$)/.test(line)) find(call, 'cloud.destroy')
  if (verb === 'change-resource-record-sets' && /"Action"\s*:\s*"DELETE"/i.test(line)) find(call, 'cloud.destroy')
  if (/^put-bucket-lifecycle/.test(verb) && /expiration|file:/i.test(line)) find(call, 'cloud.storage-destroy')
  if (
    /^(?:iam|organizations|sso-admin|kms)$/.test(service) &&
    /^(?:create-access|create-user|create-login|attach|detach|put-\w+-policy|put-user|put-role|add-user|update-assume|create-policy|update-login|disable-key|deactivate|leave|remove)/.test(
      verb,
    )
  )
    find(call, 'cloud.access-change')
  else if (
    /^(?:put|set|attach|update|modify|import)-(?!.*(?:lifecycle|scaling|retention|routing|backup|cache|origin|tag))(?:[\w-]+-)?(?:policy|permissions?)$/.test(
      verb,
    ) ||
    (/-acl$/.test(verb) && /public|AllUsers|everyone/i.test(line)) ||
    (/publicly-accessible/.test(line) && !/no-publicly-accessible/.test(line)) ||
    /^(?:update-secret|put-secret-value|put-bucket-acl|admin-set-user-password|create-grant|put-public-access-block|delete-public-access-block|authorize-security-group-ingress|create-access-entry|associate-access-policy|modify-db-instance|add-permission)$/.test(
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

/** Everything of a bucket goes to another one, or here. */
function leavesBucket(words: readonly Value[]): boolean {
  const [from, to] = words.map(word => /^s3:\/\/([^/]*)/.exec(word.text)?.[1])
  return from !== undefined && from !== to
}

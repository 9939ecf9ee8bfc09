/** One provider's command line: service, then a verb whose first word says what happens. */

import type { Program } from '../../calls/form.ts'
import { interpret, readBy, settingOf } from '../../calls/interpret.ts'
import { has, type Options } from '../../calls/options.ts'
import { filled, overwritten, readPath } from '../../effects/file-effects.ts'
import { bucketOf, hosts, sent } from '../../effects/sockets.ts'
import { hostOf, isLocal } from '../../places/hosts.ts'
import { isStranger } from '../../places/origins.ts'
import { type Call, find, type Handler } from '../../values/analysis.ts'
import { nothing, type Stream, taint, type Value } from '../../values/value.ts'
import { form } from './aws.gen.ts'
import { ran } from './commanded.ts'

export const aws: Handler = call => interpret(call, isEmulated(readBy(call, form), call) ? emulated : program)

const program: Program = { ...form, also: told }
/** What an emulator on this machine holds is nobody's. */
const emulated: Program = {
  ...program,
  rows: form.rows?.filter(([, deed]) => typeof deed !== 'string' || !deed.startsWith('cloud.')) ?? [],
}

const endpointOf = ({ values }: Options, call: Call): string =>
  values.get('endpoint-url')?.text ?? settingOf(call, 'AWS_ENDPOINT_URL') ?? ''

function isEmulated(given: Options, call: Call): boolean {
  const host = hostOf(endpointOf(given, call))
  return host !== undefined && isLocal(host)
}

/** What takes more than a word to tell: where a copy goes, and which of the many verbs change access or end something. */
function told(call: Call, given: Options): Stream | undefined {
  const [service, verb, ...words] = given.positional
  if (service === undefined || verb === undefined || words.at(-1)?.text === 'help') return undefined
  ran(call)
  handedOver(service.text, call)
  if (/^s3(?:api)?$/.test(service.text) && given.values.get('acl')?.text.startsWith('public-') === true)
    find(call, 'cloud.access-change')
  if (service.text === 's3') return copied(verb.text, words, given, call)
  if (!isEmulated(given, call)) changed(service.text, verb.text, call)
  return undefined
}

/** `file://x` and `fileb://x`, the value of any option, are read and sent. Where credentials belong, whoever reads them there may be meant to. */
function handedOver(service: string, call: Call): void {
  for (const word of call.args) {
    const [, path] = /^(?:--[\w-]+=)?fileb?:\/\/(.+)$/.exec(word.text) ?? []
    if (path === undefined) continue
    const bits = readPath({ ...word, text: path }, call.env, call.analysis, call.invocation).taint & taint.secret
    if (bits === 0) continue
    if (keeps.test(service)) find(call, 'exfiltration.secret-to-network', { unknown: `who reads it in ${service}` })
    else sent(call, bits)
  }
}

const keeps = /^(?:secretsmanager|ssm|acm|iam|kms|ec2|codecommit|transfer)$/

function copied(verb: string, words: readonly Value[], given: Options, call: Call): Stream | undefined {
  const whole = has(given, 'recursive', 'delete')
  const isChosen = given.values.has('exclude')
  if (!/^(?:cp|mv|sync)$/.test(verb) || (verb === 'sync' && whole)) return undefined
  if (verb === 'mv' && whole && leavesBucket(words)) find(call, 'cloud.storage-destroy')
  hosts(
    call,
    words.filter(({ text }) => text.startsWith('s3://')),
  )
  let bits = call.stdin.taint
  for (const word of words.slice(0, -1))
    if (!word.text.startsWith('s3://')) bits |= readPath(word, call.env, call.analysis, call.invocation).taint
  const to = words.at(-1)
  const bucket = bucketOf(to?.text ?? '')
  const address = endpointOf(given, call)
  if (bucket !== undefined && isStranger(address, call.analysis))
    find(call, 'exfiltration.file-to-network', { hosts: [hostOf(address) ?? address], unknown: 'who keeps what is sent there' })
  if (bucket !== undefined) sent(call, bits & ~(taint.system | (isChosen ? taint.sources : 0)), [bucket], true)
  else if (to !== undefined && to.text !== '-') {
    overwritten(to, 'append', call.env, call.analysis, call.invocation)
    filled(to, call)
  }
  return words[0]?.text.startsWith('s3://') === true && words.at(-1)?.text === '-'
    ? { text: undefined, taint: taint.download }
    : nothing
}

function changed(service: string, verb: string, call: Call): void {
  const line = call.args.map(word => word.text).join(' ')
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
    (/^modify-(?:image|snapshot|db-snapshot|db-cluster-snapshot)-attribute$/.test(verb) &&
      /permission|values-to-add/i.test(line)) ||
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
}

/** Everything of a bucket goes to another one, or here. */
function leavesBucket(words: readonly Value[]): boolean {
  const [from, to] = words.map(word => /^s3:\/\/([^/]*)/.exec(word.text)?.[1])
  return from !== undefined && from !== to
}

/** Command lines of services that nobody here knows: a verb that ends things, next to what only a service has. */

import { deedsOf } from '../../../detect/deeds.ts'
import { wordsOf } from '../../../matching/words.ts'
import { handedSecrets } from '../../calls/unknown-call.ts'
import { type Call, find } from '../../values/analysis.ts'
import { hasTrait } from '../../values/traits.ts'
import type { Stream } from '../../values/value.ts'

const verb = '(?:delete|destroy|terminate|purge|deprovision|decommission|teardown|nuke|drop|wipe|unregister|deregister)'
const noun =
  '(?:projects?|buckets?|instances?|clusters?|databases?|dbs?|volumes?|snapshots?|servers?|env(?:ironment)?s?|app(?:lication)?s?|domains?|zones?|namespaces?|tenants?|org(?:anization)?s?|teams?|sites?|services?|functions?|queues?|topics?|collections?|backups?|repos?(?:itory|itories)?|deployments?|machines?|droplets?|node-?pools?|networks?|vpcs?|subnets?|secrets?|users?|accounts?|jobs?|pipelines?|stacks?|resources?|vms?|keyspaces?|dashboards?|monitors?|datasets?|tables?|customers?|subscriptions?|workspaces?|flags?|features?|segments?|index(?:es)?|indices|record-?sets?|gateways?|endpoints?|listeners?|load-?balancers?|upstreams?|runners?|nodes?|builds?|credentials?|vaults?|tokens?|certificates?|realms?|roles?|groups?|polic(?:y|ies)|channels?|workflows?|dags?|exchanges?|streams?|consumers?|schedules?|alerts?|incidents?|hosts?|pools?|experiments?|webhooks?)'
const heavy = '(?:volumes?|buckets?|clusters?|instances?|databases?|servers?|environments?|domains?|deployments?|tenants?)'

interface Shapes {
  readonly whole: RegExp
  readonly verb: RegExp
  readonly noun: RegExp
  readonly heavy: RegExp
}

let shapes: Shapes | undefined

const ends =
  /^(?:(?:bulk-|permanent-)?delete|destroy|purge|remove|rm|del|terminate|clear|erase|wipe|clean|unregister|revoke|forget|deactivate|[\w:-]+[:-](?:delete|destroy|remove|purge|del)|(?:delete|remove|destroy|purge|clear)[-_][\w-]+)$/

export function endsResources(call: Call): void {
  const { args, program } = call
  if (args.length === 0 || hasTrait(program.toLowerCase(), 'takesText') || program.startsWith('create-')) return
  shapes ??= {
    whole: new RegExp(`^(?:${verb}[-:_](?:[\\w-]+[-_])?${noun}|(?:[\\w-]+[-:.])?${noun}[-:.](?:${verb}|remove))$`, 'i'),
    verb: new RegExp(`^${verb}$`, 'i'),
    noun: new RegExp(`^(?:[\\w-]+[-:])?${noun}$`, 'i'),
    heavy: new RegExp(`^${heavy}$`, 'i'),
  }
  const words: string[] = []
  for (const { text } of args) {
    if (/^--?(?:help|dry-?run|what-?if|version)$|^-h$/i.test(text) || (words.length === 0 && text === 'help')) return
    if (text[0] !== '-' && words.length < 6) words.push(text)
  }
  const known = hasTrait(program, 'endsServices')
  for (const [index, word] of words.entries()) {
    const next = words[index + 1] ?? ''
    const pair =
      (known && ends.test(word)) ||
      (shapes.verb.test(word) && shapes.noun.test(next)) ||
      (shapes.noun.test(word) && shapes.verb.test(next)) ||
      (shapes.heavy.test(word) && /^(?:rm|remove)$/.test(next)) ||
      (/^(?:rm|remove)$/.test(word) && shapes.heavy.test(next))
    if (!pair && !shapes.whole.test(word)) continue
    find(call, 'cloud.destroy', { unknown: `what ${program} ends` })
    return
  }
  const plain = known ? words.filter(word => /^[\w:.@-]+$/.test(word)) : []
  if (plain.length > 1)
    for (const deed of deedsOf(plain.flatMap(wordsOf), program, args.map(({ text }) => text).join(' '))) find(call, deed)
}

/** As a program that nobody knows. */
export function asUnknown(call: Call): Stream {
  endsResources(call)
  return handedSecrets(call)
}

/** Deeds of a service that its tool's name tells and nobody takes back: merges, money, accounts, access, secrets. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { JsonObject } from '../../../core/json.ts'
import { findInjection } from '../../detect/injection.ts'
import type { FindingId } from '../values/findings.ts'
import { bare, wordsOf } from './argument-keys.ts'

const looks =
  /^(?:list|search|find|query|describe|count|preview|simulate|validate|estimate|check|docs?|documentation|draft|schema|template)$/

/** Without one of these words nothing lasting is done: most calls end here, before a pattern is compiled. */
const irreversible = new Set(
  'get read fetch retrieve show reveal decrypt access merge trash delete remove destroy purge drop wipe deprovision refund payout withdrawal withdraw transfer send wire pay capture void cancel terminate close empty clear reset add invite attach put set create update disable unprotect share permission'.split(
    ' ',
  ),
)

export const lasting = (name: string, { structuredInput, mcpServer = '' }: NormalizedHookEvent): readonly FindingId[] => {
  const words = wordsOf(name).filter(word => word !== '')
  if (keepsPasswords(mcpServer) && words.some(word => hands.test(word)) && !words.some(word => about.test(word)))
    return ['secrets.print-token']
  const has = (pattern: RegExp): boolean => words.some(word => pattern.test(word))
  if (
    !words.some(word => irreversible.has(word)) ||
    has(looks) ||
    structuredInput.dryRun === true ||
    structuredInput.dry_run === true
  )
    return []
  const gets = has(/^(?:get|read|fetch|retrieve|show)$/)
  if (
    has(/^(?:get|read|fetch|retrieve|show|reveal|decrypt|access)$/) &&
    has(/^(?:secret|password|passwords|credential|credentials)$/)
  )
    return ['secrets.print-token']
  if (gets) return []
  const found: FindingId[] = []
  if (has(/^merge$/) && has(/^(?:pull|pr|request|mr)$/)) found.push('cloud.irreversible')
  else if (has(/^delete|^remove$/) && has(/^files?$/) && Object.keys(structuredInput).some(key => remote.test(bare(key))))
    found.push('cloud.irreversible')
  else if (has(/^(?:refund|payout|withdrawal|withdraw)$/) || (has(/^(?:transfer|send|wire|pay|capture|void)$/) && has(money)))
    found.push('cloud.irreversible')
  else if (has(/^(?:cancel|terminate|close)$/) && has(/^(?:subscription|subscriptions|account|accounts|order|orders|contract)$/))
    found.push('cloud.irreversible')
  else if (has(/^(?:delete|remove|destroy|purge|drop|wipe|deprovision)$/) && has(belongings) && !has(parts))
    found.push('cloud.irreversible')
  else if (has(/^(?:delete|remove|trash|purge)$/) && has(shared) && !has(parts) && sharing.test(mcpServer.toLowerCase()))
    found.push('cloud.irreversible')
  else if (has(/^(?:purge|empty|clear|delete|wipe)$/) && has(/^(?:everything|trash|all)$/)) found.push('cloud.irreversible')
  else if (has(/^reset$/) && has(/^(?:branch|database|db|project|environment)$/) && !has(/^git$/))
    found.push('cloud.irreversible')
  if (has(parts)) return found
  if (
    has(/^(?:create|update|edit|set|change)$/) &&
    has(/^(?:repo|repository|project|gist|snippet)$/) &&
    isMadePublic(structuredInput)
  )
    found.push('cloud.access-change')
  if (
    (has(/^(?:add|invite)$/) && has(/^collaborators?$/)) ||
    (has(/^(?:attach|put|set|add|create|update)$/) &&
      has(/^(?:policy|iam|binding|acl)$/) &&
      has(/^(?:user|role|group|bucket|iam)$/)) ||
    (has(/^(?:create|add)$/) && has(/^keys?$/) && has(/^(?:access|deploy|ssh|api)$/)) ||
    (has(/^(?:update|remove|delete|disable)$/) && has(/^protection$/)) ||
    (has(/^(?:share|permissions?)$/) && /:"anyone"/.test(JSON.stringify(structuredInput))) ||
    (has(/^unprotect$/) && has(/^branch(?:es)?$/)) ||
    // What happens there is told to an address from now on.
    (has(/^(?:create|add|update|set)$/) && has(/^(?:web)?hooks?$/) && /"https?:/.test(JSON.stringify(structuredInput)))
  )
    found.push('cloud.access-change')
  return found
}

/** Words of tools that hand a text to people, and so to the agents that read for them. */
const tells = /^(?:create|add|post|send|comment|reply|publish|update|submit|append|edit|write)$/
/** Keys of local files, whose content has rules of its own. */
const files = /^(?:path|filepath|file|filename|files|notebookpath)$/

/** Orders for models in a text that is put where others read. */
export const misleads = (name: string, { structuredInput, mcpServer }: NormalizedHookEvent): boolean => {
  if (mcpServer === undefined || !wordsOf(name).some(word => tells.test(word))) return false
  if (Object.keys(structuredInput).some(key => files.test(bare(key)))) return false
  return findInjection(JSON.stringify(structuredInput).slice(0, 20_000)).length > 0
}

/** Open to everybody, as GitHub and GitLab say it. */
const isMadePublic = (input: JsonObject): boolean =>
  input.private === false || input.public === true || input.visibility === 'public'

const keepsPasswords = (server: string): boolean =>
  /(?:1|one)_?-?password|bitwarden|lastpass|keepass|key-?chain|dashlane|passbolt|vaultwarden|keeper|pass(?:word)?-?(?:store|manager)|^(?:hashicorp-?)?vault$/i.test(
    server,
  )
const hands = /^(?:get|read|show|find|list|items?|search|fetch|retrieve|reveal|lookup|copy|export|kv)$/
/** What a store tells of itself. */
const about =
  /^(?:vaults|mounts|keychains|folders|collections|status|health|generate|version|account|accounts|policies|create|put)$/

/** Services whose contents others read and work on, and that keep no copy for whoever deletes. */
const sharing =
  /notion|confluence|jira|atlassian|linear|gmail|outlook|mail|google|gdrive|drive|dropbox|sharepoint|onedrive|box|calendar|slack|discord|teams|airtable|hubspot|salesforce|asana|trello|monday|clickup|zendesk|intercom|figma|miro|wordpress|contentful|sanity|shopify|stripe/
const shared =
  /^(?:pages?|blocks?|documents?|docs?|issues?|files?|folders?|emails?|mails?|threads?|events?|calendars?|channels?|records?|rows?|contacts?|leads?|deals?|companies|company|tickets?|boards?|cards?|sheets?|spreadsheets?|posts?|entries|entry|products?|teams?|spaces?|bases?|cycles?|drafts?)$/

const remote = /^(?:owner|repo|repository|projectid|project|branch)$/
const money = /^(?:funds|money|payment|payments|invoice|amount|crypto|tokens|charge)$/
const belongings =
  /^(?:users?|customers?|accounts?|sites?|dns|topics?|queues?|streams?|tenants?|domains?|mailbox|workspaces?|environments?|volumes?|snapshots?|backups?|secrets?)$/
/** Things that belong to one of those, and are no loss. */
const parts = /^(?:comments?|labels?|reactions?|notes?|notifications?|sessions?|members?|assignees?|from|tags?)$/

/** What a program does to the rows of databases and to cloud resources, by the libraries that speak to them. */

import { inOrder } from '../../matching/in-order.ts'
import { destructive } from '../effects/queries.ts'
import { find, fork } from '../values/analysis.ts'
import type { FindingId } from '../values/findings.ts'
import { literal, nothing } from '../values/value.ts'
import type { Argument, State } from './evaluator/code.ts'
import type { Token } from './evaluator/lexer.ts'

const asks =
  /^(?:\$?(?:execute|query)(?:Raw|RawUnsafe|Unsafe)?|execute\w*|exec(?:Context|_driver_sql|_query|_update)?|query\w*|Exec|raw|run|prepare|text|sql|statement|unprepared|do|batch|command|multi_query|(?:mysqli|pg|sqlite|db)_(?:multi_)?query\w*|read_sql\w*|send|Execute\w*|cql|fetch\w*)$/

/** A statement handed to something that runs statements. */
export function queried(name: string, args: readonly Argument[], state: State): void {
  // Also where the name is put together: `db['drop' + 'Database']()`.
  if (/^(?:drop_?database|drop_?collection|drop_all|flush_?all|flush_?db)$/i.test(name) && !state.scratch)
    find(state.call, 'database.destroy')
  if (!asks.test(name)) return
  for (const { value } of args) {
    const { text } = value
    if (/^\s*(?:flushall|flushdb)\b/i.test(text)) find(state.call, 'database.destroy')
    if (!/\b(?:drop|truncate|delete|update|execute|exec)\b/i.test(text)) continue
    const finding = destructive(text)
    if (finding !== undefined && !state.scratch) find(state.call, finding)
  }
}

const scratch = /:memory:|connect\(\s*["'](?:file:)?\/(?:tmp|var\/tmp|dev\/shm)\//

/** Databases that are gone with the program, or are only there to try something. */
export function isScratch(source: string): boolean {
  return scratch.test(source)
}

type Pattern = readonly [where: RegExp | undefined, what: RegExp | readonly RegExp[], finding: FindingId]

const rows: readonly Pattern[] = [
  [undefined, /\.objects(?:\.using\(""\))?(?:\.all\(\)|\.filter\(\))?\.(?:delete|_raw_delete|update)\(/, 'database.mass-change'],
  [undefined, [/\bfor \w+ in \w+\.objects\.all\(\)/, /\.delete\(/], 'database.mass-change'],
  [
    /delete|destroy|update/,
    /(?<![\w:.])[A-Z][\w:]*(?:\.[A-Z]\w*)*(?:\.unscoped|\.all)*\.(?:delete_all|destroy_all|update_all)\b/,
    'database.mass-change',
  ],
  [undefined, /\.(?:find_each|each|in_batches)\(?&:(?:destroy|delete|delete_all)/, 'database.mass-change'],
  [
    undefined,
    /\b(?:drop_table|truncate_tables|drop_database|drop_schema|drop_all|dropTable|dropTableIfExists|dropSchema|dropAllSchemas|dropAllTables|dropDatabase|clearDatabase|drop_collection|dropCollection|drop_database|dropUser)\b\(?/,
    'database.destroy',
  ],
  [undefined, /\bSchema::drop\w*\(/, 'database.destroy'],
  [undefined, /\b[A-Z]\w*::(?:query\(\)\.)?(?:truncate|forceDelete|delete)\(\)/, 'database.mass-change'],
  [undefined, /\b[A-Z]\w*::(?:all\(\)|get\(\)|cursor\(\))\.(?:each\.)?(?:delete|each\()/, 'database.mass-change'],
  [
    undefined,
    /\b(?:knex|db|trx|DB::table|table|from|collection)\(""\)\.(?:truncate|del|delete)\(\)(?!\.(?:eq|match|in|where\w*|filter|is|lt|gt|lte|gte|like|limit)\()/,
    'database.mass-change',
  ],
  [/knex/, /\(""\)\.(?:truncate|del)\(\)(?!\.where)/, 'database.mass-change'],
  [undefined, /\bdb\.delete\(\w+\)(?!\.where)/, 'database.mass-change'],
  [
    undefined,
    /\.(?:deleteMany|delete_many|deleteAll|destroyAll)\((?:|\{\}|\{where:(?:\{\}|None|null)\}|where=\{\})\)/,
    'database.mass-change',
  ],
  [undefined, /\.(?:updateMany|update_many)\(\{\},/, 'database.mass-change'],
  [/mongo/i, /(?:\.drop\(\)|\.remove\(\{\}\))/, 'database.destroy'],
  [undefined, /\.destroy\(\{(?:[^{}]*,)?(?:truncate:true|where:\{\})/, 'database.mass-change'],
  [undefined, /\.(?:sync\(\{(?:[^{}]*,)?force:true|synchronize\(true\))/, 'database.destroy'],
  [undefined, /(?:\.query\(\w+(?:\.\w+)*\)|\b[A-Z]\w*\.query)\.delete\(/, 'database.mass-change'],
  [/sqlalchemy|session|engine/i, /\bexecute\((?:\w+\.)?delete\(\w+(?:\.\w+)*\)\)/, 'database.mass-change'],
  [undefined, /\bgetRepository\(\w+\)\.(?:clear\(\)|delete\((?:\{\})?\))/, 'database.mass-change'],
  [undefined, /\.indices\.delete(?:_index)?\(|\.(?:deleteIndex|delete_index)\(/, 'database.destroy'],
  [/match_all/, /\.(?:delete_by_query|deleteByQuery)\(/, 'database.mass-change'],
  [undefined, /\bRepo\.delete_all\([A-Z][\w.]*\)|\|>\w*\.?Repo\.delete_all\b/, 'database.mass-change'],
  [undefined, /\.(?:flushall|flushdb)\b/i, 'database.destroy'],
  [/redis|valkey|keydb/i, [/\.(?:keys|scan_iter|scan|scanIterator)\(/, /\.(?:delete|del|unlink)\(/], 'database.mass-change'],
]

const sdks =
  /boto3|botocore|aws-sdk|\bAws::|google\.cloud|googleapiclient|@google-cloud|azure|hcloud|openstack|digitalocean|pulumi/
const clouds: readonly Pattern[] = [
  [
    /kubernetes|@kubernetes|kubeclient/,
    /\.(?:delete_(?:namespace|collection|persistent|cluster|custom|stateful|deployment)\w*|delete(?:Namespace|Collection|Persistent|Namespaced)\w*)\(/,
    'kubernetes.delete',
  ],
  [/github|octokit/i, /\.(?:get_repo\(""\)|repos)\.delete\(|\brepo\.delete\(\)/, 'cloud.repository-destroy'],
  [
    sdks,
    /\.objects\.(?:all\(\)\.|filter\([^()]*\)\.)?delete\(|\.object_versions\.(?:all\(\)\.)?delete\(|\.delete_(?:bucket|objects?|blobs?|container)\b\(|\bDelete(?:Bucket|Objects?)Command\(/,
    'cloud.storage-destroy',
  ],
  [
    sdks,
    /\.(?:begin_delete|begin_purge|terminate|purge|destroy|deregister)(?:_\w+)?\(|\.delete_(?!item|message|tag|object|bucket|blob|container|metric)\w+\(|\bnew (?:Delete|Terminate|Deregister|Purge)(?!Message|Item|Tags|Object|Bucket)\w*Command\(|\bbucket\w*\.delete\(|\bBucket\(""\)\.delete\(/i,
    'cloud.destroy',
  ],
]

/** What hands out a credential. What becomes of it there is another question. */
const tellers: readonly Pattern[] = [
  [
    sdks,
    /\.(?:(?:batch_)?get_secret_value|get_frozen_credentials|get_session_token|get_federation_token|assume_role|access_secret_version|accessSecretVersion|getSecretValue)\(|\b(?:(?:Batch)?GetSecretValue|GetSessionToken|AssumeRole)Command\b|\b(?:Shared|InstanceProfile|ECS|SSO)Credentials\.new\.credentials\b/,
    'secrets.print-token',
  ],
  [/boto/, [/\.get_credentials\(\)/, /\.(?:secret_key|token|access_key)\b/], 'secrets.print-token'],
  [/boto3|aws-sdk/, /\bWithDecryption[=:][Tt]rue/, 'secrets.print-token'],
  [/azure/i, /\.(?:get_token|getToken)\(""\)|\.get_secret\(""\)|\.getSecret\(""\)/, 'secrets.print-token'],
  [/google[.-]auth/, [/\bdefault\(|GoogleAuth\(/, /\.token\b|\.getAccessToken\(/], 'secrets.print-token'],
  [/credential-provider/, [/\bfrom[A-Z]/, /\)\(\)/], 'secrets.print-token'],
  [/huggingface_hub/, /\bget_token\(|\bHfFolder\b/, 'secrets.print-token'],
  [/hvac/, /\.read_secret\w*\(|\.generate_credentials\(/, 'secrets.print-token'],
  [
    /kubernetes/,
    /\.(?:list_secret_for_all_namespaces|(?:list|read)_namespaced_secret|(?:list|read)NamespacedSecret|listSecretForAllNamespaces)\(/,
    'secrets.print-token',
  ],
  [/secretstorage|jeepney/, /\.get_secret\(\)/, 'secrets.read-keychain'],
  [
    /browser_cookie3|rookiepy|pycookiecheat/,
    /\b(?:chrome|chromium|firefox|edge|safari|brave|opera|load|chrome_cookies)\(/,
    'secrets.read-credentials',
  ],
]

/** Well-known calls of libraries, whatever the language. */
export function records(source: string, all: readonly Token[], state: State): void {
  if (
    !/Rake|del|drop|truncate|destroy|flush|remove|terminate|purge|clear|update|synchronize|force|secret|credential|token|cookie|decryption|auth/i.test(
      source,
    )
  )
    return
  let dense = ''
  let named = false
  for (const token of all) {
    const name = token.kind === 'name' || token.kind === 'number'
    dense += token.kind === 'text' ? '""' : named && name ? ` ${token.value}` : token.value
    named = name
  }
  if (!state.scratch)
    for (const [where, what, finding] of rows)
      if ((where === undefined || where.test(source)) && inOrder(dense, ...[what].flat())) find(state.call, finding)
  for (const [where, what, finding] of clouds)
    if (where?.test(source) === true && inOrder(dense, ...[what].flat())) find(state.call, finding)
  for (const [where, what, finding] of tellers)
    if (where?.test(source) === true && inOrder(dense, ...[what].flat()))
      find(state.call, finding, { unknown: 'what becomes of the credential' })
  for (const task of source.matchAll(/\bRake::Task\[["']([\w:]+)["']\]\.(?:invoke|execute)/g))
    state.call.analysis.words([literal('rake'), literal(task[1] as string)], fork(state.call.env), nothing)
  for (const [at, token] of all.entries()) {
    if (token.kind !== 'text') continue
    const before = all[at - 1]
    if (before?.kind === 'name' && asks.test(before.value) && !state.scratch) {
      const finding = destructive(token.value)
      if (finding !== undefined) find(state.call, finding)
    } else if (/^flush(?:all|db)$/i.test(token.value) && /^[([,]$/.test(before?.value ?? '')) find(state.call, 'database.destroy')
  }
}

/** Databases that are gone with the program, or on this machine under a name that says so. */

import { hasAnyOf, markOf } from '../../../../core/traits.ts'
import { settingOf } from '../../calls/interpret.ts'
import { isDisposableDatabase, isDisposableFile, isDisposableName, isThisMachine } from '../../effects/disposable.ts'
import { place } from '../../places/paths.ts'
import type { Call } from '../../values/analysis.ts'
import { literal } from '../../values/value.ts'

const memory = /:memory:|^(?:file:)?\/(?:tmp|var\/tmp|dev\/shm)\//
/** A call, and where its arguments begin. */
const calls = /\b(\w+)(?:\.new|::new)?\(/g
const opens =
  /connect|client|pool|engine|database|redis|mysqli|with_?instance|^(?:elasticsearch|opensearch|DataSource|Cluster|start_link|PDO|Sequelize|knex\w*|drizzle|from_url)$/i
/** What ends a connection, or is done to a database that is open. */
const others = /^(?:dis|drop|on|is|has|use|list|show|count)[_A-Z]?[a-z]*(?:connect|database|client)|(?:url|uri|string)$/i
const scratchMarks = [
  'knex',
  'connect',
  'database',
  'Database',
  'PDO',
  'engine',
  'pool',
  'client',
  'sequelize',
  'redis',
  'Connection',
  'search',
  'Redis',
  'Client',
].map(markOf)
/** Classes of `fakeredis`, `mongomock` and their like, which keep all in memory. */
const inMemory = /^(?:Fake(?:Strict|Async)?Redis|FakeServer|fakeredis|mongomock|pgxmock|sqlmock|redismock|miniredis)$/

/** What such a module is imported as. */
const imported =
  /\bimport\s+(?:\*\s+as\s+)?(\w+)\s+from\s+["'](?:ioredis-mock|redis-mock|mongo-mock|pg-mem|mongodb-js-mock)["']|\b(\w+)\s*=\s*require\(["'](?:ioredis-mock|redis-mock|mongo-mock|pg-mem)["']\)/g

/** Arguments up to the bracket that closes them. */
export const argumentsAt = (source: string, from: number): string => {
  let depth = 1
  let at = from
  for (; at < source.length && at < from + most && depth > 0; at++) {
    const char = source[at]
    if (char === '(') depth++
    else if (char === ')') depth--
  }
  return source.slice(from, at - 1)
}
const most = 600

const text = /^\s*[rbuf]?(["'`])([^"'`\n]*)\1/
const named = /^\s*([A-Za-z_]\w*)\s*(?:[,)]|$)/
const keys =
  /["']?\b(host|hostname|server|dbname|database|db|filename|url|uri|dsn|connection|connection_?[sS]tring|datasource_?[uU]rl)["']?\s*(?:=>|[:=])\s*["'`]([^"'`\n]*)["'`]/g

/** Whether a name is given a value in one place alone, by a plain assignment. */
const isSetOnce = (name: string, source: string): boolean =>
  [...source.matchAll(new RegExp(`(.?)\\b${name}\\b(\\s*(?::\\s*\\w+\\s*)?[-+*/|&^%?:]*=(?!=)|["']\\s*[\\],])?`, 'g'))].filter(
    ([, before, set]) => before === '"' || before === "'" || set !== undefined,
  ).length === 1 && !new RegExp(`\\b(?:as|for|def\\s+\\w+\\(|lambda)\\s+${name}\\b|\\b${name}\\s+in\\b`).test(source)

/** The one text that a name of the program stands for. */
const constant = (name: string, source: string): string | undefined =>
  isSetOnce(name, source)
    ? text.exec(new RegExp(`\\b${name}\\s*(?::\\s*\\w+\\s*)?=(?!=)\\s*([^\\n]*)`).exec(source)?.[1] ?? '')?.[2]
    : undefined

/** A server that the program starts for itself, in memory or in a container: `with PostgresContainer(…) as pg`. */
const isTestServer = (name: string, source: string): boolean =>
  (new RegExp(`\\bwith\\s+\\w+Container\\([^\\n]*\\)\\s+as\\s+${name}\\s*:`).test(source) &&
    !new RegExp(`\\b${name}\\s*:?=(?!=)`).test(source)) ||
  (isSetOnce(name, source) &&
    new RegExp(`\\b${name}\\s*=\\s*(?:await\\s+)?(?:MongoMemory\\w+\\.create\\(|(?:new\\s+)?\\w+Container\\()`).test(source))

/** Whether a name holds a path in a temporary folder of this program's own. */
const isTemporary = (name: string, source: string): boolean => {
  const held = source.split('\n').flatMap(line => {
    if (!/\b(?:TemporaryDirectory|mkdtemp)\(/.test(line)) return []
    return /\)\s+as\s+(\w+)/.exec(line)?.[1] ?? /^\s*(\w+)\s*=/.exec(line)?.[1] ?? []
  })[0]
  const path = new RegExp(`\\b${name}\\s*=([^=\\n]*)`).exec(source)?.[1] ?? ''
  // A part that leads out of it, or begins anew.
  return held !== undefined && isSetOnce(name, source) && new RegExp(`\\b${held}\\b`).test(path) && !/\.\.|["'][/~\\]/.test(path)
}

/** The address in the arguments of a call that opens a database, as one text. */
const addressIn = (given: string, source: string): string | undefined => {
  const first = text.exec(given)?.[2]
  if (first !== undefined) return first
  // `knex(config.test)`: one of the environments that a file has.
  const [, environment] = /^\s*\w*[cC]onfig\w*(?:\.|\[["'])(\w+)["'\]]*\s*$/.exec(given) ?? []
  if (
    environment !== undefined &&
    isDisposableName(environment) &&
    !new RegExp(`\\b${environment}["'\\]]*\\s*(?::|=(?!=))`).test(source)
  )
    return ':memory:'
  const name = named.exec(given)?.[1]
  const said = name === undefined ? undefined : constant(name, source)
  if (said !== undefined) return said
  if (name !== undefined && isTemporary(name, source)) return ':memory:'
  const held = /\bAddr["']?:\s*(\w+)\.Addr\(/.exec(given)?.[1]
  if (held !== undefined && new RegExp(`\\b${held}(?:,\\s*\\w+)?\\s*:=\\s*miniredis\\.`).test(source)) return ':memory:'
  const server = /^\s*(\w+)\.(?:getUri|get_connection_url|getConnectionUri|getBoltUri|get_connection_string)\(/.exec(given)?.[1]
  if (server !== undefined && isTestServer(server, source)) return ':memory:'
  const settings = new Map(
    [...given.matchAll(keys)].map(([, key = '', value = '']) => [key.toLowerCase().replace('_', ''), value]),
  )
  const url = ['url', 'uri', 'dsn', 'connection', 'connectionstring', 'datasourceurl'].map(key => settings.get(key)).find(Boolean)
  if (url !== undefined) return url
  const host = settings.get('host') ?? settings.get('hostname') ?? settings.get('server')
  const database = settings.get('dbname') ?? settings.get('database') ?? settings.get('db') ?? settings.get('filename')
  if (host === undefined && database !== undefined && (memory.test(database) || isDisposableFile(database))) return database
  return host === undefined || database === undefined ? undefined : `host=${host};database=${database}`
}

/** Whether a name holds a client that was given something where it was made. */
const isMadeOf = (name: string, source: string): boolean =>
  name !== '' &&
  isSetOnce(name, source) &&
  new RegExp(`\\b${name}\\s*(?::\\s*\\w+\\s*)?=\\s*new\\s+(?:\\w+\\.)?\\w*(?:Client|Pool|Connection)\\(\\s*[^\\s)]`).test(source)

/** Databases that are gone with the program, or are only there to try something: all that it opens, by their addresses. */
export function isScratch(written: string, call: Call): boolean {
  const source = written.replace(/\brequire\(["'](\w+)["']\)\(/g, '$1(')
  const { env, analysis } = call
  const ofTests = isOfTests(call) && !namesOthers(source)
  if (!hasAnyOf(source, scratchMarks)) return ofTests
  // Beside the real one nobody knows which is which.
  const isReal = /["'`](?:@redis\/client|ioredis|iovalkey|redis|mongodb|mongoose|pg)(?:\/[\w/.-]+)?["'`]/.test(source)
  const held = new Set(isReal ? [] : [...source.matchAll(imported)].map(([, one, other]) => one ?? other))
  const opened = [...source.matchAll(calls)].flatMap(({ 0: whole, 1: name = '', index }) => {
    if (!opens.test(name) || others.test(name)) return []
    const owner = /(?<!\w)(\w+)(?:\.|::)$/.exec(source.slice(Math.max(0, index - 40), index))?.[1] ?? ''
    if ([name, owner].some(one => inMemory.test(one) || held.has(one))) return [':memory:']
    const given = argumentsAt(source, index + whole.length)
    // `client.connect()`: of what was made with an address.
    if (name === 'connect' && given.trim() === '' && isMadeOf(owner, source)) return []
    if (name === 'PrismaClient' && given.trim() === '') return [settingOf(call, 'DATABASE_URL')]
    // What is defined, or ends a connection, opens none.
    if (/\b(?:def|function|class|fn|func)\s+$/.test(source.slice(Math.max(0, index - 20), index))) return []
    const address = addressIn(given, source)
    return [/\bnew\s+$/.test(source.slice(Math.max(0, index - 8), index)) ? withName(address, source) : address]
  })
  // A file is one of the workspace, from wherever the program is run.
  const isHere = (address: string): boolean =>
    !/\bchdir\b/.test(source) &&
    /^(?:inside|disposable)$/.test(
      place(literal(address.replace(/^(?:sqlite(?:\+\w+)?:(?:\/\/\/?)?|file:)/i, '').replace(/\?.*$/s, '')), env, analysis).kind,
    )
  const dropped = [...source.matchAll(dropsOne)].map(([, one, index, short]) =>
    short === undefined ? (one ?? index ?? '') : (constant(short, source) ?? ''),
  )
  if (dropped.length > 0 && dropped.every(isDisposableName) && isOnlyHere(source)) return true
  return (
    (opened.length > 0 || ofTests) &&
    opened.every(
      address =>
        address !== undefined &&
        (memory.test(address) || (isDisposableDatabase(address) && (/:\/\/\w|=/.test(address) || isHere(address)))),
    )
  )
}

/** The address of a server, with the one database that a client of JavaScript is asked for: `client.db('shop_test')`. */
const withName = (address: string | undefined, source: string): string | undefined => {
  if (address === undefined || !/^\w+:\/\/[^/?]+\/?$/.test(address) || /\b(?:useDb|getSiblingDB)\b/.test(source)) return address
  const names = new Set([...source.matchAll(/\.db\(\s*(?:["'`]([\w-]+)["'`])?/g)].map(([, name]) => name))
  const [name] = names
  return names.size === 1 && name !== undefined ? `${address.replace(/\/$/, '')}/${name}` : address
}

const dropsOne =
  /\bdrop\s+(?:database|keyspace|schema)\s+(?:if\s+exists\s+)?[`"[]?(\w+)|\.(?:indices\.delete|delete_?index)\(\s*(?:index\s*=\s*|\{\s*index:\s*)?["']([\w-]*)["']|\.indices\.delete\(\s*\{\s*(index)\s*\}|\.indices\.delete\(/gi

const servers =
  /\b(?:host|hostname|server)["']?\s*(?:=>|[:=])\s*["']([^"'\n]+)["']|\bCluster\(\s*\[\s*["']([^"'\n]+)["']\s*\]|\b\w+:\/\/(?:[^\s"'@/]*@)?([^\s"'/:]+)/g
const serversIn = (source: string): readonly string[] => [...source.matchAll(servers)].map(([, a, b, c]) => a ?? b ?? c ?? '')

/** Whether it names a server that is not this machine. */
const namesOthers = (source: string): boolean => !serversIn(source).every(isThisMachine)

/** Whether everything that it opens is said to be on this machine, and nothing else is emptied there. */
function isOnlyHere(source: string): boolean {
  if (
    /\b(?:truncate|delete\s+from|drop\s+table|flush\w*|environ|getenv|process\.env|ENV)\b|delete_?[mM]any|drop_?[cC]ollection/i.test(
      source,
    )
  )
    return false
  const opened = [...source.matchAll(calls)].flatMap(({ 0: whole, 1: name = '', index }) => {
    const given = argumentsAt(source, index + whole.length)
    // `cluster.connect()`: of what is open already.
    return opens.test(name) && !others.test(name) && given.trim() !== '' ? [serversIn(`${whole}${given})`)] : []
  })
  return opened.length > 0 && opened.every(named => named.length > 0 && named.every(isThisMachine))
}

/** Whether what runs the program was told that this is the environment of tests, whose database its framework makes anew. */
function isOfTests(call: Call): boolean {
  const address = settingOf(call, 'DATABASE_URL')
  if (address !== undefined && !isDisposableDatabase(address)) return false
  const named = ['RAILS_ENV', 'RACK_ENV', 'APP_ENV', 'MIX_ENV']
    .map(name => settingOf(call, name))
    .find(value => value !== undefined)
  const artisan = call.program === 'artisan' || call.args.some(({ text }) => text === 'artisan' || text.endsWith('/artisan'))
  const settings =
    call.args.map(({ text }) => (artisan ? /^--env=(.+)$/ : /^--settings=(.+)$/).exec(text)?.[1]).find(Boolean) ??
    settingOf(call, 'DJANGO_SETTINGS_MODULE')
  return /^test(?:ing)?$/.test(named ?? '') || /(?:^|\.)(?:test|tests|testing|ci)$/.test(settings ?? '')
}

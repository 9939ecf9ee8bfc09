/** What stands in for a database or a service: gone with the program, on this machine under a name that says so, or only pretended. */

import { hasAnyOf, markOf } from '../../../../core/traits.ts'
import { settingOf } from '../../calls/interpret.ts'
import { isDisposableDatabase, isDisposableFile, isDisposableName, isThisMachine } from '../../effects/disposable.ts'
import { hostOf } from '../../places/hosts.ts'
import { place } from '../../places/paths.ts'
import type { Call } from '../../values/analysis.ts'
import { literal } from '../../values/value.ts'
import { plainName, servedIn } from './clients.ts'

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
const argumentsAt = (source: string, from: number): string => {
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
  const dropped = [...source.matchAll(dropsOne)].map(([, one, index]) => one ?? index ?? '')
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
  /\bdrop\s+(?:database|keyspace|schema)\s+(?:if\s+exists\s+)?[`"[]?(\w+)|\.(?:indices\.delete|delete_?index)\(\s*(?:index\s*=\s*)?["']([\w-]*)["']|\.indices\.delete\(/gi

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
  const artisan = call.program === 'artisan' || call.args.some(({ text }) => /(?:^|\/)artisan$/.test(text))
  const settings =
    call.args.map(({ text }) => (artisan ? /^--env=(.+)$/ : /^--settings=(.+)$/).exec(text)?.[1]).find(Boolean) ??
    settingOf(call, 'DJANGO_SETTINGS_MODULE')
  return /^test(?:ing)?$/.test(named ?? '') || /(?:^|\.)(?:test|tests|testing|ci)$/.test(settings ?? '')
}

/** Services that doubles stand in for, that are told to be this machine, or whose account is one of tests. */
export function pretendedIn(source: string, call: Call): ReadonlySet<string> {
  const found = new Set<string>()
  const isEmulated = (form: RegExp): boolean =>
    [...settingsOf(call), ...setIn(source)].some(([name, value]) => form.test(name) && isHere(value ?? ''))
  for (const [service, names] of servedIn(source)) {
    const is =
      service === 'aws'
        ? isAwsHere(source) || isEmulated(/^AWS_ENDPOINT_URL$/)
        : service === 'google' || service === 'firebase'
          ? partsOf(source).length > 0 &&
            partsOf(source).every(part => isEmulated(new RegExp(`^(?:FIREBASE_)?${part}_EMULATOR_HOST$`, 'i')))
          : service === 'kubernetes'
            ? ownCluster.test(source) &&
              (source.match(/\b(?:load_kube_config|loadFrom\w+|setCurrentContext)\(/g) ?? []).length === 1
            : (service === 'stripe' && isTestAccount(source)) ||
              (service === 'azure' && isStorageHere(source)) ||
              isMadeHere(source, names)
    if (is) found.add(service)
  }
  return found
}

/** Azure's own name for the emulator of its storage, and no other account. */
const isStorageHere = (source: string): boolean =>
  /\bUseDevelopmentStorage=true\b/.test(source) &&
  !/https:\/\/|AccountName=|AccountKey=|\.core\.windows\.net|\bENV\b|environ|process\.env|getenv|Credential\b/.test(source)

/** Of Google's and Firebase's services those that are imported: each has an emulator of its own. */
const partsOf = (source: string): readonly string[] =>
  [
    ...source.matchAll(
      /\b(?:google\.cloud|firebase_admin)\s+import\s+([\w, ]+)|["'](?:@google-cloud|firebase-admin)\/(\w+)["']|\badmin\.(\w+)\(\)/g,
    ),
  ]
    .flatMap(([, list, one, called]) => one ?? called ?? (list ?? '').split(','))
    .map(part => part.trim().split(/\s/, 1)[0] ?? '')
    .filter(part => !/^(?:app|exceptions|credentials|)$/.test(part))

const settingsOf = ({ invocation, env }: Call): readonly (readonly [string, string | undefined])[] => [
  ...Object.entries(invocation.assignments),
  ...[...env.variables].map(([name, { fields }]) => [name, fields[0]?.text] as const),
]

/** What a program without texts of several lines sets in its own environment. */
const setIn = (source: string): readonly (readonly [string, string | undefined])[] =>
  /"""|'''|\/\*|^=begin|`/m.test(source)
    ? []
    : [
        ...source.matchAll(
          /^[ \t]*(?:monkeypatch\.setenv\(|os\.environ\[|process\.env\.)["']?(\w+)["']?(?:\]?\s*=|\s*,)\s*["']([^"']+)["']/gm,
        ),
      ].map(([, name = '', value]) => [name, value] as const)

const isHere = (address: string): boolean => isThisMachine((hostOf(address) ?? address).replace(/:\d+$/, ''))
/** A cluster of the developer's own machine, by the name of its context. */
const ownCluster =
  /(?:load_kube_config\([^()]*context\s*=|setCurrentContext\()\s*["'](?:kind-|k3d-|minikube|docker-desktop|rancher-desktop|orbstack|colima)/

const serverKeys =
  /\b(?:url|host|hostname|endpoint|server|address|base_?[uU]rl|api_?[bB]ase)["']?\s*(?:=>|[:=])\s*["']([^"'\n]+)["']|^\s*["'](https?:[^"'\n]+)["']/

/** Whether each client that is made of these names is told to speak to this machine. */
function isMadeHere(source: string, names: ReadonlySet<string>): boolean {
  const made = [...source.matchAll(/(?<![\w.:])([A-Za-z_]\w*)(?:(?:\.|::)[A-Z]\w*)*(?:\.new)?\(/g)].filter(
    ([whole, name = '']) => names.has(plainName(name)) && /(?<!\w)[A-Z]\w*(?:\.new)?\($/.test(whole),
  )
  return (
    made.length > 0 &&
    made.every(({ 0: whole, index }) => {
      const [, named, first] = serverKeys.exec(argumentsAt(source, index + whole.length)) ?? []
      return isHere(named ?? first ?? '')
    })
  )
}

const clouds = /\.(?:client|resource)\(|\b[A-Z]\w*Client\(|::Client\.new\(/g
const endpoint = /\bendpoint(?:_url|Url)?["']?\s*[:=]\s*["']([^"'\n]+)["']/

/** Whether every client of AWS that the program makes speaks to this machine, or to a double that stands in for all. */
function isAwsHere(source: string): boolean {
  const mocked = [...source.matchAll(/\bmockClient\(\s*(\w+)/g)].map(([, name]) => name)
  const clients = [...source.matchAll(/\bnew\s+(\w+Client)\(/g)].map(([, name]) => name)
  if (source.includes('aws-sdk-client-mock') && clients.length > 0 && clients.every(name => mocked.includes(name))) return true
  const made = [...source.matchAll(clouds)].map(({ 0: whole, index }) => ({
    index,
    whole,
    given: argumentsAt(source, index + whole.length),
  }))
  const isLocal = ({ given, whole }: { readonly given: string; readonly whole: string }): boolean => {
    const address = endpoint.exec(given)?.[1]
    // Only Ruby's clients know that.
    const isRuby = whole === '::Client.new(' && /\bstub_responses["']?\s*(?::|=>)\s*true/.test(given)
    return isRuby || (address !== undefined && isHere(address))
  }
  const inside = made.length > 0 ? mockedIn(source) : []
  return (
    made.length > 0 &&
    made.every(
      one => isLocal(one) || inside.some(({ from, to }) => one.index > from && one.index < to) || isStubbed(one.index, source),
    )
  )
}

/** Whether the client that is made there is only used within `with Stubber(client)`. */
function isStubbed(index: number, source: string): boolean {
  const name = /^\s*(\w+)\s*=/.exec(source.slice(source.lastIndexOf('\n', index) + 1, index))?.[1]
  if (
    !/^[ \t]*from botocore\.stub import\b[^\n]*\bStubber\b/m.test(source) ||
    /\b(?:class|def)\s+Stubber\b|\bStubber\s*=/.test(source)
  )
    return false
  if (name === undefined || [...source.matchAll(new RegExp(`\\b${name}\\s*=(?!=)`, 'g'))].length !== 1) return false
  const blocks = blocksBelow(new RegExp(`^([^\\S\\n]*)with\\s+Stubber\\(${name}\\)[^\\n]*:[^\\S\\n]*$`, 'gm'), source)
  const used = [...source.matchAll(new RegExp(`\\b${name}(?:\\.|\\s*[,)])`, 'g'))].filter(
    use => !/\bStubber\($/.test(source.slice(0, use.index)),
  )
  return blocks.length > 0 && used.every(use => blocks.some(({ from, to }) => use.index > from && use.index < to))
}

/** Whether the only keys of Stripe that it has, and may have, are those of its tests, which move no money. */
const isTestAccount = (source: string): boolean => {
  const keys = source.match(/\b[srp]k_(?:test|live)_\w+/g) ?? []
  return keys.length > 0 && keys.every(key => key.includes('_test_')) && !/\bENV\b|environ|process\.env|getenv/.test(source)
}

/** What stands deeper than the line that a form finds, whose first group is what it is indented by. */
const blocksBelow = (form: RegExp, source: string): readonly { readonly from: number; readonly to: number }[] =>
  [...source.matchAll(form)].map(found => {
    const from = found.index + found[0].length
    const depth = (found[1] as string).length
    let to = from
    for (const line of source.slice(from + 1).split('\n')) {
      if (line.trim() !== '' && line.search(/\S/) <= depth) break
      to += line.length + 1
    }
    return { from, to }
  })

/** Whether a block of pytest's fixture hands something out, so that what is done with it is done within. */
const isFixture = (from: number, to: number, source: string): boolean => {
  const at = source.lastIndexOf('@pytest.fixture', from)
  return (
    at >= 0 &&
    /^[ \t]+yield\b/m.test(source.slice(from, to)) &&
    /^@pytest\.fixture[^\n]*\n[ \t]*(?:async\s+)?def [^\n]*\n(?:[ \t][^\n]*\n)*[ \t]+with [^\n]*$/.test(source.slice(at, from))
  )
}

/** Where moto stands in for AWS: below `with mock_aws():`, behind which nothing follows, and in what is decorated with it. */
const mockedIn = (source: string): ReturnType<typeof blocksBelow> =>
  /^[ \t]*(?:from|import) moto\b/m.test(source) && !/\bdef\s+mock_\w+|\bmock_\w+\s*=(?!=)/.test(source)
    ? [
        ...blocksBelow(/^([^\S\n]*)with\s+(?:\w+\.)?mock_\w+\(\)[^\n]*:[^\S\n]*$/gm, source).filter(
          ({ from, to }) => source.slice(to).trim() === '' || isFixture(from, to, source),
        ),
        ...blocksBelow(/^([^\S\n]*)@(?:\w+\.)?mock_\w+(?:\(\))?[^\S\n]*\n[^\S\n]*(?:async\s+)?(?:def|class)\b[^\n]*$/gm, source),
      ]
    : []

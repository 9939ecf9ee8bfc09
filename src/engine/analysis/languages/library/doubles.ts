/** What stands in for a database or a service: gone with the program, on this machine under a name that says so, or only pretended. */

import { hasAnyOf, markOf } from '../../../../core/traits.ts'
import { settingOf } from '../../calls/interpret.ts'
import { isDisposableDatabase, isDisposableName, isThisMachine } from '../../effects/disposable.ts'
import { hostOf } from '../../places/hosts.ts'
import { place } from '../../places/paths.ts'
import type { Call } from '../../values/analysis.ts'
import { literal } from '../../values/value.ts'

const memory = /:memory:|^(?:file:)?\/(?:tmp|var\/tmp|dev\/shm)\//
/** A call, and where its arguments begin. */
const calls = /\b(\w+)(?:\.new|::new)?\(/g
const opens = /connect|client|pool|engine|database|redis|mysqli|^(?:PDO|Sequelize|knex\w*|drizzle|from_url)$/i
/** What ends a connection, or is done to a database that is open. */
const others = /^(?:dis|drop|on|is|has|use)[_A-Z]?[a-z]*(?:connect|database|client)/i
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
  'Redis',
  'Client',
].map(markOf)
/** Classes of `fakeredis`, `mongomock` and their like, which keep all in memory. */
const inMemory = /^(?:Fake(?:Strict|Async)?Redis|FakeServer|fakeredis|mongomock)$/

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
  /["']?\b(host|hostname|server|dbname|database|db|url|uri|dsn|connection_?[sS]tring)["']?\s*[:=]\s*["'`]([^"'`\n]*)["'`]/g

/** Whether a name is given a value in one place alone, by a plain assignment. */
const isSetOnce = (name: string, source: string): boolean =>
  [...source.matchAll(new RegExp(`(.?)\\b${name}\\b(\\s*(?::\\s*\\w+\\s*)?[-+*/|&^%?:]*=(?!=)|["']\\s*[\\],])?`, 'g'))].filter(
    ([, before, set]) => /["'.]/.test(before ?? '') || set !== undefined,
  ).length === 1 && !new RegExp(`\\b(?:as|for|def\\s+\\w+\\(|lambda)\\s+${name}\\b|\\b${name}\\s+in\\b`).test(source)

/** The one text that a name of the program stands for. */
const constant = (name: string, source: string): string | undefined =>
  isSetOnce(name, source)
    ? text.exec(new RegExp(`\\b${name}\\s*(?::\\s*\\w+\\s*)?=(?!=)\\s*([^\\n]*)`).exec(source)?.[1] ?? '')?.[2]
    : undefined

/** The address in the arguments of a call that opens a database, as one text. */
const addressIn = (given: string, source: string): string | undefined => {
  const first = text.exec(given)?.[2]
  if (first !== undefined) return first
  // `knex(config.test)`: one of the environments that a file has.
  const [, environment] = /^\s*\w*[cC]onfig\w*(?:\.|\[["'])(\w+)["'\]]*\s*$/.exec(given) ?? []
  if (
    environment !== undefined &&
    isDisposableName(environment) &&
    !new RegExp(`\\b${environment}["'\\]]*\\s*=(?!=)`).test(source)
  )
    return ':memory:'
  const name = named.exec(given)?.[1]
  const said = name === undefined ? undefined : constant(name, source)
  if (said !== undefined) return said
  const server = /^\s*(\w+)\.(?:getUri|get_connection_url|getConnectionUri)\(/.exec(given)?.[1]
  if (
    server !== undefined &&
    isSetOnce(server, source) &&
    new RegExp(`\\b${server}\\s*=\\s*(?:await\\s+)?MongoMemory\\w+\\.create\\(`).test(source)
  )
    return ':memory:'
  const settings = new Map(
    [...given.matchAll(keys)].map(([, key = '', value = '']) => [key.toLowerCase().replace('_', ''), value]),
  )
  const url = ['url', 'uri', 'dsn', 'connectionstring'].map(key => settings.get(key)).find(Boolean)
  if (url !== undefined) return url
  const host = settings.get('host') ?? settings.get('hostname') ?? settings.get('server')
  const database = settings.get('dbname') ?? settings.get('database') ?? settings.get('db')
  return host === undefined || database === undefined ? undefined : `host=${host};database=${database}`
}

/** Databases that are gone with the program, or are only there to try something: all that it opens, by their addresses. */
export function isScratch(source: string, call: Call): boolean {
  const { env, analysis } = call
  const ofTests = isOfTests(call)
  if (!hasAnyOf(source, scratchMarks)) return ofTests
  const opened = [...source.matchAll(calls)].flatMap(({ 0: whole, 1: name = '', index }) => {
    if (!opens.test(name) || others.test(name)) return []
    const owner = /(?<!\w)(\w+)(?:\.|::)$/.exec(source.slice(Math.max(0, index - 40), index))?.[1] ?? ''
    if (inMemory.test(name) || inMemory.test(owner)) return [':memory:']
    const given = argumentsAt(source, index + whole.length)
    // What is defined, or ends a connection, opens none.
    if (/\b(?:def|function|class|fn|func)\s+$/.test(source.slice(Math.max(0, index - 20), index))) return []
    return [addressIn(given, source)]
  })
  // A file is one of the workspace, from wherever the program is run.
  const isHere = (address: string): boolean =>
    !/\bchdir\b/.test(source) &&
    /^(?:inside|disposable)$/.test(
      place(literal(address.replace(/^(?:sqlite(?:\+\w+)?:(?:\/\/\/?)?|file:)/i, '').replace(/\?.*$/s, '')), env, analysis).kind,
    )
  return (
    (opened.length > 0 || ofTests) &&
    opened.every(
      address =>
        address !== undefined &&
        (memory.test(address) || (isDisposableDatabase(address) && (/:\/\/\w|=/.test(address) || isHere(address)))),
    )
  )
}

/** Whether what runs the program was told that this is the environment of tests, whose database its framework makes anew. */
function isOfTests(call: Call): boolean {
  const address = settingOf(call, 'DATABASE_URL')
  if (address !== undefined && !isDisposableDatabase(address)) return false
  const named = ['RAILS_ENV', 'RACK_ENV', 'APP_ENV', 'MIX_ENV']
    .map(name => settingOf(call, name))
    .find(value => value !== undefined)
  const settings =
    call.args.map(({ text }) => /^--settings=(.+)$/.exec(text)?.[1]).find(Boolean) ?? settingOf(call, 'DJANGO_SETTINGS_MODULE')
  return /^test(?:ing)?$/.test(named ?? '') || /(?:^|\.)(?:test|tests|testing|ci)$/.test(settings ?? '')
}

const cloudMarks = ['boto3', 'aws-sdk'].map(markOf)
const clouds = /\.(?:client|resource)\(|\b[A-Z]\w*Client\(/g
const endpoint = /\bendpoint(?:_url|Url)?["']?\s*[:=]\s*["']([^"'\n]+)["']/

/** Whether every client of a cloud that the program makes speaks to this machine, or to a double that stands in for all. */
export function isPretended(source: string): boolean {
  if (!hasAnyOf(source, cloudMarks)) return false
  const made = [...source.matchAll(clouds)].map(({ 0: whole, index }) => ({
    index,
    given: argumentsAt(source, index + whole.length),
  }))
  const isLocal = ({ given }: { readonly given: string }): boolean => {
    const address = endpoint.exec(given)?.[1]
    return address !== undefined && isThisMachine((hostOf(address) ?? '').replace(/:\d+$/, ''))
  }
  const inside = made.length > 0 ? mocked(source) : undefined
  return (
    made.length > 0 &&
    made.every(one => isLocal(one) || (inside !== undefined && one.index > inside.from && source.slice(inside.to).trim() === ''))
  )
}

/** Whether the only keys of Stripe that it has, and may have, are those of its tests, which move no money. */
export const isTestAccount = (source: string): boolean => {
  const keys = source.match(/\b[srp]k_(?:test|live)_\w+/g) ?? []
  return keys.length > 0 && keys.every(key => key.includes('_test_')) && !/\bENV\b|environ|process\.env|getenv/.test(source)
}

/** The block below `with mock_aws():`, up to the first line that is no deeper. */
const mocked = (source: string): { readonly from: number; readonly to: number } | undefined => {
  const found = /^([^\S\n]*)with\s+(?:\w+\.)?mock_\w+\(\)[^\n]*:[^\S\n]*$/m.exec(source)
  if (found === null || !/\bmoto\b/.test(source)) return undefined
  const from = found.index + found[0].length
  const depth = (found[1] as string).length
  let to = from
  for (const line of source.slice(from + 1).split('\n')) {
    if (line.trim() !== '' && line.search(/\S/) <= depth) break
    to += line.length + 1
  }
  return { from, to }
}

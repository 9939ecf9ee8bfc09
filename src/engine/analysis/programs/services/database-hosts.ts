/** The servers that database clients are pointed at, for rules about hosts. */

import { cleanHost } from '../../../matching/addresses.ts'
import { settingOf } from '../../calls/interpret.ts'
import type { Options } from '../../calls/options.ts'
import { bounds, type Call } from '../../values/analysis.ts'
import { HOLE } from '../../values/value.ts'

/** Options with a host, where they are not `-h` and `--host`. */
const named: Readonly<Record<string, readonly string[]>> = {
  sqlcmd: ['S'],
  'mssql-cli': ['S'],
  'cypher-shell': ['a'],
  trino: ['server'],
  influx: ['host'],
  beeline: [],
  hive: [],
  flyway: [],
  liquibase: [],
}
const usual = ['h', 'host', 'hostname']

/** Records every host that options, operands and variables name. */
export function databaseHosts(call: Call, given: Options): undefined {
  const { program, analysis } = call
  const options = named[program] ?? usual
  const found = given.every.flatMap(([name, { text }]) => (options.includes(name) ? bareHosts(text) : addressHosts(text)))
  for (const { text } of given.positional) found.push(...addressHosts(text))
  const [first] = given.positional
  if (/^mongo/.test(program) && first !== undefined && /^[\w.-]+(?::\d+)?\/|^[\w.-]+:\d+$/.test(first.text))
    found.push(...bareHosts(first.text.split('/')[0] ?? ''))
  if (program === 'cqlsh' && first !== undefined) found.push(...bareHosts(first.text))
  const variable = /^p(?:g|sql)/.test(program) ? 'PGHOST' : /^m(?:y|aria)/.test(program) ? 'MYSQL_HOST' : undefined
  const inherited = variable === undefined ? undefined : settingOf(call, variable)
  if (inherited !== undefined) found.push(...bareHosts(inherited))
  for (const host of found) {
    if (host === '' || host.includes(HOLE)) continue
    if (analysis.hosts.length >= bounds.hosts) analysis.exhausted = true
    else analysis.hosts.push(host)
  }
}

/** `one:5432,two`, `tcp:host,1433`: hosts with their ports, and no socket's path. */
const bareHosts = (text: string): readonly string[] =>
  text.includes('://')
    ? addressHosts(text)
    : text
        .replace(/^(?:tcp|np|admin):/i, '')
        .split(',')
        .filter(part => part !== '' && part[0] !== '/' && !/^\d+$/.test(part))
        .map(part => cleanHost(part[0] === '[' ? part.slice(0, part.indexOf(']') + 1) : (part.split(/[:\\]/)[0] ?? '')))

/** The hosts of `scheme://user@one:1,two/…`, of `jdbc:…`, and of `host=one port=1`; none of any other text. */
const addressHosts = (text: string): readonly string[] => {
  const address = text.replace(/^jdbc:/i, '')
  if (/^oracle:/i.test(address)) return bareHosts(/@(?:\/\/)?([^:/@\s()]+)/.exec(address)?.[1] ?? '')
  if (/^[a-z][\w+.:-]*:\/\//i.test(address)) {
    const [authority = '', ...rest] = address.slice(address.indexOf('://') + 3).split(/[/?;]/)
    const beside = rest
      .join('&')
      .split('&')
      .flatMap(part => /^(?:host|hostaddr|servername)=(.+)$/i.exec(part)?.[1] ?? [])
    return [authority.slice(authority.lastIndexOf('@') + 1), ...beside].flatMap(bareHosts)
  }
  if (!/^\s*[a-z_]+\s*=/.test(text)) return []
  return [...text.matchAll(/(?:^|\s)host(?:addr)?\s*=\s*'?([^'\s]+)/g)].flatMap(match => bareHosts(match[1] ?? ''))
}

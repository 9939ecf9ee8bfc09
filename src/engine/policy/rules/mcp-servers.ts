/** What an MCP server is: the package, command or address that stands behind its name. Loaded when a rule asks for one of these. */

import JSON5 from 'json5'
import { parse as parseToml } from 'smol-toml'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import { isObject, type JsonObject, type JsonValue, objectAt, stringAt } from '../../../core/json.ts'
import { hostMatches } from '../../matching/addresses.ts'
import { textGlob } from '../../matching/glob.ts'
import { absolute, type Ground } from '../../matching/path-views.ts'
import { serverPlaces } from './mcp-places.gen.ts'
import { packageRun } from './packages.ts'

/** Whether the server of a call is one of these; a name alone is asked elsewhere. */
type ServerAnswer = 'yes' | 'no' | 'perhaps'

interface Server {
  readonly url?: string | undefined
  /** The program and its arguments; undefined where they cannot be known. */
  readonly command?: readonly string[] | undefined
  readonly env?: JsonObject | undefined
}

const maxBytes = 1 << 20

/** Every server that goes by the name of the call's; undefined stands for one that cannot be known. */
const serversOf = (event: NormalizedHookEvent, ground: Ground): readonly (Server | undefined)[] => {
  const told = event.mcpTold
  if (told !== undefined) return [told.url !== undefined ? { url: told.url } : { command: told.command?.split(/\s+/) }]
  const name = event.mcpServer
  if (name === undefined) return []
  const folders = [...new Set([ground.cwd, ...ground.roots])]
  return serverPlaces.flatMap(([file, ...keys]) =>
    (file.startsWith('~') ? [file] : folders.map(folder => `${folder}/${file}`)).flatMap(path => {
      const text = ground.host.readText(absolute(path, ground), maxBytes)
      if (text === undefined || !text.includes(name)) return []
      const settings = parsed(text, path)
      return settings === undefined ? [undefined] : keys.flatMap(key => named(settings, key, name, folders))
    }),
  )
}

const parsed = (text: string, path: string): JsonObject | undefined => {
  try {
    const value: unknown = path.endsWith('.toml') ? JSON.parse(JSON.stringify(parseToml(text))) : JSON5.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const named = (settings: JsonObject, key: string, name: string, folders: readonly string[]): readonly (Server | undefined)[] => {
  if (key === 'projects') {
    const projects = objectAt(settings, key) ?? {}
    return folders.flatMap(folder => named(objectAt(projects, folder) ?? {}, 'mcpServers', name, []))
  }
  const entry = objectAt(settings, key)?.[name]
  return entry === undefined ? [] : [isObject(entry) ? serverOf(entry) : undefined]
}

const serverOf = (entry: JsonObject): Server => {
  const url = stringAt(entry, 'url') ?? stringAt(entry, 'httpUrl') ?? stringAt(entry, 'serverUrl')
  const words = [...listOf(entry.command), ...listOf(entry.args)]
  const isKnown = words.length > 0 && words.every(word => typeof word === 'string' && !word.includes('$'))
  return {
    ...(url !== undefined && !url.includes('$') && { url }),
    ...(url === undefined && isKnown && { command: words.map(String) }),
    env: objectAt(entry, 'env') ?? objectAt(entry, 'environment'),
  }
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** Variables by which another program answers to the same command. */
const turns =
  /^(?:path|pathext|node_options|node_path|bun_.*|ld_.*|dyld_.*|python.*|npm_config_.*|yarn_.*|pip_.*|uv_.*|https?_proxy|all_proxy)$/i

/** The package that the command runs; undefined where that cannot be known, or it runs none. */
const packageOf = ({ command, env }: Server): string | undefined => {
  const [program, ...argv] = command ?? []
  return program === undefined || Object.keys(env ?? {}).some(name => turns.test(name))
    ? undefined
    : packageRun(program, argv)?.name
}

const isAt = (pattern: string, url: string): boolean => {
  const [, scheme = '', host = '', path = '/*'] = /^(\w+):\/\/([^/]+)(\/.*)?$/.exec(pattern) ?? []
  try {
    const real = new URL(url)
    return (
      `${scheme}:` === real.protocol &&
      hostMatches(host, host.includes(':') ? real.host : real.hostname) &&
      textGlob(path, real.pathname)
    )
  } catch {
    return false
  }
}

const isOne = (pattern: string, server: Server): ServerAnswer => {
  const kind = pattern.slice(0, pattern.indexOf(':'))
  const wanted = pattern.slice(kind.length + 1)
  if (server.url === undefined && server.command === undefined) return 'perhaps'
  if (kind === 'url') return server.url !== undefined && isAt(wanted, server.url) ? 'yes' : 'no'
  if (server.command === undefined) return 'no'
  if (kind === 'command') return textGlob(wanted, server.command.join(' ')) ? 'yes' : 'no'
  const name = packageOf(server)
  return name === undefined ? 'perhaps' : textGlob(wanted, name) ? 'yes' : 'no'
}

/** Of several servers of one name any may be the one that is called. */
export const serverIs = (patterns: readonly string[], event: NormalizedHookEvent, ground: Ground): ServerAnswer => {
  const servers = serversOf(event, ground)
  const answers = (servers.length === 0 ? [undefined] : servers).map(server => {
    if (server === undefined) return 'perhaps'
    const each = patterns.map(pattern => isOne(pattern, server))
    return each.includes('yes') ? 'yes' : each.includes('perhaps') ? 'perhaps' : 'no'
  })
  if (answers.every(answer => answer === 'yes')) return 'yes'
  return answers.every(answer => answer === 'no') ? 'no' : 'perhaps'
}

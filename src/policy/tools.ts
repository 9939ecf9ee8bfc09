/** What tools other than a shell do, told as commands and paths, so that one set of rules serves them all. */

import type { NormalizedHookEvent } from '../core/event.ts'
import type { JsonObject } from '../core/json.ts'
import { isFileUrl, readArguments } from './arguments.ts'
import type { FindingId } from './shell/findings.ts'

/** Subjects that do something, which the analyser can tell. */
export const acts: ReadonlySet<string> = new Set(['shell', 'mcp', 'tool', 'file-read', 'file-write', 'web'])

export interface Equivalents {
  /** Commands that the event runs itself. */
  readonly commands: readonly string[]
  readonly dialect: 'powershell' | 'cmd' | undefined
  /** Commands that would do what a database tool does; for their effects only. */
  readonly told: readonly string[]
  /** Whether the tool writes at all is not known from its name. */
  readonly unsure: boolean
  /** What the very name of the tool says it does. */
  readonly does: readonly FindingId[]
  /** Writing replaces the whole file. An edit, or a client's own write tool, shows what it does. */
  readonly replaces: boolean
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly deletes: readonly string[]
  readonly urls: readonly string[]
}

export const nothingTold: Equivalents = {
  commands: [],
  dialect: undefined,
  told: [],
  does: [],
  unsure: false,
  replaces: false,
  reads: [],
  writes: [],
  deletes: [],
  urls: [],
}

/** Works on what goes into a tool. Results, prompts and lifecycle events do nothing. */
export const equivalentsOf = (event: NormalizedHookEvent): Equivalents => {
  switch (event.subject) {
    case 'shell':
      return { ...nothingTold, commands: [event.content], dialect: dialectOf(event) }
    case 'file-read':
      return { ...nothingTold, reads: event.paths, urls: event.urls }
    case 'file-write':
      return verbOf(event.toolName ?? '') === 'deletes'
        ? { ...nothingTold, deletes: event.paths }
        : { ...nothingTold, writes: event.paths }
    case 'web':
      return { ...nothingTold, reads: event.urls.filter(isFileUrl), urls: event.urls.filter(url => !isFileUrl(url)) }
    case 'mcp':
    case 'tool':
      return argumentsOf(event)
    case 'agent':
    case 'prompt':
    case 'output':
    case 'session':
    case 'stop':
    case 'other':
      return nothingTold
    default:
      return event.subject satisfies never
  }
}

const dialectOf = (event: NormalizedHookEvent): 'powershell' | 'cmd' | undefined => {
  const name = event.toolName ?? ''
  return /powershell|pwsh/i.test(name) ? 'powershell' : /^cmd(?:\.exe)?$/i.test(name) ? 'cmd' : undefined
}

const verbs = {
  deletes: new Set('delete del remove rm unlink trash rmdir destroy purge'.split(' ')),
  writes: new Set(
    'write create edit append insert update replace save put move mv rename copy cp upload patch apply mkdir touch set store add'.split(
      ' ',
    ),
  ),
  reads: new Set(
    'read get list ls view open cat show search find grep head tail fetch load stat info tree glob describe download'.split(' '),
  ),
} as const

/** What `delete_<noun>` deletes, when no path says so. The first that fits. */
const nouns: readonly (readonly [noun: RegExp, finding: FindingId])[] = [
  [/^(?:database|databases|db|table|tables|schema|collection|collections|keyspace|index|indexes|column)$/, 'database.destroy'],
  [/^(?:repo|repos|repository|repositories|release|organization|org)$/, 'cloud.repository-destroy'],
  [/^(?:branch|branches|tag|ref)$/, 'git.push-delete'],
  [/^(?:bucket|buckets|object|objects|blob|blobs)$/, 'cloud.storage-destroy'],
  [/^(?:pod|pods|deployment|deployments|namespace|namespaces|cluster|clusters|node|statefulset)$/, 'kubernetes.delete'],
  [
    /^(?:instance|instances|vm|vms|stack|stacks|server|servers|function|lambda|resource|resources|zone|vpc|project|app)$/,
    'cloud.destroy',
  ],
]

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

const doesByName = (name: string, input: JsonObject): readonly FindingId[] => {
  const words = wordsOf(name)
  if (words.includes('push') && (input.force === true || input.force === 'true')) return ['git.push-force']
  if (!words.some(word => /^(?:delete|drop|destroy|purge|truncate|wipe|terminate|remove)$/.test(word))) return []
  const found = nouns.find(([noun]) => words.some(word => noun.test(word)))
  return found === undefined ? [] : [found[1]]
}

/** What a tool's name says it does to the paths it is given. */
const verbOf = (name: string): keyof typeof verbs | 'unknown' => {
  const words = wordsOf(name)
  return (['deletes', 'writes', 'reads'] as const).find(verb => words.some(word => verbs[verb].has(word))) ?? 'unknown'
}

/** Reads the arguments of an MCP call, or of a tool nobody knows, by the names of their keys. */
const argumentsOf = (event: NormalizedHookEvent): Equivalents => {
  const name = event.mcpTool ?? event.toolName ?? ''
  const found = readArguments(event, wordsOf(name))
  const unique = [...new Set([...event.paths, ...found.paths])]
  const verb = verbOf(name)
  return {
    commands: found.commands,
    dialect: dialectOf(event),
    told: found.told,
    does: unique.length > 0 ? [] : doesByName(name, event.structuredInput),
    replaces: true,
    unsure: verb === 'unknown',
    reads: verb === 'reads' || verb === 'unknown' || /copy|move|upload/i.test(name) ? unique : [],
    writes: verb === 'writes' || verb === 'unknown' ? unique : [],
    deletes: verb === 'deletes' ? unique : [],
    urls: [...new Set([...event.urls, ...found.urls])],
  }
}

/** What the arguments of file, web, MCP and unknown tools amount to. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { JsonObject } from '../../../core/json.ts'
import { stringAt } from '../../../core/json.ts'
import { misleadsAgents } from '../../detect/agent-orders.ts'
import { isFileUrl, pathOf } from '../../matching/uris.ts'
import { bare, wordsOf } from '../../matching/words.ts'
import { toolBounds } from '../values/bounds.ts'
import { type Equivalents, noEquivalents, type Transfer } from '../values/tool-call.ts'
import { quoted } from '../values/value.ts'
import { around, commandsIn, wordsBeside } from './argument-commands.ts'
import { type Found, manyPaths } from './argument-facts.ts'
import { argumentKeys, isCommandKey, lastOf } from './argument-keys.ts'
import { readArguments } from './arguments.ts'
import { takesStrangeCode } from './code-origins.ts'
import { lasting, misleads } from './irreversible-actions.ts'
import { onlyLists, searchesOf } from './searches.ts'
import { requestsOf } from './tool-requests.ts'
import { dialectOf, writingWith } from './tools.ts'
import { doesByName, verbIn, verbsOf } from './verbs.ts'
import { worktreesRemoved } from './worktrees.ts'

const nameOf = (event: NormalizedHookEvent): string => event.mcpTool ?? event.toolName ?? ''

/** What the client itself calls a path, and what else looks like one. */
const named = (event: NormalizedHookEvent, found: Found): string[] => [
  ...new Set([...event.paths.filter(isOneLine).flatMap(path => pathOf(path) ?? []), ...found.paths, ...found.loose]),
]

const isOneLine = (text: string): boolean => !text.trim().includes('\n')

export const readingOf = (event: NormalizedHookEvent): Equivalents => {
  const found = readArguments(event)
  const searches = searchesOf(event, found)
  return { ...noEquivalents, reads: named(event, found), searches, urls: event.urls, unknown: found.unknown }
}

/** Most files of one prompt that are looked at. */
const mostNamed = 1_000

/** Files that a prompt brings along: its client reads them into it. */
export const namedIn = ({ paths }: NormalizedHookEvent): Equivalents => ({
  ...noEquivalents,
  reads: paths.slice(0, mostNamed).flatMap(path => pathOf(path) ?? []),
  unknown: paths.length > mostNamed ? `the files after the first ${mostNamed}` : undefined,
})

/** What another agent is told to do: it obeys as this one does, and its own calls come without these words. */
export const toldTo = ({ content }: NormalizedHookEvent): Equivalents =>
  misleadsAgents(content.slice(0, 20_000)) ? { ...noEquivalents, findings: ['content.agent-orders'] } : noEquivalents

export const writingOf = (event: NormalizedHookEvent): Equivalents => {
  const found = readArguments(event)
  const paths = named(event, found)
  const deletes = verbIn(wordsOf(event.toolName ?? '')) === 'deletes'
  return {
    ...noEquivalents,
    writes: deletes ? [] : [...paths, ...found.patchWrites],
    deletes: [...(deletes ? paths : []), ...found.patchDeletes],
    transfers: found.patchMoves.map(({ from, to }) => ({ kind: 'move', sources: [from], targets: [to] })),
    patched: found.patched,
    ...writingWith(event.structuredInput),
    unknown: found.unknown,
  }
}

export const browsingOf = (event: NormalizedHookEvent): Equivalents => {
  const found = readArguments(event)
  const files = event.urls.filter(isFileUrl).flatMap(url => pathOf(url) ?? [])
  return {
    ...noEquivalents,
    reads: [...new Set([...files, ...found.paths])],
    urls: [...new Set([...event.urls.filter(url => !isFileUrl(url)), ...found.urls])],
  }
}

/** A tool that is called for its program may hand it the words as they stand: then a `;` in one of them ends nothing. */
const withoutShell = (command: string, words: readonly string[]): readonly string[] => {
  const [program = '', ...rest] = command.trim().split(/\s+/)
  return words.includes(program) && /[;|&<>()]/.test(command) && !/["'\\`\n]/.test(command)
    ? [[program, ...rest.map(quoted)].join(' ')]
    : []
}

/** The commands of a shell's call with the words, variables and input that stand beside them. */
export const besideOf = ({ structuredInput: input }: NormalizedHookEvent): readonly string[] => {
  const commands = Object.entries(input).flatMap(([key, value]) =>
    isCommandKey(bare(key), lastOf(key)) && !argumentKeys.has(bare(key))
      ? commandsIn(bare(key), value, wordsBeside(input, key))
      : [],
  )
  const own = commands.length > 0 ? commands : [wordsBeside(input, '') ?? '']
  return own.flatMap(text => (text === '' ? [] : [around(text, input)]))
}

/** An MCP call, or a tool nobody knows. */
export const argumentsOf = (event: NormalizedHookEvent, depth = 0): Equivalents => {
  const found = readArguments(event)
  const own = ownDeeds(event, found)
  if (found.calls.length === 0) return own
  if (depth >= toolBounds.depth) return { ...own, unknown: own.unknown ?? 'calls inside calls' }
  let sum = own
  for (const { name, input } of found.calls) {
    const inner = argumentsOf({ ...event, paths: [], urls: [], mcpTool: name, structuredInput: input }, depth + 1)
    // What a call inside names is its own: the tool around it only hands it on.
    const named = new Set([
      ...inner.writes,
      ...inner.deletes,
      ...inner.transfers.flatMap(({ sources, targets }) => [...sources, ...targets]),
    ])
    const handed =
      verbsOf(nameOf(event), event.structuredInput).size === 0 ? sum.reads.filter(path => !named.has(path)) : sum.reads
    sum = together({ ...sum, reads: handed }, inner, event)
  }
  return sum
}

const ownDeeds = (event: NormalizedHookEvent, found: Found): Equivalents => {
  const name = nameOf(event)
  const words = wordsOf(name)
  const verbs = verbsOf(name, event.structuredInput)
  const unknown = verbs.size === 0
  const strict = [...new Set([...event.paths.filter(isOneLine).flatMap(path => pathOf(path) ?? []), ...found.paths])]
  const paths = [...new Set([...strict, ...found.loose])]
  const asksTheNetwork = found.urls.length > 0 && words.some(word => /^(?:http|https|rest|api|request|curl|graphql)$/.test(word))
  const removed =
    verbs.has('deletes') && isWorktree(words, event.structuredInput) ? worktreesRemoved(event.structuredInput) : undefined
  const asked = requestsOf(event)
  const deletes = verbs.has('deletes') && !asksTheNetwork && removed === undefined
  const { how, empties } = writingWith(event.structuredInput)
  const sends = words.some(word => /^(?:upload|send|attach|share|post|publish)$/.test(word)) && how === 'edit'
  const writes = (verbs.has('writes') || unknown) && !asksTheNetwork && !(sends && found.patchWrites.length === 0)
  const transfer = deletes || asksTheNetwork ? undefined : transferBy(words, paths, found, event.structuredInput)
  const reads = verbs.has('reads') || unknown || words.some(word => passesOn.test(word))
  const searches = searchesOf(event, found)
  const shows = !onlyLists(words) && !(searches.length > 0 && searches.every(({ namesOnly }) => namesOnly))
  const possiblePaths = paths.length > 0 || asksTheNetwork || unknown ? [] : found.possiblePaths
  return {
    ...noEquivalents,
    commands: found.commands,
    possibleCommands: found.possibleCommands,
    dialect: dialectOf(event) ?? dialectIn(event),
    translated: [
      ...found.translated,
      ...(removed ?? []),
      ...asked.translated,
      ...found.commands.flatMap(({ text }) => withoutShell(text, words)),
    ],
    requests: asked.requests,
    findings: [
      ...(strict.length > 0 ? [] : doesByName(name, event.structuredInput)),
      ...lasting(name, event),
      ...(takesStrangeCode(name, event.structuredInput) ? (['packages.install-from-url'] as const) : []),
      ...(misleads(name, event) ? (['content.agent-orders'] as const) : []),
      ...found.findings,
    ],
    how: words.includes('append')
      ? 'append'
      : how === 'edit' && words.some(word => /^(?:edit|replace|insert|patch)$/.test(word))
        ? 'edit'
        : 'replace',
    empties,
    sends: sends && found.urls.length > 0,
    // What the calls inside do is told by their own names.
    unsure: unknown && found.calls.length === 0,
    reads: transfer?.kind === 'copy' ? transfer.sources : reads && shows && transfer === undefined ? paths : [],
    transfers: [
      ...(transfer === undefined ? [] : [transfer]),
      ...found.patchMoves.map(({ from, to }): Transfer => ({ kind: 'move', sources: [from], targets: [to] })),
    ],
    patched: found.patched,
    writes: [
      ...(writes && (transfer === undefined || transfer.targets.length === 0) && !(unknown && found.calls.length > 0)
        ? [...paths, ...possiblePaths.filter(path => /[^/\\][/\\]+[^/\\]/.test(path))]
        : []),
      ...found.patchWrites,
    ],
    deletes: [...(deletes ? [...paths, ...possiblePaths.filter(path => isOurs(path, event))] : []), ...found.patchDeletes],
    possiblePaths: reads ? [...found.possiblePaths, ...found.bases] : [],
    searches,
    urls: [...new Set([...event.urls.filter(url => !isFileUrl(url)), ...found.urls])],
    unknown:
      verbs.size === 1 && verbs.has('reads') && found.commands.length === 0 && found.unknown !== manyPaths
        ? undefined
        : found.unknown,
  }
}

/** What a tool that copies, moves or links gives another name, when its arguments tell the one from the other. */
const transferBy = (
  words: readonly string[],
  paths: readonly string[],
  found: Found,
  input: JsonObject,
): Transfer | undefined => {
  const kind = words.flatMap(word => transferWords[word] ?? [])[0]
  if (kind === undefined) return undefined
  const led = Object.entries(input).flatMap(([key, value]) =>
    /^(?:target|targetpath|to)$/.test(bare(key)) && typeof value === 'string' ? [value] : [],
  )
  // Without a source, the target of a link is what it leads to.
  const moved = kind === 'link' ? found.moved.filter(path => !isNameOfLink(path, input)) : found.moved
  const sources = kind === 'link' && led.length > 0 && moved.every(path => !paths.includes(path)) ? led : moved
  const targets = paths.filter(path => !sources.includes(path))
  if (sources.length === 0 || (targets.length === 0 && kind !== 'move')) return undefined
  return { kind, sources, targets }
}

const isNameOfLink = (path: string, input: JsonObject): boolean => input.path === path || input.file === path

const transferWords: Readonly<Record<string, Transfer['kind']>> = Object.assign(Object.create(null), {
  copy: 'copy',
  cp: 'copy',
  move: 'move',
  mv: 'move',
  rename: 'move',
  link: 'link',
  symlink: 'link',
})

/** The deeds of a call and of a call inside it. A pointer into a document (`/fields/title`) is no file that could be deleted. */
const together = (outer: Equivalents, inner: Equivalents, event: NormalizedHookEvent): Equivalents => {
  const both = <T>(a: readonly T[], b: readonly T[]): readonly T[] => [...new Set([...a, ...b])]
  const known = new Set(outer.commands.map(({ text, cwd }) => `${cwd ?? ''}\n${text}`))
  const fresh = inner.commands.filter(({ text, cwd }) => !known.has(`${cwd ?? ''}\n${text}`))
  const cut =
    outer.commands.length + fresh.length > toolBounds.together ||
    outer.possibleCommands.length + inner.possibleCommands.length > toolBounds.possible ||
    outer.searches.length + inner.searches.length > toolBounds.searches
  return {
    ...outer,
    commands: [...outer.commands, ...fresh].slice(0, toolBounds.together),
    possibleCommands: [...outer.possibleCommands, ...inner.possibleCommands].slice(0, toolBounds.possible),
    translated: both(outer.translated, inner.translated),
    findings: both(outer.findings, inner.findings),
    unsure: outer.unsure || inner.unsure,
    reads: both(outer.reads, inner.reads),
    writes: both(outer.writes, inner.writes),
    deletes: both(
      outer.deletes,
      inner.deletes.filter(path => !path.startsWith('/') || isOurs(path, event) || system.test(path)),
    ),
    transfers: [...outer.transfers, ...inner.transfers],
    patched: [...outer.patched, ...inner.patched],
    how: inner.how === 'replace' ? 'replace' : outer.how,
    empties: outer.empties || inner.empties,
    sends: outer.sends || inner.sends,
    possiblePaths: both(outer.possiblePaths, inner.possiblePaths),
    searches: [...outer.searches, ...inner.searches].slice(0, toolBounds.searches),
    urls: both(outer.urls, inner.urls),
    requests: [...outer.requests, ...inner.requests],
    unknown: outer.unknown ?? inner.unknown ?? (cut ? 'a call with this many commands or searches' : undefined),
  }
}

const isWorktree = (words: readonly string[], input: JsonObject): boolean =>
  words.some(word => /^worktrees?$/.test(word)) || (words.includes('git') && typeof input.worktreePath === 'string')

const system = /^\/(?:bin|boot|etc|lib|opt|root|sbin|usr|var|home)(?:\/|$)/

/** Writes somewhere what it has read. */
const passesOn =
  /^(?:link|symlink|copy|cp|move|mv|rename|upload|attach|send|share|import|publish|post|transfer|backup|sync|archive|zip|compress|put)$/

/** A value under any key counts as something to delete only when it can hardly be anything else. */
const isOurs = (path: string, event: NormalizedHookEvent): boolean =>
  path.startsWith('~') ||
  [...event.workspaceRoots, event.cwd ?? ''].some(
    root => root !== '' && (`${root}/`.startsWith(`${path}/`) || path.startsWith(`${root}/`)),
  )

const dialectIn = ({ structuredInput }: NormalizedHookEvent): 'powershell' | 'cmd' | undefined => {
  const shell = stringAt(structuredInput, 'shell') ?? stringAt(structuredInput, 'shellType') ?? ''
  return /^(?:.*[/\\])?(?:powershell|pwsh)(?:\.exe)?$/i.test(shell)
    ? 'powershell'
    : /^(?:.*[/\\])?cmd(?:\.exe)?$/i.test(shell)
      ? 'cmd'
      : undefined
}

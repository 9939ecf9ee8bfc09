/** What the arguments of file, web, MCP and unknown tools amount to. */

import type { NormalizedHookEvent } from '../core/event.ts'
import { stringAt } from '../core/json.ts'
import { wordsOf } from './argument-keys.ts'
import { type Found, readArguments } from './arguments.ts'
import { searchesOf } from './searches.ts'
import { dialectOf, type Equivalents, nothingTold } from './tools.ts'
import { isFileUrl, pathOf } from './uris.ts'
import { doesByName, verbIn, verbsOf } from './verbs.ts'

const nameOf = (event: NormalizedHookEvent): string => event.mcpTool ?? event.toolName ?? ''

/** What the client itself calls a path, and what else looks like one. */
const named = (event: NormalizedHookEvent, found: Found): string[] => [
  ...new Set([...event.paths.filter(isOneLine).flatMap(path => pathOf(path) ?? []), ...found.paths, ...found.loose]),
]

const isOneLine = (text: string): boolean => !text.includes('\n')

export const readingOf = (event: NormalizedHookEvent): Equivalents => {
  const found = readArguments(event)
  const searches = searchesOf(event, found)
  return { ...nothingTold, reads: named(event, found), searches, urls: event.urls, unseen: found.unseen }
}

export const writingOf = (event: NormalizedHookEvent): Equivalents => {
  const found = readArguments(event)
  const paths = named(event, found)
  const deletes = verbIn(wordsOf(event.toolName ?? '')) === 'deletes'
  return {
    ...nothingTold,
    writes: deletes ? [] : [...paths, ...found.patchWrites],
    deletes: [...(deletes ? paths : []), ...found.patchDeletes],
    unseen: found.unseen,
  }
}

export const browsingOf = (event: NormalizedHookEvent): Equivalents => {
  const found = readArguments(event)
  const files = event.urls.filter(isFileUrl).flatMap(url => pathOf(url) ?? [])
  return {
    ...nothingTold,
    reads: [...new Set([...files, ...found.paths])],
    urls: [...new Set([...event.urls.filter(url => !isFileUrl(url)), ...found.urls])],
  }
}

/** An MCP call, or a tool nobody knows. */
export const argumentsOf = (event: NormalizedHookEvent): Equivalents => {
  const name = nameOf(event)
  const words = wordsOf(name)
  const found = readArguments(event)
  const verbs = verbsOf(name, event.structuredInput)
  const unknown = verbs.size === 0
  const strict = [...new Set([...event.paths.filter(isOneLine).flatMap(path => pathOf(path) ?? []), ...found.paths])]
  const paths = [...new Set([...strict, ...found.loose])]
  const asksTheNetwork = found.urls.length > 0 && words.some(word => /^(?:http|https|rest|api|request|curl|graphql)$/.test(word))
  const deletes = verbs.has('deletes') && !asksTheNetwork
  const writes = (verbs.has('writes') || unknown) && !asksTheNetwork
  const lone = paths.length === 0 && !asksTheNetwork
  return {
    ...nothingTold,
    commands: found.commands,
    guessed: found.guessed,
    dialect: dialectOf(event) ?? dialectIn(event),
    told: found.told,
    does: strict.length > 0 ? [] : doesByName(name, event.structuredInput),
    replaces: true,
    unsure: unknown,
    reads: verbs.has('reads') || unknown || words.some(word => passesOn.test(word)) ? paths : [],
    writes: [...(writes ? [...paths, ...(lone && !unknown ? found.hinted : [])] : []), ...found.patchWrites],
    deletes: [
      ...(deletes ? [...paths, ...(lone ? found.hinted.filter(path => isOurs(path, event)) : [])] : []),
      ...found.patchDeletes,
    ],
    moves: words.some(word => /^(?:move|mv|rename)$/.test(word)) ? found.moved : [],
    hinted: verbs.has('reads') || unknown || words.some(word => passesOn.test(word)) ? found.hinted : [],
    searches: searchesOf(event, found),
    urls: [...new Set([...event.urls.filter(url => !isFileUrl(url)), ...found.urls])],
    unseen: verbs.size === 1 && verbs.has('reads') && found.commands.length === 0 ? undefined : found.unseen,
  }
}

/** Writes somewhere what it has read. */
const passesOn =
  /^(?:copy|cp|move|mv|rename|upload|attach|send|share|import|publish|post|transfer|backup|sync|archive|zip|compress|put)$/

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

/** What search and listing tools look through: a folder, a pattern of names, and whether they show contents. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import { braces } from '../../matching/glob.ts'
import { outsideBraces, wordsOf } from '../../matching/words.ts'
import { toolBounds } from '../values/bounds.ts'
import type { Search } from '../values/tool-call.ts'
import { type Found, manyPaths } from './argument-facts.ts'

export const searchesOf = (event: NormalizedHookEvent, found: Found): readonly Search[] => {
  if (found.globs.length === 0 && found.sought.length === 0) return []
  if (event.mcpServer !== undefined && event.paths.length + found.paths.length === 0 && isHosted(event)) return []
  const words = wordsOf(event.mcpTool ?? event.toolName ?? '')
  const both = found.globs.length > 0 && found.sought.length > 0 && !words.includes('glob')
  // What it looks for is in the files, and not in their names.
  const inFiles = asksForNames(event) && !listsNames(words)
  const namesOnly = (listsNames(words) && !both && !('regex' in event.structuredInput)) || asksForNames(event)
  const names = [...found.globs, ...(namesOnly && !inFiles && found.globs.length === 0 ? found.sought : [])]
  const globs = names
    .flatMap(glob => glob.split(/\s+/).flatMap(one => one.match(outsideBraces) ?? []))
    .filter(glob => !glob.startsWith('!'))
  const places = [...new Set([...event.paths.filter(path => !path.includes('\n')), ...found.paths, ...found.bases])].filter(
    path => !found.globs.includes(path) && !found.sought.includes(path),
  )
  const folders = places.length === 0 ? ['.'] : places
  if (Math.max(folders.length, globs.length) > toolBounds.searched) found.unknown = manyPaths
  const sought = namesOnly && !inFiles ? [] : found.sought
  return folders
    .slice(0, toolBounds.searched)
    .flatMap((folder): readonly Search[] =>
      globs.length === 0
        ? [{ folder, glob: undefined, sought, namesOnly }]
        : globs
            .slice(0, toolBounds.searched)
            .flatMap(glob => braces(glob).map(form => ({ folder, glob: form, sought, namesOnly }))),
    )
}

/** What a service keeps is searched, and nothing here. */
const isHosted = ({ mcpServer = '', mcpTool = '' }: NormalizedHookEvent): boolean =>
  /git-?(?:hub|lab|ea)|bitbucket|sourcegraph|grep-?app|jira|linear|notion|slack|confluence|atlassian|sentry/i.test(mcpServer) ||
  /(?:^|_)(?:issues|users|repositories|repos|pull_requests|commits|orgs|projects|messages|pages)$/.test(mcpTool)

/** Tells which files there are, and how large or old: no word of its name says that it shows one. */
export const onlyLists = (words: readonly string[]): boolean =>
  words.some(word => /^(?:list|ls|tree|glob|info|stat|stats|exists|metadata|sizes?)$/.test(word)) &&
  words.every(word =>
    /^(?:list|ls|tree|glob|info|stat|stats|exists|metadata|sizes?|get|find|search|with|by|names?|paths?|dirs?|directory|directories|folders?|files?|recursive|allowed)$/.test(
      word,
    ),
  )

const listsNames = (words: readonly string[]): boolean => {
  if (words.some(word => /^(?:content|contents|text|code|grep|rg|ripgrep|in|within|inside|ag|ack)$/.test(word))) return false
  return (
    words.some(word => /^(?:glob|list|ls|tree|find|dir|directory)$/.test(word)) ||
    words.some(word => /^files?$|^filenames?$/.test(word))
  )
}

/** A content search that is asked for nothing but names or numbers. */
const asksForNames = ({ structuredInput: input }: NormalizedHookEvent): boolean =>
  Object.entries(input).some(
    ([key, value]) =>
      /^(?:output_?mode|mode|output|search_?type)$/i.test(key) &&
      typeof value === 'string' &&
      /^(?:files_with_matches|files|count|names?)$/.test(value),
  )

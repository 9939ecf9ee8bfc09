/** What the arguments of a tool call hold, told by the names of their keys: commands, code, queries, paths, addresses. */

import type { NormalizedHookEvent } from '../core/event.ts'
import { isObject, type JsonObject, type JsonValue, stringAt } from '../core/json.ts'

export interface Found {
  readonly commands: string[]
  /** Queries, told as the command that would run them. */
  readonly told: string[]
  readonly paths: string[]
  readonly urls: string[]
}

const commandKeys = /^(?:command|cmd|script|shell|shell_?command|bash|command_?line|commands|exec)$/i
const pathKeys =
  /^(?:path|paths|file|files|file_?path|file_?name|filename|target_?file|source|src|destination|dest|dst|directory|dir|folder|uri|old_?path|new_?path|absolute_?path|relative_?path|from|to|notebook_?path)$/i
const urlKeys = /^(?:url|urls|uri|href|link|endpoint|address)$/i
const queryKeys = /^(?:sql|statement|sql_?query)$/i
const loosely = /^(?:query|queries|q)$/i
const database = /sql|query|database|\bdb\b|_db|db_|postgres|maria|sqlite|bigquery|snowflake|redshift|clickhouse|supabase/i
const statement =
  /^(?:\s|--[^\n]*\n|\/\*[^*]*\*\/)*(?:select|insert|update|delete|drop|truncate|alter|create|grant|with|merge|replace)\b/i
const codeKeys = /^(?:code|source_?code|snippet|program|expression|script|javascript|python|js|py|function)$/i
const runners = new Set(
  'execute exec run eval evaluate interpreter interpret sandbox repl script python node javascript'.split(' '),
)
const addressed = /^[a-z][a-z0-9+.-]+:\/\//i

export const isFileUrl = (text: string): boolean => /^file:/i.test(text)

/** `words` are those of the tool's name: they say whether it asks a database, or runs code, and in which language. */
export const readArguments = (event: NormalizedHookEvent, words: readonly string[]): Found => {
  const found: Found = { commands: [], told: [], paths: [], urls: [] }
  const tool: Tool = {
    isDatabase: database.test(`${event.mcpServer ?? ''} ${words.join(' ')}`),
    runsCode: words.some(word => runners.has(word)),
    language: words.flatMap(word => interpreters[word] ?? [])[0],
  }
  walk(event.structuredInput, 0, found, tool)
  return found
}

interface Tool {
  readonly isDatabase: boolean
  readonly runsCode: boolean
  readonly language: string | undefined
}

const interpreters: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  python: 'python3 -c',
  py: 'python3 -c',
  ipython: 'python3 -c',
  jupyter: 'python3 -c',
  javascript: 'node -e',
  js: 'node -e',
  node: 'node -e',
  nodejs: 'node -e',
  typescript: 'node -e',
  ts: 'node -e',
  ruby: 'ruby -e',
  perl: 'perl -e',
  php: 'php -r',
  bash: 'bash -c',
  sh: 'sh -c',
  shell: 'bash -c',
  zsh: 'zsh -c',
  powershell: 'powershell -Command',
  pwsh: 'pwsh -Command',
})

const maxArgumentDepth = 6

const walk = (value: JsonObject, depth: number, found: Found, tool: Tool): void => {
  if (depth > maxArgumentDepth) return
  const language =
    interpreters[(stringAt(value, 'language') ?? stringAt(value, 'lang') ?? stringAt(value, 'runtime') ?? '').toLowerCase()] ??
    tool.language
  for (const [key, entry] of Object.entries(value)) {
    const texts = textsOf(entry)
    if (codeKeys.test(key) && tool.runsCode && (language !== undefined || !commandKeys.test(key))) {
      for (const text of texts)
        for (const run of language === undefined ? ['python3 -c', 'node -e'] : [language])
          found.commands.push(`${run} ${quoted(text)}`)
    } else if (commandKeys.test(key)) found.commands.push(...commandsIn(key, entry, value))
    else if (queryKeys.test(key) || (tool.isDatabase && loosely.test(key))) {
      for (const text of texts) if (statement.test(text)) found.told.push(`psql -c ${quoted(text)}`)
    }
    for (const text of texts) {
      const isUrl = addressed.test(text) && !isFileUrl(text)
      if (pathKeys.test(key) && !isUrl) found.paths.push(text)
      else if (urlKeys.test(key) && isFileUrl(text)) found.paths.push(text)
      if (urlKeys.test(key) && isUrl) found.urls.push(text)
    }
    if (isObject(entry)) walk(entry, depth + 1, found, tool)
    else if (Array.isArray(entry)) for (const item of entry) if (isObject(item)) walk(item, depth + 1, found, tool)
  }
}

/** A command as a text, a list of words, or a program with its arguments beside it. */
const commandsIn = (key: string, entry: JsonValue, beside: JsonObject): string[] => {
  const texts = textsOf(entry)
  if (Array.isArray(entry) && !/commands/i.test(key)) return texts.length === 0 ? [] : [texts.map(quoted).join(' ')]
  const args = typeof entry === 'string' ? textsOf(beside.args ?? beside.arguments ?? []) : []
  return texts.map(text => [text, ...args.map(quoted)].join(' '))
}

const textsOf = (value: JsonValue): string[] => {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

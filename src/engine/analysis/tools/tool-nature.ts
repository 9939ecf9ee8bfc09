/** What kind of tool is called, as far as its name and its server's say: that decides how its arguments are read. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { JsonObject } from '../../../core/json.ts'
import { wordsOf } from '../../matching/words.ts'
import { servedProgram, wrappedProgram } from './argument-commands.ts'
import { looksOnly } from './verbs.gen.ts'

export interface Tool {
  readonly words: readonly string[]
  readonly isDatabase: boolean
  readonly runsCode: boolean
  /** Looks at text or code and does not run it. */
  readonly looksOnly: boolean
  /** Types into a program that is running. */
  readonly types: boolean
  readonly patches: boolean
  /** Reads code, whatever the key is called. */
  readonly interprets: boolean
  readonly searches: boolean
  /** Puts something away that it does not look into. */
  readonly stores: boolean
  /** Takes JSON inside a text for what it says. */
  readonly unpacks: boolean
  /** How code without a named language is run. */
  readonly language: string | undefined
  /** The one program that the tool wraps. */
  readonly program: string | undefined
  /** The program that the server is named for. */
  readonly served: string | undefined
}

const database =
  /sql|query|database|\bdb\b|_db|db_|postgres|maria|sqlite|bigquery|snowflake|redshift|clickhouse|supabase|\bpg\b|mongo|cypher|neo4j|duck|athena|bricks|spanner/i
const runners = new Set(
  'execute exec run runs eval evaluate interpreter interpret sandbox repl script python node javascript notebook jupyter ipython cell osascript applescript tinker'.split(
    ' ',
  ),
)
const terminals = new Set(
  'terminal term shell tmux exec console pty tty keys sendkeys stdin bash zsh powershell process iterm ssh repl'.split(' '),
)

const interpretersOf = new Set('interpreter interpret repl python ipython jupyter notebook'.split(' '))
const asking = new Set('search query find filter count aggregate'.split(' '))
const storing = new Set('write create save put upload insert append update edit replace store'.split(' '))
const patching = new Set('patch patches diff applypatch'.split(' '))
const talks = /^(?:docs|doc|documentation|search|help|knowledge|library|syntax|tutorial|examples?)$/

export const natureOf = (event: NormalizedHookEvent): Tool => {
  const words = wordsOf(event.mcpTool ?? event.toolName ?? '')
  const server = wordsOf(event.mcpServer ?? '')
  const looks = words.some(word => looksOnly.has(word))
  return {
    words,
    isDatabase: database.test(`${event.mcpServer ?? ''} ${words.join(' ')}`) && !words.some(word => talks.test(word)),
    runsCode: words.some(word => runners.has(word)),
    looksOnly: looks,
    types: typesInto(words, server, looks) || (!looks && intoTerminal(words, event.structuredInput)),
    interprets: words.some(word => interpretersOf.has(word)),
    searches: words.some(word => asking.has(word)),
    stores: words.some(word => storing.has(word)) && !words.some(word => /^(?:sym|hard)?link$/.test(word)),
    unpacks: event.subject === 'mcp' || event.subject === 'tool',
    patches: words.some(word => patching.has(word)),
    language: words.flatMap(word => interpreters[word] ?? [])[0],
    program: wrappedProgram(words, server),
    served: servedProgram(server),
  }
}

const typesInto = (words: readonly string[], server: readonly string[], looks: boolean): boolean => {
  if (words.some(word => /^(?:read|get|list|messages|output|search|capture)$/.test(word))) return false
  if (words.some(word => terminals.has(word))) return true
  const sends = words.some(word => /^(?:send|write|type|input)$/.test(word))
  return (sends || !looks) && server.some(word => /^(?:terminal|tmux|pty|tty|iterm|shell)$/.test(word))
}

const windows = /\bterminal\b|^(?:iterm2?|konsole|alacritty|kitty|[a-z]*x?term|cmd(?:\.exe)?|powershell)$/i

/** `type_text` with the window of a terminal, `execute_command` with an editor's command that types into one. */
const intoTerminal = (words: readonly string[], input: JsonObject): boolean =>
  words.some(word => /^(?:type|input|press|enter|keyboard|computer|write|send|execute|run)$/.test(word)) &&
  Object.values(input).some(
    value =>
      typeof value === 'string' &&
      ((value.length < 80 && windows.test(value)) || (/[\n\r]$/.test(value) && /\S[ \t]\S/.test(value))),
  )

export const interpreters: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
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
  groovy: 'groovy -e',
  lua: 'lua -e',
  tinker: 'php artisan tinker --execute',
  bash: 'bash -c',
  sh: 'sh -c',
  shell: 'bash -c',
  zsh: 'zsh -c',
  applescript: 'osascript -e',
  osascript: 'osascript -e',
  jxa: 'osascript -l JavaScript -e',
  powershell: 'powershell -Command',
  pwsh: 'pwsh -Command',
})

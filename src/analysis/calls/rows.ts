/** Programs whose danger is a matter of subcommands and flags: rows of data. */

import { matches } from '../../matching/shell-globs.ts'
import { isStranger } from '../places/origins.ts'
import type { FindingId } from '../values/findings.ts'
import { type Call, find, type Handler } from '../values/session.ts'
import { HOLE } from '../values/text.ts'
import { options } from './options.ts'

/**
 * `words` are the first words that are no options, each `a|b` and with `*`; `...` skips any number of them.
 * `-f|--force` must be given, `!--wait` must not, `=text` must occur in some argument (`+` is a space), `.` ends the words.
 * `@` asks for an address of a host that nobody knows, in any argument; `@--registry` for one behind that option.
 */
export type Row = readonly [pattern: string, finding: FindingId, opinion?: 'ordinary']

export interface Table {
  /** Options that take a value. */
  readonly valued?: string
  readonly rows: readonly Row[]
}

const rehearsals = /^--?(?:dry[-_]?run(?:=(?!none|false).*)?|help|what-?if|no-?op|noop|simulate|diff|preview)$/i

/** Whether the command only says what it would do. */
export function isRehearsal(call: Call): boolean {
  return call.args.some(word => rehearsals.test(word.text))
}

export function handlersOf(tables: Readonly<Record<string, Table>>): Record<string, Handler> {
  const handlers: Record<string, Handler> = {}
  for (const names in tables) {
    const table = tables[names] as Table
    for (const name of names.split(' ')) handlers[name] = call => applyRows(call, table)
  }
  return handlers
}

export function applyRows(call: Call, table: Table): undefined {
  if (isRehearsal(call)) return undefined
  const given = options(call.args, table.valued ?? '')
  const words = given.positional.map(word => word.text)
  if (words[0] === 'help' || (words.length > 1 && words.at(-1) === 'help')) return undefined
  for (const [pattern, finding, opinion] of table.rows) {
    if (holds(pattern, words, call)) find(call, finding, opinion === undefined ? {} : { certainty: 'proved-ordinary' })
  }
  return undefined
}

function holds(pattern: string, words: readonly string[], call: Call): boolean {
  let at = 0
  let loose = false
  for (const token of pattern.split(' ')) {
    if (token === '') continue
    if (token === '...') loose = true
    else if (token[0] === '@') {
      if (
        !call.args.some(
          (word, index) => isStranger(word.text, call.session) && (token === '@' || follows(token.slice(1), index, call)),
        )
      )
        return false
    } else if (token === '.') {
      if (at !== words.length) return false
    } else if (token[0] === '!') {
      if (call.args.some(word => flagMatches(token.slice(1), word.text))) return false
    } else if (token[0] === '-') {
      if (
        !call.args.some(
          (word, index) =>
            flagMatches(token, word.text) || token.split('|').includes(`${word.text}=${call.args[index + 1]?.text}`),
        )
      )
        return false
    } else if (token[0] === '=') {
      if (
        !call.args.some(word =>
          token
            .slice(1)
            .split('|')
            .some(part => word.text.toLowerCase().includes(part.replaceAll('+', ' '))),
        )
      )
        return false
    } else {
      let found = false
      for (; at < words.length && !found; at++) {
        found = wordMatches(token, words[at] as string)
        if (!found && !loose) return false
      }
      if (!found) return false
      loose = false
    }
  }
  return true
}

function wordMatches(token: string, word: string): boolean {
  if (word.includes(HOLE)) return false
  for (const option of token.split('|')) if (option === word || (option.includes('*') && matches(option, word, true))) return true
  return false
}

function follows(token: string, index: number, call: Call): boolean {
  const own = call.args[index]?.text ?? ''
  return flagMatches(token, own[0] === '-' ? own : (call.args[index - 1]?.text ?? ''))
}

/** `-f` also inside `-rf`; `--force` also as `--force=true`. */
function flagMatches(token: string, word: string): boolean {
  if (word[0] !== '-') return false
  for (const option of token.split('|')) {
    if (option === word || word.startsWith(`${option}=`)) return word !== `${option}=false`
    if (option.length === 2 && /^-[a-zA-Z]+$/.test(word) && word.includes(option[1] as string)) return true
  }
  return false
}

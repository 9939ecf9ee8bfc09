/** What statements of query languages destroy. */

import { inOrder } from '../../matching/in-order.ts'
import { isDisposableName } from './disposable.ts'

/** A statement that runs what its own texts say. */
const runsTexts =
  /\bexecute\s+(?:immediate\b|format\b|\(|'|\w+\s*\|\||\w+\s*;|concat)|\bprepare\s+\w+\s+from\b|\bexec(?:ute)?\s*\(|\bsp_(?:executesql|msforeach(?:table|db))\b|\\gexec\b/i

/** Cypher that matches every node and deletes it. */
const everyNode: readonly (readonly RegExp[])[] = [
  [/\bmatch\s*\(\s*(?:\w+\s*)?\)\s*(?:detach\s+)?delete\b/i],
  [/\bmatch\s*\(\s*(?:\w+\s*)?\)\s*call\s*[({]/i, /\bdelete\b/i],
  [/\bmatch\s*\(\s*(?:\w+\s*)?\)\s*optional\s+match/i, /\bdelete\b/i],
]

/** Comments, names, texts between dollar signs and strings, whichever begins first: an apostrophe in a comment opens no string. */
const lexemes =
  /--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|"[^"]*(?:"|$)|\$(\w*)\$(?:(?!\$\1\$).)*(?:\$\1\$|$)|'(?:[^']|'')*(?:'|$)/gs
/** The same where a backslash takes the meaning of the sign behind it: MySQL, and `E'…'`. */
const escaping =
  /--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|"(?:[^"\\]|\\.)*(?:"|$)|\$(\w*)\$(?:(?!\$\1\$).)*(?:\$\1\$|$)|'(?:[^'\\]|\\.|'')*(?:'|$)/gs

/** Without its comments; some servers run what stands in those of several lines. */
const withoutComments = (text: string, signs = lexemes, emptied = false): string =>
  text.replace(signs, part => {
    if (part.startsWith('--')) return ' '
    if (part.startsWith('/*')) return part.replace(/^\/\*!?\d*|\*\/$/g, ' ')
    // A string that nothing ends is none.
    return emptied && part[0] === "'" && part.length > 1 && part.endsWith("'") ? "''" : part
  })

/** Without comments and what strings say, as each server may read it. */
const readings = (text: string): readonly string[] =>
  (text.includes('\\') ? [lexemes, escaping] : [lexemes]).map(signs => withoutComments(text, signs, true))

/** Without what its strings say, where every server reads it alike. */
export const withoutTexts = (text: string): string => (text.includes('\\') ? text : withoutComments(text, lexemes, true))

/** Without the end of tables that it made for itself before, under a name that nothing else has. */
const withoutTemporary = (text: string): string => {
  const made = new Set<string>()
  return text
    .split(';')
    .filter(part => {
      const [, begun = ''] =
        /^\s*create\s+(?:local\s+|global\s+)?temp(?:orary)?\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/i.exec(part) ?? []
      if (isDisposableName(begun) || begun.length === 1) made.add(begun.toLowerCase())
      const [, ended = ''] = /^\s*drop\s+table\s+(?:if\s+exists\s+)?(\w+)\s*$/i.exec(part) ?? []
      return !made.delete(ended.toLowerCase())
    })
    .join(';')
}

type Loss = 'database.destroy' | 'database.mass-change'

/** What a query destroys. Comments and quoted strings do not count. */
export function destructive(text: string): Loss | undefined {
  const plain = withoutComments(text)
  if (runsTexts.test(plain)) return lostBy(unquoted(plain), text, true)
  return readings(text).reduce<Loss | undefined>(
    (found, clean) => found ?? lostBy(withoutTemporary(clean), text, false),
    undefined,
  )
}

function lostBy(clean: string, text: string, runs: boolean): Loss | undefined {
  const statements = clean.split(';')
  if (
    /\bdrop\s+(?:table|database|schema|user|role|owned|keyspace|collection|tablespace|materialized\s+view|view|index|column|function|type|sequence|extension|warehouse|stage|stream|procedure|trigger|login|partition)\b/i.test(
      clean,
    )
  ) {
    return /\bdrop\s+(?:view|index|function|trigger|type|sequence|extension|procedure)\b/i.test(clean) &&
      !/\bdrop\s+(?:table|database|schema|user|role|owned|keyspace)\b|\bcascade\b/i.test(clean)
      ? undefined
      : 'database.destroy'
  }
  if (
    /\btruncate\s+(?:table\s+)?(?!\()[\w"`[.%]/i.test(clean) &&
    (runs || !statements.some(part => inOrder(part, /\bselect\b/i, /\btruncate\s/i)))
  )
    return 'database.destroy'
  // A database in the place of the one that is there, and a collection in its own place.
  if (statements.some(part => inOrder(part, /\brestore\s+database\b/i, /\bwith\b/i, /\breplace\b/i)) || takesItsOwnPlace(text))
    return 'database.destroy'
  // What a server is put back by, and a table that takes the place of the one of its name without its rows.
  if (
    /\bpurge\s+(?:binary|master)\s+logs\b|\breset\s+(?:master|binary\s+logs)\b/i.test(clean) ||
    statements.some(
      part =>
        /\bcreate\s+or\s+replace\s+(?:transient\s+)?(?:table|database|schema)\b/i.test(part) &&
        (!/\b(?:as|clone|like)\b/i.test(part) || /\bwhere\s+(?:1\s*=\s*0|0\s*=\s*1|false)\b|\blimit\s+0\b/i.test(part)),
    )
  )
    return 'database.destroy'
  // Functions that delete, called in a query: TimescaleDB, pg_partman, Citus.
  if (
    /\b(?:drop_chunks|drop_partition\w*|run_maintenance_drop|citus_drop_\w+|lo_unlink|pg_drop_replication_slot)\s*\(/i.test(clean)
  )
    return 'database.destroy'
  if (statements.some(part => inOrder(part, /\balter\s+table\b/i, /\bdelete\s+where\s+(?:1\b|true\b)/i)))
    return 'database.mass-change'
  // Rows that end by themselves from now on.
  if (
    statements.some(part =>
      inOrder(
        part,
        /\balter\s+table\b/i,
        /\bmodify\s+ttl\b|\bdefault_time_to_live\b|\b(?:partition_)?expiration_(?:timestamp|days)\b/i,
      ),
    )
  )
    return 'database.mass-change'
  if (statements.some(part => inOrder(part, /\balter\s+table\b/i, /\bdrop\s+(?:column|constraint|partition)\b/i)))
    return 'database.destroy'
  if (
    /\.(?:drop|dropDatabase|dropCollection|dropIndexes|dropUser|dropAllUsers)\s*\(|\.(?:deleteMany|remove)\s*\(\s*(?:\{\s*\}\s*)?\)|\bdropDatabase\b|\b(?:run|admin)Command\s*\(\s*\{\s*['"]?(?:drop\w*|shutdown)['"]?\s*:|\.shutdownServer\s*\(/.test(
      text,
    )
  )
    return 'database.destroy'
  // Rows that end by themselves within minutes.
  if (/\bexpireAfterSeconds["']?\s*:\s*\d{1,2}\b/.test(text)) return 'database.mass-change'
  if (statements.some(part => everyNode.some(patterns => inOrder(part, ...patterns)))) return 'database.mass-change'
  for (const statement of statements) {
    const deletes = /\bdelete\s+from\s+[\w"`[\].]+/i.test(statement)
    const updates = /^\s*(?:begin\s+)?update\s+[\w"`[\].]+(?:\s+(?:as\s+)?\w+)?\s+set\b/i.test(statement)
    if (!deletes && !updates) continue
    const where = /\bwhere\b([\s\S]*)$/i.exec(statement)
    if (where === null ? !/\busing\b/i.test(statement) && !/\blimit\b/i.test(statement) : holdsForAll(where[1] as string)) {
      return 'database.mass-change'
    }
  }
  return undefined
}

/** Whether a query changes rows, tables or accounts at all. */
export const changes = (text: string): boolean =>
  readings(text)
    .join(';')
    .split(';')
    .some(part => /^\s*(?:begin\s+)?(?:delete|update|alter|drop|truncate|grant|revoke|rename)\s/i.test(part))

/** Whether a query gives somebody rights that nobody takes back: over all of a server, or of everybody. */
export const opensTo = (text: string): boolean =>
  /\b(?:grant|alter|create|sp_addsrvrolemember|sp_configure)\b/i.test(text) &&
  readings(text.replace(/'(specialgroup:\w+)'/gi, '$1'))
    .join(';')
    .split(';')
    .some(givesAll)

/** Rights over all of a server, rights of everybody, or the right to hand them on. */
const givesAll = (statement: string): boolean =>
  inOrder(statement, /^\s*grant\b/i, /\bto\s+["'`]?(?:specialgroup:)?(?:public|anon|allusers|allauthenticatedusers)\b/i) ||
  /^\s*grant\s+role\s+"?(?:account|org|security|sys|user)admin\b/i.test(statement) ||
  inOrder(statement, /^\s*alter\s+table\b/i, /\b(?:disable|no\s+force)\s+row\s+level\s+security\b/i) ||
  inOrder(statement, /\b(?:alter|create)\s+(?:role|user)\b/i, /\b(?:superuser|createrole|bypassrls)\b/i) ||
  inOrder(statement, /^\s*grant\b/i, /\bwith\s+(?:grant|admin)\s+option\b/i) ||
  /^\s*grant\s+(?:(?:all(?:\s+privileges)?|super|file)\s+on\s+\*\.\*|(?:pg_execute_server_program|pg_(?:read|write)_server_files|rds_superuser|postgres|dba)\s+to\b)/i.test(
    statement,
  ) ||
  inOrder(statement, /\balter\s+server\s+audit\b/i, /\bstate\s*=\s*off\b/i) ||
  /\balter\s+system\s+set\s+(?:log_\w+|pgaudit\.\w+|ssl)\s*(?:=|to)\s*(?:''|off|none|0)|\bsp_addsrvrolemember\b|^\s*alter\s+server\s+role\b/i.test(
    statement,
  )

/** `db.orders.aggregate([…, { $out: "orders" }])` */
function takesItsOwnPlace(text: string): boolean {
  const parts = text.split(/\.aggregate\s*\(/)
  return parts.some((part, at) => {
    const out = at === 0 ? undefined : /\$out["']?\s*:\s*["'](\w+)["']/.exec(part)?.[1]
    return out !== undefined && /(?<!\w)(\w+)["'\])]*$/.exec((parts[at - 1] as string).slice(-80))?.[1] === out
  })
}

/** A condition that every row meets: one of its alternatives does, or all of its parts. */
function holdsForAll(condition: string, depth = 0): boolean {
  const text = condition.trim()
  if (depth > 8) return false
  const either = parted(text, 'or')
  if (either.length > 1) return either.some(part => holdsForAll(part, depth + 1))
  const both = parted(text, 'and')
  if (both.length > 1) return both.every(part => holdsForAll(part, depth + 1))
  if (text[0] === '(' && text.at(-1) === ')') return holdsForAll(text.slice(1, -1), depth + 1)
  const [, left, sign, right] = /^([\w.'"`]+)\s*(=|==|<=>|<>|!=|<=?|>=?)\s*([\w.'"`-]+)$/.exec(text) ?? []
  if (left === undefined || right === undefined)
    return /^(?:true|[1-9]\d*|not\s+(?:false|0)|[\w."`]+\s+is\s+not\s+null)$/i.test(text)
  const [one, other] = [left, right].map(Number) as [number, number]
  if (/^(?:=|==|<=>|<=|>=)$/.test(sign as string) && left.toLowerCase() === right.toLowerCase()) return true
  if (Number.isNaN(one) || Number.isNaN(other))
    return /(?:^|[._"`])id["`]?$/i.test(left) && (sign === '>=' ? other <= 1 : /^(?:>|<>|!=)$/.test(sign as string) && other <= 0)
  return sign?.[0] === '<'
    ? sign === '<>'
      ? one !== other
      : one < other || (sign === '<=' && one === other)
    : sign === '!='
      ? one !== other
      : one > other
}

/** The parts between a word that stands outside of brackets. */
function parted(text: string, word: 'and' | 'or'): readonly string[] {
  const parts: string[] = []
  let [depth, from] = [0, 0]
  for (const { 0: found, index } of text.matchAll(/[()]|\|\||&&|\b(?:and|or)\b/gi)) {
    if (found === '(') depth++
    else if (found === ')') depth--
    else if (depth === 0 && (found === (word === 'or' ? '||' : '&&') || found.toLowerCase() === word)) {
      parts.push(text.slice(from, index))
      from = index + found.length
    }
  }
  return [...parts, text.slice(from)]
}

/** Texts put together again, without their quotes. */
function unquoted(text: string): string {
  return text
    .replace(/'\s*\|\|\s*'/g, '')
    .replace(/'\s*\+\s*N?'/g, '')
    .replace(/'\s*,\s*'/g, '')
    .replace(/'/g, ' ')
}

const name = '[\\w."`\\[\\]$\\0:-]+'
const names = `${name}(?: ?, ?${name})*`
const kinds = 'table|database|schema|keyspace|collection|index|view|user|role'
const statement = `^(?:drop (?:${kinds}) (?:if exists )?${names}(?: (?:cascade|restrict|purge|force|with .*))?|truncate (?:table )?${names}(?: restart identity)?(?: cascade)?|delete from ${name}(?: (?:where|using|returning|limit|as) .*)?|update ${name} set \\S+ ?=.*|alter table ${name} (?:drop|delete) .*)$`

/** A whole statement, not a text that speaks of one. */
export function isStatement(text: string): boolean {
  if (/^\s*create\s+or\s+replace\s+(?:transient\s+)?(?:table|database|schema)\s/i.test(text)) return true
  if (/\bexecute\s+(?:immediate\b|format\s*\()/i.test(text)) return true
  if (!/^\s*(?:drop|truncate|delete|update|alter)\s/i.test(text)) return false
  return new RegExp(statement, 'i').test(text.replace(/\s+/g, ' ').trim())
}

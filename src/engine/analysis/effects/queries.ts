/** What statements of query languages destroy. */

import { inOrder } from '../../matching/in-order.ts'

/** A statement that runs what its own texts say. */
const runsTexts =
  /\bexecute\s+(?:immediate\b|format\b|\(|'|\w+\s*\|\||\w+\s*;|concat)|\bprepare\s+\w+\s+from\b|\bexec(?:ute)?\s*\(|\bsp_(?:executesql|msforeach(?:table|db))\b|\\gexec\b/i

/** Cypher that matches every node and deletes it. */
const everyNode: readonly (readonly RegExp[])[] = [
  [/\bmatch\s*\(\s*(?:\w+\s*)?\)\s*(?:detach\s+)?delete\b/i],
  [/\bmatch\s*\(\s*(?:\w+\s*)?\)\s*optional\s+match/i, /\bdelete\b/i],
]

/** What a query destroys. Comments and quoted strings do not count. */
export function destructive(text: string): 'database.destroy' | 'database.mass-change' | undefined {
  const plain = text.replace(/\/\*!?\d*|\*\//g, ' ').replace(/--[^\n]*/g, ' ')
  const runs = runsTexts.test(plain)
  const clean = runs ? unquoted(plain) : plain.replace(/'(?:[^']|'')*'/g, "''")
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
    /\btruncate\s+(?:table\s+)?(?!\()[\w"`[.]/i.test(clean) &&
    (runs || !statements.some(part => inOrder(part, /\bselect\b/i, /\btruncate\s/i)))
  )
    return 'database.destroy'
  if (statements.some(part => inOrder(part, /\balter\s+table\b/i, /\bdelete\s+where\s+(?:1\b|true\b)/i)))
    return 'database.mass-change'
  if (statements.some(part => inOrder(part, /\balter\s+table\b/i, /\bdrop\s+(?:column|constraint|partition)\b/i)))
    return 'database.destroy'
  if (
    /\.(?:drop|dropDatabase|dropCollection|dropIndexes|dropUser|dropAllUsers)\s*\(|\.(?:deleteMany|remove)\s*\(\s*(?:\{\s*\}\s*)?\)|\bdropDatabase\b|\b(?:run|admin)Command\s*\(\s*\{\s*['"]?(?:drop\w*|shutdown)['"]?\s*:|\.shutdownServer\s*\(/.test(
      text,
    )
  )
    return 'database.destroy'
  if (statements.some(part => everyNode.some(patterns => inOrder(part, ...patterns)))) return 'database.mass-change'
  for (const statement of clean.split(';')) {
    const deletes = /\bdelete\s+from\s+[\w"`[\].]+/i.test(statement)
    const updates = /^\s*(?:begin\s+)?update\s+[\w"`[\].]+(?:\s+(?:as\s+)?\w+)?\s+set\b/i.test(statement)
    if (!deletes && !updates) continue
    const where = /\bwhere\b([\s\S]*)$/i.exec(statement)
    if (
      where === null
        ? !/\busing\b/i.test(statement) && !/\blimit\b/i.test(statement)
        : /^(?:\(\s*)?(?:(\d+)\s*=\s*\1|true|''\s*=\s*''|1|not\s+false|1\s*<>\s*2|\w+\s+is\s+not\s+null|id\s*>\s*0)\s*(?:\)\s*)?$/i.test(
            (where[1] as string).trim(),
          )
    ) {
      return 'database.mass-change'
    }
  }
  return undefined
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
  if (!/^\s*(?:drop|truncate|delete|update|alter)\s/i.test(text)) return false
  return new RegExp(statement, 'i').test(text.replace(/\s+/g, ' ').trim())
}

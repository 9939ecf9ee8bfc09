/** Files that a database's client reads and writes on this machine, told by options, statements and its own commands. */

import { overwritten, readPath } from '../../effects/file-effects.ts'
import { sent } from '../../effects/sockets.ts'
import { hostOf, isMetadataHost } from '../../places/hosts.ts'
import { type Call, find } from '../../values/analysis.ts'
import { literal, taint, type Value } from '../../values/value.ts'

/** A database that is a file: it has no server. */
export const isLocal = ({ program }: Call): boolean => /^(?:sqlite3?|duckdb)$/.test(program)

/** A file that goes to the server: `\copy t from 'x'`, `load data local infile 'x'`; a path without a root is the client's. */
const sources = /\b(?:from|infile)[^\S\n]+'([~/][^'\n]*)'|\b(?:local|from)[^\S\n]+infile[^\S\n]+'([^'\n]+)'/gi
const copied = /\bfrom[^\S\n]+'([^'\n]+)'/i

/** A file that a client reads by itself: `readfile('x')`, `from read_csv('x')`, `.import x t`. */
const filesRead =
  /\b(?:readfile|read_(?:text|blob|csv|json|ndjson|parquet)(?:_auto)?)[^\S\n]*\([^\S\n]*'([^'\n]+)'|^[^\S\n]*\.import[^\S\n]+(?:--?\w+[^\S\n]+)*["']?([^\s"'|][^\s"']*)/gim

/** The files that statements of a database without a server read and write; the taint of what is read. */
export function touched(text: string, call: Call): number {
  const { env, analysis, invocation } = call
  let bits = 0
  for (const [, called, imported] of text.matchAll(filesRead))
    bits |= readPath(literal((called ?? imported) as string), env, analysis, invocation).taint
  for (const statement of text.split(';')) {
    const [, way, path] = /\bcopy\b/i.test(statement) ? (/\b(to|from)[^\S\n]+'([^'\n]+)'/i.exec(statement) ?? []) : []
    if (path === undefined) continue
    if (/to/i.test(way as string)) overwritten(literal(path), 'replace', env, analysis, invocation)
    else bits |= readPath(literal(path), env, analysis, invocation).taint
  }
  return bits
}

/** What a server reads when a statement tells it to, from its own disk or from an address: `pg_read_file('x')`, `url('http://…')`. */
const readByServer =
  /\b(?:pg_read_(?:binary_)?file|lo_import|load_file|file|url|s3|read_(?:text|blob|csv|json|ndjson|parquet)(?:_auto)?|infile|bulk|from)(?:\s*\(\s*|\s+)N?'([^'\n]+)'/gi

/** The taint of what a server reads; this machine's own files, where it runs here. */
export function readThere(text: string, call: Call): number {
  let bits = 0
  for (const [, place = ''] of text.matchAll(readByServer)) {
    const host = hostOf(place)
    if (host !== undefined && isMetadataHost(host)) find(call, 'network.metadata-service', { hosts: [host] })
    else if (/^(?:[~/]|[A-Za-z]:)/.test(place) || call.program === 'clickhouse-local' || call.args[0]?.text === 'local')
      bits |= readPath(literal(place), call.env, call.analysis, call.invocation).taint & taint.secret
  }
  return bits
}

/** What goes to the server out of files. */
export function loaded(text: string, call: Call): void {
  const paths = [...text.matchAll(sources)].map(([, path, given]) => path ?? given)
  for (const statement of text.split(/[;\n]/)) if (/^\s*\\?copy\b/i.test(statement)) paths.push(copied.exec(statement)?.[1])
  for (const path of new Set(paths)) {
    const bits = path === undefined ? 0 : readPath(literal(path), call.env, call.analysis, call.invocation).taint & taint.secret
    if (bits !== 0) sent(call, bits)
  }
}

/** Where a client puts what it prints, logs and saves: `.output x`, `\\o x`, `tee x`, `writefile('x', …)`. */
const filesWritten =
  /^[^\S\n]*(?:\.(?:output|once|excel|backup|save|log|clone|trace)|tee)[^\S\n]+(?:-\w+[^\S\n]+)*(?:main[^\S\n]+)?["']?([^\s"'|-][^\s"']*)|\\(?:o|w|gx?|T)[^\S\n]+["']?([^\s"'|][^\s"']*)|\bwritefile[^\S\n]*\([^\S\n]*'([^'\n]+)'|\bexport[^\S\n]+database[^\S\n]+'([^'\n]+)'/gim

/** The same behind other words: `vacuum into 'x'`, `\\copy t to 'x'`. */
const behind: readonly (readonly [within: RegExp, named: RegExp])[] = [
  [/\bvacuum\b/i, /\binto[^\S\n]+'([^'\n]+)'/i],
  [/\\copy\b/i, /\bto[^\S\n]+'([^'\n]+)'/i],
]

export function printedTo(text: string, call: Call): void {
  const paths = [...text.matchAll(filesWritten)].map(([, ...named]) => named.find(path => path !== undefined))
  for (const statement of text.split(/[;\n]/))
    for (const [within, named] of behind) if (within.test(statement)) paths.push(named.exec(statement)?.[1])
  for (const path of paths) if (path !== undefined && !/^(?:off|on|stdout|stderr)$/i.test(path)) writtenBy(literal(path), call)
}

/** It gets what the database holds. */
export function writtenBy(file: Value, { env, analysis, invocation }: Call): void {
  overwritten(file, 'replace', env, analysis, invocation, { text: undefined, taint: taint.system })
}

/** `policy enforce`: ends the trial of some rules, or of all, where a policy file of this machine says that they are on trial. */

import { isObject, type JsonObject } from '../../../core/json.ts'
import { oneLine } from '../../../core/redact.ts'
import { readDocument } from '../../../engine/policy/language/document.ts'
import { parsePolicy } from '../../../engine/policy/language/load.ts'
import { nearest } from '../../../engine/policy/language/suggest.ts'
import type { PolicyFile } from '../../../engine/policy/rules/types.ts'
import { writeAll } from '../../../hook/io.ts'
import type { Change } from '../../../setup/install/change.ts'
import { filesOn } from '../../../setup/install/files.ts'
import { palette } from '../terminal/ansi.ts'
import { diffOf } from '../terminal/diff.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { compileManaged } from './compile.ts'
import { filesInForce, placesHere, policiesHere, readText } from './files.ts'
import { type OnTrial, trialsIn } from './on-trial.ts'

interface EnforceOptions {
  readonly all?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** Nothing is written unless all that was asked for is enforced then. */
export const enforce = async (
  ids: readonly string[],
  { all = false, dryRun = false, json: asJson }: EnforceOptions,
): Promise<number> => {
  if (ids.length > 0 === all) throw new ConfigError('Say which rules, as `audit stats --trial` names them, or --all.')
  const policies = await policiesHere()
  const before = trialsIn(policies)
  for (const id of ids) {
    if (before.has(id)) continue
    const meant = nearest(id, [...before.keys()])
    throw new ConfigError(
      `No rule in force here is called "${oneLine(id, 60)}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    )
  }
  const changes: { readonly file: string; readonly before: string; readonly after: string }[] = []
  const next: PolicyFile[] = [...policies]
  for (const { file, layer } of filesInForce()) {
    if (layer === 'project') continue
    const text = readText(file)
    const after = enforced(text, file, id => all || ids.includes(id), all)
    if (after === text) continue
    const parsed = await parsePolicy(after, file, layer)
    if (!parsed.ok) throw new ConfigError(`${file} would not be valid any more; change it by hand.`)
    const at = next.findIndex(policy => policy.file === file)
    if (at >= 0) next[at] = parsed.value
    changes.push({ file, before: text, after })
  }
  const left = [...trialsIn(next)].filter(
    (entry): entry is [string, OnTrial] => entry[1] !== undefined && (all || ids.includes(entry[0])),
  )
  const [stays] = left
  if (stays !== undefined) throw new ConfigError(staysOn(stays, all))
  if (!dryRun) {
    for (const { file, after } of changes) write(file, after)
    // Whoever could write a managed file can write beside it.
    if (changes.some(({ file }) => placesHere().managed.some(dir => file.startsWith(`${dir}/`)))) await compileManaged()
  }
  const done = [...before].filter(([id, why]) => why !== undefined && (all || ids.includes(id))).map(([id]) => id)
  if (asJson) writeAll(1, `${json({ enforced: done, files: changes.map(({ file }) => file), dryRun })}\n`)
  else writeAll(1, `${told(changes, done, dryRun)}\n`)
  return 0
}

const write = (file: string, text: string): void => {
  try {
    filesOn().replace(file, text)
  } catch (cause) {
    throw new ConfigError(`${file} was not changed.`, { cause })
  }
}

const staysOn = ([id, { by, file }]: readonly [string, OnTrial], all: boolean): string =>
  all || by === 'strategy'
    ? `${id} stays on trial: ${by} in ${file} says so, and that file is not changed from here. Nothing was written.`
    : `${id} is on trial with all the others: ${by} in ${file} says so. Nothing was written. To enforce all: tfy-hook policy enforce --all`

const told = (changes: readonly Change[], done: readonly string[], dryRun: boolean): string => {
  if (changes.length === 0) return done.length === 0 ? 'Nothing of that is on trial.' : 'Nothing had to be changed.'
  const names = done.length > 5 ? `${done.length} rules` : done.join(', ')
  return [
    ...changes.map(change => diffOf(change, palette())),
    '',
    dryRun
      ? `Would enforce ${names}. Nothing was written.`
      : `Enforced from the next call on: ${names}. Cases of policy.test.yaml: tfy-hook policy test`,
  ].join('\n')
}

type Path = readonly (string | number)[]

/** The text with other words in those places, and nothing else changed: comments, order and quotes stay. */
const enforced = (text: string, file: string, wanted: (id: string) => boolean, all: boolean): string => {
  const { value } = readDocument(text)
  if (!isObject(value)) return text
  const swaps: [Path, string, string][] = []
  if (all && value.extends === 'observe') swaps.push([['extends'], 'observe', 'recommended'])
  if (all && isObject(value.settings) && value.settings.strategy === 'audit')
    swaps.push([['settings', 'strategy'], 'audit', 'enforce'])
  for (const [i, rule] of (Array.isArray(value.rules) ? value.rules : []).entries())
    if (isObject(rule) && typeof rule.id === 'string' && rule.strategy === 'audit' && wanted(rule.id))
      swaps.push([['rules', i, 'strategy'], 'audit', 'enforce'])
  return swaps.reduce((now, [path, word, other]) => swapped(now, file, path, word, other), text)
}

const swapped = (text: string, file: string, path: Path, word: string, other: string): string => {
  const written = readDocument(text)
  const { line, column } = written.at(path, { found: '', expected: '' })
  const lines = text.split('\n')
  const row = lines[line - 1] ?? ''
  const [, quote = ''] = /^(["']?)/.exec(row.slice(column - 1)) ?? []
  const found = `${quote}${word}${quote}`
  if (row.startsWith(found, column - 1))
    lines[line - 1] = `${row.slice(0, column - 1)}${quote}${other}${quote}${row.slice(column - 1 + found.length)}`
  const after = lines.join('\n')
  // Behind an alias the word may stand elsewhere, and mean more than this.
  if (JSON.stringify(readDocument(after).value) !== JSON.stringify(put(written.value as JsonObject, path, other)))
    throw new ConfigError(`${file}:${line}: "${word}" cannot be changed here without changing more; write ${other} by hand.`)
  return after
}

const put = (value: unknown, [key, ...rest]: Path, other: string): unknown => {
  if (key === undefined) return other
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? put(item, rest, other) : item))
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, name === key ? put(item, rest, other) : item]))
    : value
}

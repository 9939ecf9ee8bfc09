/** `policy replay`: recorded calls against the policy as it is now, before it is rolled out. */

import { closeSync, fstatSync } from 'node:fs'
import { isObject, type JsonObject, readObject, stringAt, stringsAt } from '../../../core/json.ts'
import { oneLine } from '../../../core/redact.ts'
import { isSystemError } from '../../../core/system-words.ts'
import { parsePolicy } from '../../../engine/policy/language/load.ts'
import type { LayerName, PolicyFile } from '../../../engine/policy/rules/types.ts'
import type { Change } from '../../../fleet/dashboard/shapes.ts'
import { auditFile } from '../../../hook/audit/files.ts'
import { linesOf, openLog } from '../../../hook/audit/lines.ts'
import { isInPart, recordedEvent } from '../../../hook/audit/recorded-event.ts'
import { rotatedIn } from '../../../hook/audit/rotate.ts'
import { writeAll } from '../../../hook/io.ts'
import { evaluate, hostFor } from '../../../hook/sources/offline.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { inPlaceOf, placesHere, policiesHere, readText } from './files.ts'

interface ReplayOptions {
  readonly log?: string
  readonly layer: LayerName
  readonly last?: string
  readonly insteadOf?: string
  readonly json?: boolean
}

/** Without files, the policies in force here. Exit code 1 when a past call would be answered differently. */
export const replay = async (files: readonly string[], options: ReplayOptions): Promise<number> => {
  const { insteadOf, last } = options
  if (last !== undefined && !/^[1-9]\d{0,6}$/.test(last)) throw new ConfigError('--last takes a number of calls, 1 or more.')
  const policies =
    insteadOf !== undefined
      ? await inPlaceOf(insteadOf, files)
      : files.length > 0
        ? await load(files, options)
        : await policiesHere()
  const places = placesHere()
  const host = hostFor(places, process.env)
  const changes: Change[] = []
  let calls = 0
  let skipped = 0
  const { state } = places
  const logs = options.log === undefined ? [...rotatedIn(state).map(name => `${state}/${name}`), auditFile(state)] : [options.log]
  for (const record of last === undefined ? records(logs) : lastOf(Number(last), records(logs))) {
    const event = recordedEvent(record)
    // Verdicts of a gateway or of a failure are not this policy's to change.
    if (event === undefined || record.source !== 'offline' || record.settled !== undefined) {
      skipped++
      continue
    }
    calls++
    const judged = await evaluate(event, policies, host)
    const now = judged.ok ? judged.value.ruling.decision : 'failure'
    const was = stringAt(record, 'decision') ?? ''
    if (now === was) continue
    if (isInPart(event)) {
      calls--
      skipped++
      continue
    }
    changes.push({
      time: stringAt(record, 'time') ?? '',
      client: event.client,
      event: event.originalEventName,
      content: oneLine(event.content, 120),
      was,
      now,
      wasRules: stringsAt(record, 'rules'),
      nowRules: judged.ok ? judged.value.rules : [],
    })
  }
  if (options.json) writeAll(1, `${json({ calls, skipped, changes })}\n`)
  else {
    for (const change of changes) {
      writeAll(
        1,
        `${change.was.padEnd(5)} -> ${change.now.padEnd(7)} ${change.time}  ${change.client} ${change.event}  ${change.content}\n`,
      )
      writeAll(1, `         ${change.wasRules.join(', ') || '(none)'} -> ${change.nowRules.join(', ') || '(none)'}\n`)
    }
    writeAll(
      1,
      `${calls} calls replayed, ${changes.length} would change, ${skipped} skipped (not decided by the offline engine, or recorded in part)\n`,
    )
  }
  return changes.length > 0 ? 1 : 0
}

const load = async (files: readonly string[], options: ReplayOptions): Promise<readonly PolicyFile[]> => {
  const loaded: PolicyFile[] = []
  for (const file of files) {
    const parsed = await parsePolicy(readText(file), file, options.layer)
    if (!parsed.ok) throw new ConfigError(`${file} is not valid. Run: tfy-hook policy check ${file}`)
    loaded.push(parsed.value)
  }
  return loaded
}

/** Of those that can be replayed at all. */
const lastOf = (count: number, all: Iterable<JsonObject>): readonly JsonObject[] => {
  const kept: JsonObject[] = []
  for (const record of all) {
    if (recordedEvent(record) === undefined) continue
    kept.push(record)
    if (kept.length >= count * 2) kept.splice(0, kept.length - count)
  }
  return kept.slice(-count)
}

function* records(files: readonly string[]): Generator<JsonObject> {
  for (const file of files) yield* recordsOf(file)
}

/** A regular file as long as it is now, a piece at a time: a log may be long, and what is no file may have no end. */
function* recordsOf(file: string): Generator<JsonObject> {
  let fd: number | undefined
  try {
    fd = openLog(file)
  } catch (cause) {
    throw new ConfigError(`Cannot read the audit log ${file}${isSystemError(cause) ? '' : ': it is not a regular file'}.`, {
      ...(isSystemError(cause) && { cause }),
    })
  }
  if (fd === undefined) throw new ConfigError(`There is no audit log ${file}.`)
  try {
    for (const { bytes } of linesOf(fd, fstatSync(fd).size)) {
      const record = bytes === undefined ? undefined : readObject(new TextDecoder().decode(bytes))
      if (isObject(record)) yield record
    }
  } finally {
    closeSync(fd)
  }
}

/** Rows to judge: our corpus, and files of calls with what is expected of them, one JSON object a line. */

import { readFileSync } from 'node:fs'
import claude from '../../src/adapters/clients/claude-code.ts'
import type { NormalizedHookEvent } from '../../src/core/event.ts'
import { isObject, stringAt } from '../../src/core/json.ts'
import type { Host } from '../../src/engine/matching/host.ts'
import { eventOf, hostFor } from '../corpus/judge.ts'
import { readCorpus, titleOf } from '../corpus/row.ts'
import { stop } from '../project/project.ts'

export interface Case {
  readonly from: string
  readonly title: string
  readonly event: NormalizedHookEvent
  readonly host: Host
  /** `stop` is a deny or a question. */
  readonly expect: 'stop' | 'allow' | undefined
}

export const corpusCases = (): readonly Case[] =>
  readCorpus().flatMap(({ promise, name, rows }) =>
    rows.map(row => ({
      from: `${promise}/${name}`,
      title: titleOf(row),
      event: eventOf(row),
      host: hostFor(row.platform),
      expect: promise === 'must-allow' ? 'allow' : promise === 'must-deny' || promise === 'evasions' ? 'stop' : undefined,
    })),
  )

/** `{ command }` or `{ tool, input }`, with `expect` (`allow`, anything else is to be stopped) and `category`. */
export const fileCases = (file: string): readonly Case[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [caseOf(line, `${file}:${i + 1}`)]))

const caseOf = (line: string, at: string): Case => {
  const row: unknown = JSON.parse(line)
  if (!isObject(row)) return stop(`${at}: not an object`)
  const command = stringAt(row, 'command')
  const input = command === undefined ? row.input : { command }
  const tool = stringAt(row, 'tool') ?? 'Bash'
  const event = eventOf({ prompt: '' })
  const read = claude.normalise(
    {
      hook_event_name: 'PreToolUse',
      session_id: 'verdicts',
      cwd: event.cwd ?? '/',
      tool_name: tool,
      tool_input: isObject(input) ? input : {},
    },
    {},
    {},
  )
  if (!read.ok) return stop(`${at}: no event`)
  const expect = stringAt(row, 'expect')
  return {
    from: stringAt(row, 'category') ?? file(at),
    title: command ?? `${tool} ${JSON.stringify(input)}`,
    event: { ...read.value, workspaceRoots: event.workspaceRoots },
    host: hostFor(undefined),
    expect: expect === undefined ? undefined : expect === 'allow' ? 'allow' : 'stop',
  }
}

const file = (at: string): string => at.replace(/:\d+$/, '')

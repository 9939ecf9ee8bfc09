/** How ProxyAI reads an answer: from the plugin's source at 3.8.1 (2026-05). Not measured on a running IDE. */

import { type Heard, isPlain, type Plain, parsed, type Read, reading, textAt } from './reading.ts'

interface Row {
  /** What a denial does: nothing, an error for the model, or the end of the action. */
  readonly denial: 'ignored' | 'told' | 'stops'
  /** `decision: "deny"` at exit 0 counts as well. */
  readonly byDecision: boolean
  readonly update?: 'updated_input' | 'updated_output'
}

const rows: Readonly<Record<string, Row>> = {
  beforeToolUse: { denial: 'stops', byDecision: false, update: 'updated_input' },
  afterToolUse: { denial: 'stops', byDecision: false, update: 'updated_output' },
  beforeShellExecution: { denial: 'stops', byDecision: true },
  afterShellExecution: { denial: 'ignored', byDecision: false },
  beforeReadFile: { denial: 'stops', byDecision: true },
  afterFileEdit: { denial: 'told', byDecision: true },
  subagentStart: { denial: 'stops', byDecision: true },
  subagentStop: { denial: 'ignored', byDecision: false },
  stop: { denial: 'ignored', byDecision: false },
}

/** The pipes are read after the process has ended: more than one buffer waits for ever, and a timeout is an allow. */
const pipe = { linux: 65_536, darwin: 65_536, win32: 4_096 }

export const utmost: Heard = { exitCode: 2, stdout: '{"decision":"deny","reason":"no"}', stderr: '' }

export const read: Read = (event, { exitCode, stdout, stderr }, { platform = 'linux', tool = '', input, output } = {}) => {
  const row = rows[event]
  if (row === undefined) throw new Error(`ProxyAI has no event ${event}`)
  const problems: string[] = []
  const size = Math.max(Buffer.byteLength(stdout), Buffer.byteLength(stderr))
  if (size > pipe[platform])
    return reading({ goesOn: true, problems: [`${size} bytes fill the pipe: killed, which is an allow`] })
  if (Buffer.byteLength(stderr) > 4_096) problems.push('stderr is not small')

  const denied = (told: string) =>
    row.denial === 'ignored'
      ? reading({ goesOn: true, problems: [...problems, `a denial is not read on ${event}`] })
      : reading({ goesOn: row.denial !== 'stops', problems, modelTold: told, personTold: told })

  // Control characters before the value are skipped, and nothing else.
  const text = stdout.replace(/^[\u0000-\u0020\u007f]+/, '')
  const value = /^[{[]/.test(text) ? parsed(text) : undefined
  const answer: Plain = isPlain(value) ? value : {}
  if (text !== '' && !isPlain(value)) problems.push('stdout is not one object')

  if (exitCode === 2) {
    const reason = textAt(answer, 'reason')?.trim()
    if (reason) return denied(reason)
    problems.push('no reason')
    return denied(text === '' ? 'Denied by hook' : text)
  }
  if (exitCode !== 0) return reading({ goesOn: true, problems: [...problems, `exit ${exitCode} is ignored`] })
  if (answer.decision === 'deny') {
    if (row.byDecision) return denied(textAt(answer, 'reason') ?? 'Denied by hook')
    problems.push(`decision is not read at exit 0 on ${event}`)
  } else if ('decision' in answer && answer.decision !== 'allow') problems.push('a decision other than deny is an allow')

  for (const key of ['updated_input', 'updated_output']) {
    if (key in answer && key !== row.update) problems.push(`${key} is not read on ${event}`)
  }
  const update = row.update === undefined ? undefined : answer[row.update]
  if (update === undefined) return reading({ goesOn: true, problems })
  const merged = mergeInto(row.update === 'updated_input' ? input : output, update, problems)
  if (row.update === 'updated_output' && tool !== 'Bash') problems.push(`the result of ${tool} is not replaced`)
  const of = row.update === 'updated_input' ? ('input' as const) : ('output' as const)
  return reading({ goesOn: true, problems, rewritten: problems.length > 0 ? undefined : { of, value: merged } })
}

/** Known keys are merged, others dropped; a value of another type drops the whole update. */
const mergeInto = (before: unknown, update: unknown, problems: string[]): unknown => {
  if (!isPlain(update)) {
    problems.push('the update is no object')
    return undefined
  }
  const known = isPlain(before) ? before : {}
  for (const [key, value] of Object.entries(update)) {
    if (!Object.hasOwn(known, key)) problems.push(`${key} is not a field of the tool's class`)
    else if (value === null || (typeof value === 'number' && !Number.isInteger(value))) problems.push(`${key} becomes a string`)
    else if (known[key] !== null && typeof value !== typeof known[key]) problems.push(`${key} has another type`)
  }
  return { ...known, ...update }
}

/**
 * How VS Code's Local harness reads a hook's answer: from its Copilot extension's source and its documentation, 2026-11. Not measured. On
 * Windows the command runs under PowerShell, which makes 1 of every exit code but 0.
 */

import { type Heard, isPlain, type Plain, parsed, type Read, type Reading, reading, type Situation, textAt } from './reading.ts'

type Effect = 'tool' | 'prompt' | 'result' | 'stop' | 'told' | 'deaf'

const effects: Readonly<Record<string, Effect>> = {
  PreToolUse: 'tool',
  UserPromptSubmit: 'prompt',
  PostToolUse: 'result',
  Stop: 'stop',
  SubagentStop: 'stop',
  SessionStart: 'told',
  SubagentStart: 'told',
  PreCompact: 'deaf',
}

/** What is read under `hookSpecificOutput`, and at the top beside the common fields. */
const nested: Readonly<Record<Effect, readonly string[]>> = {
  tool: ['permissionDecision', 'permissionDecisionReason', 'updatedInput', 'additionalContext'],
  prompt: ['additionalContext'],
  result: ['additionalContext'],
  stop: ['decision', 'reason'],
  told: ['additionalContext'],
  deaf: [],
}
const top: Readonly<Record<Effect, readonly string[]>> = {
  tool: [],
  prompt: ['decision', 'reason'],
  result: ['decision', 'reason'],
  // The documentation of SubagentStop still puts them here.
  stop: ['decision', 'reason'],
  told: [],
  deaf: [],
}

export const utmost: Heard = {
  exitCode: 0,
  stdout:
    '{"decision":"block","reason":"no","hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no","decision":"block","reason":"no"}}',
  stderr: '',
}

export const read: Read = (event, { exitCode, stdout, stderr }, situation = {}) => {
  const effect = effects[event]
  if (effect === undefined) throw new Error(`VS Code has no event ${event}`)
  const problems: string[] = []
  const code = situation.platform === 'win32' && exitCode !== 0 ? 1 : exitCode
  if (code !== 0) problems.push(`exit ${code}: stdout is not read`)
  if (code === 2) return refused(effect, stderr, problems)
  if (code !== 0) return reading({ goesOn: true, problems, personTold: effect === 'deaf' ? undefined : stderr })

  const value = stdout === '' ? {} : parsed(stdout)
  if (!isPlain(value)) return reading({ goesOn: true, problems: [...problems, 'stdout is not one object'] })
  const given = isPlain(value.hookSpecificOutput) ? value.hookSpecificOutput : {}
  const named = given.hookEventName
  const matches = named === undefined || named === event
  if (!matches) problems.push('hookEventName is not the running event')
  const specific: Plain = matches ? given : {}

  for (const key of Object.keys(value)) {
    if (!['continue', 'stopReason', 'systemMessage', 'hookSpecificOutput', ...top[effect]].includes(key))
      problems.push(`${key} is not read on ${event}`)
  }
  for (const key of Object.keys(specific)) {
    if (key !== 'hookEventName' && !nested[effect].includes(key) && value.continue !== false)
      problems.push(`${key} is not read on ${event}`)
  }
  if (effect === 'deaf') {
    if (Object.keys(value).length > 0) problems.push(`nothing is read on ${event}`)
    return reading({ goesOn: true, problems })
  }
  const system = textAt(value, 'systemMessage')
  const stopReason = textAt(value, 'stopReason')
  if (value.continue === false || stopReason !== undefined) {
    if (effect === 'told') return reading({ goesOn: true, problems, personTold: system })
    // The request ends: no tool runs, no prompt is sent, and a stop is a stop. A result may be on its way to the model by then.
    return reading({ goesOn: effect === 'stop' || effect === 'result', problems, personTold: stopReason ?? '' })
  }
  return heard(effect, value, specific, { system, situation, problems })
}

/** Exit 2 is a block with what stands on stderr. */
const refused = (effect: Effect, stderr: string, problems: readonly string[]): Reading => {
  const told = stderr.trim()
  switch (effect) {
    case 'tool':
      return reading({ goesOn: false, problems, modelTold: told, personTold: told })
    case 'prompt':
      return reading({ goesOn: false, problems, personTold: told })
    case 'result':
      return reading({ goesOn: true, problems, modelTold: told, personTold: told })
    case 'stop':
      return reading({ goesOn: true, problems, keepsWorking: told === '' ? undefined : true, modelTold: told, personTold: told })
    case 'told':
    case 'deaf':
      return reading({ goesOn: true, problems })
    default:
      return effect satisfies never
  }
}

interface Beside {
  readonly system: string | undefined
  readonly situation: Situation
  readonly problems: string[]
}

const heard = (effect: Effect, value: Plain, specific: Plain, { system, situation, problems }: Beside): Reading => {
  const base = { problems, personTold: system, context: textAt(specific, 'additionalContext') }
  const said = effect === 'stop' ? specific : value
  const reason = textAt(said, 'reason')
  const blocks = said.decision === 'block'
  if ('decision' in said && !blocks) problems.push('decision has an illegal value')
  if (blocks && reason === undefined) problems.push('no reason')
  switch (effect) {
    case 'tool':
      return beforeTool(specific, base, situation)
    case 'prompt':
      return blocks ? reading({ goesOn: false, problems, personTold: reason }) : reading({ ...base, goesOn: true })
    case 'result':
      // Appended to the result, which the model still reads.
      return reading({ ...base, goesOn: true, modelTold: blocks ? reason : undefined })
    case 'stop': {
      const keeps = blocks && reason !== undefined
      return reading({
        ...base,
        goesOn: true,
        keepsWorking: keeps ? true : undefined,
        modelTold: keeps ? reason : undefined,
        personTold: keeps ? `${system ?? ''}${reason}` : system,
      })
    }
    case 'told':
      return reading({ ...base, goesOn: true })
    case 'deaf':
      return reading({ goesOn: true, problems })
    default:
      return effect satisfies never
  }
}

type Base = Pick<Reading, 'problems'> & Readonly<Record<'personTold' | 'context', string | undefined>>

const beforeTool = (specific: Plain, base: Base, { tool = '', input }: Situation): Reading => {
  const problems = [...base.problems]
  const decision = specific.permissionDecision
  const reason = textAt(specific, 'permissionDecisionReason')
  if (decision !== undefined && !['allow', 'deny', 'ask'].includes(String(decision)))
    problems.push('permissionDecision has an illegal value')
  if ((decision === 'deny' || decision === 'ask') && reason === undefined) problems.push('no reason')
  if (decision === 'deny') return reading({ ...base, problems, goesOn: false, modelTold: reason })
  const updated = specific.updatedInput
  if (updated !== undefined && !fits(updated, input, tool))
    problems.push('updatedInput may not fit the schema, and is dropped then')
  const rewritten = isPlain(updated) ? { of: 'input' as const, value: updated } : undefined
  if (decision === 'ask')
    return reading({ ...base, problems, goesOn: false, asks: true, personTold: base.personTold ?? reason, rewritten })
  return reading({ ...base, problems, goesOn: true, rewritten, skipsPrompt: decision === 'allow' ? true : undefined })
}

/** What a built-in tool's schema is sure to take: the same keys, the same types, and no other words where it lists the legal ones. */
const fits = (updated: unknown, input: unknown, tool: string): boolean => {
  if (!isPlain(updated) || !isPlain(input) || tool.startsWith('mcp_')) return false
  const keys = Object.keys(input)
  return (
    keys.length === Object.keys(updated).length &&
    keys.every(key => typeof updated[key] === typeof input[key]) &&
    ['editType', 'language', 'mode'].every(key => updated[key] === input[key])
  )
}

/** How Codex CLI reads a command hook's answer: 0.169.0, the schemas in its binary and its behaviour as measured (2026-11). */

import { type Heard, isPlain, type Oracle, type Plain, parsed, type Read, type Reading, reading, textAt } from './reading.ts'

type Kind = 'string' | 'boolean' | 'any' | 'object' | readonly string[]
type Shape = Readonly<Record<string, Kind>>

interface Schema {
  /** Beside the common fields; null: they are not known here either. */
  readonly top: Shape | null
  readonly specific?: Shape
  readonly textIsContext?: true
  /** Exit 2 with text on stderr is an objection. */
  readonly exit2?: true
}

const common: Shape = { continue: 'boolean', stopReason: 'string', suppressOutput: 'boolean', systemMessage: 'string' }
const blockable: Shape = { decision: ['block'], reason: 'string' }
const context: Shape = { additionalContext: 'string' }

const schemas: Readonly<Record<string, Schema>> = {
  PreToolUse: {
    top: { decision: ['approve', 'block'], reason: 'string' },
    specific: {
      permissionDecision: ['allow', 'deny', 'ask'],
      permissionDecisionReason: 'string',
      updatedInput: 'any',
      ...context,
    },
    exit2: true,
  },
  PermissionRequest: { top: {}, specific: { decision: 'object' }, exit2: true },
  PostToolUse: { top: blockable, specific: { ...context, updatedMCPToolOutput: 'any' }, exit2: true },
  UserPromptSubmit: { top: blockable, specific: context, textIsContext: true, exit2: true },
  SessionStart: { top: {}, specific: context, textIsContext: true },
  SubagentStart: { top: {}, specific: context, textIsContext: true },
  SubagentStop: { top: blockable, exit2: true },
  Stop: { top: blockable, exit2: true },
  PreCompact: { top: {} },
  PostCompact: { top: {} },
  SessionEnd: { top: null },
  Interrupt: { top: null },
}

export const utmost: Heard = { exitCode: 2, stdout: '', stderr: 'no' }

export const neutral: Heard = { exitCode: 0, stdout: '', stderr: '' }

export const read: Read = (event, heard, { platform = 'linux', tool = '' } = {}) => {
  const schema = schemas[event]
  if (schema === undefined) throw new Error(`Codex has no event ${event}`)
  const stderr = heard.stderr.trim()
  // `powershell -Command` ends with 1 whatever its program ended with.
  const exitCode = platform === 'win32' && heard.exitCode !== 0 ? 1 : heard.exitCode
  if (exitCode === 2 && schema.exit2 && stderr !== '') return objected(event, stderr, [], {})
  if (exitCode !== 0) return silence(event, [exitCode === 2 ? 'exit 2 stops nothing here' : `exit ${exitCode} is a failed run`])

  const text = heard.stdout.trim()
  if (event === 'SessionEnd') return silence(event, text === '' ? [] : ['nothing is read at the end of a session'])
  if (text === '') return silence(event, [])
  // Rust's trim keeps a byte order mark, and its JSON reader does not take one.
  const value = heard.stdout.includes('\ufeff') ? undefined : parsed(text)
  if (!isPlain(value)) {
    if (schema.textIsContext && !/^[{[]/.test(text)) return { ...silence(event, ['stdout is plain text']), context: text }
    return silence(event, ['stdout is not one JSON object'])
  }
  const faults = faultsOf(event, schema, value)
  return faults.length > 0 ? silence(event, faults) : honoured(event, value, tool)
}

/** What happens without a word from a hook: the approval that is due gets asked for, everything else goes on. */
const silence = (event: string, problems: readonly string[], more: Partial<Reading> = {}): Reading =>
  event === 'PermissionRequest'
    ? reading({ ...more, goesOn: false, asks: true, problems })
    : reading({ ...more, goesOn: true, problems })

const objected = (event: string, told: string, problems: readonly string[], more: Partial<Reading>): Reading => {
  const keeps = event === 'Stop' || event === 'SubagentStop'
  return reading({
    ...more,
    goesOn: keeps,
    problems,
    keepsWorking: keeps ? true : undefined,
    modelTold: event === 'UserPromptSubmit' ? undefined : told,
    personTold: more.personTold === undefined ? told : `${more.personTold}\n${told}`,
  })
}

const faultsOf = (event: string, { top, specific }: Schema, answer: Plain): readonly string[] => {
  const known: Shape = top === null ? { systemMessage: 'string' } : { ...common, ...top }
  const found = wrong(answer, specific === undefined ? known : { ...known, hookSpecificOutput: 'object' })
  const given = answer.hookSpecificOutput
  if (specific === undefined || !isPlain(given)) return found
  found.push(...wrong(given, { hookEventName: Object.keys(schemas), ...specific }))
  if (given.hookEventName === undefined) found.push('hookEventName is missing')
  if (event === 'PermissionRequest' && isPlain(given.decision)) {
    const { decision } = given
    found.push(
      ...wrong(decision, {
        behavior: ['allow', 'deny'],
        message: 'string',
        updatedInput: 'any',
        updatedPermissions: 'any',
        interrupt: 'boolean',
      }),
    )
    if (decision.behavior === undefined) found.push('behavior is missing')
    for (const key of ['updatedInput', 'updatedPermissions', 'interrupt']) {
      if (decision[key] !== undefined && decision[key] !== false) found.push(`${key} is not supported`)
    }
  }
  if (event === 'PreToolUse' || event === 'PermissionRequest') {
    if (answer.continue === false) found.push('continue:false is not supported')
    if (typeof answer.stopReason === 'string') found.push('stopReason is not supported')
  }
  return found
}

/** Keys that the schema does not have, and values of another kind; null stands for absent. */
const wrong = (object: Plain, shape: Shape): string[] =>
  Object.entries(object).flatMap(([key, value]) => {
    const kind = shape[key]
    if (kind === undefined) return [`${key} is unknown`]
    return value === null || fits(value, kind) ? [] : [`${key} has an illegal value`]
  })

const fits = (value: unknown, kind: Kind): boolean => {
  if (kind === 'any') return true
  if (kind === 'object') return isPlain(value)
  if (kind === 'string' || kind === 'boolean') return typeof value === kind
  return kind.includes(String(value))
}

const filled = (object: Plain, key: string): string | undefined => textAt(object, key)?.trim() || undefined

/** A valid answer at exit 0. */
const honoured = (event: string, answer: Plain, tool: string): Reading => {
  const specific = isPlain(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {}
  const system = textAt(answer, 'systemMessage')
  const added = textAt(specific, 'additionalContext')
  const problems: string[] = []
  if (added !== undefined && added.length > 10_000) problems.push('additionalContext is cut')
  const more = {
    ...(system !== undefined && { personTold: system }),
    ...(added !== undefined && { context: added }),
  }
  if (event === 'PreToolUse') return beforeTool(answer, specific, tool, problems, more)
  if (event === 'PermissionRequest') {
    const decision = isPlain(specific.decision) ? specific.decision : {}
    if (decision.behavior === 'deny') return objected(event, filled(decision, 'message') ?? 'denied', problems, more)
    if (decision.behavior === 'allow') return reading({ ...more, goesOn: true, skipsPrompt: true, problems })
    return silence(event, problems, more)
  }
  if (answer.suppressOutput === true) problems.push('suppressOutput does nothing')
  if (event === 'PostToolUse') {
    if (answer.suppressOutput === true) return silence(event, problems, more)
    if (specific.updatedMCPToolOutput !== undefined) problems.push('updatedMCPToolOutput is not applied')
  }
  if (answer.continue === false) {
    const told = filled(answer, 'stopReason') ?? 'stopped'
    if (event === 'PostToolUse') return objected(event, told, problems, more)
    // The turn ends; of what is measured that is no model call at the first two, and no further one at a stop.
    const ends = ['UserPromptSubmit', 'SessionStart', 'PreCompact', 'PostCompact'].includes(event)
    return reading({ ...more, goesOn: !ends, problems, personTold: told })
  }
  if (answer.decision !== 'block') {
    if (answer.reason !== undefined && answer.reason !== null) problems.push('reason without decision')
    return silence(event, problems, more)
  }
  const reason = filled(answer, 'reason')
  if (reason === undefined) return silence(event, [...problems, 'decision:block without a reason'])
  return objected(event, reason, problems, more)
}

/** The hook-specific decision hides the older one; what is not supported is a failed run, and the tool runs. */
const beforeTool = (answer: Plain, specific: Plain, tool: string, problems: string[], more: Partial<Reading>): Reading => {
  const failed = (why: string): Reading => silence('PreToolUse', [...problems, why], more)
  if (answer.continue === false || typeof answer.stopReason === 'string') return failed('continue:false is not supported')
  if (answer.suppressOutput === true) return failed('suppressOutput is not supported')
  const decision = specific.permissionDecision ?? undefined
  const updated = specific.updatedInput ?? undefined
  const nested = decision !== undefined || updated !== undefined || typeof specific.permissionDecisionReason === 'string'
  if (!nested) {
    const reason = filled(answer, 'reason')
    if (answer.decision === 'approve') return failed('decision:approve is not supported')
    if (answer.decision !== 'block') return reason === undefined ? silence('PreToolUse', problems, more) : failed('a lone reason')
    return reason === undefined ? failed('no reason') : objected('PreToolUse', reason, problems, more)
  }
  if (updated !== undefined && decision !== 'allow') return failed('updatedInput without allow')
  if (decision === 'ask') return failed('ask is not supported')
  if (decision === 'deny') {
    const reason = filled(specific, 'permissionDecisionReason')
    return reason === undefined ? failed('no reason') : objected('PreToolUse', reason, problems, more)
  }
  if (decision === undefined) return failed('a reason without a decision')
  if (updated === undefined) return failed('allow without updatedInput')
  if (!isPlain(updated)) return reading({ ...more, goesOn: false, problems: [...problems, 'updatedInput is no object'] })
  if (tool.startsWith('mcp__')) return reading({ ...more, goesOn: true, problems, rewritten: { of: 'input', value: updated } })
  if (tool !== 'Bash' && tool !== 'apply_patch') problems.push(`updatedInput is not known to work for ${tool}`)
  if (typeof updated.command !== 'string')
    return reading({ ...more, goesOn: false, problems: [...problems, 'updatedInput without command'] })
  const { command } = updated
  return reading({ ...more, goesOn: true, problems, rewritten: { of: 'input', value: { command } } })
}

export const situation: Oracle['situation'] = stdin => ({
  attended: !['bypassPermissions', 'dontAsk'].includes(textAt(stdin, 'permission_mode') ?? ''),
})

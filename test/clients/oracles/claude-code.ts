/** How Claude Code reads a command hook's answer: 2.1.329, its schemas as read and its behaviour as measured (2026-11). */

import {
  type Heard,
  isPlain,
  type Oracle,
  type Plain,
  parsed,
  type Read,
  type Reading,
  reading,
  type Situation,
  textAt,
} from './reading.ts'

type Kind = 'string' | 'boolean' | 'object' | 'strings' | 'any' | readonly string[]

/** Tools whose permission dialog is a file's, or is not known to be another. */
const bare = ['Read', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'Glob', 'Grep', 'LS']

/** `hookSpecificOutput` per event; null: there is no schema, and sending one spoils the whole answer. */
const schemas: Readonly<Record<string, Readonly<Record<string, Kind>> | null>> = {
  PreToolUse: {
    permissionDecision: ['allow', 'deny', 'ask', 'defer'],
    permissionDecisionReason: 'string',
    updatedInput: 'object',
    additionalContext: 'string',
  },
  PermissionRequest: { decision: 'object' },
  PermissionDenied: { retry: 'boolean' },
  PostToolUse: { additionalContext: 'string', updatedToolOutput: 'any', updatedMCPToolOutput: 'any', classifierContext: 'any' },
  PostToolUseFailure: { additionalContext: 'string' },
  PostToolBatch: { additionalContext: 'string' },
  UserPromptSubmit: { additionalContext: 'string', sessionTitle: 'string', suppressOriginalPrompt: 'boolean' },
  UserPromptExpansion: { additionalContext: 'string', suppressOriginalPrompt: 'boolean' },
  SessionStart: {
    additionalContext: 'string',
    initialUserMessage: 'string',
    sessionTitle: 'string',
    watchPaths: 'strings',
    reloadSkills: 'boolean',
  },
  Setup: { additionalContext: 'string' },
  SessionEnd: null,
  Stop: { additionalContext: 'string' },
  SubagentStop: { additionalContext: 'string' },
  StopFailure: null,
  SubagentStart: { additionalContext: 'string' },
  PreCompact: null,
  PostCompact: null,
  PreModelSwitch: { permissionDecision: ['allow', 'deny', 'ask'], permissionDecisionReason: 'string' },
  PostModelSwitch: { additionalContext: 'string' },
  Notification: { additionalContext: 'string' },
  Elicitation: { action: ['accept', 'decline', 'cancel'], content: 'object' },
  ElicitationResult: { action: ['accept', 'decline', 'cancel'], content: 'object' },
  ConfigChange: null,
  InstructionsLoaded: null,
  WorktreeCreate: { worktreePath: 'string' },
  WorktreeRemove: null,
  CwdChanged: { watchPaths: 'strings' },
  FileChanged: { watchPaths: 'strings' },
  DirectoryAdded: null,
  TeammateIdle: null,
  TaskCreated: null,
  TaskCompleted: null,
  MessageDisplay: { displayContent: 'string' },
}

const common: Readonly<Record<string, Kind>> = {
  continue: 'boolean',
  stopReason: 'string',
  suppressOutput: 'boolean',
  systemMessage: 'string',
  decision: ['approve', 'block'],
  reason: 'string',
  terminalSequence: 'string',
}

/** What a block does: ends the action, is told to the model afterwards, or keeps the agent at work. */
const blocking: Readonly<Record<string, 'stops' | 'tells' | 'keeps'>> = {
  ...Object.fromEntries(
    [
      'PreToolUse',
      'PermissionRequest',
      'PostToolBatch',
      'UserPromptSubmit',
      'UserPromptExpansion',
      'PreCompact',
      'PreModelSwitch',
      'Elicitation',
      'ElicitationResult',
      'ConfigChange',
      'TaskCreated',
      'TaskCompleted',
      'WorktreeCreate',
    ].map(event => [event, 'stops' as const]),
  ),
  PostToolUse: 'tells',
  PostToolUseFailure: 'tells',
  Stop: 'keeps',
  SubagentStop: 'keeps',
  TeammateIdle: 'keeps',
}

/** Plain text on stdout is context here. */
const textIsContext = ['UserPromptSubmit', 'UserPromptExpansion', 'SessionStart', 'PostModelSwitch']
/** `onFailure: block` is not read here, and a missing script is not taken for a block. */
const lenient = ['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle']
/** Nothing that the hook says is read. */
const deaf = ['StopFailure', 'MessageDisplay']
/** A block whose reason only the person sees. */
const silentForModel = [
  'PostToolBatch',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PreCompact',
  'PreModelSwitch',
  'ConfigChange',
  'WorktreeCreate',
]

export const utmost: Heard = { exitCode: 2, stdout: '', stderr: 'no' }

export const situation: Oracle['situation'] = (_stdin, env) => {
  const version = /(\d+)-(\d+)-(\d+)/
    .exec(env.AI_AGENT ?? '')
    ?.slice(1)
    .join('.')
  return { attended: env.CLAUDE_CODE_SESSION_ATTENDED !== '0', ...(version !== undefined && { version }) }
}

export const read: Read = (event, heard, situation = {}) => {
  if (!(event in schemas)) throw new Error(`Claude Code has no event ${event}`)
  const { exitCode, stdout } = heard
  const { onFailure, version = '2.1.329' } = situation
  const problems: string[] = []
  // Trimming takes a byte order mark with it.
  const text = stdout.trim()
  const value = text.startsWith('{') ? parsed(text) : undefined
  const faults = isPlain(value) ? faultsOf(event, value) : []
  const answer = isPlain(value) && faults.length === 0 ? value : undefined
  if (text.startsWith('{') && value === undefined) problems.push('stdout does not parse')
  if (text !== '' && !text.startsWith('{') && event !== 'WorktreeCreate') problems.push('stdout is plain text')
  problems.push(...faults)
  if (exitCode !== 0 && exitCode !== 2) problems.push(`exit ${exitCode}`)

  const block = (how: Parameters<typeof blocked>[1]) => blocked(event, how, situation, problems)
  const system = answer === undefined || deaf.includes(event) ? undefined : textAt(answer, 'systemMessage')
  if (deaf.includes(event) && answer !== undefined && 'systemMessage' in answer)
    problems.push(`systemMessage is not read on ${event}`)

  if (event === 'WorktreeCreate') {
    // Any other code than 0 is a failure. What happens without a path was not measured; nobody should register it to allow.
    return exitCode === 0 ? reading({ goesOn: true, problems }) : block({ told: heard.stderr.trim() })
  }
  // The old runner lost the code to the JSON, and the contract knows of no JSON that blocked beside it.
  if (exitCode === 2 && isPlain(value) && event === 'PreToolUse' && before(version, [2, 1, 90]))
    return reading({ goesOn: true, problems: [...problems, `${version} loses exit 2 when JSON is on stdout`] })
  if (exitCode === 2 && blocks2(event, heard, text, isPlain(value) ? faults.length === 0 : undefined, version)) {
    const told = reasonIn(answer) ?? heard.stderr.trim()
    if (told === '') problems.push('no reason')
    const stopped = block({ told, answer })
    return system === undefined ? stopped : { ...stopped, personTold: `${system}\n${told}` }
  }
  if (onFailure === 'block' && !lenient.includes(event) && failed(exitCode, text, answer))
    return block({ told: 'the hook failed' })
  if (answer === undefined) {
    // A permission dialog is on its way already: a hook without a word lets it open.
    if (event === 'PermissionRequest') return reading({ goesOn: false, asks: true, problems })
    const context = text !== '' && textIsContext.includes(event) ? text : undefined
    return reading({ goesOn: true, problems, context })
  }
  return honoured(event, answer, situation, problems, system)
}

const failed = (exitCode: number, text: string, answer: Plain | undefined): boolean =>
  (exitCode !== 0 && exitCode !== 2) || (text.startsWith('{') && answer === undefined)

/** Newer versions block whatever stands on stdout; older ones lost the exit code to it. */
const blocks2 = (
  event: string,
  { stderr }: { stderr: string },
  text: string,
  valid: boolean | undefined,
  version: string,
): boolean => {
  if (valid === false && before(version, [2, 1, 214])) return false
  return !(lenient.includes(event) && text === '' && /no such file|can't open/i.test(stderr))
}

const before = (version: string, than: readonly number[]): boolean => {
  const parts = version.split('.').map(Number)
  for (const [i, part] of than.entries()) if ((parts[i] ?? 0) !== part) return (parts[i] ?? 0) < part
  return false
}

const reasonIn = (answer: Plain | undefined): string | undefined => {
  if (answer === undefined) return undefined
  const specific = isPlain(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {}
  const decision = isPlain(specific.decision) ? specific.decision : {}
  return (
    (specific.permissionDecision === 'deny' ? textAt(specific, 'permissionDecisionReason') : undefined) ??
    (answer.decision === 'block' ? textAt(answer, 'reason') : undefined) ??
    textAt(decision, 'message')
  )
}

const faultsOf = (event: string, answer: Plain): string[] => {
  const wrong = (object: Plain, kinds: Readonly<Record<string, Kind>>) =>
    Object.entries(kinds)
      .filter(([key, kind]) => key in object && !fits(object[key], kind))
      .map(([key]) => `${key} has an illegal value`)
  const found = wrong(answer, common)
  const specific = answer.hookSpecificOutput
  if (specific === undefined) return found
  const schema = schemas[event]
  if (!isPlain(specific)) return [...found, 'hookSpecificOutput is no object']
  if (schema === null || schema === undefined) return [...found, `there is no hookSpecificOutput on ${event}`]
  if (specific.hookEventName !== event) return [...found, 'hookEventName is not the running event']
  found.push(...wrong(specific, schema))
  if (event === 'PermissionRequest' && isPlain(specific.decision)) {
    found.push(...wrong(specific.decision, { updatedInput: 'object', message: 'string', interrupt: 'boolean' }))
    if (!['allow', 'deny'].includes(String(specific.decision.behavior))) found.push('behavior has an illegal value')
  }
  return found
}

const fits = (value: unknown, kind: Kind): boolean => {
  if (kind === 'any') return value !== null
  if (kind === 'object') return isPlain(value)
  if (kind === 'strings') return Array.isArray(value) && value.every(item => typeof item === 'string')
  if (kind === 'string') return typeof value === 'string'
  if (kind === 'boolean') return typeof value === 'boolean'
  return kind.includes(String(value))
}

interface How {
  readonly told: string
  readonly answer?: Plain | undefined
}

const blocked = (event: string, { told, answer }: How, situation: Situation, problems: string[]): Reading => {
  const effect = event === 'ConfigChange' && situation.source === 'policy_settings' ? undefined : blocking[event]
  const specific = answer !== undefined && isPlain(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {}
  const context = textAt(specific, 'additionalContext')
  if (effect === undefined) return reading({ goesOn: true, problems, personTold: told, context })
  return reading({
    goesOn: effect !== 'stops',
    problems,
    modelTold: silentForModel.includes(event) ? undefined : told,
    personTold: told,
    keepsWorking: effect === 'keeps' ? true : undefined,
    context,
  })
}

/** A valid answer at any exit code. */
const honoured = (
  event: string,
  answer: Plain,
  situation: Situation,
  problems: string[],
  system: string | undefined,
): Reading => {
  const said = isPlain(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {}
  const schema = schemas[event] ?? {}
  for (const key of Object.keys(said)) {
    if (key !== 'hookEventName' && schema[key] === undefined) problems.push(`${key} is not read on ${event}`)
  }
  const specific = Object.fromEntries(Object.entries(said).filter(([key]) => schema[key] !== undefined))
  const context = textAt(specific, 'additionalContext')
  if (context !== undefined && context.length > 10_000) problems.push('additionalContext is replaced by a file reference')
  const base = { problems, context, personTold: system }
  const told = reasonIn(answer) ?? 'Blocked by hook'
  const effect = event === 'ConfigChange' && situation.source === 'policy_settings' ? undefined : blocking[event]

  const request = event === 'PermissionRequest' && isPlain(specific.decision) ? specific.decision : {}
  const denied =
    (answer.decision === 'block' && event !== 'PermissionRequest') ||
    specific.permissionDecision === 'deny' ||
    request.behavior === 'deny' ||
    specific.action === 'decline' ||
    specific.action === 'cancel'
  if (answer.decision === 'block' && (effect === undefined || event === 'PermissionRequest'))
    problems.push(`decision is not read on ${event}`)
  if (denied && effect !== undefined) {
    return reading({
      ...base,
      goesOn: effect !== 'stops',
      modelTold: silentForModel.includes(event) ? undefined : told,
      personTold: system === undefined ? told : `${system}\n${told}`,
      keepsWorking: effect === 'keeps' ? true : undefined,
      rewritten: event === 'PostToolUse' ? outputIn(specific, situation, problems) : undefined,
    })
  }
  if (answer.continue === false)
    return reading({ ...base, goesOn: event !== 'UserPromptSubmit', personTold: textAt(answer, 'stopReason') ?? system })
  const updated = isPlain(specific.updatedInput) ? { of: 'input' as const, value: specific.updatedInput } : undefined
  switch (event) {
    case 'PreToolUse':
    case 'PreModelSwitch': {
      const decision = specific.permissionDecision ?? (answer.decision === 'approve' ? 'allow' : undefined)
      const reason = textAt(specific, 'permissionDecisionReason')
      // An attended session runs a deferred tool; a headless one ends before it.
      if (decision === 'defer') return reading({ ...base, goesOn: situation.attended === true, personTold: system ?? reason })
      if (decision === 'ask') {
        // Measured in the terminal of 2.1.330, in five permission modes: these dialogs show neither the reason nor a message beside it.
        const told = bare.includes(situation.tool ?? '') ? undefined : (reason ?? system)
        return reading({ ...base, goesOn: false, asks: true, personTold: told, rewritten: updated })
      }
      return reading({ ...base, goesOn: true, skipsPrompt: decision === 'allow' ? true : undefined, rewritten: updated })
    }
    case 'PermissionRequest': {
      if (request.behavior !== 'allow') return reading({ ...base, goesOn: false, asks: true })
      const input = isPlain(request.updatedInput) ? { of: 'input' as const, value: request.updatedInput } : undefined
      return reading({ ...base, goesOn: true, skipsPrompt: true, rewritten: input })
    }
    case 'PostToolUse':
      return reading({ ...base, goesOn: true, rewritten: outputIn(specific, situation, problems) })
    case 'MessageDisplay': {
      const shown = specific.displayContent
      return reading({ ...base, goesOn: true, rewritten: shown === undefined ? undefined : { of: 'output', value: shown } })
    }
    case 'Elicitation':
    case 'ElicitationResult':
      return reading({ ...base, goesOn: true, skipsPrompt: specific.action === 'accept' ? true : undefined })
    default:
      return reading({ ...base, goesOn: true })
  }
}

/** A replacement of another shape than the tool's result is ignored without a word (measured on Bash and on MCP). */
const outputIn = (specific: Plain, { tool = '', output }: Situation, problems: string[]) => {
  const given = specific.updatedToolOutput ?? specific.updatedMCPToolOutput
  if (given === undefined) return undefined
  const mcp = tool.startsWith('mcp__')
  if (specific.updatedToolOutput === undefined && !mcp) {
    problems.push(`updatedMCPToolOutput is not read for ${tool}`)
    return undefined
  }
  const same = mcp ? Array.isArray(given) : output === undefined || sameShape(given, output)
  if (!same) problems.push(`updatedToolOutput has another shape than the result of ${tool}`)
  return same ? { of: 'output' as const, value: given } : undefined
}

const sameShape = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(b)) return Array.isArray(a)
  if (!isPlain(b)) return typeof a === typeof b
  return isPlain(a) && Object.keys(b).every(key => key in a && typeof a[key] === typeof b[key])
}

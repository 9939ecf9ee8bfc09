/** How Qwen Code reads a command hook's answer: 0.24.4, its code as read and its behaviour as measured (2026-11). */

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

/** What a denial does: ends the action, keeps the agent at work, or nothing. */
const denials: Readonly<Record<string, 'stops' | 'keeps' | 'nothing'>> = {
  PreToolUse: 'stops',
  PermissionRequest: 'stops',
  PermissionDenied: 'nothing',
  PostToolUse: 'stops',
  PostToolUseFailure: 'nothing',
  PostToolBatch: 'stops',
  UserPromptSubmit: 'stops',
  UserPromptExpansion: 'stops',
  SessionStart: 'nothing',
  SessionEnd: 'nothing',
  SessionDelete: 'nothing',
  Stop: 'keeps',
  StopFailure: 'nothing',
  SubagentStart: 'nothing',
  SubagentStop: 'keeps',
  TodoCreated: 'stops',
  TodoCompleted: 'stops',
  PreCompact: 'nothing',
  PostCompact: 'nothing',
  Notification: 'nothing',
  InstructionsLoaded: 'nothing',
  MessageDisplay: 'nothing',
}

/** Plain text on stdout is context here. */
const textIsContext = ['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion']
const takesContext = [...textIsContext, 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch']
/** Only the person hears why. */
const prompts = ['UserPromptSubmit', 'UserPromptExpansion']
const most = 1024 * 1024

const everything =
  '{"decision":"block","reason":"no","continue":false,"hookSpecificOutput":{"permissionDecision":"deny","decision":{"behavior":"deny","message":"no"},"additionalContext":"no"}}'
export const utmost: Heard = { exitCode: 2, stdout: everything, stderr: everything }

export const situation: Oracle['situation'] = stdin => {
  const phase = textAt(stdin, 'phase')
  return { attended: stdin.permission_mode !== 'yolo', ...(phase !== undefined && { source: phase }) }
}

export const read: Read = (event, heard, given = {}) => {
  if (!(event in denials)) throw new Error(`Qwen Code has no event ${event}`)
  const problems: string[] = []
  if (heard.exitCode !== 0 && heard.exitCode !== 2) problems.push(`exit ${heard.exitCode}`)
  // A PowerShell makes 1 of every code but 0.
  const exitCode = given.platform === 'win32' && heard.exitCode !== 0 ? 1 : heard.exitCode
  const stdout = heard.stdout.slice(0, most).trim()
  const stderr = heard.stderr.slice(0, most).trim()
  // At 2 nothing but stderr is read, as JSON too.
  const text = exitCode === 2 ? stderr : stdout || stderr
  const first = parsed(text)
  const value = typeof first === 'string' ? parsed(first) : first
  if (isPlain(value)) return honoured(event, value, given, problems)
  if (text === '') return honoured(event, {}, given, problems)
  if (value === undefined && exitCode !== 2 && text.startsWith('{')) {
    return honoured(event, {}, given, [...problems, 'the answer does not parse'])
  }
  if (exitCode !== 2) problems.push('the answer is plain text')
  return honoured(event, ofText(event, text, exitCode, text === stdout), given, problems)
}

const ofText = (event: string, text: string, exitCode: number, isStdout: boolean): Plain => {
  if (exitCode === 2) return { decision: 'deny', reason: text }
  if (exitCode !== 0) return { decision: 'allow', systemMessage: `Warning: ${text}` }
  return isStdout && textIsContext.includes(event)
    ? { decision: 'allow', hookSpecificOutput: { additionalContext: text } }
    : { decision: 'allow', systemMessage: text }
}

const honoured = (event: string, answer: Plain, given: Situation, problems: string[]): Reading => {
  const specific = isPlain(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {}
  const blocks = answer.decision === 'block' || answer.decision === 'deny'
  const ends = answer.continue === false
  const reason = textAt(answer, 'stopReason') ?? textAt(answer, 'reason') ?? 'No reason provided'
  for (const key of ['updatedInput', 'updatedToolOutput', 'updatedMCPToolOutput']) {
    if (key in specific) problems.push(`${key} is not read`)
  }
  const context = takesContext.includes(event) ? textAt(specific, 'additionalContext') : undefined
  if (context === undefined && 'additionalContext' in specific) problems.push(`additionalContext is not read on ${event}`)
  const goesOn = () => reading({ goesOn: true, problems, context })
  const stops = (told: string) =>
    reading({ goesOn: false, problems, personTold: told, modelTold: prompts.includes(event) ? undefined : told })

  switch (event) {
    case 'PreToolUse':
      return beforeTool(answer, specific, given, problems) ?? goesOn()
    case 'PermissionRequest': {
      const request = isPlain(specific.decision) ? specific.decision : undefined
      if (request === undefined) {
        if (blocks || ends) problems.push(`decision is not read on ${event}`)
        return reading({ goesOn: false, asks: true, problems })
      }
      return request.behavior === 'allow'
        ? reading({ goesOn: true, skipsPrompt: true, problems })
        : stops(textAt(request, 'message') ?? 'Permission denied by hook')
    }
    case 'PostToolUse':
      if (ends) return stops(reason)
      if (blocks) problems.push(`decision is not read on ${event}`)
      return goesOn()
    case 'PostToolUseFailure':
      if (blocks) problems.push(`decision is not read on ${event}`)
      return reading({ goesOn: true, problems, context, modelTold: context })
    case 'TodoCreated':
    case 'TodoCompleted': {
      // Any other word is no block, and what is written stays written.
      const before = given.source !== 'postWrite'
      if (answer.decision === 'block' && before) return stops(reason)
      if (blocks) problems.push(before ? 'only `block` is read' : 'the todo is written')
      return goesOn()
    }
    case 'Stop':
    case 'SubagentStop': {
      const system = event === 'Stop' ? textAt(answer, 'systemMessage') : undefined
      if (!blocks && !ends) return reading({ goesOn: true, problems, personTold: system })
      return reading({ goesOn: true, keepsWorking: true, problems, modelTold: reason, personTold: system })
    }
    default:
      if (denials[event] === 'stops' && (blocks || ends)) return stops(reason)
      if (blocks) problems.push(`decision is not read on ${event}`)
      return goesOn()
  }
}

/** The decision under `hookSpecificOutput` outweighs the one at the top, and the last hook's outweighs the others'. */
const beforeTool = (answer: Plain, specific: Plain, given: Situation, problems: string[]): Reading | undefined => {
  const ends = answer.continue === false
  const own = String(specific.permissionDecision)
  const decision = ['allow', 'deny', 'ask'].includes(own) ? own : legacy[String(answer.decision)]
  if ('permissionDecision' in specific && decision !== own) problems.push('permissionDecision has an illegal value')
  const why = textAt(specific, 'permissionDecisionReason') ?? textAt(answer, 'reason') ?? textAt(answer, 'stopReason')
  if ((decision === 'deny' || decision === 'ask') && !ends) problems.push('the allow of another hook undoes it')
  if (decision === 'deny') {
    const told = why ?? 'No reason provided'
    return reading({ goesOn: false, problems, modelTold: told, personTold: told })
  }
  if (decision === 'ask') {
    const told = why ?? 'User confirmation required'
    return given.attended === true
      ? reading({ goesOn: false, asks: true, problems, personTold: told })
      : reading({ goesOn: false, problems, modelTold: told, personTold: told })
  }
  if (!ends) return undefined
  const told = textAt(answer, 'stopReason') ?? why ?? 'No reason provided'
  return reading({ goesOn: false, problems, modelTold: told, personTold: told })
}

const legacy: Readonly<Record<string, string>> = { approve: 'allow', allow: 'allow', block: 'deny', deny: 'deny', ask: 'ask' }

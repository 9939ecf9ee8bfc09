/**
 * How Copilot CLI 1.0.102 reads a command hook's answer: measured 2026-11 (ids a01 to w03), and its documentation of 2026-10 where
 * nothing was measured. On Windows exit 2 may arrive as 1, if a PowerShell stands between: the worse of both is taken.
 */

import { type Heard, isPlain, type Oracle, type Plain, parsed, type Read, type Reading, reading, textAt } from './reading.ts'

type Kind =
  | 'tool'
  | 'permission'
  | 'prompt'
  | 'transformed'
  | 'result'
  | 'failure'
  | 'stop'
  /** `additionalContext` and nothing else. */
  | 'told'
  | 'deaf'

const kinds: Readonly<Record<string, Kind>> = {
  preToolUse: 'tool',
  PreToolUse: 'tool',
  permissionRequest: 'permission',
  PermissionRequest: 'permission',
  userPromptSubmitted: 'prompt',
  UserPromptSubmit: 'prompt',
  userPromptTransformed: 'transformed',
  postToolUse: 'result',
  PostToolUse: 'result',
  postToolUseFailure: 'failure',
  PostToolUseFailure: 'failure',
  agentStop: 'stop',
  Stop: 'stop',
  subagentStop: 'stop',
  SubagentStop: 'stop',
  sessionStart: 'told',
  SessionStart: 'told',
  subagentStart: 'told',
  SubagentStart: 'told',
  notification: 'told',
  Notification: 'told',
  sessionEnd: 'deaf',
  SessionEnd: 'deaf',
  preCompact: 'deaf',
  PreCompact: 'deaf',
  errorOccurred: 'deaf',
  ErrorOccurred: 'deaf',
}

/** The superset of five clients was measured to do no harm (u3, u4), nor an unknown key (e01). */
const harmless = [
  'decision',
  'reason',
  'permissionDecision',
  'permissionDecisionReason',
  'behavior',
  'message',
  'hookSpecificOutput',
]
const own: Readonly<Record<Kind, readonly string[]>> = {
  tool: ['modifiedArgs', 'additionalContext'],
  permission: ['interrupt'],
  prompt: ['modifiedPrompt', 'additionalContext'],
  transformed: ['modifiedTransformedPrompt'],
  result: ['modifiedResult', 'additionalContext'],
  failure: ['additionalContext'],
  stop: ['modifiedResponse'],
  told: ['additionalContext'],
  deaf: [],
}

export const utmost: Heard = {
  exitCode: 2,
  stdout:
    '{"permissionDecision":"deny","permissionDecisionReason":"no","behavior":"deny","message":"no","decision":"block","reason":"no"}',
  stderr: 'no',
}

export const neutral: Heard = { exitCode: 0, stdout: '', stderr: '' }

export const situation: Oracle['situation'] = (stdin, env) => {
  const args = stdin.toolArgs ?? stdin.toolInput ?? stdin.tool_input
  const prompt = stdin.prompt === undefined ? undefined : { prompt: stdin.prompt }
  return {
    attended: env.COPILOT_AGENT_PROMPT === undefined,
    input: (typeof args === 'string' ? (parsed(args) ?? args) : args) ?? prompt,
    output: stdin.toolResult ?? stdin.tool_result,
  }
}

export const read: Read = (event, heard, situation = {}) => {
  const once = (exitCode: number) => readOnce(event, { ...heard, exitCode }, situation)
  const asSaid = once(heard.exitCode)
  if (situation.platform !== 'win32' || heard.exitCode !== 2) return asSaid
  const asOne = once(1)
  return asOne.goesOn && !asSaid.goesOn ? asOne : asSaid
}

const readOnce: Read = (event, { exitCode, stdout, stderr }, { attended = true, input } = {}): Reading => {
  const kind = kinds[event]
  if (kind === undefined) throw new Error(`Copilot CLI has no event ${event}`)
  const camel = /^[a-z]/.test(event)
  const problems: string[] = []
  // A byte order mark goes with the white space (d07); text around the value loses it (d02, d03).
  const text = stdout.trim()
  const value = text === '' ? undefined : parsed(text)
  const said: Plain = isPlain(value) ? value : {}
  if (text !== '' && !isPlain(value)) problems.push('stdout is not one object')
  for (const key of Object.keys(said)) {
    if (!harmless.includes(key) && !own[kind].includes(key)) problems.push(`${key} is not read on ${event}`)
  }
  const context = own[kind].includes('additionalContext') ? textAt(said, 'additionalContext') : undefined
  if (context !== undefined && context.length > 10_000) problems.push('additionalContext is cut')
  if (exitCode !== 0 && exitCode !== 2) problems.push(`exit ${exitCode}`)
  const warned = exitCode === 2 ? { personTold: stderr.trim() } : {}
  const blocked = said.decision === 'block' && (exitCode === 0 || exitCode === 2)
  const reason = textAt(said, 'reason')

  switch (kind) {
    case 'tool':
      return beforeTool({ said, exitCode, camel, attended, problems, context, input })
    case 'permission': {
      if (exitCode !== 0 && exitCode !== 2) return reading({ goesOn: true, problems })
      if (exitCode === 2 || said.behavior === 'deny') {
        if (textAt(said, 'message') === undefined) problems.push('no reason')
        return reading({ goesOn: false, problems, modelTold: textAt(said, 'message') })
      }
      if ('behavior' in said && said.behavior !== 'allow') problems.push('behavior has an illegal value')
      // Without a word the rules, approvals and at last the person decide.
      return reading({ goesOn: true, problems, skipsPrompt: said.behavior === 'allow' ? true : undefined })
    }
    case 'prompt': {
      if (blocked) return reading({ goesOn: false, problems, personTold: reason ?? 'blocked' })
      if (exitCode !== 0) return reading({ goesOn: true, problems: [...problems, 'only a warning'], ...warned })
      return reading({ goesOn: true, problems, context, rewritten: promptIn(said, { attended, input }, problems) })
    }
    case 'result': {
      if (blocked) return reading({ goesOn: false, problems, modelTold: `Tool result blocked: ${reason}` })
      if (exitCode !== 0) return reading({ goesOn: true, problems: [...problems, 'only a warning'], ...warned })
      return reading({ goesOn: true, problems, context, rewritten: resultIn(said, problems) })
    }
    case 'failure':
      // At exit 2 stdout is appended to what the model reads of the failure.
      if (exitCode === 2) return reading({ goesOn: true, problems, modelTold: context ?? text, ...warned })
      if (context !== undefined) problems.push('guidance is read at exit 2 only')
      return reading({ goesOn: true, problems })
    case 'stop':
      if (!blocked) return reading({ goesOn: true, problems, ...warned })
      if (reason === undefined) problems.push('no reason')
      return reading({ goesOn: true, problems, keepsWorking: true, modelTold: reason })
    case 'told':
      return reading({ goesOn: true, problems, context: exitCode === 0 ? context : undefined, ...warned })
    case 'transformed':
    case 'deaf':
      return reading({ goesOn: true, problems, ...warned })
    default:
      return kind satisfies never
  }
}

interface BeforeTool {
  readonly said: Plain
  readonly exitCode: number
  readonly camel: boolean
  readonly attended: boolean
  readonly problems: string[]
  readonly context: string | undefined
  readonly input: unknown
}

const beforeTool = ({ said, exitCode, camel, attended, problems, context, input }: BeforeTool): Reading => {
  const nested = isPlain(said.hookSpecificOutput) ? said.hookSpecificOutput : {}
  // The nested form is not read in camelCase (e02), the flat one in both (v03).
  const from = 'permissionDecision' in said || camel ? said : nested
  if (camel && 'permissionDecision' in nested && !('permissionDecision' in said))
    problems.push('hookSpecificOutput is not read in camelCase')
  const decision = from.permissionDecision
  const reason = textAt(from, 'permissionDecisionReason')
  if (decision !== undefined && !['allow', 'deny', 'ask'].includes(String(decision)))
    problems.push('permissionDecision has an illegal value')
  if ((decision === 'deny' || decision === 'ask') && reason === undefined) problems.push('no reason')

  if (exitCode !== 0 && exitCode !== 2) return reading({ goesOn: false, problems, modelTold: 'hook errored' })
  if (exitCode === 2 || decision === 'deny') {
    // At exit 2 the flat form is heard, and in PascalCase only where no nested one stands beside it (x01 to x04).
    const heard = exitCode === 0 || camel || !('hookSpecificOutput' in said)
    if (!heard && decision === 'deny') problems.push('the reason is lost beside hookSpecificOutput')
    const told = decision === 'deny' && heard ? (reason ?? 'No reason provided') : `hook exited with code ${exitCode}`
    return reading({ goesOn: false, problems, modelTold: told })
  }
  const updated = said.modifiedArgs ?? (camel ? undefined : nested.updatedInput)
  if (camel && 'updatedInput' in nested) problems.push('updatedInput is not read in camelCase')
  if (updated !== undefined && typeof input === 'string') problems.push('the arguments are no object')
  if (updated !== undefined && !isPlain(updated)) problems.push('the new arguments are no object')
  if (updated !== undefined && decision === 'ask') problems.push('new arguments were not measured beside a question')
  const rewritten = isPlain(updated) ? { of: 'input' as const, value: updated } : undefined
  if (decision === 'ask')
    return attended
      ? reading({ goesOn: false, asks: true, problems, personTold: reason })
      : reading({ goesOn: false, problems, modelTold: `unable to ask user for confirmation: ${reason}` })
  return reading({ goesOn: true, problems, context, rewritten, skipsPrompt: decision === 'allow' ? true : undefined })
}

interface Asked {
  readonly attended: boolean
  readonly input: unknown
}

const promptIn = (said: Plain, { attended, input }: Asked, problems: string[]) => {
  if (!('modifiedPrompt' in said)) return undefined
  const prompt = textAt(said, 'modifiedPrompt')
  if (prompt === undefined) problems.push('modifiedPrompt is no text')
  if (!attended) problems.push('the cloud agent drops modifiedPrompt')
  return prompt === undefined ? undefined : { of: 'input' as const, value: { ...(isPlain(input) ? input : {}), prompt } }
}

const resultIn = (said: Plain, problems: string[]) => {
  const { modifiedResult } = said
  if (modifiedResult === undefined) return undefined
  if (!isPlain(modifiedResult) || typeof modifiedResult.textResultForLlm !== 'string' || modifiedResult.resultType !== 'success')
    problems.push('modifiedResult has another shape')
  return { of: 'output' as const, value: modifiedResult }
}

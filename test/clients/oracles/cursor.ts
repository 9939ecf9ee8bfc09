/** How Cursor reads an answer: the hook engine of @cursor/sdk 1.0.32, as its source says and as it was measured (2026-11). */

import { type Heard, isPlain, type Plain, parsed, type Read, reading, textAt } from './reading.ts'

const permission = [
  'beforeShellExecution',
  'beforeMCPExecution',
  'beforeReadFile',
  'beforeTabFileRead',
  'subagentStart',
  'preToolUse',
]
const entrance = ['beforeSubmitPrompt', 'sessionStart']
const reads = ['beforeReadFile', 'beforeTabFileRead']

type Kind = 'string' | 'boolean' | 'object' | 'strings' | 'permission'
const messages = { user_message: 'string', agent_message: 'string' } as const

/** The keys honoured per event; anything else is ignored. */
const keys: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  sessionStart: {
    continue: 'boolean',
    user_message: 'string',
    env: 'object',
    additional_context: 'string',
    additionalContext: 'string',
  },
  sessionEnd: {},
  beforeSubmitPrompt: { continue: 'boolean', user_message: 'string', additional_context: 'string', additionalContext: 'string' },
  preToolUse: {
    permission: 'permission',
    ...messages,
    updated_input: 'object',
    additional_context: 'string',
    additionalContext: 'string',
  },
  postToolUse: { additional_context: 'string', additionalContext: 'string', updated_mcp_tool_output: 'object' },
  postToolUseFailure: { additional_context: 'string', additionalContext: 'string' },
  beforeShellExecution: { permission: 'permission', ...messages },
  afterShellExecution: {},
  beforeMCPExecution: { permission: 'permission', ...messages },
  afterMCPExecution: {},
  beforeReadFile: { permission: 'permission', user_message: 'string' },
  afterFileEdit: {},
  beforeTabFileRead: { permission: 'permission', user_message: 'string' },
  afterTabFileEdit: {},
  subagentStart: { permission: 'permission', user_message: 'string', additional_context: 'string' },
  subagentStop: { followup_message: 'string', additional_context: 'string' },
  stop: { followup_message: 'string' },
  afterAgentResponse: {},
  afterAgentThought: {},
  preCompact: { user_message: 'string' },
  workspaceOpen: { pluginPaths: 'strings' },
}

/** Asked for only where they do something: there, losing one of them loses a part of the verdict. */
const weighty = ['updated_input', 'updated_mcp_tool_output', 'additional_context', 'followup_message']

/** Top-level keys that `updated_input` can change. */
const mutable: Readonly<Record<string, readonly string[]>> = {
  Shell: ['command', 'cwd', 'timeout'],
  Grep: ['pattern', 'file_path'],
  Fetch: ['url'],
  ...Object.fromEntries(['Read', 'Write', 'Delete', 'List', 'ReadLints'].map(tool => [tool, ['file_path']])),
}

export const utmost: Heard = { exitCode: 0, stdout: '{"permission":"deny","continue":false,"user_message":"no"}', stderr: '' }

export const read: Read = (event, { exitCode, stdout, stderr }, { failClosed = false, platform = 'linux', tool = '' } = {}) => {
  const honoured = keys[event]
  if (honoured === undefined) throw new Error(`Cursor has no event ${event}`)
  const canStop = permission.includes(event) || entrance.includes(event)
  // PowerShell forwards 1 for every failure.
  const code = platform === 'win32' && exitCode !== 0 ? 1 : exitCode
  const problems: string[] = []
  if (exitCode !== 0) problems.push(`exit ${exitCode}`)

  const failed = (why: string) =>
    reading({
      goesOn: !(canStop && failClosed),
      problems: [...problems, why],
      modelTold:
        canStop && failClosed ? `Tool blocked because this hook is configured to fail closed. ${why}: ${stderr}` : undefined,
    })
  const spoiled = (why: string) => {
    const stops = permission.includes(event) || (canStop && failClosed)
    return reading({ goesOn: !stops, problems: [...problems, why], modelTold: stops ? `Hook returned ${why}` : undefined })
  }

  if (code === 2) {
    const told =
      stdout.trim() !== '' ? stdout.trim() : stderr.trim() !== '' ? `Hook blocked with message: ${stderr.trim()}` : 'no reason'
    return reading({ goesOn: !canStop, problems, modelTold: canStop ? told : undefined, personTold: canStop ? told : undefined })
  }
  if (code !== 0) return failed(`exit code ${code}`)
  if (stdout.trim() === '') return failed('no output')
  const answer = valueIn(stdout)
  if (answer === undefined) return spoiled('invalid JSON')
  if (!isPlain(answer)) return spoiled('an answer that is no object')
  const wrong = Object.entries(honoured).filter(([key, kind]) => key in answer && !fits(answer[key], kind, event))
  if (wrong.length > 0) return spoiled(`a wrong ${wrong.map(([key]) => key).join(', ')}`)

  for (const key of weighty) if (key in answer && honoured[key] === undefined) problems.push(`${key} is not read on ${event}`)
  if (answer.permission === 'ask') problems.push('ask is an allow')

  const given =
    honoured.additional_context === undefined
      ? undefined
      : (textAt(answer, 'additional_context') ?? textAt(answer, 'additionalContext'))
  const tooLong = given !== undefined && given.length > 10_000
  if (tooLong) problems.push('additional_context is over 10,000 characters and dropped')
  const context = tooLong ? undefined : given

  const user = honoured.user_message === undefined ? undefined : textAt(answer, 'user_message')
  const stopped =
    (permission.includes(event) && answer.permission === 'deny') ||
    (entrance.includes(event) && answer.continue === false) ||
    (event === 'preToolUse' && tooLong && failClosed)
  if (stopped) {
    return reading({ goesOn: false, problems, modelTold: user ?? `blocked by ${event} hook`, personTold: user, context })
  }
  const followup = followupIn(answer, event)
  return reading({
    goesOn: true,
    problems,
    personTold: user,
    context,
    modelTold: followup ?? (event.startsWith('postToolUse') ? context : undefined),
    keepsWorking: followup === undefined ? undefined : true,
    rewritten: rewriteIn(answer, event, tool, problems),
  })
}

/** The whole text, or the last object in it when it ends in one: noise before is survived, noise after is not. */
const valueIn = (stdout: string): unknown => {
  const text = stdout.trim()
  const whole = parsed(text)
  if (whole !== undefined || !text.endsWith('}')) return whole
  for (let at = text.lastIndexOf('{'); at >= 0; at = at === 0 ? -1 : text.lastIndexOf('{', at - 1)) {
    const value = parsed(text.slice(at))
    if (value !== undefined) return value
  }
  return undefined
}

const fits = (value: unknown, kind: Kind, event: string): boolean => {
  switch (kind) {
    case 'string':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'object':
      return isPlain(value)
    case 'strings':
      return Array.isArray(value) && value.every(item => typeof item === 'string')
    case 'permission':
      return (reads.includes(event) ? ['allow', 'deny'] : ['allow', 'deny', 'ask']).includes(String(value))
    default:
      return kind satisfies never
  }
}

const followupIn = (answer: Plain, event: string): string | undefined => {
  if (event !== 'stop' && event !== 'subagentStop') return undefined
  return textAt(answer, 'followup_message') ?? (answer.decision === 'block' ? textAt(answer, 'reason') : undefined)
}

const rewriteIn = (answer: Plain, event: string, tool: string, problems: string[]) => {
  if (event === 'preToolUse' && isPlain(answer.updated_input)) {
    const taken = Object.entries(answer.updated_input).filter(([key]) => tool.startsWith('MCP:') || mutable[tool]?.includes(key))
    const lost = Object.keys(answer.updated_input).filter(key => !taken.some(([name]) => name === key))
    if (lost.length > 0) problems.push(`updated_input cannot change ${lost.join(', ')} of ${tool}`)
    return taken.length === 0 ? undefined : { of: 'input' as const, value: Object.fromEntries(taken) }
  }
  if (event === 'postToolUse' && isPlain(answer.updated_mcp_tool_output)) {
    if (tool.startsWith('MCP:')) return { of: 'output' as const, value: answer.updated_mcp_tool_output }
    problems.push(`updated_mcp_tool_output is not read for ${tool}`)
  }
  return undefined
}

/**
 * Windsurf's Cascade, today Devin Desktop. Docs: https://docs.devin.ai/desktop/cascade/hooks, read 2026-10; not recorded from a running
 * client. Devin's own agent has hooks of another kind.
 *
 * The exit code is the whole answer: 2 before an action blocks it, with the reason on stderr. Stdout is shown at most, never read.
 */

import { type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import { fail, ok } from '../../core/failure.ts'
import { has, type JsonObject, objectAt, stringAt } from '../../core/json.ts'
import { objectionText } from '../../core/message.ts'
import { oneLine } from '../../core/redact.ts'
import { argumentsIn, textOf } from '../../core/tool.ts'
import { refuse, silent, warn } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { lacks } from './shared/evidence.ts'
import { commandText, entriesIn, handlers, systemDir } from './shared/install.ts'
import { asOutput, fromRow, only, plain, strings, toolCall, traits, type View } from './shared/view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }

const input = 'llmInputGuardrails'
const output = 'llmOutputGuardrails'

const events = {
  pre_user_prompt: traits('a prompt is sent', 'input', input, blocks),
  pre_read_code: traits('before a file or folder is read', 'input', input, blocks),
  pre_write_code: traits('before a file is written', 'input', input, blocks),
  pre_run_command: traits('before a command', 'input', input, blocks),
  pre_mcp_tool_use: traits('before an MCP call', 'mcp-pre', 'mcpToolPreInvokeGuardrails', blocks),
  post_read_code: traits('a file was read', 'output', output, canNothing),
  post_write_code: traits('a file was written', 'output', output, canNothing),
  post_run_command: traits('a command ended', 'output', output, canNothing),
  post_mcp_tool_use: traits('an MCP call ended', 'mcp-post', 'mcpToolPostInvokeGuardrails', canNothing),
  post_cascade_response: traits('Cascade answered', 'output', output, canNothing),
  post_cascade_response_with_transcript: traits('the same, with the path of the transcript', 'analytics', null, canNothing),
  post_setup_worktree: traits('a worktree was made', 'analytics', null, canNothing),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

export default {
  id: 'windsurf',
  title: 'Windsurf Cascade',
  docs: 'https://docs.devin.ai/desktop/cascade/hooks',
  verified: 'documentation of 2026-10',
  events,

  detect: payload =>
    claimed(payload, 'windsurf', () =>
      // The rest of its frame, should the action's name ever be missing.
      has(payload, 'trajectory_id') && has(payload, 'tool_info') && lacks(payload, 'hook_event_name', 'hookEventName')
        ? 'weak'
        : 'no',
    ),

  normalise: (payload, env, hints) => {
    const name = stringAt(payload, 'agent_action_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'windsurf', event: name })
    const info = objectAt(payload, 'tool_info')
    const cwd = stringAt(info ?? {}, 'cwd') ?? stringAt(info ?? {}, 'worktree_path')
    const root = env.ROOT_WORKSPACE_PATH ?? cwd
    const row = events[name]
    return ok({
      client: 'windsurf',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: true,
      workspaceRoots: root ? [root] : [],
      metadata: only(payload, ['execution_id', 'model_name']),
      ...(cwd && { cwd }),
      ...strings(payload, { sessionId: 'trajectory_id' }),
      ...view(name, info ?? {}),
      ...(info === undefined && row.guardrail !== null && { unread: 'what the action is about' }),
    })
  },

  can: event => (isEvent(event.originalEventName) ? events[event.originalEventName].can : canNothing),

  render: (verdict, event) => {
    const { ruling, message } = verdict
    const name = event.originalEventName
    if (ruling.decision !== 'allow' && isEvent(name) && events[name].can.deny === 'block') return refuse(objectionText(ruling))
    return message === undefined ? silent : warn(oneLine(message, 900))
  },

  failDefault: () => 'open',
  // None is documented. A person waits for the answer.
  timeoutMs: () => 30_000,

  // What comes after an action blocks nothing, whatever a later version calls it.
  renderFailure: (mode, reason, eventName) =>
    mode === 'closed' && eventName?.startsWith('post_') !== true ? refuse(reason) : warn(reason),

  registration: {
    files: (env, home, roots) => [
      '/etc/windsurf/hooks.json',
      '/Library/Application Support/Windsurf/hooks.json',
      `${env.ProgramData ?? 'C:\\ProgramData'}\\Windsurf\\hooks.json`,
      ...roots.map(root => `${root}/.windsurf/hooks.json`),
      `${home}/.codeium/windsurf/hooks.json`,
      `${home}/.codeium/hooks.json`,
    ],
    // An entry has neither a switch for failures nor a time limit.
    failMode: () => undefined,
    timeouts: () => [],
  },

  install: {
    binaries: ['windsurf', 'devin-desktop'],
    editors: ['windsurf', 'devin-desktop'],
    servers: [['~/.codeium/windsurf/mcp_config.json', 'mcpServers']],
    folders: ({ home }) => [`${home}/.codeium/windsurf`],
    scopes: ['project', 'user', 'managed'],
    writes: (ground, hook) =>
      entriesIn(
        ground,
        {
          project: `${ground.root}/.windsurf/hooks.json`,
          user: `${ground.home}/.codeium/windsurf/hooks.json`,
          managed: `${systemDir(ground, { linux: '/etc/windsurf', darwin: '/Library/Application Support/Windsurf', win32: 'Windsurf' })}/hooks.json`,
        },
        handlers<EventName>(
          [
            'pre_user_prompt',
            'pre_read_code',
            'pre_write_code',
            'pre_run_command',
            'pre_mcp_tool_use',
            'post_mcp_tool_use',
            'post_cascade_response',
          ],
          name => {
            const command = commandText(hook, name, ground, 'powershell')
            // PowerShell makes 1 of our 2 by itself, and there is nothing else that says no.
            return { command, ...(ground.system === 'win32' && { powershell: `${command}; exit $LASTEXITCODE` }) }
          },
        ),
      ),
    switches: () => ({ sources: [], reading: { comments: 'none' }, list: [] }),
    notes: ({ scope }) => [
      ...(scope === 'user' ? ['The JetBrains plugin reads ~/.codeium/hooks.json instead: copy the hooks there.'] : []),
      'Cascade’s web search and URL reading have no hook event; they stay unguarded. So does the agent Devin Local, which is registered as Devin.',
    ],
  },
} satisfies ClientAdapter

const view = (name: EventName, info: JsonObject): View => {
  switch (name) {
    case 'pre_user_prompt': {
      const prompt = stringAt(info, 'user_prompt')
      return { ...plain('prompt', prompt ?? '', info), ...(prompt === undefined && { unread: 'the prompt' }) }
    }
    case 'pre_read_code': {
      const read = toolCall('read_code', 'file-read', info)
      return { ...read, ...(read.paths.length === 0 && { unread: 'the path' }) }
    }
    case 'pre_write_code':
      return toolCall('write_code', 'file-edit', info)
    case 'pre_run_command':
      return toolCall('run_command', 'shell', info)
    case 'pre_mcp_tool_use':
      return mcp(info)
    case 'post_mcp_tool_use':
      return asOutput(mcp(info), info.mcp_result ?? '')
    case 'post_read_code':
      return after('read_code', 'file-read', info)
    case 'post_write_code':
      return after('write_code', 'file-edit', info)
    case 'post_run_command':
      return after('run_command', 'shell', info)
    case 'post_cascade_response':
      return plain('output', stringAt(info, 'response') ?? textOf(info), info)
    case 'post_cascade_response_with_transcript':
    case 'post_setup_worktree':
      return plain('other', textOf(info), info)
    default:
      return name satisfies never
  }
}

const mcp = (info: JsonObject): View => {
  const tool = stringAt(info, 'mcp_tool_name')
  return toolCall(tool ?? '', 'mcp', argumentsIn(info.mcp_tool_arguments), { server: stringAt(info, 'mcp_server_name'), tool })
}

/** No key is documented for a result, so all that the event says counts as one. */
const after = (toolName: string, toolType: 'shell' | 'file-read' | 'file-edit', info: JsonObject): View => ({
  ...toolCall(toolName, toolType, info),
  subject: 'output',
  content: textOf(info),
})

/**
 * How each client starts a hook and what it sends before it runs a shell command: what the drill does as well. It stands here and not in the
 * adapters, because those are loaded for every hook call.
 */

import type { Env } from '../../core/client.ts'
import type { Shell } from '../../core/command-line.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Form } from './answer-readers.ts'

export interface Practice {
  /** The event before a shell command, under the names that registrations have for it. */
  readonly events: readonly string[]
  /** The same event by another name that its payloads have. */
  readonly alias?: string
  readonly payload: (command: string, root: string) => JsonObject
  /** What the client adds to the environment that says something to us. */
  readonly env?: (root: string) => Env
  /** Variables that look like keys do not reach the hook. */
  readonly hidesKeys?: true
  /** Nor do these, although a shell reads them (measured). */
  readonly withholds?: readonly string[]
  /** `login`: the person's shell as a login shell; `own`: the person's shell where it is of this kind; `none`: no shell at all. */
  readonly shell: 'login' | 'own' | 'bash' | 'sh' | 'none'
  readonly windows: Shell
  /** Hooks of a file outside the project run in that file's folder; with `always`, those of the project too. */
  readonly beside?: 'outside' | 'always'
  /** It may append the payload to the command's text instead of writing it to stdin. */
  readonly hereDocument?: true
  readonly reads: Form
  /** Whether it runs the hooks in Claude Code's files as well. */
  readonly importsClaude?: 'always' | 'by setting'
}

const session = 'tfy-hook-doctor'

/** Claude Code's payload, which many took over. */
const claudeLike =
  (name: string, tool: string, more: JsonObject = {}) =>
  (command: string, cwd: string): JsonObject => ({
    hook_event_name: name,
    session_id: session,
    cwd,
    ...more,
    tool_name: tool,
    tool_input: { command },
  })

const bridged =
  (client: string, name: string, tool: string, key = 'command') =>
  (command: string, cwd: string): JsonObject => ({
    hook_event_name: name,
    client,
    session_id: session,
    cwd,
    tool_name: tool,
    tool_input: { [key]: command },
  })

const time = '2026-11-20T09:15:30.412Z'
const before = ['PreToolUse'] as const
const inShell = { shell: 'sh', windows: 'cmd' } as const
const spawned = { shell: 'none', windows: 'cmd', reads: 'bridge' } as const

export const practices: Readonly<Record<string, Practice>> = {
  'claude-code': {
    events: before,
    payload: claudeLike('PreToolUse', 'Bash', { permission_mode: 'default', transcript_path: '/tmp/session.jsonl' }),
    env: root => ({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session, CLAUDE_PROJECT_DIR: root }),
    withholds: ['BASH_ENV'],
    shell: 'own',
    windows: 'posix',
    reads: 'claude',
  },
  cursor: {
    events: ['preToolUse', 'beforeShellExecution'],
    payload: (command, root) => ({
      conversation_id: session,
      generation_id: session,
      hook_event_name: 'preToolUse',
      cursor_version: '3.2.0',
      workspace_roots: [root],
      tool_name: 'Shell',
      tool_input: { command, cwd: root },
      cwd: root,
    }),
    env: root => ({ CURSOR_VERSION: '3.2.0', CURSOR_PROJECT_DIR: root, CLAUDE_PROJECT_DIR: root }),
    shell: 'login',
    windows: 'powershell',
    beside: 'outside',
    hereDocument: true,
    reads: 'cursor',
    importsClaude: 'always',
  },
  proxyai: {
    events: ['beforeToolUse'],
    payload: (command, cwd) => ({
      hook_event_name: 'beforeToolUse',
      session_id: session,
      tool_name: 'Bash',
      tool_input: { command, workingDirectory: cwd },
      tool_use_id: 'call_1',
      cwd,
    }),
    env: root => ({ PROXYAI_HOOK_EVENT: 'beforeToolUse', PROXYAI_PROJECT_DIR: root }),
    ...inShell,
    reads: 'proxyai',
  },
  codex: {
    events: before,
    payload: claudeLike('PreToolUse', 'Bash', {
      turn_id: session,
      model: session,
      transcript_path: null,
      permission_mode: 'default',
    }),
    shell: 'login',
    windows: 'powershell',
    reads: 'codex',
  },
  'gemini-cli': {
    events: ['BeforeTool'],
    payload: claudeLike('BeforeTool', 'run_shell_command', { timestamp: time, transcript_path: '/tmp/session.json' }),
    env: root => ({ GEMINI_SESSION_ID: session, GEMINI_PROJECT_DIR: root, GEMINI_CWD: root, CLAUDE_PROJECT_DIR: root }),
    hidesKeys: true,
    withholds: ['BASH_ENV'],
    shell: 'bash',
    windows: 'powershell',
    reads: 'gemini',
  },
  'qwen-code': {
    events: before,
    payload: claudeLike('PreToolUse', 'run_shell_command', {
      timestamp: time,
      permission_mode: 'default',
      transcript_path: '/tmp/session.jsonl',
    }),
    env: root => ({ QWEN_PROJECT_DIR: root, GEMINI_PROJECT_DIR: root, CLAUDE_PROJECT_DIR: root }),
    withholds: ['BASH_ENV'],
    shell: 'bash',
    windows: 'powershell',
    reads: 'qwen',
  },
  'copilot-cli': {
    events: ['preToolUse', 'PreToolUse'],
    payload: (command, cwd) => ({
      sessionId: session,
      timestamp: 1_795_165_530_412,
      cwd,
      toolName: 'bash',
      toolArgs: { command },
    }),
    env: root => ({ COPILOT_CLI: '1', COPILOT_PROJECT_DIR: root, CLAUDE_PROJECT_DIR: root }),
    shell: 'bash',
    windows: 'powershell',
    reads: 'copilot',
    importsClaude: 'always',
  },
  vscode: {
    events: ['preToolUse', 'PreToolUse'],
    payload: claudeLike('PreToolUse', 'run_in_terminal', {
      timestamp: time,
      transcript_path: '/tmp/GitHub.copilot-chat/transcripts/session.jsonl',
      tool_use_id: 'call_1',
    }),
    ...inShell,
    windows: 'powershell',
    reads: 'nested-at-0',
    importsClaude: 'by setting',
  },
  droid: {
    events: before,
    payload: claudeLike('PreToolUse', 'Execute', {
      permission_mode: 'auto-low',
      transcript_path: '/tmp/.factory/sessions/a.jsonl',
    }),
    env: root => ({ FACTORY_PROJECT_DIR: root, DROID_PROJECT_DIR: root, CLAUDE_PROJECT_DIR: root }),
    ...inShell,
    reads: 'nested',
  },
  windsurf: {
    events: ['pre_run_command'],
    payload: (command, cwd) => ({
      agent_action_name: 'pre_run_command',
      trajectory_id: session,
      execution_id: session,
      timestamp: time,
      tool_info: { command_line: command, cwd },
    }),
    ...inShell,
    windows: 'powershell',
    reads: 'code',
  },
  devin: {
    events: before,
    payload: command => ({
      hook_event_name: 'PreToolUse',
      session_id: session,
      prompt_id: session,
      tool_name: 'exec',
      tool_input: { command },
    }),
    env: root => ({ DEVIN_PROJECT_DIR: root }),
    ...inShell,
    reads: 'flat-at-0',
  },
  cline: {
    events: before,
    alias: 'tool_call',
    payload: (command, root) => ({
      clineVersion: '3.52.0',
      hookName: 'PreToolUse',
      timestamp: '1795165530412',
      taskId: session,
      workspaceRoots: [root],
      userId: session,
      preToolUse: { toolName: 'execute_command', parameters: { command } },
    }),
    shell: 'none',
    windows: 'powershell',
    reads: 'cline',
  },
  kiro: {
    events: before,
    payload: claudeLike('PreToolUse', 'execute_bash'),
    ...inShell,
    reads: 'code',
  },
  antigravity: {
    events: before,
    payload: (command, root) => ({
      conversationId: session,
      workspacePaths: [root],
      transcriptPath: '/tmp/transcript.jsonl',
      artifactDirectoryPath: '/tmp/artifacts',
      toolCall: { name: 'run_command', args: { CommandLine: command, Cwd: root } },
      stepIdx: 1,
    }),
    ...inShell,
    beside: 'always',
    reads: 'antigravity',
  },
  grok: {
    events: before,
    payload: (command, root) => ({
      hookEventName: 'pre_tool_use',
      sessionId: session,
      cwd: root,
      workspaceRoot: root,
      toolName: 'run_terminal_command',
      toolInput: { command },
    }),
    env: root => ({ GROK_WORKSPACE_ROOT: root, CLAUDE_PROJECT_DIR: root }),
    ...inShell,
    reads: 'flat',
    importsClaude: 'always',
  },
  junie: {
    events: before,
    payload: (command, cwd) => ({ hook_event_name: 'PreToolUse', cwd, tool_name: 'Bash', tool_input: { command } }),
    ...inShell,
    reads: 'flat-at-0',
  },
  goose: {
    events: before,
    payload: (command, root) => ({
      event: 'PreToolUse',
      session_id: session,
      matcher_context: 'developer__shell',
      tool_name: 'developer__shell',
      tool_input: { command },
      working_dir: root,
      tool_call_id: 'call_1',
    }),
    ...inShell,
    reads: 'goose',
  },
  auggie: {
    events: before,
    payload: (command, root) => ({
      hook_event_name: 'PreToolUse',
      conversation_id: session,
      workspace_roots: [root],
      tool_name: 'launch-process',
      tool_input: { command, cwd: root, wait: true, max_wait_seconds: 60 },
      tool_error: null,
      is_mcp_tool: false,
    }),
    env: root => ({ AUGMENT_PROJECT_DIR: root, AUGMENT_HOOK_EVENT: 'PreToolUse', AUGMENT_TOOL_NAME: 'launch-process' }),
    shell: 'none',
    windows: 'cmd',
    reads: 'nested-at-0',
  },
  'kimi-code': {
    events: before,
    payload: claudeLike('PreToolUse', 'Bash', { client_type: 'kimi_code_cli', tool_call_id: 'call_1' }),
    ...inShell,
    reads: 'nested-at-0',
  },
  'letta-code': {
    events: before,
    payload: (command, root) => ({
      event_type: 'PreToolUse',
      working_directory: root,
      tool_name: 'Bash',
      tool_input: { command },
      tool_call_id: 'call_1',
      agent_id: session,
    }),
    env: root => ({ LETTA_HOOK_EVENT: 'PreToolUse', LETTA_WORKING_DIR: root }),
    shell: 'own',
    windows: 'powershell',
    reads: 'code',
  },
  opencode: { events: ['tool.execute.before'], payload: bridged('opencode', 'tool.execute.before', 'bash'), ...spawned },
  'kilo-code': { events: ['tool.execute.before'], payload: bridged('kilo-code', 'tool.execute.before', 'bash'), ...spawned },
  openclaw: { events: ['before_tool_call'], payload: bridged('openclaw', 'before_tool_call', 'exec'), ...spawned },
  pi: { events: ['tool_call'], payload: bridged('pi', 'tool_call', 'bash'), ...spawned },
  amp: { events: ['tool.call'], payload: bridged('amp', 'tool.call', 'Bash', 'cmd'), ...spawned },
}

/** Coding agents started by a command: switches that turn off their questions, sandboxes or hooks. */

import { type Call, find, type Handler } from '../session.ts'

/** Agent: its short switches that turn off questions. */
const short: Readonly<Record<string, string>> = {
  'claude claude-code codex codex-cli opencode copilot crush openhands auggie plandex amazon-q kiro-cli kiro amp roo': '',
  'gemini gemini-cli qwen qwen-code cline': 'y',
  'cursor-agent agent': 'f',
  goose: '',
  'aider aider-chat': '',
  q: 'a',
  droid: '',
}

const switches =
  /^--(?:(?:allow-)?dangerously-[\w-]{1,60}|yolo|yes-always|skip-permissions[\w-]{0,20}|allow-all(?:-tools|-paths)?|trust-all-tools|always-approve|auto-exec|auto-approve-all|no-confirm|disable-hooks|no-hooks)(?:=(?!false).*)?$/
const own: Readonly<Record<string, RegExp>> = {
  aider: /^--yes$/,
  'aider-chat': /^--yes$/,
  'cursor-agent': /^--force$/,
  agent: /^--force$/,
  openhands: /^--(?:always-approve|llm-approve)$/,
}
/** Values of options: a mode, a sandbox, a setting. */
const values =
  /^(?:bypassPermissions|danger-full-access|yolo)$|(?:defaultMode|permission_mode|approval_mode|sandbox_mode|sandbox)["']?\s*[=:]\s*["']?(?:bypassPermissions|danger-full-access|yolo)|"?(?:disableAllHooks|skipDangerousModePermissionPrompt|dangerouslySkipPermissions)"?\s*[=:]\s*"?true/

function agent(call: Call): undefined {
  const letters = letterOf(call.program)
  for (const [index, word] of call.args.entries()) {
    const { text } = word
    const [, flag, attached] = /^(--?[\w-]{1,60})=(.*)$/s.exec(text) ?? []
    const valued = flag ?? call.args[index - 1]?.text
    const setting =
      valued !== undefined && /^(?:--?(?:config|c|settings|mode|permission-mode|approval-mode|sandbox|s|a)|set)$/.test(valued)
    if (
      switches.test(text) ||
      own[call.program]?.test(text) === true ||
      (letters !== '' && /^-[a-zA-Z]{1,3}$/.test(text) && text.includes(letters)) ||
      (setting && values.test(attached ?? text)) ||
      (call.program === 'droid' && text === 'high' && valued === '--auto')
    )
      find(call, 'execution.guard-bypass')
    else if (text === '--full-auto' || (text === 'never' && /^(?:-a|--ask-for-approval)$/.test(valued ?? '')))
      find(call, 'execution.guard-bypass', { certainty: 'proved-ordinary' })
  }
  if (call.args[0]?.text === 'config' && call.args[1]?.text === 'set') {
    const line = call.args.map(word => word.text).join(' ')
    if (/bypassPermissions|danger-full-access|disableAllHooks/.test(line)) find(call, 'execution.guard-bypass')
    if (/hook/i.test(line)) find(call, 'self.tamper')
  }
  const mode = call.invocation.assignments.GOOSE_MODE ?? call.scope.variables.get('GOOSE_MODE')?.fields[0]?.text
  if (call.program === 'goose' && mode === 'auto') find(call, 'execution.guard-bypass')
  if (call.args[0]?.text === 'mcp' && /^add/.test(call.args[1]?.text ?? '')) find(call, 'persistence.editor-task')
  const elsewhere = call.args.some(word => /^(?:--version|--help|-[hvV]|help|doctor)$/.test(word.text))
    ? undefined
    : movedHome(call)
  if (elsewhere !== undefined) find(call, 'self.tamper', { targets: [] })
  return undefined
}

const homes = [
  'HOME',
  'USERPROFILE',
  'XDG_CONFIG_HOME',
  'APPDATA',
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  'CURSOR_CONFIG_DIR',
  'GEMINI_CLI_HOME',
  'QWEN_HOME',
  'COPILOT_HOME',
  'OPENCODE_CONFIG',
  'OPENCODE_CONFIG_DIR',
  'OPENCLAW_HOME',
]

/** The variable by which an agent, or this guard, is sent to other settings than those that register the guard. */
export function movedHome({ scope, session }: Call): string | undefined {
  const { home } = session.host
  return homes.find(name => {
    const value = scope.variables.get(name)?.fields[0]
    return value !== undefined && !(name === 'HOME' && value.text === home) && !value.text.startsWith(`${home}/.`)
  })
}

function letterOf(program: string): string {
  for (const names in short) if (names.split(' ').includes(program)) return short[names] ?? ''
  return ''
}

export const agents: Readonly<Record<string, Handler>> = Object.fromEntries(
  Object.keys(short).flatMap(names => names.split(' ').map(name => [name, agent])),
)

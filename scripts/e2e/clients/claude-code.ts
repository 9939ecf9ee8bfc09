/** Claude Code, with command hooks. docs/clients/claude-code.md */

import { claudeCode } from './_claude-code.ts'
import { added, setting, variable } from './_switches.ts'

export default claudeCode({
  id: 'claude-code',
  title: 'Claude Code',
  switches: [
    setting('.claude/settings.json', { disableAllHooks: true }),
    setting('./.claude/settings.local.json', { disableAllHooks: true }),
    variable('CLAUDE_CODE_SAFE_MODE'),
    variable('CLAUDE_CODE_SIMPLE'),
    added('a mod that answers before the hooks of settings', {
      '.claude/skills/quick/.claude-plugin/plugin.json': { name: 'quick', version: '1.0.0', description: 'A mod' },
      '.claude/skills/quick/hooks/hooks.json': { modules: ['./register.js'] },
      '.claude/skills/quick/hooks/register.js': "export function register(on) { on('classic.PreToolUse', () => ({})) }\n",
    }),
  ],
  entry: ({ program, closed, timeoutSeconds }, blocking) => ({
    type: 'command',
    command: program,
    args: ['--client', 'claude-code', ...(closed && blocking ? ['--fail-closed'] : [])],
    ...(closed && blocking ? { onFailure: 'block' } : {}),
    ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }),
  }),
})

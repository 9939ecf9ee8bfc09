/** Claude Code, with command hooks. docs/clients/claude-code.md */

import { claudeCode } from './_claude-code.ts'

export default claudeCode({
  id: 'claude-code',
  title: 'Claude Code',
  entry: ({ program, closed, timeoutSeconds }, blocking) => ({
    type: 'command',
    command: program,
    args: ['--client', 'claude-code', ...(closed && blocking ? ['--fail-closed'] : [])],
    ...(closed && blocking ? { onFailure: 'block' } : {}),
    ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }),
  }),
})

/** Claude Code, with HTTP hooks answered by `tfy-hook serve`. docs/operate/serve.md */

import { claudeCode } from './_claude-code.ts'

const engineAnswers = 'the server answers by its engine; gateways are for hooks'

export default claudeCode({
  id: 'claude-code-http',
  title: 'Claude Code, HTTP hooks',
  serves: true,
  entry: ({ url, closed, timeoutSeconds }, blocking) => ({
    type: 'http',
    url: `${url}/hooks/claude-code`,
    timeout: timeoutSeconds ?? 10,
    ...(closed && blocking ? { onFailure: 'block' } : {}),
  }),
  exceptions: {
    'session-start': { impossible: 'the client runs no HTTP hooks at SessionStart' },
    'switched-off': { impossible: 'the switches are those of Claude Code, in its own column' },
    'client-upgraded': { impossible: '`init` registers a command; the address of a server is written by hand' },
    'init-uninstall': { impossible: '`init` registers a command; the address of a server is written by hand' },
    'gateway-denied': { impossible: engineAnswers },
    'gateway-down-closed': { impossible: engineAnswers },
    'gateway-down-open': { impossible: engineAnswers },
    'noisy-shell': { impossible: 'there is no process between client and server' },
  },
})

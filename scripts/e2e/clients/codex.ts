/** Codex CLI with a model that calls its tools one by one. */

import { codex, patchOf } from './_codex.ts'

export default codex({
  id: 'codex',
  title: 'Codex CLI',
  mode: {},
  call: call => {
    switch (call.kind) {
      case 'shell':
        return { tool: 'exec_command', args: { cmd: call.command, ...(call.cwd === undefined ? {} : { workdir: call.cwd }) } }
      case 'read':
        return { tool: 'exec_command', args: { cmd: `cat ${call.path}` } }
      case 'write':
        return { tool: 'apply_patch', args: patchOf(call.path, call.content) }
      case 'mcp':
        return { tool: call.tool, namespace: 'mcp__e2e', args: call.args }
    }
  },
})

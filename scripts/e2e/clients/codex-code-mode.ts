/** Codex CLI with a model that writes programs, which call the tools. */

import type { Call } from '../client.ts'
import { codex, patchOf } from './_codex.ts'

const nested = (call: Call): readonly [string, unknown] => {
  switch (call.kind) {
    case 'shell':
      return ['exec_command', { cmd: call.command, ...(call.cwd === undefined ? {} : { workdir: call.cwd }) }]
    case 'read':
      return ['exec_command', { cmd: `cat ${call.path}` }]
    case 'write':
      return ['apply_patch', patchOf(call.path, call.content)]
    case 'mcp':
      return [`mcp__e2e__${call.tool}`, call.args]
  }
}

export default codex({
  id: 'codex-code-mode',
  title: 'Codex CLI, code mode',
  mode: { tool_mode: 'code_mode_only' },
  call: call => {
    const [tool, args] = nested(call)
    return { tool: 'exec', args: `text(await tools.${tool}(${JSON.stringify(args)}))` }
  },
})

/** How Letta Code 0.32.18 reads an answer: `src/hooks` of its package and the callers of its runners, and what the running client did (2026-11). */

import { isPlain, type Plain, parsed, type Read, reading, type Situation, textAt } from './reading.ts'

export const utmost = { exitCode: 2, stdout: '', stderr: 'no\n' }
/** Exit 0 gives a permission, so no opinion about one is an error of the hook. */
export const neutral = (event: string) => ({ exitCode: event === 'PermissionRequest' ? 3 : 0, stdout: '', stderr: '' })
export const plain = true
export const codes = [0, 2, 3]

/** What its own tools are called; a call of any other runs with what the model said. */
const builtIn = /^(?:Bash|Read|Write|Edit|Task)$/

export const read: Read = (event, { exitCode, stdout, stderr }, { tool, input } = {}) => {
  const json = exitCode === 0 ? parsed(stdout.trim()) : undefined
  const specific = isPlain(json) && isPlain(json.hookSpecificOutput) ? json.hookSpecificOutput : {}
  const said = stderr.trim()
  const failed = exitCode !== 0 && exitCode !== 2 ? [`exit ${exitCode} is an error, and the action goes on`] : []
  const text = stdout.trim() || undefined
  const unread = text === undefined ? [] : ['stdout is not read']
  switch (event) {
    case 'PreToolUse': {
      if (exitCode === 2) return reading({ goesOn: false, problems: unread, modelTold: said || 'Blocked by hook' })
      const next = isPlain(specific.updatedInput) ? specific.updatedInput : undefined
      if (next === undefined) return reading({ goesOn: true, problems: [...failed, ...unread] })
      if (tool !== undefined && !builtIn.test(tool)) return reading({ goesOn: true, problems: ['a mod’s tool keeps its input'] })
      return reading({
        goesOn: true,
        problems: [],
        rewritten: { of: 'input', value: { ...(isPlain(input) ? input : {}), ...next } },
      })
    }
    case 'PermissionRequest':
      if (exitCode === 2) return reading({ goesOn: false, problems: unread, modelTold: said || 'Denied by hook' })
      return reading({ goesOn: true, problems: unread, skipsPrompt: exitCode === 0 ? true : undefined })
    case 'UserPromptSubmit':
      if (exitCode === 2) return reading({ goesOn: false, problems: unread, personTold: said || 'Blocked by hook' })
      return reading({ goesOn: true, problems: failed, context: exitCode === 0 ? text : undefined })
    case 'SessionStart':
      return reading({ goesOn: true, problems: failed, context: text })
    case 'PostToolUse':
    case 'PostToolUseFailure': {
      if (exitCode === 2) return reading({ goesOn: true, problems: unread, modelTold: said || undefined })
      const context = textAt(specific, 'additionalContext')
      return reading({ goesOn: true, problems: [...failed, ...(context === undefined ? unread : [])], context })
    }
    case 'Stop':
      return exitCode === 2
        ? reading({ goesOn: true, keepsWorking: true, problems: unread, modelTold: said || 'Stop hook blocked' })
        : reading({ goesOn: true, problems: [...failed, ...unread] })
    default:
      return reading({ goesOn: true, problems: [...failed, ...unread] })
  }
}

export const situation = (stdin: Plain): Situation => ({
  ...(typeof stdin.tool_name === 'string' && { tool: stdin.tool_name }),
  input: stdin.tool_input,
  output: isPlain(stdin.tool_result) ? stdin.tool_result.output : stdin.error_message,
})

/** How OpenClaw reads an answer: our bridge's reading, and then what 2026.9.6 was measured to do with what a plugin's hook returns. */

import { type Said, said, unused } from './bridge.ts'
import { isPlain, type Plain, type Read, type Reading, reading, type Situation, textAt } from './reading.ts'

export { neutral, utmost } from './bridge.ts'

const blocked = (told: string, problems: readonly string[] = []): Reading => reading({ goesOn: false, problems, modelTold: told })

/** The host's part: what it does with a hook's result. `Error` stands for a throw or a timeout. */
export const hostReads = (event: string, result: unknown, { input, output, attended = true }: Situation = {}): Reading => {
  const value = isPlain(result) ? result : {}
  const failed = result instanceof Error
  switch (event) {
    case 'before_tool_call': {
      if (failed) return blocked('Tool call blocked because before_tool_call hook failed')
      const reason = value.blockReason
      if (value.block === true && reason !== undefined && typeof reason !== 'string')
        return blocked('', ['a reason that is no text ends the run'])
      if (value.block === true)
        return blocked(typeof reason === 'string' ? reason.slice(0, 64_006) : 'Tool call blocked by plugin hook')
      const params = isPlain(value.params) && Object.keys(value.params).length > 0 ? value.params : undefined
      // The packaged source merges; an empty object changes nothing (a15).
      const rewritten = params && { of: 'input' as const, value: { ...(isPlain(input) ? input : {}), ...params } }
      const question = isPlain(value.requireApproval) ? value.requireApproval : undefined
      if (question === undefined) return reading({ goesOn: true, problems: [], rewritten })
      if (!attended) return blocked('Plugin approval unavailable')
      const problems = ['title', 'description'].filter(key => textAt(question, key) === undefined).map(key => `${key} is missing`)
      return reading({ goesOn: false, asks: true, problems, personTold: textAt(question, 'description'), rewritten })
    }
    case 'before_agent_run':
      if (failed) return reading({ goesOn: false, problems: [], personTold: 'before_agent_run hook failed' })
      return value.outcome === 'block'
        ? reading({ goesOn: false, problems: [], personTold: textAt(value, 'message') })
        : reading({ goesOn: true, problems: [] })
    case 'message_sending':
      if (value.cancel === true) return reading({ goesOn: false, problems: [], personTold: textAt(value, 'cancelReason') })
      return reading({ goesOn: true, problems: [], rewritten: outputFrom(value.content) })
    case 'tool_result_persist': {
      const message = isPlain(value.message) ? value.message : undefined
      if (message === undefined || JSON.stringify(message.content) === contentOf(output))
        return reading({ goesOn: true, problems: [] })
      // What is kept is not what the tool said.
      return reading({ goesOn: true, problems: [], rewritten: { of: 'output', value: message } })
    }
    case 'before_prompt_build':
      return reading({ goesOn: true, problems: [], context: textAt(value, 'appendContext') ?? textAt(value, 'prependContext') })
    case 'before_agent_finalize': {
      const revised = value.action === 'revise'
      const told = textAt(value, 'reason')
      const bounded = isPlain(value.retry) && textAt(value.retry, 'instruction') !== undefined
      // Its own runs say `stopHookActive: false` every time, and give up after three (npm run e2e).
      const problems = revised && !bounded ? ['nothing but the patience of the host ends it'] : []
      return reading({ goesOn: true, problems, ...(revised && { keepsWorking: true, modelTold: told }) })
    }
    default:
      return reading({ goesOn: true, problems: [] })
  }
}

const outputFrom = (content: unknown) => (typeof content === 'string' ? { of: 'output' as const, value: content } : undefined)
const contentOf = (output: unknown): string => JSON.stringify(isPlain(output) ? output.content : undefined)

const uses: Readonly<Record<string, readonly ('ask' | 'deny' | 'args' | 'output' | 'context')[]>> = {
  before_tool_call: ['ask', 'deny', 'args'],
  tool_result_persist: ['deny', 'output'],
  before_agent_run: ['deny'],
  before_prompt_build: ['context'],
  before_agent_finalize: ['deny'],
  message_sending: ['deny', 'output'],
}

export const read: Read = (event, heard, situated = {}) => {
  const answer = said(heard, situated.failClosed)
  const host = hostReads(event, resultOf(event, answer, situated), situated)
  const problems = [...answer.problems, ...unused(answer, ...(uses[event] ?? [])), ...host.problems]
  // A transcript without the result is one that the result did not get into.
  const withheld = event === 'tool_result_persist' && answer.verdict !== 'allow'
  return reading({ ...host, problems, ...(withheld && { goesOn: false, modelTold: answer.reason }) })
}

/** What the bridge makes of the answer. */
const resultOf = (event: string, { verdict, reason, args, output, context, unjudged }: Said, situated: Situation): unknown => {
  const denied = verdict !== 'allow'
  switch (event) {
    case 'before_tool_call':
      if (verdict === 'deny') return { block: true, blockReason: reason }
      return {
        ...(args && { params: args }),
        ...(denied && { requireApproval: { title: 'tfy-hook asks', description: reason.slice(0, 500) } }),
      }
    case 'before_agent_run':
      return denied ? { outcome: 'block', reason, message: reason } : { outcome: 'pass' }
    case 'message_sending':
      return denied ? { cancel: true, cancelReason: reason } : typeof output === 'string' ? { content: output } : undefined
    case 'tool_result_persist':
      if (denied) return { message: { content: [{ type: 'text', text: reason }] } }
      return isPlain(output) ? { message: { ...(isPlain(situated.output) ? situated.output : {}), ...output } } : undefined
    case 'before_prompt_build':
      return context === undefined ? undefined : { appendContext: context }
    case 'before_agent_finalize':
      if (!denied || unjudged || situated.source === 'active') return undefined
      return { action: 'revise', reason, retry: { instruction: reason } }
    default:
      return undefined
  }
}

export const situation = (stdin: Plain): Situation => ({
  output: stdin.output,
  ...(isPlain(stdin.event) && stdin.event.stopHookActive === true && { source: 'active' }),
})

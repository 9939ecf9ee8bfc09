/** How Amp reads an answer: our bridge's reading, and then the plugin API as its manual and published plugins describe it. Not measured. */

import { type Said, said, unused } from './bridge.ts'
import { isPlain, type Plain, type Read, type Reading, reading, type Situation, textAt } from './reading.ts'

export { neutral, utmost } from './bridge.ts'

/** The host's part: what it does with a handler's result. `cancelled` is a call of the thread's own `cancel`. */
export const hostReads = (event: string, result: unknown, { input }: Situation = {}, cancelled = false): Reading => {
  const value = isPlain(result) ? result : {}
  const told = textAt(value, 'message')
  switch (event) {
    case 'tool.call':
      if (value.action === 'reject-and-continue') return reading({ goesOn: false, problems: [], modelTold: told })
      if (value.action === 'modify' && isPlain(value.input)) {
        // Whether the input replaces or is merged is not documented; the worse of the two is assumed.
        const merged = { ...(isPlain(input) ? input : {}), ...value.input }
        return reading({ goesOn: true, problems: [], rewritten: { of: 'input', value: merged } })
      }
      return reading({ goesOn: true, problems: value.action === 'allow' ? [] : ['there is no neutral answer'] })
    case 'tool.result': {
      if (result === undefined) return reading({ goesOn: true, problems: [] })
      if (value.status === 'error' && value.error !== undefined && value.error === value.output)
        return reading({ goesOn: false, problems: [], modelTold: textAt(value, 'error') })
      return reading({ goesOn: true, problems: [], rewritten: { of: 'output', value: value.output } })
    }
    case 'agent.start':
      if (cancelled) return reading({ goesOn: false, problems: [] })
      return reading({
        goesOn: true,
        problems: [],
        context: isPlain(value.message) ? textAt(value.message, 'content') : undefined,
      })
    case 'agent.end': {
      const goesOn = value.action === 'continue'
      return reading({
        goesOn: true,
        problems: [],
        ...(goesOn && { keepsWorking: true, modelTold: textAt(value, 'userMessage') }),
      })
    }
    default:
      return reading({ goesOn: true, problems: [] })
  }
}

const uses: Readonly<Record<string, readonly ('ask' | 'deny' | 'args' | 'output' | 'context')[]>> = {
  'tool.call': ['ask', 'deny', 'args'],
  'tool.result': ['deny', 'output'],
  'agent.start': ['deny', 'context'],
  'agent.end': ['deny'],
}

export const read: Read = (event, heard, situated = {}) => {
  const answer = said(heard, situated.failClosed)
  const { verdict, reason, message } = answer
  const problems = [...answer.problems, ...unused(answer, ...(uses[event] ?? []))]
  if (event === 'tool.call' && verdict === 'ask') {
    const asks = situated.attended !== false
    return reading({ goesOn: false, ...(asks ? { asks } : { modelTold: reason }), problems, personTold: reason })
  }
  const cancelled = event === 'agent.start' && verdict !== 'allow'
  const host = hostReads(event, resultOf(event, answer, situated), situated, cancelled)
  const shown = [message, ...(cancelled ? [reason] : [])].filter(text => text !== undefined)
  return reading({
    ...host,
    problems: [...problems, ...host.problems],
    ...(shown.length > 0 && { personTold: shown.join('\n') }),
  })
}

/** What the bridge makes of the answer. */
const resultOf = (event: string, { verdict, reason, args, output, context, unjudged }: Said, situated: Situation): unknown => {
  const denied = verdict !== 'allow'
  switch (event) {
    case 'tool.call':
      if (denied) return { action: 'reject-and-continue', message: reason }
      return args === undefined ? { action: 'allow' } : { action: 'modify', input: args }
    case 'tool.result':
      return denied
        ? { status: 'error', error: reason, output: reason }
        : output === undefined
          ? undefined
          : { status: 'done', output }
    case 'agent.start':
      return context === undefined || denied ? undefined : { message: { content: context, display: false } }
    case 'agent.end':
      return denied && !unjudged && situated.source !== 'active' ? { action: 'continue', userMessage: reason } : undefined
    default:
      return undefined
  }
}

export const situation = (stdin: Plain): Situation => ({
  output: stdin.output,
  ...(stdin.stop_hook_active === true && { source: 'active' }),
})

/** How pi reads an answer: our bridge's reading, and then what the runner of 0.73.1 does with what a handler returns. */

import { type Said, said, unused } from './bridge.ts'
import { isPlain, type Plain, type Read, type Reading, reading, type Situation, textAt } from './reading.ts'

export { neutral, utmost } from './bridge.ts'

/** What a handler left behind: it threw, or returned `result`; `input` is what runs now, where that is another. */
export type Done = { readonly thrown: string } | { readonly result: unknown; readonly input?: unknown }

/** The host's part (core/extensions/runner.js, core/agent-session.js). */
export const hostReads = (event: string, done: Done): Reading => {
  if ('thrown' in done)
    return event === 'tool_call'
      ? reading({ goesOn: false, problems: [], modelTold: done.thrown })
      : reading({ goesOn: true, problems: ['an error here is reported, and nothing else'] })
  const value = isPlain(done.result) ? done.result : {}
  switch (event) {
    case 'tool_call': {
      if (value.block === true)
        return reading({ goesOn: false, problems: [], modelTold: textAt(value, 'reason') ?? 'Tool execution was blocked' })
      const rewritten = done.input === undefined ? undefined : { of: 'input' as const, value: done.input }
      return reading({ goesOn: true, problems: [], rewritten })
    }
    case 'tool_result': {
      if (value.content === undefined) return reading({ goesOn: true, problems: [] })
      if (!Array.isArray(value.content)) return reading({ goesOn: true, problems: ['the content is no list'] })
      if (value.isError === true) return reading({ goesOn: false, problems: [], modelTold: textsIn(value.content) })
      const { content, details } = value
      return reading({ goesOn: true, problems: [], rewritten: { of: 'output', value: { content, details } } })
    }
    case 'input':
      return reading({ goesOn: value.action !== 'handled', problems: [] })
    case 'before_agent_start': {
      const context = isPlain(value.message) ? textAt(value.message, 'content') : undefined
      return reading({ goesOn: true, problems: [], ...(context !== undefined && { context }) })
    }
    default:
      return reading({ goesOn: true, problems: [] })
  }
}

const textsIn = (content: readonly unknown[]): string =>
  content.flatMap(part => (isPlain(part) && typeof part.text === 'string' ? [part.text] : [])).join('\n')

const uses: Readonly<Record<string, readonly ('ask' | 'deny' | 'args' | 'output' | 'context')[]>> = {
  input: ['deny', 'context'],
  tool_call: ['ask', 'deny', 'args'],
  tool_result: ['deny', 'output'],
}

export const read: Read = (event, heard, situated = {}) => {
  const answer = said(heard, situated.failClosed)
  const { verdict, reason, message, context } = answer
  const used = uses[event] ?? []
  const problems = [...answer.problems, ...unused(answer, ...used)]
  if (event === 'tool_call' && verdict === 'ask' && situated.attended === true)
    return reading({ goesOn: false, asks: true, problems, personTold: reason })
  const host = hostReads(event, doneBy(event, answer))
  const stopped = event === 'input' && verdict !== 'allow'
  const shown = [message, ...(stopped ? [reason] : [])].filter(text => text !== undefined)
  return reading({
    ...host,
    problems: [...problems, ...host.problems],
    ...(event === 'input' && verdict === 'allow' && context !== undefined && { context }),
    ...(shown.length > 0 && { personTold: shown.join('\n') }),
  })
}

/** What the bridge makes of the answer. */
const doneBy = (event: string, { verdict, reason, args, output }: Said): Done => {
  const denied = verdict !== 'allow'
  switch (event) {
    case 'tool_call':
      return denied ? { result: { block: true, reason } } : { result: undefined, ...(args !== undefined && { input: args }) }
    case 'tool_result': {
      const withheld = { result: { content: [{ type: 'text', text: reason || 'withheld' }], details: {}, isError: true } }
      if (denied) return withheld
      if (output === undefined) return { result: undefined }
      return isPlain(output) && Array.isArray(output.content)
        ? { result: { content: output.content, details: output.details ?? {} } }
        : withheld
    }
    case 'input':
      return { result: denied ? { action: 'handled' } : undefined }
    default:
      return { result: undefined }
  }
}

export const situation = (stdin: Plain): Situation => ({ output: stdin.output, attended: stdin.attended === true })

/** How OpenCode reads an answer: our bridge's reading, and then what 1.18.33 was measured to do with what a plugin does. */

import { said, unused } from './bridge.ts'
import { isPlain, type Plain, type Read, type Reading, reading, type Situation } from './reading.ts'

export { neutral, utmost } from './bridge.ts'

/** What a plugin's hook leaves behind: it threw, or its second argument is now this. */
export type Done = { readonly thrown: string } | { readonly before: unknown; readonly after: unknown }

/** The host's part. `before` and `after` are the object that the hook was given, then and now. */
export const hostReads = (event: string, done: Done): Reading => {
  switch (event) {
    case 'tool.execute.before':
    case 'tool.execute.after': {
      if ('thrown' in done) return reading({ goesOn: false, problems: [], modelTold: done.thrown })
      const { before, after } = done
      if (JSON.stringify(before) === JSON.stringify(after)) return reading({ goesOn: true, problems: [] })
      const of = event === 'tool.execute.before' ? ('input' as const) : ('output' as const)
      const problems = of === 'output' ? notRead(before, after) : []
      return reading({ goesOn: true, problems, rewritten: problems.length > 0 ? undefined : { of, value: after } })
    }
    case 'chat.message':
    case 'command.execute.before':
      if ('thrown' in done) return reading({ goesOn: false, problems: [], personTold: done.thrown })
      return reading({ goesOn: true, problems: [] })
    default:
      return reading({ goesOn: true, problems: 'thrown' in done ? ['nobody waits for it'] : [] })
  }
}

/** The text of a built-in tool's result is `output`, that of an MCP tool's `content` (b02 to b05). */
const notRead = (before: unknown, after: unknown): string[] => {
  const [old, next] = [isPlain(before) ? before : {}, isPlain(after) ? after : {}]
  if (typeof old.output === 'string' && (typeof next.output !== 'string' || next.output === old.output))
    return ['the output stays']
  if (
    Array.isArray(old.content) &&
    (!Array.isArray(next.content) || JSON.stringify(next.content) === JSON.stringify(old.content))
  )
    return ['the content stays']
  return []
}

const uses: Readonly<Record<string, readonly ('deny' | 'args' | 'output' | 'context')[]>> = {
  'tool.execute.before': ['deny', 'args'],
  'tool.execute.after': ['deny', 'output'],
  'chat.message': ['deny', 'context'],
  'command.execute.before': ['deny'],
}

export const read: Read = (event, heard, { failClosed = false, input, output } = {}) => {
  const answer = said(heard, failClosed)
  const used = uses[event] ?? []
  const problems = [...answer.problems, ...unused(answer, ...used)]
  const stopped = answer.verdict !== 'allow' && used.includes('deny')
  const host = hostReads(event, stopped ? { thrown: answer.reason } : doneBy(event, answer, input, output))
  return reading({
    ...host,
    problems: [...problems, ...host.problems],
    context: used.includes('context') ? answer.context : undefined,
  })
}

/** The bridge puts the arguments in place whole, and the keys of a result one by one. */
const doneBy = (
  event: string,
  { args, output: next }: { args?: Plain | undefined; output?: unknown },
  input: unknown,
  output: unknown,
): Done => {
  if (event === 'tool.execute.before' && args !== undefined) return { before: input, after: args }
  if (event !== 'tool.execute.after' || next === undefined) return { before: undefined, after: undefined }
  return { before: output, after: isPlain(next) && isPlain(output) ? { ...output, ...next } : output }
}

export const situation = (stdin: Plain): Situation => ({ output: stdin.output })

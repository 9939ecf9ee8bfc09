/** How our bridge plugins read what the executable says, for the three hosts that run one. Written from the bridges' protocol. */

import { type Heard, isPlain, type Plain, parsed, textAt } from './reading.ts'

export interface Said {
  readonly verdict: 'allow' | 'ask' | 'deny'
  readonly reason: string
  readonly args?: Plain | undefined
  readonly output?: unknown
  readonly context?: string | undefined
  readonly message?: string | undefined
  /** The fail mode said it, since the executable did not say anything that can be used. */
  readonly unjudged: boolean
  readonly problems: string[]
}

export const utmost: Heard = { exitCode: 0, stdout: '{"verdict":"deny","reason":"no"}', stderr: '' }
export const neutral: Heard = { exitCode: 0, stdout: '{"verdict":"allow"}', stderr: '' }

const keys = ['verdict', 'reason', 'args', 'output', 'context', 'message']

export const said = ({ exitCode, stdout, stderr }: Heard, failClosed = false): Said => {
  const failed = (problem: string): Said => ({
    verdict: failClosed ? 'deny' : 'allow',
    reason: failClosed ? 'tfy-hook [tfy.bridge] No verdict' : '',
    unjudged: true,
    problems: [problem],
  })
  if (exitCode === 2)
    return { verdict: 'deny', reason: stderr.trim() || 'refused', unjudged: false, problems: ['exit 2 is the last resort'] }
  if (exitCode !== 0) return failed(`exit ${exitCode}`)
  const answer = parsed(stdout)
  if (!isPlain(answer)) return failed('stdout is not one object')
  const { verdict, args, output } = answer
  const reason = textAt(answer, 'reason')
  if (verdict !== 'allow' && verdict !== 'ask' && verdict !== 'deny') return failed('there is no verdict')
  if (verdict !== 'allow' && reason === undefined) return failed('there is no reason')
  if (args !== undefined && !isPlain(args)) return failed('the arguments are no object')
  for (const key of ['context', 'message'])
    if (key in answer && typeof answer[key] !== 'string') return failed(`${key} is no text`)
  const problems = Object.keys(answer)
    .filter(key => !keys.includes(key))
    .map(key => `${key} is not read`)
  if (stderr !== '') problems.push('stderr is not read')
  return {
    verdict,
    reason: reason ?? '',
    args,
    output,
    context: textAt(answer, 'context'),
    message: textAt(answer, 'message'),
    unjudged: false,
    problems,
  }
}

/** What stands in the answer and is not used on this event. */
export const unused = (answer: Said, ...used: readonly ('ask' | 'deny' | 'args' | 'output' | 'context')[]): readonly string[] => [
  ...(answer.verdict !== 'allow' && !used.includes(answer.verdict) ? [`nobody hears ${answer.verdict}`] : []),
  ...(['args', 'output', 'context'] as const).flatMap(key =>
    answer[key] !== undefined && !used.includes(key) ? [`${key} is not read here`] : [],
  ),
]

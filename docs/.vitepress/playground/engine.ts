/** The engine as it is, in a page: a policy and a call in, the verdict and its trace out. It reads no file and asks nobody. */

import type { Host } from '../../../src/engine/matching/host.ts'
import { diagnosePolicy, type Problem } from '../../../src/engine/policy/language/load.ts'
import { lintPolicy } from '../../../src/engine/policy/lint/lint.ts'
import { eventOf } from '../../../src/engine/policy/testing/case.ts'
import type { TestCase } from '../../../src/engine/policy/testing/test-schema.ts'
import { type Trace, traceEvent } from '../../../src/engine/policy/trace.ts'

export type Call = Omit<TestCase, 'expect'>

export interface Place {
  readonly home: string
  readonly cwd: string
  readonly branch: string
}

export interface Answer {
  readonly problems: readonly Pick<Problem, 'line' | 'column' | 'severity' | 'message'>[]
  readonly trace?: Trace
  readonly failure?: string
}

export const usual: Place = { home: '/home/you', cwd: '/home/you/shop', branch: 'main' }

/** A repository without files; the page can know no others. */
const hostAt = ({ home, cwd, branch }: Place): Host => {
  const files: Readonly<Record<string, string>> = {
    [`${cwd}/.git/HEAD`]: `ref: refs/heads/${branch}\n`,
    [`${cwd}/.git/config`]:
      '[remote "origin"]\n\turl = https://git.example.com/shop.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
  }
  return {
    home,
    platform: 'linux',
    realpath: path => path,
    readText: path => (branch === '' ? undefined : files[path]),
    env: () => undefined,
  }
}

export const judge = async (text: string, call: Call, place: Place = usual): Promise<Answer> => {
  const today = new Date().toISOString().slice(0, 10)
  const linted = await lintPolicy(text, 'policy.yaml', 'user', { today, above: [] })
  const { policy } = linted.policy === undefined ? await diagnosePolicy(text, 'policy.yaml', 'user') : linted
  const problems = linted.problems.map(({ line, column, severity, message }) => ({ line, column, severity, message }))
  if (policy === undefined) return { problems }
  const event = eventOf({ ...call, expect: 'allow' }, { cwd: place.cwd, workspaceRoots: [place.cwd] })
  const traced = await traceEvent(event, [policy], hostAt(place), today)
  return traced.ok ? { problems, trace: traced.value } : { problems, failure: JSON.stringify(traced.failure) }
}

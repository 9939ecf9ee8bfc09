/** What a command answers a program: when it exits with 1, and what its `--json` holds. test/cli/replies.test.ts compares with what runs. */

import { replies } from './replies.gen.ts'

export interface Reply {
  /** Behind "1 when". Absent where the answer is never no. */
  readonly no?: string
  /** Whether it is one object, a list of them, or one to a line; and the keys that are always there. */
  readonly json?: readonly [form: 'object' | 'list' | 'lines', ...keys: readonly string[]]
}

/** As the reference says it. */
export const replyText = (path: string): string | undefined => {
  const { no, json } = replies[path] ?? {}
  const [form, ...keys] = json ?? []
  const named = keys.map(key => `\`${key}\``).join(', ')
  const holds = { object: 'one object', list: 'a list', lines: 'an object to a line' } as const
  const parts = [
    ...(no === undefined ? [] : [`Exits with 1 when ${no}.`]),
    ...(form === undefined
      ? []
      : [`\`--json\`: ${holds[form]}${keys.length === 0 ? '' : `${form === 'list' ? ' of' : ' with'} ${named}`}.`]),
  ]
  return parts.length === 0 ? undefined : parts.join(' ')
}

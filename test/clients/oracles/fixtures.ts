/** The recorded payloads of one client, and what an oracle needs to know about each. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPlain, type Plain, parsed, type Situation, textAt } from './reading.ts'

export interface Fixture {
  readonly file: string
  readonly env: Readonly<Record<string, string>>
  readonly args: readonly string[]
  readonly stdin: Plain
  readonly want: { readonly client: string; readonly event: string }
}

const folders = join(import.meta.dirname, '../../../fixtures/clients')

/** Those whose stdin is a payload; malformed input has its own suite. */
export const fixturesOf = (client: string): readonly Fixture[] =>
  readdirSync(join(folders, client))
    .filter(file => file.endsWith('.json'))
    .sort()
    .flatMap(file => {
      const fixture: Plain = JSON.parse(readFileSync(join(folders, client, file), 'utf8'))
      if (!isPlain(fixture.stdin)) return []
      return [{ file, env: {}, args: [], ...fixture } as unknown as Fixture]
    })

/** What stands around an answer to this payload. */
export const situationOf = ({ stdin, env }: Pick<Fixture, 'stdin' | 'env'>, client: string): Situation => {
  const version =
    client === 'claude-code'
      ? /(\d+)-(\d+)-(\d+)/
          .exec(env.AI_AGENT ?? '')
          ?.slice(1)
          .join('.')
      : undefined
  const tool = textAt(stdin, 'tool_name')
  const source = textAt(stdin, 'source')
  const output = stdin.tool_response ?? stdin.tool_output
  return {
    attended: env.CLAUDE_CODE_SESSION_ATTENDED !== '0',
    ...(version !== undefined && { version }),
    ...(tool !== undefined && { tool }),
    ...(source !== undefined && { source }),
    input: packed(stdin.tool_input),
    output: packed(output),
  }
}

/** Cursor sends some objects as JSON inside a string. */
const packed = (value: unknown): unknown => (typeof value === 'string' ? (parsed(value) ?? value) : value)

/** The recorded payloads of one client, and what an oracle needs to know about each. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hints } from '../../../src/core/adapter.ts'
import type { Env } from '../../../src/core/client.ts'
import { parseHookArgs } from '../../../src/hook/args.ts'
import { oracles } from './oracles.ts'
import { isPlain, type Plain, parsed, type Situation, textAt } from './reading.ts'

export interface Fixture {
  readonly file: string
  readonly env: Readonly<Record<string, string>>
  readonly args: readonly string[]
  readonly stdin: Plain
  /** `denied`: the recommended rule that denies the payload as it stands. */
  readonly want: { readonly client: string; readonly event: string; readonly denied?: string }
}

const folders = join(import.meta.dirname, '../../../fixtures/clients')

/** Those whose stdin is a payload; malformed input has its own suite. */
export const fixturesOf = (client: string): readonly Fixture[] =>
  readdirSync(join(folders, client))
    .filter(file => file.endsWith('.json'))
    .sort()
    .flatMap(file => {
      const fixture: Plain = JSON.parse(readFileSync(join(folders, client, file), 'utf8'))
      if (!isPlain(fixture.stdin) || Object.keys(fixture.stdin).length === 0) return []
      return [{ file, env: {}, args: [], ...fixture } as unknown as Fixture]
    })

/** What the registration says beside the payload. */
export const hintsOf = ({ args }: Pick<Fixture, 'args'>): Hints => {
  const parsedArgs = parseHookArgs(args)
  return parsedArgs.ok ? parsedArgs.value.hints : {}
}

/** The environment as a process on that system has it: every Windows names itself. */
export const envOn = <E extends Env>(platform: Situation['platform'], env: E): E | (E & { readonly OS: string }) =>
  platform === 'win32' ? { ...env, OS: 'Windows_NT' } : env

/** What stands around an answer to this payload: the usual keys, and what the client's oracle reads of its own. */
export const situationOf = ({ stdin, env }: Pick<Fixture, 'stdin' | 'env'>, client: string): Situation => {
  const tool = textAt(stdin, 'tool_name')
  const source = textAt(stdin, 'source')
  return {
    attended: true,
    ...(tool !== undefined && { tool }),
    ...(source !== undefined && { source }),
    input: packed(stdin.tool_input),
    output: packed(stdin.tool_response ?? stdin.tool_output),
    ...oracles[client]?.situation?.(stdin, env),
  }
}

/** Some objects are sent as JSON inside a string. */
const packed = (value: unknown): unknown => (typeof value === 'string' ? (parsed(value) ?? value) : value)

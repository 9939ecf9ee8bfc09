/** Every oracle, by client: a file beside this one, named as its adapter. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Heard, Oracle, Read } from './reading.ts'

const adapters = readdirSync(join(import.meta.dirname, '../../../src/adapters/clients'))

export const oracles: Readonly<Record<string, Oracle>> = Object.fromEntries(
  await Promise.all(
    readdirSync(import.meta.dirname)
      .filter(file => adapters.includes(file) && !file.endsWith('.test.ts'))
      .map(async file => [file.replace('.ts', ''), await import(pathToFileURL(join(import.meta.dirname, file)).href)]),
  ),
)

const oracle = (client: string): Oracle => {
  const found = oracles[client]
  if (found === undefined) throw new Error(`no oracle for ${client}: write test/clients/oracles/${client}.ts from its contract`)
  return found
}

export const oracleOf = (client: string): Read => oracle(client).read

/** What a hook without an opinion says. */
export const neutralOf = (client: string, event: string): Heard => {
  const { neutral } = oracle(client)
  return typeof neutral === 'function' ? neutral(event) : (neutral ?? { exitCode: 0, stdout: '{}', stderr: '' })
}

/** The exit codes that a hook may end with. */
export const codesOf = (client: string): readonly number[] => oracle(client).codes ?? [0, 2]

/** Where the client stops and shows nobody the reason, whatever the form: Cline's CLI, measured on 3.0.65 (docs/adr/0017). */
export const mute: readonly string[] = ['cline tool_call', 'cline tool_result']

/** The plainest objection. */
export const utmostOf = (client: string) => oracle(client).utmost

/** Whether its stdout is text for the model. */
export const hearsText = (client: string): boolean => oracle(client).plain ?? false

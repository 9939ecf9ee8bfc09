/** Our own commands, as somebody types them who has the client on the PATH. */

import { join } from 'node:path'
import { isJson, type Json, listIn } from '../../src/setup/prove/model/script.ts'
import type { Init, Place, Start } from './client.ts'
import { type Ended, finish, start } from './sandbox.ts'

export type Env = Readonly<Record<string, string>>

export interface Told {
  readonly code: number | null
  readonly report: Json
}

export type Tell = (...args: readonly string[]) => Promise<Told>

/** No command of ours takes longer. */
const limitMs = 60_000

/** What is said in `said` is for a person, when something is wrong. `install` is the client on the PATH. */
export const commands = (
  program: string,
  { project }: Place,
  install: string,
  env: Env,
  said: string[],
  around = (begun: Start): Start => begun,
): Tell => {
  const ours = { ...env, PATH: `${join(install, 'node_modules', '.bin')}:${env.PATH}` }
  return async (...args) => {
    const ended = await finish(start(around({ command: program, args: [...args, '--json'] }), project, ours), limitMs)
    said.push(`tfy-hook ${args.join(' ')}: exit ${ended.code}\n${ended.stdout}${ended.stderr}`)
    return { code: ended.code, report: reportIn(ended) }
  }
}

/** What is registered, for `init`. */
export const targetOf = ({ client, scope, flags }: Init, url = ''): readonly string[] => [
  '--client',
  client,
  ...(scope === undefined ? [] : ['--scope', scope]),
  ...(flags?.(url) ?? []),
]

const reportIn = ({ stdout }: Ended): Json => {
  try {
    const value: unknown = JSON.parse(stdout)
    return isJson(value) ? value : {}
  } catch {
    return {}
  }
}

export const filesIn = (report: Json): readonly string[] =>
  listIn(report.clients).flatMap(({ files }) => listIn(files).map(({ file }) => String(file)))

/** Whether `doctor` found this in order. */
export const found = (report: Json, id: string): boolean =>
  listIn(report.findings).some(finding => finding.id === id && finding.severity === 'ok')

export const mendable = (report: Json): readonly unknown[] =>
  listIn(report.findings).flatMap(({ id, severity }) => (severity === 'ok' ? [] : [id]))

/** What `doctor` and `status` answer for a client; undefined when they do not speak of it. */
export const answerIn = (report: Json, client: string): unknown => {
  const guard = listIn(report.clients).find(({ id, client: name }) => id === client || name === client)?.guard
  return isJson(guard) ? guard.answer : undefined
}

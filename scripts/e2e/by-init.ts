/** Our own commands around the runs of a client: `init`, `doctor`, what a person is told to do, `uninstall`. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { E2eClient, Place } from './client.ts'
import { isJson, type Json, listIn } from './model/script.ts'
import { perform } from './register.ts'
import { type Ended, finish, start } from './sandbox.ts'
import type { ByInit, Evidence } from './scenario.ts'

type Env = Readonly<Record<string, string>>

/** No command of ours takes longer. */
const limitMs = 60_000

/** `run` starts the client: once when it is registered, once when it is not any more. */
export const playByInit = async (
  client: E2eClient,
  place: Place,
  program: string,
  env: Env,
  run: () => Promise<Evidence>,
): Promise<Evidence> => {
  const { client: id, scope, byHand } = client.init ?? { client: client.id }
  const said: string[] = []
  // As in the shell of somebody who has the client.
  const ours = { ...env, PATH: `${join(place.install, 'node_modules', '.bin')}:${env.PATH}` }
  const tell = async (...args: readonly string[]): Promise<{ readonly code: number | null; readonly report: Json }> => {
    const ended = await finish(start({ command: program, args: [...args, '--json'] }, place.project, ours), limitMs)
    said.push(`tfy-hook ${args.join(' ')}: exit ${ended.code}\n${ended.stdout}${ended.stderr}`)
    return { code: ended.code, report: reportIn(ended) }
  }

  const where = ['--client', id, ...(scope === undefined ? [] : ['--scope', scope])]
  const before = textsOf(filesIn((await tell('init', ...where, '--dry-run')).report))
  const init = await tell('init', ...where, '--yes')
  const touched = filesIn(init.report)
  const doctor = await tell('doctor', '--client', id)
  await perform(byHand?.(place) ?? [], place, env)
  const guarded = await run()

  const uninstall = await tell('uninstall', '--yes')
  const after = textsOf(touched)
  const unlike = touched.filter(file => !before.has(file) || before.get(file) !== after.get(file))
  if (unlike.length > 0) said.push(`not as before: ${unlike.join(', ')}`)
  const byInit: ByInit = {
    registered: init.code === 0 && touched.length > 0,
    // A client that waits for a person is told of, and that is all there may be to mend.
    drilled:
      mendable(doctor.report).every(what => what === 'heartbeat') &&
      ['drill.allowed', 'drill.denied'].every(drill => found(doctor.report, drill)),
    removed: uninstall.code === 0,
    unlike,
    freed: await run(),
    said: said.join('\n'),
  }
  return { ...guarded, byInit }
}

const reportIn = ({ stdout }: Ended): Json => {
  try {
    const value: unknown = JSON.parse(stdout)
    return isJson(value) ? value : {}
  } catch {
    return {}
  }
}

const filesIn = (report: Json): readonly string[] =>
  listIn(report.clients).flatMap(({ files }) => listIn(files).map(({ file }) => String(file)))

const found = (report: Json, drill: string): boolean =>
  listIn(report.findings).some(({ id, severity }) => id === drill && severity === 'ok')

const mendable = (report: Json): readonly unknown[] =>
  listIn(report.findings).flatMap(({ id, severity }) => (severity === 'ok' ? [] : [id]))

/** Byte by byte; undefined for none. */
const textsOf = (files: readonly string[]): ReadonlyMap<string, string | undefined> =>
  new Map(files.map(file => [file, existsSync(file) ? readFileSync(file, 'latin1') : undefined]))

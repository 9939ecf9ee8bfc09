/** Plays one way on a client, in a scratch folder of its own. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'jsonc-parser'
import { isJson, type Json, listIn } from '../../../src/setup/prove/model/script.ts'
import { startModel } from '../../../src/setup/prove/model/server.ts'
import { run as runNow } from '../../project/project.ts'
import type { Place } from '../client.ts'
import { answerIn, commands, targetOf } from '../commands.ts'
import { auditIn, readOrNone, writeAll } from '../files.ts'
import { perform } from '../register.ts'
import { limitMs, placeIn, type Subject } from '../run.ts'
import { finish, homeEnv, start } from '../sandbox.ts'
import { noTouch } from '../scenarios/verdicts.ts'
import type { Result, Way } from './way.ts'

export const play = async (way: Way, subject: Subject): Promise<Result> => {
  const { client } = subject
  const scratch = mkdtempSync(join(tmpdir(), 'tfy-e2e-'))
  const made = join(scratch, 'shop', 'made.txt')
  let first: number | undefined
  const model = await startModel(turn => {
    first ??= turn
    return turn === first ? client.tools.shell({ kind: 'shell', command: `touch ${made}` }) : { say: 'Done.' }
  })
  try {
    const place = placeIn(scratch, subject, model.url)
    const base = homeEnv(place.home, [...(subject.node === undefined ? [] : [subject.node]), dirname(process.execPath)])
    writeAll({ ...client.settings(place), [join(base.XDG_CONFIG_HOME ?? '', 'tfy-hook/policy.yaml')]: noTouch })
    const folder = join(place.project, way.folder ?? '')
    mkdirSync(folder, { recursive: true })
    if (way.repository === true) runNow('git', ['init', '-q', place.project])
    const env = {
      ...base,
      ...Object.fromEntries(Object.entries(way.env ?? {}).map(([name, value]) => [name, placed(value, place)])),
    }
    const ask = async (more: typeof env) => {
      first = undefined
      const lines = auditIn(base.XDG_STATE_HOME ?? '').length
      await finish(start(client.start(place, 'Do the task.'), folder, more), limitMs(client))
      return auditIn(base.XDG_STATE_HOME ?? '').length > lines
    }
    if (way.before === true) writeAll(filesOf(way, place))
    const target = targetOf({ ...(client.init ?? { client: client.id }), ...(way.scope !== undefined && { scope: way.scope }) })
    const tell = (given: typeof env, at: string) => commands(subject.program, { ...place, project: at }, place.install, given, [])
    const init = await tell(base, place.project)('init', ...target, '--yes')
    if (way.untold !== true) {
      writeAll(client.init?.filesByHand?.(place) ?? {})
      await perform(client.init?.byHand?.(place) ?? [], place, base)
    }
    if (way.called === true) await ask(base)
    if (way.before !== true) writeAll(filesOf(way, place))
    const id = client.init?.client ?? client.id
    const doctor = await tell(env, folder)('doctor', '--client', id, '--no-drill')
    const status = await tell(env, folder)('status')
    const called = await ask(env)
    return {
      way: way.name,
      called,
      ran: readOrNone(made) !== '' || runNow('test', ['-e', made]).code === 0,
      init: String(listIn(init.report.clients)[0]?.state ?? 'failed'),
      doctor: String(answerIn(doctor.report, id)),
      status: String(answerIn(status.report, id)),
    }
  } finally {
    await model.close()
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}

const placed = (text: string, { project, home }: Place): string =>
  text.replaceAll('<project>', project).replaceAll('<home>', home)

const filesOf = (way: Way, place: Place): Readonly<Record<string, string | Json>> =>
  Object.fromEntries(
    Object.entries(way.files ?? {}).map(([name, content]) => {
      const path = name.startsWith('~/') ? join(place.home, name.slice(2)) : join(place.project, name)
      if (typeof content === 'function') return [path, content(readOrNone(path))]
      if (typeof content === 'string') {
        const text = placed(content, place)
        return [path, text.startsWith('+') ? readOrNone(path) + text.slice(1) : text]
      }
      const there: unknown = parse(readOrNone(path))
      return [path, joined(isJson(there) ? there : {}, content)]
    }),
  )

const joined = (into: Json, more: Json): Json => {
  const all: Record<string, unknown> = { ...into }
  for (const [key, value] of Object.entries(more)) {
    const there = all[key]
    all[key] =
      isJson(there) && isJson(value)
        ? joined(there, value)
        : Array.isArray(there) && Array.isArray(value)
          ? [...there, ...value]
          : value
  }
  return all
}

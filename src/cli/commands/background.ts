/** What is done behind the hooks. Started by them, detached, and ended by itself. */

import { hostname } from 'node:os'
import type { JsonObject } from '../../core/json.ts'
import { cursorFile } from '../../fleet/export/cursor.ts'
import { exportDuty } from '../../fleet/export/duty.ts'
import { answersIn } from '../../fleet/export/guarding.ts'
import { sinkFor } from '../../fleet/export/sink.ts'
import { namingFor } from '../../fleet/export/verdict.ts'
import { runDuties, standardLife } from '../../hook/background/run.ts'
import { settleIn } from '../../hook/background/settle.ts'
import { startSuccessor } from '../../hook/background/start.ts'
import { type Config, placesOf, readConfig } from '../../hook/config.ts'
import { hasher } from '../../hook/io.ts'
import { ask } from '../../hook/programs/ask.ts'

export const background = async ({ idleMs }: { readonly idleMs?: string }): Promise<number> => {
  const { env } = process
  const places = placesOf(env)
  const config = await readConfig({ hints: {}, bare: false }, env, places)
  const duties = await dutiesOf(config, env)
  if (duties.length === 0) return 0
  if (!settleIn(places.state)) return 2
  const asked = Number(idleMs)
  const life =
    asked >= 100 && asked < standardLife.idleMs
      ? { ...standardLife, idleMs: asked, beatMs: Math.min(asked, 1_000), lingerMs: asked }
      : standardLife
  const read = [...places.managed, ...places.user].map(dir => `${dir}/config.yaml`)
  const left = await runDuties(places.state, duties, [...read, process.execPath, process.argv[1]], life)
  if (left === 'changed') startSuccessor(config.exports, env)
  return 0
}

const dutiesOf = async ({ exports, places, audit, broken, identity }: Config, env: NodeJS.ProcessEnv) => {
  if (!audit || broken !== undefined) return []
  const hash = await hasher()
  const guards = guardsHere()
  // One cursor, one duty: the same target may stand in two files.
  const distinct = new Map(exports.map(target => [cursorFile(places.state, target), target]))
  return Promise.all(
    [...distinct.values()].map(target => {
      const naming = namingFor(target, identity.key, hash)
      const host = naming.word(identity.host ?? hostname())
      return exportDuty({
        stateDir: places.state,
        target,
        hash,
        naming,
        host,
        guards,
        sink: ({ instance }) => sinkFor({ target, env, instance, host }),
      })
    }),
  )
}

/** Asked once for all targets: each is a process that reads the settings of every client. */
const guardsHere = () => {
  let asked: { readonly at: number; readonly rows: Promise<readonly JsonObject[]> } | undefined
  return (): Promise<readonly JsonObject[]> => {
    if (asked === undefined || Date.now() - asked.at > togetherMs) asked = { at: Date.now(), rows: askedNow() }
    return asked.rows
  }
}

const togetherMs = 60_000

const askedNow = async (): Promise<readonly JsonObject[]> => {
  const said = await Promise.all([['status'], ['audit', 'silent']].map(args => ask([...args, '--json'])))
  const [status = '', silent = ''] = said.map(one => (one.kind === 'said' ? one.text : ''))
  return answersIn(status, silent)
}

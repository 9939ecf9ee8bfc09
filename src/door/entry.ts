/** The door's own entry: the hook as it is, with whatever it does not do itself handed to `tfy-hook`. */

import type { Env } from '../core/client.ts'
import type { NormalizedHookEvent } from '../core/event.ts'
import { isBare, isHookMode, startedByClient } from '../hook/args.ts'
import { attended, beatMs, goneMs } from '../hook/background/attended.ts'
import { isDue } from '../hook/bundle/active.ts'
import type { Config } from '../hook/config.ts'
import { isToldLater, runHook } from '../hook/hook.ts'
import { breakerFor } from '../hook/sources/breaker-file.ts'
import { statOf } from '../hook/sources/machine/private-file.ts'
import { addressAt, isCredentialAtHand, meetingFor } from '../hook/sources/resident/meeting.ts'
import { refresh, tick } from './globals.ts'
import { host } from './host.ts'
import { warm } from './warm.ts'

/** What the engine itself could not do, or not in time: somebody with more of both does it anew. */
const unexpected: readonly string[] = ['internal', 'engine-limit', 'deadline']

declare const __TFY_VERSION__: string

/** Whether somebody is there who carries what is asked of the gateway, and nothing stands in the way. All else about gateways is not done here. */
const isCarried = ({ gateway, places, broken }: Config, env: Env): boolean => {
  if (gateway === undefined || broken !== undefined || !isCredentialAtHand(gateway)) return false
  const meeting = meetingFor(gateway, env, places.state, __TFY_VERSION__)
  const breaker = breakerFor(gateway, env, places.state)
  return (
    meeting !== undefined &&
    addressAt(meeting) !== undefined &&
    (breaker === undefined || statOf(`${breaker.dir}/${breaker.name}`) === undefined)
  )
}

const start = (): void => {
  const { argv, env } = refresh()
  // A person may be trying the program by hand.
  if (!isHookMode(argv) || (isBare(argv) && !startedByClient(env))) host.handOver()
  let config: Config
  // Only a program can start the one that tells it.
  const leaveIfToldLater = (event: NormalizedHookEvent | undefined): void => {
    if (event !== undefined && isToldLater(event, config)) host.handOver()
  }
  runHook(argv, env, host.count(2), {
    configured: read => {
      config = read
      if (!config.door || (config.source !== 'offline' && !isCarried(config, env))) host.handOver()
      // Only a program can start another one. Earlier than `runHook` would say so, for there it is too late.
      if (config.exports.length > 0 && !attended(config.places.state, goneMs - beatMs)) host.handOver()
      if (config.bundle !== undefined && isDue(config.places)) host.handOver()
      host.state(config.places.state)
    },
    noting: leaveIfToldLater,
    decided: decided => {
      const { failure } = decided
      // A gateway may take all of the time, and nobody has more of it.
      const waited = failure?.kind === 'deadline' && config.source !== 'offline'
      if (failure !== undefined && unexpected.includes(failure.kind) && !waited) host.handOver()
      leaveIfToldLater(decided.event)
      host.settled(decided.answer.exitCode)
    },
  }).then(host.exit, host.handOver)
}

Object.assign(globalThis, { tfyDoor: { start, tick, warm } })

/** The door's own entry: the hook as it is, with whatever it does not do itself handed to `tfy-hook`. */

import { isBare, isHookMode, startedByClient } from '../args.ts'
import { attended, beatMs, goneMs } from '../background/attended.ts'
import { isDue } from '../bundle/active.ts'
import { runHook } from '../hook.ts'
import { refresh, tick } from './globals.ts'
import { host } from './host.ts'
import { warm } from './warm.ts'

/** What the engine itself could not do, or not in time: somebody with more of both does it anew. */
const unexpected: readonly string[] = ['internal', 'engine-limit', 'deadline']

const start = (): void => {
  const { argv, env } = refresh()
  // A person may be trying the program by hand.
  if (!isHookMode(argv) || (isBare(argv) && !startedByClient(env))) host.handOver()
  runHook(argv, env, host.count(2), {
    configured: config => {
      if (config.source !== 'offline' || !config.door) host.handOver()
      // Only a program can start another one. Earlier than `runHook` would say so, for there it is too late.
      if (config.exports.length > 0 && !attended(config.places.state, goneMs - beatMs)) host.handOver()
      if (config.bundle !== undefined && isDue(config.places)) host.handOver()
      host.state(config.places.state)
    },
    decided: ({ failure, answer }) => {
      if (failure !== undefined && unexpected.includes(failure.kind)) host.handOver()
      host.settled(answer.exitCode)
    },
  }).then(host.exit, host.handOver)
}

Object.assign(globalThis, { tfyDoor: { start, tick, warm } })

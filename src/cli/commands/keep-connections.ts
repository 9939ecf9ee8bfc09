/** Keeps connections to the gateway open for the hooks that come. Started by them, detached, and ended by itself. */

import { settleIn } from '../../hook/background/settle.ts'
import { placesOf, readConfig } from '../../hook/config.ts'
import { keepConnections, standardLife } from '../../hook/resident/run.ts'
import { sendHere } from '../../hook/sources/gateway.ts'
import { meetingFor } from '../../hook/sources/resident/meeting.ts'

declare const __TFY_VERSION__: string

export const keep = async (name: string, { idleMs }: { readonly idleMs?: string }): Promise<number> => {
  const { env } = process
  const config = await readConfig({ hints: {}, bare: false }, env, placesOf(env))
  const { gateway, places } = config
  const meeting = gateway && meetingFor(gateway, env, places.state, __TFY_VERSION__)
  // Whoever started us sees another configuration or another environment: it would not be us that it talks to.
  if (gateway === undefined || meeting?.name !== name) return 2
  if (!settleIn(places.state)) return 2
  const asked = Number(idleMs)
  await keepConnections(meeting, gateway, sendHere(), env, {
    ...standardLife,
    ...(asked >= 100 && asked < standardLife.idleMs && { idleMs: asked, checkMs: Math.min(standardLife.checkMs, asked) }),
  })
  return 0
}

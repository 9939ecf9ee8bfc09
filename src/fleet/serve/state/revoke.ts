/** Tells every replica that a token no longer counts, whatever their files say. */

import type { StateConfig } from '../../../core/config.ts'
import { redisAt } from './redis.ts'
import { revokedKey } from './shared.ts'

export const revoke = async (place: StateConfig, sha256: string): Promise<boolean> => {
  const redis = await redisAt(place, { joined: async () => {}, changed: () => {} })
  const done = await redis.run(client => client.sAdd(revokedKey(place), sha256))
  redis.close()
  return done !== undefined
}

/** Which spool belongs to a gateway: what was put aside for one is never sent to another. */

import type { GatewayConfig } from '../core/config.ts'
import { hash } from '../core/hash.ts'
import { type Spool, spoolDir } from './files.ts'

export const spoolFor = ({ url, socket = '' }: GatewayConfig, stateDir: string): Spool => ({
  dir: spoolDir(stateDir),
  name: hash(`${url}|${socket}`),
})

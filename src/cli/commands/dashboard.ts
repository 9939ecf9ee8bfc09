/** `dashboard`: a page on this machine that shows what hooks have decided, and why. */

import { runDashboard } from '../../fleet/dashboard/run.ts'
import { namedIn } from '../../fleet/serve/named.ts'
import { placesOf } from '../../hook/config.ts'
import { ConfigError } from './terminal/errors.ts'

interface DashboardFlags {
  readonly port?: string
  readonly open: boolean
  readonly idleMs: string
}

export const dashboard = async ({ port, open, idleMs }: DashboardFlags): Promise<number> => {
  const [number, idle] = [Number(port ?? (await portSaid())), Number(idleMs)]
  if (!Number.isInteger(number) || number < 0 || number > 65_535) throw new ConfigError('--port takes a number from 0 to 65535.')
  if (!Number.isInteger(idle) || idle < 100) throw new ConfigError('--idle-ms takes a whole number of 100 or more.')
  try {
    return await runDashboard({ port: number, open, idleMs: idle })
  } catch (error) {
    throw new ConfigError('The dashboard did not start.', { cause: error })
  }
}

/** A free one, unless a configuration names one. */
const portSaid = async (): Promise<number> => (await namedIn(placesOf(process.env), 'dashboard')).dashboard?.port ?? 0

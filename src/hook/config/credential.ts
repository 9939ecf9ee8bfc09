/** The credential for the configured gateway: from the environment, from what a helper prints, from TrueFoundry's tool, or from a file of its owner's. */

import { readFileSync, statSync } from 'node:fs'
import { type Failure, fail, ok, type Result } from '../../core/failure.ts'
import type { Config } from '../config.ts'

/** A credential from a file or a helper never goes to a gateway that only the environment named. */
export const readCredential = async (config: Config, timeoutMs: number): Promise<Result<string | undefined>> => {
  if (config.apiKey !== undefined || config.gatewayFrom === 'environment') return ok(config.apiKey)
  const helper = config.gateway?.credentialHelper
  if (helper !== undefined) return (await import('./credential-helper.ts')).credentialFrom(helper, timeoutMs)
  if (config.gateway?.credential === 'tfy') return (await import('./sso-token.ts')).ssoToken(config.places.user)
  for (const dir of config.places.user) {
    const file = `${dir}/credentials`
    try {
      const stat = statSync(file, { throwIfNoEntry: false })
      if (stat === undefined) continue
      if (!stat.isFile()) return fail(unusable('is not a file'))
      if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0) return fail(unusable('can be read by others; chmod 600 it'))
      const key = readFileSync(file, 'utf8').trim()
      if (key !== '') return ok(key)
    } catch {
      return fail(unusable('cannot be read'))
    }
  }
  return ok(undefined)
}

/** For a process that lives on: the next call asks the helper again, because the gateway did not take what it printed. */
export const refuseCredential = async (config: Config): Promise<void> => {
  const helper = config.gateway?.credentialHelper
  if (helper !== undefined && config.apiKey === undefined) (await import('./credential-helper.ts')).forgetCredential(helper)
}

const unusable = (detail: string): Failure => ({ kind: 'gateway-unconfigured', detail: `the credentials file ${detail}` })

/** A token on its way from a service's own program to the login at that service's registry: nobody sees it. */

import { options } from '../../calls/options.ts'
import { secretFrom, unseen } from '../../effects/unseen.ts'
import { hostOf } from '../../places/hosts.ts'
import type { Call } from '../../values/analysis.ts'

/** Whose token each program prints, by the hosts of the registries. A part of the name may be known when it runs only. */
const registries: Readonly<Record<string, RegExp>> = {
  aws: /^(?:[\w\0-]+\.dkr\.ecr\.[\w\0-]+\.amazonaws\.com(?:\.cn)?|public\.ecr\.aws)$/,
  gcloud: /^(?:[\w-]+\.)?gcr\.io$|^[\w\0-]+-docker\.pkg\.dev$/,
  gh: /^ghcr\.io$/,
}

/** `aws ecr get-login-password | docker login --password-stdin HOST` */
export const logsIn = (call: Call): void => {
  const program = secretFrom(call) ?? ''
  const words = options(call.args, 'u username p password c context H host l log-level config authfile cert-dir').positional
  const registry = words[words.findIndex(({ text }) => text === 'login') + 1]?.text
  if (registry === undefined || !call.args.some(({ text }) => text === '--password-stdin')) return
  const host = /^https?:/.test(registry) ? hostOf(registry) : registry.split('/', 1)[0]
  if (Object.hasOwn(registries, program) && registries[program]?.test(host ?? '') === true) unseen(call, 'secrets.print-token')
}

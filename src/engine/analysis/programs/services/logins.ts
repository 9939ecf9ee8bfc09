/** A token on its way from a service's own program to the login at that service's registry: nobody sees it. */

import { settingOf } from '../../calls/interpret.ts'
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

/** Whatever else is said may name another place for the token: another daemon, another file. */
const plain = /^(?:registry )?login(?: (?:-u|--username)[= ]\S+| --password-stdin| (?!-)\S+)+$/
const elsewhere =
  'DOCKER_HOST DOCKER_CONTEXT DOCKER_CONFIG CONTAINER_HOST CONTAINER_CONNECTION REGISTRY_AUTH_FILE HELM_REGISTRY_CONFIG'.split(
    ' ',
  )

/** `aws ecr get-login-password | docker login --password-stdin HOST` */
export const logsIn = (call: Call): void => {
  const program = secretFrom(call) ?? ''
  const words = call.args.map(({ text }) => text)
  if (!words.includes('--password-stdin') || !plain.test(words.join(' ')) || words.some(word => /\s/.test(word))) return
  if (elsewhere.some(name => settingOf(call, name) !== undefined)) return
  const [registry, more] = options(call.args, 'u username').positional.slice(words[0] === 'registry' ? 2 : 1)
  if (registry === undefined || more !== undefined) return
  const host = /^https?:/.test(registry.text) ? hostOf(registry.text) : registry.text.split('/', 1)[0]
  if (Object.hasOwn(registries, program) && registries[program]?.test(host ?? '') === true) unseen(call, 'secrets.print-token')
}

/** Who is at work on this machine, as the system and managed files have it. Variables, which a project can set, are asked last. */

import type { Asker, Identity } from '../core/event.ts'
import { quoteText } from '../core/redact.ts'
import { readBounded } from './config/bounded-file.ts'
import type { Config } from './config.ts'

type Known = Pick<Config, 'places' | 'identity'>

export const askerHere = async (config: Known): Promise<Asker> =>
  askerOf(config.identity.form === 'off' ? groupsHere(config) : await identityHere(config), config.identity)

/** They are no names of people, and conditions hold of them whatever is told. */
const groupsHere = ({ identity: { groups } }: Known): Identity => (groups === undefined ? {} : { groups })

export const identityHere = async ({ places, identity }: Known): Promise<Identity> => {
  const { user, userFrom, host } =
    process.platform === 'linux' ? onLinux(places.account) : await (await import('./identity/elsewhere.ts')).onThisSystem()
  return {
    ...(identity.user === undefined ? { user, userFrom } : { user: identity.user, userFrom: 'managed', account: user }),
    ...groupsHere({ places, identity }),
    ...(identity.host !== undefined ? { host: identity.host, hostFrom: 'managed' } : host && { host, hostFrom: 'system' }),
  }
}

/** What is known goes before what a payload says, but for an account: a client may know the person behind it. */
export const askerOf = async (known: Identity, setting: Config['identity']): Promise<Asker> =>
  setting.form === 'full'
    ? { who: known, identify: (event, payload) => ({ event: { ...event, ...joined(known, event) }, payload }) }
    : (await import('./identity/veil.ts')).veiled(known, setting)

export const joined = (known: Identity, { user, host }: Identity): Identity => {
  const { userFrom } = known
  const named = user !== undefined && userFrom !== 'token' && userFrom !== 'managed'
  return {
    ...known,
    ...(named && { user: quoteText(user), userFrom: 'payload', ...(known.user !== undefined && { account: known.user }) }),
    ...(host !== undefined && known.host === undefined && { host: quoteText(host), hostFrom: 'payload' }),
  }
}

/** Names of accounts that only a directory service knows cost a question over the network: their number does. */
const onLinux = (account: string | undefined) => ({
  user: account ?? `uid:${process.getuid?.()}`,
  userFrom: 'account' as const,
  host: hostName(),
})

const hostName = (): string | undefined => {
  try {
    return readBounded('/proc/sys/kernel/hostname', 256)?.trim()
  } catch {
    // No /proc, as in some sandboxes: then the machine has no name for us.
    return undefined
  }
}

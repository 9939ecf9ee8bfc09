/** Tokens that belong to one service, on their way to another. */

import { findSecrets, nestedLogins } from '../../detect/secrets.ts'
import { isLocal } from '../places/hosts.ts'
import { type Call, find } from '../values/analysis.ts'
import { owners } from './token-owners.gen.ts'

/** Whether a token whose name begins so may be shown to all of these hosts; undefined where nobody is known to have issued it. */
function mayBeShown(name: string, contacted: readonly string[]): boolean | undefined {
  if (!Object.hasOwn(owners, name)) return undefined
  const own = new RegExp(`(?:^|[.-])(?:${owners[name]})(?:[.-]|$)`, 'i')
  return contacted.every(host => isLocal(host) || !host.includes('.') || own.test(host))
}

/** A token in a header or as a password, that its own service did not ask for. */
export function strayToken(call: Call, contacted: readonly string[]): void {
  for (const { written, text } of call.args) {
    if (holdsStray(text, contacted)) find(call, 'exfiltration.secret-to-network', { hosts: contacted })
    if (!written.includes('$')) continue
    for (const [, name = ''] of written.matchAll(
      /\$\{?([A-Z][A-Z0-9]*_[A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|PASS|PAT|KEY|AUTH)[A-Z0-9_]*)\b/g,
    ))
      if (mayBeShown(name.slice(0, name.indexOf('_')), contacted) === false)
        find(call, 'exfiltration.secret-to-network', { hosts: contacted })
  }
}

/** Shorter than any token that is known by its form. */
const shortest = 20

/**
 * A live credential, spelled out, on its way to a host that is not its issuer's. With no host it is on its way to readers. Passwords and tokens of
 * nobody known are what people log in with.
 */
export const holdsStray = (text: string | undefined, contacted: readonly string[]): boolean =>
  text !== undefined &&
  text.length >= shortest &&
  ((contacted.length > 0 && !contacted.every(isLocal) && nestedLogins(text).length > 0) || hasStray(text, contacted))

const hasStray = (text: string, contacted: readonly string[]): boolean =>
  findSecrets(text).some(({ kind }) => {
    if (kind === 'secret.private-key') return contacted.length === 0 || !contacted.every(isLocal)
    const issuer = (kind.slice('secret.'.length).split('-', 1)[0] as string).toUpperCase()
    // Gateways and other makers of models give out keys of this form as well.
    if (issuer === 'OPENAI' && contacted.length > 0) return false
    return Object.hasOwn(owners, issuer) && (contacted.length === 0 || mayBeShown(issuer, contacted) === false)
  })

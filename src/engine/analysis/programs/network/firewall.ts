/** Firewalls, routes, and tools that scan or attack. */

import { options } from '../../calls/options.ts'
import { hostOf, isLocal } from '../../places/hosts.ts'
import { type Call, find } from '../../values/analysis.ts'
import { nothing, type Stream } from '../../values/value.ts'
import { records } from './firewall.gen.ts'

export const firewalls = records({ firewallCmd, load, networksetup, scan })

function firewallCmd(call: Call): undefined {
  if (
    call.args.some(word =>
      /^--(?:panic-on|remove-|set-default-zone=trusted|set-target=ACCEPT|add-source=(?:0\.0\.0\.0\/0|::\/0))/.test(word.text),
    )
  )
    find(call, 'network.firewall-off')
}

function networksetup(call: Call): undefined {
  if (call.args.some(word => /^-set/.test(word.text))) find(call, 'network.hijack')
}

/** Requests without number at a machine of somebody else; one's own may bear them. */
function load(call: Call): undefined {
  if (call.args.some(word => /^(?:--help|-h|-V|--version)$/.test(word.text))) return
  const away = call.args.flatMap(({ text }) => (/^(?:https?|wss?|grpc|tcp):\/\//.test(text) ? (hostOf(text) ?? []) : []))
  if (away.some(host => !isLocal(host))) find(call, 'network.scan')
}

/** A port of one's own service is a check; a network, or any way to be unseen or to break in, is an attack. */
function scan(call: Call): Stream {
  if (call.args.some(word => /^(?:--help|-V|--version|--list)$/.test(word.text))) return nothing
  const targets = options(call.args, 'p oN oX oG oA iL e D S').positional
  const away = targets.filter(word => !isLocal(hostOf(word.text) ?? word.text) && /[./]/.test(word.text))
  if (targets.length > 0 && away.length === 0 && !call.program.startsWith('msf')) return nothing
  const checks =
    call.program === 'nmap' &&
    !away.some(word => /\/\d{1,2}$|\*|\d-\d/.test(word.text)) &&
    !call.args.some(word => /^-(?:s[SUANFXMWI]|A|O|p-|iL|iR|D|S|f|-script)/.test(word.text))
  find(call, 'network.scan', checks ? { certainty: 'proved-ordinary' } : {})
  return nothing
}

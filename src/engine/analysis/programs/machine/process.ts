/** Ending processes and machines. */

import { inOrder } from '../../../matching/in-order.ts'
import type { Programs } from '../../calls/form.ts'
import { options } from '../../calls/options.ts'
import { listed } from '../../calls/unknown-call.ts'
import { type Call, find } from '../../values/analysis.ts'
import { hasTrait } from '../../values/traits.ts'
import { isKnown, nothing, type Stream, taint, type Value } from '../../values/value.ts'
import { records } from './process.gen.ts'

export const processes: Programs = records({ bus, byName, kill, listed, off })

function off(call: Call): Stream {
  if (!call.args.some(word => /^(?:-c|--help|--version|--show|-k|\/\?|\/a|\/l)$/.test(word.text))) find(call, 'process.shutdown')
  return nothing
}

/** Methods of the system's managers, called over the message bus. */
function bus(call: Call): Stream {
  const line = call.args.map(word => word.text).join(' ')
  if (/(?:^|[.\s])(?:PowerOff|Reboot|Halt|Suspend|Hibernate|HybridSleep|KExec|SoftReboot)(?:WithFlags)?(?:\s|$)/.test(line))
    find(call, 'process.shutdown')
  else if (inOrder(line, /systemd1/, /[.\s](?:StopUnit|KillUnit|MaskUnitFiles|DisableUnitFiles)(?:\s|$)/))
    find(call, 'persistence.service-stop')
  else if (
    inOrder(
      line,
      /systemd1/,
      /[.\s](?:StartUnit|StartTransientUnit|LinkUnitFiles|EnableUnitFiles\w*|SetEnvironment|SetDefaultTarget)(?:\s|$)/,
    )
  )
    find(call, 'persistence.service')
  else if (inOrder(line, /org\.gnome\.Shell\b/, /\.Eval(?:\s|$)/))
    find(call, 'execution.unknown-command', { unknown: 'what the desktop runs' })
  else if (/(?:TerminateSession|TerminateUser|KillUser|KillSession)(?:\s|$)/.test(line)) find(call, 'process.kill-all')
  else if (inOrder(line, /systemd1/, /\bEnvironment\b/)) find(call, 'secrets.dump-environment')
  else if (inOrder(line, /org\.freedesktop\.secrets?\b/, /GetSecret|SearchItems/)) find(call, 'secrets.read-keychain')
  return nothing
}

function kill(call: Call): Stream {
  if (call.args.some(word => /^-[lL]$|^--list|^--table/.test(word.text))) return nothing
  const targets = withoutSignal(call.args)
  const unseen = targets.length === 0 || targets.some(target => !isKnown(target))
  if (unseen && !/^-(?:0|s0)$/.test(call.args[0]?.text ?? '') && looksForGuard(call)) find(call, 'self.tamper')
  for (const target of targets) {
    if (/^(?:-1|1)$/.test(target.text) && target.written !== '$!' && !/^\$[?!#]$/.test(target.written))
      find(call, 'process.kill-all')
    if (/^\$\(ps\s+-?[a-z]*[eAax]/.test(target.written) && !/grep|-C|-p/.test(target.written)) find(call, 'process.kill-all')
    if ((target.taint & taint.processes) !== 0) find(call, 'process.kill-all')
    if (target.text.includes('tfy-hook')) find(call, 'self.tamper')
  }
  return nothing
}

/** `kill -9 -1`: the first dash word is a signal, a later one is a process group. */
function withoutSignal(args: readonly Value[]): readonly Value[] {
  const [first, ...rest] = args
  if (first === undefined) return []
  if (/^-(?:s|n|-signal)$/.test(first.text)) return rest.slice(1).filter(word => word.text !== '--')
  if (first.text === '-1' && rest.length === 0) return args
  if (first.text === '--') return rest
  if (/^-/.test(first.text)) return rest.filter(word => word.text !== '--')
  return args
}

const vital =
  /^(?:init|systemd|launchd|sshd|dockerd|containerd|kubelet|Xorg|Finder|loginwindow|WindowServer|kernel_task|dbus-daemon|NetworkManager|systemd-\w+|explorer|lsass|winlogon|csrss|svchost|auditd|rsyslogd|falcon-sensor|clamd|osqueryd|crowdstrike)(?:\.exe)?$/i

function byName(call: Call): Stream {
  const given = options(
    call.args.filter(word => !/^-(?:\d+|(?:SIG)?[A-Z]{2,})$/.test(word.text)),
    's u U g G t P signal user n uid euid group session terminal ns nslist parent F pidfile',
  )
  const user = given.values.get('u') ?? given.values.get('user') ?? given.values.get('U')
  if (user !== undefined && given.positional.filter(word => word.text !== '').length === 0) find(call, 'process.kill-all')
  for (const name of given.positional) {
    if (/^(?:\.|\.\*|\*|\^|\.\+|\$|\[a-z\]|)$/.test(name.text) || vital.test(name.text)) find(call, 'process.kill-all')
    if (meansGuard(name.text)) find(call, 'self.tamper')
  }
  return nothing
}

/** Whether the numbers of processes in this script may be this guard's: a program before asked for its name. */
function looksForGuard({ analysis }: Call): boolean {
  return analysis.invocations.some(
    ({ program, argv }) =>
      program !== undefined && hasTrait(program, 'finds') && argv.some(word => word !== undefined && meansGuard(word)),
  )
}

/** Names as processes are looked for: plain, or a pattern that leaves letters out. */
function meansGuard(text: string): boolean {
  const name = 'tfy-hook'
  if (text.replace(/[[\]\\"']/g, '').includes(name)) return true
  if (text.length > 100 || !/[th][fo][yo]/.test(text)) return false
  try {
    return new RegExp(text).test(name)
  } catch {
    return false
  }
}

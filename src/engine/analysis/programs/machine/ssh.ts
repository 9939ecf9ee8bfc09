/** `ssh`: what it runs there, what it sends there, and the ports it forwards. */

import { runSetting } from '../../calls/following.ts'
import { has, options } from '../../calls/options.ts'
import { readPath } from '../../effects/file-effects.ts'
import { hosts, sent } from '../../effects/sockets.ts'
import { isUnownedTemporary } from '../../places/place-kinds.ts'
import { type Call, find, fork, wrapped } from '../../values/analysis.ts'
import { HOLE, isKnown, nothing, type Stream, taint, type Value } from '../../values/value.ts'
import { executed } from '../code/shells.ts'

export function ssh(call: Call): Stream {
  const given = options(call.args, 'b c D E e F I i J L l m O o p Q R S W w B', true)
  const [target, ...behind] = given.positional
  const rest = behind[0]?.text === '--' ? behind.slice(1) : behind
  for (const [name, value] of given.every) {
    if (name === 'o') runSetting(value.text, call)
    else if (name === 'F' && isUnownedTemporary(value.text, call.analysis) && !call.analysis.files.has(value.text))
      find(call, 'execution.preload', { unknown: 'what the settings run' })
    else if (name === 'F') ofFile(value, call)
    else if (name === 'W') hosts(call, [value])
    else if (name === 'L') hosts(call, [{ ...value, text: value.text.replace(/^(?:(?:\[[^\]]*\]|[^:]*):)?\d+:(?=.*:)/, '') }])
  }
  if (target !== undefined && !isKnown(target)) call.invocation.unknownHost = true
  else if (target !== undefined)
    call.analysis.hosts.push(
      target.text
        .replace(/^ssh:\/\//, '')
        .replace(/^[^@]*@/, '')
        .replace(/[:/].*$/s, ''),
    )
  if (rest.length > 0) {
    const source = rest.map(word => word.text.split(HOLE).join('$UNKNOWN_PART')).join(' ')
    call.analysis.script(source, wrapped(call, true), call.stdin)
  } else if (target !== undefined && (call.stdin.text ?? call.stdin.by) !== undefined)
    executed(call.stdin, { ...call, env: fork(call.env, { remote: true, cwd: undefined }) })
  sent(call, call.stdin.taint & ~taint.system)
  if (has(given, 'R') || opensPort(call.args, has(given, 'g'))) find(call, 'network.tunnel')
  return { text: undefined, taint: taint.download }
}

/** `ssh`, begun again whenever it ends. Its own option takes a port. */
export const autossh = (call: Call): Stream =>
  ssh({ ...call, args: call.args.filter(({ text }, at) => !/^-M/.test(text) && call.args[at - 1]?.text !== '-M') })

/** Commands in settings that this script wrote, or that can be read. */
function ofFile(file: Value, call: Call): void {
  const { text = '' } = readPath(file, call.env, call.analysis, call.invocation)
  for (const line of text.split('\n')) {
    const [, command] = /^\s*Match\b.*?\bexec\s+(?:"([^"]+)"|\S+)/i.exec(line) ?? []
    if (command !== undefined) call.analysis.script(command, wrapped(call), nothing)
    else runSetting(line.trim().replace(/\s+|\s*=\s*/, '='), call)
  }
}

/** A forwarded port on all addresses, not only this machine's own. */
function opensPort(args: readonly Value[], all: boolean): boolean {
  return args.some(({ text }, index) => {
    const [, flag, attached] = /^-[fgNnqTvCAaXx46]*([DL])(.*)$/s.exec(text) ?? []
    if (flag === undefined) return false
    const value = attached === '' ? (args[index + 1]?.text ?? '') : (attached as string)
    const bind = flag === 'D' ? /^(.*):\d+$/.exec(value)?.[1] : /^(.*?):\d+:[^:]+:\d+$/.exec(value)?.[1]
    return all || (bind !== undefined && /^(?:0\.0\.0\.0|\*|\[?::\]?|)$/.test(bind))
  })
}

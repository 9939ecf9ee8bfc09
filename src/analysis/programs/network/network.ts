/** Sockets, transfers, tunnels, name lookups. */

import { has, options } from '../../calls/options.ts'
import { overwritten, readPath } from '../../effects/file-effects.ts'
import { hosts, sent } from '../../effects/sockets.ts'
import { hostOf, isLocal } from '../../places/hosts.ts'
import { isUnownedTemporary } from '../../places/place-kinds.ts'
import { type Call, find, type Handler, wrapped } from '../../values/analysis.ts'
import { literal, nothing, type Stream, taint, type Value } from '../../values/value.ts'

export const network: Readonly<Record<string, Handler>> = {
  nc: netcat,
  ncat: netcat,
  netcat: netcat,
  'nc.traditional': netcat,
  'nc.openbsd': netcat,
  socat,
  telnet: call => {
    hosts(call, options(call.args).positional.slice(0, 1))
    sent(call, call.stdin.taint)
    return { text: undefined, taint: taint.download }
  },
  scp: call => transfer(call, 'c D F i J l o P S X'),
  sftp: call => transfer(call, 'b B c D F i J l o P R S s X'),
  ftp: call => transfer(call, 'N o P r T u'),
  lftp: call => transfer(call, 'e c u p f'),
  openssl,
  ssh: call => {
    const given = options(call.args, 'b c D E e F I i J L l m O o p Q R S W w B', true)
    sent(call, call.stdin.taint & ~taint.system)
    if (has(given, 'R') || opensPort(call.args, has(given, 'g'))) find(call, 'network.tunnel')
    return { text: undefined, taint: taint.download }
  },
  logger: call => {
    const given = options(call.args, 'n server P port f file t tag p priority i id s')
    const server = given.values.get('n') ?? given.values.get('server')
    const file = given.values.get('f') ?? given.values.get('file')
    const read = file === undefined ? call.stdin : readPath(file, call.env, call.analysis, call.invocation)
    const bits = given.positional.reduce((sum, word) => sum | word.taint, read.taint)
    if (server !== undefined) sent(call, bits, [server.text], true)
    return nothing
  },
  ngrok: tunnel,
  cloudflared: call => (call.args.some(word => /^tunnel|^access/.test(word.text)) ? tunnel(call) : nothing),
  localtunnel: tunnel,
  lt: tunnel,
  bore: tunnel,
  chisel: tunnel,
  frpc: tunnel,
  gost: tunnel,
  tailscale: call => (/^(?:funnel)$/.test(call.args[0]?.text ?? '') ? tunnel(call) : nothing),
  dig: lookup,
  nslookup: lookup,
  host: lookup,
  ping: lookup,
  drill: lookup,
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

function netcat(call: Call): Stream {
  const given = options(call.args, 'e c g G i I m M o O p P q s T V w W x X exec sh-exec lua-exec source proxy proxy-type')
  const program =
    given.values.get('e') ??
    given.values.get('exec') ??
    given.values.get('c') ??
    given.values.get('sh-exec') ??
    given.values.get('lua-exec')
  const contacted = given.positional.slice(0, 1).map(word => word.text)
  call.analysis.hosts.push(...contacted)
  const listening = has(given, 'l', 'listen')
  if (program !== undefined) find(call, listening ? 'network.listener-shell' : 'network.reverse-shell', { hosts: contacted })
  else if (has(given, 'z')) return nothing
  sent(call, call.stdin.taint, contacted)
  if ((call.stdin.taint & taint.file) !== 0 && (call.stdin.taint & taint.secret) === 0 && !contacted.every(isLocal))
    find(call, 'exfiltration.file-to-network', { hosts: contacted, certainty: 'proved-ordinary' })
  return { text: undefined, taint: taint.download }
}

function socat(call: Call): Stream {
  const addresses = options(call.args, 'b t T L lf').positional
  const runs = addresses.find(word => /^(?:exec|system|shell):/i.test(word.text))
  const net = addresses.find(word => /^(?:tcp|udp|openssl|ssl|sctp|vsock|socks|proxy)/i.test(word.text))
  if (runs !== undefined && net !== undefined) {
    const listening = /listen|-l:/i.test(net.text)
    find(call, listening ? 'network.listener-shell' : 'network.reverse-shell')
  }
  if (runs !== undefined)
    call.analysis.script(
      runs.text.slice(runs.text.indexOf(':') + 1).replace(/,(?:pty|stderr|setsid|sigint|sane|ctty|echo).*$/s, ''),
      wrapped(call),
      nothing,
    )
  if (net !== undefined) sent(call, call.stdin.taint)
  return { text: undefined, taint: net === undefined ? 0 : taint.download }
}

function transfer(call: Call, valued: string): Stream {
  const given = options(call.args, valued)
  const transport = given.values.get('S')
  if (transport !== undefined && (call.program === 'scp' || call.program === 'sftp')) {
    if (transport.text[0] === '.' || isUnownedTemporary(transport.text, call.analysis)) find(call, 'execution.preload')
    call.analysis.script(transport.text, wrapped(call), nothing)
  }
  for (const put of (call.stdin.text ?? '').matchAll(/^[^\S\n]*(?:m?put|send)\s+(\S+)/gm))
    sent(call, readPath(literal(put[1] as string), call.env, call.analysis, call.invocation).taint, [], true)
  const target = given.positional.at(-1)
  const isRemote = (word: Value): boolean => /^[^/]+:|^\w+:\/\//.test(word.text)
  for (const word of given.positional) {
    const host = isRemote(word) ? hostOf(word.text) : undefined
    if (host !== undefined) call.analysis.hosts.push(host)
  }
  let bits = call.stdin.taint
  for (const source of given.positional.slice(0, -1))
    if (!isRemote(source)) bits |= readPath(source, call.env, call.analysis, call.invocation).taint
  if (target === undefined) return nothing
  if (isRemote(target)) sent(call, bits, [hostOf(target.text) ?? ''], true)
  else if (given.positional.length > 1) overwritten(target, 'create', call.env, call.analysis, call.invocation)
  if (call.program === 'lftp' || call.program === 'ftp') {
    const script = given.values.get('e') ?? given.values.get('c')
    if (script !== undefined && /\b(?:put|mput|mirror\s+-R)\b/.test(script.text))
      find(call, 'exfiltration.file-to-network', { certainty: 'proved-ordinary' })
  }
  return nothing
}

function openssl(call: Call): Stream {
  const verb = call.args[0]?.text ?? ''
  const given = options(call.args.slice(1), 'in out connect accept k pass K iv e inkey port')
  const file = given.values.get('in')
  let { taint: bits } = call.stdin
  if (file !== undefined && file.text[0] !== '-') bits |= readPath(file, call.env, call.analysis, call.invocation).taint
  if (verb === 's_client') {
    const host = given.values.get('connect')?.text.split(':')[0]
    if (host !== undefined) call.analysis.hosts.push(host)
    sent(call, call.stdin.taint, host === undefined ? [] : [host])
    return { text: undefined, taint: taint.download }
  }
  const decodes = call.args.some(word => word.text === '-d' || word.text === '-D')
  return { text: undefined, taint: decodes ? bits | taint.decoded : bits }
}

function tunnel(call: Call): Stream {
  if (!call.args.some(word => /^(?:--version|--help|version|help|config|login|list|status)$/.test(word.text)))
    find(call, 'network.tunnel')
  return nothing
}

/** A name lookup whose name carries data. */
function lookup(call: Call): Stream {
  for (const word of call.args) {
    if ((word.taint & (taint.secret | taint.environment)) !== 0) find(call, 'exfiltration.secret-to-network')
    else if ((word.taint & taint.file) !== 0 && word.unknown?.includes('$(') === true && word.text.includes('.'))
      find(call, 'exfiltration.dns')
  }
  return nothing
}

/** Sockets, transfers, tunnels, name lookups. */

import { isOneOf } from '../../../matching/words.ts'
import type { Programs } from '../../calls/form.ts'
import { has, type Options, options } from '../../calls/options.ts'
import { put } from '../../effects/file-copies.ts'
import { overwritten, readPath } from '../../effects/file-effects.ts'
import { letsOut } from '../../effects/let-out.ts'
import { hosts, sent } from '../../effects/sockets.ts'
import { isLocal } from '../../places/hosts.ts'
import { isKin } from '../../places/origins.ts'
import { boundedPath } from '../../places/paths.ts'
import { isUnownedTemporary } from '../../places/place-kinds.ts'
import { type Call, find, wrapped } from '../../values/analysis.ts'
import { bytesOf, isVast } from '../../values/sizes.ts'
import { literal, nothing, type Stream, taint } from '../../values/value.ts'

export const network: Programs = {
  'nc ncat netcat nc.traditional nc.openbsd': netcat,
  socat,
  telnet: call => {
    sent(call, call.stdin.taint, hosts(call, options(call.args, 'l n b S X e k').positional.slice(0, 1)))
    return { text: undefined, taint: taint.download }
  },
  scp: { valued: 'c D F i J l P X', settings: 'o', runs: 'S', operands: 'from... to', rehearsal: '', also: transport },
  sftp: { valued: 'b B c D F i J l P R s X', settings: 'o', runs: 'S', rehearsal: '', also: transport },
  'ftp tnftp': { valued: 'N o P q r s T', rehearsal: '', also: transport },
  lftp: { valued: 'c e f p u', rehearsal: '', also: transport },
  openssl,
  logger: call => {
    const given = options(call.args, 'n server P port f file t tag p priority i id s')
    const server = given.values.get('n') ?? given.values.get('server')
    const file = given.values.get('f') ?? given.values.get('file')
    const read = file === undefined ? call.stdin : readPath(file, call.env, call.analysis, call.invocation)
    const bits = given.positional.reduce((sum, word) => sum | word.taint, read.taint)
    if (server !== undefined) sent(call, bits, [server.text], true)
    return nothing
  },
  'ngrok localtunnel lt bore chisel frpc gost': tunnel,
  cloudflared: call => (call.args.some(word => /^tunnel|^access/.test(word.text)) ? tunnel(call) : nothing),
  tailscale: call => (/^(?:funnel)$/.test(call.args[0]?.text ?? '') ? tunnel(call) : nothing),
  'dig nslookup host ping drill': lookup,
}

function netcat(call: Call): Stream {
  const given = options(call.args, 'e c g G i I m M o O p P q s T V w W x X exec sh-exec lua-exec source proxy proxy-type')
  const program =
    given.values.get('e') ??
    given.values.get('exec') ??
    given.values.get('c') ??
    given.values.get('sh-exec') ??
    given.values.get('lua-exec')
  const contacted = hosts(call, given.positional.slice(0, 1))
  const listening = has(given, 'l', 'listen')
  if (program !== undefined) find(call, listening ? 'network.listener-shell' : 'network.reverse-shell', { hosts: contacted })
  else if (has(given, 'z')) return nothing
  sent(call, call.stdin.taint, contacted)
  dropped(call, contacted)
  return { text: undefined, taint: taint.download }
}

/** Files that go into a bare socket: whoever uploads for a reason has a service for it. */
function dropped(call: Call, contacted: readonly string[]): void {
  const { stdin, analysis } = call
  if ((stdin.taint & taint.file) === 0 || (stdin.taint & taint.secret) !== 0 || contacted.every(isLocal)) return
  const isOwn = contacted.every(host => isKin(host, analysis))
  find(call, 'exfiltration.file-to-network', {
    hosts: contacted,
    ...(isOwn ? { certainty: 'proved-ordinary' } : { unknown: 'who gets these files' }),
  })
}

function socat(call: Call): Stream {
  const addresses = options(call.args, 'b t T L lf').positional
  const runs = addresses.find(word => /^(?:exec|system|shell):/i.test(word.text))
  const net = addresses.find(word => /^(?:tcp|udp|openssl|ssl|sctp|vsock|socks|proxy)/i.test(word.text))
  if (runs !== undefined && net !== undefined) {
    const listening = /listen|-l:/i.test(net.text)
    find(call, listening ? 'network.listener-shell' : 'network.reverse-shell')
  }
  // Whoever reaches the port is root.
  if (
    net !== undefined &&
    /listen|-l:/i.test(net.text) &&
    addresses.some(word => /(?:docker|podman|containerd|crio)(?:(?!docker|podman|containerd|crio)\S)*\.sock/.test(word.text))
  )
    find(call, 'network.listener-shell')
  if (runs !== undefined)
    call.analysis.script(
      runs.text.slice(runs.text.indexOf(':') + 1).replace(/,(?:pty|stderr|setsid|sigint|sane|ctty|echo).*$/s, ''),
      wrapped(call),
      nothing,
    )
  let bits = 0
  for (const word of addresses) {
    const [, path] = /^(?:file|g?open|create):([^,]*)/i.exec(word.text) ?? []
    if (path !== undefined) bits |= readPath({ ...word, text: path }, call.env, call.analysis, call.invocation).taint
  }
  if (net === undefined) return { text: undefined, taint: bits }
  const contacted = hosts(call, [{ ...net, text: net.text.replace(/^[^:]*:|,.*$/gs, '') }])
  sent(call, call.stdin.taint | bits, contacted)
  dropped(call, contacted)
  return { text: undefined, taint: taint.download | bits }
}

/** What the commands of a session send, in a file, on the input or behind an option. */
function transport(call: Call, given: Options): Stream {
  const { env, analysis, invocation, stdin } = call
  const own = given.values.get('S')
  if (own !== undefined && (own.text[0] === '.' || isUnownedTemporary(own.text, analysis))) find(call, 'execution.preload')
  if (call.program === 'scp') return nothing
  const [server, target] = given.positional
  const contacted = server === undefined ? [] : hosts(call, [server])
  if (target !== undefined) overwritten(target, 'create', env, analysis, invocation)
  const batch = given.values.get('b') ?? given.values.get('f')
  const script = (given.values.get('e') ?? given.values.get('c'))?.text
  const texts = [script, stdin.text, batch === undefined ? undefined : readPath(batch, env, analysis, invocation).text]
  // `!command` runs here.
  for (const text of texts)
    for (const [, command = ''] of (text ?? '').matchAll(/(?:^|[\n;])[^\S\n]*!([^\n]+)/g))
      analysis.script(command, wrapped(call), nothing)
  for (const text of texts)
    for (const [, words = ''] of (text ?? '').matchAll(
      /(?:^|[\n;])[^\S\n]*(?:m?put|send|reput|mirror\s+-\S*R\S*)\s+([^\n;]+)/g,
    )) {
      const sources = words.split(/\s+/).filter(word => word !== '' && word[0] !== '-')
      const bits = sources.map(word => readPath({ ...literal(word), glob: true }, env, analysis, invocation).taint)
      sent(
        call,
        bits.reduce((sum, more) => sum | more, 0),
        contacted,
        true,
      )
    }
  sent(call, stdin.taint, contacted, true)
  return nothing
}

function openssl(call: Call): Stream {
  const verb = call.args[0]?.text ?? ''
  const given = options(call.args.slice(1), 'in out connect host servername proxy accept k pass K iv e inkey port')
  const file = given.values.get('in')
  const out = given.values.get('out')
  if (out !== undefined) overwritten(out, 'replace', call.env, call.analysis, call.invocation)
  let { taint: bits } = call.stdin
  if (/^(?:dgst|md5|sha\d+)$/.test(verb) && !has(given, 'sign', 'prverify')) return letsOut(call, 'digest')
  // A certificate, a signature or a public key is no secret, and of a key beside it nothing is shown.
  const says = (option: string): boolean => call.args.some(word => word.text === option)
  const open =
    /^(?:x509|crl|verify|ocsp|pkcs7|crl2pkcs7)$/.test(verb) ||
    (/^(?:rsa|ec|dsa|pkey)$/.test(verb) && says('-pubout') && !says('-text') && out?.text !== '-pubout')
  if (file !== undefined && !open && file.text[0] !== '-') bits |= readPath(file, call.env, call.analysis, call.invocation).taint
  if (verb === 's_client') {
    const [named] = given.positional
    const address = given.values.get('connect') ?? given.values.get('host') ?? named
    const contacted = address === undefined ? [] : hosts(call, [address])
    sent(call, call.stdin.taint, contacted)
    dropped(call, contacted)
    return { text: undefined, taint: taint.download }
  }
  if (verb === 'rand' && isVast(bytesOf(given.positional[0]?.text ?? ''))) {
    if (out !== undefined) find(call, 'disk.fill')
    bits |= taint.endless
  }
  const decodes = says('-d') || says('-D')
  const made: Stream = { text: undefined, taint: decodes ? bits | taint.decoded : bits }
  if (out === undefined || made.taint === 0) return made
  put(boundedPath(out, call.env, call.analysis), made, call.analysis)
  return nothing
}

function tunnel(call: Call): Stream {
  const { positional, flags } = options(
    call.args,
    'config f credentials-file cred-file origincert url hostname name loglevel log log-level log-format logfile region authtoken',
  )
  const command = positional[positional[0]?.text === 'tunnel' ? 1 : 0]?.text ?? ''
  if (
    !flags.has('version') &&
    !flags.has('help') &&
    !isOneOf(' version help config login list status ingress validate ', command)
  )
    find(call, 'network.tunnel')
  return nothing
}

/** A name lookup, and one whose name carries data. */
function lookup(call: Call): Stream {
  const { positional, values } = options(call.args, 'b c f i I k p q s t w W x')
  const names = positional.filter(({ text }) => /[.@:]/.test(text))
  const asked = call.program === 'host' ? undefined : values.get('f')
  // Each of its lines is asked for by name.
  if (asked !== undefined) sent(call, readPath(asked, call.env, call.analysis, call.invocation).taint)
  hosts(
    call,
    names.map(word => ({ ...word, text: word.text.replace(/^@/, '') })),
  )
  for (const word of call.args) {
    if ((word.taint & (taint.secret | taint.environment)) !== 0) find(call, 'exfiltration.secret-to-network')
    else if ((word.taint & taint.file) !== 0 && word.unknown?.includes('$(') === true && word.text.includes('.'))
      find(call, 'exfiltration.dns')
    else if (/\0\./.test(word.text) && /\$\(|`/.test(word.unknown ?? '') && !isLocal(word.text))
      find(call, 'exfiltration.dns', { unknown: `what ${word.unknown} prints` })
  }
  return nothing
}

/** Downloading, sending, listening. */

import { hostOf, isLocal, isMetadataHost } from '../hosts.ts'
import { has, type Options, options } from '../options.ts'
import { place } from '../paths.ts'
import { wrapped } from '../runners.ts'
import { type Call, find, type Handler, record, type Session } from '../session.ts'
import { known, literal, nothing, type Stream, type Text, taint } from '../text.ts'
import { overwritten, readPath } from '../touch.ts'

export const network: Readonly<Record<string, Handler>> = {
  curl,
  wget,
  wget2: wget,
  aria2c: call => download(call, options(call.args, 'o d out dir i s x j'), ['o', 'out']),
  axel: call => download(call, options(call.args, 'o n'), ['o']),
  fetch: call => download(call, options(call.args, 'o'), ['o']),
  http: httpie,
  https: httpie,
  xh: httpie,
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
  rclone: call =>
    /^(?:copy|sync|move|copyto|moveto|rcat)$/.test(call.args[0]?.text ?? '')
      ? transfer({ ...call, args: call.args.slice(1) }, 'config')
      : nothing,
  openssl,
  ssh: call => {
    const given = options(call.args, 'b c D E e F I i J L l m O o p Q R S W w B', true)
    sent(call, call.stdin.taint)
    if (has(given, 'R')) find(call, 'network.tunnel')
    return { text: undefined, taint: taint.download }
  },
  lynx: page,
  links: page,
  elinks: page,
  w3m: page,
  ngrok: tunnel,
  cloudflared: call => (call.args.some(word => /^tunnel|^access/.test(word.text)) ? tunnel(call) : nothing),
  localtunnel: tunnel,
  lt: tunnel,
  bore: tunnel,
  chisel: tunnel,
  frpc: tunnel,
  gost: tunnel,
  tailscale: call => (/^(?:funnel)$/.test(call.args[0]?.text ?? '') ? tunnel(call) : nothing),
  iptables: firewall,
  ip6tables: firewall,
  nft: call => (call.args.some(word => /^(?:flush|delete|destroy)$/.test(word.text)) ? off(call) : nothing),
  ufw: call => (call.args.some(word => /^(?:disable|reset)$/.test(word.text)) ? off(call) : nothing),
  pfctl: call => (call.args.some(word => /^-(?:d|F)/.test(word.text)) ? off(call) : nothing),
  'firewall-cmd': call =>
    call.args.some(word => /^--(?:panic-on|remove-|set-default-zone=trusted)/.test(word.text)) ? off(call) : nothing,
  ip: call =>
    /^(?:link|route|addr|address)$/.test(call.args[0]?.text ?? '') &&
    call.args.some(word => /^(?:del|delete|flush|down|replace)$/.test(word.text))
      ? hijack(call)
      : nothing,
  ifconfig: call => (call.args.at(-1)?.text === 'down' ? hijack(call) : nothing),
  route: call => (call.args.some(word => /^(?:del|delete|flush|add)$/.test(word.text)) ? hijack(call) : nothing),
  networksetup: call => (call.args.some(word => /^-set/.test(word.text)) ? hijack(call) : nothing),
  arpspoof: hijack,
  ettercap: hijack,
  bettercap: hijack,
  nmap: scan,
  masscan: scan,
  hydra: scan,
  sqlmap: scan,
  nikto: scan,
  gobuster: scan,
  msfconsole: scan,
  msfvenom: scan,
  medusa: scan,
  hping3: scan,
  zmap: scan,
  dig: lookup,
  nslookup: lookup,
  host: lookup,
  ping: lookup,
  drill: lookup,
}

/** A program whose input or output is a socket. */
export function reverseShell(words: readonly Text[], socket: Text, session: Session): void {
  const host = socket.text.split('/')[3] ?? ''
  session.hosts.push(host)
  const name = words[0]?.text.replace(/^.*\//, '') ?? ''
  if (/^(?:sh|bash|zsh|dash|ksh|fish)$/.test(name) || (name === 'exec' && !isLocal(host)))
    record(session, 'network.reverse-shell', { hosts: [host] })
  else if (/^(?:cat|tar|base64|env|printenv)$/.test(name) && !isLocal(host))
    record(session, 'exfiltration.file-to-network', { hosts: [host] })
}

const curlValued =
  'A b c C d D e E F h H K m o P Q r s-x t T u U w x X y Y z data data-raw data-binary data-ascii data-urlencode json form form-string upload-file output output-dir header user user-agent request url cookie cookie-jar proxy config write-out max-time connect-timeout cacert cert key referer retry retry-delay range resolve interface limit-rate ciphers proto unix-socket netrc-file oauth2-bearer aws-sigv4 dump-header trace trace-ascii stderr url-query connect-to doh-url dns-servers'

function curl(call: Call): Stream {
  const given = options(call.args, curlValued)
  const config = given.values.get('K') ?? given.values.get('config')
  const addresses = [...given.positional]
  const url = given.values.get('url')
  if (url !== undefined) addresses.push(url)
  let bits = 0
  let posted = false
  for (const [index, word] of call.args.entries()) {
    const joined =
      /^(?:--(?:data|data-raw|data-binary|data-ascii|data-urlencode|json|form|upload-file|url-query)=|-[dFT](?=.))(.*)$/s.exec(
        word.text,
      )
    const takes =
      /^(?:-[a-zA-Z]*[dFT]|--data(?:-raw|-binary|-ascii|-urlencode)?|--json|--form|--upload-file|-H|--header|-b|--cookie|-u|--user|-e|--referer|-A|--user-agent|--url-query)$/.test(
        word.text,
      )
    const value = joined !== null ? { ...word, text: joined[1] as string } : takes ? call.args[index + 1] : undefined
    if (value === undefined) continue
    const credential = /^-[Hub]$|^--(?:header|user|cookie)$/.test(word.text)
    bits |= credential ? value.taint & ~taint.environment : value.taint
    const upload = /^-[a-zA-Z]*T|^--upload-file/.test(word.text)
    const file = upload ? value.text : /^(?:[^=@<]{0,200}=)?[@<](.+)$/s.exec(value.text)?.[1]
    const isRaw = /^--data-raw/.test(word.text) || /^-[HbueA]$|^--(?:header|cookie|user|referer|user-agent)$/.test(word.text)
    if (file === undefined || isRaw) continue
    posted = true
    if (/^\/etc\//.test(file)) find(call, 'exfiltration.file-to-network')
    if (/^(?:-|\.|\/dev\/stdin)$/.test(file.replace(/;.*$/, ''))) bits |= call.stdin.taint
    else
      bits |= readPath(
        { ...value, text: file.replace(/;(?:type|filename)=.*$/, '') },
        call.scope,
        call.session,
        call.invocation,
      ).taint
  }
  for (const address of addresses) bits |= address.taint
  const contacted = hosts(call, addresses)
  metadata(call, contacted, addresses)
  sent(call, bits, contacted, posted)
  if (addresses.some(address => (address.taint & taint.secret) !== 0))
    find(call, 'exfiltration.secret-to-network', { hosts: contacted })
  for (const address of addresses)
    if (address.text.startsWith('file://'))
      return readPath(literal(address.text.slice(7), address.written), call.scope, call.session, call.invocation)
  if (config !== undefined) readPath(config, call.scope, call.session, call.invocation)
  const out: Stream = { text: undefined, taint: taint.download }
  const file = given.values.get('o') ?? given.values.get('output')
  if (file !== undefined && file.text !== '-') return saved(file, out, call)
  if (has(given, 'O', 'remote-name', 'remote-name-all')) for (const address of addresses) saved(nameOf(address), out, call)
  if (has(given, 'O', 'remote-name') || (has(given, 'I', 'head') && !has(given, 'i'))) return nothing
  return out
}

function saved(file: Text, out: Stream, call: Call): Stream {
  if (/^\/dev\/(?:stdout|fd\/1)$/.test(file.text)) return out
  const { path } = overwritten(file, 'replace', call.scope, call.session, call.invocation)
  if (path !== undefined && path !== '/dev/null' && call.session.files.size < 200) call.session.files.set(path, out)
  return nothing
}

function nameOf(address: Text): Text {
  const path = address.text.replace(/[?#].*$/, '')
  return literal(path.slice(path.lastIndexOf('/') + 1) || 'index.html', address.written)
}

function wget(call: Call): Stream {
  const given = options(
    call.args,
    'O o a P i B t T w Q e U X A R D I l output-document output-file directory-prefix input-file tries timeout wait user-agent header post-data post-file body-data body-file method user password load-cookies save-cookies referer execute',
  )
  const contacted = hosts(call, given.positional)
  metadata(call, contacted, given.positional)
  let bits = 0
  let posted = false
  for (const name of ['post-file', 'body-file', 'input-file', 'i']) {
    const file = given.values.get(name)
    if (file === undefined) continue
    posted = posted || (name.endsWith('-file') && name !== 'input-file')
    bits |= file.text === '-' ? call.stdin.taint : readPath(file, call.scope, call.session, call.invocation).taint
  }
  for (const name of ['post-data', 'body-data', 'header', 'user', 'password']) bits |= given.values.get(name)?.taint ?? 0
  for (const address of given.positional) bits |= address.taint
  sent(call, bits, contacted, posted)
  const asked = given.values.get('use-askpass')
  if (asked !== undefined) call.session.script(asked.text, wrapped(call), nothing)
  const out: Stream = { text: undefined, taint: taint.download }
  const file = given.values.get('O') ?? given.values.get('output-document')
  if (file !== undefined) return file.text === '-' ? out : saved(file, out, call)
  const folder = given.values.get('P') ?? given.values.get('directory-prefix')
  for (const address of given.positional) {
    const name = nameOf(address)
    saved(folder === undefined ? name : { ...name, text: `${folder.text}/${name.text}` }, out, call)
  }
  return nothing
}

function download(call: Call, given: Options, outputs: readonly string[]): Stream {
  const contacted = hosts(call, given.positional)
  metadata(call, contacted, given.positional)
  const file = outputs.map(name => given.values.get(name)).find(value => value !== undefined)
  const out: Stream = { text: undefined, taint: taint.download }
  for (const address of given.positional) saved(file ?? nameOf(address), out, call)
  return out
}

function httpie(call: Call): Stream {
  const given = options(call.args, 'o a b output auth session verify cert')
  const addresses = given.positional.filter(word => /[./:]/.test(word.text)).slice(0, 1)
  const contacted = hosts(
    call,
    addresses.map(word => (word.text.includes('://') ? word : { ...word, text: `http://${word.text}` })),
  )
  metadata(call, contacted, addresses)
  let bits = call.stdin.taint
  for (const word of given.positional) {
    const file = /(?:=|:=)?@(.+)$/.exec(word.text)
    bits |= word.taint
    if (file !== null && word.text.includes('=@'))
      bits |= readPath({ ...word, text: file[1] as string }, call.scope, call.session, call.invocation).taint
  }
  sent(call, bits, contacted, false)
  return { text: undefined, taint: taint.download }
}

function hosts(call: Call, addresses: readonly Text[]): string[] {
  const found: string[] = []
  for (const address of addresses) {
    const text = /^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(address.text) ? address.text : `http://${address.text}`
    const host = hostOf(text)
    if (host !== undefined && known(literal(host)) !== undefined) found.push(host)
  }
  for (const host of found) if (call.session.hosts.length < 200) call.session.hosts.push(host)
  return found
}

function metadata(call: Call, contacted: readonly string[], _addresses: readonly Text[]): void {
  if (contacted.some(isMetadataHost)) find(call, 'network.metadata-service', { hosts: contacted })
}

/** Something leaves the machine. */
export function sent(call: Call, bits: number, contacted: readonly string[] = [], posted = false): void {
  if ((call.stdin.taint & taint.shell) !== 0) find(call, 'network.reverse-shell', { hosts: contacted })
  if ((bits & (taint.secret | taint.environment)) !== 0) find(call, 'exfiltration.secret-to-network', { hosts: contacted })
  else if (posted && (bits & taint.file) !== 0 && !contacted.every(isLocal))
    find(call, 'exfiltration.file-to-network', { hosts: contacted, certainty: 'proved-ordinary' })
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
  call.session.hosts.push(...contacted)
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
    call.session.script(
      runs.text.slice(runs.text.indexOf(':') + 1).replace(/,(?:pty|stderr|setsid|sigint|sane|ctty|echo).*$/, ''),
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
    if (/^(?:\/tmp|\/var\/tmp|\/dev\/shm|\.)/.test(transport.text)) find(call, 'execution.preload')
    call.session.script(transport.text, wrapped(call), nothing)
  }
  for (const put of (call.stdin.text ?? '').matchAll(/^\s*(?:m?put|send)\s+(\S{1,400})/gm))
    sent(call, readPath(literal(put[1] as string), call.scope, call.session, call.invocation).taint, [], true)
  const target = given.positional.at(-1)
  const isRemote = (word: Text): boolean => /^[^/]{1,255}:|^\w{1,10}:\/\//.test(word.text)
  for (const word of given.positional) {
    const host = isRemote(word) ? hostOf(word.text) : undefined
    if (host !== undefined) call.session.hosts.push(host)
  }
  let bits = call.stdin.taint
  for (const source of given.positional.slice(0, -1))
    if (!isRemote(source)) bits |= readPath(source, call.scope, call.session, call.invocation).taint
  if (target === undefined) return nothing
  if (isRemote(target)) sent(call, bits, [hostOf(target.text) ?? ''], true)
  else if (given.positional.length > 1) overwritten(target, 'create', call.scope, call.session, call.invocation)
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
  if (file !== undefined && file.text[0] !== '-') bits |= readPath(file, call.scope, call.session, call.invocation).taint
  if (verb === 's_client') {
    const host = given.values.get('connect')?.text.split(':')[0]
    if (host !== undefined) call.session.hosts.push(host)
    sent(call, call.stdin.taint, host === undefined ? [] : [host])
    return { text: undefined, taint: taint.download }
  }
  const decodes = call.args.some(word => word.text === '-d' || word.text === '-D')
  return { text: undefined, taint: decodes ? bits | taint.decoded : bits }
}

function page(call: Call): Stream {
  hosts(call, options(call.args).positional)
  return { text: undefined, taint: taint.download }
}

function tunnel(call: Call): Stream {
  if (!call.args.some(word => /^(?:--version|--help|version|help|config|login|list|status)$/.test(word.text)))
    find(call, 'network.tunnel')
  return nothing
}

function firewall(call: Call): Stream {
  const given = options(call.args, 't j p s d i o m P A I D')
  const flush = call.args.some(word => /^-(?:F|X|Z)$|^--flush|^--delete-chain/.test(word.text))
  const accepting = call.args.some((word, index) => /^-P$|^--policy$/.test(word.text) && call.args[index + 2]?.text === 'ACCEPT')
  if (flush || accepting || has(given, 'D', 'delete')) off(call)
  return nothing
}

function off(call: Call): Stream {
  find(call, 'network.firewall-off')
  return nothing
}

function hijack(call: Call): Stream {
  find(call, 'network.hijack')
  return nothing
}

function scan(call: Call): Stream {
  const targets = options(call.args, 'p oN oX oG oA iL e D S').positional
  const away = targets.filter(word => !isLocal(word.text) && /[./]/.test(word.text))
  if (targets.length === 0 || away.length > 0 || call.program.startsWith('msf'))
    find(call, 'network.scan', /^n?map$/.test(call.program) ? { certainty: 'proved-ordinary' } : {})
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

export { place }

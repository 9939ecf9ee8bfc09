/** HTTP clients: what they fetch, send, and ask a service to do. */

import { asUrl } from '../../../matching/addresses.ts'
import { inOrder } from '../../../matching/in-order.ts'
import { has, type Options, options } from '../../calls/options.ts'
import { overwritten, readPath } from '../../effects/file-effects.ts'
import { requested } from '../../effects/requests.ts'
import { hosts, sent } from '../../effects/sockets.ts'
import { hostOf, hostsOf, isLocal, isMetadataHost } from '../../places/hosts.ts'
import { boundedPath } from '../../places/paths.ts'
import { atMost, bounds, type Call, find, type Handler, wrapped } from '../../values/analysis.ts'
import { literal, nothing, type Stream, taint, type Value } from '../../values/value.ts'
import { strayToken } from './tokens.ts'

export const downloads: Readonly<Record<string, Handler>> = {
  curl,
  wget,
  wget2: wget,
  aria2c: call => download(call, options(call.args, 'o d out dir i s x j'), ['o', 'out']),
  axel: call => download(call, options(call.args, 'o n'), ['o']),
  fetch: call => download(call, options(call.args, 'o'), ['o']),
  http: httpie,
  https: httpie,
  xh: httpie,
  lynx: page,
  links: page,
  elinks: page,
  w3m: page,
}

const curlValued =
  'A b c C d D e E F h H K m o P Q r s-x t T u U w x X y Y z data data-raw data-binary data-ascii data-urlencode json form form-string upload-file output output-dir header user user-agent request url cookie cookie-jar proxy config write-out max-time connect-timeout cacert cert key referer retry retry-delay range resolve interface limit-rate ciphers proto unix-socket netrc-file oauth2-bearer aws-sigv4 dump-header trace trace-ascii stderr url-query connect-to doh-url dns-servers'

function curl(configured: Call): Stream {
  const call = withConfig(configured)
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
    const file = upload ? value.text : /^(?:[^=@<]*=)?[@<](.+)$/s.exec(value.text)?.[1]
    const isHeader = /^-H$|^--header$/.test(word.text)
    const isRaw =
      /^--data-raw/.test(word.text) ||
      (isHeader ? value.text[0] !== '@' : /^-[bueA]$|^--(?:cookie|user|referer|user-agent)$/.test(word.text))
    if (file === undefined || isRaw) continue
    posted = true
    if (/^(?:-|\.|\/dev\/stdin)$/.test(file.replace(/;.*$/s, ''))) bits |= call.stdin.taint
    else
      bits |= readPath(
        { ...value, text: file.replace(/;(?:type|filename)=.*$/s, '') },
        call.env,
        call.analysis,
        call.invocation,
      ).taint
  }
  for (const address of addresses) bits |= address.taint
  const contacted = hosts(call, addresses)
  metadata(call, [...contacted, ...through(given)], addresses)
  strayToken(call, contacted)
  const bodies = [...'d data data-raw data-binary data-ascii data-urlencode json'.split(' ')].flatMap(
    name => given.values.get(name)?.text ?? [],
  )
  const method =
    overridden(call) ??
    (given.values.get('X') ?? given.values.get('request'))?.text ??
    (bodies.length > 0 && !has(given, 'G', 'get') ? 'POST' : 'GET')
  for (const address of addresses)
    requested(
      {
        method: method.toUpperCase(),
        address: address.text,
        body: bodies.join('\n'),
        socket: given.values.get('unix-socket')?.text,
      },
      call.analysis,
      call.invocation,
    )
  sent(call, bits, contacted, posted)
  if (addresses.some(address => (address.taint & taint.secret) !== 0))
    find(call, 'exfiltration.secret-to-network', { hosts: contacted })
  for (const address of addresses)
    if (address.text.startsWith('file://'))
      return readPath(literal(address.text.slice(7), address.written), call.env, call.analysis, call.invocation)
  if (config !== undefined) readPath(config, call.env, call.analysis, call.invocation)
  const out: Stream = { text: undefined, taint: taint.download }
  const file = given.values.get('o') ?? given.values.get('output')
  if (file !== undefined && file.text !== '-') return saved(file, out, call)
  if (has(given, 'O', 'remote-name', 'remote-name-all')) for (const address of addresses) saved(nameOf(address), out, call)
  if (has(given, 'O', 'remote-name') || (has(given, 'I', 'head') && !has(given, 'i'))) return nothing
  return out
}

/** `X-HTTP-Method-Override: DELETE`. */
function overridden(call: Call): string | undefined {
  for (const word of call.args) {
    const match = /x-(?:http-)?method(?:-override)?:\s*([a-z]+)/i.exec(word.text)
    if (match !== null) return match[1]
  }
  return undefined
}

function saved(file: Value, out: Stream, call: Call): Stream {
  if (/^\/dev\/(?:stdout|fd\/1)$/.test(file.text)) return out
  const { path } = overwritten(file, 'replace', call.env, call.analysis, call.invocation)
  if (path === undefined || path === '/dev/null') return nothing
  if (call.analysis.files.size >= bounds.files) call.analysis.exhausted = true
  call.analysis.files.set(path, out)
  return nothing
}

function nameOf(address: Value): Value {
  const path = address.text.replace(/[?#].*$/s, '')
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
    bits |= file.text === '-' ? call.stdin.taint : readPath(file, call.env, call.analysis, call.invocation).taint
  }
  for (const name of ['post-data', 'body-data', 'header', 'user', 'password']) bits |= given.values.get(name)?.taint ?? 0
  const method = (overridden(call) ?? given.values.get('method')?.text ?? 'GET').toUpperCase()
  const body = (given.values.get('body-data') ?? given.values.get('post-data'))?.text ?? ''
  for (const address of given.positional) {
    bits |= address.taint
    requested({ method, address: address.text, body }, call.analysis, call.invocation)
  }
  sent(call, bits, contacted, posted)
  strayToken(call, contacted)
  const asked = given.values.get('use-askpass')
  if (asked !== undefined) call.analysis.script(asked.text, wrapped(call), nothing)
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
    addresses.map(word => ({ ...word, text: asUrl(word.text) })),
  )
  metadata(call, contacted, addresses)
  const method = given.positional[0]?.text ?? ''
  const verb = /^[a-z]{3,}$/i.test(method) && given.positional.length > 1 ? method.toUpperCase() : 'GET'
  const address = verb === 'GET' ? given.positional[0] : given.positional[1]
  if (address !== undefined && !has(given, 'offline'))
    requested({ method: verb, address: address.text.replace(/^:(?=\d|\/)/, 'localhost:') }, call.analysis, call.invocation)
  let bits = call.stdin.taint
  strayToken(call, contacted)
  for (const word of given.positional) {
    const file = word === address ? null : /^[\w.[\]-]*(?::?=)?@(.+)$/.exec(word.text)
    bits |= word.taint
    if (file !== null) bits |= readPath({ ...word, text: file[1] as string }, call.env, call.analysis, call.invocation).taint
  }
  sent(call, bits, contacted, false)
  return { text: undefined, taint: taint.download }
}

/** Where a request goes instead of where its address says: proxies and addresses given for names. */
function through({ values }: Options): string[] {
  const found: string[] = []
  for (const name of ['x', 'proxy', 'preproxy', 'socks4', 'socks4a', 'socks5', 'socks5-hostname', 'connect-to', 'resolve']) {
    const text = values.get(name)?.text ?? ''
    const address = name === 'connect-to' || name === 'resolve' ? text.replace(/^[^:]*:\d*:/, '') : text
    for (const part of address.split(',')) {
      found.push(...hostsOf(asUrl(part)))
    }
  }
  return found
}

/** The options of a file or text that `-K` names, in place of it. */
function withConfig(call: Call): Call {
  const at = call.args.findIndex(word => /^(?:-[a-zA-Z]*K|--config)/.test(word.text))
  if (at < 0) return call
  const written = call.args[at] as Value
  const name = /^(?:-[a-zA-Z]*K|--config=)(.+)$/.exec(written.text)?.[1] ?? call.args[at + 1]?.text ?? ''
  const text =
    name === '-' || name === '/dev/stdin'
      ? call.stdin.text
      : (call.args[at + 1]?.stream?.text ?? call.analysis.files.get(boundedPath(literal(name), call.env, call.analysis))?.text)
  if (text === undefined) return call
  const args = [...call.args]
  for (const line of atMost(text.split('\n'), bounds.fields, call.analysis)) {
    const [, key, value] = /^-*(\w[\w-]*)\s*(?:[=:]\s*)?(.*)$/s.exec(line.trim()) ?? []
    if (key === undefined || key === '') continue
    args.push(literal(`${key.length === 1 ? '-' : '--'}${key}`))
    if (value !== undefined && value !== '') args.push({ ...literal(value.replace(/^"(.*)"$/, '$1')), taint: call.stdin.taint })
  }
  return { ...call, args }
}

function metadata(call: Call, contacted: readonly string[], addresses: readonly Value[]): void {
  const asks = addresses.some(
    ({ text }) =>
      (/\/latest\/(?:meta-data|user-data|dynamic\/|api\/token)|\/computeMetadata\/v\d/.test(text) ||
        inOrder(text, /\/metadata\/(?:identity|instance)\b/, /api-version/)) &&
      !isLocal(hostOf(text) ?? 'localhost'),
  )
  if (asks || contacted.some(isMetadataHost)) find(call, 'network.metadata-service', { hosts: contacted })
}

function page(call: Call): Stream {
  hosts(call, options(call.args).positional)
  return { text: undefined, taint: taint.download }
}

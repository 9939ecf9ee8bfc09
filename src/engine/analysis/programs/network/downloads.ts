/** HTTP clients: what they fetch, send, and ask a service to do. */

import { asUrl } from '../../../matching/addresses.ts'
import { inOrder } from '../../../matching/in-order.ts'
import type { Program, Programs } from '../../calls/form.ts'
import { interpret, readBy, settingOf } from '../../calls/interpret.ts'
import { has, type Options, options } from '../../calls/options.ts'
import { overwritten, readPath } from '../../effects/file-effects.ts'
import { requested } from '../../effects/requests.ts'
import { sent } from '../../effects/sockets.ts'
import { strayToken } from '../../effects/stray-tokens.ts'
import { hostOf, hostsOf, isLocal, isMetadataHost } from '../../places/hosts.ts'
import { boundedPath } from '../../places/paths.ts'
import { isSecretVariable } from '../../places/secret-names.ts'
import { atMost, bounds, type Call, find } from '../../values/analysis.ts'
import { isStandardInput, literal, nothing, type Stream, taint, type Value } from '../../values/value.ts'

const curl: Program = {
  valued:
    'C E h K m o P Q r t w x X Y y z abstract-unix-socket aws-sigv4 cacert capath cert ciphers config connect-timeout connect-to continue-at crlfile dns-servers doh-url engine interface key keepalive-time limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy output output-dir parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy quote range rate request request-target resolve retry retry-delay retry-max-time socks4 socks4a socks5 socks5-hostname speed-limit speed-time telnet-option tls-max unix-socket write-out',
  posts:
    'd data data-ascii data-binary data-raw data-urlencode json F form form-string url-query variable expand-data expand-form expand-json expand-url-query',
  tells: 'A b e H u U cookie header oauth2-bearer proxy-header proxy-user referer user user-agent',
  sends: 'T upload-file',
  hosts: 'url expand-url',
  creates: 'D c alt-svc cookie-jar dump-header etag-save hsts libcurl stderr trace trace-ascii',
  operands: 'hosts...',
  shortens: true,
  rehearsal: '',
  also: fetches('o output', 'output-dir', 'O remote-name remote-name-all'),
}

const wget: Program = {
  valued:
    'A B D e I l O P Q R t T U w X accept base config connect-timeout cut-dirs directory-prefix dns-timeout domains exclude-directories exclude-domains execute include-directories level limit-rate max-redirect method output-document quota read-timeout reject restrict-file-names timeout tries user-agent wait waitretry',
  posts: 'body-data post-data',
  tells: 'header http-password http-user password proxy-password proxy-user referer user',
  sends: 'body-file post-file',
  reads: 'i input-file load-cookies',
  creates: 'a o append-output output-file rejected-log save-cookies warc-file',
  runs: 'use-askpass',
  operands: 'hosts...',
  shortens: true,
  rehearsal: '',
  also: fetches('O output-document', 'P directory-prefix'),
}

const httpie: Program = {
  valued: 'A o p s auth-type cert cert-key format-options method output pretty print proxy raw session style timeout verify',
  tells: 'a auth',
  operands: 'hosts posts...',
  rehearsal: 'offline',
  also: (call, given) => {
    const [address] = given.positional
    if (address !== undefined && !has(given, 'I', 'ignore-stdin')) sent(call, call.stdin.taint, hostsOf(asUrl(address.text)))
    return fetches('o output', '', 'd download')(call, { ...given, positional: given.positional.slice(0, 1) })
  },
}

export const downloads: Programs = {
  'curl curlie': call => {
    // `-T .` is the input as well, read while it comes.
    const args = call.args.map(word => ({ ...word, text: word.text.replace(/^((?:-[a-zA-Z]*T|--upload-file=)?)\.$/, '$1-') }))
    // What `-w @file` says is printed.
    const { text: shown = '' } =
      options(args, curl.valued ?? '').values.get('w') ?? options(args, curl.valued ?? '').values.get('write-out') ?? {}
    if (/^@./.test(shown)) readPath(literal(shown.slice(1)), call.env, call.analysis, call.invocation)
    return interpret(configured({ ...call, args }, curl, 'K config', '', 'CURL_HOME', '.curlrc'), curl)
  },
  'wget wget2': call => interpret(configured(call, wget, 'config', 'e execute', 'WGETRC', '.wgetrc'), wget),
  aria2c: { valued: 'd dir o out s x j', reads: 'i input-file', operands: 'hosts...', also: fetches('o out', 'd dir') },
  'axel fetch': { valued: 'n o', operands: 'hosts...', also: fetches('o') },
  'http https xh xhs': call => interpret(withMethod(call), httpie),
  'lynx links elinks w3m': { operands: 'hosts...', also: fetches('', '', 'download') },
}

/** `http POST example.com name=value`. */
function withMethod(call: Call): Call {
  const [verb, ...rest] = options(call.args, httpie.valued).positional
  if (verb === undefined || rest.length === 0 || !/^[a-z]{3,}$/i.test(verb.text)) return call
  return { ...call, args: [{ ...verb, text: `--method=${verb.text}` }, ...call.args.filter(word => word !== verb)] }
}

/** The options of files, and of the file in home or of a variable that is read unasked, behind those of the call. */
function configured(call: Call, program: Program, files: string, lines: string, variable: string, own: string): Call {
  const { analysis, env, stdin, invocation } = call
  const set = settingOf(call, variable)
  const unasked = set === undefined ? `${analysis.host.home}/${own}` : variable === 'WGETRC' ? set : `${set}/${own}`
  const texts: Stream[] = []
  if (!/^(?:-q|--disable|--no-config)/.test(call.args[0]?.text ?? ''))
    texts.push(analysis.files.get(boundedPath(literal(unasked), env, analysis)) ?? nothing)
  for (const [name, value] of readBy(call, program).every)
    if (lines.split(' ').includes(name)) texts.push({ text: value.text, taint: value.taint })
    else if (files.split(' ').includes(name)) {
      const file = value.text === '-' || isStandardInput(value.text) ? stdin : readPath(value, env, analysis, invocation)
      if (file.text === undefined) invocation.unknownHost = true
      texts.push(file)
    }
  if (texts.some(({ text, taint: bits }) => text === undefined && (bits & taint.download) !== 0))
    find(call, 'execution.download-execute', { unknown: 'what the fetched settings have it send and write' })
  const args = [...call.args]
  for (const { text = '', taint: bits } of texts)
    for (const line of atMost(text.split('\n'), bounds.fields, analysis)) {
      const [, key = '', value = ''] = /^-*(\w[\w-]*)\s*(?:[=:]\s*)?(.*)$/s.exec(line.trim()) ?? []
      const plain = value.replace(/^"(.*)"$/, '$1')
      const word = key.length === 1 ? `-${key}${plain}` : `--${key.replaceAll('_', '-')}${plain === '' ? '' : `=${plain}`}`
      if (key !== '') args.push({ ...literal(word), taint: bits })
    }
  return { ...call, args }
}

const proxySettings = ['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']

/** What a request does where it goes, and the file that gets the answer: one that is named, or with `byName` one named as the address is. */
function fetches(outputs: string, folder = '', byName?: string) {
  return (call: Call, given: Options): Stream => {
    const { values, every } = given
    const named = (names: string): Value[] => every.filter(([name]) => names.split(' ').includes(name)).map(([, value]) => value)
    const addresses = [...given.positional, ...named('url expand-url')]
    const contacted = addresses.flatMap(({ text }) => hostsOf(asUrl(text)))
    const instead = through(given, aims)
    // The server that is asked in truth, whatever its name is said to be.
    call.analysis.hosts.push(...instead.filter(host => !isLocal(host)))
    const set = proxySettings.flatMap(name => settingOf(call, name) || [])
    const proxied = [...through(given, proxies), ...set.flatMap(proxy => hostsOf(asUrl(proxy)))]
    call.analysis.hosts.push(...proxied.filter(host => !isLocal(host)))
    // A list of addresses in a file.
    if (call.program !== 'curl' && named('i input-file').length > 0) call.invocation.unknownHost = true
    metadata(call, [...proxied, ...instead], addresses)
    strayToken(call, [...contacted, ...instead])
    if (
      has(given, 'v', 'verbose', 'trace', 'trace-ascii', 'debug') &&
      call.args.some(word => (word.taint & taint.environment) !== 0)
    )
      if (!contacted.every(isLocal))
        find(call, 'secrets.print-token', { unknown: 'whether what is told of the request holds the credential' })
    const bodies = named('d data data-raw data-binary data-ascii data-urlencode json F form form-string body-data post-data').map(
      ({ text }) => text,
    )
    const method =
      overridden(call) ??
      named('X request method').at(-1)?.text ??
      (bodies.length > 0 && !has(given, 'G', 'get') ? 'POST' : 'GET')
    for (const { text } of addresses)
      requested(
        {
          method: method.toUpperCase(),
          address: text.replace(/^:(?=\d|\/)/, 'localhost:'),
          body: bodies.join('\n'),
          socket: values.get('unix-socket')?.text,
        },
        call.analysis,
        call.invocation,
      )
    const expanded = named('variable').some(({ text }) => text[0] === '%' && isSecretVariable(text))
    if (expanded && every.some(([name]) => /^expand-(?!header|user|oauth)/.test(name))) sent(call, taint.secret, contacted)
    // Browsers show a file by its path as well.
    const shown = addresses
      .filter(({ text }) => /^(?:file:|[./](?!\/))/i.test(text))
      .map(address => readPath(address, call.env, call.analysis, call.invocation))
    const out: Stream = {
      text: shown.length === 1 ? shown[0]?.text : undefined,
      taint: shown.length === 0 ? taint.download : shown.reduce((bits, one) => bits | one.taint, 0),
    }
    const into = named(folder).at(-1)
    const files = named(outputs)
    if (files.length === 0 && (byName === undefined || has(given, ...byName.split(' '))))
      for (const { text, written } of addresses) {
        const path = text.replace(/[?#].*$/s, '')
        files.push(literal(path.slice(path.lastIndexOf('/') + 1) || 'index.html', written))
      }
    for (const file of files) {
      if (file.text === '-' || /^\/dev\/(?:stdout|fd\/1)$/.test(file.text)) return out
      const target = into === undefined || file.text[0] === '/' ? file : { ...file, text: `${into.text}/${file.text}` }
      overwritten(target, 'replace', call.env, call.analysis, call.invocation, file.text === '/dev/null' ? undefined : out)
    }
    return files.length > 0 || byName === undefined || (has(given, 'I', 'head') && !has(given, 'i')) ? nothing : out
  }
}

/** `X-HTTP-Method-Override: DELETE`. */
function overridden(call: Call): string | undefined {
  for (const word of call.args) {
    const match = /x-(?:http-)?method(?:-override)?:\s*([a-z]+)/i.exec(word.text)
    if (match !== null) return match[1]
  }
  return undefined
}

const proxies = 'x proxy preproxy socks4 socks4a socks5 socks5-hostname'
const aims = 'connect-to resolve'

/** Where a request goes instead of where its address says: proxies, or addresses given for names. */
function through({ values }: Options, names: string): string[] {
  const found: string[] = []
  for (const name of names.split(' ')) {
    const text = values.get(name)?.text ?? ''
    const address = names === aims ? text.replace(/^[^:]*:\d*:/, '') : text
    for (const part of address.split(',').filter(Boolean)) {
      found.push(...hostsOf(asUrl(part)))
    }
  }
  return found
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

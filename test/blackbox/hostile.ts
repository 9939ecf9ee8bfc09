/**
 * Input that a hook meets once in a while and must survive. `readable` input holds the payload, in a form that a second reading finds if not
 * the first, and must be judged; `contrived` input is what no client sends, and is stopped in either mode; the rest is a failure.
 */

export interface Hostile {
  readonly name: string
  readonly readable: boolean | 'contrived'
  readonly bytes: (payload: string) => Buffer
}

const mib = 1024 * 1024

const text = (name: string, readable: Hostile['readable'], make: (payload: string) => string): Hostile => ({
  name,
  readable,
  bytes: payload => Buffer.from(make(payload)),
})

const raw = (
  name: string,
  readable: Hostile['readable'],
  make: (payload: Buffer) => readonly (Buffer | readonly number[])[],
): Hostile => ({
  name,
  readable,
  bytes: payload => Buffer.concat(make(Buffer.from(payload)).map(part => Buffer.from(part))),
})

/** The payload with one more member in front. */
const withMember = (payload: string, member: string): string => `{${member},${payload.slice(1)}`

/** The payload padded with a long string member to an exact number of bytes. */
const padded = (payload: string, size: number): string => {
  const frame = withMember(payload, '"pad":""')
  return withMember(payload, `"pad":"${'x'.repeat(size - Buffer.byteLength(frame))}"`)
}

export const hostile: readonly Hostile[] = [
  raw('a UTF-8 byte order mark', true, payload => [[0xef, 0xbb, 0xbf], payload]),
  raw('two byte order marks', true, payload => [[0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], payload]),
  raw('UTF-16 with its byte order mark', true, payload => [[0xff, 0xfe], Buffer.from(payload.toString(), 'utf16le')]),
  text('shell noise before the payload', true, payload => `nvm: using node v20\n${payload}`),
  text('blank lines around it', true, payload => `\n\r\n\t ${payload}\r\n\n`),
  raw('NUL bytes before it', true, payload => [[0, 0, 0], payload]),
  raw('invalid UTF-8 inside a string', true, payload => [
    Buffer.from('{"note":"'),
    [0xff, 0xc3, 0x28],
    Buffer.from('",'),
    payload.subarray(1),
  ]),
  text('escaped NUL and lone surrogates', true, payload => withMember(payload, '"note":"\\u0000 \\ud800 \\udfff"')),
  text('a __proto__ key', true, payload => withMember(payload, '"__proto__":{"tool_name":"Read","tool_input":{"command":"ls"}}')),
  text('constructor and toString keys', true, payload => withMember(payload, '"constructor":{"prototype":{}},"toString":1')),
  text('a payload of exactly 16 MiB', true, payload => padded(payload, 16 * mib)),

  text('nothing', false, () => ''),
  text('white space', false, () => ' \n\t'),
  text('an empty object', false, () => '{}'),
  text('prose', false, () => 'this is not JSON'),
  text('an array', true, payload => `[${payload}]`),
  text('a string', false, payload => JSON.stringify(payload)),
  text('null', false, () => 'null'),
  text('a number', false, () => '42'),
  text('half of the payload', false, payload => payload.slice(0, payload.length >> 1)),
  text('two payloads', true, payload => payload + payload),
  text('garbage after the payload', true, payload => `${payload}garbage`),
  text('a duplicate key', true, payload => withMember(payload, '"hook_event_name":"Stop"')),
  text('a NUL inside the JSON', true, payload => payload.replace(':', ':\0')),
  raw('invalid UTF-8 alone', false, () => [[0xff, 0xfe, 0xfd, 0x80, 0x81]]),
  text('arrays 100,000 levels deep', true, payload => withMember(payload, `"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
  text('objects 100,000 levels deep', true, payload =>
    withMember(payload, `"deep":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  ),
  text('100,000 opening brackets', 'contrived', () => `{"a":${'['.repeat(100_000)}`),
  text('one byte more than 16 MiB', true, payload => padded(payload, 16 * mib + 1)),
  text('40 MiB', 'contrived', payload => padded(payload, 40 * mib)),
  text('a harmless payload before it', true, payload => payload.replace('pwned', 'hello') + payload),
  text('a harmless value last', true, payload => `${payload.slice(0, -1)},${payload.replace('pwned', 'hello').slice(1)}`),
  text('a harmless value first', true, payload => withMember(payload, payload.replace('pwned', 'hello').slice(1, -1))),
  text('a NUL at the end of the word', true, payload => payload.replace('pwned', 'pwned\0')),
  text('a NUL within the word', true, payload => payload.replace('pwned', 'pw\0ned')),
  text('257 brackets beside it', true, payload => withMember(payload, `"x":${'['.repeat(257)}${']'.repeat(257)}`)),
  text('18 MiB', true, payload => padded(payload, 18 * mib)),
]

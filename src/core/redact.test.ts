import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../test/cpu-time.ts'
import { json } from '../cli/commands/terminal/json.ts'
import { formsFor, maskSecrets, oneLine, partsOf, quoteText, secrets, visible, weakSecrets } from './redact.ts'
import { traitsOf } from './traits.ts'

/** Put together at run time, so that a scanner reading this file finds no credential. */
const of = (...parts: readonly string[]): string => parts.join('')
const letters = 'a1B2c3D4e5F6g7H8i9J0'

const marked = secrets.flatMap((form, at) => {
  const [kind, pattern, marks] = form
  return marks === undefined ? [] : [{ form, kind, pattern, marks: marks.split(' '), at }]
})

/** What a pattern matches, without the edges around it: a look back becomes text, a look ahead nothing. */
const samples = (pattern: RegExp) =>
  fc.stringMatching(
    new RegExp(
      pattern.source
        .replaceAll('(?<=', '(?:')
        .replace(/\(\?<!\[[^\]]*\]\)/g, '')
        .replace(/\(\?!\[[^\]]*\]\)/g, '')
        .replaceAll('\\b', ''),
    ),
  )

/** Names, what separates them from a value, and values of every length: for patterns that look around too much to make a sample of. */
const assigned = fc
  .tuple(
    fc.constantFrom('', '--', '-', 'my-', 'MY_', `"`, 'x'.repeat(39), 'x'.repeat(60)),
    fc.constantFrom(
      'api_key',
      'apikey',
      'Secret',
      'TOKEN',
      'passwd',
      'password',
      'pass',
      'bypass',
      'pwd',
      'credentials',
      'private-key',
      'Authorization',
    ),
    fc.constantFrom(': ', '=', ' = ', '" : "', ' => ', ' ', String.raw`\": \"`, "', '"),
    fc.constantFrom('', 'Bearer ', 'basic  ', 'null', 'process.env'),
    fc.nat(2_500).map(length => 'Ab1+'.repeat(700).slice(0, length)),
  )
  .map(parts => parts.join(''))
const samplesOrAssigned = (pattern: RegExp) => {
  try {
    return fc.oneof(samples(pattern), assigned)
  } catch {
    return assigned
  }
}

describe('parts of a long text', () => {
  const filling = fc.constantFrom(
    ' ',
    '\n',
    'x',
    'word ',
    '-',
    '_',
    '"',
    '\\',
    ':',
    '://',
    '/',
    '@',
    '=',
    'é',
    ...'key secret token pass basic bearer api'.split(' '),
  )
  const padded = fc.array(filling, { maxLength: 400 }).map(parts => parts.join(''))

  it.each(
    [...secrets, ...weakSecrets].flatMap((form, at) =>
      form[2] === undefined && form[3] === undefined ? [] : [{ kind: form[0], form, at }],
    ),
  )('$kind ($at): a match, and where it begins, is the same as in the whole', ({ form }) => {
    const [, pattern] = form
    const text = fc
      .array(fc.oneof(padded, samplesOrAssigned(pattern), fc.constant(' '.repeat(700)), fc.constant('x'.repeat(1_500))), {
        minLength: 3,
        maxLength: 8,
      })
      .map(parts => parts.join(''))
    const found = (whole: string, from: number): string[] =>
      [...whole.matchAll(pattern)].map(match => `${from + match.index} ${match[0]}`)
    fc.assert(
      fc.property(text, whole => {
        const parts = partsOf(form, whole)
        if (parts === undefined) return
        expect(parts.flatMap(([from, to]) => found(whole.slice(from, to), from))).toEqual(found(whole, 0))
      }),
      { numRuns: 400 },
    )
  })
})

describe('marks', () => {
  it.each(marked)('every $kind ($at) contains one', ({ pattern, marks }) => {
    fc.assert(
      fc.property(samples(pattern), text => marks.some(mark => text.includes(mark))),
      { numRuns: 1_000 },
    )
  })

  it.each(marked)('every $kind ($at) is looked for', ({ form, pattern }) => {
    fc.assert(
      fc.property(samples(pattern), text => formsFor(traitsOf(text)).includes(form)),
      { numRuns: 300 },
    )
  })

  const parted = /^(?:private-key|url-password|password-hash|encoded-login|bearer|value|basic|(?:user|mysql)-password)$/
  const wordy = 'password token basic bearer authorization _auth -u --user -p mysql BEGIN PRIVATE KEY ----- a Z 0 _ - / . ~ +'

  // `maskSecrets` leaves these out where nothing separates a name from a value.
  it.each([...secrets, ...weakSecrets].flatMap(([kind, pattern]) => (parted.test(kind) ? [{ kind, pattern }] : [])))(
    '$kind is more than a word',
    ({ pattern }) => {
      const texts = fc.string({ unit: fc.constantFrom(...wordy.split(' ')), maxLength: 60 })
      fc.assert(
        fc.property(texts, text => !new RegExp(pattern.source, 'i').test(text)),
        { numRuns: 2_000 },
      )
    },
  )

  it.each(marked.filter(({ kind }) => kind === 'api-token'))('an api-token ($at) has 24 characters or more', ({ pattern }) => {
    fc.assert(
      fc.property(samples(pattern), text => text.length >= 24),
      { numRuns: 1_000 },
    )
  })

  it('usual words and paths compile no pattern', () => {
    const { prototype } = RegExp
    const before = prototype[Symbol.replace]
    const used: string[] = []
    prototype[Symbol.replace] = function (this: RegExp, text: string, by: never) {
      used.push(this.source)
      return before.call(this, text, by)
    } as typeof before
    try {
      for (const text of ['bypassPermissions', '/home/ada/my-quite-long-folder-name/src', 'a-step-by-step-explanation-of-it'])
        expect(maskSecrets(text)).toBe(text)
    } finally {
      prototype[Symbol.replace] = before
    }
    expect(used).toEqual([])
  })
})

describe('maskSecrets', () => {
  it.each<[kind: string, text: string, secret: string]>([
    ['aws-key', of('AK', 'IAIOSFODNN7EXAMPLE'), of('AK', 'IAIOSFODNN7EXAMPLE')],
    ['github-token', of('ghp_', letters, letters), of('ghp_', letters, letters)],
    ['github-token', of('github_pat_', letters, letters, letters), of(letters, letters, letters)],
    ['gitlab-token', of('glpat-', letters), of('glpat-', letters)],
    ['anthropic-key', of('sk-', 'ant-api03-', letters), letters],
    ['openai-key', of('sk-', 'proj-', letters, letters), letters],
    ['slack-token', of('xox', 'b-123456789012-', letters), letters],
    ['slack-token', of('xox', 'd-a1B2c3%2Bd4E5f6%2Fg7H8i9%3D'), 'g7H8i9'],
    ['stripe-key', of('sk_', 'live_', letters), letters],
    ['google-key', of('AI', 'za', letters, letters.slice(0, 15)), letters],
    ['npm-token', of('npm_', letters, letters.slice(0, 16)), letters],
    ['hugging-face-token', of('hf_', letters, letters), letters],
    ['truefoundry-token', of('tfy-', letters), letters],
    ['jwt', of('ey', 'J', letters, '.ey', 'J', letters, '.', letters), letters],
    ['private-key', of('-----BEGIN RSA PRIVATE', ' KEY-----\nMIIE\n-----END RSA PRIVATE', ' KEY-----'), 'MIIE'],
    ['private-key', of('-----BEGIN PRIVATE', ' KEY-----\nMIIEcutoff'), 'MIIEcutoff'],
    ['url-password', 'postgres://app:hunter2@db/shop', 'hunter2'],
    ['bearer', `Authorization: Bearer ${letters}`, letters],
    ['bearer', `authorization: bearer ${letters}`, letters],
    ['value', 'API_KEY=correct-horse', 'correct-horse'],
    ['value', '{"password": "correct-horse"}', 'correct-horse'],
    ['value', 'export MY_SECRET_TOKEN="correct-horse"', 'correct-horse'],
    ['value', '--password Tr0ub4dor99', 'Tr0ub4dor99'],
    ['value', "--api-key 'zzz-key'", 'zzz-key'],
    ['value', 'password: abc1234', 'abc1234'],
    ['value', 'password: abc1', 'abc1'],
    ['value', 'DB_PASS=hunter2', 'hunter2'],
    ['value', 'PGPASS=hunter2', 'hunter2'],
    ['value', 'pwd=hunter2', 'hunter2'],
    ['value', 'passphrase = hunter2', 'hunter2'],
    ['value', 'password=Pa$$w0rd', 'w0rd'],
    ['value', '{\\"password\\":\\"abc1234\\"}', 'abc1234'],
    ['value', '["--password","Tr0ub4dor99"]', 'Tr0ub4dor99'],
    ['value', 'openssl -passin pass:hunter2', 'hunter2'],
    ['value', 'Authorization: Bearer short1', 'short1'],
    ['basic', 'Authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['basic', `-H 'authorization: basic ${letters}=='`, letters],
    ['user-password', 'curl -u bob:hunterHunter2 https://x.test', 'hunterHunter2'],
    ['user-password', 'curl -sSu "bob:hunterHunter2"', 'hunterHunter2'],
    ['user-password', 'curl -ubob:hunterHunter2', 'hunterHunter2'],
    ['user-password', 'curl --user=bob:hunterHunter2', 'hunterHunter2'],
    ['mysql-password', 'mysql -h db -pS3cretPw99 shop', 'S3cretPw99'],
    ['mysql-password', "mysqldump -u root -p'S3cretPw99' shop", 'S3cretPw99'],
    ['mysql-password', '/usr/bin/mariadb -pS3cretPw99', 'S3cretPw99'],
  ])('removes %s', (kind, text, secret) => {
    const masked = maskSecrets(`before ${text} after`)
    expect(masked).not.toContain(secret)
    expect(masked).toContain(`[${kind} removed]`)
    expect(masked.startsWith('before ')).toBe(true)
  })

  it.each([
    'git commit -m "Explain the token bucket"',
    'https://example.com/login?next=/home',
    'sk-short',
    'The password is asked for on the next page.',
    'postgres://db.example.com/shop',
    'keys: a, b',
    'deploy --token $TOKEN --password "${DB_PASS}"',
    'DB_PASS=$PASS password=${X} token: <token> secret={{ x }}',
    'password: string, token: null',
    'const password = process.env.DB_PASS',
    'bypass: always',
    'max_tokens: 4096, token_count=12345',
    'pg_dump --no-password shop',
    'login --password --user',
    'docker run -u 1000:1000 -p3306:3306 mysql',
    'docker run mysql -p3306:3306',
    'mysql -u root -p shop',
    'mkdir -parents',
    'rsync -u host:/srv/shop .',
    'javac -url:something',
    'Basic authentication is off.',
  ])('leaves `%s` alone', text => {
    expect(maskSecrets(text)).toBe(text)
  })

  it('is the same when it is done twice', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), text => {
        const once = maskSecrets(`token=${text} ${of('AK', 'IAIOSFODNN7EXAMPLE')}`)
        expect(maskSecrets(once)).toBe(once)
      }),
    )
  })

  it('is quick on long text', () => {
    const spentMs = cpuTime()
    const parts = [
      'a',
      'password ',
      'ey',
      'x://a:',
      'bearer ',
      '-----BEGIN ',
      'mysql -p ',
      'mysql -pa',
      '--password ',
      '-u a:',
      'basic ',
    ]
    for (const part of [...parts, 'pass=', 'token:   ', '-u', 'Authorization: basic ', 'mysql password: --user a:b basic 1 '])
      maskSecrets(part.repeat(200_000 / part.length))
    expect(spentMs()).toBeLessThan(3_000)
  })
})

describe('secrets, for the policy', () => {
  it('holds nothing weaker than before', () => {
    const kinds = secrets.map(([kind]) => kind)
    expect(kinds).not.toContain('basic')
    for (const text of [
      'password: abc1234',
      '--password Tr0ub4dor99',
      'curl -u bob:hunterHunter2',
      'mysql -pS3cretPw99',
      'DB_PASS=a1b2c3d4e5',
    ])
      expect(secrets.some(([, pattern]) => text.match(pattern) !== null)).toBe(false)
  })
})

describe('oneLine', () => {
  it.each([
    ['line breaks', 'a\r\nb\nc\u2028d\u2029e', 'a b c d e'],
    ['controls', 'a\u0000\u001b[31mb\u007f\u009bc', 'a [31mb c'],
    ['bidi', 'a\u202eb\u2066c\u200fd', 'a b c d'],
    ['what has no width', 'a\u200bb\u2060c\ufeffd', 'a b c d'],
    ['tags', 'a\u{e0041}\u{e0042}b', 'a b'],
    ['spaces', '  a   b  ', 'a b'],
  ])('removes %s', (_, text, want) => {
    expect(oneLine(text)).toBe(want)
  })

  it('cuts at the limit and says so', () => {
    expect(oneLine('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`)
    expect(oneLine('x'.repeat(10), 10)).toBe('x'.repeat(10))
    expect(oneLine('x'.repeat(5_000_000)).length).toBe(300)
  })
})

describe('visible', () => {
  it.each(['\u00ad', '\u061c', '\u180e', '\u200b', '\u202e', '\u2066', '\u206a', '\ufeff', '\u{e0041}'])(
    'shows %j, which nobody sees, as a blank',
    hidden => {
      expect([visible(`a${hidden}b`), oneLine(`a${hidden}b`)]).toEqual(['a b', 'a b'])
      expect(JSON.parse(json(hidden))).toBe(hidden)
      expect(json(hidden)).toMatch(/^"(?:\\u[0-9a-f]{4})+"$/)
    },
  )

  it('keeps lines and drops what cannot be seen', () => {
    expect(visible('a\r\nb\u2028c\u202ed\u0000\n\ne')).toBe('a\nb\nc d \n\ne')
  })
})

describe('quoteText', () => {
  it('masks before it cuts', () => {
    const key = of('AK', 'IAIOSFODNN7EXAMPLE')
    expect(quoteText(`${'x'.repeat(190)} ${key}`, 200)).not.toContain('AKIA')
    expect(quoteText(`deploy\nwith ${key}`)).toBe('deploy with [aws-key removed]')
  })
})

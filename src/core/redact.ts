/** Makes foreign text safe to show: one line, cut, without control characters; and masks credentials. */

import { tokenForms } from './tokens/forms.gen.ts'
import { triedFrom } from './tokens/marks.ts'
import { type Parts, partsAround, replaceIn, wordsAround } from './tokens/parts.ts'
import { type Mark, markOf, type Traits, traitsOf } from './traits.ts'

// Control characters, line and paragraph separators, bidi overrides, zero-width characters and Unicode tags.
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udc7f]/g

/** One line of at most `limit` characters. */
export const oneLine = (text: string, limit = 300): string => {
  const cut = text.length > limit * 2 ? text.slice(0, limit * 2) : text
  const line = cut.replace(unsafe, ' ').replace(/ {2,}/g, ' ').trim()
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line
}

/** Line breaks stay, nothing else invisible does. */
export const visible = (text: string): string =>
  text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map(line => line.replace(unsafe, ' '))
    .join('\n')

/** One line of any length, for names of files: a line break in one would begin a line of ours. */
export const flat = (text: string): string => text.replace(unsafe, ' ')

/** Foreign text for use inside our own sentence: masked, one line, cut. */
export const quoteText = (text: string, limit = 200): string => oneLine(maskSecrets(text), limit)

/**
 * A pattern; and, where it is long or usual words look like it, marks between spaces, of which each match contains one. A pattern that looks behind is
 * slow: it says near which words, in small letters, all that it sees lies.
 */
export type Form = readonly [kind: string, pattern: RegExp, marks?: string | undefined, near?: Near]

/** Characters in front of a word and behind it, in which a match and what its pattern looks at ends. */
export interface Near {
  readonly words: string
  readonly before: number
  readonly after: number
}

const nearTo = (words: string, before: number, after: number): Near => ({ words, before, after })
const afterName = nearTo('api accesskey access_key access-key secret token passw credential', 64, 640)
const afterWeakName = nearTo('api key secret token pass pwd credential authorization', 64, 640)

/** Token forms published by their providers, checked 2026-11. Every quantifier is bounded. Used by the policy's detectors too. */
export const secrets: readonly Form[] = [
  [
    'private-key',
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,8000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|(?=-----BEGIN )|$)/g,
  ],
  ['aws-key', /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g, 'AKIA ASIA ABIA ACCA'],
  [
    'github-token',
    /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{50,255})\b/g,
    'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_',
  ],
  [
    'gitlab-token',
    /\bgl(?:pat|ptt|dt|rt|cbt|soat|oas|ft|imt|agent|rtr)-[A-Za-z0-9_-]{20,120}/g,
    'glpat- glptt- gldt- glrt- glcbt- glsoat- gloas- glft- glimt- glagent- glrtr-',
  ],
  ['anthropic-key', /\bsk-ant-[A-Za-z0-9_-]{20,200}/g, 'sk-ant-'],
  ['openai-key', /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,200}/g, 'sk-'],
  ['slack-token', /\b(?:xox[a-eoprs]|xapp|xoxe\.xox[bp])-[A-Za-z0-9%-]{10,250}/g, 'xox xapp-'],
  ['stripe-key', /\b[rs]k_(?:live|test|prod)_[A-Za-z0-9]{10,120}/g, 'k_live_ k_test_ k_prod_'],
  ['google-key', /\b(?:AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{40,1000}|GOCSPX-[A-Za-z0-9_-]{28})/g, 'AIza ya29. GOCSPX-'],
  ['npm-token', /\bnpm_[A-Za-z0-9]{36}\b/g, 'npm_'],
  ['pypi-token', /\bpypi-[A-Za-z0-9_-]{50,250}/g, 'pypi-'],
  ['hugging-face-token', /\bhf_[A-Za-z0-9]{30,60}\b/g, 'hf_'],
  ['truefoundry-token', /\btfy-[A-Za-z0-9_-]{20,200}/g, 'tfy-'],
  ...tokenForms,
  ['discord-token', /\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}(?![\w-])/g, '.'],
  // A line of /etc/shadow or of an htpasswd file.
  [
    'password-hash',
    /(?<=(?:^|[\s"'`])[A-Za-z_][\w.@-]{0,63}:!?)\$(?:[156]\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{22,86}|2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|g?y\$[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}|apr1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22})/g,
  ],
  // A name and a password in base 64: Docker's and npm's files, and the header.
  [
    'encoded-login',
    /(?<=\\{0,3}"auth\\{0,3}"\s{0,3}:\s{0,3}\\{0,3}"|\b_auth\s{0,3}=\s{0,3}"?|\bauthorization\\{0,3}["']?\s{0,3}[=:,]\s{0,3}\\{0,3}["'`]?basic\s{1,3})[A-Za-z0-9+/]{12,2000}={0,2}/gi,
    undefined,
    nearTo('_auth "auth basic', 64, 2100),
  ],
  ['jwt', /\beyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,1000}/g],
  [
    'url-password',
    /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{0,100}:)[^\s:/@]{1,4000}(?=@)/g,
    undefined,
    nearTo('://', 64, 4200),
  ],
  ['bearer', /(?<=\bbearer\s{1,3})[A-Za-z0-9._~+/=-]{16,2000}/gi, undefined, nearTo('bearer', 64, 2100)],
  // A name with nothing behind it on its line has no value: in a file of variables the next line is another one's.
  [
    'value',
    /(?<=\b[a-z0-9_-]{0,40}(?:api[_-]?key|secret|token|passwd|password|access[_-]?key|credential)["']?\s{0,3}(?::\s{0,3}["']?|=(?:[^\S\n]{0,3}["']?|\s{0,3}["'])))[^\s"'`$,;&|<>(){}]{8,500}/gi,
    undefined,
    afterName,
  ],
]

/**
 * Known only by the words around them: too weak to decide by, strong enough not to store. The policy's detectors leave them alone.
 * References to variables, placeholders in brackets and what is already masked stay. Every quantifier is bounded.
 */
export const weakSecrets: readonly Form[] = [
  [
    'basic',
    /(?<=\b(?:[Aa]uthorization|AUTHORIZATION)["']?\s{0,3}[=:]\s{0,3}["']?(?:[Bb]asic|BASIC)\s{1,3})[A-Za-z0-9+/=_-]{4,2000}|(?<=\b(?:[Bb]asic|BASIC)\s{1,3})(?=[A-Za-z+/]{0,100}[0-9=])[A-Za-z0-9+/]{8,2000}={0,2}/g,
    undefined,
    nearTo('basic', 64, 2200),
  ],
  [
    'value',
    /(?<=(?:api[_-]?key|secret|token|passwd|password|passphrase|passcode|(?<!\b(?:com|by|sur|over|under|tres))pass|pwd|access[_-]?key|private[_-]?key|credentials?|authorization)\\{0,3}["']?\s{0,3}(?:=>|[=:])\s{0,3}\\{0,3}["']?(?:(?:bearer|basic|token|digest)\s{1,3})?)(?!(?:bearer|basic|token|digest)\s|\[[a-z-]{2,30} removed\]|process\.env|os\.environ|import\.meta|(?:string|number|boolean|null|undefined|true|false|none)(?:[\s"'`,;|)}\]\\]|$))[^\s"'`$,;&|<>(){}\\][^\s"'`,;&|<>(){}]{3,500}/gi,
    undefined,
    afterWeakName,
  ],
  [
    'value',
    /(?<=(?<![\w-])--?(?!-?no-)[a-z0-9_-]{0,40}(?:api[_-]?key|secret|token|passwd|password|passphrase|pass|pwd|access[_-]?key|private[_-]?key|credential)(?:\s{1,3}\\{0,3}["']?|\\{0,3}["']\s?,\s?\\{0,3}["']))(?!\[[a-z-]{2,30} removed\])[^\s"'`$,;&|<>(){}\\-][^\s"'`,;&|<>(){}]{3,500}/gi,
    undefined,
    afterWeakName,
  ],
  // `docker -u 1000:1000` and `rsync -u host:/path` are neither.
  [
    'user-password',
    /(?<=(?<![\w-])(?:-[a-zA-Z]{0,8}[uU]\s{1,3}|-u(?!rl\b|ser)|--(?:proxy-)?user[\s=]{1,3})\\{0,3}["']?[^\s:"'/@$=\\]{1,100}:)(?!\d{1,10}(?!\S)|\[[a-z-]{2,30} removed\])[^\s"'`$/<>][^\s"'`<>]{2,200}/g,
  ],
  [
    'mysql-password',
    /(?<=\s-p\\{0,3}["']?)(?<=\b(?:mysql|mariadb)[\w-]{0,12}\s[^\n;|&]{0,300}-p\\{0,3}["']?)(?!\d{1,5}:\d|\[[a-z-]{2,30} removed\])[^\s"'`$<>\\][^\s"'`<>]{2,200}/g,
  ],
]

/** Shortest text that holds a credential: a flag, a name, a colon and three characters. */
const shortest = 7

/** Replaces credentials by `[kind removed]`. The shape of the text around them stays. */
export const maskSecrets = (text: string): string => {
  if (text.length < shortest) return text
  const traits = traitsOf(text)
  let masked = text
  const mask = (form: Form): void => {
    if (mayHold(form, text, traits)) masked = replaceIn(masked, partsOf(form, masked), form[1], `[${form[0]} removed]`)
  }
  // The weak `value` covers the strong one, and a header is `basic` first.
  const forms = formsFor(traits)
  for (const form of forms) if (form[0] !== 'value' && form[0] !== 'encoded-login') mask(form)
  for (const form of weakSecrets) mask(form)
  for (const form of forms) if (form[0] === 'encoded-login') mask(form)
  return masked
}

const unmarked = secrets.filter(([, , marks]) => marks === undefined)
const wordy = secrets.filter(([kind, , marks]) => marks === undefined || kind === 'api-token')

/** Those that a text with these traits may hold: one without anything as long as a token is not asked about each. */
export const formsFor = ({ run, word }: Traits): readonly Form[] => (run ? secrets : word ? wordy : unmarked)

/** Of a short text all of it is looked at as soon. */
const shortText = 2_048

/** Where a form can match: no blank stands in what has marks. */
export const partsOf = ([kind, , marks, near]: Form, text: string): Parts => {
  if (text.length <= shortText) return [[0, text.length]]
  const { has, says, small } = traitsOf(text)
  if (marks !== undefined) return wordsAround(text, marksOf(marks).filter(has), kind === 'discord-token' ? longWord : 0)
  // Some letters become two.
  return near === undefined || small().length !== text.length
    ? [[0, text.length]]
    : partsAround(small(), marksOf(near.words).filter(says), near.before, near.after)
}
/** The least of a Discord token, whose mark is a dot. */
const longWord = 24 + 1 + 6 + 1 + 27

/**
 * What a kind cannot do without. Compiling its pattern for the first time costs more than the rest of an audit line, and most texts
 * hold nothing that looks like a credential.
 */
export const mayHold = ([kind, , marks]: Form, text: string, traits: Traits): boolean => {
  if (marks !== undefined) return (kind === 'api-token' ? traits.word : traits.run) && marked(text, traits, marks)
  const { has, says } = traits
  switch (kind) {
    case 'private-key':
      return has(own.begin)
    case 'url-password':
      return has(own.at) && has(own.scheme)
    case 'bearer':
      return says(own.bearer)
    case 'value':
      return words.some(says) && /[=:,\s]/.test(text)
    case 'jwt':
      return has(own.jwt)
    case 'password-hash':
      return has(own.hash) || has(own.locked)
    case 'encoded-login':
      return says(own.basic) || says(own.npm) || says(own.docker)
    case 'basic':
      return says(own.basic)
    case 'user-password':
      return has(own.colon) && has(own.dash) && users.some(says)
    case 'mysql-password':
      return has(own.password) && (has(own.mysql) || has(own.mariadb))
    default:
      return true
  }
}

const own = {
  begin: markOf('-----BEGIN'),
  at: markOf('@'),
  scheme: markOf('://'),
  bearer: markOf('bearer'),
  jwt: markOf('eyJ'),
  hash: markOf(':$'),
  locked: markOf(':!$'),
  basic: markOf('basic'),
  npm: markOf('_auth'),
  docker: markOf('"auth'),
  colon: markOf(':'),
  dash: markOf('-'),
  password: markOf(' -p'),
  mysql: markOf('mysql'),
  mariadb: markOf('mariadb'),
}
const words = ['key', 'secret', 'token', 'pass', 'pwd', 'credential', 'authorization'].map(markOf)
const users = ['-u', 'u ', '--user', '--proxy-user'].map(markOf)

const split = new Map<string, readonly Mark[]>()

const marksOf = (marks: string): readonly Mark[] => {
  const known = split.get(marks) ?? marks.split(' ').map(markOf)
  split.set(marks, known)
  return known
}

const marked = (text: string, traits: Traits, marks: string): boolean => text.length > triedFrom || traits.hasAny(marksOf(marks))

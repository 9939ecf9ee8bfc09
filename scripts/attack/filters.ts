/** How a text is put into another: quoted, encoded, taken apart. Undefined where this text cannot be put so. */

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8')
export const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const escaped = (text: string, write: (byte: number) => string): string => [...bytes(text)].map(write).join('')
const octal = (text: string): string => escaped(text, byte => `\\${byte.toString(8).padStart(3, '0')}`)
const hexadecimal = (text: string): string => escaped(text, byte => `\\x${byte.toString(16).padStart(2, '0')}`)
const rotated = (text: string): string =>
  text.replace(/[a-z]/gi, letter => {
    const base = letter < 'a' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })

/** A program by a plain name of two letters or more, and the rest of its command with the blank before it. */
const parts = (text: string): { readonly word: string; readonly args: string } | undefined => {
  const [word = ''] = /^[a-z][\w+-]+(?= |$)/.exec(text) ?? []
  return word === '' ? undefined : { word, args: text.slice(word.length) }
}
const withParts =
  (fill: (word: string, args: string) => string) =>
  (text: string): string | undefined => {
    const found = parts(text)
    return found && fill(found.word, found.args)
  }
/** Words joined by something else than a blank: none of them may hold it. */
const joined =
  (by: string, around: readonly [string, string] = ['', '']) =>
  (text: string): string | undefined =>
    text.includes(by) || !text.includes(' ') ? undefined : around[0] + text.split(' ').join(by) + around[1]
/** Blanks between words; those in quotes belong to a word. */
const blanks =
  (by: string) =>
  (text: string): string | undefined =>
    /['"\\\n]/.test(text) ? undefined : text.replaceAll(' ', by)

/** Another spelling of each word; undefined where none has one. */
const eachWord =
  (spell: (word: string) => string) =>
  (text: string): string | undefined => {
    const spelt = isPlain(text) ? text.split(' ').map((word, at) => (at === 0 ? word : spell(word))) : []
    return spelt.length === 0 || spelt.join(' ') === text ? undefined : spelt.join(' ')
  }
/** All but the last word, or that: what may be moved into a variable is no option. */
const ofLast =
  (part: (head: string, last: string) => string) =>
  (text: string): string | undefined => {
    const at = text.lastIndexOf(' ')
    const last = text.slice(at + 1)
    return at < 0 || !/^[/~\w]/.test(last) || !isPlain(text) ? undefined : part(text.slice(0, at), last)
  }
const respelt: readonly (readonly [command: RegExp, option: RegExp, to: string])[] = [
  [/^rm /, /(?<= )-rf(?= |$)/, '-r -f'],
  [/^rm /, /(?<= )-fr(?= |$)/, '-rf'],
  [/^rm /, /(?<= )-r -f(?= |$)/, '--recursive --force'],
  [/^chmod |^chown /, /(?<= )-R(?= |$)/, '--recursive'],
  [/^git push /, /(?<= )--force(?= |$)/, '-f'],
  [/^git push /, /(?<= )-f(?= |$)/, '--force'],
  [/^git clean /, /(?<= )-xdf(?= |$)/, '-x -d -f'],
  [/^git branch /, /(?<= )-D(?= |$)/, '--delete --force'],
  [/^curl /, /(?<= )-d(?= )/, '--data'],
  [/^(?:cp|mv|ln) /, /(?<= )-f(?= |$)/, '--force'],
]
const options = (text: string): string | undefined => {
  const [, option, to] = respelt.find(([command, option]) => command.test(text) && option.test(text)) ?? []
  return option === undefined || to === undefined ? undefined : text.replace(option, to)
}

export type Filter = (text: string) => string | undefined

export const filters: Readonly<Record<string, Filter>> = {
  '': text => text,
  q: single,
  qq: text => single(single(text)),
  dq: text => `"${text.replace(/[\\"$`]/g, '\\$&')}"`,
  ansi: text => `$'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`,
  tick: text => (/["'\\\n]/.test(text) ? undefined : text.replaceAll('`', '\\`')),
  qb: text => (/[{}\\$[\]]/.test(text) ? undefined : `{${text}}`),
  lit: () => '{}',
  json: text => JSON.stringify(text),
  'json:dollar': text => JSON.stringify(text).replaceAll('$', '\\$'),
  'json:hash': text => JSON.stringify(text).replaceAll('#', '\\#'),
  raw: text => `'${text.replace(/[\\']/g, '\\$&')}'`,
  pq: text => `'${text.replaceAll("'", "''")}'`,
  serialised: text => JSON.stringify({ command: text }),
  make: text => (/[#\n]/.test(text) ? undefined : text.replaceAll('$', '$$$$')),
  b64: text => bytes(`${text}\n`).toString('base64'),
  hex: text => bytes(`${text}\n`).toString('hex'),
  utf16: text => Buffer.from(text, 'utf16le').toString('base64'),
  octal,
  xhex: hexadecimal,
  reversed: text => single([...text].reverse().join('')),
  rot13: text => single(rotated(text)),
  carets: text => text.replace(/^\w/, '$&^'),
  'one-line': text => text.replaceAll('\n', ' '),
  word: withParts(word => word),
  args: withParts((_, args) => args),
  first: withParts(word => word.slice(0, 1)),
  rest: withParts((word, args) => word.slice(1) + args),
  'word:octal': withParts(octal),
  'word:xhex': withParts(hexadecimal),
  'word:u': withParts(word => `${word.charCodeAt(0).toString(16).padStart(4, '0')}${word.slice(1)}`),
  braces: joined(',', ['{', '}']),
  ifs: joined('${IFS}'),
  commas: joined(','),
  colons: joined(':'),
  tabs: blanks('\t'),
  spaces: blanks('   '),
  'quoted-words': text => (isPlain(text) ? text.split(' ').map(single).join(' ') : undefined),
  'double-quoted-words': text => (isPlain(text) ? `"${text.split(' ').join('" "')}"` : undefined),
  'broken-words': text => (isPlain(text) ? text.replaceAll(' ', ' \\\n  ') : undefined),
  options,
  'places:dot': eachWord(word => word.replace(/^(\/\w+)\/(?=\w)/, '$1/./')),
  'places:up': eachWord(word => word.replace(/^(\/\w+)\/(?=\w)/, '$1/..$1/')),
  'places:slashes': eachWord(word => word.replace(/^\/(?=\w)/, '//').replace(/(?<=\w)\/(?=\w+$)/, '//')),
  'places:home': eachWord(word => word.replace(/^\/home\/dev(?=\/|$)/, '~')),
  'places:variable': eachWord(word => word.replace(/^\/home\/dev(?=\/|$)/, '$HOME')),
  head: ofLast(head => head),
  last: ofLast((_, last) => last),
  'long-lines': () => Array(400).fill('true;').join('\n'),
  'long-words': () => `: '${'lorem ipsum '.repeat(2_000)}'`,
  'long-document': () => `cat > /tmp/notes.md <<'NOTES'\n${'lorem ipsum dolor sit amet\n'.repeat(900)}NOTES`,
  'long-blank': () => '\n'.repeat(20_000),
  'long-comment': () => `# ${'lorem ipsum '.repeat(2_000)}`,
}

/** What stands at the front of a command that is no program, and so takes no program in front of it. */
const ofTheShell =
  /^(?:alias|cd|declare|eval|exec|export|mapfile|pushd|read|set|source|trap|umask|unset|while|if|for|case|time|[.:!{(]) |^\w+=/

/** One program with its words, which another program takes behind its own. */
export const isWords = (text: string): boolean =>
  !ofTheShell.test(text) && !/[;&|<>()\n`#]/.test(text.replace(/'[^']*'|"[^"$`\\]*"|\\[;']/g, ''))

/** Words that every splitting reads alike. */
export const isPlain = (text: string): boolean => /^[\w./=:@%+-]+(?: [\w./=:@%+-]+)*$/.test(text) && isWords(text)

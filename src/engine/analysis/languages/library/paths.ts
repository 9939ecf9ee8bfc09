/** Places: homes, current folders, names put together, folders and what is in them. */

import { HOLE } from '../../values/value.ts'
import { type Argument, type Code, type CodeValue, namedBy, unknown, value } from '../model/code.ts'
import { join, listOf } from '../model/collections.ts'
import { open, type Rows } from './rows.ts'

export const paths: Rows = [
  [
    'expanduser expand_path expand',
    ({ path, args, first, code }) => {
      if (path === 'File.expand_path' && args[1] !== undefined && !/^[/~]/.test(first.text))
        return join([args[1].value, first], '/', code)
      return first.text[0] === '~' ? { ...first, text: code.analysis.host.home + first.text.slice(1) } : first
    },
  ],
  [
    'expandvars',
    ({ first, code }) => ({ ...first, text: first.text.replace(/\$(?:HOME\b|\{HOME\})/g, code.analysis.host.home) }),
  ],
  [
    'home homedir gethomedir NSHomeDirectory user_home UserHomeDir home_dir getHomeDirectory getHomeDir',
    ({ code }) => value(code.analysis.host.home),
  ],
  ['getcwd cwd getwd Getwd getCurrentDir current_dir GetCurrentDirectory pwd', ({ code }) => value(code.env.cwd ?? HOLE)],
  [
    'Join of',
    ({ path, args, plain, bits, code }) => {
      if (/^(?:List|Set|Stream|Array)\.of$/.test(path)) return listOf(plain, code)
      return /^(?:filepath|path)\.Join$|^Path\.of$/.test(path) ? joinedPath(args, code) : open(bits)
    },
  ],
  ['join resolve normalize abspath realpath', ({ name, path, args, first, code }) => joinOf(name, path, args, code) ?? first],
  ['Combine', ({ path, plain, bits, code }) => (/(?:^|\.)Path\.Combine$/.test(path) ? absoluteJoin(plain, code) : open(bits))],
  ['GetRandomFileName', () => value('made')],
  [
    'dirname',
    ({ first, bits }) =>
      first.text[0] === '/' && !first.text.includes(HOLE) ? { ...first, text: `${first.text}/..` } : open(bits),
  ],
  ['fileURLToPath', ({ first }) => ({ ...first, text: first.text.replace(/^file:\/\//, '') })],
  [
    'getProperty',
    ({ first, code }) =>
      first.text === 'user.home'
        ? value(code.analysis.host.home)
        : first.text === 'user.dir'
          ? value(code.env.cwd ?? HOLE)
          : unknown,
  ],
  ['DirectoryIterator FilesystemIterator RecursiveDirectoryIterator', ({ first }) => ({ ...first, text: `${first.text}/*` })],
  ['new', ({ path, first, bits }) => (/^(?:Pathname|File|URI|String|Dir|Path|PathBuf)\.new$/.test(path) ? first : open(bits))],
  [
    'files list_files',
    ({ path, first, bits }) =>
      path === 'list.files' || path === 'list_files' ? { ...first, text: `${first.text}/*` } : open(bits),
  ],
  [
    'glob bsd_glob iglob globSync',
    ({ first, code }) =>
      namedBy(
        code.language === 'perl' && first.text[0] === '~'
          ? { ...first, text: code.analysis.host.home + first.text.slice(1) }
          : first,
      ),
  ],
  [
    'walk newDirectoryStream read_dir',
    ({ first, code }) => (code.language === 'other' ? namedBy({ ...first, text: `${first.text}/*` }) : first),
  ],
  ['RecursiveIteratorIterator File fileURLWithPath normalizePath', ({ first }) => first],
  [
    'scandir',
    ({ first, code }) => (code.language === 'python' ? { ...first, text: `${first.text}/*` } : { text: '*', taint: 0 }),
  ],
  ['listdir readdirSync readdir children readDir', () => ({ text: '*', taint: 0 })],
  [
    'GetFolderPath',
    ({ args, code }) => (/\bUserProfile$/.test(args[0]?.tokens.at(-1)?.value ?? '') ? value(code.analysis.host.home) : unknown),
  ],
  [
    'joinpath Path PurePath PosixPath Pathname',
    ({ name, args, code }) => {
      const path = joinedPath(args, code)
      return name === 'joinpath' ? path : asPath(path)
    },
  ],
  ['path', ({ path, plain, bits, code }) => (path === 'file.path' ? join(plain, '/', code) : open(bits))],
  ['escapeshellcmd fnamemodify', ({ first }) => first],
]

/** `os.path.join` and its likes; without an owner it is the `join` of Perl: a separator, then a list. */
function joinOf(name: string, path: string, args: readonly Argument[], code: Code): CodeValue | undefined {
  if (name !== 'join' && name !== 'resolve') return undefined
  const values = args.map(argument => argument.value)
  if (path !== 'join' || code.language !== 'perl') return absoluteJoin(values, code)
  return join(
    values.slice(1).flatMap(item => item.items ?? [item]),
    values[0]?.text ?? '',
    code,
  )
}

export function absoluteJoin(values: readonly CodeValue[], code: Code): CodeValue {
  let start = 0
  for (const [index, item] of values.entries()) if (item.text[0] === '/') start = index
  return join(values.slice(start), '/', code)
}

const joinedPath = (args: readonly Argument[], code: Code): CodeValue =>
  join(
    args.map(argument => argument.value),
    '/',
    code,
  )

/** As a path a name is told apart from a text. */
export const asPath = (value: CodeValue): CodeValue =>
  /^[\w-][\w .-]*$/.test(value.text) ? { ...value, text: `./${value.text}` } : value

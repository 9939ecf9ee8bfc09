/** Pure functions of scripting languages: decoders, paths, characters. */

import { absolutePath } from '../../places/paths.ts'
import { isSecretName, isSecretPath } from '../../places/secret-places.ts'
import { tellsOfMachine } from '../../places/system-places.ts'
import { HOLE, taint } from '../../values/value.ts'
import { type Argument, type Code, type CodeValue, unknown, value } from './code.ts'
import { characters, fill, join, joinItems, splitText } from './collections.ts'
import { temporary } from './temporary.ts'

export function call(path: string, args: readonly Argument[], code: Code): CodeValue {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const first = args[0]?.value ?? unknown
  const bits = args.reduce((all, argument) => all | argument.value.taint, 0)
  const made = temporary(name, path, args, code)
  if (made !== undefined) return made
  switch (name) {
    case 'expanduser':
    case 'expand_path':
    case 'expand':
      return first.text[0] === '~' ? { ...first, text: code.analysis.host.home + first.text.slice(1) } : first
    case 'expandvars':
      return { ...first, text: first.text.replace(/\$(?:HOME\b|\{HOME\})/g, code.analysis.host.home) }
    case 'home':
    case 'homedir':
    case 'gethomedir':
    case 'NSHomeDirectory':
    case 'user_home':
    case 'UserHomeDir':
    case 'home_dir':
    case 'getHomeDirectory':
    case 'getHomeDir':
      return value(code.analysis.host.home)
    case 'getcwd':
    case 'cwd':
    case 'getwd':
    case 'pwd':
      return value(code.env.cwd ?? HOLE)
    case 'Join':
      return path === 'filepath.Join' || path === 'path.Join'
        ? join(
            args.map(argument => argument.value),
            '/',
            code,
          )
        : { text: HOLE, taint: bits }
    case 'join':
    case 'resolve':
    case 'normalize':
    case 'abspath':
    case 'realpath':
      return joinOf(name, path, args, code) ?? first
    case 'getProperty':
      return first.text === 'user.home' ? value(code.analysis.host.home) : unknown
    case 'glob':
    case 'bsd_glob':
    case 'iglob':
    case 'globSync':
    case 'walk':
    case 'File':
    case 'fileURLWithPath':
    case 'normalizePath':
      return first
    case 'listdir':
    case 'readdirSync':
    case 'readdir':
    case 'scandir':
    case 'children':
      return { text: '*', taint: 0 }
    case 'chr':
    case 'fromCharCode':
    case 'fromCodePoint': {
      const codes = args.map(argument => Number(argument.value.text))
      return codes.every(number => Number.isInteger(number) && number > 0 && number < 0x10ffff)
        ? value(String.fromCodePoint(...codes))
        : unknown
    }
    case 'b64decode':
    case 'standard_b64decode':
    case 'urlsafe_b64decode':
    case 'atob':
    case 'base64_decode':
    case 'decode_base64':
    case 'decode64':
    case 'strict_decode64':
      return decoded(first, 'base64')
    case 'fromhex':
    case 'unhexlify':
    case 'hex2bin':
      return decoded(first, 'hex')
    case 'from': // Buffer.from(text, encoding)
      return args[1] === undefined ? first : decoded(first, args[1].value.text)
    case 'decode':
      return args[1] === undefined ? first : decoded(first, args[1].value.text)
    case 'str_rot13':
    case 'strrev':
      return {
        text: name === 'strrev' ? [...first.text].reverse().join('') : rot13(first.text),
        taint: first.taint | taint.decoded,
      }
    case 'decompress':
    case 'gzinflate':
    case 'loads':
      return { text: HOLE, taint: bits | taint.decoded }
    case 'getenv':
    case 'get':
      if (name === 'getenv' && args.length === 0) return { text: HOLE, taint: taint.environment }
      if (/^(?:os\.getenv|getenv|os\.environ\.get|environ\.get|Deno\.env\.get|Sys\.getenv)$/.test(path))
        return first.text === 'HOME' ? value(code.analysis.host.home) : unknown
      return /requests|http|axios|httpx|urllib|got|LWP|fetch|session|needle|superagent/i.test(path)
        ? { text: HOLE, taint: taint.download }
        : { text: HOLE, taint: bits }
    case 'urlopen':
    case 'fetch':
    case 'urlretrieve':
    case 'file_get_contents':
    case 'open':
    case 'read':
    case 'readFileSync':
    case 'readFile':
    case 'read_text':
    case 'readTextFile':
    case 'readTextFileSync':
      if (
        /^(?:https?|ftp):/.test(first.text) ||
        name === 'urlopen' ||
        name === 'fetch' ||
        /URI\.open|urllib|Net::HTTP/.test(path)
      )
        return { text: HOLE, taint: taint.download }
      return { text: HOLE, taint: bits | fileTaint(first, code) }
    case 'compile':
    case 'run':
    case 'require':
    case 'loads64':
      return first
    case 'joinpath':
    case 'Path':
    case 'PurePath':
    case 'PosixPath':
    case 'Pathname':
      return join(
        args.map(argument => argument.value),
        '/',
        code,
      )
    case '__import__':
    case 'import_module':
      return first
    case 'keys':
    case 'len':
    case 'length':
      return unknown
    case 'bytes':
    case 'bytearray': {
      const items = first.items === undefined ? undefined : characters(first.items, code).items
      const text = items?.map(item => item.text).join('')
      return text === undefined ? first : { text, taint: first.taint | taint.decoded }
    }
    case 'unescape':
    case 'decodeURIComponent':
    case 'decodeURI':
    case 'unquote':
    case 'urldecode':
      return {
        ...first,
        text: first.text.replace(/%([0-9a-fA-F]{2})/g, (_, pair: string) => String.fromCharCode(Number.parseInt(pair, 16))),
      }
    case 'implode':
      return joinItems(args[1]?.value ?? unknown, args[0] === undefined ? [] : [first], code)
    case 'split':
      return path === 'shlex.split' ? splitText(first, undefined, code) : { text: HOLE, taint: bits }
    case 'sprintf':
      return fill(
        first,
        args.slice(1).map(argument => argument.value),
        /%[-0-9.]*[a-z]/,
        code,
      )
    case 'reverse':
      return { text: [...first.text].reverse().join(''), taint: first.taint | taint.decoded }
    case 'map':
      if (args[0]?.tokens[0]?.value === 'chr' && args[1]?.value.items !== undefined)
        return { ...characters(args[1].value.items, code), taint: taint.decoded }
      return { text: HOLE, taint: bits }
    case 'pack':
      return args[1] === undefined ? unknown : decoded(args[1].value, 'hex')
    case 'getattr':
      return unknown
    case 'check_output':
    case 'execSync':
    case 'popen':
    case 'getoutput':
      return { text: HOLE, taint: /\b(?:curl|wget)\b/.test(first.text) ? taint.download : bits }
    default:
      return { text: HOLE, taint: bits }
  }
}

export function fileTaint(file: CodeValue, code: Code): number {
  if (file.text.includes(HOLE)) return isSecretName(file.text.slice(file.text.lastIndexOf('/') + 1)) ? taint.secret : 0
  const path = absolutePath(file.text, code.env.cwd, code.analysis.host)
  return isSecretPath(path, false, code.analysis.host)
    ? taint.secret | taint.file
    : taint.file | (tellsOfMachine(path) ? taint.system : 0)
}

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

export function decoded(from: CodeValue, encoding: string): CodeValue {
  if (from.text.includes(HOLE)) return { text: HOLE, taint: from.taint | taint.decoded }
  const plain =
    encoding === 'utf8' || encoding === 'utf-8' || encoding === 'ascii' || encoding === 'latin1' || encoding === 'unicode_escape'
  if (plain) return from
  if (/rot/i.test(encoding)) return { text: rot13(from.text), taint: from.taint | taint.decoded }
  try {
    const text =
      encoding === 'hex'
        ? from.text.replace(/[0-9a-fA-F]{2}/g, pair => String.fromCharCode(Number.parseInt(pair, 16)))
        : atob(from.text.replace(/\s/g, '').replace(/-/g, '+').replace(/_/g, '/'))
    return { text, taint: from.taint | taint.decoded }
  } catch {
    return { text: HOLE, taint: from.taint | taint.decoded }
  }
}

export function rot13(text: string): string {
  return text.replace(/[a-z]/gi, char => String.fromCharCode(char.charCodeAt(0) + (char.toLowerCase() < 'n' ? 13 : -13)))
}

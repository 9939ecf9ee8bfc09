/** Pure functions of scripting languages: decoders, paths, characters. */

import { absolutePath } from '../../places/paths.ts'
import { isForeignPlace } from '../../places/place-kinds.ts'
import { isSecretVariable } from '../../places/secret-names.ts'
import { isSecretName, isSecretPath } from '../../places/secret-places.ts'
import { tellsOfMachine } from '../../places/system-places.ts'
import { HOLE, taint } from '../../values/value.ts'
import { windowsVariable } from '../../values/windows-variables.ts'
import { overArguments } from './branching.ts'
import { type Argument, type Code, type CodeValue, isNamedBy, namedBy, unknown, value } from './code.ts'
import {
  isSpelling,
  join,
  joinItems,
  listOf,
  makesLetters,
  printed,
  replaced,
  reversed,
  someOf,
  spelled,
  splitText,
  textOf,
} from './collections.ts'
import { pairsOf, parsed, sideBySide, tableOf } from './containers.ts'
import { format } from './formats.ts'
import { lineOf, outputOf } from './printed.ts'
import { temporary } from './temporary.ts'
import { madeOf, portion } from './texts.ts'

export function call(path: string, given: readonly Argument[], code: Code): CodeValue {
  return overArguments(given, args => callOnce(path, args, code))
}

function callOnce(path: string, args: readonly Argument[], code: Code): CodeValue {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const first = args[0]?.value ?? unknown
  const all = (one: number, { value: held }: Argument): number => one | held.taint
  const given = starts.test(name) ? args.filter(argument => !isEnvironment(argument)) : args
  const bits = given.reduce(all, 0)
  const plain = args.filter(argument => argument.name === undefined).map(argument => argument.value)
  const made = temporary(name, path, args, code)
  if (made !== undefined) return made
  switch (name) {
    case 'expanduser':
    case 'expand_path':
    case 'expand':
      if (path === 'File.expand_path' && args[1] !== undefined && !/^[/~]/.test(first.text))
        return join([args[1].value, first], '/', code)
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
    case 'Getwd':
    case 'getCurrentDir':
    case 'current_dir':
    case 'GetCurrentDirectory':
    case 'pwd':
      return value(code.env.cwd ?? HOLE)
    case 'Join':
    case 'of':
      if (/^(?:List|Set|Stream|Array)\.of$/.test(path)) return listOf(plain, code)
      return /^(?:filepath|path)\.Join$|^Path\.of$/.test(path)
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
    case 'dirname':
      return first.text[0] === '/' && !first.text.includes(HOLE)
        ? { ...first, text: `${first.text}/..` }
        : { text: HOLE, taint: bits }
    case 'fileURLToPath':
      return { ...first, text: first.text.replace(/^file:\/\//, '') }
    case 'getProperty':
      return first.text === 'user.home'
        ? value(code.analysis.host.home)
        : first.text === 'user.dir'
          ? value(code.env.cwd ?? HOLE)
          : unknown
    case 'DirectoryIterator':
    case 'FilesystemIterator':
    case 'RecursiveDirectoryIterator':
      return { ...first, text: `${first.text}/*` }
    case 'new':
      return /^(?:Pathname|File|URI|String|Dir|Path|PathBuf)\.new$/.test(path) ? first : { text: HOLE, taint: bits }
    case 'files':
    case 'list_files':
      return path === 'list.files' || path === 'list_files' ? { ...first, text: `${first.text}/*` } : { text: HOLE, taint: bits }
    case 'glob':
    case 'bsd_glob':
    case 'iglob':
    case 'globSync':
      return namedBy(
        code.language === 'perl' && first.text[0] === '~'
          ? { ...first, text: code.analysis.host.home + first.text.slice(1) }
          : first,
      )
    case 'walk':
    case 'newDirectoryStream':
    case 'read_dir':
      return code.language === 'other' ? namedBy({ ...first, text: `${first.text}/*` }) : first
    case 'RecursiveIteratorIterator':
    case 'File':
    case 'fileURLWithPath':
    case 'normalizePath':
      return first
    case 'scandir':
      return code.language === 'python' ? { ...first, text: `${first.text}/*` } : { text: '*', taint: 0 }
    case 'listdir':
    case 'readdirSync':
    case 'readdir':
    case 'children':
    case 'readDir':
      return { text: '*', taint: 0 }
    case 'chr':
    case 'nr2char':
    case 'char':
    case 'fromCharCode':
    case 'fromCodePoint': {
      const codes = plain.flatMap(item => item.items ?? [item]).map(item => Number(item.text))
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
      if (first.items !== undefined) return textOf(spelled(first.items, code)) ?? unknown
      if (path === 'Array.from')
        return args.length > 1 || first.text.includes(HOLE) ? { text: HOLE, taint: bits } : splitText(first, '', code)
      return args[1] === undefined ? first : decoded(first, args[1].value.text)
    case 'decode':
      return args[1] === undefined ? first : decoded(first, args[1].value.text)
    case 'str_rot13':
    case 'strrev':
      return name === 'strrev' ? reversed(first) : { text: rot13(first.text), taint: first.taint | taint.decoded }
    case 'load':
    case 'loads':
    case 'safe_load':
    case 'load_file':
    case 'safe_load_file':
    case 'json_decode':
      if (first.fields !== undefined || first.items !== undefined) return first
      // What else it is given may make something else of it.
      if (args.length > 1 && name !== 'json_decode' && !/ya?ml/i.test(path)) return { text: HOLE, taint: bits | taint.decoded }
      return (
        parsed(name.endsWith('_file') ? fileContent(first, code).text : first.text, /ya?ml/i.test(path), code) ?? {
          text: HOLE,
          taint: bits | taint.decoded,
        }
      )
    case 'GetFolderPath':
      return /\bUserProfile$/.test(args[0]?.tokens.at(-1)?.value ?? '') ? value(code.analysis.host.home) : unknown
    case 'var':
    case 'var_os':
      return /(?:^|\.)env\.\w+$/.test(path) ? variableNamed(first.text, code) : unknown
    case 'getenv':
    case 'Getenv':
    case 'GetEnvironmentVariable':
    case 'get_env':
    case 'get':
      if (path === 'Paths.get') return join(plain, '/', code)
      if (name !== 'get' && args.length === 0) return { text: HOLE, taint: taint.environment }
      if (name !== 'get' || /(?:^|\.)(?:env|environ)\.get$/.test(path)) return variableNamed(first.text, code)
      return /requests|http|axios|httpx|urllib|got|LWP|fetch|session|needle|superagent/i.test(path)
        ? { text: HOLE, taint: taint.download }
        : { text: HOLE, taint: bits }
    case 'String':
    case 'Int':
      if (/^flag\./.test(path)) return code.functions?.option(first.text, path) ?? args[1]?.value ?? unknown
      return first
    case 'readLines':
    case 'parse_ini_file':
    case 'slurp':
    case 'readChar':
    case 'getURL':
    case 'GET':
    case 'fopen':
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
      return fileContent(first, code)
    case 'download':
    case 'curl_exec':
      return { text: HOLE, taint: bits | taint.download }
    case 'parse':
      if (path === 'JSON.parse' && args.length === 1)
        return first.fields === undefined ? (parsed(first.text, false, code) ?? { text: HOLE, taint: bits }) : first
      return /^https?:/.test(first.text) ? { text: HOLE, taint: taint.download } : { text: HOLE, taint: bits }
    case 'run':
    case 'Popen':
    case 'spawnSync':
      return outputOf(lineOf(plain), code) ?? (name === 'run' ? first : { text: HOLE, taint: bits })
    case 'url':
    case 'Cmd':
    case 'compile':
    case 'require':
    case 'import':
      return (first.text.endsWith('.json') ? parsed(fileContent(first, code).text, false, code) : undefined) ?? first
    case 'joinpath':
    case 'Path':
    case 'PurePath':
    case 'PosixPath':
    case 'Pathname': {
      const path = join(
        args.map(argument => argument.value),
        '/',
        code,
      )
      return name === 'joinpath' ? path : asPath(path)
    }
    case '__import__':
    case 'import_module':
      return first
    case 'values':
      return first.fields === undefined ? { text: HOLE, taint: bits } : listOf([...first.fields.values()], code)
    case 'keys':
      return (path.startsWith('Object.') ? keysOf(first, code) : undefined) ?? unknown
    case 'entries':
      return (path.startsWith('Object.') ? pairsOf(first, code) : undefined) ?? { text: HOLE, taint: bits }
    case 'fromEntries':
    case 'Map':
      return tableOf(first) ?? { text: HOLE, taint: bits }
    case 'dict':
    case 'SimpleNamespace':
    case 'Namespace':
    case 'OpenStruct': {
      const told = args.filter(argument => argument.name !== undefined)
      if (told.length === 0) return tableOf(first) ?? first
      return { text: HOLE, taint: bits, fields: new Map(told.map(argument => [argument.name as string, argument.value])) }
    }
    case 'dumps':
    case 'stringify':
      return first.fields === undefined ? { text: HOLE, taint: bits } : { ...first, text: HOLE, taint: bits }
    case 'enumerate':
      return sideBySide([undefined, first], code)
    case 'zip':
      return sideBySide(plain, code)
    case 'next':
    case 'iter':
    case 'max':
    case 'min':
    case 'choice':
      return name === 'iter' ? first : plain.length > 1 ? { text: HOLE, taint: bits } : someOf(first)
    case 'Set':
    case 'set':
    case 'frozenset':
    case 'tuple':
    case 'freeze':
    case 'deepcopy':
    case 'structuredClone':
    case 'vars':
      return first
    case 'len':
    case 'strlen':
    case 'count':
    case 'sizeof':
    case 'length':
      return unknown
    case 'bytes':
    case 'bytearray': {
      return first.items === undefined ? first : (textOf(spelled(first.items, code)) ?? unknown)
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
      return args.length === 1
        ? joinItems(first, [value('')], code)
        : joinItems(args[1]?.value ?? unknown, args[0] === undefined ? [] : [first], code)
    case 'concat':
      return path === 'table.concat' ? joinItems(first, [args[1]?.value ?? value('')], code) : { text: HOLE, taint: bits }
    case 'paste':
    case 'paste0':
      return join(
        plain.flatMap(item => item.items ?? [item]),
        args.find(item => item.name === 'sep')?.value.text ?? (name === 'paste' ? ' ' : ''),
        code,
      )
    case 'path':
      return path === 'file.path' ? join(plain, '/', code) : { text: HOLE, taint: bits }
    case 'c':
    case 'array':
    case 'list':
    case 'vec':
      if (args.length === 1 && name === 'list' && code.language === 'python' && first.items === undefined)
        return first.text.includes(HOLE) ? first : splitText(first, '', code)
      return args.length === 1 && first.items !== undefined ? first : listOf(plain, code)
    case 'asList':
    case 'listOf':
    case 'setOf':
    case 'arrayOf':
    case 'mutableListOf':
      return listOf(plain, code)
    case 'array_merge':
      return listOf(
        plain.flatMap(item => item.items ?? [item]),
        code,
      )
    case 'str_replace':
    case 'preg_replace':
      return replaced(args[2]?.value ?? unknown, first, args[1]?.value ?? unknown, true, code)
    case 'gsub':
    case 'sub':
    case 'subst':
    case 'substitute': {
      // Lua's takes the text first, Vim's too; others the pattern.
      const [subject, sought, put] =
        path === 'string.gsub' || code.language === 'vim' ? plain : [plain[2] ?? unknown, first, plain[1]]
      return replaced(subject ?? unknown, sought ?? unknown, put ?? unknown, name !== 'sub' || code.language === 'python', code)
    }
    case 'substr':
    case 'strpart':
    case 'mb_substr': {
      const from = Number(args[1]?.value.text) - (code.language === 'awk' ? 1 : 0)
      const size = args[2] === undefined ? undefined : Number(args[2].value.text)
      if (first.text.includes(HOLE) || !Number.isInteger(from) || (size !== undefined && !(size >= 0)))
        return { text: HOLE, taint: bits }
      return { ...first, text: portion(first.text, from, size ?? Number.POSITIVE_INFINITY) }
    }
    case 'explode':
      return splitText(args[1]?.value ?? unknown, first.text, code)
    case 'str_split':
    case 'list_chars':
      return args.length > 1 ? { text: HOLE, taint: bits } : splitText(first, '', code)
    case 'strtolower':
    case 'tolower':
    case 'lc':
      return { ...first, text: first.text.toLowerCase() }
    case 'strtoupper':
    case 'toupper':
    case 'uc':
      return { ...first, text: first.text.toUpperCase() }
    case 'trim': {
      const text = args.length > 1 || first.text.includes(HOLE) ? undefined : madeOf('trim', first.text, [], code.language)
      return { ...first, text: text ?? HOLE }
    }
    case 'escapeshellcmd':
    case 'fnamemodify':
    case 'path.expand':
      return first
    case 'reversed':
    case 'array_reverse':
    case 'rev':
      return reversed(first)
    case 'split':
      return path === 'shlex.split' ? splitText(first, undefined, code) : { text: HOLE, taint: bits }
    case 'vsprintf':
    case 'format':
      // Rust's own form.
      if (code.language === 'other' && first.text.includes('{')) return format(first, args.slice(1), code)
      return printed(first, plain[1]?.items ?? plain.slice(1), code)
    case 'Sprintf':
    case 'sprintf':
    case 'printf':
      return printed(first, plain[1]?.items ?? plain.slice(1), code)
    case 'reverse':
      return reversed(args.length > 1 ? listOf(plain, code) : first)
    case 'map':
    case 'array_map': {
      const items = plain.length > 2 ? plain.slice(1) : (plain[1]?.items ?? [])
      const spells = isSpelling(args[0]?.tokens ?? [])
      return (
        (spells ? spelled(items, code) : undefined) ?? {
          text: HOLE,
          taint: makesLetters(args[0]?.tokens ?? []) ? bits | taint.decoded : bits,
        }
      )
    }
    case 'pack':
      if (args[1] === undefined) return unknown
      return /^[CcUW]/.test(first.text)
        ? (textOf(
            spelled(
              plain.slice(1).flatMap(item => item.items ?? [item]),
              code,
            ),
          ) ?? unknown)
        : /^H\*?$/.test(first.text)
          ? decoded(args[1].value, 'hex')
          : { text: HOLE, taint: bits | taint.decoded }
    case 'unpack':
      return { text: HOLE, taint: bits | taint.decoded }
    case 'getattr':
      return unknown
    case 'check_output':
    case 'execSync':
    case 'execFileSync':
    case 'shell_exec':
    case 'popen':
    case 'getoutput': {
      const out = outputOf(lineOf(plain), code)
      if (out !== undefined) return out
      return { text: HOLE, taint: /\b(?:curl|wget)\b/.test(first.text) ? taint.download : bits }
    }
    default:
      if (isNamedBy(first)) return first
      return { text: HOLE, taint: decodes.test(name) ? bits | taint.decoded : bits }
  }
}

const starts =
  /^(?:run|Popen|call|check_call|check_output|getoutput|spawn|spawnSync|exec|execSync|execFile|execFileSync|fork|execa\w*|system)$/

/** What a program is started with, which prints none of it by itself: `env=…`, `{ env: … }`. */
const isEnvironment = ({ name, value: { fields } }: Argument): boolean =>
  name === 'env' ||
  (fields?.has('env') === true && [...fields].every(([key, held]) => key === 'env' || (held.taint & taint.environment) === 0))

/** The names of what an object holds, as far as it is written down. */
export const keysOf = ({ fields }: CodeValue, code: Code): CodeValue | undefined =>
  fields === undefined || fields.size === 0
    ? undefined
    : listOf(
        [...fields.keys()].map(key => value(key)),
        code,
      )

/** Gives a text that nobody could read before. */
const decodes = /^(?!json|url)\w*(?:decode|decompress|inflate|gunzip|brotli|decrypt)(?!r)/i

/** A variable of the environment. */
export function variableNamed(name: string, code: Code): CodeValue {
  const { host } = code.analysis
  // Any of them.
  if (name === HOLE) return { text: HOLE, taint: taint.environment }
  if (name === 'HOME' || name === 'USERPROFILE') return value(host.home)
  const folder = host.platform === 'win32' ? windowsVariable(name.toLowerCase(), host) : undefined
  if (folder !== undefined) return value(folder)
  const held = code.env.variables.get(name)
  const [set, ...others] = held?.fields ?? []
  const isSure = others.length === 0 && held?.exported === true
  if (set !== undefined) return { text: isSure ? set.text : HOLE, taint: set.taint }
  return isSecretVariable(name) || /secret|token|password|key|credential/i.test(name)
    ? { text: HOLE, taint: taint.environment }
    : unknown
}

/** What a file holds, when this script wrote it. */
export function fileContent(file: CodeValue, code: Code): CodeValue {
  const path = file.text.includes(HOLE) ? '' : absolutePath(file.text, code.env.cwd, code.analysis.host)
  const written = code.analysis.files.get(path)
  return { text: written?.text ?? HOLE, taint: file.taint | (written?.taint ?? fileTaint(file, code)), content: file.text }
}

export function fileTaint(file: CodeValue, code: Code): number {
  if (file.text.includes(HOLE)) return isSecretName(file.text.slice(file.text.lastIndexOf('/') + 1)) ? taint.secret : 0
  const path = absolutePath(file.text, code.env.cwd, code.analysis.host)
  return isSecretPath(path, false, code.analysis.host)
    ? taint.secret | taint.file
    : taint.file | (tellsOfMachine(path) ? taint.system : 0) | (isForeignPlace(path, code.env, code.analysis) ? taint.foreign : 0)
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

/** As a path a name is told apart from a text. */
export const asPath = (value: CodeValue): CodeValue =>
  /^[\w-][\w .-]*$/.test(value.text) ? { ...value, text: `./${value.text}` } : value

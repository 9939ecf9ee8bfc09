/** What comes from elsewhere: variables, options, files, addresses, programs. */

import { absolutePath } from '../../places/paths.ts'
import { isForeignPlace } from '../../places/place-kinds.ts'
import { isSecretVariable } from '../../places/secret-names.ts'
import { isSecretName, isSecretPath } from '../../places/secret-places.ts'
import { tellsOfMachine } from '../../places/system-places.ts'
import { HOLE, taint } from '../../values/value.ts'
import { windowsVariable } from '../../values/windows-variables.ts'
import { type Code, type CodeValue, unknown, value } from '../model/code.ts'
import { join } from '../model/collections.ts'
import { parsed } from '../model/containers.ts'
import { lineOf, outputOf } from '../model/printed.ts'
import { open, type Rows } from './rows.ts'

export const sources: Rows = [
  // `shutil.which(name)`, `Bun.which(name)`
  [
    'which',
    ({ path, first, bits, code }) => {
      const place = path.includes('.') ? outputOf(`which ${first.text}`, code) : undefined
      return place === undefined ? open(bits) : { ...place, text: place.text.trimEnd() }
    },
  ],
  ['var var_os', ({ path, first, code }) => (/(?:^|\.)env\.\w+$/.test(path) ? variableNamed(first.text, code) : unknown)],
  [
    'getenv Getenv GetEnvironmentVariable get_env get',
    ({ name, path, args, first, plain, bits, code }) => {
      if (path === 'Paths.get') return join(plain, '/', code)
      if (name !== 'get' && args.length === 0) return { text: HOLE, taint: taint.environment }
      if (name !== 'get' || /(?:^|\.)(?:env|environ)\.get$/.test(path)) return variableNamed(first.text, code)
      return /^https?:/.test(first.text) || /requests|http|axios|httpx|urllib|got|LWP|fetch|session|needle|superagent/i.test(path)
        ? { text: HOLE, taint: taint.download }
        : open(bits)
    },
  ],
  [
    'String Int',
    ({ path, args, first, code }) => {
      if (/^flag\./.test(path)) return code.functions?.option(first.text, path) ?? args[1]?.value ?? unknown
      return first
    },
  ],
  [
    'readLines parse_ini_file slurp ReadFile read_to_string readString readAllText readAllLines readAllBytes ReadAllText ReadAllLines ReadAllBytes read_file load_file readChar getURL GET fopen urlopen fetch urlretrieve file_get_contents open read readFileSync readFile read_text readTextFile readTextFileSync',
    ({ name, path, first, code }) => {
      if (
        /^(?:https?|ftp):/.test(first.text) ||
        name === 'urlopen' ||
        name === 'fetch' ||
        /URI\.open|urllib|Net::HTTP/.test(path)
      )
        return { text: HOLE, taint: taint.download }
      return fileContent(first, code)
    },
  ],
  ['download curl_exec', ({ bits }) => ({ text: HOLE, taint: bits | taint.download })],
  [
    'run Popen spawnSync',
    ({ name, first, plain, bits, code }) => outputOf(lineOf(plain), code) ?? (name === 'run' ? first : open(bits)),
  ],
  [
    'url Cmd compile require import',
    ({ first, code }) => (first.text.endsWith('.json') ? parsed(fileContent(first, code).text, false, code) : undefined) ?? first,
  ],
  ['__import__ import_module', ({ first }) => first],
  ['getattr', () => unknown],
  [
    'check_output execSync execFileSync shell_exec popen getoutput',
    ({ first, plain, bits, code }) => {
      const out = outputOf(lineOf(plain), code)
      if (out !== undefined) return out
      return { text: HOLE, taint: /\b(?:curl|wget)\b/.test(first.text) ? taint.download : bits }
    },
  ],
]

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

/** The arguments of a PowerShell command. Names are compared without case and may be shortened. */

import type { Analysis, Environment } from '../values/analysis.ts'
import { literal, type Stream, slashed, type Value } from '../values/value.ts'

export interface Cmdlet {
  readonly words: readonly Value[]
  readonly paths: readonly Value[]
  readonly env: Environment
  readonly analysis: Analysis
  readonly stdin: Stream
  /** Its second word is where the download goes. */
  readonly transfers?: true
  /** Whether a switch or parameter was given, perhaps shortened. */
  has(name: string): boolean
  get(name: string): Value | undefined
}

/** Short names that PowerShell itself gives its commands. */
export const aliases: Readonly<Record<string, string>> = {
  ri: 'remove-item',
  ndr: 'new-psdrive',
  mount: 'new-psdrive',
  rm: 'remove-item',
  rmdir: 'remove-item',
  rd: 'remove-item',
  del: 'remove-item',
  erase: 'remove-item',
  gc: 'get-content',
  cat: 'get-content',
  type: 'get-content',
  sc: 'set-content',
  ac: 'add-content',
  clc: 'clear-content',
  mi: 'move-item',
  mv: 'move-item',
  move: 'move-item',
  ci: 'copy-item',
  cp: 'copy-item',
  copy: 'copy-item',
  cpi: 'copy-item',
  rni: 'rename-item',
  ren: 'rename-item',
  iex: 'invoke-expression',
  iwr: 'invoke-webrequest',
  irm: 'invoke-restmethod',
  wget: 'invoke-webrequest',
  curl: 'invoke-webrequest',
  gci: 'get-childitem',
  ls: 'get-childitem',
  dir: 'get-childitem',
  spps: 'stop-process',
  ps: 'get-process',
  gps: 'get-process',
  nal: 'new-alias',
  kill: 'stop-process',
  saps: 'start-process',
  start: 'start-process',
  ii: 'invoke-item',
  sl: 'set-location',
  cd: 'set-location',
  chdir: 'set-location',
  echo: 'write-output',
  write: 'write-output',
  icm: 'invoke-command',
  sls: 'select-string',
  ni: 'new-item',
  gi: 'get-item',
  sp: 'set-itemproperty',
  rp: 'remove-itemproperty',
  saal: 'set-alias',
  sal: 'set-alias',
  foreach: 'foreach-object',
  '%': 'foreach-object',
  '?': 'where-object',
  where: 'where-object',
  tee: 'tee-object',
  pushd: 'set-location',
  spsv: 'stop-service',
}

/** Reads the parameters of a cmdlet as PowerShell does: shortened names, `-x:y`, positions. */
export function cmdlet(words: readonly Value[], env: Environment, stdin: Stream, analysis: Analysis): Cmdlet {
  const paths: Value[] = []
  const given = new Map<string, Value | undefined>()
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as Value
    if (/^[12*]?>{1,2}$/.test(word.text)) break
    if (!/^-[A-Za-z]/.test(word.written)) {
      paths.push(atHome(slashed(word), analysis))
      continue
    }
    const colon = word.text.indexOf(':')
    const name = word.text.slice(1, colon < 0 ? undefined : colon).toLowerCase()
    const attached = colon < 0 ? undefined : word.text.slice(colon + 1)
    const next = words[index + 1]
    const switches =
      /^(?:r(?:ec(?:urse)?)?|fo(?:rce)?|f|confirm|whatif|verbose|raw|asbytestream|append|nonewline|passthru|h|hidden|file|directory|wait|nonewwindow|usebasicparsing|useb|asjob|as(?=\w*secure)\w+)$/
    const isSwitch = switches.test(name) || 'recurse'.startsWith(name) || 'force'.startsWith(name)
    if (attached === undefined && !isSwitch && next !== undefined && !/^-[A-Za-z]/.test(next.written)) {
      given.set(name, next)
      if (/^(?:path|p|literalpath|lp|pspath|filepath|destination|dest)$/.test(name)) paths.push(atHome(slashed(next), analysis))
      index++
    } else {
      given.set(name, attached === undefined ? undefined : literal(attached))
      if (attached !== undefined && /^(?:path|p|literalpath|lp|pspath|filepath|destination|dest)$/.test(name))
        paths.push(atHome(slashed({ ...word, text: attached }), analysis))
    }
  }
  const long = (name: string): string | undefined =>
    [...given.keys()].find(key => key === name || (key.length >= 1 && name.startsWith(key)))
  return {
    words,
    paths,
    env,
    analysis,
    stdin,
    has: name => {
      const key = long(name)
      return key !== undefined && given.get(key)?.text.toLowerCase() !== 'false' && given.get(key)?.written !== '$false'
    },
    get: name => given.get(long(name) ?? name),
  }
}

export function atHome(word: Value, analysis: Analysis): Value {
  return /^~(?=$|\/)/.test(word.text) ? { ...word, text: analysis.host.home + word.text.slice(1) } : word
}

/** awk: its program, and the files that it goes through. */

import { options } from '../../calls/options.ts'
import { overwritten, readPath } from '../../effects/file-effects.ts'
import { letsOut, readsVariables } from '../../effects/let-out.ts'
import { escapes } from '../../expansion/printf.ts'
import type { CodeValue } from '../../languages/model/code.ts'
import { scanCode } from '../../languages/scan.ts'
import { boundedPath } from '../../places/paths.ts'
import { showsSecrets } from '../../places/secret-names.ts'
import { type Call, find, type Handler, ranDownload } from '../../values/analysis.ts'
import { HOLE, isStandardInput, literal, type Stream, taint, type Value } from '../../values/value.ts'

export const awks: Readonly<Record<string, Handler>> = { awk, gawk: awk, mawk: awk, nawk: awk, goawk: awk }

function awk(call: Call): Stream {
  const given = options(call.args, 'F v f i e l E assign field-separator file source include load exec')
  const named = given.every.filter(([name]) => /^(?:f|file|E|exec|i|include)$/.test(name)).map(([, file]) => file)
  const texts = given.every.filter(([name]) => name === 'e' || name === 'source').map(([, text]) => text)
  const inPlace = named.some(file => file.text === 'inplace')
  const written = given.values.has('f') || given.values.has('file') || given.values.has('E') || texts.length > 0
  const files = written ? given.positional : given.positional.slice(1)
  if (inPlace) for (const file of files) overwritten(file, 'edit', call.env, call.analysis, call.invocation)
  const first = given.positional[0]
  const source = [...named.map(file => programIn(file, call)), ...texts, ...(written || first === undefined ? [] : [first])]
    .map(word => word.text.split(HOLE).join(' '))
    .join('\n')
  const scanned = scanCode(source, 'awk', call, variables(call, given.every, given.positional))
  // What it leaves early need not end by itself.
  const read = /\bexit\b/.test(source) ? ~taint.endless : -1
  const inside = scanned.taint & read
  if (/\/inet\d?\/(?:tcp|udp)\//.test(source))
    find(
      call,
      /getline|\bsystem|\|&/.test(source) && /while|sh\b/.test(source) ? 'network.reverse-shell' : 'exfiltration.file-to-network',
    )
  if (/\bfor\s*\(\s*\w+\s+in\s+ENVIRON/.test(source)) return { text: undefined, taint: taint.environment }
  // A condition in front of the braces picks some lines; `NR>1` only skips the heading.
  const picks = !/^\s*(?:NR\s*(?:>|!=|>=)\s*[0-2]\s*)?\{(?!\s*if\b)/.test(source)
  // Of `NAME=value`, the first field is the name, unless a condition sets something or changes the line.
  const names = /^(?:!?\/[^/]*\/|N[FR](?:[<>=!]=?\d+)?)?\{print\$1;?\}$/.test(source.replace(/\s/g, ''))
  const sought = source.split(/[/"]/).filter((_, at) => at % 2 === 1)
  const shows =
    !names && (picks ? sought.some(showsSecrets) || /^\s*1\s*$/.test(source) : /\bprint\s*(?:[;}]|$)|\$(?!1(?!\d))/.test(source))
  const onlyNames = names && given.every.length === 1 && given.values.get('F')?.text === '=' && readsVariables(call, files)
  if (onlyNames && inside === 0) return letsOut(call, 'names')
  if (files.length === 0)
    return {
      text: undefined,
      taint: inside | (call.stdin.taint & read & (shows ? -1 : ~taint.environment) & (picks ? ~taint.processes : -1)),
    }
  let bits = inside
  for (const file of files)
    if (!/^[A-Za-z_]\w*=/.test(file.text)) bits |= readPath(file, call.env, call.analysis, call.invocation).taint
  return { text: undefined, taint: bits, from: files }
}

/** The program that a file holds, when this script wrote it. */
function programIn(file: Value, call: Call): Value {
  const stream =
    file.stream ??
    (file.text === '-' || isStandardInput(file.text)
      ? call.stdin
      : call.analysis.files.get(boundedPath(file, call.env, call.analysis)))
  if (stream !== undefined) ranDownload(stream.taint, call)
  return literal(stream?.text ?? '')
}

/** What the program's variables are: `-v name=value`, `name=value` among the files, and the line that comes in. */
function variables(
  call: Call,
  every: readonly (readonly [string, Value])[],
  positional: readonly Value[],
): Map<string, CodeValue> {
  const set = new Map<string, CodeValue>()
  const { text, taint: bits } = call.stdin
  const line = text?.replace(/\n$/, '')
  if (text !== undefined || bits !== 0)
    set.set('$0', { text: line === undefined || line.includes('\n') ? HOLE : line, taint: bits })
  const words = [...every.filter(([name]) => name === 'v' || name === 'assign').map(([, word]) => word), ...positional.slice(1)]
  for (const word of words) {
    const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word.text) ?? []
    if (name !== undefined && value !== undefined) set.set(name, { text: escapes(value), taint: word.taint })
  }
  return set
}

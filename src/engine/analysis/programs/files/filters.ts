/** Programs that take a value out of structured text, or change it: their first word is a program of their own. */

import type { Programs } from '../../calls/form.ts'
import { options } from '../../calls/options.ts'
import { overwritten } from '../../effects/file-effects.ts'
import { atMost, bounds, type Call, find, fork, type Handler } from '../../values/analysis.ts'
import { nothing, taint } from '../../values/value.ts'
import { readAll } from './readers.ts'

export const filters: Programs = {
  jq: filter('L f indent'),
  yq: call => {
    if (call.args.some(word => /^(?:-i|-[a-zA-Z]*i|--in-?place)(?:=|$)/.test(word.text)))
      for (const file of options(call.args, 'o p').positional.slice(1))
        overwritten(file, 'edit', call.env, call.analysis, call.invocation)
    return filter('o p')(call)
  },
}

function filter(valued: string): Handler {
  return call => {
    // `--arg name value` carries data.
    const data = new Map<string, string>()
    const rest = [...call.args]
    for (let at = 0; at < rest.length; at++)
      if (/^--(?:arg|argjson)$/.test(rest[at]?.text ?? '')) {
        const [, name, value] = rest.splice(at--, 3)
        if (name !== undefined && value !== undefined) data.set(name.text, value.text)
      }
    const [program, ...files] = options(rest, valued).positional
    const source = program?.text ?? ''
    declares(source, data, call)
    const told = call.args.reduce((bits, word) => bits | word.taint, 0)
    const bits = told | (files.length === 0 ? call.stdin : readAll(call, files)).taint
    if (/(?:^|[\s|(,])(?:env|\$ENV)\s*(?:$|[|),])/.test(source)) return { text: undefined, taint: taint.environment | bits }
    const state = [...files, ...(call.stdin.from ?? [])].some(file => /\.tfstate(?:\.backup)?$/.test(file.text))
    if (state && /passw|secret|token|private_key|access_key|connection_string/i.test(source)) find(call, 'secrets.print-token')
    // A value out of a file is not the file.
    return { text: undefined, taint: bits }
  }
}

/** `.scripts.test = "…"` and `.scripts += {test: "…"}`: a manifest's commands, which run when its tool is asked for one. */
function declares(source: string, data: ReadonlyMap<string, string>, call: Call): void {
  if (!/\bscripts\b/.test(source) || !source.includes('=')) return
  for (const text of atMost([...textsIn(source), ...data.values()], bounds.texts, call.analysis))
    call.analysis.script(text, fork(call.env), nothing)
}

/** What stands between quotes. */
function textsIn(source: string): readonly string[] {
  const found: string[] = []
  for (let at = source.indexOf('"'); at >= 0; at = source.indexOf('"', at + 1)) {
    let text = ''
    for (at++; at < source.length && source[at] !== '"'; at++) text += source[at] === '\\' ? (source[++at] ?? '') : source[at]
    found.push(text)
  }
  return found
}

/** Commands that a cloud's command line runs on the cloud's machines. */

import { options } from '../../calls/options.ts'
import { type Call, wrapped } from '../../values/analysis.ts'
import { HOLE, nothing, type Value } from '../../values/value.ts'

const carriers = /^(?:ssm|ecs|ssh|run-command|tpu-vm|cloud-shell|container|webapp|containerapp)$/

/** Reads what runs elsewhere; it is judged as a command on another machine. */
export function ran(call: Call): undefined {
  if (!call.args.some(word => carriers.test(word.text))) return undefined
  const given = options(call.args, 'parameters command scripts script exec-command startup-command')
  for (const name of ['command', 'exec-command', 'script', 'scripts', 'parameters']) {
    const value = given.values.get(name)
    if (value !== undefined) for (const source of sourcesOf(value, name)) run(source, call)
  }
  const split = call.args.findIndex(word => word.text === '--')
  const rest = split > 0 ? call.args.slice(split + 1) : []
  // One word with a space is a line for the shell over there.
  if (rest.length === 1) run((rest[0] as Value).text, call)
  else if (rest.length > 1) call.analysis.words(rest, wrapped(call, true), nothing)
  return undefined
}

function run(source: string, call: Call): void {
  call.analysis.script(source.split(HOLE).join('$UNKNOWN_PART'), wrapped(call, true), nothing)
}

/** `commands=["..."]`, `commands=...,executionTimeout=...`, `{"commands":["..."]}`, or the source itself. */
function sourcesOf(value: Value, name: string): readonly string[] {
  if (name !== 'parameters') return [value.text]
  const text = value.text.replace(/^\s*commands=/, '')
  try {
    const parsed = JSON.parse(text) as unknown
    const list = Array.isArray(parsed) ? parsed : Object.values((parsed ?? {}) as Record<string, unknown>).flat()
    return list.filter(item => typeof item === 'string')
  } catch {
    return text === value.text && !text.includes('command') ? [] : [text.replace(/^[\s"'[]+|(?<![\s"'\]])[\s"'\]]+$/g, '')]
  }
}

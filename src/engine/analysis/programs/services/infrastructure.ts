/** Infrastructure described in files, machines managed in bulk: rows of data. */

import type { Program, Programs } from '../../calls/form.ts'
import { settingOf } from '../../calls/interpret.ts'
import type { Options } from '../../calls/options.ts'
import { boundedPath } from '../../places/paths.ts'
import { isSecretVariable } from '../../places/secret-names.ts'
import { tasksOf } from '../../texts/playbooks.ts'
import { type Call, find, type Handler, textAt, wrapped } from '../../values/analysis.ts'
import { literal, nothing, type Stream, taint } from '../../values/value.ts'
import { records } from './infrastructure.gen.ts'
import { endsResources } from './unknown-resources.ts'

const tables: Readonly<Record<string, Handler | Program>> = {
  ...records({ planned, played }),
  // `java -jar some-cli.jar delete-job`: an unknown tool in another's clothes.
  java: call => void endsResources(call),
}

export const infrastructure: Programs = tables

/** The tasks of a playbook that run here. */
function played(call: Call, { flags, positional }: Options): undefined {
  if (
    call.program === 'ansible' ||
    ['C', 'check', 'syntax-check', 'list-tasks', 'list-hosts', 'list-tags'].some(name => flags.has(name))
  )
    return
  for (const file of positional) {
    const path = boundedPath(file, call.env, call.analysis)
    const text = call.analysis.files.get(path)?.text ?? textAt(path, call.analysis) ?? ''
    if (!/\bhosts\s*:\s*["']?(?:localhost|127\.0\.0\.1)\b|\bconnection\s*:\s*["']?local\b/.test(text)) continue
    for (const task of tasksOf(text)) call.analysis.script(task, wrapped(call), nothing)
  }
}

/** An output whose name tells that it is a secret, `TF_CLI_ARGS_apply=-destroy`, and a saved plan that destroys. */
function planned(call: Call, { values, positional }: Options): Stream | undefined {
  const [verb, name] = positional.map(word => word.text)
  if (verb === 'output' && name !== undefined && (isSecretVariable(name) || /passw|secret|token|private/i.test(name)))
    find(call, 'secrets.print-token')
  const hidden = `${settingOf(call, 'TF_CLI_ARGS') ?? ''} ${settingOf(call, `TF_CLI_ARGS_${verb}`) ?? ''}`
  const destroys = call.args.some(word => /^--?destroy$/.test(word.text)) || /(?:^|\s)--?destroy(?:\s|$)/.test(hidden)
  if (verb === 'apply' && destroys) find(call, 'infrastructure.destroy')
  if (verb === 'apply' && /--?auto-approve/.test(hidden)) find(call, 'infrastructure.apply-unattended')
  const { files } = call.analysis
  const out = values.get('out')?.text
  if (verb === 'plan' && destroys && out !== undefined) files.set(`\0plan:${out}`, nothing)
  if (verb === 'apply' && name !== undefined && files.has(`\0plan:${name}`)) find(call, 'infrastructure.destroy')
  // The whole state, of which whoever reads on may ask for a password. It may be seen here, not elsewhere.
  return /^(?:show|output)$/.test(verb ?? '') && name === undefined && call.args.some(word => /^--?json$/.test(word.text))
    ? { text: undefined, taint: taint.system, from: [literal('terraform.tfstate')] }
    : undefined
}

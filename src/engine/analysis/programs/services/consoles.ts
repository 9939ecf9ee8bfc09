/** Consoles of frameworks and hosts: code or statements that reach a database by another door. */

import { runEmbeddedStatements } from '../../calls/embedded-commands.ts'
import type { Programs } from '../../calls/form.ts'
import { options } from '../../calls/options.ts'
import { isRehearsal } from '../../calls/rehearsal.ts'
import { readPath } from '../../effects/file-effects.ts'
import { scanCode } from '../../languages/scan.ts'
import type { Language } from '../../languages/tokens/lexer.ts'
import { type Call, find } from '../../values/analysis.ts'
import { HOLE, type Value } from '../../values/value.ts'
import { consoles } from './consoles.gen.ts'

export interface Console {
  readonly language: Language
  /** Subcommands whose next word is code. */
  readonly inline?: RegExp
  /** Subcommands that read code from the input, or from an option. */
  readonly session?: RegExp
  /** Subcommands that read statements from the input, or from an option. */
  readonly sql?: RegExp
  readonly code?: RegExp
}

export const consolePrograms: Programs = { [Object.keys(consoles).join(' ')]: open }

function open(call: Call): undefined {
  const door = consoles[call.program] as Console
  if (isRehearsal(call)) return
  const given = options(call.args, 'e environment a app env remote settings pythonpath url config')
  const words = given.positional
  const at = words.findIndex(word => door.inline?.test(word.text) || door.session?.test(word.text) || door.sql?.test(word.text))
  const command = words[at]?.text ?? ''
  if (door.sql?.test(command)) runEmbeddedStatements(call)
  const file = given.values.get('file')
  const from = file === undefined ? undefined : readPath(file, call.env, call.analysis, call.invocation).text
  if (door.sql?.test(command) && from !== undefined) runEmbeddedStatements({ ...call, args: [], stdin: { text: from, taint: 0 } })
  const sources: string[] = []
  if (door.inline?.test(command) && words[at + 1] !== undefined) sources.push((words[at + 1] as Value).text)
  if (door.session?.test(command) || (call.program === 'iex' && words.length === 0))
    if (call.stdin.text !== undefined) sources.push(call.stdin.text)
  for (const [index, word] of call.args.entries()) {
    const [, name, value] = /^(--?[\w-]+)=([\s\S]*)$/.exec(word.text) ?? [undefined, word.text, call.args[index + 1]?.text]
    if (door.code?.test(name ?? '') && value !== undefined) sources.push(value)
  }
  for (const source of sources) scanCode(source.split(HOLE).join(' '), door.language, call)
  if (/^(?:wp|drush)$/.test(call.program)) {
    runEmbeddedStatements(call)
    if (/^(?:db (?:drop|reset|clean)|site (?:empty|delete))\b|^sql[:-]drop\b/.test(words.map(word => word.text).join(' ')))
      find(call, 'database.destroy')
  }
}

/** What a program may run where its code alone does not tell: texts that stand in it or come in from outside. */

import { atMost, bounds, fork, late } from '../values/analysis.ts'
import { HOLE, literal, nothing, type Value } from '../values/value.ts'
import type { State } from './model/code.ts'
import type { Token } from './tokens/lexer.ts'

const runners = new Set(
  'system popen exec execSync execFile execFileSync spawn spawnSync shell_exec passthru proc_open getoutput check_output check_call Popen execute doShellScript CORE::system'.split(
    ' ',
  ),
)

/** A function that runs commands is handed on, named by a text, or called with what is not written here. */
export function mentioned(all: readonly Token[], at: number): boolean {
  const token = all[at] as Token
  if (!runners.has(token.value)) return false
  const next = all[at + 1]?.value
  if (token.kind === 'text') return next !== ':'
  if (token.kind !== 'name' || next === '(' || next === '=' || all[at + 1]?.kind === 'text') return false
  const before = all[at - 1]?.value
  return before === '.' || before === ':' || before === '::' || before === '\\' || next === undefined || next === ';'
}

/** Every text that reads like a command, and every list of words. */
export function possible(all: readonly Token[], source: string, state: State): void {
  const { call } = state
  const { analysis } = call
  const env = fork(call.env, { wrappers: [...call.env.wrappers, call.program] })
  const texts = new Set<string>()
  for (let at = 0; at < all.length; at++) {
    const token = all[at] as Token
    if (token.kind === 'text') texts.add(token.value)
    const words = token.kind === 'mark' && (token.value === '[' || token.value === '(') ? listAt(all, at + 1) : []
    if (words.length > 1 && !data.test(words[0]?.text ?? '')) analysis.words(words, env, nothing)
    if (late(analysis)) return
  }
  // What it reads, unless that is the program.
  if (call.stdin.text !== undefined && call.stdin.text.trim() !== source.trim())
    for (const line of call.stdin.text.split('\n')) texts.add(line)
  const commands = [...texts].filter(text => /^\s*[a-z][\w./-]*\s+\S/.test(text) && !text.includes(HOLE))
  // The program itself may be among its arguments, and in its variables.
  const code = call.args.findIndex(({ text }) => text.includes(source))
  const own = call.args.slice(code + 1).filter(({ text }) => text !== '--')
  if (code >= 0 && own.length > 1) analysis.words(own, env, nothing)
  const given = [...own.map(({ text }) => text), ...Object.values(call.invocation.assignments)]
  for (const text of given) if (text !== undefined && /^[^-].*[\s;]\S/s.test(text)) commands.push(text)
  for (const text of atMost(commands, bounds.texts, analysis)) analysis.script(text, env, nothing)
}

/** Files that are written and read, by their names; whatever is named by its path may be run. */
const data = /^(?!\.{0,2}[\\/]).*\.(?:svg|html?|css|md|txt|json|ya?ml|toml|xml|csv|tsv|sql)$/i

function listAt(all: readonly Token[], from: number): Value[] {
  const words: Value[] = []
  for (let at = from; all[at]?.kind === 'text'; at += 2) {
    words.push(literal((all[at] as Token).value))
    if (all[at + 1]?.value !== ',') return /^[\])]$/.test(all[at + 1]?.value ?? '') ? words : []
  }
  return []
}

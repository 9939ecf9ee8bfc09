/** Programs of another purpose with an option that runs a command or loads code. */

import { byWord } from '../../../matching/words.ts'
import type { Programs } from '../../calls/form.ts'
import { isUnownedTemporary } from '../../places/place-kinds.ts'
import { type Call, find, wrapped } from '../../values/analysis.ts'
import { HOLE, nothing, type Value } from '../../values/value.ts'
import { code, commands } from './command-options.gen.ts'

const running = byWord(commands)
const loading = byWord(code)

/** What is run or loaded by an option of a program with another purpose. */
export function runsOptions(call: Call): void {
  const [run, loads] = [running.get(call.program), loading.get(call.program)]
  if (run !== undefined) command(call, run.split(' '))
  if (loads !== undefined) load(call, loads.split(' '))
}

export const escapes: Programs = { cargo, 'gsplit delta fzf sk gnuplot ssh-add': {} }

/** The values of an option, behind it or joined to it. */
export function valuesOf(call: Call, names: readonly string[]): Value[] {
  const out: Value[] = []
  for (const [at, word] of call.args.entries()) {
    if (word.text === '--') break
    for (const name of names) {
      if (word.text === name && call.args[at + 1] !== undefined) out.push(call.args[at + 1] as Value)
      else if (word.text.startsWith(`${name}=`)) out.push({ ...word, text: word.text.slice(name.length + 1) })
      else if (name.length === 2 && word.text.startsWith(name) && word.text.length > 2)
        out.push({ ...word, text: word.text.slice(2) })
    }
  }
  return out
}

/** `--config 'target.x.runner="program argument"'`, as a list too. */
function cargo(call: Call): undefined {
  for (const { text } of valuesOf(call, ['--config'])) {
    const [, source] = /(?:runner|linker|rustc|wrapper)\s*=\s*([\s\S]+)$/.exec(text) ?? []
    if (source !== undefined) call.analysis.script(source.replace(/["'[\],]+/g, ' '), wrapped(call), nothing)
  }
}

/** A shell or an interpreter without a program of its own. */
const bare = /^(?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl|ruby|php)$/

const compressors = /(?:zip|zip2|zstd|xz|lz4|lzop|lzma|pigz|brotli)$/

function command(call: Call, names: readonly string[]): void {
  const values = valuesOf(call, names)
  for (const { text } of values) {
    if (isUnownedTemporary(text, call.analysis)) find(call, 'execution.preload')
    else if (call.program === 'sort' && !compressors.test(text)) find(call, 'execution.preload', { unknown: `what ${text} does` })
    // It runs every file, or what comes on its input.
    if (bare.test(text) && /^(?:rg|tar|gtar|bsdtar)$/.test(call.program))
      find(call, 'execution.unknown-command', { unknown: `what ${text} is given to run` })
    const own = call.program === 'dc' ? [...text.matchAll(/!([^=<>!\n][^\n]*)/g)].map(([, escaped = '']) => escaped) : [text]
    for (const source of [...own, ...nested(text)])
      call.analysis.script(source.split(HOLE).join('$UNKNOWN_PART'), wrapped(call), nothing)
  }
  if (call.program === 'mvn' && values.length > 1)
    call.analysis.script(values.map(value => value.text).join(' '), wrapped(call), nothing)
}

/** `$(shell cmd)`, `ctrl-x:execute(cmd)`, `system "cmd"`, `output "|cmd"`. */
function* nested(text: string): Generator<string> {
  for (const match of text.matchAll(/\$\(shell\s([^()]+)\)/g)) yield match[1] as string
  for (const match of text.matchAll(/(?:execute(?:-silent)?|become|reload|preview)[([:]([^)\]]+)/g)) yield match[1] as string
  for (const match of text.matchAll(/\b(?:system[\s(]*|(?:output|plot|print|load)\s+(?=["'][|<!]))["'][|<!]?([^"']+)["']/g))
    yield match[1] as string
}

function load(call: Call, names: readonly string[]): void {
  for (const { text } of valuesOf(call, names)) if (isUnownedTemporary(text, call.analysis)) find(call, 'execution.preload')
}

/** What `echo` and `print` put out. */

import { asPrompt } from '../expansion/parameter-cuts.ts'
import { expandPrintf } from '../expansion/printf.ts'
import { type Call, fork, joined } from '../values/analysis.ts'
import { echoesEscapes, everyShell } from '../values/dialects.ts'
import { either } from '../values/streams.ts'
import { literal, nothing, type Stream, taint, type Value } from '../values/value.ts'

/** What `echo` prints: its words with a blank between, escapes read where `-e` or the shell asks for it. */
export function echo(call: Call): Stream {
  let at = 0
  let escapes = call.program === 'echo' && call.env.shells?.every(echoesEscapes) === true
  let bare = false
  while (/^-[neE]+$/.test(call.args[at]?.text ?? '')) {
    if (call.args[at]?.text.includes('e') === true) escapes = true
    if (call.args[at]?.text.includes('n') === true) bare = true
    at++
  }
  const words = call.args.slice(at)
  const text = joined(
    words.map(word => word.text),
    ' ',
    call.analysis,
  )
  const end = bare ? '' : '\n'
  const read = (): Stream => ({
    text: `${expandPrintf([literal('%b'), literal(text)], call.analysis).text}${end}`,
    taint: taintOf(words),
  })
  if (escapes) return read()
  const plain: Stream = { text: text + end, taint: taintOf(words) }
  // Some shells read them without being asked.
  const isOpen = call.program === 'echo' && text.includes('\\') && (call.env.shells ?? everyShell).some(echoesEscapes)
  return isOpen ? either(plain, read()) : plain
}

/** The same in ksh and zsh. */
export function print(call: Call): Stream {
  // As a prompt, in which zsh expands what its options say.
  if (call.args.some(word => /^-[a-zA-Z]*P/.test(word.text)))
    for (const { text } of call.args) call.analysis.script(asPrompt(text), fork(call.env), nothing, call.env.shells)
  const words = call.args.findIndex(word => !/^-[a-zA-Z]+$/.test(word.text))
  const end = words < 0 ? call.args.length : words
  const raw = call.args.slice(0, end).some(word => /[rR]/.test(word.text))
  const args = call.args.slice(call.args[end]?.text === '--' || call.args[end]?.text === '-' ? end + 1 : end)
  return echo({ ...call, args: raw ? args : [literal('-e'), ...args] })
}

/** The sources of all words together. */
export function taintOf(words: readonly Value[]): number {
  let bits = 0
  for (const word of words) bits |= word.glob ? word.taint | taint.counted : word.taint
  return bits
}

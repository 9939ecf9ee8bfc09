/** Commands that stand in the texts a program is given. Whether it runs them is not known here, only what they would do. */

import { bounds, type Call, find, wrapped } from '../values/analysis.ts'
import { hasTrait } from '../values/traits.ts'
import { HOLE, nothing } from '../values/value.ts'
import { begins as beginsCommand, spoken } from './embedded-commands.ts'

/** Where a command begins, so that prose is none: `!`, `|`, a quote, a bracket, a backtick, `name=`, `ProxyCommand` or the text itself. */
const begins = /(?:^|[!|`'"([{=;,:%]|(?:ommand|exec)\s)\s*(?=[\w./-]+[\s,"'])/g
/** Words in front of a text that is only shown. */
const shows = /(?:print\w*|disp|display|echo|puts|message|format|notification|log|text|title|name)\W*$/i
/** Words in front of a text that is set to be run. */
const sets = /^(?:set|call|run|eval|alias)$|(?:editor|pager|command|cmd|hook)s?$/i
/** Runners of tests: a text is the name of those to be run. */
const selects = /^(?:vitest|pytest|jest|mocha|rspec|phpunit)$/
/** What closes it. */
const closes: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Asks when a text behind an option, or code in one, would do what is refused when it is run. */
export function mayRun(call: Call): void {
  if (hasTrait(call.program, 'talks') || selects.test(call.program)) return
  let left: number = bounds.texts
  const look = (text: string, whole: boolean): void => {
    for (const source of commandsIn(text, whole)) {
      if (left-- <= 0) {
        call.analysis.exhausted = true
        return
      }
      if (!endangers(source, call)) continue
      find(call, 'execution.unknown-command', { unknown: `whether ${call.program} runs "${source.slice(0, 80)}"` })
      return
    }
  }
  for (const [at, word] of call.args.entries()) {
    const [, name, joined] = /^(--?[\w.:-]+)=([\s\S]*)$/.exec(word.text) ?? []
    const option = name ?? call.args[at - 1]?.text ?? ''
    if (word.stream?.text !== undefined) look(word.stream.text, false)
    else if (!spoken.test(option) && !word.text.startsWith('-m'))
      look(joined ?? word.text, /^-.*\w/.test(option) || sets.test(option))
  }
  if (call.stdin.text !== undefined) look(call.stdin.text, false)
}

function* commandsIn(text: string, whole: boolean): Generator<string> {
  for (const { 0: mark, index } of text.matchAll(begins)) {
    if ((index + mark.length === 0 && !whole) || shows.test(text.slice(0, index).slice(-20))) continue
    const rest = text.slice(index + mark.length)
    if (!beginsCommand(/^(?:\/\S*\/)?([\w.-]+)/.exec(rest)?.[1] ?? '')) continue
    const opened = mark.trim()
    const end = /["'`]/.test(opened)
      ? rest.indexOf(opened)
      : closes[opened] === undefined
        ? -1
        : rest.indexOf(closes[opened] as string)
    const source = (end < 0 ? rest : rest.slice(0, end)).split(HOLE).join('$UNKNOWN_PART')
    yield source
    // `"rm", "-rf", "/"`, `rm,-rf,/`: a command as a list.
    if (/^\S+["']?\s*,/.test(rest)) yield rest.replace(/["'\])}]+/g, ' ').replaceAll(',', ' ')
  }
}

/** Runs a text as if nobody had: what it changes in the analysis is taken back. */
function endangers(source: string, call: Call): boolean {
  const { analysis } = call
  const { effects, recalled = false } = analysis
  const lists = [effects, analysis.invocations, analysis.reads, analysis.writes, analysis.deletes, analysis.hosts]
  const lengths = lists.map(list => list.length)
  analysis.recalled = true
  analysis.script(source, wrapped(call), nothing)
  analysis.recalled = recalled
  const found = effects.slice(lengths[0]).some(({ certainty }) => certainty === 'proved-dangerous')
  for (const [at, list] of lists.entries()) list.length = lengths[at] as number
  return found
}

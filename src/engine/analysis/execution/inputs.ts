/** Programs that run a command on each of their inputs. */

import { isOneOf } from '../../matching/words.ts'
import { has, type Options, options, parsed, type Reading } from '../calls/options.ts'
import { readPath } from '../effects/file-effects.ts'
import { escapes } from '../expansion/printf.ts'
import { executed } from '../programs/code/shells.ts'
import { passesLines } from '../programs/files/lines.ts'
import { atMost, bounds, type Call, find, joined, wrapped } from '../values/analysis.ts'
import { both } from '../values/streams.ts'
import { hasTrait } from '../values/traits.ts'
import { HOLE, hole, isKnown, listed, literal, NUL, nothing, type Stream, taint, type Value } from '../values/value.ts'

const asXargs: Reading = {
  takes: new Set('a d E I L n P s J R arg-file delimiter max-args max-procs max-chars process-slot-var'.split(' ')),
  attached: 'iel',
  ends: 1,
}

/** They look through the folder that they are started in. */
const lookers = ' rg ag ack fd fdfind tree eza exa '

/** Names of what was not committed. What git ignores is made again. */
const unsaved = /^git\s+ls-files\s(?!.*\s(?:-\w*i|--ignored))(?:.*\s)?(?:-\w*[mo]\w*|--others|--modified)(?:\s|$)/

/** What `xargs` appends: the words on its input when they are known. */
export function xargs(call: Call): Stream {
  const given = parsed(call.args, asXargs)
  const file = given.values.get('a') ?? given.values.get('arg-file')
  const delimiter = given.values.get('d') ?? given.values.get('delimiter')
  const replace = given.values.get('I') ?? given.values.get('J') ?? given.values.get('replace') ?? given.values.get('i')
  const command = given.positional.length > 0 ? given.positional : [literal('echo')]
  const from = file === undefined ? call.stdin : readPath(file, call.env, call.analysis)
  if (given.positional.length === 0 && from.text === undefined) return { text: undefined, taint: from.taint }
  const deletes = /^(?:rm|unlink|shred|trash)$/.test(command[0]?.text ?? '')
  const [, by = ''] = /^(?:sudo\s+)?([\w.-]+)/.exec(from.by ?? '') ?? []
  // Whose names they are, a program of the system would tell.
  const isStranger = by !== '' && !hasTrait(by, 'everyday') && !isOneOf(lookers, by) && !passesLines(by)
  if (deletes && isStranger && from.text === undefined && from.from === undefined)
    find(call, 'filesystem.delete-unknown', { unknown: `which files ${by} names` })
  if (unsaved.test(from.by ?? '') && deletes) find(call, 'git.clean-force')
  // `-i` and `--replace` alone mean braces.
  const mark = replace?.text ?? (has(given, 'i', 'replace') ? '{}' : undefined)
  const between = delimiter?.text ?? (has(given, '0', 'null') ? NUL : undefined)
  const inputs = inputWords({ ...call, stdin: from }, between, mark !== undefined)
  // As many at a time as it can start, and there is always one more.
  const atOnce = Number((given.values.get('P') ?? given.values.get('max-procs'))?.text ?? 1)
  if ((from.taint & taint.endless) !== 0 && (atOnce === 0 || atOnce > 100)) find(call, 'process.fork-bomb')
  const env = wrapped(call)
  let out = nothing
  if (mark === undefined || mark === '') {
    for (const some of shares({ ...call, stdin: from }, inputs, between, given))
      out = both(out, call.analysis.words([...command, ...some], env, nothing), call.analysis)
    return out
  }
  for (const input of atMost(inputs, bounds.values, call.analysis)) {
    const words = command.map(word =>
      word.text.includes(mark)
        ? {
            ...word,
            text: joined(word.text.split(mark), input.text, call.analysis),
            glob: word.glob || input.glob,
            taint: word.taint | input.taint,
            unknown: word.unknown ?? input.unknown,
          }
        : word,
    )
    out = both(out, call.analysis.words(words, env, nothing), call.analysis)
  }
  return out
}

/** What each run of the command gets: so many words, so many lines, or all. Where the input is one text or another, each is one. */
function shares(
  call: Call,
  inputs: readonly Value[],
  between: string | undefined,
  given: Options,
): readonly (readonly Value[])[] {
  const { text, taint: bits } = call.stdin
  const count = (...names: readonly string[]): number =>
    names.reduce((found, name) => found || Number(given.values.get(name)?.text ?? 0), 0)
  const words = count('n', 'max-args')
  const lines = has(given, 'l') ? 1 : count('L', 'max-lines')
  const wordsOf = (part: string): readonly Value[] => inputWords({ ...call, stdin: { ...call.stdin, text: part } }, between)
  const parts = text === undefined ? [] : text.split(between === NUL ? `${NUL}\n` : '\n')
  const whole = (bits & taint.counted) === 0 ? [inputs] : [inputs, ...parts.map(wordsOf)]
  // Where a run ends by its length, the next may begin with any word.
  const isByLength = given.values.has('s') || given.values.has('max-chars')
  const all = isByLength
    ? inputs.map((_, at) => inputs.slice(at))
    : words > 0
      ? whole.flatMap(some => inShares(some, words))
      : lines > 0
        ? inShares(parts, lines).map(some => wordsOf(some.join('\n')))
        : whole
  const some = all.filter(({ length }) => length > 0)
  return some.length === 0 || some.length > bounds.values ? [inputs] : some
}

function inShares<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  const each = Math.max(1, size)
  return Array.from({ length: Math.ceil(list.length / each) }, (_, at) => list.slice(at * each, (at + 1) * each))
}

/** `{}`, `{.}`, `{2/.}`, a column's name: where `parallel` puts its input. */
const placeholder = /(?<!\$)\{(?:[-./#%\d]*|[a-z]\w*|=[^{}]*=)\}/i

/** Words as `xargs` reads them, or whole lines: a quote holds what is in it together, and a backslash the character behind it. */
function quotedWords(text: string, lines: boolean): readonly string[] {
  const between = lines ? /\n/ : /[\s\uFDD0]/
  const words: string[] = []
  let word: string | undefined
  for (const [sign] of text.matchAll(/\\[\s\S]|"[^"\n]*"|'[^'\n]*'|[\s\S]/g)) {
    if (sign.length === 1 && between.test(sign)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (word !== undefined || !/^[ \t]$/.test(sign))
      word = (word ?? '') + (sign.length === 1 ? sign : sign[0] === '\\' ? sign.slice(1) : sign.slice(1, -1))
  }
  return word === undefined ? words : [...words, word]
}

function inputWords(call: Call, delimiter?: string, lines = false): readonly Value[] {
  const { stdin, analysis } = call
  if (stdin.names === true && stdin.from !== undefined) return stdin.from
  if (stdin.text === undefined) return [hole('the input of xargs', stdin.taint)]
  const words =
    delimiter === undefined
      ? quotedWords(stdin.text, lines)
      : stdin.text
          .replace(/\n$/, '')
          .split(delimiter === '\\n' ? '\n' : escapes(delimiter))
          .filter(word => word !== '')
  return atMost(words, bounds.fields, analysis).map(word => ({
    ...listed(word),
    taint: stdin.taint,
    unknown: word.includes(HOLE) ? 'the input of xargs' : undefined,
  }))
}

const parallelValued =
  'j jobs P a arg-file I n N L C colsep d delimiter joblog results delay timeout retries S sshlogin slf sshloginfile bf basefile tmpdir workdir wd memfree halt env load shellquote tagstring block rpl'

export function parallel(call: Call): Stream {
  const given = options(call.args, parallelValued, true)
  if (has(given, 'dry-run', 'dryrun')) return nothing
  const at = given.positional.findIndex(word => /^:::\+?$/.test(word.text))
  const command = at < 0 ? given.positional : given.positional.slice(0, at)
  const file = given.values.get('a') ?? given.values.get('arg-file')
  const from = file === undefined ? call.stdin : readPath(file, call.env, call.analysis)
  const between = has(given, '0', 'null') ? '\\0' : (given.values.get('d') ?? given.values.get('delimiter'))?.text
  // A line is one word, whatever stands in it.
  const inputs =
    at < 0
      ? inputWords({ ...call, stdin: from }, between ?? '\\n')
      : given.positional.slice(at + 1).filter(word => !/^:::/.test(word.text))
  const env = wrapped(call)
  if (command.length > 0 && has(given, 'pipe', 'spreadstdin', 'pipe-part')) return call.analysis.words(command, env, call.stdin)
  if (command.length === 0 && at < 0) return executed(from, call)
  let out = nothing
  if (command.length === 0) {
    for (const input of inputs) if (isKnown(input)) out = both(out, call.analysis.script(input.text, env, nothing), call.analysis)
    return out
  }
  const source = command.map(word => word.text).join(' ')
  for (const input of atMost(inputs, bounds.values, call.analysis)) {
    const text = input.text.split(HOLE).join('$UNKNOWN_PART')
    // What takes the place of the braces is quoted for the shell.
    const words = command.map(word => ({ ...word, text: word.text.replace(new RegExp(placeholder, 'g'), () => input.text) }))
    const asWords = call.analysis.words(placeholder.test(source) ? words : [...command, input], env, nothing)
    const asScript = call.analysis.script(
      placeholder.test(source) ? source.replace(new RegExp(placeholder, 'g'), () => text) : `${source} ${text}`,
      env,
      nothing,
    )
    // One run, read in two ways: what either prints may be printed.
    out = both(out, { ...asScript, taint: asScript.taint | asWords.taint }, call.analysis)
  }
  return out
}

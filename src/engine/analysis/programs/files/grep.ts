/** Programs that look for a pattern in files and streams. */

import { braces } from '../../../matching/glob.ts'
import { listing } from '../../calls/name-lists.ts'
import { has, type Options, options } from '../../calls/options.ts'
import { readPath } from '../../effects/file-effects.ts'
import { letsOut, readsVariables } from '../../effects/let-out.ts'
import { globOf, hereIfSecret, readAtLarge, search, swept } from '../../effects/searching.ts'
import { showsSecrets } from '../../places/secret-names.ts'
import { anyName } from '../../places/secret-places.ts'
import type { Call } from '../../values/analysis.ts'
import { hole, literal, type Stream, taint, type Value } from '../../values/value.ts'
import { perhaps } from './lines.ts'

/** `grep` and its relatives. */
export function grep(call: Call): Stream {
  const given = options(
    call.args,
    'e f A B C m d D g G t T j regexp file after-context before-context context max-count include exclude exclude-dir glob iglob type type-not max-depth ignore-file color match file-search-regex',
  )
  const named = ['e', 'regexp', 'f', 'file', 'match'].some(key => given.values.has(key)) || has(given, 'files')
  const files = named ? given.positional : given.positional.slice(1)
  const sought = (given.values.get('e') ?? given.values.get('regexp') ?? given.positional[0])?.text ?? ''
  const counts = has(given, 'c', 'count', 'q', 'quiet')
  const reveals = !counts && (has(given, 'v', 'invert-match') || showsSecrets(sought))
  const recursive = has(given, 'r', 'R', 'recursive', 'dereference-recursive') || !/^[efz]?grep$/.test(call.program)
  const namesOnly = counts || has(given, 'l', 'L', 'files-with-matches', 'files-without-match', 'files')
  const patterns = given.values.has('f') || given.values.has('file')
  if (namesOnly && !recursive && !patterns && !has(given, 'v', 'invert-match')) {
    if (!counts) for (const file of files) readPath(file, call.env, call.analysis, call.invocation)
    return letsOut(call, counts ? 'count' : 'nothing')
  }
  if (isOfNames(given, sought) && !recursive && readsVariables(call, files)) return letsOut(call, 'names')
  if (files.length === 0 && !(recursive && isAlone(call))) {
    if (call.stdin.names === true && call.stdin.text === undefined && !counts && !has(given, 'v', 'invert-match')) {
      const left = listing([...namesLike(sought), hole('what the search left of a list')], call, call.stdin.taint)
      if (left.text !== undefined) return left
    }
    // A pattern picks some processes; `-v` leaves all the others.
    const kept = (has(given, 'v', 'invert-match') ? -1 : ~taint.processes) & (given.values.has('m') ? ~taint.endless : -1)
    const left = call.stdin.taint & kept & (reveals ? -1 : ~taint.environment)
    return onlyPicks(given) ? perhaps(call.stdin, given, left) : { text: undefined, taint: left }
  }
  let bits = files.length === 0 ? hereIfSecret(call) : 0
  if (recursive) {
    if (files.length === 0 && !namesOnly) swept(literal('.'), call)
    const selected = globsOf(call)
    const all = !namesOnly && (has(given, 'v', 'invert-match') || /^[\^.]*[*$]?$/.test(sought))
    for (const folder of files.length > 0 ? files : [literal('.')]) {
      if (all && selected.length === 0) readAtLarge(folder, call)
      for (const glob of selected.length > 0 ? selected : [undefined])
        bits |= search({ folder, glob, sought, namesOnly }, call.env, call.analysis, call.invocation).taint
    }
  }
  if (recursive && namesOnly && !counts)
    return listing(
      (files.length > 0 ? files : [literal('.')]).map(someOf),
      call,
      bits & ~taint.environment & ~(taint.holder | taint.sources),
    )
  for (const word of counts ? [] : files) bits |= readPath(word, call.env, call.analysis, call.invocation).taint
  // A pattern that spells out nothing shows all that the files hold.
  const kept = !namesOnly && (has(given, 'v', 'invert-match') || !/\w/.test(sought)) ? -1 : ~(taint.holder | taint.sources)
  return { text: undefined, taint: bits & ~taint.environment & kept, from: files }
}

/** Files at any depth below a folder that hold something: which, nobody knows. */
const someOf = (folder: Value): Value => ({
  ...folder,
  text: `${folder.text.replace(/(.)\/$/, '$1')}/${anyName}`,
  glob: true,
  search: true,
})

/** Whole lines come out, as they came in. */
const onlyPicks = ({ flags, values }: Options): boolean =>
  [...flags].every(flag => /^(?:[aEFGhiPsvwxyz]|line-buffered|invert-match|ignore-case|null-data)$/.test(flag)) &&
  [...values.keys()].every(name => name === 'e' || name === 'regexp')

/** `grep -o '^[A-Z_]+'`: of each line what stands in front of the first equals sign. */
const isOfNames = (given: Options, sought: string): boolean =>
  has(given, 'o', 'only-matching') &&
  !has(given, 'v', 'invert-match') &&
  given.every.every(([name]) => name === 'e' || name === 'regexp') &&
  given.every.length < 2 &&
  /^\^(?:export )?(?:\[(?:\^=|(?:A-Z|a-z|0-9|_|\[:(?:alpha|alnum|upper|lower|digit):\])+)\]|\\w)\\?[*+]=?$/.test(sought)

/** What is left of a list of names that nobody knows: those that the pattern spells out. */
function namesLike(sought: string): readonly Value[] {
  const [, before = '', choices, after = ''] = /^([^()|]*)\(([^()]+)\)([^()|]*)$/.exec(sought) ?? []
  const all = choices === undefined ? sought.split('|') : choices.split('|').map(choice => before + choice + after)
  return all
    .map(name => literal(name.replace(/^\^|\$$/g, '').replace(/\\(?=\W)/g, '')))
    .filter(({ text }) => /^[\w./-]+$/.test(text))
}

/** Nothing flows in, so that a search without files looks through the current folder. */
const isAlone = ({ stdin }: Call): boolean => stdin.text === undefined && stdin.taint === 0 && stdin.from === undefined

const selecting = /^(?:--(?:include|glob|iglob|file-search-regex)(?:=|$)|-[.\w]*?[gG])/

/** The names that a search is kept to, each as a glob. An option may be given many times, and `!` leaves files out. */
function globsOf(call: Call): readonly string[] {
  const globs: string[] = []
  for (const [index, { text }] of call.args.entries()) {
    const option = selecting.exec(text)?.[0]
    if (option === undefined || (!option.startsWith('--') && !takesGlob(call.program, option))) continue
    const attached = text.slice(option.length)
    const value = attached === '' && !option.endsWith('=') ? (call.args[index + 1]?.text ?? '') : attached
    if (value === '' || value.startsWith('!')) continue
    if (/^(?:ag|ack)$/.test(call.program)) globs.push(globOf(value))
    else globs.push(...braces(option.startsWith('--iglob') ? value.toLowerCase() : value))
  }
  return globs
}

const takesGlob = (program: string, option: string): boolean =>
  option.endsWith('g') ? /^(?:rga?|ugrep)$/.test(program) : /^(?:ag|ack)$/.test(program)

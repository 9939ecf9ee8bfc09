/** `find` and `fd`: start places, tests, and the commands they run on what they find. */

import { listing } from '../calls/name-lists.ts'
import { has, options } from '../calls/options.ts'
import { overwritten } from '../effects/file-effects.ts'
import { globOf } from '../effects/searching.ts'
import { isRegistrationFolder } from '../places/guard-places.ts'
import { forms } from '../places/links.ts'
import { absolutePath, place } from '../places/paths.ts'
import { anyName, isSecretName } from '../places/secret-places.ts'
import { persistence } from '../places/startup-places.ts'
import { type Call, find, fork, wrapped } from '../values/analysis.ts'
import { isKnown, literal, nothing, type Stream, type Value } from '../values/value.ts'

export function findProgram(call: Call): Stream {
  const isFd = call.program.startsWith('fd')
  const places: Value[] = []
  let index = 0
  if (!isFd) {
    while (/^-(?:H|L|P|D|O\d?)$/.test(call.args[index]?.text ?? '')) index++
    for (; index < call.args.length; index++) {
      const word = call.args[index] as Value
      if (/^[-!(]/.test(word.text)) break
      places.push(word)
    }
  }
  if (places.length === 0 && !isFd) places.push(literal('.'))
  const rest = call.args.slice(index)
  const { every, before } = isFd ? { every: [fdNarrowing(rest, places)], before: undefined } : narrowings(rest)
  for (const { name } of every) {
    if (name === undefined || !(isSecretName(name.replace('*', 'x')) || name === '.env*')) continue
    for (const start of places) {
      const to = place(start, call.env, call.analysis)
      if (to.kind === 'root' || to.kind === 'home') find(call, 'secrets.search', { targets: [to] })
    }
  }
  const env = wrapped(call)
  let bits = 0
  const listed: Value[] = []
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at]?.text ?? ''
    if (!isFd && !actions.test(word)) continue
    // An action that was not reached, behind a bracket that is a name, acts on all.
    const narrows = before === undefined ? every : (before.get(at) ?? [narrowing([])])
    const found = foundBy(places, narrows, rest)
    if (word === '-delete') call.analysis.words([literal('rm'), literal('-rf'), ...found], env, nothing)
    else if (/^-f(?:print0?|ls|printf)$/.test(word)) {
      const file = rest[++at]
      if (word === '-fprintf') at++
      const names = listing([...found, ...meant(places, narrows, call)], call, 0)
      if (file !== undefined) overwritten(file, 'replace', call.env, call.analysis, call.invocation, names)
    } else if (/^-(?:exec|execdir|ok|okdir)$/.test(word) || (isFd && /^(?:-x|-X|--exec|--exec-batch)$/.test(word))) {
      const end = endOf(rest, at)
      const command = rest.slice(at + 1, end)
      at = end
      // Each has a run of its own: behind `sh -c` it is `$1`.
      const isWithin = command.some(({ text }) => text !== '{}' && text.includes('{}'))
      for (const all of [
        ...(isWithin ? found.map(one => [one]) : [found]),
        ...meant(places, narrows, call).map(part => [part]),
      ]) {
        const words: Value[] = []
        for (const part of command) {
          if (part.text === '{}') words.push(...all)
          // The folder of each, and its name without an ending: no file that was found.
          else if (isFd && otherParts.test(part.text)) words.push(...all.map(one => ({ ...one, files: undefined })))
          else if (part.text.includes('{}')) words.push(around(part, all[0] ?? literal('.')))
          else words.push(part)
        }
        if (isFd && !command.some(part => part.text.includes('{}') || otherParts.test(part.text))) words.push(...all)
        for (const folder of /dir$/.test(word) ? folders(places, rest, narrows, call) : [env.cwd])
          bits |= call.analysis.words(
            folder === env.cwd ? words : words.map(part => (all.includes(part) ? absolute(part, call) : part)),
            folder === env.cwd ? env : fork(env, { cwd: folder, depth: env.depth }),
            call.stdin,
          ).taint
      }
    } else if (/^-(?:print|ls$)/.test(word)) listed.push(...found, ...meant(places, narrows, call))
  }
  return listing(listed.length > 0 ? listed : [...foundBy(places, every, rest), ...meant(places, every, call)], call, bits)
}

/** A word with `{}` somewhere in it: it says what both say. */
const around = (part: Value, found: Value): Value => ({
  ...found,
  ...part,
  text: part.text.split('{}').join(found.text),
  glob: part.glob || found.glob,
  taint: part.taint | found.taint,
  unknown: part.unknown ?? found.unknown,
})

const foundBy = (places: readonly Value[], narrows: readonly Narrowing[], rest: readonly Value[]): readonly Value[] => {
  const files = rest.some(({ text }) => /(?:^|\/)\.git(?:\/|$)/.test(text)) ? 'tracked' : 'all'
  return narrows.flatMap(narrow =>
    places.map(start => (narrow.files === true && !narrow.any ? { ...start, files } : describeFound(start, narrow))),
  )
}

/** What lies below is found as well: of it what may have a meaning. */
const meant = (places: readonly Value[], narrows: readonly Narrowing[], call: Call): readonly Value[] =>
  narrows
    .filter(({ name }) => name === undefined)
    .flatMap(narrow => places.map(start => withinFound(start, narrow)))
    .filter(part => hasMeaning(part, call))

/** Of `fd`: `{//}`, `{/}`, `{.}`, `{/.}`. */
const otherParts = /\{(?:\/\/?|\/?\.)\}/

/** Whether some of what lies there has a meaning: it is read or run later, or has a link. */
const hasMeaning = (part: Value, { env, analysis }: Call): boolean =>
  forms(part, env, analysis).length > 1 || persistence(place(part, env, analysis).absolute, analysis) !== undefined

/** Where the command behind `-exec` ends. */
function endOf(rest: readonly Value[], at: number): number {
  const end = rest.findIndex((other, position) => position > at && /^[;+]$/.test(other.text))
  return end < 0 ? rest.length : end
}

type Way = readonly Value[]

/**
 * What holds where each action runs: the tests in front of it, up to the `-o` that begins its alternative. What stands behind an
 * action, or in an alternative that prunes, narrows nothing. Without an action, each alternative is printed.
 */
function narrowings(rest: readonly Value[]): { every: readonly Narrowing[]; before: ReadonlyMap<number, readonly Narrowing[]> } {
  const before = new Map<number, readonly Narrowing[]>()
  let at = 0
  const alternatives = (start: readonly Way[]): readonly Way[] => {
    const ways: Way[] = []
    let way = start
    let isNegated = false
    for (; at < rest.length && rest[at]?.text !== ')'; at++) {
      const word = rest[at] as Value
      if (/^(?:!|-not)$/.test(word.text)) {
        isNegated = !isNegated
        continue
      }
      if (/^(?:-o|-or|,)$/.test(word.text)) {
        ways.push(...way)
        way = start
      } else if (!isKnown(word) && !takesValue(rest[at - 1])) {
        // It may be `-o`.
        way = [[]]
      } else if (word.text === '(') {
        at++
        const inner = alternatives(way)
        // Too many alternatives count as none, and so do those that must not hold.
        if (!isNegated && inner.length <= most) way = inner
      } else if (actions.test(word.text)) {
        before.set(at, way.map(narrowing))
        if (/^-(?:exec|ok)/.test(word.text)) at = endOf(rest, at)
      } else if (isNegated && (ofNames.test(word.text) || /^-x?type$/.test(word.text))) at++
      else way = way.map(words => [...words, word])
      isNegated = false
    }
    return [...ways, ...way]
  }
  const whole = alternatives([[]])
  return { every: before.size > 0 ? [...before.values()].flat() : whole.map(narrowing), before }
}

const most = 16

/** Whether the word behind it is its value: of the tests, those that take none. */
const takesValue = (word: Value | undefined): boolean =>
  word?.text.startsWith('-') === true &&
  !/^-(?:a|and|not|true|false|empty|depth|d|xdev|mount|daystart|follow|no(?:user|group|leaf|warn)|readable|writable|executable|prune|quit|print0?|ls|delete)$/.test(
    word.text,
  )

const actions = /^-(?:delete|print0?|printf|ls|fprint0?|fls|fprintf|exec|execdir|ok|okdir)$/
const ofNames = /^-(?:i?name|i?wholename|i?path|i?regex)$/

/** Where `-execdir` may run: the start when something below it is found, and the folder around it when it is found itself. */
function folders(
  places: readonly Value[],
  rest: readonly Value[],
  narrows: readonly Narrowing[],
  call: Call,
): readonly (string | undefined)[] {
  const itself =
    narrows.some(({ any }) => !any) && !rest.some((word, index) => word.text === '-mindepth' && rest[index + 1]?.text !== '0')
  const below = !rest.some((word, index) => word.text === '-maxdepth' && rest[index + 1]?.text === '0')
  return places.flatMap(start => {
    if (!isKnown(start)) return [undefined]
    const path = absolutePath(start.text, call.env.cwd, call.analysis.host)
    return [...(below ? [path] : []), ...(itself ? [path.slice(0, path.lastIndexOf('/')) || '/'] : [])]
  })
}

function absolute(part: Value, call: Call): Value {
  return isKnown(part) ? { ...part, text: absolutePath(part.text, call.env.cwd, call.analysis.host) } : part
}

interface Narrowing {
  readonly name: string | undefined
  readonly any: boolean
  readonly files?: true
  /** Part of what the names are, where that is known. */
  readonly part?: string
}

/** Tests that leave only some files: a name, a type, an age. */
function narrowing(rest: readonly Value[]): Narrowing {
  let name: string | undefined
  let any = false
  let files = false
  for (const [index, word] of rest.entries()) {
    const value = rest[index + 1]?.text
    if (ofNames.test(word.text) && value !== undefined) {
      any = true
      name ??= word.text.includes('name') ? value : secretPart(value)
    } else if (
      /^-(?:empty|[amcB](?:time|min)|a?newer|cnewer|used|size|links|perm|executable|readable|writable|user|group|uid|gid|nouser|nogroup|inum|samefile|i?lname|flags|x?attr)/.test(
        word.text,
      )
    )
      any = true
    // Broken links, sockets, pipes: never a folder with everything in it.
    else if (/^-x?type$/.test(word.text) && /^[flspbc](?:,[flspbc])*$/.test(value ?? '')) {
      files = true
      any ||= !/f/.test(value ?? '')
    }
  }
  return {
    name: name !== undefined && /^[*.?]*$/.test(name) ? undefined : name,
    any: any && !(name !== undefined && /^[*.?]*$/.test(name)),
    ...(files && { files }),
  }
}

/** `fd [options] [pattern] [place...]`: a regular expression over names unless it says glob. Adds the places. */
function fdNarrowing(rest: readonly Value[], places: Value[]): Narrowing {
  const end = rest.findIndex(word => /^(?:-x|-X|--exec|--exec-batch)$/.test(word.text))
  const valued = 'd e E t S o c j max-depth min-depth extension exclude type size owner color threads search-path base-directory'
  const given = options(end < 0 ? rest : rest.slice(0, end), valued)
  const [pattern, ...folders] = given.positional
  const base = given.values.get('search-path') ?? given.values.get('base-directory')
  places.push(...folders, ...(base === undefined ? [] : [base]))
  if (places.length === 0) places.push(literal('.'))
  const extension = given.values.get('e') ?? given.values.get('extension')
  const text = pattern?.text ?? ''
  const glob = has(given, 'g', 'glob') ? text : globOf(text)
  // Part of a name counts only when it is the name of credentials by itself.
  const plain = glob.replace(/[*?]/g, '')
  const named = has(given, 'g', 'glob') || isSecretName(plain) || plain === 'id_'
  const name = extension === undefined ? (named ? glob : undefined) : `*.${extension.text}`
  const type = given.values.get('t') ?? given.values.get('type')
  return {
    name,
    any: /[^.*^$]/.test(text) || extension !== undefined,
    // A second type adds to the first.
    ...(/^f(?:ile)?$/.test(type?.text ?? '') &&
      rest.filter(({ text }) => /^-\w*t|^--type/.test(text)).length === 1 && { files: true }),
    ...(name === undefined && text !== '' && { part: glob }),
  }
}

/** A pattern of whole paths counts as the place below the start when it selects credentials: `*` then `/.ssh/*`. */
function secretPart(pattern: string): string | undefined {
  const below = pattern.replace(/^(?:\*|\.)?\/+/, '')
  const folder = below.slice(0, below.indexOf('/'))
  if (folder.length > 2 && isRegistrationFolder(`/${folder}`)) return below
  return /^\.(?:ssh|aws|gnupg|kube|azure|docker|config\/gcloud)\//.test(below) ? below : undefined
}

/** What is found at any depth below a place, where no name tells. Not a pattern that somebody wrote, so that it is not taken to mean credentials. */
function withinFound(place: Value, { part = '*' }: Narrowing): Value {
  return {
    ...place,
    text: `${place.text.replace(/\/$/, '')}/${part}`,
    search: true,
    written: `${place.written} (find)`,
  }
}

/** A path that stands for what was found below a place. */
function describeFound(place: Value, narrow: Narrowing): Value {
  if (!narrow.any) return place
  const base = place.text.endsWith('/') ? place.text : `${place.text}/`
  const searched = narrow.name === undefined ? {} : ({ search: true } as const)
  return { ...place, text: base + (narrow.name ?? anyName), glob: true, ...searched, written: `${place.written} (find)` }
}

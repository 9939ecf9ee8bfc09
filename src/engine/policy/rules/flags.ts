/**
 * `flags` of a condition, in any spelling that the program reads: `-rf`, `-fr`, `-r -f`, `--recursive --force`, `--context=dev`,
 * `--context dev`, `-ndev`, abbreviations where it takes them. Loaded when a policy names flags.
 */

import type { Invocation } from '../../analysis/values/facts.ts'
import { HOLE } from '../../analysis/values/value.ts'
import { textGlob } from '../../matching/glob.ts'
import { flagsOf, type ProgramFlags } from './program-flags.ts'

/** A flag as a policy names it. */
interface Wanted {
  readonly written: string
  readonly names: readonly string[]
  /** The glob that its value has to match; undefined when any will do. */
  readonly value: string | undefined
}

/** A flag as a command gives it, under every name it has. Without names it may be any. */
interface Given {
  readonly names: readonly string[]
  /** Undefined when there is none, or when it cannot be known. */
  readonly value: string | undefined
  readonly unknown: boolean
  /** Whether it is a flag, and not the value of the one in front of it. */
  readonly certain: boolean
}

export type Holds = 'yes' | 'no' | 'perhaps'

/**
 * Whether every wanted flag is given. With `all`, each time it is given must do: for whatever loosens, since the last one counts, or the
 * first.
 */
export const flagsHold = (wanted: readonly string[], invocation: Invocation, all: boolean): Holds => {
  const known = flagsOf(invocation.program ?? '', invocation.args)
  const wants = wanted.flatMap(flag => wantedOf(flag, known, invocation.program))
  const given = givenBy(invocation.argv, invocation, wants, known, all)
  const inherited = givenBy(invocation.inherited ?? [], {}, wants, known, all)
  const answers = wants.map(want => answer(want, given, inherited, invocation, known, all))
  return answers.includes('no') ? 'no' : answers.includes('perhaps') ? 'perhaps' : 'yes'
}

/** `-rf` is two flags where the program does not read it as one. */
const wantedOf = (flag: string, known: ProgramFlags | undefined, program: string | undefined): readonly Wanted[] => {
  const [, dashes = '', name = '', value] = /^(--?|\/)([^=]*)(?:=(.*))?$/s.exec(flag) ?? []
  const bundle =
    dashes === '-' && value === undefined && /^[A-Za-z]{2,}$/.test(name) && !isLong(name, known) && !isWindows(flag, program)
  const one = (each: string, written: string): Wanted => ({ written, names: namesOf(each, known), value })
  return bundle ? [...name].map(letter => one(letter, `-${letter}`)) : [one(name, flag)]
}

const isWindows = (flag: string, program = ''): boolean =>
  flag[0] === '/' || (/^-[a-z][a-z][a-z][a-z]/i.test(flag) && cmdlet.test(program))

/** A long name behind a single dash, as Go and Java read them. */
const isLong = (name: string, known: ProgramFlags | undefined): boolean =>
  known?.single === true && (known.takes.size === 0 ? name.length > 1 : known.takes.has(name))

const namesOf = (name: string, known: ProgramFlags | undefined): readonly string[] => known?.others.get(name) ?? [name]

const answer = (
  want: Wanted,
  given: readonly Given[],
  inherited: readonly Given[],
  invocation: Invocation,
  known: ProgramFlags | undefined,
  all: boolean,
): Holds => {
  if (isWindows(want.written, invocation.program)) return windows(want, invocation.argv, all)
  const own = given.filter(({ names }) => isMeant(names, want.names, known))
  const before = own.some(({ certain }) => certain) ? [] : inherited.filter(({ names }) => isMeant(names, want.names, known))
  const found = [...own, ...before].map(each => one(each, want, all))
  if (!all) return found.includes('yes') ? 'yes' : found.includes('perhaps') ? 'perhaps' : 'no'
  const opposites = want.names.map(name => (name.startsWith('no-') ? name.slice(3) : `no-${name}`))
  for (const { names, certain } of given)
    if (names.length > 0 && isMeant(names, opposites, known)) found.push(certain ? 'no' : 'perhaps')
  return found.length === 0 || found.includes('no') ? 'no' : found.includes('perhaps') ? 'perhaps' : 'yes'
}

const one = ({ value, unknown, certain }: Given, want: Wanted, all: boolean): Holds => {
  if (unknown) return want.value === undefined && !all && certain ? 'yes' : 'perhaps'
  const holds =
    want.value === undefined
      ? !(all ? off : /^(?:0|f|false)$/i).test(value ?? '')
      : value !== undefined && textGlob(want.value, value)
  return holds ? (certain ? 'yes' : 'perhaps') : 'no'
}

const isMeant = (names: readonly string[], wanted: readonly string[], known: ProgramFlags | undefined): boolean =>
  names.length === 0 || names.some(name => wanted.some(one => name === one || shortens(name, one, known)))

/** GNU programs and git take any start of a long name that is no other's. Of programs that nobody knows, four letters are one. */
const shortens = (name: string, wanted: string, known: ProgramFlags | undefined): boolean => {
  if (!wanted.startsWith(name) || name.length < 2) return false
  return known === undefined ? name.length > 3 && wanted[name.length] !== '-' : known.shortens && !known.takes.has(name)
}

/** Commands of PowerShell by their verbs, as the analysis names them. */
/** How many words in front of its command are values of options. Of a program that nobody knows, any option may take one. */
export const commandAt = ({ program = '', argv, args }: Invocation): number => {
  const known = flagsOf(program, args)
  let values = 0
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]
    if (word === undefined || word[0] !== '-' || word === '-' || word === '--') break
    let open = known === undefined && !word.includes('=')
    const note = (name: string, value: string | undefined, last: boolean): void => {
      if (last && value === undefined && takesValue(name, known) === true) open = true
    }
    const name = word.replace(/^-+/, '')
    if (word[1] === '-' || isLong(name, known)) note(name.replace(/=.*/s, ''), /=(.*)/s.exec(name)?.[1], true)
    else letters(word, letter => takesValue(letter, known), note)
    const next = argv[at + 1]
    if (!open || at + 1 === argv.length || next?.[0] === '-') continue
    values++
    at++
  }
  return values
}

const cmdlet =
  /^(?:add|clear|copy|disable|enable|export|expand|get|import|invoke|move|new|out|register|remove|rename|restart|send|set|start|stop|suspend|test|uninstall|unregister|write)-[a-z]+$/

/**
 * `/f` of Windows' programs, of which most take `-f` and Git's shell wants `//f`; or `-Recurse`, perhaps
 * shortened. In either case; a value behind `:` or as the next word.
 */
const windows = ({ names: [name = ''], written, value }: Wanted, argv: readonly (string | undefined)[], all: boolean): Holds => {
  const wanted = name.toLowerCase()
  const answers = argv.flatMap((word = '', i) => {
    // `/s/q`, which could be a path: it excuses nothing.
    if (!all && value === undefined && /^(?:\/[a-z])+$/i.test(word)) return word.toLowerCase().split('/').includes(wanted)
    const [, own = '', rest] = /^(?:\/\/?|-)([^:]+)(?::(.*))?$/s.exec(word.toLowerCase()) ?? []
    if (own !== wanted && (written[0] === '/' || own === '' || !wanted.startsWith(own))) return []
    return value === undefined ? !/^\$?false$/.test(rest ?? '') : textGlob(value, rest ?? argv[i + 1] ?? '', true)
  })
  return (all ? answers.length > 0 && !answers.includes(false) : answers.includes(true)) ? 'yes' : 'no'
}

/** What switches off, as a value or as the word behind a switch. */
const off = /^(?:0|f|false|no|none|never|off)$/i

/** Undefined when nobody knows, or when the names that may be meant differ in it. */
const takesValue = (name: string, known: ProgramFlags | undefined): boolean | undefined => {
  const own = known?.takes.get(name)
  if (own !== undefined || known?.shortens !== true || name.length < 2) return own
  const meant = new Set([...known.takes].filter(([full]) => full.startsWith(name)).map(([, takes]) => takes))
  return meant.size === 1 ? meant.has(true) : undefined
}

/** The flags among these words, as the program reads them; of one that nobody knows, as the policy says. */
const givenBy = (
  argv: readonly (string | undefined)[],
  { partly }: Pick<Invocation, 'partly'>,
  wants: readonly Wanted[],
  known: ProgramFlags | undefined,
  all: boolean,
): readonly Given[] => {
  const valued = new Set(wants.flatMap(({ names, value }) => (value === undefined ? [] : names)))
  const asked = new Set(wants.flatMap(({ names }) => names))
  const takes = (name: string): boolean | undefined => (valued.has(name) ? true : takesValue(name, known))
  const given: Given[] = []
  /** Whether this word is a flag, and none of what stood in front of it takes it for a value. */
  let sure = true
  let next = true
  let ended = false
  let at = 0
  const note = (name: string, value: string | undefined, last: boolean): void => {
    const kind = takes(name)
    const behind = value === undefined && last && kind === true ? at + 1 : undefined
    const text = behind === undefined ? value : argv[behind]
    const unknown =
      behind === undefined
        ? value?.includes(HOLE) === true || (value === undefined && last && off.test(argv[at + 1] ?? ''))
        : behind < argv.length && text === undefined
    given.push({ names: namesOf(name, known), value: unknown ? undefined : text, unknown, certain: sure })
    if (behind !== undefined) at++
    // What nobody knows of may take the next word, or the next letters.
    next = value !== undefined || kind !== undefined || ((known?.takes.size ?? 0) === 0 && valued.size === 0 && !all)
    if (!last) sure &&= next
  }
  if (known?.undashed === true && /^[a-z]/i.test(argv[0] ?? '')) {
    for (const letter of argv[0] ?? '') note(letter, undefined, true)
    next = true
    at++
  }
  for (; at < argv.length; at++) {
    const word = argv[at] ?? partly?.get(at)
    sure = next && !ended
    next = true
    if (word === undefined || word[0] !== '-' || word === '-') continue
    if (word === '--') {
      if (sure) break
      ended = true
      continue
    }
    const equals = word.indexOf('=')
    const long = word[1] === '-'
    const name = word.slice(0, equals < 0 ? undefined : equals).replace(/^-+/, '')
    if (name.startsWith(HOLE) || (long && name.includes(HOLE)))
      given.push({ names: [], value: undefined, unknown: true, certain: false })
    else if (long || isLong(name, known) || (known === undefined && name.length > 1 && asked.has(name)))
      note(name, equals < 0 ? undefined : word.slice(equals + 1), true)
    else letters(word, takes, note)
  }
  return given
}

/** `-vnprod`: switches, then perhaps one that takes the rest. */
const letters = (
  word: string,
  takes: (name: string) => boolean | undefined,
  note: (name: string, value: string | undefined, last: boolean) => void,
): void => {
  for (let i = 1; i < word.length; i++) {
    const letter = word[i] as string
    const rest = word.slice(i + 1)
    if (letter === '=' || letter === HOLE) return
    const takesRest = rest !== '' && takes(letter) === true
    note(letter, takesRest || rest[0] === '=' ? rest.replace(/^=/, '') : undefined, takesRest || rest === '')
    if (takesRest) return
  }
}

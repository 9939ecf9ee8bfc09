/** What a script of `sed` makes of a text, as GNU sed 4.9 does it: the commands that remember nothing from line to line. */

import type { SedCommand } from './sed-script.ts'

export interface SedOptions {
  /** `-n`. */
  readonly quiet: boolean
  /** `-E`, `-r`. */
  readonly extended: boolean
}

/** Places that are looked at, at most: of a line, a repeat may look at each of them again. */
const most = 20_000_000

/** The text that is printed; undefined where a command, an address or a pattern is beyond what is followed here. */
export function sedLines(commands: readonly SedCommand[], text: string, { quiet, extended }: SedOptions): string | undefined {
  const steps: Step[] = []
  for (const command of commands) {
    const step = stepOf(command, extended)
    if (step === undefined) return undefined
    steps.push(step)
  }
  // What is a letter, the locale says.
  if (
    /[^\0-\x7f]/.test(text + commands.map(({ put }) => put).join('')) &&
    commands.some(({ address, sought }) => /\\[wb<>]|\[:/i.test(address + sought))
  )
    return undefined
  const lines = text.split('\n')
  const isOpen = lines.at(-1) !== ''
  if (!isOpen) lines.pop()
  const power = 1 + commands.reduce((most, { address, sought }) => Math.max(most, repeatsIn(address), repeatsIn(sought)), 0)
  if (commands.length * lines.reduce((sum, line) => sum + (line.length + 9) ** power, 0) > most) return undefined
  let out = ''
  let isDue = false
  const print = (line: string, ends = true): void => {
    out += `${isDue ? '\n' : ''}${line}${ends ? '\n' : ''}`
    isDue = !ends
  }
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1
    let now: string | undefined = line
    const behind: string[] = []
    for (const step of steps) {
      if (!step.selects(now, index + 1, isLast)) continue
      const { name, text } = step.command
      if (name === 'd' || name === 'c') {
        if (name === 'c') print(text)
        now = undefined
        break
      }
      if (name === 'a') behind.push(text)
      else if (name === 'i') print(text)
      else {
        const changed: string | undefined = name === 's' ? step.replaced(now) : undefined
        if (name === 'p' || (changed !== undefined && step.command.flags.includes('p')))
          print(changed ?? now, !(isOpen && isLast))
        now = changed ?? now
      }
    }
    if (now !== undefined && !quiet) print(now, !(isOpen && isLast))
    for (const added of behind) print(added)
  }
  return out
}

interface Step {
  readonly command: SedCommand
  readonly selects: (line: string, number: number, isLast: boolean) => boolean
  /** Undefined where nothing is replaced. */
  readonly replaced: (line: string) => string | undefined
}

function stepOf(command: SedCommand, extended: boolean): Step | undefined {
  const { name, address, text, sought, put, flags } = command
  const selects = selectionOf(address, extended)
  if (selects === undefined) return undefined
  const none = { command, selects, replaced: () => undefined }
  if (name === 'd' || name === 'p') return none
  // A range is changed as a whole.
  if (/^[aic]$/.test(name)) return text === '' || text.includes('\\') || (name === 'c' && /[,!]/.test(address)) ? undefined : none
  if (name !== 's' || text !== '' || /[eEmM]/.test(flags)) return undefined
  const pattern = patternOf(sought, extended, /i/i.test(flags))
  const parts = partsOf(put)
  // Of empty places between others, each program has its own idea.
  if (pattern === undefined || parts === undefined || (/[g\d]/.test(flags) && !sought.startsWith('^') && isOpen(pattern)))
    return undefined
  const first = Number(/\d+/.exec(flags)?.[0] ?? 1)
  if (first === 0 || parts.some(part => typeof part === 'number' && part > groupsOf(pattern))) return undefined
  const every = new RegExp(pattern.source, `${pattern.flags}g`)
  return {
    command,
    selects,
    replaced: line => {
      let count = 0
      let isReplaced = false
      const changed = line.replace(every, (...found: unknown[]) => {
        count++
        if (flags.includes('g') ? count < first : count !== first) return String(found[0])
        isReplaced = true
        return parts.map(part => (typeof part === 'number' ? String(found[part] ?? '') : part)).join('')
      })
      return isReplaced ? changed : undefined
    },
  }
}

/** Whether it may match between two letters. */
const isOpen = ({ source }: RegExp): boolean => new RegExp(source.replace(/\\b(?:\(\?<?=\\w\))?/g, ''), 'su').test('')

const repeatsIn = (pattern: string): number => pattern.match(/[*+?]/g)?.length ?? 0

const groupsOf = ({ source }: RegExp): number =>
  source.split('').filter((char, at) => char === '(' && source[at - 1] !== '\\' && source[at + 1] !== '?').length

/** Two places at most: a line's number, the last line, a pattern. */
function selectionOf(address: string, extended: boolean): Step['selects'] | undefined {
  const match = /^(\d+|\$|\/(?:[^/\\\n]|\\.)+\/)?(\s*,\s*(\d+|\$|\/(?:[^/\\\n]|\\.)+\/))?\s*(!?)$/.exec(address)
  if (match === null) return undefined
  const [, from = '', , to = '', not = ''] = match
  const [starts, ends] = [from, to].map(place => placeOf(place, extended)) as [Place | undefined, Place | undefined]
  if ((from !== '' && starts === undefined) || (to !== '' && ends === undefined)) return undefined
  const [first, last] = [from, to].map(place => (/^\d/.test(place) ? Number(place) : undefined))
  let isInside = false
  let isClosed = false
  const isIn: Step['selects'] = (line, number, isLast) => {
    if (starts === undefined) return true
    if (ends === undefined) return starts(line, number, isLast)
    if (!isInside) {
      // A range from a number begins behind it where a command in front has taken that line.
      if (first === undefined ? !starts(line, number, isLast) : isClosed || number < first) return false
      if (last !== undefined && number >= last) {
        isClosed = true
        return number === first || number === last || first === undefined
      }
      isInside = to !== '$' || !isLast
      return true
    }
    const isBehind = last !== undefined && number > last
    if (isBehind || (last !== undefined && number === last) || (last === undefined && ends(line, number, isLast))) {
      isInside = false
      isClosed = true
    }
    return !isBehind
  }
  return not === '' ? isIn : (...on) => !isIn(...on)
}

type Place = (line: string, number: number, isLast: boolean) => boolean

function placeOf(place: string, extended: boolean): Place | undefined {
  if (place === '$') return (_, __, isLast) => isLast
  if (/^[1-9]/.test(place)) return (_, number) => number === Number(place)
  const pattern = place.startsWith('/') ? patternOf(place.slice(1, -1).replace(/\\\//g, '/'), extended, false) : undefined
  return pattern === undefined ? undefined : line => pattern.test(line)
}

const classes: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  digit: '0-9',
  lower: 'a-z',
  space: ' \\t\\n\\r\\f\\v',
  upper: 'A-Z',
}
const letters: Readonly<Record<string, string>> = { n: '\\n', t: '\\t', s: '\\s', S: '\\S', w: '\\w', W: '\\W' }

/** A pattern of POSIX, basic or extended, without choices and repeated groups: what is longest is what a greedy search finds first. */
function patternOf(source: string, extended: boolean, ignoresCase: boolean): RegExp | undefined {
  let out = ''
  /** What a repeat may stand behind. */
  let isOne = false
  const add = (text: string, one: boolean): void => {
    out += text
    isOne = one
  }
  for (let at = 0; at < source.length; at++) {
    const char = source[at] as string
    const next = source[at + 1] ?? ''
    const escaped = char === '\\'
    const sign = escaped ? next : char
    if (escaped) at++
    const isSpecial = extended !== escaped
    if (/[+?]/.test(sign) ? isSpecial : sign === '*' && !escaped) {
      if (!isOne && (extended || sign !== '*' || !/(?:^|\^)$/.test(out))) return undefined
      add(isOne ? sign : '\\*', !isOne)
    } else if (/[()]/.test(sign) && isSpecial) {
      if (!extended && sign === '(' && /[*^]/.test(source[at + 1] ?? '')) return undefined
      add(sign, false)
    } else if (/[{}|]/.test(sign) && isSpecial) return undefined
    else if (escaped && /[b<>]/.test(sign)) add({ b: '\\b', '<': '\\b(?=\\w)', '>': '\\b(?<=\\w)' }[sign] as string, false)
    else if (escaped) {
      const meant = /[A-Za-z0-9]/.test(sign) ? letters[sign] : literally(sign)
      if (meant === undefined || sign === '' || /[`'\n]/.test(sign)) return undefined
      add(meant, true)
    } else if (char === '[') {
      const [whole, not, inner = ''] = /^\[(\^?)(\]?(?:\[:\w+:\]|[^\][\\\n])*)\]/.exec(source.slice(at)) ?? []
      if (whole === undefined || inner === '') return undefined
      const set = inner.replace(/\[:(\w+):\]|[\^&~!#%,:;<=>@`{|}*+?.$/()\]]/g, (sign, name?: string) =>
        name === undefined ? `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}` : (classes[name] ?? '\\u'),
      )
      at += whole.length - 1
      add(`[${not}${set}]`, true)
    } else if (char === '.') add('.', true)
    else if (char === '^') {
      if (at > 0 && extended) return undefined
      add(at === 0 ? '^' : '\\^', at > 0)
    } else if (char === '$') {
      const isEnd = at === source.length - 1
      if (!isEnd && (extended || source.startsWith('\\)', at + 1))) return undefined
      add(isEnd ? '$' : '\\$', !isEnd)
    } else add(literally(char), true)
  }
  if (out === '' || /\)[*+?]/.test(out)) return undefined
  try {
    return new RegExp(out, `su${ignoresCase ? 'i' : ''}`)
  } catch {
    return undefined
  }
}

const literally = (char: string): string => (/[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char)

/** What stands instead: texts, and the numbers of groups. */
function partsOf(put: string): readonly (string | number)[] | undefined {
  const parts = (put.match(/\\[\s\S]|&|[^\\&]+|\\/g) ?? []).map(part => {
    if (part === '&') return 0
    if (!part.startsWith('\\')) return part
    const char = part[1]
    if (char === undefined) return undefined
    if (/[0-9]/.test(char)) return Number(char)
    if (/[A-Za-z]/.test(char)) return { n: '\n', t: '\t' }[char]
    return char
  })
  return parts.some(part => part === undefined) ? undefined : (parts as readonly (string | number)[])
}

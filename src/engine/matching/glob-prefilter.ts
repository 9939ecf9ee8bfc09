/** A look at a path glob before it is compiled: thousands of rules that cannot match must cost next to nothing. */

import { hasMagic, textGlob } from './glob.ts'
import type { Host } from './host.ts'
import { fold } from './path-identity.ts'
import { absolute, type Ground, type Place } from './path-views.ts'

/** Says that a glob cannot match any of these places. It may be wrong only towards "could". */
export type Near = (pattern: string) => boolean

const known = new WeakMap<readonly Place[], Near>()

/** Names and endings of the places of one call, made once: a pattern that shares none of them cannot match. */
export const nearOf = (places: readonly Place[], ground: Ground): Near => {
  const made = known.get(places) ?? makeNear(places, ground)
  known.set(places, made)
  return made
}

/** What every match of a glob contains: one of these texts. Undefined when that is nothing. */
interface Need {
  readonly any: readonly string[]
  /** The last part, when it is a plain name. */
  readonly name: string | undefined
  /** Stands for several globs. */
  readonly braced: boolean
}

const makeNear = (places: readonly Place[], ground: Ground): Near => {
  const { host, roots } = ground
  const forms = places.flatMap(({ forms, many, whole }) => forms.map(form => ({ form: fold(form, host), many, whole })))
  const occurs = textFilter(forms.map(({ form }) => form).join('\n'))
  const anchors = [host.home, ...roots, ...roots.map(root => host.realpath(root))].map(base => fold(absolute(base, ground), host))
  const whole = forms.filter(place => place.whole).map(({ form }) => form)
  // What takes a workspace or a home with it takes everything a glob may name there.
  if (whole.some(form => form === '/' || anchors.some(base => base === form || base.startsWith(`${form}/`)))) return () => true
  const names = new Set(whole.map(lastOf))
  const wild = forms.filter(({ form, many }) => many && hasMagic(lastOf(form))).map(({ form }) => lastOf(form))
  const below = whole.filter(form => hasMagic(lastOf(form))).map(form => belowOf(form, anchors))
  return pattern => {
    const need = needOf(pattern, host)
    if (need === undefined || need.any.some(occurs)) return true
    if (wild.length > 0 && (need.braced || wild.some(last => need.name !== undefined && textGlob(last, need.name)))) return true
    return names.size > 0 && mentions(fold(pattern, host), need.braced, names, below)
  }
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** A glob that takes what it names as a whole: `infra/*`. */
interface Below {
  readonly last: string
  /** The folder around; undefined when that is where a glob starts. */
  readonly folder: string | undefined
}

const belowOf = (form: string, anchors: readonly string[]): Below => {
  const around = form.slice(0, form.lastIndexOf('/'))
  const folder = lastOf(around)
  return { last: lastOf(form), folder: around === '' || anchors.includes(around) || hasMagic(folder) ? undefined : folder }
}

/** Whether the glob leads through a folder that is taken as a whole. */
const mentions = (pattern: string, braced: boolean, names: ReadonlySet<string>, below: readonly Below[]): boolean => {
  if (braced) return below.length > 0 || [...names].some(name => pattern.includes(name))
  let before = ''
  for (let from = 0; from <= pattern.length; ) {
    const at = pattern.indexOf('/', from)
    const to = at < 0 ? pattern.length : at
    const part = pattern.slice(from, to)
    if (names.has(part)) return true
    for (const { last, folder } of below) if ((folder === undefined || folder === before) && textGlob(last, part)) return true
    before = part
    from = to + 1
  }
  return false
}

const needs = { exact: new Map<string, Need | undefined>(), folded: new Map<string, Need | undefined>() }

/** What a path must have for this pattern to match it; undefined when nothing can be said. */
export const needOf = (pattern: string, host: Host): Need | undefined => {
  const made = host.platform === 'linux' ? needs.exact : needs.folded
  const known = made.get(pattern)
  if (known !== undefined || made.has(pattern)) return known
  const need = read(fold(pattern, host))
  if (made.size > 100_000) made.clear()
  made.set(pattern, need)
  return need
}

/** One pass over the glob. Anything unusual needs nothing. */
const read = (pattern: string): Need | undefined => {
  if (/[\\\x80-\uffff]|\$\{|\/\.{0,2}\/|\.{0,2}\/\.\.?$/.test(pattern)) return undefined
  const braced = pattern.includes('{')
  if (braced && pattern.includes('[')) return undefined
  const last = lastOf(pattern)
  const name = braced || last === '' || hasMagic(last) ? undefined : last
  const found = braced ? needsOf(pattern) : [[longestRun(pattern, anchorEnd(pattern), pattern.length)]]
  const any = found?.reduce((best, next) => (shortest(next) > shortest(best) ? next : best))
  return any === undefined || shortest(any) === 0 ? undefined : { any, name, braced }
}

const shortest = (texts: readonly string[]): number => Math.min(...texts.map(text => text.length))

/** What stands outside of braces, and the choices of each group. Undefined when groups lie in each other. */
const needsOf = (pattern: string): string[][] | undefined => {
  const found: string[][] = []
  let from = anchorEnd(pattern)
  for (let open = pattern.indexOf('{'); open >= 0; open = pattern.indexOf('{', from)) {
    const close = pattern.indexOf('}', open)
    const choices = pattern.slice(open + 1, close).split(',')
    if (close < 0 || choices.length < 2 || choices.some(choice => choice.includes('{'))) return undefined
    found.push(
      [longestRun(pattern, from, open)],
      choices.map(choice => longestRun(choice, 0, choice.length)),
    )
    from = close + 1
  }
  found.push([longestRun(pattern, from, pattern.length)])
  return found
}

/** `~`, `$HOME`, `$WORKSPACE` and `.` in front stand for something else. */
const anchorEnd = (pattern: string): number => {
  const first = pattern.charCodeAt(0)
  if (first !== 0x7e && first !== 0x24 && first !== 0x2e) return 0
  return /^(?:~|\$(?:HOME|WORKSPACE)|\.)(?=\/|$)/i.exec(pattern)?.[0].length ?? 0
}

/** The longest text without wildcards, and without slashes at its ends. */
const longestRun = (text: string, from: number, to: number): string => {
  let best = ''
  for (let at = from, start = from; at <= to; at++) {
    const char = at === to ? 0x2a : text.charCodeAt(at)
    if (char !== 0x2a && char !== 0x3f && char !== 0x5b) continue
    let [first, end] = [start, at]
    while (first < end && text.charCodeAt(first) === 0x2f) first++
    while (end > first && text.charCodeAt(end - 1) === 0x2f) end--
    if (end - first > best.length) best = text.slice(first, end)
    if (char === 0x5b) return best
    start = at + 1
  }
  return best
}

/** Whether a text occurs: after some questions every three characters in a row are marked, so that most answers are a look-up. */
const textFilter = (text: string): ((part: string) => boolean) => {
  let asked = 0
  let marks: Uint8Array | undefined
  return part => {
    if (++asked > 32 && marks === undefined) marks = marked(text)
    if (marks !== undefined) for (let i = 0; i + 2 < part.length; i++) if (marks[slot(part, i)] === 0) return false
    return text.includes(part)
  }
}

const size = 1 << 15

const slot = (text: string, i: number): number =>
  ((text.charCodeAt(i) * 961 + text.charCodeAt(i + 1) * 31 + text.charCodeAt(i + 2)) * 0x9e37) & (size - 1)

const marked = (text: string): Uint8Array => {
  const marks = new Uint8Array(size)
  for (let i = 0; i + 2 < text.length; i++) marks[slot(text, i)] = 1
  return marks
}

/**
 * What a pattern may stand for: the one answer for every position in which a name can be one. A name that is there is meant for sure; one of a known
 * place that is not there, or not to be seen from here, may be there when the command runs.
 */

import { fold } from '../../matching/path-identity.ts'
import { alternatives, matches, mayBegin } from '../../matching/shell-globs.ts'
import { type Analysis, bounds } from '../values/analysis.ts'
import { HOLE, type Value } from '../values/value.ts'
import { rootFiles } from './guard-list.gen.ts'
import { type Known, knownPlaces } from './known-places.ts'
import { bases } from './roots.ts'
import { isSecretName } from './secret-places.ts'

export interface Stand {
  readonly path: string
  /** It is there, and the pattern matches nothing but by its text. */
  readonly sure: boolean
}

/** Folders that are looked into for one command, and the most names of one. Beyond them only known places count, as they do where nothing can be seen. */
const mostFolders = 32
const mostNames = 2_000
/** Places that the patterns of one command may stand for, all together. */
const mostTold = 2_000
/** What it costs to follow a link, in comparisons. */
const linkCost = 50

interface Looked {
  readonly stands: Map<string, readonly Stand[]>
  readonly listings: Map<string, ReadonlyMap<string, boolean> | undefined>
  steps: number
  /** Answers so far. */
  told: number
}

const looked = new WeakMap<Analysis, Looked>()

function lookedOf(analysis: Analysis): Looked {
  const made = looked.get(analysis) ?? { stands: new Map(), listings: new Map(), steps: 0, told: 0 }
  looked.set(analysis, made)
  return made
}

/** The names in a folder, each with whether it may be a link; undefined when they cannot be seen. */
function namesIn(folder: string, analysis: Analysis): ReadonlyMap<string, boolean> | undefined {
  const { listings } = lookedOf(analysis)
  if (listings.has(folder)) return listings.get(folder)
  if (folder.includes(HOLE) || listings.size >= mostFolders) return undefined
  const told = analysis.host.names?.(folder === '' ? '/' : folder, mostNames)
  const names = told && new Map(told.map(name => (name.endsWith('/') ? [name.slice(0, -1), true] : [name, false])))
  listings.set(folder, names)
  return names
}

const isPattern = (part: string): boolean => /[*?[(\0]/.test(part)

/** Part of a path, as the alternatives that it comes to. */
interface Part {
  readonly text: string
  readonly choices: readonly { readonly pattern: string; readonly exact: boolean }[]
  /** Nobody knows what it is. */
  readonly hole: boolean
}

interface At {
  readonly path: string
  readonly known: readonly Known[]
  /** A name was put in place of a pattern. */
  readonly chosen: boolean
  readonly sure: boolean
  /** One of them in place of what nobody knows. */
  readonly guessed: boolean
  /** One of them of the guard's own. */
  readonly own: boolean
}

class Walk {
  readonly found = new Map<string, boolean>()
  private readonly analysis: Analysis
  private readonly looked: Looked
  private readonly anywhere: Known
  private readonly made: readonly string[]
  private readonly dots: boolean
  private readonly itself: boolean

  constructor(analysis: Analysis, itself: boolean) {
    this.itself = itself
    this.analysis = analysis
    this.looked = lookedOf(analysis)
    this.anywhere = knownPlaces(analysis.host).anywhere
    this.made = [...analysis.files.keys(), ...analysis.links.made.keys()]
    this.dots = analysis.dots === true
  }

  go(parts: readonly Part[], index: number, at: At): void {
    const part = parts[index]
    if (part === undefined) {
      if (at.chosen && (!at.guessed || at.own)) this.found.set(at.path, at.sure || this.found.get(at.path) === true)
      return
    }
    if (this.analysis.exhausted) return
    for (const next of part.choices.length === 0
      ? [this.named(part.text, at)]
      : this.chosen(part, at, index + 1 === parts.length))
      this.go(parts, index + 1, next)
  }

  private named(name: string, at: At): At {
    const known = [...at.known, ...(at.chosen ? [] : [this.anywhere])].flatMap(({ names }) => {
      const next = names.get(fold(name, this.analysis.host))
      return next === undefined ? [] : [next]
    })
    const sure = at.sure && (!at.chosen || namesIn(at.path, this.analysis)?.has(name) === true)
    return { ...at, path: `${at.path}/${name}`, known, sure, own: at.own || known.some(next => next.own === true) }
  }

  private *chosen(part: Part, at: At, last: boolean): Generator<At> {
    const there = part.hole ? undefined : namesIn(at.path, this.analysis)
    const known = new Map<string, Known[]>()
    const { roots } = bases(this.analysis)
    const inProject = roots.some(
      root => fold(at.path, this.analysis.host) === root || fold(at.path, this.analysis.host).startsWith(`${root}/`),
    )
    for (const { names } of [...at.known, ...(at.chosen || part.hole ? [] : [this.anywhere])])
      for (const [name, next] of names) {
        if (this.fits(part, name, next.open === true) === undefined) continue
        // The guard's program is where it was put. A project is seen; where it is not, a pattern has to spell the name.
        if ((next.installed === true || inProject) && there !== undefined && !there.has(name)) continue
        if (inProject && there === undefined && last && !part.choices.some(({ pattern }) => isTold(pattern, name))) continue
        known.set(name, [...(known.get(name) ?? []), next])
      }
    for (const [name, next] of known) {
      const sure = at.sure && there?.has(name) === true && this.fits(part, name, false) === true
      yield {
        path: `${at.path}/${name}`,
        known: next,
        chosen: true,
        sure,
        guessed: at.guessed || part.hole,
        own: at.own || next.some(one => one.own === true),
      }
    }
    for (const [name, isLink] of there ?? []) {
      const follows = isLink && !(last && this.itself)
      if (known.has(name) || !(follows || last)) continue
      const exact = this.fits(part, name, false)
      if (exact === undefined || !(follows || this.matters(name, at.path))) continue
      const path = follows ? this.led(`${at.path}/${name}`) : `${at.path}/${name}`
      if (path !== undefined) yield { path, known: [], chosen: true, sure: at.sure && exact, guessed: at.guessed, own: at.own }
    }
    for (const path of this.made) {
      if (!path.startsWith(`${at.path}/`)) continue
      const name = path.slice(at.path.length + 1).split('/', 1)[0] as string
      const exact = known.has(name) || there?.has(name) === true ? undefined : this.fits(part, name, false)
      if (exact !== undefined)
        yield {
          path: `${at.path}/${name}`,
          known: [],
          chosen: true,
          sure: at.sure && exact,
          guessed: at.guessed || part.hole,
          own: at.own,
        }
    }
    // Whatever else it may be: what follows can still be the name of something known.
    if (!last || at.chosen) yield { ...at, path: `${at.path}/${part.text}`, known: [], sure: false }
  }

  /** Where a link leads, when that is out of the workspace or to a name with a meaning. */
  private led(link: string): string | undefined {
    this.looked.steps += linkCost
    const real = this.analysis.host.realpath(link)
    const { roots } = bases(this.analysis)
    const inside = roots.some(root => fold(real, this.analysis.host).startsWith(`${root}/`))
    return !inside || real.split('/').some(name => this.anywhere.names.has(name)) ? real : undefined
  }

  private matters(name: string, folder: string): boolean {
    const { roots, home } = bases(this.analysis)
    return isSecretName(name) || (rootFiles.has(name) && [home, ...roots].includes(fold(folder, this.analysis.host)))
  }

  /** Whether the name may be meant, and whether that is exact. */
  private fits(part: Part, name: string, open: boolean): boolean | undefined {
    if (++this.looked.steps > bounds.compared) {
      this.analysis.exhausted = true
      return undefined
    }
    let found: boolean | undefined
    for (const { pattern, exact } of part.choices) {
      // A pattern leaves out names that begin with a dot, unless it does or the shell was told otherwise.
      if (name[0] === '.' && pattern[0] !== '.' && !part.hole && !this.dots) continue
      if (matches(pattern, name) || (open && mayBegin(pattern, name))) found = found === true || exact
    }
    return found
  }
}

/** The parts of a path. Where some of its magic was quoted, nobody knows any more which. */
const partsOf = (path: string, loose: boolean): readonly Part[] =>
  path.split('/').map(text => {
    const hole = text.includes(HOLE)
    if (!isPattern(text)) return { text, choices: [], hole }
    const plain = text.replaceAll(HOLE, '*')
    const choices = alternatives(loose ? plain.replace(/\[.*/s, '*') : plain)
    return { text, hole, choices: loose ? choices.map(choice => ({ ...choice, exact: false })) : choices }
  })

/**
 * The known places, the links and the files with a meaning that an absolute path with patterns in it may stand for. `itself`: a link as the last part
 * is meant itself.
 */
export function standsFor(absolute: string, word: Value, itself: boolean, analysis: Analysis): readonly Stand[] {
  const at = lookedOf(analysis)
  const { stands } = at
  // What the command made so far belongs to the answer.
  const key = [absolute, word.search, word.loose, itself, analysis.dots, analysis.files.size, analysis.links.made.size].join('\n')
  const known = stands.get(key) ?? looking(absolute, word, itself, analysis)
  stands.set(key, known)
  // Each of them is judged as a place of its own, also when the same pattern stands there again.
  at.told += known.length
  if (at.told > mostTold) analysis.exhausted = true
  return at.told > mostTold ? [] : known
}

function looking(absolute: string, word: Value, itself: boolean, analysis: Analysis): readonly Stand[] {
  const { host } = analysis
  const drive = /^[A-Za-z]:/.exec(absolute)?.[0] ?? ''
  const path = fold(absolute.slice(drive.length), host)
  const walk = new Walk(analysis, itself)
  const root = knownPlaces(host).root
  const top = drive === '' ? root : root.names.get(fold(drive, host))
  const start = { path: drive, known: top === undefined ? [] : [top], chosen: false, sure: true, guessed: false, own: false }
  if (word.search === true) for (const found of below(path, drive, analysis)) walk.found.set(found, false)
  else if (path[0] === '/') walk.go(partsOf(path.slice(1), word.loose === true), 0, start)
  else for (const found of ownBelow(path, analysis)) walk.found.set(found, false)
  if (walk.found.size > bounds.stands) analysis.exhausted = true
  return [...walk.found].slice(0, bounds.stands).map(([found, sure]) => ({ path: found, sure }))
}

/** `$X/approvals`: whatever the first part is, a name that only the guard gives. */
function ownBelow(path: string, { host }: Analysis): readonly string[] {
  const rest = path.replace(/^\0[^/]*\//, '')
  const state = host.guarded?.[0] ?? `${host.home}/.local/state/tfy-hook`
  return /^approvals(?:\/|$)/.test(rest) && path[0] === HOLE ? [`${state}/${rest}`] : []
}

/** Found by its name at any depth below a folder (`find`). Of a home or a project all is known; there the pattern has to spell the name. */
function below(path: string, drive: string, analysis: Analysis): readonly string[] {
  const at = path.lastIndexOf('/')
  const [folder, name] = [path.slice(0, at), path.slice(at + 1)]
  const choices = alternatives(name)
  const { root, anywhere } = knownPlaces(analysis.host)
  const found: string[] = []
  let start: Known | undefined = root
  for (const part of `${drive}${folder}`.split('/')) if (part !== '') start = start?.names.get(part)
  const { home, roots } = bases(analysis)
  const wide = `${home}/`.startsWith(`${folder}/`) || roots.some(base => `${folder}/`.startsWith(`${base}/`))
  const collect = (known: Known, base: string): void => {
    for (const [own, next] of known.names) {
      const fits = choices.some(
        ({ pattern }) =>
          (matches(pattern, own) || (next.open === true && pattern.startsWith(own[0] as string) && mayBegin(pattern, own))) &&
          (!wide || isTold(pattern, own)),
      )
      if (fits && !isGone(base, own, analysis)) found.push(`${base}/${own}`)
      if (next.all === true && !wide) found.push(`${base}/${own}/${name}`)
      collect(next, `${base}/${own}`)
    }
  }
  if (start !== undefined) collect(start, drive + folder)
  if (wide) collect(anywhere, drive + folder)
  return found
}

/** In a project that can be seen, what is not there is not found. */
function isGone(folder: string, name: string, analysis: Analysis): boolean {
  const { roots } = bases(analysis)
  if (!roots.some(root => `${folder}/`.startsWith(`${root}/`))) return false
  const names = namesIn(folder, analysis)
  return names === undefined ? roots.some(root => namesIn(root, analysis) !== undefined) : !names.has(name)
}

/** Whether a pattern spells enough of a name to mean it: `*.json` means no `settings.json`. */
function isTold(pattern: string, name: string): boolean {
  const stem = (pattern[0] === '*' ? pattern.replace(/\.\w+$/, '') : pattern).replace(/\[[!^][^\]]*(?:\]|$)|[*?[\]]/g, '')
  return stem.length >= 2 && stem.length * 3 >= name.length
}

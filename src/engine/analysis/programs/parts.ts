/** What the analyser knows, in parts that are loaded when a command needs them: docs/adr/0009-rare-knowledge-is-loaded-late.md. */

import type { Programs } from '../calls/form.ts'
import { handlersOf, interpret, readingOf } from '../calls/interpret.ts'
import type { Handler, Part } from '../values/analysis.ts'
import { families as everyday } from './parts/everyday.ts'
import { programs } from './programs.gen.ts'

interface Loaded {
  code?: typeof import('./parts/code.ts')
  foreign?: typeof import('./parts/foreign.ts')
  hosted?: typeof import('./parts/hosted.ts')
  machine?: typeof import('./parts/machine.ts')
  names?: typeof import('./parts/names.ts')
  remote?: typeof import('./parts/remote.ts')
}

const loaded: Loaded = {}

const loaders: Readonly<Record<Part, () => Promise<{ readonly families: Readonly<Record<string, Programs>> }>>> = {
  code: async () => (loaded.code = await import('./parts/code.ts')),
  foreign: async () => (loaded.foreign = await import('./parts/foreign.ts')),
  hosted: async () => (loaded.hosted = await import('./parts/hosted.ts')),
  machine: async () => (loaded.machine = await import('./parts/machine.ts')),
  names: async () => (loaded.names = await import('./parts/names.ts')),
  remote: async () => (loaded.remote = await import('./parts/remote.ts')),
}

export const parts = Object.keys(loaders) as readonly Part[]

/** Where several families know a program, the last one is asked first, in a part as among parts; an `undefined` passes it on. */
const asked: readonly (Part | 'everyday')[] = ['foreign', 'everyday', 'code', 'machine', 'remote', 'hosted']
let families: readonly (readonly [name: string, family: Programs])[] = []

/** Handlers found since families were added last, of programs that no part still to be loaded knows. */
const known = new Map<string, Handler | undefined>()
const mostKnown = 1_024

/** Those that every call loads. */
const atOnce: ReadonlySet<Programs> = new Set(Object.values(everyday))

const familiesOf = new Map<Part | 'everyday', typeof families>()
const add = (part: Part | 'everyday', more: Readonly<Record<string, Programs>>): void => {
  const own = Object.entries(more)
  familiesOf.set(part, part === 'everyday' ? own : own.map(([name, family]) => [name, handlersOf(family)] as const))
  families = asked.flatMap(name => familiesOf.get(name) ?? [])
  known.clear()
}
add('everyday', everyday)

/** Loads parts; throws when one cannot be loaded. */
export const loadParts = async (wanted: Iterable<Part>): Promise<void> => {
  await Promise.all(
    Array.from(wanted, async part => {
      if (loaded[part] === undefined) add(part, (await loaders[part]()).families)
    }),
  )
}

/** For those who analyse without `evaluate`. */
export const loadAll = (): Promise<void> => loadParts(parts)

/** A part, or nothing and a note that this analysis needs it: its result is then no result. */
export const partOf = <P extends Part>(part: P, wanted: Set<Part>): Loaded[P] => {
  const found = loaded[part]
  if (found === undefined) wanted.add(part)
  return found
}

/** Whether a part knows a program, loaded or not. */
export const knows = (part: Part, program: string): boolean => programs[part].includes(` ${program} `)

/** Whether any part knows it. */
export const isProgram = (name: string): boolean =>
  parts.some(part => knows(part, name)) || programs.everyday.includes(` ${name} `)

/** An entry under several names, of a family that every call loads: to spread it there would cost more than to look for it here. */
const sharedEntry = (family: Programs, name: string): Programs[string] | undefined => {
  for (const names in family) if (names.includes(name) && ` ${names} `.includes(` ${name} `)) return family[names]
  return undefined
}

/** Whether it is known for one thing only, and is for the rest as a program that nobody knows. */
const isPartial = (families: readonly string[]): boolean =>
  families.includes('printers') ||
  families.every(family => family === 'deploying') ||
  (families.includes('carriers') && families.every(family => family === 'carriers' || family === 'fetchers'))

/** Looked up when it is asked for: merging the families at load cost more than all look-ups of a command. */
export const handlerOf = (name: string, wanted: Set<Part>): Handler | undefined => {
  if (known.has(name)) return known.get(name)
  let missing = false
  for (const part of parts) {
    if (loaded[part] !== undefined || !knows(part, name)) continue
    wanted.add(part)
    missing = true
  }
  const isEveryday = programs.everyday.includes(` ${name} `)
  let found: Handler | undefined
  const titles: string[] = []
  for (const [title, family] of families) {
    const own = Object.hasOwn(family, name) ? family[name] : undefined
    const entry = own ?? (isEveryday && atOnce.has(family) ? sharedEntry(family, name) : undefined)
    if (entry === undefined) continue
    const next: Handler = typeof entry === 'function' ? entry : call => interpret(call, entry)
    const before = found
    found = before === undefined ? next : call => next(call) ?? before(call)
    titles.push(title)
  }
  const told = found
  const { asUnknown } = loaded.machine ?? loaded.hosted ?? {}
  if (told !== undefined && asUnknown !== undefined && isPartial(titles)) found = call => told(call) ?? asUnknown(call)
  if (missing || name.length > 64) return found
  if (known.size >= mostKnown) known.clear()
  known.set(name, found)
  return found
}

/** For the image of the door, which finds them looked up and read. */
export const lookUpEveryday = (): void => {
  for (const name of programs.everyday.trim().split(' ')) handlerOf(name, new Set())
  for (const entry of families.flatMap(([, family]) => Object.values(family))) if (typeof entry !== 'function') readingOf(entry)
}

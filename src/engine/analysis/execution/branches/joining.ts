/** Branches that may not have run: what they leave behind. */

import { anyNumber } from '../../expansion/braces.ts'
import { type Analysis, atMost, bounds, type Environment, enterWith } from '../../values/analysis.ts'
import { eitherFile } from '../../values/streams.ts'
import { HOLE, hole, literal, type Stream, taint, unordered, type Value, type Variable } from '../../values/value.ts'

export interface Snapshot extends Pick<Environment, 'cwd' | 'cwds' | 'variables' | 'functions' | 'positional' | 'locals'> {
  readonly files?: Files
}

/** What files held then. */
type Files = ReadonlyMap<string, Stream>

export const snapshot = (
  { cwd, cwds, variables, functions, positional, locals }: Environment,
  files?: Analysis['files'],
): Snapshot => ({
  ...(files !== undefined && { files: new Map(files) }),
  ...(locals !== undefined && { locals: new Map(locals) }),
  cwd,
  cwds,
  positional,
  variables: new Map(variables),
  functions: new Map(functions),
})

/** As it was then. */
export function restore(before: Snapshot, env: Environment): void {
  enterWith(before, env)
  env.positional = before.positional
  refill(env.locals, before.locals)
  refill(env.variables, before.variables)
  refill(env.functions, before.functions)
}

/** In its place: others may hold the same map (`eval`). */
export function refill<T>(map: Map<string, T> | undefined, from: ReadonlyMap<string, T> | undefined): void {
  map?.clear()
  for (const [name, value] of from ?? []) map?.set(name, value)
}

/** Folders of which each command is followed in every one. */
const mostFolders = 4

/** Where it may be; undefined when that cannot be known. */
const foldersOf = ({ cwd, cwds }: Pick<Environment, 'cwd' | 'cwds'>): readonly string[] | undefined =>
  cwd === undefined ? cwds : [cwd]

const hasMoved = (before: Snapshot, env: Environment): boolean => foldersOf(before)?.join('\n') !== foldersOf(env)?.join('\n')

/** It is in one of these or of those. */
function settle(these: readonly string[] | undefined, those: readonly string[] | undefined, env: Environment): void {
  const all = these === undefined || those === undefined ? [] : [...new Set([...these, ...those])].sort()
  env.cwd = all.length === 1 ? all[0] : undefined
  env.cwds = all.length > 1 && all.length <= mostFolders ? all : undefined
}

/** Joins the environments of two branches: what was before may still hold. */
export function join(before: Snapshot, env: Environment, analysis: Analysis): void {
  if (before.files !== undefined) joinFiles(before.files, analysis)
  if (env.cwd === undefined || env.cwd !== before.cwd) settle(foldersOf(env), foldersOf(before), env)
  for (const name of env.locals?.keys() ?? []) if (before.locals?.has(name) !== true) env.locals?.set(name, false)
  if (env.positional !== before.positional)
    env.positional = unordered(distinct([...env.positional, ...before.positional]).slice(0, bounds.fields))
  for (const [name, fn] of env.functions) {
    const old = before.functions.get(name)
    if (old !== fn) analysis.unsure.set(fn, old)
  }
  for (const [name, old] of before.variables) if (!env.variables.has(name)) env.variables.set(name, perhaps(old))
  for (const [name, value] of env.variables) {
    const first = name === 'HOME' ? analysis.host.home : name === 'IFS' ? ' \t\n' : undefined
    const old = before.variables.get(name) ?? (first === undefined ? undefined : { fields: [literal(first)], array: false })
    if (old === undefined) env.variables.set(name, perhaps(value))
    // Two names of the same variable.
    if (old === undefined || old === value || (value.refers !== undefined && value.refers === old.refers)) continue
    const open = {
      ...((old.perhaps ?? value.perhaps) === true && { perhaps: true as const }),
      ...(old.exported === true && value.exported === true && { exported: true as const }),
    }
    if (old.array || value.array) {
      const gone = without(old, value)
      const fields = atMost([...value.fields, ...gone], bounds.fields, analysis)
      const any = unordered(fields)
      env.variables.set(name, gone.length > 0 ? { fields: any, array: true, ...open } : { ...value, fields: any })
    } else {
      const fields = atMost([...old.fields, ...without(value, old)], bounds.values, analysis)
      env.variables.set(name, { fields, array: false, ...open })
    }
  }
}

/** What a file held before, it may still hold. */
export function joinFiles(before: Files, analysis: Analysis): void {
  for (const [path, old] of before) {
    const now = analysis.files.get(path)
    if (now !== old) analysis.files.set(path, now === undefined ? old : eitherFile(old, now, analysis))
  }
}

const perhaps = (value: Variable): Variable => (value.perhaps === true ? value : { ...value, perhaps: true })

/** Whether a body left anything behind but what each command does. */
export const isChanged = (before: Snapshot, env: Environment): boolean =>
  hasMoved(before, env) ||
  before.positional !== env.positional ||
  [...env.functions].some(([name, fn]) => before.functions.get(name) !== fn) ||
  [...env.variables].some(([name, value]) => !/^(?:_|OLDPWD)$/.test(name) && before.variables.get(name) !== value)

/** After another turn: a variable that is something new again may be anything after more of them. A number stays one. */
export function grow(once: Snapshot, env: Environment): boolean {
  let grown = hasMoved(once, env)
  if (grown) settle(undefined, undefined, env)
  for (const [name, value] of env.variables) {
    const old = once.variables.get(name)
    if (old === undefined || old === value || /^(?:_|OLDPWD)$/.test(name)) continue
    const added = without(value, old)
    if (added.length === 0 && value.fields.length <= old.fields.length) continue
    grown = true
    const more = added.every(({ text }) => /^-?\d+$/.test(text))
      ? { ...literal(anyNumber, `$${name}`), glob: true }
      : { ...hole(`$${name}`), text: `${isLonger(added, old) ? sharedStart([...added, ...behindFirst(old)]) : ''}${HOLE}` }
    env.variables.set(name, { ...value, fields: [...value.fields, { ...more, taint: more.taint | taint.counted }] })
  }
  return grown
}

/** Whether each of them goes on from something that it was. */
const isLonger = (added: readonly Value[], { fields }: Variable): boolean =>
  added.every(({ text }) => fields.some(field => text.startsWith(field.text)))

/** Without what it was before the loop. */
const behindFirst = ({ fields }: Variable): readonly Value[] => {
  const least = Math.min(...fields.map(({ text }) => text.length))
  return fields.filter(({ text }) => text.length > least)
}

const sharedStart = (fields: readonly Value[]): string =>
  fields.reduce((start, { text }) => {
    let end = 0
    while (end < start.length && start[end] === text[end]) end++
    return start.slice(0, end)
  }, fields[0]?.text ?? '')

/** `return`, `break`, `continue`: what follows may not run. */
export function ended(env: Environment, analysis: Analysis): void {
  if (env.ends.length < bounds.values) env.ends.push(snapshot(env, analysis.files))
  else analysis.exhausted = true
}

/** Runs a body that may end before its end, and leaves what it may have left behind then. */
export function untilEnd<T>(env: Environment, analysis: Analysis, run: () => T): T {
  const from = env.ends.length
  const out = run()
  for (const end of env.ends.slice(from)) join(end, env, analysis)
  return out
}

/** Each text once. */
export const distinct = (fields: readonly Value[]): readonly Value[] =>
  [...new Map([...fields].reverse().map(field => [field.text, field])).values()].reverse()

const without = (these: Variable, those: Variable): readonly Value[] =>
  these.fields.filter(field => !those.fields.some(other => other.text === field.text))

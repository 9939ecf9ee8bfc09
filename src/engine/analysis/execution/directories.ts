/** `cd`, `pushd` and `popd`. The folders that `popd` goes back to are what bash keeps in `DIRSTACK`. */

import type { Host } from '../../matching/host.ts'
import { boundedPath, place } from '../places/paths.ts'
import { bounds, type Call, type Environment, enter } from '../values/analysis.ts'
import { HOLE, hole, isKnown, literal, nothing, type Stream, type Value } from '../values/value.ts'

const stack = 'DIRSTACK'

export function changeDirectory(call: Call): Stream {
  const { env, analysis } = call
  const target = call.args.find(argument => !/^-[PLe@n]+$|^--$/.test(argument.text))
  const kept = env.variables.get(stack)?.fields ?? []
  const old = env.cwd
  const left = old === undefined ? hole('$OLDPWD') : literal(old)
  if (call.program === 'pushd' && (target === undefined || /^[-+]\d+$/.test(target.text))) {
    // The two on top change places; what a number brings to the top is not followed.
    go(target === undefined ? kept[0] : undefined, call)
    keep(target === undefined ? [left, ...kept.slice(1)] : [hole('~1')], call)
  } else {
    if (call.program === 'pushd') keep([left, ...kept], call)
    if (target === undefined) enter(analysis.host.home, env)
    else if (target.text === '-') goBack(env)
    else if (!isKnown(target) && place(target, env, analysis).kind === 'unknown') enter(undefined, env)
    else enter(alongCdPath(target, call), env)
  }
  env.variables.set('OLDPWD', { fields: [left], array: false })
  return nothing
}

export function leaveDirectory(call: Call): Stream {
  const [top, ...kept] = call.env.variables.get(stack)?.fields ?? []
  const numbered = call.args.some(({ text }) => /^[-+]\d/.test(text))
  if (!call.args.some(({ text }) => text === '-n')) go(numbered ? undefined : top, call)
  keep(numbered ? [hole('~1')] : kept, call)
  return nothing
}

/** To where it was, which may be one of several folders. */
function goBack(env: Environment): void {
  const held = env.variables.get('OLDPWD')?.fields ?? []
  enter(held[0]?.text, env)
  if (held.length < 2) return
  env.cwd = undefined
  if (held.every(isKnown)) env.cwds = held.map(({ text }) => text).slice(0, bounds.values)
}

function go(target: Value | undefined, { env, analysis }: Call): void {
  enter(target === undefined || target.text === HOLE ? undefined : boundedPath(target, env, analysis), env)
}

function keep(fields: readonly Value[], { env }: Call): void {
  env.variables.set(stack, { fields: fields.slice(0, bounds.values), array: true })
}

/** What a folder holds beyond this is not looked at. */
const mostNames = 100_000

/** Whether a folder is there; undefined when it cannot be seen, or holds too many names to be listed. */
function isThere(path: string, names: NonNullable<Host['names']>): boolean | undefined {
  if (names(path, mostNames) !== undefined) return true
  const slash = path.lastIndexOf('/')
  const above = path.slice(0, slash) || '/'
  if (slash < 0 || above === path) return undefined
  const beside = names(above, mostNames)
  if (beside === undefined) return isThere(above, names) === false ? false : undefined
  const name = path.slice(slash + 1).toLowerCase()
  return beside.some(other => other.replace(/\/$/, '').toLowerCase() === name) ? undefined : false
}

/** A folder is looked for along `CDPATH` before the present one is asked; what nobody can look at has it. */
function alongCdPath(target: Value, call: Call): string | undefined {
  const { env, analysis, invocation } = call
  const searched = invocation?.assignments.CDPATH ?? env.variables.get('CDPATH')?.fields[0]?.text
  const here = boundedPath(target, env, analysis)
  if (searched === undefined || searched === '' || /^(?:\/|\.{1,2}(?:\/|$))/.test(target.text)) return here
  for (const folder of searched.split(':')) {
    const path = folder === '' ? here : boundedPath({ ...target, text: `${folder}/${target.text}` }, env, analysis)
    if (path.includes(HOLE)) return undefined
    const { names } = analysis.host
    const there = names === undefined ? path !== here : isThere(path, names)
    if (there === undefined) return undefined
    if (there) return path
  }
  return here
}

/** With what around it a hook is another program, or is never started by the shell that should: variables, and shells of a project's own. */

import type { Scope } from '../../core/install.ts'
import type { Practice } from '../doctor/client-calls.ts'
import { takenOver, variablesIn } from '../doctor/environment.ts'
import { commandIn, shellOf } from '../doctor/program.ts'
import type { Place } from '../doctor/registration-findings.ts'
import { inside } from '../install/project.ts'
import type { Reason, Seen } from './answer.ts'
import { environmentOf } from './switches.ts'
import type { World } from './world.ts'

export const replaced = (scope: Scope, places: readonly Place[], seen: Seen, world: World): readonly Reason[] => {
  const { ground, installation, practice } = seen
  const entries = places.flatMap(({ registered }) => registered)
  const shell = shellOf(practice, ground.system)
  const commands = entries.flatMap(entry => commandIn(entry, shell) ?? [])
  const clears = commands[0]?.clears ?? {}
  const byShell = entries.some(({ run, within }) => run.kind === 'text' || within !== undefined)
  const counts = ({ name, ofShell }: { readonly name: string; readonly ofShell: boolean }): boolean =>
    (byShell || !ofShell) && !Object.hasOwn(clears, name) && !practice?.withholds?.includes(name)
  const switches = installation.switches?.({ ...ground, scope })
  const { env, files } = environmentOf(switches ?? {}, ground.env, world)
  return [
    ...inSettings(seen, counts),
    ...takenOver(Object.fromEntries([...files.keys()].map(name => [name, env[name]])))
      .filter(counts)
      .map(({ name, why }) =>
        doubted(`${files.get(name)} sets ${name} for every hook: ${lowered(why)}`, `Take ${name} out of ${files.get(name)}`),
      ),
    ...(byShell && shell === 'posix' && practice !== undefined ? ofShell(practice, seen, world) : []),
  ]
}

/** A client's settings set it for each hook. */
const inSettings = (
  { places, adapter }: Seen,
  counts: (found: ReturnType<typeof takenOver>[number]) => boolean,
): readonly Reason[] =>
  places
    .filter(({ owner }) => owner === undefined)
    .flatMap(({ file, text }) => takenOver(variablesIn(text)).map(found => ({ file, ...found })))
    .filter(counts)
    .map(({ file, name, why }) => ({
      id: `environment.${name}`,
      answer: 'not guarded',
      because: `${file} sets ${name} for every hook: ${lowered(why)}`,
      fix: `Take ${name} out of ${file}, then: tfy-hook doctor --client ${adapter.id}`,
    }))

/**
 * What the environment does to the shell in between. Bash by that name reads BASH_ENV before its command; started as `sh` it does not, nor does any other
 * `sh`. A call says nothing of it, since the variable may be younger.
 */
const ofShell = ({ shell, withholds = [] }: Practice, { ground, adapter }: Seen, world: World): readonly Reason[] => {
  const { env, root } = ground
  const there = (file: string): boolean => !file.startsWith('/') || isThere(file, world)
  if (shell === 'none') return []
  const read = shell === 'sh' ? undefined : env.BASH_ENV
  const own = [...(shell === 'bash' || shell === 'sh' ? onPath(shell, env.PATH ?? '', world) : [env.SHELL ?? ''])].find(
    file => file.startsWith('/') && inside(file, root),
  )
  return [
    ...(read && !withholds.includes('BASH_ENV') && there(read)
      ? [
          doubted(
            `BASH_ENV is set in this environment, and the shell that starts our hook first runs ${read}`,
            'unset BASH_ENV, and find out what sets it',
          ),
        ]
      : []),
    ...(own === undefined
      ? []
      : [doubted(`${adapter.title} starts our hook with ${own}, a program of this project`, `Take ${own} out of the way`)]),
  ]
}

const onPath = (name: string, path: string, world: World): readonly string[] => {
  const found = path.split(':').find(dir => dir.startsWith('/') && isThere(`${dir}/${name}`, world))
  return found === undefined ? [] : [`${found}/${name}`]
}

const isThere = (file: string, { changed, read }: World): boolean => {
  if (changed !== undefined) return changed(file) !== undefined
  try {
    return read(file) !== undefined
  } catch {
    return true
  }
}

const doubted = (because: string, fix: string): Reason => ({
  id: 'registration.unknown',
  answer: 'cannot be known',
  because,
  fix,
})

const lowered = (why: string): string => `${why.charAt(0).toLowerCase()}${why.slice(1).replace(/\.$/, '')}`

/** Starts the process in the background, where it is not there: whichever hook comes first, at most one in twenty seconds. */

import { mkdirSync } from 'node:fs'
import type { Env } from '../../core/client.ts'
import type { ExportTarget, Secret } from '../../core/config.ts'
import { claimed, needed, startBehind } from '../sources/machine/background.ts'
import { save } from '../sources/machine/private-file.ts'
import { attended, backgroundIn, goneMs, startedIn } from './attended.ts'

export const startBackground = (stateDir: string, targets: readonly ExportTarget[], env: Env): void => {
  const dir = backgroundIn(stateDir)
  try {
    if (attended(stateDir)) return
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (!claimed(dir, 'run', goneMs, Date.now())) return
    save(startedIn(stateDir), '')
    startBehind(['background'], environmentFor(targets, env))
  } catch {
    // The answer is given. The next call tries again.
  }
}

/** In the place of this process, which has read what has changed. */
export const startSuccessor = (targets: readonly ExportTarget[], env: Env): void =>
  startBehind(['background'], environmentFor(targets, env))

/** As little as it needs: a helper was written for the whole environment. */
const environmentFor = (targets: readonly ExportTarget[], env: Env): Env => {
  const secrets = targets.flatMap(({ headers = {}, secret }): readonly Secret[] => [
    ...Object.values(headers),
    ...(secret === undefined ? [] : [secret]),
  ])
  if (secrets.some(one => typeof one === 'object' && 'helper' in one)) return env
  const names = secrets.flatMap(one => (typeof one === 'object' && 'env' in one ? [one.env] : []))
  return { ...needed(env), ...Object.fromEntries(names.map(name => [name, env[name]])) }
}

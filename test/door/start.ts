/** How the door is started here, alone or beside another program. */

import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const door = resolve('dist/tfy-hook-door')
export const whole = resolve('dist/tfy-hook')
export const built = existsSync(door)
if (!built) console.warn('dist/tfy-hook-door is not built (npm run build:door): its tests are skipped')

export const scratch = (): string => mkdtempSync(join(tmpdir(), 'tfy-hook-door-'))

/** A home with such a configuration. */
export const homeWith = (config: string | Buffer): string => {
  const home = scratch()
  mkdirSync(join(home, '.config/tfy-hook'), { recursive: true })
  writeFileSync(join(home, '.config/tfy-hook/config.yaml'), config)
  return home
}

export const bash = (command: string): string =>
  JSON.stringify({ session_id: 's', hook_event_name: 'PreToolUse', cwd: '/', tool_name: 'Bash', tool_input: { command } })
export const [dangerous, harmless] = [bash('rm -rf /'), bash('ls')]
export const closed: readonly string[] = ['--client', 'claude-code', '--fail-closed']

interface Options {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** Not the root: everything is below it, and what lies in the workspace is not the user's. */
const cwd = scratch()

export const start = (file: string, args: readonly string[], { env = {}, input = harmless }: Options = {}) => {
  const options = { env: { HOME: scratch(), PATH: '/usr/bin:/bin', ...env }, input, encoding: 'utf8', cwd } as const
  for (;;) {
    const done = spawnSync(file, args, options)
    // A copy is still being written for a process that another test has just started.
    if (done.error === undefined || !('code' in done.error) || done.error.code !== 'ETXTBSY') return done
  }
}

/** A door with something else beside it. */
export const apart = (beside?: (path: string) => void): string => {
  const folder = scratch()
  copyFileSync(door, join(folder, 'tfy-hook-door'))
  beside?.(join(folder, 'tfy-hook'))
  return join(folder, 'tfy-hook-door')
}

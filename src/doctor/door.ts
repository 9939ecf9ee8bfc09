/** The quicker executable beside this one: whether it is there, is of this build, and works on this machine. */

import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Env } from '../core/client.ts'
import { runFor } from '../programs/run.ts'
import { type Finding, fine, warn } from './finding.ts'

declare const __TFY_BUILD__: string

/** Which build this program is of. The door looks for these very bytes in the file beside it. */
export const build: string = typeof __TFY_BUILD__ === 'string' ? __TFY_BUILD__ : ''

const doorBeside = (program: string): string => `${program}-door`

const trial = JSON.stringify({
  session_id: 'self-check',
  hook_event_name: 'PreToolUse',
  cwd: '/',
  permission_mode: 'default',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
})

/** How the door says that it would have handed over. */
const refused = 'an internal fault'

/** Why somebody wants it so. */
const choice = (config: Config, env: Env): string | undefined => {
  if (env.TFY_HOOK_DOOR === 'off') return 'TFY_HOOK_DOOR=off keeps it out'
  if (!config.door) return 'config.yaml keeps it out'
  return config.source === 'offline' ? undefined : `verdicts come from ${config.source}, which it does not ask`
}

/** Why the door is of no use here; undefined when it answers by itself. */
const doorFault = async (door: string, env: Env): Promise<string | undefined> => {
  const tried = (mode: string) =>
    runFor(door, ['--client', 'claude-code', '--event', 'PreToolUse', '--fail-closed'], 5_000, {
      input: trial,
      env: { ...env, TFY_HOOK_DOOR: mode, TFY_HOOK_LOG: 'off' },
      maxBuffer: 65_536,
    })
  let ran = await tried('only')
  // Perhaps a policy has changed, and has to be compiled first, by the program itself.
  if (ran.stderr.includes(refused)) {
    await tried('off')
    ran = await tried('only')
  }
  if (ran.exitCode !== 0 && ran.exitCode !== 2) return 'it does not run on this machine'
  return ran.stderr.includes(refused) ? 'it would not answer by itself, or is of another build' : undefined
}

export const doorFindings = async (program: string, config: Config, env: Env): Promise<readonly Finding[]> => {
  const door = doorBeside(program)
  if (process.platform !== 'linux' || !existsSync(door)) return []
  const chosen = choice(config, env)
  if (chosen !== undefined) return [fine('program.door', `${program} answers, although ${door} is there: ${chosen}.`)]
  // Without a configuration everything fails, whoever answers; another finding says so.
  if (config.broken !== undefined) return []
  const fault = await doorFault(door, env)
  return fault === undefined
    ? [
        fine(
          'program.door',
          `${door} works here: registered in its place, it answers what it can, and leaves the rest to ${program}; both are ${build}.`,
        ),
      ]
    : [
        warn(
          'program.door',
          `${program} answers, although ${door} is there: ${fault}.`,
          'Calls are judged the same, and later.',
          'Install both from one release, or register tfy-hook itself',
        ),
      ]
}

/** The quicker executable beside this one: whether it is there, is of this build, and works on this machine. */

import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Env } from '../core/client.ts'
import { runFor } from '../programs/run.ts'
import { type Finding, fine, warn } from './finding.ts'

declare const __TFY_BUILD__: string

/** Which build this program is of. The door looks for these very bytes in the file beside it. */
export const build: string = typeof __TFY_BUILD__ === 'string' ? __TFY_BUILD__ : ''

export const doorBeside = (program: string): string => `${program}-door`

const trial = JSON.stringify({
  session_id: 'self-check',
  hook_event_name: 'PreToolUse',
  cwd: '/',
  permission_mode: 'default',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
})

/** Why the door is of no use here; undefined when it answers by itself. */
export const doorFault = async (door: string, config: Config, env: Env): Promise<string | undefined> => {
  if (!existsSync(door)) return 'it is not there'
  if (env.TFY_HOOK_DOOR === 'off') return 'TFY_HOOK_DOOR=off keeps it out'
  if (!config.door) return 'config.yaml keeps it out'
  if (config.source !== 'offline') return `verdicts come from ${config.source}, which it does not ask`
  if (config.broken !== undefined) return 'the configuration is broken'
  const input = { ...env, TFY_HOOK_DOOR: 'only', TFY_HOOK_LOG: 'off' }
  const ran = await runFor(door, ['--client', 'claude-code', '--event', 'PreToolUse', '--fail-closed'], 5_000, {
    input: trial,
    env: input,
    maxBuffer: 65_536,
  })
  if (ran.exitCode !== 0 && ran.exitCode !== 2) return 'it does not run on this machine'
  return ran.stderr.includes('internal fault') ? 'it would not answer by itself, or is of another build' : undefined
}

export const doorFindings = async (program: string, config: Config, env: Env): Promise<readonly Finding[]> => {
  const door = doorBeside(program)
  if (process.platform !== 'linux' || !existsSync(door)) return []
  const fault = await doorFault(door, config, env)
  return fault === undefined
    ? [fine('program.door', `${door} answers by itself what it can, and hands the rest to ${program}; both are ${build}.`)]
    : [
        warn(
          'program.door',
          `${program} answers, although ${door} is there: ${fault}.`,
          'Calls are judged the same, and later.',
          'Install both from one release, or register tfy-hook itself: tfy-hook init',
        ),
      ]
}

/** The quicker executable for Linux: whether it answers as the program beside it does, and which of the two answers for whom. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Env } from '../core/client.ts'
import { doorBeside } from '../install/stable-copy.ts'
import { runFor } from '../programs/run.ts'
import { type Finding, fine, warn } from './finding.ts'

declare const __TFY_BUILD__: string

/** Which build this program is of. The door looks for these very bytes in the file beside it, so that they have to be said somewhere. */
const build: string = typeof __TFY_BUILD__ === 'string' ? __TFY_BUILD__ : ''

const isDoor = (program: string): boolean => program.endsWith('/tfy-hook-door')
const wholeBeside = (door: string): string => door.slice(0, -'-door'.length)

/** One that any policy lets go on, and one that most deny. Neither is run. */
const trials = ['ls', 'git push --force origin main'].map(command =>
  JSON.stringify({
    session_id: 'self-check',
    hook_event_name: 'PreToolUse',
    cwd: '/',
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command },
  }),
)

/** How the door says that it would have handed over. */
const refused = 'an internal fault'

/** Why it does not answer, though it could: somebody wants it so. */
export const doorChoice = (config: Config, env: Env): string | undefined => {
  if (env.TFY_HOOK_DOOR === 'off') return 'TFY_HOOK_DOOR=off keeps it out'
  if (!config.door) return 'config.yaml keeps it out'
  return config.source === 'offline' ? undefined : `verdicts come from ${config.source}, which it does not ask`
}

/** Why the door is of no use here; undefined when it answers by itself, and as the program beside it does. */
export const doorFault = async (door: string, env: Env): Promise<string | undefined> => {
  const scratch = mkdtempSync(join(tmpdir(), 'tfy-hook-door-'))
  const answer = async (program: string, mode: string, input: string) => {
    const { exitCode, stdout, stderr } = await runFor(
      program,
      ['--client', 'claude-code', '--event', 'PreToolUse', '--fail-closed'],
      5_000,
      {
        input,
        env: { ...env, XDG_STATE_HOME: scratch, TFY_HOOK_DOOR: mode, TFY_HOOK_LOG: 'off' },
        maxBuffer: 65_536,
      },
    )
    return { exitCode, text: `${stdout}\n${stderr.replace(/explain \w+/, '')}` }
  }
  try {
    for (const input of trials) {
      // First, because it compiles the policies for both.
      const whole = await answer(wholeBeside(door), 'off', input)
      let own = await answer(door, 'only', input)
      // On a busy machine it may have been late.
      if (own.text.includes(refused)) own = await answer(door, 'only', input)
      if (own.exitCode === undefined || own.exitCode > 2) return 'it does not run on this machine'
      if (own.text.includes(refused)) return 'it would not answer by itself, or is of another build'
      if (own.exitCode !== whole.exitCode || own.text !== whole.text) return `it does not answer as ${wholeBeside(door)} does`
    }
    return undefined
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** `registered` are the programs that clients start. */
export const doorFindings = async (
  program: string,
  registered: readonly { readonly client: string; readonly program: string }[],
  config: Config,
  env: Env,
): Promise<readonly Finding[]> => {
  if (process.platform !== 'linux') return []
  const named = registered.map(one => one.program).filter(isDoor)
  const doors = new Set(named.length > 0 ? named : [doorBeside(program)])
  const found: Finding[] = []
  // Without a configuration everything fails, whoever answers; another finding says so.
  for (const door of config.broken === undefined ? doors : [])
    if (existsSync(door)) found.push(await doorFinding(door, registered, config, env))
  return found
}

const doorFinding = async (
  door: string,
  registered: readonly { readonly client: string; readonly program: string }[],
  config: Config,
  env: Env,
): Promise<Finding> => {
  const clients = [...new Set(registered.filter(({ program }) => program === door).map(({ client }) => client))]
  const whole = wholeBeside(door)
  const instead = `${whole} answers, although ${door} is ${clients.length > 0 ? `registered for ${clients.join(', ')}` : 'there'}`
  const chosen = doorChoice(config, env)
  if (chosen !== undefined) return fine('program.door', `${instead}: ${chosen}.`)
  const fault = await doorFault(door, env)
  if (fault !== undefined)
    return warn(
      'program.door',
      `${instead}: ${fault}.`,
      'Calls are judged the same, and later.',
      'Install both from one release, then: tfy-hook init',
    )
  return fine(
    'program.door',
    clients.length > 0
      ? `${door} answers for ${clients.join(', ')}: it answers here as ${whole} does, and leaves to it what it cannot do.`
      : `${whole} answers: nobody registers ${door}, which is of the same build (${build}), works here and is quicker (tfy-hook init).`,
  )
}

/** The quicker executable for Linux: whether it answers as the program beside it does, and which of the two answers for whom. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../../core/client.ts'
import { inTrialState, trialEnv } from '../../hook/background/trial-state.ts'
import { isCompiled } from '../../hook/config/compiled.ts'
import type { Config } from '../../hook/config.ts'
import { runFor } from '../../hook/programs/run.ts'
import { isCredentialAtHand, meetingFor } from '../../hook/sources/resident/meeting.ts'
import type { Send } from '../../hook/sources/transport/transport.ts'
import { doorBeside } from '../install/stable-copy.ts'
import { type Finding, fine, warn } from './finding.ts'

declare const __TFY_BUILD__: string
declare const __TFY_VERSION__: string

/** Which build this program is of. The door looks for these very bytes in the file beside it, so that they have to be said somewhere. */
const build: string = typeof __TFY_BUILD__ === 'string' ? __TFY_BUILD__ : ''

const isDoor = (program: string): boolean => program.endsWith('/tfy-hook-door')
const wholeBeside = (door: string): string => door.slice(0, -'-door'.length)

const event = (more: object): string =>
  JSON.stringify({ session_id: 'self-check', cwd: '/', permission_mode: 'default', ...more })

/** One that any policy lets go on, and one that most deny. Neither is run. */
const trials = ['ls', 'git push --force origin main'].map(command =>
  event({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } }),
)

/** Nobody is asked about it, but the whole program compiles what the door reads. */
const opening = event({ hook_event_name: 'SessionStart', source: 'startup' })

/** In the gateway's place, which no trial reaches: it says what it thinks of the second one. */
const standIn: Send = async ({ body }) => {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const said = text.includes('--force') ? { permission: 'deny', user_message: 'A trial.' } : { permission: 'allow' }
  const whole = { continue: true, guardrail_checks: [], ...said }
  return { kind: 'answered', status: 200, body: new TextEncoder().encode(JSON.stringify(whole)) }
}

/** Resolves once a process would be there that keeps connections, until the scratch folder goes. */
const stand = async (door: string, { source, gateway }: Config, env: Env, scratch: string): Promise<void> => {
  if (source === 'offline' || gateway === undefined) return
  const meeting = meetingFor(gateway, env, join(scratch, 'tfy-hook'), __TFY_VERSION__, wholeBeside(door))
  if (meeting === undefined) return
  const [{ keepConnections }, { isThere }] = await Promise.all([
    import('../../hook/resident/run.ts'),
    import('../../hook/sources/resident/present.ts'),
  ])
  const life = { idleMs: 30_000, longestMs: 30_000, checkMs: 50 }
  let gone = false
  const left = (): void => {
    gone = true
  }
  keepConnections(meeting, gateway, standIn, process.env, life).then(left, left)
  while (!gone && !(await isThere(meeting))) await new Promise(resolve => setTimeout(resolve, 5))
}

/** How the door says that it would have handed over, and what that comes to. */
const refused = 'an internal fault'
const refusal = 'it would not answer by itself, or is of another build'

const uncompiled = async ({ places }: Config): Promise<boolean> => {
  for (const dir of places.managed)
    for (const [name, layer] of [
      ['config', 'config'],
      ['policy', 'managed'],
    ] as const) {
      const file = `${dir}/${name}.yaml`
      if (existsSync(file) && !(await isCompiled({ file, layer }))) return true
    }
  return false
}

/** Why it does not answer, though it could: somebody wants it so. */
export const doorChoice = (config: Config, env: Env): string | undefined => {
  if (env.TFY_HOOK_DOOR === 'off') return 'TFY_HOOK_DOOR=off keeps it out'
  if (!config.door) return 'config.yaml keeps it out'
  const { source, gateway, places } = config
  if (source === 'offline') return undefined
  const kept = gateway && isCredentialAtHand(gateway) && meetingFor(gateway, env, places.state, __TFY_VERSION__)
  return kept ? undefined : `verdicts come from ${source}, which it asks only where connections are kept and the key is at hand`
}

/** Why the door is of no use here; undefined when it answers by itself, and as the program beside it does. */
export const doorFault = (door: string, config: Config, env: Env): Promise<string | undefined> =>
  inTrialState(async scratch => {
    const here = {
      ...trialEnv(scratch),
      TFY_HOOK_LOG: 'off',
      TFY_API_KEY: 'of-a-trial',
      // The configuration may not be written yet.
      TFY_HOOK_SOURCE: config.source,
      ...(config.gateway !== undefined && { TFY_GATEWAY_URL: config.gateway.url }),
    }
    const answer = async (program: string, mode: string, input: string) => {
      const { exitCode, stdout, stderr } = await runFor(program, ['--client', 'claude-code', '--fail-closed'], 5_000, {
        input,
        env: { ...env, ...here, TFY_HOOK_DOOR: mode },
        maxBuffer: 65_536,
      })
      return { exitCode, text: `${stdout}\n${stderr.replace(/explain \w+/, '')}` }
    }
    await answer(wholeBeside(door), 'off', opening)
    await stand(door, config, env, scratch)
    for (const input of trials) {
      let own = await answer(door, 'only', input)
      // On a busy machine it may have been late.
      if (own.text.includes(refused)) own = await answer(door, 'only', input)
      if (own.exitCode === undefined || own.exitCode > 2) return 'it does not run on this machine'
      if (own.text.includes(refused)) return refusal
      const whole = await answer(wholeBeside(door), 'off', input)
      if (own.exitCode !== whole.exitCode || own.text !== whole.text) return `it does not answer as ${wholeBeside(door)} does`
    }
    return undefined
  })

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
  const fault = await doorFault(door, config, env)
  // That stands in a finding of its own.
  if (fault === refusal && (await uncompiled(config)))
    return fine('program.door', `${instead}: it cannot read managed files that nobody has compiled.`)
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

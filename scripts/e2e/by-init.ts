/** Our own commands around the runs of a client: `init`, `doctor`, what a person is told to do, `uninstall`. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { listIn } from '../../src/setup/prove/model/script.ts'
import type { E2eClient, Init, Place } from './client.ts'
import { answerIn, commands, type Env, filesIn, found, mendable, type Told, targetOf } from './commands.ts'
import { change, readOrNone, textsOf, writeAll } from './files.ts'
import { perform } from './register.ts'
import type { ByInit, Evidence, Switched, Upgraded } from './scenarios/scenario.ts'

/** Starts the client, with more in its environment. */
type Run = (more?: Env) => Promise<Evidence>

interface Stage {
  readonly client: E2eClient
  readonly place: Place
  readonly program: string
  readonly env: Env
  /** Of `tfy-hook serve`, for a client that asked for it. */
  readonly url: string | undefined
  readonly run: Run
}

/** What the notes of `init` leave to a person. */
const byHand = async ({ client, place, env }: Stage): Promise<void> => {
  writeAll(client.init?.filesByHand?.(place) ?? {})
  await perform(client.init?.byHand?.(place) ?? [], place, env)
}

/** Where something is left to a person, `init` ends with 1: it has written its files, and nothing is guarded yet. */
const registered = ({ code, report }: Told, { init }: E2eClient): boolean =>
  filesIn(report).length > 0 && (code === 0 || init?.byHand !== undefined)

/** A client that waits for a person, for the trust of a folder too, is told of. That is all there may be to fix. */
const onlyAsAsked = ({ report }: Told): boolean =>
  mendable(report).every(what => what === 'heartbeat' || what === 'registration.unknown')

const named = ({ id, init }: E2eClient): Init => init ?? { client: id }

/** `run` starts the client: once when it is registered, once when it is not any more. */
export const playByInit = async (stage: Stage): Promise<Evidence> => {
  const { client, place, program, env, url, run } = stage
  const said: string[] = []
  const tell = commands(program, place, place.install, env, said)
  const where = targetOf(named(client), url)
  const before = textsOf(filesIn((await tell('init', ...where, '--dry-run')).report))
  const init = await tell('init', ...where, '--yes')
  const touched = filesIn(init.report)
  await byHand(stage)
  const doctor = await tell('doctor', '--client', named(client).client)
  const guarded = await run()

  const uninstall = await tell('uninstall', '--yes')
  const after = textsOf(touched)
  const unlike = touched.filter(file => !before.has(file) || before.get(file) !== after.get(file))
  if (unlike.length > 0) said.push(`not as before: ${unlike.join(', ')}`)
  const byInit: ByInit = {
    registered: registered(init, client),
    drilled: onlyAsAsked(doctor) && ['drill.allowed', 'drill.denied'].every(drill => found(doctor.report, drill)),
    removed: uninstall.code === 0,
    unlike,
    freed: await run(),
    said: said.join('\n'),
  }
  return { ...guarded, byInit }
}

/** Every switch of the client, thrown one after the other while the hook stays registered. */
export const playSwitched = async (stage: Stage): Promise<Evidence> => {
  const { client, place, program, env, url, run } = stage
  const said: string[] = []
  const { client: id } = named(client)
  const init = await commands(program, place, place.install, env, said)('init', ...targetOf(named(client), url), '--yes')
  await byHand(stage)
  const guarded = await run()
  const thrown: Switched['thrown'][number][] = []
  for (const { name, files, env: more = {} } of client.switches ?? []) {
    const restore = change(files?.(place, readOrNone) ?? {})
    said.push(`\n${name}`)
    const tell = commands(program, place, place.install, { ...env, ...more }, said)
    const doctor = await tell('doctor', '--client', id, '--no-drill')
    const status = await tell('status')
    // `status` ends with 1 where it is certain.
    const says = ({ code, report }: typeof doctor): boolean => {
      const answer = answerIn(report, id)
      return answer === 'not guarded' ? code === 1 : answer === 'cannot be known'
    }
    const free = await run(more)
    thrown.push({ name, off: free.exists('made.txt'), doctor: doctor.code === 1 && says(doctor), status: says(status) })
    rmSync(join(place.project, 'made.txt'), { force: true })
    restore()
  }
  const wrong = thrown.filter(({ off, doctor, status }) => !off || !doctor || !status)
  const switched = { registered: registered(init, client), thrown, said: `${JSON.stringify(wrong)}\n${said.join('\n')}` }
  return { ...guarded, switched }
}

/** Registered while an older version was there; then the client is updated. */
export const playUpgraded = async (stage: Stage, older: string): Promise<Evidence> => {
  const { client, place, program, env, url, run } = stage
  const said: string[] = []
  const { client: id } = named(client)
  const init = await commands(program, place, older, env, said)('init', ...targetOf(named(client), url), '--yes')
  await byHand(stage)
  const tell = commands(program, place, place.install, env, said)
  const doctor = await tell('doctor', '--client', id)
  const again = await tell('init', ...targetOf(named(client), url), '--dry-run')
  const guarded = await run()
  const upgraded: Upgraded = {
    registered: registered(init, client),
    drilled: ['drill.allowed', 'drill.denied'].every(drill => found(doctor.report, drill)),
    // What `init` would write anew, and whether `doctor` finds something to fix.
    stale: listIn(again.report.clients).some(({ state }) => state !== 'unchanged'),
    warned: mendable(doctor.report).some(what => String(what).startsWith('registration')),
    said: said.join('\n'),
  }
  return { ...guarded, upgraded }
}

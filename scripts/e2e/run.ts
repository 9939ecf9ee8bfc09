/** Runs one scenario on one client, in a scratch folder of its own. */

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { Move } from '../../src/setup/prove/model/script.ts'
import { startModel } from '../../src/setup/prove/model/server.ts'
import { at, tool } from '../project/project.ts'
import { playDeployed } from './by-administrator.ts'
import { playByInit, playSwitched, playUpgraded } from './by-init.ts'
import type { Call, E2eClient, Hook, Place, Start } from './client.ts'
import { auditIn, writeAll } from './files.ts'
import { register } from './register.ts'
import { finish, homeEnv, start } from './sandbox.ts'
import type { Check, Evidence, Paths, Scenario } from './scenarios/scenario.ts'
import { startServers } from './servers.ts'
import { placeOf } from './wrap.ts'

export interface Subject {
  readonly client: E2eClient
  /** Where its packages are. */
  readonly install: string
  /** And those of its older version. */
  readonly before?: string
  /** The folder of its own Node. */
  readonly node: string | undefined
  /** The executable under test. */
  readonly program: string
  /** Payloads that the hook gets are copied into this folder. */
  readonly record?: string
  /** The scratch folders stay, and their names are shown. */
  readonly keep: boolean
}

export interface Outcome {
  readonly scenario: string
  /** `partly`: limited, but what had to be stopped was. */
  readonly result: 'passed' | 'partly' | 'limited' | 'impossible' | 'failed'
  readonly note: string
  /** What failed at a first try, when a second one, alone, did not. */
  readonly flaky?: string
  /** Everything, the model and the registering included. */
  readonly ms: number
}

/** A client gets this long for a whole scenario, unless it says otherwise. */
const limitSeconds = 60

export const limitMs = (client: Pick<E2eClient, 'limitSeconds'>): number => 1000 * (client.limitSeconds ?? limitSeconds)

/** Home and project stand side by side in the scratch folder of a run. */
export const placeIn = (scratch: string, { install, node }: Pick<Subject, 'install' | 'node'>, model: string): Place => ({
  home: join(scratch, 'home'),
  project: join(scratch, 'shop'),
  install,
  model,
  mcp: { command: tool('bun'), args: [at('scripts/e2e/mcp.ts')] },
  node: node === undefined ? 'node' : join(node, 'node'),
})

export const runScenario = async (scenario: Scenario, subject: Subject): Promise<Outcome> => {
  const declared = subject.client.exceptions?.[scenario.name]
  if (declared !== undefined && 'impossible' in declared)
    return { scenario: scenario.name, result: 'impossible', note: declared.impossible, ms: 0 }

  const scratch = mkdtempSync(join(tmpdir(), 'tfy-e2e-'))
  const began = Date.now()
  try {
    const evidence = await play(scenario, subject, scratch)
    const failed = scenario.checks(evidence, pathsOf(scratch)).filter(({ ok }) => !ok)
    const outcome = { scenario: scenario.name, ms: Date.now() - began, ...judge(failed, declared) }
    if (subject.keep) writeFileSync(join(scratch, 'evidence.json'), JSON.stringify(evidence, null, 1))
    return outcome.result === 'failed' ? { ...outcome, note: `${outcome.note}${explain(evidence, subject, scratch)}` } : outcome
  } finally {
    if (!subject.keep) rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}

const judge = (
  failed: readonly Check[],
  declared: { readonly limit: string; readonly fails: readonly string[] } | undefined,
): Pick<Outcome, 'result' | 'note'> => {
  const names = failed.map(({ name }) => name)
  if (declared === undefined)
    return names.length === 0 ? { result: 'passed', note: '' } : { result: 'failed', note: names.join(', ') }
  const same = names.length === declared.fails.length && declared.fails.every(name => names.includes(name))
  if (same) return { result: failed.some(({ guard }) => guard) ? 'limited' : 'partly', note: declared.limit }
  return { result: 'failed', note: `declared to fail: ${declared.fails.join(', ')}; failed: ${names.join(', ') || 'nothing'}` }
}

const explain = (
  { ended, main, seen, byInit, switched, upgraded, deployed }: Evidence,
  { keep }: Pick<Subject, 'keep'>,
  scratch: string,
): string => {
  const tail = (text: string): string => text.trim().slice(-300)
  const asked = `exit ${ended.code}${ended.timedOut ? ' (time is over)' : ''} after ${ended.ms} ms, ${main.length} of ${seen.length} requests`
  const again = byInit === undefined ? '' : `\n${byInit.said}${explain(byInit.freed, { keep: false }, scratch)}`
  return `\n${asked}\nstdout: ${tail(ended.stdout)}\nstderr: ${tail(ended.stderr)}${keep ? `\nkept: ${scratch}` : ''}${again}${switched?.said ?? upgraded?.said ?? deployed?.said ?? ''}`
}

const pathsOf = (scratch: string): Paths => {
  const project = join(scratch, 'shop')
  return { project, at: name => join(project, name), beside: name => join(scratch, name) }
}

const play = async (scenario: Scenario, subject: Subject, scratch: string): Promise<Evidence> => {
  const { client } = subject
  const paths = pathsOf(scratch)
  const home = join(scratch, 'home')
  const base = homeEnv(home, [...(subject.node === undefined ? [] : [subject.node]), dirname(process.execPath)])
  const own = { [join(home, '.config', 'tfy-hook', 'policy.yaml')]: scenario.policy }
  writeAll({ ...(scenario.deployed === undefined ? own : {}), [paths.at('README.md')]: '# shop\n' })
  if (scenario.around === 'noisy') for (const name of profiles) writeAll({ [join(home, name)]: 'echo "Good morning. {"\n' })
  for (const [name, text] of Object.entries(scenario.files ?? {})) writeAll({ [paths.at(name)]: text })

  const calls = scenario.calls(paths)
  let asked = (): void => {}
  // A client may go on with the conversation of its first run.
  let first: number | undefined
  const model = await startModel(turn => {
    if (turn === 0) asked()
    first ??= turn
    if (scenario.projectRemoved === true && turn - first === 1) rmSync(paths.project, { recursive: true, force: true })
    const wanted = calls[turn - first]
    return wanted === undefined ? { say: 'Done.' } : moveOf(client, wanted)
  })
  const byInit = scenario.byInit === true || scenario.switched === true || scenario.upgraded === true
  const around = { ...scenario, record: subject.record }
  const servers = await startServers(scenario, subject, scratch, base)
  try {
    const hook: Hook = {
      program: placeOf(subject.program, around, join(scratch, 'bin')),
      moments: scenario.moments,
      closed: scenario.closed === true,
      times: scenario.times ?? 1,
      timeoutSeconds: scenario.timeoutSeconds,
      url: servers.url,
    }
    const here = placeIn(scratch, subject, model.url)
    const run = async (
      more: Readonly<Record<string, string>> = {},
      within = (begun: Start): Start => begun,
    ): Promise<Evidence> => {
      const before = model.seen.length
      first = undefined
      const started = start(within(client.start(here, scenario.prompt ?? 'Do the task.')), paths.project, {
        ...base,
        ...more,
      })
      const ended = await finish(started, limitMs(client))
      const seen = model.seen.slice(before).map(each => ({ ...each, turn: each.turn - (first ?? 0) }))
      const left = new Set(existsSync(paths.project) ? readdirSync(paths.project, { recursive: true, encoding: 'utf8' }) : [])
      return {
        ended,
        seen,
        main: seen.filter(({ main }) => main),
        exists: name => (isAbsolute(name) ? existsSync(name) : left.has(name)),
        audit: auditIn(base.XDG_STATE_HOME ?? ''),
      }
    }
    if (scenario.deployed !== undefined) {
      writeAll(client.settings(here))
      return await playDeployed({ client, place: here, program: subject.program, env: base, run }, scenario, scratch)
    }
    if (byInit) {
      writeAll(client.settings(here))
      const stage = { client, place: here, program: subject.program, env: base, url: servers.url, run }
      if (scenario.switched === true) return await playSwitched(stage)
      if (scenario.upgraded === true) return await playUpgraded(stage, subject.before ?? here.install)
      return await playByInit(stage)
    }
    asked = await register(client, here, hook, subject.program, around, base)
    const evidence = await run()
    return scenario.explained === true ? await explained(evidence, subject.program, paths.project, base) : evidence
  } finally {
    servers.close()
    await model.close()
  }
}

/** Asks about the call that a refusal names to the model. */
const explained = async (
  evidence: Evidence,
  program: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Evidence> => {
  const id = evidence.seen.flatMap(({ text }) => /tfy-hook explain ([\w-]+)/.exec(text)?.[1] ?? [])[0] ?? ''
  const asked = await finish(start({ command: program, args: ['explain', id] }, cwd, env), 60_000)
  return { ...evidence, explained: { id, code: asked.code, text: asked.stdout } }
}

const moveOf = ({ tools }: E2eClient, call: Call): Move => (tools[call.kind] as (call: Call) => Move)(call)

/** Whichever shell the client starts hooks with. */
const profiles = ['.profile', '.bash_profile', '.bashrc', '.zshenv']

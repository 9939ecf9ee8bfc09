/** `init`: registers this program with the clients that are here, and gives a new account its first policy and configuration. */

import { join } from 'node:path'
import { isatty } from 'node:tty'
import type { Scope } from '../../../core/install.ts'
import { quoteText } from '../../../core/redact.ts'
import { isSource } from '../../../hook/args.ts'
import { writeAll } from '../../../hook/io.ts'
import { carryOut } from '../../../setup/install/change.ts'
import { filesOn } from '../../../setup/install/files.ts'
import { runsUs } from '../../../setup/install/own-registrations.ts'
import { putStable, stableFor } from '../../../setup/install/stable-copy.ts'
import { type Memories, memoriesIn } from '../../../setup/install/undo.ts'
import { advisoriesWith, bundledHere } from '../health/advisories.ts'
import { agreed } from '../person/person.ts'
import { versionOf } from '../registration/client-version.ts'
import { callsIn } from '../registration/guards.ts'
import { copyCommand, hazardOf, ownCommand, ownName, quickest, startsAs } from '../registration/own-program.ts'
import { chosenOf, clientNames, groundHere, installables, problemOf, type Settings } from '../registration/registrations.ts'
import { palette } from '../terminal/ansi.ts'
import { ConfigError, unlessCancelled } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import {
  type Account,
  accountHere,
  type Choice,
  existingConfig,
  putStarterFile,
  starterFilesFor,
  trialRemarks,
} from './account-files.ts'
import { type FoundGateway, foundGateway } from './found-gateway.ts'
import type { Checked } from './gateway-check.ts'
import { httpFor, triedHook, untestedNote } from './http-hook.ts'
import { type Done, planText, reportOf, resultText } from './init-report.ts'
import { loosenedBy } from './loosened.ts'
import { deploy, deploys, type ManagedFlags } from './managed.ts'
import { gatewayBudgetMs } from './starter-texts.ts'
import { deployedIn, stepsFor, targetsFor, whereSeen, withGuards } from './targets.ts'

interface InitFlags extends ManagedFlags {
  readonly client?: readonly string[]
  readonly scope?: Scope
  readonly gatewayTest?: boolean
  readonly observe?: boolean
  readonly failClosed?: boolean
  readonly yes?: boolean
}

/** Exit code 1 when a client was left alone or is not guarded all the same, or the person said no. */
export const init = (flags: InitFlags): Promise<number> => unlessCancelled(() => initialise(flags))

const initialise = async (flags: InitFlags): Promise<number> => {
  const { dryRun = false, json: asJson = false } = flags
  const { scope } = flags
  const asks = scope !== 'managed' && asksHere(flags)
  const { program: given, ...others } = flags
  if (scope !== 'managed' && deploys(scope === 'project' ? others : flags))
    throw new ConfigError('--for, --format and --out belong to --scope managed, --program to that and to --scope project.')
  const named = projectName(scope, given)
  if (flags.failOpen && flags.failClosed) throw new ConfigError('--fail-open and --fail-closed exclude each other.')
  const clients = clientNames(flags.client)
  if (scope === 'managed') return deploy(chosenOf(await installables(), clients), clients.length > 0, flags)
  const own = ownCommand()
  if (!runsUs(own.join(' ')))
    throw new ConfigError(`This program is called ${own.join(' ')}; call it tfy-hook, so that its registrations are known again.`)
  const ground = groundHere(scope ?? 'user')
  const refused = hazardOf(own, ground)
  if (refused?.refused) throw new ConfigError(`${refused.what}. Install it first, for instance: npm install -g tfy-hook`)
  const stable = stableFor(own, ground)
  const whole = stable === undefined ? own : copyCommand(own, stable)
  const hazard = hazardOf(whole, ground)

  const chosen = chosenOf(await installables(), clients)
  const account = await accountHere()
  const asked = httpFor(flags, account.config.gateway?.guardrails)
  const { targets, unsupported } = targetsFor(chosen, clients.length > 0, scope, groundHere, asked !== undefined)
  if (targets.length === 0 && unsupported.length === 0) {
    throw new ConfigError(
      `No coding agent was found here${asked === undefined ? '' : ' that asks hooks over HTTP and can fail closed'}. Name one to register it all the same: tfy-hook init --client claude-code`,
    )
  }
  const tries = asked !== undefined && targets.length > 0 && !flags.untested
  const http = tries ? await triedHook(asked) : asked?.hook
  const usual: Settings = { program: whole, named, closed: flags.failOpen !== true, budgetMs: account.config.timeoutMs, http }
  const questions = asks ? await import('../terminal/prompts.ts') : undefined
  questions?.greet('tfy-hook: a verdict before your coding agents act')
  if (hazard !== undefined) questions?.warn(`${hazard.what}.`)
  const picked =
    questions === undefined || clients.length > 0
      ? targets.map(({ client }) => client)
      : await questions.askClients(targets.map(target => ({ client: target.client, where: whereSeen(target) })))
  const found = account.file === undefined ? await foundGateway(ground.home) : undefined
  const { choice, checked } = await chooseFor(account, flags, questions, picked, found)
  const fromAfar = choice?.url !== undefined && choice.url === process.env.TFY_GATEWAY_URL && flags.gatewayUrl === undefined
  const source = choice?.source ?? account.config.source
  const gateway =
    choice?.url === undefined
      ? account.config.gateway
      : { url: choice.url, ...(choice.credential !== undefined && { credential: choice.credential }) }
  const program = await quickest(whole, stable?.from ?? own[0], { ...account.config, source, gateway }, process.env)
  const budgetMs = choice?.url === undefined ? usual.budgetMs : Math.max(gatewayBudgetMs, usual.budgetMs)
  const settings = { ...usual, program, budgetMs }

  const files = filesOn()
  const starterFiles = starterFilesFor(account, choice, flags.observe)
  const planned = await stepsFor(
    targets
      .filter(({ client }) => picked.includes(client))
      .map(target => (scope === undefined ? { ...target, deployed: deployedIn(target, files) } : target)),
    settings,
    files,
    (installation, binary, ground) =>
      versionOf(installation, binary, ground, dryRun ? undefined : { state: account.config.places.state, asks: true }),
    advisoriesWith(await bundledHere(account.config)),
  )
  const steps = await withGuards(planned, files, callsIn(account.config.places.state), {
    coming: stable === undefined ? undefined : program.at(-1),
  })
  const remarks: string[] = [
    ...(http !== undefined && flags.untested ? [untestedNote(http.url)] : []),
    ...(flags.observe ? await trialRemarks(account, choice, settings.closed === false) : []),
    // Whoever sets it, a project's own environment too, would hear of every action from now on.
    ...(fromAfar ? [`TFY_GATEWAY_URL names the gateway for this account: ${quoteText(choice.url)}.`] : []),
    ...(found === undefined || choice?.url === found.url ? [] : [unusedGateway(found)]),
    ...(hazard === undefined || asks ? [] : [`${hazard.what}.`]),
    ...(account.file === undefined && account.config.broken === undefined ? [] : [existingConfig(account)]),
    ...(account.file === undefined || (flags.source ?? flags.gatewayUrl) === undefined
      ? []
      : ['--source and --gateway-url were not used: the configuration is yours to change.']),
  ]
  const kept = join(account.config.places.state, 'installed')
  if (stable !== undefined && !stable.current)
    remarks.push(`${stable.from} is a package manager's, so a copy is registered that stays: ${program.at(-1)}`)
  const plan = { steps, unsupported, starterFiles, remarks, checked, dryRun, program, kept }
  if (!asJson) writeAll(1, planText(plan, palette(), dryRun ? 'whole' : asks ? 'changes' : 'problems'))
  const pending = steps.some(
    ({ outcome }) => 'changes' in outcome && outcome.changes.some(({ before, after }) => before !== after),
  )
  const copies = stable !== undefined && !stable.current
  const writes = !dryRun && (pending || copies || starterFiles.length > 0)
  const looser = writes
    ? loosenedBy(
        {
          changes: steps.flatMap(({ outcome }) => ('changes' in outcome ? outcome.changes : [])),
          starterFiles,
          choice,
          observe: flags.observe === true,
          remembered: memoriesIn(account.config.places.state, files).all(),
        },
        account,
        ground.system,
      )
    : undefined
  if (looser !== undefined)
    await agreed(
      `${looser}. Write this?`,
      questions === undefined,
      `${looser}. That is for a person, in a terminal of their own.`,
    )
  else if (writes) await questions?.askWrite('Write this?')

  const done: Done[] = []
  if (!dryRun) {
    const memories = memoriesIn(account.config.places.state, files)
    if (pending) remembers(memories, kept)
    const trying = (owner: string, file: string, act: () => void) => {
      try {
        act()
      } catch (error) {
        done.push({ owner, file, problem: problemOf(error) })
      }
    }
    // First, so that nothing is registered that is not there.
    if (stable !== undefined)
      await putStable(stable, startsAs(whole)).catch(error => {
        throw new ConfigError(`${problemOf(error)}. Nothing was registered.`)
      })
    for (const starterFile of starterFiles) trying('', starterFile.file, () => putStarterFile(starterFile, files))
    const touched = new Set<string>()
    for (const { client, outcome } of steps) {
      if (!('changes' in outcome)) continue
      for (const change of outcome.changes) {
        if (touched.has(change.file)) continue
        touched.add(change.file)
        files.sweep(change.file)
        trying(client, change.file, () => carryOut(change, files, memories))
      }
    }
  }
  if (asJson) writeAll(1, `${json(reportOf(plan, done), 2)}\n`)
  else writeAll(1, resultText(plan, done))
  const failed =
    done.length > 0 ||
    unsupported.length > 0 ||
    steps.some(({ outcome, guard }) => 'problem' in outcome || guard?.answer === 'not guarded')
  return failed ? 1 : 0
}

/** What a project's file calls us: the same for everybody who clones it. */
const projectName = (scope: Scope | undefined, given: string | undefined): string => {
  if (scope !== 'project' || given === undefined) return ownName
  if (/[\\/]/.test(given) || !runsUs(given))
    throw new ConfigError(
      `--program ${quoteText(given)}: a project's file takes a name on the PATH, such as ${ownName} or ${ownName}-door. A path would be this machine's.`,
    )
  return given
}

/** Before anything is written: what cannot be remembered cannot be put back. */
const remembers = (memories: Memories, kept: string): void => {
  try {
    memories.prepare()
  } catch (error) {
    throw new ConfigError(
      `Nothing was written: what stood in the settings files before is kept in ${kept}, and that folder cannot be written (${problemOf(error).replace(`${kept}: `, '')}). Make it writable, or set XDG_STATE_HOME to a folder that is.`,
    )
  }
}

/** Whether there is somebody to ask. Throws when there is nobody and nothing that says so. */
export const asksHere = ({ yes, dryRun, json: asJson }: Pick<InitFlags, 'yes' | 'dryRun' | 'json'>): boolean => {
  if (yes || dryRun) return false
  if (asJson) throw new ConfigError('--json asks nothing: give --yes to write, or --dry-run to look first.')
  if (isatty(0) && isatty(1)) return true
  throw new ConfigError('There is no terminal to ask on: give --yes to write, or --dry-run to look first.')
}

const saidOf = ({ url, file }: FoundGateway): string => `${quoteText(url)}, from ${file}`

const unusedGateway = (found: FoundGateway): string =>
  `Found a gateway, which is not used: ${saidOf(found)}. To use it: --source gateway-then-offline --gateway-url URL${
    found.signedIn ? ', and credential: tfy under gateway in config.yaml for the login that is here' : ''
  }.`

type Questions = typeof import('../terminal/prompts.ts')

/** Source, address and key: from flags and environment, or asked; tried before anything is written. */
const chooseFor = async (
  account: Account,
  flags: InitFlags,
  questions: Questions | undefined,
  clients: readonly string[],
  found: FoundGateway | undefined,
): Promise<{ readonly choice: Choice | undefined; readonly checked: Checked | undefined }> => {
  if (account.file !== undefined || account.config.broken !== undefined) return { choice: undefined, checked: undefined }
  const named = flags.gatewayUrl ?? (process.env.TFY_GATEWAY_URL || undefined)
  if (flags.source !== undefined && !isSource(flags.source)) throw new ConfigError(`Unknown source "${flags.source}".`)
  const asked = flags.source ?? (flags.gatewayUrl === undefined ? await questions?.askSource() : undefined)
  // Nothing that a file says is asked without a person's word.
  const offered = named === undefined && asked !== undefined && asked !== 'offline' ? found : undefined
  const url = offered !== undefined && (await questions?.askUse(saidOf(offered))) ? offered.url : named
  const source = asked ?? (url === undefined ? 'offline' : 'gateway-then-offline')
  const key = process.env.TFY_API_KEY || undefined
  if (source === 'offline') return { choice: { source, url: undefined, apiKey: undefined }, checked: undefined }
  if (url === undefined && questions === undefined)
    throw new ConfigError(
      `--source ${source} needs the gateway's address: --gateway-url ${found === undefined ? 'or TFY_GATEWAY_URL' : `${quoteText(found.url)}, as ${found.file} has it`}.`,
    )
  const { endpointsOf, findWays } = await import('./gateway-check.ts')
  // What only the environment says is looked at before a key goes there.
  let way = { url: questions === undefined ? url : flags.gatewayUrl, apiKey: key }
  for (;;) {
    const address = way.url ?? (await questions?.askUrl(url)) ?? ''
    // The login is one for the gateway that was found, and goes nowhere else.
    const isSent = offered?.signedIn === true && address === offered.url && (await questions?.askLogin()) === true
    const gateway = { url: address, ...(isSent && { credential: 'tfy' as const }) }
    const apiKey = isSent ? undefined : (way.apiKey ?? (await questions?.askKey()))
    const choice = { source, ...gateway, apiKey }
    if (flags.gatewayTest === false) return { choice, checked: undefined }
    const asking = { config: account.config, gateway, apiKey }
    const checked = URL.canParse(address)
      ? await findWays(asking, [...new Set(clients)])
      : ({ ok: false, problem: 'that is no address' } as const)
    if (checked.ok) {
      questions?.tell(`The gateway answers, in ${Math.round(checked.ms)} ms.`)
      return { choice: { ...choice, clients: endpointsOf(checked.ways ?? []) }, checked }
    }
    if (questions === undefined)
      throw new ConfigError(
        `The gateway ${quoteText(address)} was tried, and nothing was written: ${checked.problem}. To write all the same: --no-gateway-test`,
      )
    questions.warn(`No verdict: ${checked.problem}.`)
    if (!(await questions.askAgain())) return { choice, checked }
    way = { url: undefined, apiKey: undefined }
  }
}

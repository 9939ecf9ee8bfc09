/** `--scope managed`: what an administrator deploys, shown or written into a folder. These files belong to whoever manages the machines. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Endpoint } from '../../../core/config.ts'
import { describe, type Result } from '../../../core/failure.ts'
import { planOf } from '../../../engine/policy/judge/layers.ts'
import { parsePolicy } from '../../../engine/policy/language/load.ts'
import { isSource } from '../../../hook/args.ts'
import { parseConfig } from '../../../hook/config/parse.ts'
import { placesFor, platformOf } from '../../../hook/config/places.ts'
import { defaultTimeoutMs, placesOf, readConfig } from '../../../hook/config.ts'
import { writeAll } from '../../../hook/io.ts'
import { type Manifest, manifestIn, manifestName, sha256 } from '../../../setup/install/deployment.ts'
import { runsUs } from '../../../setup/install/own-registrations.ts'
import { compiledForm, type Text } from '../policy/managed-forms.ts'
import { ownCommand, type Program } from '../registration/own-program.ts'
import { type Installable, installables } from '../registration/registrations.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { type HttpFlags, httpFor, triedHook, untestedNote } from './http-hook.ts'
import { type ManagedSet, managedSet, manifestFile, nameIn, type Target, targets } from './managed-set.ts'
import { managedConfig, readme, uninstallPs1, uninstallSh } from './managed-texts.ts'
import { starterPolicy } from './starter-texts.gen.ts'
import { onTrial } from './starter-texts.ts'

export interface ManagedFlags extends HttpFlags {
  readonly for?: string
  readonly format?: string
  readonly out?: string
  readonly program?: string
  readonly source?: string
  readonly gatewayUrl?: string
  readonly gatewayTest?: boolean
  readonly observe?: boolean
  readonly failOpen?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** Flags that only a deployment has. */
export const deploys = ({ for: target, format, out, program }: ManagedFlags): boolean =>
  [target, format, out, program].some(flag => flag !== undefined)

export const deploy = async (chosen: readonly Installable[], named: boolean, flags: ManagedFlags): Promise<number> => {
  const target = targetOf(flags.for)
  // Policies that send sessions to another client's hooks are nothing without these.
  const run = chosen.flatMap(({ installation }) => installation.policies?.runs ?? [])
  const wanted = (await installables()).filter(({ client }) => run.includes(client) || chosen.some(one => one.client === client))
  const fit = wanted.filter(({ installation: { scopes, policies } }) => scopes.includes('managed') || policies !== undefined)
  const without = named ? wanted.filter(one => !fit.includes(one)).map(({ client }) => client) : []
  if (fit.length === 0) throw new ConfigError(`No settings that an administrator can deploy: ${without.join(', ')}.`)
  const { out, dryRun = false } = flags
  if (out !== undefined) refuseOthers(out, target)
  const dir = placesFor(targets[target], {}).managed[0]?.replaceAll('\\', '/') ?? ''
  const url = flags.gatewayUrl
  const source = isSource(flags.source) ? flags.source : url === undefined ? 'offline' : 'gateway-then-offline'
  if (source !== 'offline' && url === undefined) throw new ConfigError(`--source ${source} needs --gateway-url.`)
  const config =
    kept(out, `${dir}/config.yaml`) ??
    managedConfig(source, url, flags.failOpen !== true, await triedWays(url, fit, flags.gatewayTest !== false))
  const first = starterPolicy.replace('# The policy of this account', '# The policy of this machine')
  const policy = kept(out, `${dir}/policy.yaml`) ?? (flags.observe ? onTrial(first) : first)
  const read = await valid(parseConfig(config, 'config.yaml'))
  const judged = await valid(Promise.resolve(parsePolicy(policy, 'policy.yaml', 'managed')))
  if (flags.observe && !planOf([judged]).audits('managed'))
    throw new ConfigError(
      'The policy.yaml in --out is not on trial. Nothing was written. For a trial it says "extends: observe".',
    )
  const program = programFor(target, flags)
  const asked = httpFor(flags, read.gateway?.guardrails)
  const overHttp = fit.some(({ installation }) => typeof installation.http === 'object')
  const http = asked === undefined || flags.untested || !overHttp ? asked?.hook : await triedHook(asked)
  if (http !== undefined && flags.untested) writeAll(2, `${untestedNote(http.url)}\n`)
  const set = managedSet(fit, {
    target,
    format: formatOf(flags.format),
    program,
    closed: flags.failOpen !== true,
    budgetMs: read.timeoutMs ?? defaultTimeoutMs,
    http,
    dir,
    config,
    policy,
  })
  const unfit = [
    ...without.map(client => ({ client, problem: 'it has no settings that an administrator can deploy' })),
    ...set.unsupported,
  ]
  const forms = target === 'windows' ? [] : await formsOf(dir, config, policy)
  const files = outputOf(set, target, program, dir, forms)
  if (out !== undefined && !dryRun) write(out, files)
  if (flags.json) writeAll(1, `${json(reportOf(set, { target, program, out, unfit, files }), 2)}\n`)
  else show(set, { target, program, out, dryRun, unfit, files })
  return named && unfit.length > 0 ? 1 : 0
}

/** What answers each client: a closed form that asks a missing endpoint stops every action of a fleet. Throws `ConfigError` with what was tried. */
const triedWays = async (
  url: string | undefined,
  chosen: readonly Installable[],
  tries: boolean,
): Promise<Readonly<Record<string, Endpoint>>> => {
  if (url === undefined) return {}
  if (!tries) {
    writeAll(
      2,
      `${url} was not tried (--no-gateway-test). Where it has no endpoint for a client, every call of that client fails.\n`,
    )
    return {}
  }
  if (!URL.canParse(url)) throw new ConfigError(`--gateway-url ${url} is no address.`)
  const { endpointsOf, findWays } = await import('./gateway-check.ts')
  const config = await readConfig({ hints: {}, bare: false }, process.env, placesOf(process.env))
  const clients = chosen.map(({ client }) => client)
  const found = await findWays({ config, gateway: { url }, apiKey: undefined }, clients)
  if (found.ok) return endpointsOf(found.ways ?? [])
  throw new ConfigError(
    `The gateway ${url} was tried, and nothing was written: ${found.problem}. To write all the same: --no-gateway-test`,
  )
}

const targetOf = (said: string | undefined): Target => {
  const here = platformOf(process.platform)
  const found = Object.entries(targets).find(([name, system]) => (said === undefined ? system === here : name === said))
  if (found === undefined) throw new ConfigError(`Unknown system "${said}". Known: ${Object.keys(targets).join(', ')}.`)
  return found[0] as Target
}

const formatOf = (said = 'files'): 'files' | 'mdm-toml' => {
  if (said !== 'files' && said !== 'mdm-toml') throw new ConfigError(`Unknown format "${said}". Known: files, mdm-toml.`)
  return said
}

/** For another machine the place that its installers have; for this one, this very program. */
const programFor = (target: Target, { for: said, program }: ManagedFlags): Program => {
  const usual = target === 'windows' ? 'C:\\Program Files\\tfy-hook\\tfy-hook.exe' : '/usr/local/bin/tfy-hook'
  const found: Program = program !== undefined ? [program] : said === undefined ? ownCommand() : [usual]
  if (!(target === 'windows' ? /^[A-Za-z]:[\\/]/ : /^\//).test(found[0]))
    throw new ConfigError(`--program ${found[0]} is no absolute path on ${target}.`)
  if (!runsUs(found.join(' ')))
    throw new ConfigError(
      `The program is called ${found.join(' ')}; call it tfy-hook, so that its registrations are known again.`,
    )
  return found
}

const valid = async <T>(parsed: Promise<Result<T>>): Promise<T> => {
  const result = await parsed
  if (!result.ok) throw new ConfigError(`${describe(result.failure)}. Nothing was written.`)
  return result.value
}

/** A folder that holds what others made is not written into, nor one for other machines: what somebody has changed there would go. */
const refuseOthers = (out: string, target: Target): void => {
  if (!existsSync(out) || readdirSync(out).length === 0) return
  const before = madeIn(out)
  if (before === undefined) throw new ConfigError(`${out} is not empty, and was not made by this command.`)
  if (before.for !== target) throw new ConfigError(`${out} was made for ${before.for}. Take another folder for ${target}.`)
}

const madeIn = (out: string): Manifest | undefined => {
  const file = join(out, manifestName)
  return existsSync(file) ? manifestIn(readFileSync(file, 'utf8')) : undefined
}

/** What an administrator has written into a set that was made before. */
const kept = (out: string | undefined, file: string): string | undefined => {
  const path = out === undefined ? undefined : join(out, nameIn(file))
  return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

type Output = Readonly<Record<string, string>>

const formsOf = (dir: string, config: string, policy: string): Promise<readonly Text[]> =>
  Promise.all(
    [
      { file: `${dir}/config.yaml`, text: config },
      { file: `${dir}/policy.yaml`, text: policy },
    ].map(one => valid(compiledForm(one))),
  )

const outputOf = (set: ManagedSet, target: Target, [program]: Program, dir: string, forms: readonly Text[]): Output => {
  const manifest = manifestFile(dir)
  const { files, clients, mdmToml, policies, unsupported } = set
  const beside = Object.keys(policies)
  const texts = { target, program, clients, files, unsupported, beside, forms, nameOf: nameIn, mdmToml: mdmToml !== undefined }
  const made: Record<string, string> = {
    ...Object.fromEntries(files.map(({ file, text }) => [nameIn(file), text])),
    ...Object.fromEntries(forms.map(({ file, text }) => [nameIn(file), text])),
    [nameIn(manifest)]: set.manifest,
    [manifestName]: set.manifest,
    'README.md': readme(texts),
    ...(target === 'windows'
      ? { 'uninstall.ps1': uninstallPs1(files, manifest) }
      : { 'uninstall.sh': uninstallSh(files, [...forms.map(({ file }) => file), manifest]) }),
    ...(mdmToml !== undefined && { 'mdm.toml': mdmToml }),
    ...policies,
  }
  const sums = Object.entries(made).map(([name, text]) => `${sha256(text)}  ${name}\n`)
  return { ...made, SHA256SUMS: sums.sort().join('') }
}

const write = (out: string, files: Output): void => {
  // What an earlier run made and this one does not would be deployed with the rest.
  const before = madeIn(out)
  for (const { file } of before?.files ?? [])
    if (files[nameIn(file)] === undefined) rmSync(join(out, nameIn(file)), { force: true })
  for (const name of ['mdm.toml', 'uninstall.sh', 'uninstall.ps1', 'vscode.mobileconfig', 'vscode.reg'])
    if (files[name] === undefined) rmSync(join(out, name), { force: true })
  for (const [name, text] of Object.entries(files)) {
    const path = join(out, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { mode: name === 'uninstall.sh' ? 0o755 : 0o644 })
  }
}

interface Said {
  readonly target: Target
  readonly program: Program
  readonly out: string | undefined
  readonly unfit: ManagedSet['unsupported']
  readonly files: Output
}

const reportOf = ({ files, clients, mdmToml, policies }: ManagedSet, { target, program, out, unfit, files: made }: Said) => ({
  for: target,
  program: program.join(' '),
  ...(out !== undefined && { out, written: Object.keys(made) }),
  files: files.map(({ file, client, text, sha256: digest }) => ({
    file,
    name: nameIn(file),
    client: client ?? null,
    sha256: digest,
    text,
  })),
  clients,
  ...(mdmToml !== undefined && { mdmToml }),
  policies,
  unsupported: unfit,
})

const show = (
  { files, clients, mdmToml, policies }: ManagedSet,
  { out, unfit, files: made, dryRun }: Said & { readonly dryRun: boolean },
): void => {
  if (out !== undefined)
    for (const name of Object.keys(made)) writeAll(1, `${dryRun ? 'would write' : 'written'}  ${join(out, name)}\n`)
  else {
    writeAll(
      2,
      'Nothing is written. Deploy these files, or have them written with --out; where one exists, add what stands here.\n',
    )
    for (const { file, client, text } of files)
      writeAll(1, `# ${file}${client === undefined ? '' : ` (${client})`}\n${text}${text.endsWith('\n') ? '' : '\n'}\n`)
    if (mdmToml !== undefined) writeAll(1, `# mdm.toml (claude-code)\n${mdmToml}\n`)
    for (const [name, text] of Object.entries(policies)) writeAll(1, `# ${name}\n${text}\n`)
  }
  for (const { client, notes } of clients) for (const note of notes) writeAll(2, `${client}: ${note}\n`)
  for (const { client, problem } of unfit) writeAll(2, `${client} left out: ${problem}.\n`)
}

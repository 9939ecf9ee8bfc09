/** `contain`: a command in a cage, or the cage in words. Never without one. */

import { mkdtempSync, rmSync } from 'node:fs'
import type { ListenOptions, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { asBuilt, builtIn, type Cage, inShort, isSame, usual } from '../../core/contain/cage.ts'
import { profileNamed } from '../../engine/policy/judge/contained.ts'
import { placesOf } from '../../hook/config.ts'
import { watch } from '../../hook/contain/afterwards.ts'
import { cageAround } from '../../hook/contain/around.ts'
import { type Backend, backendHere } from '../../hook/contain/backend.ts'
import { cagedEnvironment } from '../../hook/contain/environment.ts'
import { proxyVariables } from '../../hook/contain/forward.ts'
import { type Ground, layoutOf, missingIn, realOf, workspacesOf } from '../../hook/contain/places.ts'
import { proxyFor } from '../../hook/contain/proxy.ts'
import { asItIs, type Builder, passSignals, start } from '../../hook/contain/run.ts'
import { inWords } from '../../hook/contain/words.ts'
import { writeAll } from '../../hook/io.ts'
import { hostFor } from '../../hook/sources/offline.ts'
import { policiesHere } from './policy/files.ts'
import { ownCommand } from './registration/own-program.ts'
import { ConfigError } from './terminal/errors.ts'

export interface ContainFlags {
  readonly profile?: string
  readonly write?: readonly string[]
  readonly network?: readonly string[]
  readonly hide?: 'secrets' | 'guard'
  readonly workspace?: readonly string[]
  readonly shell?: string
  readonly command?: string
  readonly dryRun?: boolean
  readonly probe?: string
  readonly forward?: string
}

/** As `timeout` and `docker run` have it, when what is to run the command cannot. */
const notRun = 125

/** Where the proxy's socket lies in the cage. */
const proxyIn = '/run/tfy-hook-proxy'

export const contain = async (words: readonly string[], flags: ContainFlags): Promise<number> => {
  if (flags.probe !== undefined) {
    writeAll(1, `${JSON.stringify(await (await import('../../hook/contain/probe.ts')).probe(flags.probe))}\n`)
    return 0
  }
  if (flags.forward !== undefined) return (await import('../../hook/contain/forward.ts')).forwardTo(flags.forward, words)
  const command = flags.command === undefined ? words : [flags.shell ?? 'sh', '-c', flags.command, ...words]
  if (command.length === 0 && flags.dryRun !== true) throw new ConfigError('No command was given: tfy-hook contain -- COMMAND')
  const around = cageAround()
  if (around !== undefined) return runWithin(around, flags, command)
  const cage = withFlags(await profileOf(flags.profile ?? usual), flags)
  const places = placesOf(process.env)
  const host = hostFor(places, process.env)
  const ground = groundOf(flags.workspace, places.home)
  const self = ownCommand()
  if (flags.dryRun) {
    const backend = await backendHere({ state: places.state, host, self })
    const by = backend.ok
      ? `Built by ${backend.name}, ${backend.program}, which was tried here.`
      : `Nothing here can build it: ${backend.why}.`
    writeAll(1, `${by}\n${inWords(cage, layoutOf(cage, ground(host)), cagedEnvironment(process.env, cage.hide).dropped)}`)
    return 0
  }
  const backend = await backendHere({ state: places.state, host, self })
  if (!backend.ok) return refuse(backend)
  return run(cage, ground(host), command, backend, self, places.state)
}

const refuse = ({ why }: Extract<Backend, { ok: false }>): number => {
  writeAll(2, `tfy-hook: not run, because nothing here can contain it: ${why}.\n`)
  return notRun
}

const withFlags = (cage: Cage, { write, network, hide }: ContainFlags): Cage => {
  const net = network?.length === 1 && (network[0] === 'none' || network[0] === 'all') ? network[0] : network
  return {
    write: write?.filter(place => place !== 'nothing') ?? cage.write,
    network: net ?? cage.network,
    hide: hide ?? cage.hide,
  }
}

const profileOf = async (name: string): Promise<Cage> => {
  const plain = name.startsWith(asBuilt) ? name.slice(asBuilt.length) : undefined
  if (plain !== undefined && Object.hasOwn(builtIn, plain)) return builtIn[plain] as Cage
  const policies = await policiesHere()
  const cage = profileNamed(name, policies)
  if (cage !== undefined) return cage
  const known = new Set([...Object.keys(builtIn), ...policies.flatMap(({ profiles = {} }) => Object.keys(profiles))])
  throw new ConfigError(`There is no profile ${name}; there are ${[...known].join(', ')}.`)
}

/** In a cage no policy is seen: a name that only a file knows is no reason to stop. Said, unless it is what was asked for. */
const runWithin = (around: Cage, flags: ContainFlags, [program = '', ...args]: readonly string[]): Promise<number> | number => {
  const holds = `tfy-hook: this is a cage already, and it holds: ${inShort(around)}.\n`
  if (flags.dryRun) writeAll(1, holds)
  if (flags.dryRun) return 0
  const { profile = usual } = flags
  const name = profile.replace(asBuilt, '')
  const asked = Object.hasOwn(builtIn, name) ? withFlags(builtIn[name] as Cage, flags) : undefined
  if (asked === undefined || !isSame(asked, around)) writeAll(2, holds)
  return asItIs(program, args)
}

const groundOf = (named: readonly string[] | undefined, home: string): ((host: Ground['host']) => Ground) => {
  const cwd = realOf(process.cwd()) ?? process.cwd()
  const workspaces = workspacesOf(named, cwd, home)
  if (!workspaces.ok) throw new ConfigError(`${workspaces.why}: name a folder of the project with --workspace.`)
  return host => ({ host, workspaces: workspaces.value, cwd })
}

const run = async (
  cage: Cage,
  ground: Ground,
  command: readonly string[],
  builder: Builder,
  self: readonly string[],
  state: string,
): Promise<number> => {
  const proxy = typeof cage.network === 'string' ? undefined : proxyFor(cage.network)
  const own = proxy === undefined ? undefined : mkdtempSync(`${tmpdir()}/tfy-hook-proxy-`)
  const from = `${own}/socket`
  // Only a network of its own has room for a port that nobody else reaches.
  const inside = builder.name === 'bubblewrap'
  try {
    const port =
      proxy === undefined ? undefined : await listening(proxy.server, inside ? { path: from } : { port: 0, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${port}`
    const watched = cage.write.some(place => place === 'workspace' || place === 'caches')
      ? watch(ground, missingIn(cage, ground), state)
      : undefined
    const started = start({
      cage,
      ground,
      env: inside || proxy === undefined ? process.env : { ...process.env, ...proxyVariables(url) },
      command: proxy === undefined || !inside ? command : [...self, 'contain', '--forward', proxyIn, '--', ...command],
      builder,
      ...(proxy !== undefined && inside && { proxy: { from, to: proxyIn } }),
      ...(port !== undefined && !inside && { port }),
    })
    const undo = passSignals(started.targets)
    const code = await started.ended.finally(undo)
    const aside = watched?.settle() ?? []
    const refused = proxy?.refused() ?? []
    if (refused.length > 0) writeAll(2, `tfy-hook: the cage has refused ${refused.slice(0, 5).join(', ')}\n`)
    if (aside.length > 0)
      writeAll(2, `tfy-hook: put aside as NAME.contained, because it runs by itself: ${aside.slice(0, 5).join(', ')}\n`)
    return code
  } finally {
    proxy?.close()
    if (own !== undefined) rmSync(own, { recursive: true, force: true })
  }
}

/** The port; none of a path. */
const listening = (server: Server, where: ListenOptions): Promise<number | undefined> =>
  new Promise((resolve, reject) =>
    server.once('error', reject).listen(where, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : undefined)
    }),
  )

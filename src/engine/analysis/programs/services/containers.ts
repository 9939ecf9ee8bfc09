/** Containers: rows of data, and whose daemon and which containers they are about. */

import { follow } from '../../calls/following.ts'
import type { Programs } from '../../calls/form.ts'
import { interpret, mildly, readBy, settingOf } from '../../calls/interpret.ts'
import { type Options, options } from '../../calls/options.ts'
import { isRehearsal } from '../../calls/rehearsal.ts'
import { isDisposableName } from '../../effects/disposable.ts'
import { swept } from '../../effects/searching.ts'
import { hosts, servedBy } from '../../effects/sockets.ts'
import { hostOf, isLocal } from '../../places/hosts.ts'
import { isKin } from '../../places/origins.ts'
import { boundedPath } from '../../places/paths.ts'
import { isSecretName, isSecretPath } from '../../places/secret-places.ts'
import { type Call, find, fork } from '../../values/analysis.ts'
import { HOLE, isKnown, literal, type Stream, taint, type Value } from '../../values/value.ts'
import { handsOver, mounted, throughMounts } from '../files/mounts.ts'
import { records } from './containers.gen.ts'
import { compose, engine } from './docker.gen.ts'
import { logsIn } from './logins.ts'

const others = records({ mounted })

export const containers: Programs = {
  ...others,
  'docker-compose podman-compose': composed,
  'docker podman nerdctl': docker,
  'buildah skopeo': copied,
}

function composed(call: Call): Stream {
  const given = readBy(call, compose)
  const verb = given.positional[0]?.text
  if (verb === 'config') printsConfig(call)
  if (verb === 'push' && !isRehearsal(call)) find(call, 'packages.publish')
  if (/^(?:run|exec)$/.test(verb ?? '')) givesHost(call, given)
  if (verb === 'run') startsAs(given, verb, call)
  if (starts.test(verb ?? '')) composesHost(call, given)
  return printedBy(
    interpret(call, isOfTests(given) && !isElsewhere(call) ? mildly(compose, ['containers.remove']) : compose),
    call,
  )
}

/** A project that is called by its name, or whose files are, and which is by that made anew at will. */
const isOfTests = (given: Options): boolean => {
  const project = (given.values.get('p') ?? given.values.get('project-name'))?.text
  const files = given.every.filter(([name]) => name === 'f' || name === 'file').map(([, { text }]) => text)
  const ofFiles = files.length > 0 && files.every(file => isDisposableName(file.replace(/^.*\//, '')))
  return ofFiles || (project !== undefined && isDisposableName(project))
}

/** Tools that carry images from one place to another. */
function copied(call: Call): undefined {
  if (call.program === 'buildah') interpret(call, { rows: [['rm|rmi -a|--all', 'containers.remove']] })
  const [verb, source, target] = options(
    call.args,
    'authfile creds dest-creds src-creds format f digestfile retry-times',
  ).positional
  if (verb?.text === 'login') logsIn(call)
  if (isRehearsal(call) || !/^(?:push|copy)$/.test(verb?.text ?? '')) return undefined
  // `buildah push x` goes where its name says.
  const image = target === undefined ? source?.text : published(target.text)
  if (image !== undefined) pushed(image, call)
  return undefined
}

/** Images of databases themselves: any other may lead on to one elsewhere. */
const stores =
  /^(?:docker\.io\/)?(?:library\/)?(?:postgres|postgis\/postgis|pgvector\/pgvector|timescale\/timescaledb|mysql|mariadb|mongo|redis|valkey\/valkey|cockroachdb\/cockroach|clickhouse\/clickhouse-server)(?::[\w.-]+)?$/
/** Options that give it what lies outside of it, or another program. */
const shares = /^(?:v|volume|mount|volumes-from|entrypoint|device|privileged|link|add-host)$/

/** A database in a container of its own, that keeps nothing outside of it: what it holds is gone with it. */
function serves({ every, positional }: Options, { analysis }: Call): void {
  const [, image, ...behind] = positional
  if (!stores.test(image?.text ?? '') || behind.some(({ text }) => text[0] !== '-')) return
  if (every.some(([name, { text }]) => shares.test(name) || (/^net/.test(name) && !/^[\w-]+$/.test(text)) || text === 'host'))
    return
  for (const [name, { text }] of every) {
    const port = /^(?:p|publish)$/.test(name) ? /^(?:127\.0\.0\.1:|localhost:)?(\d+):\d+$/.exec(text)?.[1] : undefined
    // At the usual ports there may be another one.
    if (port === undefined || /^(?:5432|3306|6379|27017|9200|1433)$/.test(port)) continue
    analysis.served ??= new Set()
    analysis.served.add(port)
  }
}

function docker(call: Call): Stream {
  const given = readBy(call, engine)
  const words = given.positional.map(word => word.text)
  // What runs inside is told as by the variable.
  const env = isElsewhere(call) ? fork(call.env, { depth: call.env.depth }) : call.env
  if (env !== call.env) env.variables.set('DOCKER_HOST', { fields: [literal(HOLE)], array: false })
  const table = words[0] === 'compose' && isOfTests(given) && !isElsewhere(call) ? mildly(engine, ['containers.remove']) : engine
  const out = interpret({ ...call, env }, table)
  if (words[0] === 'container' || words[0] === 'image') words.shift()
  if (words[0] === 'run' && !isElsewhere(call)) serves(given, call)
  const server =
    given.values.get('H') ?? given.values.get('host') ?? call.args.find(({ text }) => /^(?:--docker=)?host=/.test(text))
  if (server !== undefined) servedBy(server.text.replace(/^(?:--docker=)?host=/, ''), call.analysis, call.invocation)
  const service = words[0] === 'compose'
  const verb = service ? words.find((word, at) => at > 0 && word !== 'compose') : words[0]
  if (/^(?:run|exec|create)$/.test(verb ?? '')) givesHost(call, given)
  // A volume may be a folder of this machine by another name.
  for (const { text } of words[0] === 'volume' ? call.args : []) {
    const [, device] = /^(?:--opt=)?device=(\/.+)$/.exec(text) ?? []
    if (device !== undefined && isSecretPath(device, false, call.analysis.host))
      find(call, 'secrets.read-credentials', { unknown: 'what gets this volume' })
  }
  if (verb === 'run' && !isRehearsal(call)) startsAs(given, verb, call)
  const printed = printedBy(verb === 'exec' || service ? out : undefined, call)
  if (isRehearsal(call)) return printed
  if (verb === 'login') logsIn(call)
  // All that lies in the context goes to the daemon.
  const context = words.includes('build') && words.length > 1 && !service ? given.positional.at(-1) : undefined
  // Its steps, on the input.
  if (context !== undefined && call.stdin.text !== undefined && call.args.some(({ text }) => /^(?:--file=|-f)?-$/.test(text)))
    call.analysis.patched.push({ path: `${call.env.cwd ?? ''}/Dockerfile`, text: call.stdin.text })
  if (context !== undefined && context.text !== 'build' && !/^-$|:\/\/|^git@/.test(context.text)) swept(context, call)
  if (/^(?:pull|push|run|create|login)$/.test(verb ?? '') && !service) asksRegistry(verb as string, given, call)
  if (/^(?:rm|rmi|kill|stop|down|restart|update|remove)$/.test(verb ?? '') && isElsewhere(call)) find(call, 'containers.remove')
  else if (/^(?:rm|rmi)$/.test(verb ?? '') && takesAll(call, verb as string)) find(call, 'containers.remove')
  if (service && starts.test(verb ?? '')) composesHost(call, given)
  if (service && verb === 'config') printsConfig(call)
  if (service && verb === 'push') find(call, 'packages.publish')
  const image = verb === 'push' && !service ? published(given.positional.at(-1)?.text) : undefined
  if (image !== undefined) pushed(image, call)
  return printed
}

/** The registry that the name of an image begins with; what has none comes from the usual one, if it is not here already. */
function asksRegistry(verb: string, { positional }: Options, call: Call): void {
  const image = positional[positional.findIndex(({ text }) => text === verb) + 1]
  if (image !== undefined && !isKnown(image)) call.invocation.unknownHost = true
  const [, named] = /^([^/]*(?:[.:][^/]*|localhost))(?:\/|$)/.exec(image?.text ?? '') ?? []
  const host = named !== undefined && (verb === 'login' || image?.text.includes('/') === true) ? named : undefined
  if (host !== undefined) hosts(call, [literal(host)])
  else if (verb === 'pull' || verb === 'push') hosts(call, [literal('docker.io')])
}

/**
 * The words of an image or a service that is named as a program are those of that program, for all that can be known: `bitnami/kubectl`
 * begins with it, and `docker run IMAGE kubectl …` may as well.
 */
function startsAs({ every, positional }: Options, verb: string, call: Call): void {
  const at = positional.findIndex(({ text }) => text === verb) + 1
  const image = positional[at]
  if (image !== undefined && !isKnown(image))
    call.analysis.invocations.push({ ...call.invocation, program: undefined, argv: [], args: [], flags: [] })
  if (image === undefined || every.some(([name]) => name === 'entrypoint')) return
  const name = (image.text.slice(image.text.lastIndexOf('/') + 1).split(/[:@]/, 1)[0] ?? '')
    .replace(/-cli$/, '')
    .replace('opentofu', 'tofu')
  const behind = call.args.slice(call.args.indexOf(image) + 1)
  const { isProgram } = call.analysis
  if (behind[0] === undefined || !isProgram(name) || isProgram(behind[0].text)) return
  follow([literal(name), ...behind], 'elsewhere', call, [])
}

/** A new container has what it was given; a running one, or a new one of a service, has the service's secrets. */
export const printedBy = (out: Stream | undefined, { stdin }: Call): Stream =>
  out !== undefined && (out.taint & taint.environment) !== 0 ? out : { text: undefined, taint: stdin.taint & taint.secret }

/** A container that is as good as its host: by its rights, or by what of the host it has. */
function givesHost(call: Call, { positional, every }: Options): void {
  const at = positional.findIndex(({ text }) => /^(?:run|exec|create)$/.test(text))
  const image = positional[at + 1]
  const own = image === undefined ? call.args : call.args.slice(0, call.args.indexOf(image))
  if (image !== undefined) {
    const program = every.find(([name]) => name === 'entrypoint')?.[1]
    const behind = call.args.slice(own.length + 1)
    throughMounts(every, program === undefined ? behind : [program, ...behind], call)
    if (positional[at]?.text !== 'exec') handsOver(every, call)
  }
  if (controlsHost(own) || own.some(word => /^--privileged(?:=(?!false$)|$)/.test(word.text))) find(call, 'containers.privileged')
}

const starts = /^(?:up|run|create|start)$/
const usual =
  'compose.yaml compose.yml docker-compose.yaml docker-compose.yml compose.override.yaml compose.override.yml docker-compose.override.yaml docker-compose.override.yml'

/** The same of services, in a file that this script wrote. */
function composesHost(call: Call, { every }: Options): void {
  const { env, analysis } = call
  const named = every.filter(([name]) => name === 'f' || name === 'file').map(([, value]) => value)
  for (const file of named.length > 0 ? named : usual.split(' ').map(name => literal(name))) {
    const text = (file.text === '-' ? call.stdin.text : analysis.files.get(boundedPath(file, env, analysis))?.text) ?? ''
    if (file.text === '-') analysis.patched.push({ path: `${env.cwd ?? ''}/compose.yaml`, text })
    const mounts = [...text.matchAll(/["'\s[,](\/[\w./-]*:\/[\w./-]*)/g)].flatMap(([, mount]) => [
      literal('-v'),
      literal(mount as string),
    ])
    if (/\bprivileged["']?:\s*["']?true|\bpid["']?:\s*["']?host/.test(text) || controlsHost(mounts))
      find(call, 'containers.privileged')
  }
}

/** Mounts of the host's root, its system folders or the container service, and shared name spaces. */
function controlsHost(args: readonly Value[]): boolean {
  for (const [index, word] of args.entries()) {
    const volume = /^(?:-v|--volume|--mount)$/.test(word.text)
      ? args[index + 1]?.text
      : /^(?:-v|--volume=|--mount=)(.+)$/.exec(word.text)?.[1]
    if (
      volume !== undefined &&
      /^(?:.*(?:source|src)=)?(?:\/|\/(?:etc|root|boot|dev|proc|sys|usr|bin|sbin|lib)|.*\/(?:docker|containerd|podman|crio)\.sock)(?::|,|$)/.test(
        volume,
      )
    )
      return true
    const value = args[index + 1]?.text
    if (volume !== undefined && isSecretName(volume.split(':')[0]?.replace(/^.*\//, '') ?? '')) return true
    if (volume !== undefined && /\/\.(?:ssh|aws|gnupg|kube|azure)(?:[:/,]|$)/.test(volume)) return true
    if (/^--(?:pid|userns|ipc|uts)=host$/.test(word.text) || (/^--(?:pid|userns)$/.test(word.text) && value === 'host'))
      return true
    const [, option, attached] = /^--(cap-add|device|security-opt)(?:=(.*))?$/s.exec(word.text) ?? []
    if (option !== undefined && grants[option as keyof typeof grants].test(attached ?? value ?? '')) return true
  }
  return false
}

/** What a container needs to reach its host. */
const grants = {
  'cap-add': /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE|SYS_RAWIO|SYS_BOOT|DAC_READ_SEARCH)$/i,
  device: /^\/dev\/(?:sd|hd|vd|xvd|nvme|dm-|mapper|mem|kmem|port|md\d)/,
  'security-opt': /^(?:apparmor|systempaths)[=:]unconfined$/,
}

/** The image at its registry; nothing when it only goes into a file or folder here. */
function published(target: string | undefined): string | undefined {
  const [, transport, rest] =
    /^(docker|dir|oci|oci-archive|docker-archive|docker-daemon|containers-storage|ostree|sif|tarball):(?:\/\/)?(.*)$/s.exec(
      target ?? '',
    ) ?? []
  return transport === undefined ? target : transport === 'docker' && target?.includes('://') === true ? rest : undefined
}

/** The whole file, with what `.env` holds put in its places. */
function printsConfig(call: Call): void {
  const partial =
    /^(?:-q|--quiet|--services|--images|--volumes|--networks|--profiles|--hash.*|--environment=false|--no-interpolate|--no-env-resolution|--lock-image-digests)$/
  if (!call.args.some(word => partial.test(word.text)))
    find(call, 'secrets.dump-environment', { unknown: 'which secrets the file is filled with' })
}

/** Another machine's daemon, by option or by variable. */
function isElsewhere(call: Call): boolean {
  for (const [index, { text }] of call.args.entries()) {
    const [, name, attached] = /^(--context|-c|--host|-H|--connection|--url)(?:=(.*))?$/s.exec(text) ?? []
    // What follows the subcommand is the subcommand's own.
    if (name === undefined) {
      if (text[0] !== '-' && call.args[index - 1]?.text[0] !== '-') return fromVariable(call)
      continue
    }
    const value = attached ?? call.args[index + 1]?.text ?? ''
    if (name === '--context' || name === '-c' || name === '--connection') {
      if (!ownContexts.test(value)) return true
    } else if (isRemote(value)) return true
  }
  return fromVariable(call)
}

const ownContexts =
  /^(?:default|desktop-(?:linux|windows)|colima[\w-]*|orbstack|rootless|lima[\w-]*|rancher-desktop|minikube|podman[\w-]*|local[\w-]*|\0?)$/

function fromVariable(call: Call): boolean {
  return isRemote(settingOf(call, 'DOCKER_HOST') ?? '') || !ownContexts.test(settingOf(call, 'DOCKER_CONTEXT') ?? '')
}

function isRemote(address: string): boolean {
  if (!/^(?:ssh|tcp|https?):\/\//.test(address)) return false
  const host = hostOf(address)
  return host !== undefined && !isLocal(host)
}

/** `docker rm -f $(docker ps -aq)`: what the engine lists, without a filter. */
function takesAll(call: Call, verb: string): boolean {
  const forced = call.args.some(word => /^(?:--force|-(?=[a-z]*f)[a-z]+)$/.test(word.text))
  if (call.args.some(word => /^(?:--all|-(?=[a-z]*a)[a-z]+)$/.test(word.text))) return true
  if (!forced || !(call.args.some(word => word.text.includes(HOLE)) || call.env.wrappers.includes('xargs'))) return false
  const lists = verb === 'rmi' ? /^images?$/ : /^(?:ps|ls|container)$/
  return call.analysis.invocations.some(
    ({ program, args, flags }) =>
      program === call.program &&
      args.some(arg => lists.test(arg ?? '')) &&
      !flags.some(flag => flag === '-f' || flag === '--filter'),
  )
}

/** An image goes to a registry: where everybody reads, to a stranger's, or to one of the account's own. */
function pushed(image: string, call: Call): void {
  const [host = ''] = image.split('/')
  const isOwn = isKin(host, call.analysis) || ofClouds.test(host)
  if (isPublic(image)) find(call, 'packages.publish')
  else find(call, 'packages.publish', isOwn ? { certainty: 'proved-ordinary' } : { unknown: `whose registry ${host} is` })
}
const ofClouds =
  /\.(?:amazonaws\.com|azurecr\.io|pkg\.dev|gcr\.io|digitalocean\.com|ocir\.io|icr\.io|scw\.cloud|github\.com|gitlab\.com)$|^gcr\.io$/

/** Without a registry's name, or at one where everybody reads. */
function isPublic(image: string): boolean {
  const [first, ...rest] = image.split('/')
  if (rest.length === 0 || !/[.:]|^localhost$/.test(first ?? '')) return true
  return /^(?:docker\.io|index\.docker\.io|registry\.hub\.docker\.com|ghcr\.io|quay\.io|public\.ecr\.aws)$/.test(first as string)
}

/** Programs that run a command on another machine or in a container. */

import { runSetting } from '../calls/following.ts'
import { options } from '../calls/options.ts'
import { linked } from '../places/links.ts'
import { isUnownedTemporary } from '../places/place-kinds.ts'
import { isSecretName } from '../places/secret-places.ts'
import { executed } from '../programs/code/shells.ts'
import { type Call, find, fork, wrapped } from '../values/analysis.ts'
import { HOLE, isKnown, literal, nothing, type Stream, taint, type Value } from '../values/value.ts'

export function remoteShell(call: Call): Stream | undefined {
  const given = options(call.args, 'b c D E e F I i J L l m O o p Q R S W w B', true)
  const [target, ...behind] = given.positional
  const rest = behind[0]?.text === '--' ? behind.slice(1) : behind
  for (const [name, value] of given.every) {
    if (name === 'o') runSetting(value.text, call)
    else if (name === 'F' && isUnownedTemporary(value.text, call.analysis) && !call.analysis.files.has(value.text))
      find(call, 'execution.preload', { unknown: 'what the settings run' })
  }
  if (target !== undefined && isKnown(target))
    call.analysis.hosts.push(
      target.text
        .replace(/^ssh:\/\//, '')
        .replace(/^[^@]*@/, '')
        .replace(/[:/].*$/s, ''),
    )
  const env = wrapped(call, true)
  if (rest.length > 0)
    call.analysis.script(rest.map(word => word.text.split(HOLE).join('$UNKNOWN_PART')).join(' '), env, call.stdin)
  else if (target !== undefined && (call.stdin.text ?? call.stdin.by) !== undefined)
    executed(call.stdin, { ...call, env: fork(call.env, { remote: true, cwd: undefined }) })
  return undefined
}

const containerValued =
  'a c e h l m p u v w H attach add-host annotation cap-add cap-drop cidfile cpu-period cpu-quota cpu-rt-period cpu-rt-runtime cpu-shares cpus cpuset-cpus cpuset-mems device dns dns-option dns-search domainname entrypoint env env-file expose gpus group-add health-cmd hostname ip ip6 ipc isolation label label-file link log-driver log-opt mac-address memory memory-swap mount name network net network-alias oom-score-adj pid pids-limit platform publish pull restart runtime security-opt shm-size stop-signal stop-timeout storage-opt sysctl tmpfs ulimit user userns uts volume volume-driver volumes-from workdir context config host log-level detach-keys project-name f file profile project-directory index'

export function container(call: Call): Stream | undefined {
  const given = options(call.args, containerValued, true)
  const words = [...given.positional]
  let verb = words.shift()?.text
  const service = verb === 'compose'
  if (verb === 'container' || service) {
    const inner = options(words, containerValued, true).positional
    verb = inner[0]?.text
    words.splice(0, words.length, ...inner.slice(1))
  }
  if (verb !== 'run' && verb !== 'exec' && verb !== 'create') return undefined
  const inner = options(words, containerValued, true)
  const [image, ...command] = inner.positional
  const own = image === undefined ? call.args : call.args.slice(0, call.args.indexOf(image))
  if (controlsHost(own) || own.some(word => /^--privileged(?:=(?!false$)|$)/.test(word.text))) find(call, 'containers.privileged')
  if (verb === 'create') return undefined
  const entry = inner.values.get('entrypoint')
  const all = entry === undefined ? command : [entry, ...command]
  const out = all.length > 0 ? call.analysis.words(all, wrapped(call, true), call.stdin) : nothing
  return verb === 'exec' || service ? environmentOf(out) : undefined
}

/** `docker-compose exec` is `docker compose exec`. */
export const composed = (call: Call): Stream | undefined => container({ ...call, args: [literal('compose'), ...call.args] })

/** `bwrap`: folders of this machine under other names, and a command among them. */
export function sandbox(call: Call): Stream | undefined {
  let at = 0
  for (; at < call.args.length; at++) {
    const { text } = call.args[at] as Value
    if (text === '--') return call.analysis.words(call.args.slice(at + 1), wrapped(call), call.stdin)
    if (!text.startsWith('--')) break
    const [source, name] = call.args.slice(at + 1)
    if (/^--(?:dev-|ro-)?bind(?:-try)?$/.test(text) && source !== undefined && name !== undefined)
      linked(source, name, { symbolic: false, mounted: true, ...call })
    at += pairs.test(text) ? 2 : alone.test(text) ? 0 : 1
  }
  return at < call.args.length ? call.analysis.words(call.args.slice(at), wrapped(call), call.stdin) : undefined
}

const pairs = /^--(?:(?:dev-|ro-)?bind(?:-try|-data|-fd)?|symlink|setenv|file|overlay|chmod)$/
const alone =
  /^--(?:unshare-\w+(?:-try)?|share-net|clearenv|new-session|die-with-parent|as-pid-1|disable-userns|assert-userns-disabled|level-prefix|help|version)$/

/** A new container has what it was given; a running one, or a new one of a service, has the service's secrets. */
function environmentOf(out: Stream): Stream | undefined {
  return (out.taint & taint.environment) === 0 ? undefined : out
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

export function pod(call: Call): Stream | undefined {
  const given = options(
    call.args,
    'n namespace context cluster kubeconfig c container s server f filename user token image',
    true,
  )
  const verb = given.positional[0]?.text
  if (verb !== 'exec' && verb !== 'run' && verb !== 'debug') return undefined
  const split = call.args.findIndex(word => word.text === '--')
  const command =
    split >= 0
      ? call.args.slice(split + 1)
      : verb === 'exec'
        ? options(given.positional.slice(1), 'n namespace context c container', true).positional.slice(1)
        : []
  const out = command.length > 0 ? call.analysis.words(command, wrapped(call, true), call.stdin) : nothing
  return verb === 'exec' ? environmentOf(out) : undefined
}

/** Containers: rows of data, and whose daemon and which containers they are about. */

import type { Program } from '../../calls/form.ts'
import { handlersOf, interpret, readBy, settingOf } from '../../calls/interpret.ts'
import { options } from '../../calls/options.ts'
import { isRehearsal } from '../../calls/rehearsal.ts'
import { hostOf, isLocal } from '../../places/hosts.ts'
import { type Call, find, type Handler } from '../../values/analysis.ts'
import { HOLE, type Stream } from '../../values/value.ts'

const engine: Program = {
  valued: 'context c config H host l log-level',
  leads: 'f file p project-name profile project-directory env-file',
  groups: 'compose',
  rows: [
    ['system prune', 'containers.prune'],
    ['volume|image|container|network|buildx|builder prune -a|--all', 'containers.prune'],
    ['container|network prune -f|--force', 'containers.prune'],
    ['image|builder|buildx prune -f|--force', 'containers.prune', 'ordinary'],
    ['volume prune', 'containers.prune'],
    ['volume rm|remove', 'containers.remove'],
    ['rm -v|--volumes', 'containers.remove'],
    ['container rm -v|--volumes', 'containers.remove'],
    ['rm -f|--force', 'containers.remove', 'ordinary'],
    ['compose ... down -v|--volumes', 'containers.remove'],
    ['compose ... down --rmi', 'containers.remove', 'ordinary'],
    ['compose ... rm -v', 'containers.remove'],
    ['swarm leave -f|--force', 'containers.remove'],
    ['swarm ca --rotate', 'cloud.access-change'],
    ['stack|service|secret|node|config|machine|context rm|remove', 'containers.remove'],
    ['pod rm|prune -f|-a|--all|--force', 'containers.remove'],
    ['build|buildx|bake --push', 'packages.publish'],
    ['image ... push', 'packages.publish', 'ordinary'],
    ['system reset', 'containers.prune'],
    ['plugin install --grant-all-permissions', 'containers.privileged'],
    ['inspect|container =.config.env|.env}|json+.config}|index+.config.env', 'secrets.dump-environment'],
  ],
}

const compose: Program = {
  leads: 'f file p project-name profile project-directory env-file',
  rows: [
    [
      'exec|run',
      { valued: 'e env u user w workdir index entrypoint name p publish v volume l label', operands: 'valued elsewhere' },
    ],
    ['down -v|--volumes', 'containers.remove'],
    ['rm -v', 'containers.remove'],
  ],
}

const others: Readonly<Record<string, Program>> = {
  'crictl ctr': {
    rows: [
      ['rmi --prune|-a|--all', 'containers.prune'],
      ['rm|rmp -a|--all|-f', 'containers.remove'],
      ['... containers|images|namespaces|snapshots rm|remove|delete', 'containers.remove'],
    ],
  },
  'lxc incus': {
    valued: 'project config',
    rows: [
      ['delete', 'containers.remove'],
      ['storage|network|image|profile|project|snapshot|cluster ... delete|remove', 'containers.remove'],
    ],
  },
  'lxc-destroy lxc-delete': { rows: [['', 'containers.remove']] },
  machinectl: { rows: [['remove|clean', 'containers.remove']] },
  pm2: {
    rows: [
      ['env', 'secrets.dump-environment'],
      ['delete|del all', 'containers.remove', 'ordinary'],
    ],
  },
  distrobox: { rows: [['rm', 'containers.remove']] },
}

export const containers: Readonly<Record<string, Handler>> = {
  ...handlersOf(others),
  'docker-compose': composed,
  'podman-compose': composed,
  docker,
  buildah: copied,
  skopeo: copied,
  podman: docker,
  nerdctl: docker,
}

function composed(call: Call): Stream | undefined {
  const verb = readBy(call, compose).positional[0]?.text
  if (verb === 'config') printsConfig(call)
  if (verb === 'push' && !isRehearsal(call)) find(call, 'packages.publish')
  return interpret(call, compose)
}

/** Tools that carry images from one place to another. */
function copied(call: Call): undefined {
  if (call.program === 'buildah') interpret(call, { rows: [['rm|rmi -a|--all', 'containers.remove']] })
  const [verb, , target] = options(call.args, 'authfile creds dest-creds src-creds format f digestfile retry-times').positional
  if (isRehearsal(call) || target === undefined || !/^(?:push|copy)$/.test(verb?.text ?? '')) return undefined
  const image = published(target.text)
  if (image !== undefined) find(call, 'packages.publish', isPublic(image) ? {} : { certainty: 'proved-ordinary' })
  return undefined
}

function docker(call: Call): undefined {
  interpret(call, engine)
  if (isRehearsal(call)) return undefined
  const given = readBy(call, engine)
  const words = given.positional.map(word => word.text)
  if (words[0] === 'container' || words[0] === 'image') words.shift()
  const verb = words[0] === 'compose' ? words.find((word, at) => at > 0 && word !== 'compose') : words[0]
  if (/^(?:rm|rmi|kill|stop|down|restart|update|remove)$/.test(verb ?? '') && isElsewhere(call)) find(call, 'containers.remove')
  else if (/^(?:rm|rmi)$/.test(verb ?? '') && takesAll(call, verb as string)) find(call, 'containers.remove')
  if (words[0] === 'compose' && verb === 'config') printsConfig(call)
  if (words[0] === 'compose' && verb === 'push') find(call, 'packages.publish')
  const image = verb === 'push' && words[0] !== 'compose' ? published(given.positional.at(-1)?.text) : undefined
  if (image !== undefined) find(call, 'packages.publish', isPublic(image) ? {} : { certainty: 'proved-ordinary' })
  return undefined
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
      program === call.program && lists.test(args[0] ?? '') && !flags.some(flag => flag === '-f' || flag === '--filter'),
  )
}

/** Without a registry's name, or at one where everybody reads. */
function isPublic(image: string): boolean {
  const [first, ...rest] = image.split('/')
  if (rest.length === 0 || !/[.:]|^localhost$/.test(first ?? '')) return true
  return /^(?:docker\.io|index\.docker\.io|registry\.hub\.docker\.com|ghcr\.io|quay\.io|public\.ecr\.aws)$/.test(first as string)
}

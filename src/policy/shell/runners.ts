/** Programs that run another program in a way of their own. */

import { has, options } from './options.ts'
import { absolutePath, place } from './paths.ts'
import { isSecretName } from './places.ts'
import { escapes } from './printf.ts'
import { globOf } from './searching.ts'
import { atMost, bounds, type Call, find, fork, type Handler, joined } from './session.ts'
import { HOLE, hole, isKnown, literal, nothing, type Stream, type Text, taint } from './text.ts'
import { overwritten, readPath } from './touch.ts'

export const special: Readonly<Record<string, Handler>> = {
  sudo: call => {
    const given = options(call.args, sudoValued, true)
    if (given.positional.length > 0 && !has(given, 'e', 'edit')) return undefined
    if (has(given, 'e', 'edit'))
      for (const file of given.positional) overwritten(file, 'edit', call.scope, call.session, call.invocation)
    else if (has(given, 's', 'i', 'shell', 'login')) {
      find(call, 'permissions.privileged-shell')
      return call.stdin.text === undefined ? nothing : call.session.script(call.stdin.text, wrapped(call), nothing)
    }
    return nothing
  },
  env: call => {
    const given = options(call.args, 'u S C unset chdir split-string', true)
    const split = given.values.get('S') ?? given.values.get('split-string')
    const words = given.positional.filter(word => !/^[A-Za-z_]\w*=/.test(word.text))
    if (split !== undefined)
      return call.session.script([split.text, ...given.positional.map(word => word.text)].join(' '), wrapped(call), call.stdin)
    for (const word of given.positional)
      if (/^(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES|BASH_ENV|LD_AUDIT)=./.test(word.text)) find(call, 'execution.preload')
    return words.length === 0 ? { text: undefined, taint: taint.environment } : undefined
  },
  xargs,
  parallel,
  find: findProgram,
  fd: findProgram,
  fdfind: findProgram,
  su: call => inlineCommand(call, 'c command', 'permissions.privileged-shell'),
  runuser: call => inlineCommand(call, 'c command'),
  sg: call => inlineCommand(call, 'c'),
  flock: call => {
    const given = options(call.args, 'w E timeout conflict-exit-code', true)
    const [, first, ...rest] = given.positional
    if (first === undefined) return nothing
    if (first.text === '-c' || first.text === '--command')
      return call.session.script(rest.map(word => word.text).join(' '), wrapped(call), call.stdin)
    return call.session.words([first, ...rest], wrapped(call), call.stdin)
  },
  script: call => {
    const given = options(call.args, 'c command I O B T m E o t', true)
    const command = given.values.get('c') ?? given.values.get('command')
    if (command !== undefined) return call.session.script(command.text, wrapped(call), call.stdin)
    return given.positional.length > 1 ? call.session.words(given.positional.slice(1), wrapped(call), call.stdin) : nothing
  },
  npx: call => {
    const given = options(call.args, 'c call p package', true)
    const command = given.values.get('c') ?? given.values.get('call')
    return command === undefined ? undefined : call.session.script(command.text, wrapped(call), call.stdin)
  },
  npm: call =>
    call.args[0]?.text === 'exec' || call.args[0]?.text === 'x'
      ? (special.npx as Handler)({ ...call, args: call.args.slice(1) })
      : undefined,
  man: call => {
    for (const [index, word] of call.args.entries()) {
      const command = /^-[PH]$|^--(?:pager|html)$/.test(word.text)
        ? call.args[index + 1]?.text
        : /^(?:-[PH]|--(?:pager|html)=)(.+)$/.exec(word.text)?.[1]
      if (command !== undefined) call.session.script(command, wrapped(call), nothing)
    }
    return undefined
  },
  'nix-shell': call => {
    const given = options(call.args, 'run command p packages I')
    const command = given.values.get('run') ?? given.values.get('command')
    return command === undefined ? nothing : call.session.script(command.text, wrapped(call), call.stdin)
  },
  nix: call => afterFlag(call, ['-c', '--command']),
  tmux: call =>
    trailingSource(
      call,
      /^(?:new-session|new|neww|new-window|split-window|splitw|respawn-pane|run-shell|run|send-keys|send|if-shell|popup|display-popup)$/,
    ),
  screen: call => {
    const given = options(call.args, 'S p t c e h s T X', true)
    if (given.flags.has('X'))
      return call.session.script(
        call.args
          .map(word => word.text)
          .slice(-1)
          .join(' '),
        wrapped(call),
        nothing,
      )
    return given.positional.length === 0 ? nothing : call.session.words(given.positional, wrapped(call), call.stdin)
  },
  zip: call => {
    for (const [index, word] of call.args.entries()) {
      const command =
        word.text === '-TT' || word.text === '--unzip-command'
          ? call.args[index + 1]?.text
          : /^(?:-TT|--unzip-command=)(.+)$/s.exec(word.text)?.[1]
      if (command !== undefined) call.session.script(command, wrapped(call), nothing)
    }
    return undefined
  },
  watchexec: call =>
    call.session.words(options(call.args, 'w e i f d s o watch exts ignore filter', true).positional, wrapped(call), call.stdin),
  nodemon: call => afterFlag(call, ['--exec', '-x']),
  'start-stop-daemon': call => afterFlag(call, ['--exec', '-x', '--startas', '-a']),
  ssh: remoteShell,
  docker: container,
  podman: container,
  nerdctl: container,
  kubectl: pod,
  oc: pod,
  vagrant: call => (call.args[0]?.text === 'ssh' ? afterFlag(call, ['-c', '--command']) : undefined),
  at: call => batch(call),
  batch: call => batch(call),
  expect: call => {
    const given = options(call.args, 'c f')
    const code = given.values.get('c')?.text ?? call.stdin.text ?? ''
    for (const match of code.matchAll(/\b(?:spawn|exec|system)\s+([^\n;]{1,4000})/g))
      call.session.script(match[1] as string, wrapped(call), nothing)
    return nothing
  },
}

const sudoValued = 'u g h p C r t T U D R user group host prompt chdir chroot close-from role type other-user command-timeout'

export function wrapped(call: Call, remote = call.scope.remote): ReturnType<typeof fork> {
  return fork(call.scope, {
    wrappers: [...call.scope.wrappers, call.program],
    remote,
    ...(remote && !call.scope.remote ? { cwd: undefined } : {}),
  })
}

/** What `xargs` appends: the words on its input when they are known. */
function xargs(call: Call): Stream {
  const given = options(call.args, 'a d E I L n P s J R arg-file delimiter max-args max-procs max-lines max-chars replace', true)
  const file = given.values.get('a') ?? given.values.get('arg-file')
  const delimiter = given.values.get('d') ?? given.values.get('delimiter')
  const replace = given.values.get('I') ?? given.values.get('J') ?? given.values.get('replace')
  const command = given.positional
  if (command.length === 0) return { text: call.stdin.text, taint: call.stdin.taint }
  const mark = replace?.text
  const from = file === undefined ? call.stdin : readPath(file, call.scope, call.session)
  const inputs = inputWords({ ...call, stdin: from }, delimiter?.text ?? (mark === undefined ? undefined : '\n'))
  const scope = wrapped(call)
  if (mark === undefined || mark === '') return call.session.words([...command, ...inputs], scope, nothing)
  let out = nothing
  for (const input of atMost(inputs, bounds.values, call.session)) {
    const words = command.map(word =>
      word.text.includes(mark)
        ? {
            ...word,
            text: joined(word.text.split(mark), input.text, call.session),
            glob: word.glob || input.glob,
            taint: word.taint | input.taint,
            unknown: word.unknown ?? input.unknown,
          }
        : word,
    )
    out = call.session.words(words, scope, nothing)
  }
  return out
}

function inputWords(call: Call, delimiter?: string): readonly Text[] {
  const { stdin, session } = call
  if (stdin.names === true && stdin.from !== undefined) return stdin.from
  if (stdin.text === undefined) return [hole('the input of xargs', stdin.taint)]
  const between = delimiter === undefined ? /[\s\0]+/ : delimiter === '\n' || delimiter === '\\n' ? /[\n\0]+/ : escapes(delimiter)
  const whole = typeof between === 'string' ? stdin.text.replace(/\n$/, '') : stdin.text
  const words = whole.split(between).filter(word => word !== '')
  return atMost(words, bounds.fields, session).map(word => ({
    ...literal(delimiter === undefined ? word.replace(/^["']|["']$/g, '') : word),
    taint: stdin.taint,
  }))
}

function parallel(call: Call): Stream {
  const given = options(call.args, 'j jobs a arg-file I n N L colsep joblog results delay timeout retries', true)
  const at = given.positional.findIndex(word => /^:::\+?$/.test(word.text))
  const command = at < 0 ? given.positional : given.positional.slice(0, at)
  const inputs = at < 0 ? inputWords(call) : given.positional.slice(at + 1).filter(word => !/^:::/.test(word.text))
  const scope = wrapped(call)
  if (command.length === 0) {
    for (const input of inputs) if (isKnown(input)) call.session.script(input.text, scope, nothing)
    return nothing
  }
  const source = command.map(word => word.text).join(' ')
  for (const input of atMost(inputs, bounds.values, call.session)) {
    const text = input.text.split(HOLE).join('$UNKNOWN_PART')
    call.session.script(
      /\{[^}]{0,4}\}/.test(source) ? source.replace(/\{[^}]{0,4}\}/g, text) : `${source} ${text}`,
      scope,
      nothing,
    )
  }
  return nothing
}

/** `find` and `fd`: start places, tests, and the commands they run on what they find. */
function findProgram(call: Call): Stream {
  const isFd = call.program !== 'find'
  const places: Text[] = []
  let index = 0
  if (!isFd) {
    while (/^-(?:H|L|P|D|O\d?)$/.test(call.args[index]?.text ?? '')) index++
    for (; index < call.args.length; index++) {
      const word = call.args[index] as Text
      if (/^[-!(]/.test(word.text)) break
      places.push(word)
    }
  }
  if (places.length === 0 && !isFd) places.push(literal('.'))
  const rest = call.args.slice(index)
  const narrow = isFd ? fdNarrowing(rest, places) : narrowing(rest)
  if (narrow.name !== undefined && (isSecretName(narrow.name.replace('*', 'x')) || narrow.name === '.env*')) {
    for (const start of places) {
      const to = place(start, call.scope, call.session)
      if (to.kind === 'root' || to.kind === 'home') find(call, 'secrets.search', { targets: [to] })
    }
  }
  const scope = wrapped(call)
  let bits = 0
  const found = places.map(start => describeFound(start, narrow))
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at]?.text ?? ''
    if (word === '-delete') call.session.words([literal('rm'), literal('-rf'), ...found], scope, nothing)
    else if (/^-f(?:print0?|ls|printf)$/.test(word)) {
      const file = rest[at + 1]
      if (file !== undefined) overwritten(file, 'replace', call.scope, call.session, call.invocation)
    } else if (/^-(?:exec|execdir|ok|okdir)$/.test(word) || (isFd && /^(?:-x|-X|--exec|--exec-batch)$/.test(word))) {
      const end = rest.findIndex((other, position) => position > at && /^[;+]$/.test(other.text))
      const command = rest.slice(at + 1, end < 0 ? undefined : end)
      const words: Text[] = []
      for (const part of command) {
        if (part.text === '{}') for (const place of found) words.push(place)
        else if (part.text.includes('{}')) words.push({ ...part, text: part.text.split('{}').join(found[0]?.text ?? '.') })
        else words.push(part)
      }
      if (isFd && !command.some(part => part.text.includes('{}'))) for (const place of found) words.push(place)
      for (const folder of /dir$/.test(word) ? folders(places, rest, narrow, call) : [scope.cwd])
        bits |= call.session.words(
          folder === scope.cwd ? words : words.map(part => (found.includes(part) ? absolute(part, call) : part)),
          folder === scope.cwd ? scope : fork(scope, { cwd: folder, depth: scope.depth }),
          nothing,
        ).taint
    }
  }
  return { text: undefined, taint: bits, from: found, names: true }
}

/** Where `-execdir` may run: the start when something below it is found, and the folder around it when it is found itself. */
function folders(places: readonly Text[], rest: readonly Text[], narrow: Narrowing, call: Call): readonly (string | undefined)[] {
  const itself = !narrow.any && !rest.some((word, index) => word.text === '-mindepth' && rest[index + 1]?.text !== '0')
  const below = !rest.some((word, index) => word.text === '-maxdepth' && rest[index + 1]?.text === '0')
  return places.flatMap(start => {
    if (!isKnown(start)) return [undefined]
    const path = absolutePath(start.text, call.scope.cwd, call.session.host)
    return [...(below ? [path] : []), ...(itself ? [path.slice(0, path.lastIndexOf('/')) || '/'] : [])]
  })
}

function absolute(part: Text, call: Call): Text {
  return isKnown(part) ? { ...part, text: absolutePath(part.text, call.scope.cwd, call.session.host) } : part
}

interface Narrowing {
  readonly name: string | undefined
  readonly any: boolean
}

/** Tests that leave only some files: a name, a type, an age. */
function narrowing(rest: readonly Text[]): Narrowing {
  let name: string | undefined
  let any = false
  for (const [index, word] of rest.entries()) {
    const value = rest[index + 1]?.text
    if (
      /^-(?:i?name|i?wholename|i?path|i?regex)$/.test(word.text) &&
      value !== undefined &&
      rest[index - 1]?.text !== '!' &&
      rest[index - 1]?.text !== '-not'
    ) {
      any = true
      name ??= word.text.includes('name') ? value : secretPart(value)
    } else if (/^-(?:empty|[amc](?:time|min)|newer|size|links|perm|user|group|nouser|nogroup|inum|samefile)/.test(word.text))
      any = true
    else if (/^-type$/.test(word.text) && value === 'l') any = true
  }
  return {
    name: name !== undefined && /^[*.?]*$/.test(name) ? undefined : name,
    any: any && !(name !== undefined && /^[*.?]*$/.test(name)),
  }
}

/** `fd [options] [pattern] [place...]`: a regular expression over names unless it says glob. Adds the places. */
function fdNarrowing(rest: readonly Text[], places: Text[]): Narrowing {
  const end = rest.findIndex(word => /^(?:-x|-X|--exec|--exec-batch)$/.test(word.text))
  const valued = 'd e E t S o c j max-depth min-depth extension exclude type size owner color threads search-path base-directory'
  const given = options(end < 0 ? rest : rest.slice(0, end), valued)
  const [pattern, ...folders] = given.positional
  const base = given.values.get('search-path') ?? given.values.get('base-directory')
  places.push(...folders, ...(base === undefined ? [] : [base]))
  if (places.length === 0) places.push(literal('.'))
  const extension = given.values.get('e') ?? given.values.get('extension')
  const text = pattern?.text ?? ''
  const glob = has(given, 'g', 'glob') ? text : globOf(text)
  // Part of a name counts only when it is the name of credentials by itself.
  const plain = glob.replace(/[*?]/g, '')
  const named = has(given, 'g', 'glob') || isSecretName(plain) || plain === 'id_'
  const name = extension === undefined ? (named ? glob : undefined) : `*.${extension.text}`
  return { name, any: text !== '' || extension !== undefined }
}

/** A pattern of whole paths counts as the place below the start when it selects credentials: `*` then `/.ssh/*`. */
function secretPart(pattern: string): string | undefined {
  const below = pattern.replace(/^(?:\*|\.)?\/+/, '')
  return /^\.(?:ssh|aws|gnupg|kube|azure|docker|config\/gcloud)\//.test(below) ? below : undefined
}

/** A path that stands for what was found below a place. */
function describeFound(place: Text, narrow: Narrowing): Text {
  if (!narrow.any) return place
  const base = place.text.endsWith('/') ? place.text : `${place.text}/`
  return { ...place, text: base + (narrow.name ?? 'some-files'), glob: true, written: `${place.written} (find)` }
}

function inlineCommand(call: Call, valued: string, finding?: 'permissions.privileged-shell'): Stream | undefined {
  const names = valued.split(' ')
  for (const [index, word] of call.args.entries()) {
    const value = names.some(name => word.text === `-${name}` || word.text === `--${name}`) ? call.args[index + 1] : undefined
    if (value !== undefined) return call.session.script(value.text, wrapped(call), call.stdin)
    const joined = /^--command=(.*)$/s.exec(word.text)
    if (joined !== null) return call.session.script(joined[1] as string, wrapped(call), call.stdin)
  }
  const split = call.args.findIndex(word => word.text === '--')
  if (split >= 0 && split + 1 < call.args.length) return call.session.words(call.args.slice(split + 1), wrapped(call), call.stdin)
  if (finding !== undefined && call.args.every(word => /^(?:-|-l|--login|root|-m|-p)$/.test(word.text))) find(call, finding)
  return nothing
}

function afterFlag(call: Call, names: readonly string[]): Stream {
  const at = call.args.findIndex(word => names.includes(word.text))
  const rest = at < 0 ? [] : call.args.slice(at + 1)
  if (rest.length === 1) return call.session.script((rest[0] as Text).text, wrapped(call), call.stdin)
  return rest.length === 0 ? nothing : call.session.words(rest, wrapped(call), call.stdin)
}

function trailingSource(call: Call, subcommands: RegExp): Stream {
  const given = options(call.args, 'L S f s t n c x y F e', true)
  const [first, ...rest] = given.positional
  if (first === undefined || !subcommands.test(first.text)) return nothing
  const inner = options(rest, 'A c e F n s t x y l p w h', true).positional.filter(
    word => word.text !== 'Enter' && word.text !== 'C-m',
  )
  if (inner.length === 0) return nothing
  return call.session.script(inner.map(word => word.text.split(HOLE).join('$UNKNOWN_PART')).join(' '), wrapped(call), nothing)
}

function remoteShell(call: Call): Stream | undefined {
  const given = options(call.args, 'b c D E e F I i J L l m O o p Q R S W w B', true)
  const [target, ...rest] = given.positional
  const proxy = [...call.args.entries()].find(([, word]) => /ProxyCommand|(?<!Permit)LocalCommand/i.test(word.text))
  if (proxy !== undefined) {
    const command = /(?:ProxyCommand|LocalCommand)[=\s]+(.{1,4000})$/is.exec(proxy[1].text)
    if (command !== null && command[1] !== 'none') call.session.script(command[1] as string, wrapped(call), nothing)
  }
  if (target !== undefined && isKnown(target))
    call.session.hosts.push(
      target.text
        .replace(/^ssh:\/\//, '')
        .replace(/^[^@]*@/, '')
        .replace(/[:/].*$/, ''),
    )
  const scope = wrapped(call, true)
  if (rest.length > 0)
    call.session.script(rest.map(word => word.text.split(HOLE).join('$UNKNOWN_PART')).join(' '), scope, nothing)
  else if (call.stdin.text !== undefined) call.session.script(call.stdin.text, scope, nothing)
  return undefined
}

const containerValued =
  'a c e h l m p u v w H attach add-host annotation cap-add cap-drop cidfile cpu-period cpu-quota cpu-rt-period cpu-rt-runtime cpu-shares cpus cpuset-cpus cpuset-mems device dns dns-option dns-search domainname entrypoint env env-file expose gpus group-add health-cmd hostname ip ip6 ipc isolation label label-file link log-driver log-opt mac-address memory memory-swap mount name network net network-alias oom-score-adj pid pids-limit platform publish pull restart runtime security-opt shm-size stop-signal stop-timeout storage-opt sysctl tmpfs ulimit user userns uts volume volume-driver volumes-from workdir context config host log-level detach-keys project-name f file profile project-directory index'

function container(call: Call): Stream | undefined {
  const given = options(call.args, containerValued, true)
  const words = [...given.positional]
  let verb = words.shift()?.text
  if (verb === 'container' || verb === 'compose') {
    const inner = options(words, containerValued, true).positional
    verb = inner[0]?.text
    words.splice(0, words.length, ...inner.slice(1))
  }
  if (verb !== 'run' && verb !== 'exec' && verb !== 'create') return undefined
  if (controlsHost(call.args)) find(call, 'containers.privileged')
  if (verb === 'create') return undefined
  const inner = options(words, containerValued, true)
  const [, ...command] = inner.positional
  const entry = inner.values.get('entrypoint')
  const all = entry === undefined ? command : [entry, ...command]
  if (all.length > 0) call.session.words(all, wrapped(call, true), call.stdin)
  return undefined
}

/** Mounts of the host's root, its system folders or the container service, and shared name spaces. */
function controlsHost(args: readonly Text[]): boolean {
  for (const [index, word] of args.entries()) {
    const volume = /^(?:-v|--volume|--mount)$/.test(word.text)
      ? args[index + 1]?.text
      : /^(?:-v|--volume=|--mount=)(.+)$/.exec(word.text)?.[1]
    if (
      volume !== undefined &&
      /^(?:.*(?:source|src)=)?(?:\/|\/(?:etc|root|boot|dev|proc|sys|usr|bin|sbin|lib)|\/(?:var\/)?run\/(?:docker|containerd\/containerd|podman\/podman)\.sock)(?::|,|$)/.test(
        volume,
      )
    )
      return true
    const value = args[index + 1]?.text
    if (volume !== undefined && isSecretName(volume.split(':')[0]?.replace(/^.*\//, '') ?? '')) return true
    if (volume !== undefined && /\/\.(?:ssh|aws|gnupg|kube|azure)(?:[:/,]|$)/.test(volume)) return true
    if (/^--(?:pid|userns|ipc|uts)=host$/.test(word.text) || (/^--(?:pid|userns)$/.test(word.text) && value === 'host'))
      return true
    if (
      /^--cap-add=?(?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE)?$/i.test(word.text) &&
      /(?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE)$/i.test(word.text.includes('=') ? word.text : (value ?? ''))
    )
      return true
  }
  return false
}

function pod(call: Call): Stream | undefined {
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
  if (command.length > 0) call.session.words(command, wrapped(call, true), call.stdin)
  return undefined
}

function batch(call: Call): Stream {
  find(call, 'persistence.cron')
  if (call.stdin.text !== undefined) call.session.script(call.stdin.text, wrapped(call), nothing)
  return nothing
}

/** Programs that only run another program. */

import { options } from '../calls/options.ts'
import { agentPackage, isAgent } from '../places/agent-variables.ts'
import { boundedPath } from '../places/paths.ts'
import { type Call, type Environment, find, fork } from '../values/analysis.ts'
import { isKnown, literal, type Stream, type Value } from '../values/value.ts'
import { builtins } from './builtins.ts'
import { special } from './runners.ts'

interface Wrapper {
  /** Options that take a value. */
  readonly valued?: string
  /** Words between the options and the command. */
  readonly skip?: number
  /** `NAME=value` words come before the command. */
  readonly assigns?: boolean
  /** Its command comes after one of these subcommands. */
  readonly after?: readonly string[]
  /** All remaining words are one piece of shell source. */
  readonly joined?: boolean
}

const plain: Wrapper = {}

export const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: {
    valued: 'u g h p C r t T U D R user group host prompt chdir chroot close-from role type other-user command-timeout',
    assigns: true,
  },
  doas: { valued: 'u C' },
  pkexec: { valued: 'user' },
  run0: { valued: 'u user g group D chdir property setenv unit slice' },
  env: { valued: 'u S C unset chdir block-signal default-signal ignore-signal', assigns: true },
  nice: { valued: 'n adjustment' },
  nohup: plain,
  timeout: { valued: 's k signal kill-after', skip: 1 },
  gtimeout: { valued: 's k signal kill-after', skip: 1 },
  time: { valued: 'f o format output' },
  gtime: { valued: 'f o format output' },
  setsid: plain,
  stdbuf: { valued: 'i o e input output error' },
  ionice: { valued: 'c n p P u class classdata' },
  chrt: { valued: 'T P D', skip: 1 },
  taskset: { skip: 1 },
  numactl: { valued: 'N m C P cpunodebind membind physcpubind interleave preferred' },
  prlimit: plain,
  cgexec: { valued: 'g' },
  watch: { valued: 'n interval', joined: true },
  systemd: plain,
  'systemd-run': {
    valued:
      'p u H M E G property unit slice description setenv uid gid nice working-directory on-active on-boot on-calendar on-unit-active timer-property path-property socket-property service-type',
  },
  'systemd-inhibit': { valued: 'what who why mode' },
  'dbus-run-session': plain,
  'xvfb-run': { valued: 'n f e s p w server-args server-num error-file auth-file' },
  caffeinate: { valued: 't w' },
  arch: plain,
  setarch: { skip: 1 },
  linux32: plain,
  linux64: plain,
  unshare: { valued: 'S G R w setuid setgid root wd map-user map-group propagation' },
  nsenter: { valued: 't S G target setuid setgid' },
  chroot: { valued: 'userspec groups', skip: 1 },
  fakeroot: { valued: 'l s i b lib save faked' },
  firejail: plain,
  proot: { valued: 'r b w q k 0 rootfs bind cwd' },
  faketime: { valued: 'f', skip: 1 },
  strace: { valued: 'e o p s a b E I O P S u X' },
  ltrace: { valued: 'e o p s a n u l x' },
  valgrind: plain,
  perf: { after: ['stat', 'record', 'trace'], valued: 'e o F c g' },
  gosu: { skip: 1 },
  'su-exec': { skip: 1 },
  setpriv: { valued: 'reuid regid groups inh-caps ambient-caps bounding-set securebits selinux-label apparmor-profile' },
  torsocks: plain,
  torify: plain,
  proxychains: { valued: 'f' },
  proxychains4: { valued: 'f' },
  rlwrap: { valued: 'f H b p P s S t' },
  unbuffer: plain,
  winpty: plain,
  catchsegv: plain,
  daemonize: { valued: 'c e o p l u E a' },
  eatmydata: plain,
  choom: { valued: 'n adjust p pid' },
  exec: { valued: 'a' },
  command: plain,
  builtin: plain,
  noglob: plain,
  nocorrect: plain,
  busybox: plain,
  toybox: plain,
  coproc: plain,
  'cross-env': { assigns: true },
  'cross-env-shell': { assigns: true, joined: true },
  dotenv: { valued: 'e f v p', assigns: true },
  npx: { valued: 'p c package call registry' },
  bunx: { valued: 'p package' },
  pnpx: plain,
  uvx: { valued: 'from with python p index-url' },
  pipx: { after: ['run'], valued: 'spec python' },
  poetry: { after: ['run'], valued: 'C directory P project' },
  pdm: { after: ['run'], valued: 'p' },
  hatch: { after: ['run'], valued: 'e env' },
  rye: { after: ['run'] },
  uv: { after: ['run'], valued: 'with python p extra group project directory env-file' },
  pipenv: { after: ['run'] },
  bundle: { after: ['exec'] },
  pnpm: { after: ['exec', 'dlx'], valued: 'C filter F dir' },
  yarn: { after: ['exec', 'dlx'], valued: 'cwd' },
  conda: { after: ['run'], valued: 'n p name prefix cwd' },
  mamba: { after: ['run'], valued: 'n p name prefix' },
  micromamba: { after: ['run'], valued: 'n p name prefix' },
  mise: { after: ['exec', 'x'], valued: 'C cd' },
  rtx: { after: ['exec', 'x'] },
  asdf: { after: ['exec'] },
  rbenv: { after: ['exec'] },
  pyenv: { after: ['exec'] },
  nodenv: { after: ['exec'] },
  volta: { after: ['run'], valued: 'node npm yarn' },
  fnm: { after: ['exec'], valued: 'using' },
  dotenvx: { after: ['run'], valued: 'f env-file' },
  'aws-vault': { after: ['exec'], valued: 'd duration', skip: 1 },
  direnv: { after: ['exec'], skip: 1 },
  toolbox: { after: ['run'], valued: 'c container' },
  devcontainer: {
    after: ['exec'],
    valued: 'workspace-folder container-id id-label config override-config remote-env docker-path',
  },
  'flatpak-spawn': plain,
  hyperfine: { valued: 'w r m M p s c warmup runs prepare setup cleanup export-json export-markdown shell', joined: true },
  entr: plain,
  wsl: { valued: 'd u distribution user cd' },
}

/** Words of the shell itself, which run what the shell knows. */
const inShell = /^(?:time|noglob|nocorrect|coproc)$/

/** The output of what the wrapper runs, or undefined when this is no wrapper. */
export function unwrap(call: Call): Stream | undefined {
  const handler = Object.hasOwn(special, call.program) ? special[call.program] : undefined
  if (handler !== undefined) {
    const out = handler(call)
    if (out !== undefined) return out
  }
  installed(call)
  const wrapper = Object.hasOwn(wrappers, call.program) ? wrappers[call.program] : undefined
  if (wrapper === undefined) return undefined
  if (call.program === 'command' && /^-[vV]/.test(call.args[0]?.text ?? ''))
    return builtins.which?.(call) ?? { text: undefined, taint: 0 }
  const rest = named(inner(call.args, wrapper, call.env), call)
  if (runsAddress(call, rest)) find(call, 'execution.download-execute')
  if (leavesConfinement(call, rest)) find(call, 'permissions.privileged-shell')
  if (rest.length === 0) return undefined
  const bypasses = call.program === 'command' || call.program === 'builtin' || call.program === 'exec'
  const env = fork(call.env, {
    wrappers: [...call.env.wrappers, call.program],
    ...(bypasses ? { functions: new Map() } : {}),
  })
  if (call.program === 'systemd-run' || call.program === 'run0') setVariables(call.args, env)
  // A process of its own knows no function by this name. A shell that it starts may know them all (`export -f`).
  if (!inShell.test(call.program) && wrapper.joined !== true) env.functions.delete(rest[0]?.text ?? '')
  const folder = call.program === 'env' ? options(call.args, 'u S C unset chdir', true).values : undefined
  const target = folder?.get('C') ?? folder?.get('chdir')
  if (target !== undefined) env.cwd = isKnown(target) ? boundedPath(target, env, call.analysis) : undefined
  if (call.program === 'chroot') (env as { remote: boolean }).remote = true
  if (isRootShell(call.program, rest)) find(call, 'permissions.privileged-shell')
  if (wrapper.joined === true) {
    for (const word of rest) if (call.program === 'hyperfine') call.analysis.script(word.text, env, call.stdin)
    return call.analysis.script(rest.map(word => word.text).join(' '), env, call.stdin)
  }
  const out = call.analysis.words(rest, env, call.stdin)
  if (call.program === 'builtin' || call.program === 'command' || call.program === 'exec') call.env.cwd = env.cwd
  return out
}

/** `-E NAME=value`, `--setenv=NAME=value`, `-p Environment=NAME=value`. */
function setVariables(args: readonly Value[], env: Environment): void {
  for (const [at, word] of args.entries()) {
    const after = /^(?:-E|--setenv|-p|--property)$/.test(args[at - 1]?.text ?? '')
    const given = after ? word.text : /^(?:--setenv=|--property=|-E)(.+)$/s.exec(word.text)?.[1]
    const [, name, value = ''] = /^(?:Environment=)?"?([A-Za-z_]\w*)=([^"]*)/.exec(given ?? '') ?? []
    if (name !== undefined) env.variables.set(name, { fields: [{ ...word, text: value }], array: false })
  }
}

/** The file that a package manager is, run by its path. */
const managers = /(?:^|\/)(npm|npx|pnpm|pnpx|yarn|corepack)(?:-cli)?\.c?js$/

/** A program of a package, started by the file that it lies in or by the runtime's own word for a package. */
function installed(call: Call): void {
  const { program, args } = call
  const manager = args.findIndex(({ text }) => managers.test(text))
  if (/^(?:node|nodejs|bun|deno)$/.test(program) && manager >= 0) {
    const [, name = ''] = managers.exec((args[manager] as Value).text) ?? []
    call.analysis.words([literal(name), ...args.slice(manager + 1)], fork(call.env), call.stdin)
  }
  if (!/^(?:node|nodejs|bun|deno|npm)$/.test(program)) return
  const at = args.findIndex(({ text }) => /node_modules\/|^npm:@?[\w.-]/.test(text) || /^@[\w.-]+\/[\w.-]+/.test(text))
  const text = args[at]?.text ?? ''
  const [, name] = /node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//.exec(text) ?? /^(?:npm:)?(@[\w.-]+\/[\w.-]+)/.exec(text) ?? []
  if (
    name === undefined ||
    (/^(?:npm|bun)$/.test(program) && !/^(?:exec|x)$/.test(args[0]?.text ?? '') && !text.includes('node_modules/'))
  )
    return
  const rest = args.slice(at + 1)
  const own = rest[0]?.text === '--' && program === 'npm' ? rest.slice(1) : rest
  const bare = agentPackage(name)
  if (isAgent(bare.slice(bare.lastIndexOf('/') + 1))) call.analysis.words([literal(bare), ...own], fork(call.env), call.stdin)
}

const runners = /^(?:npx|bunx|pnpx|pnpm|yarn|uvx|pipx)$/

/** A package is run by its name, and may say its version: `@scope/name@1.2`. */
function named(words: readonly Value[], { program }: Call): readonly Value[] {
  const [first, ...rest] = words
  if (first === undefined || !runners.test(program) || /[:\\\s]/.test(first.text)) return words
  const plain = first.text.replace(/(?<=[^/@])@[^/@]+$/, '')
  return [{ ...first, text: agentPackage(plain) }, ...rest]
}

/** `npx https://...`, `uvx --from git+https://...`: a package by its address, run at once. */
function runsAddress(call: Call, rest: readonly Value[]): boolean {
  if (!/^(?:npx|bunx|pnpx|uvx|pipx|pnpm|yarn|uv)$/.test(call.program)) return false
  const args = /^(?:run|tool|exec|dlx)$/.test(call.args[0]?.text ?? '') ? call.args.slice(1) : call.args
  const given = options(args, 'p package from spec with', true).values
  return [rest[0], ...['p', 'package', 'from', 'spec', 'with'].map(name => given.get(name))].some(
    word => word !== undefined && /^(?:https?:|git\+|git@|git:|ssh:|github:|gitlab:|bitbucket:|gist:)/.test(word.text),
  )
}

/** Another process's name spaces, or a shell with another root: what a container is kept from. */
function leavesConfinement(call: Call, rest: readonly Value[]): boolean {
  if (call.args.some(word => /^--(?:help|version)$/.test(word.text))) return false
  if (call.program === 'nsenter') return call.args.some(word => /^-(?:-target|-all|[a-zA-Z]*[ta])/.test(word.text))
  if (call.program !== 'chroot') return false
  const [first] = rest
  return first === undefined ? call.args.length > 0 : isShell(first)
}

function isShell(word: Value): boolean {
  return /^(?:\/\S*\/)?(?:su|bash|sh|zsh|fish|ksh|dash)$/.test(word.text)
}

function isRootShell(program: string, rest: readonly Value[]): boolean {
  if (program !== 'sudo' && program !== 'doas' && program !== 'pkexec') return false
  const [first, second] = rest
  if (first === undefined || !isShell(first)) return false
  return second === undefined || /^(?:-|-i|-l|--login|root)$/.test(second.text)
}

/** The words of the inner command. */
export function inner(args: readonly Value[], wrapper: Wrapper, env: Environment): readonly Value[] {
  const valued = new Set((wrapper.valued ?? '').split(' '))
  let skip = (wrapper.skip ?? 0) + (wrapper.after === undefined ? 0 : 1)
  for (let index = 0; index < args.length; index++) {
    const { text } = args[index] as Value
    if (text === '--') {
      if (wrapper.after === undefined || skip === 0) return args.slice(index + 1 + Math.max(0, skip))
      continue
    }
    if (text[0] === '-' && text !== '-') {
      const long = text.startsWith('--')
      const name = long ? text.slice(2) : text[text.length - 1]
      // Clustered short options: the value follows when the last letter takes one.
      if (valued.has(name ?? '') || (!long && valued.has(text.slice(1)))) index++
      continue
    }
    if (wrapper.assigns === true && /^[A-Za-z_]\w*=/.test(text)) {
      const equals = text.indexOf('=')
      const argument = args[index] as Value
      env.variables.set(text.slice(0, equals), {
        fields: [{ ...literal(text.slice(equals + 1)), taint: argument.taint, unknown: argument.unknown }],
        array: false,
      })
      continue
    }
    if (skip > 0) {
      if (wrapper.after !== undefined && skip === (wrapper.skip ?? 0) + 1 && !wrapper.after.includes(text)) return []
      skip--
      continue
    }
    return args.slice(index)
  }
  return []
}

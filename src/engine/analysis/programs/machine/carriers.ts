/** Programs that run the command they are given: in another environment, on another machine, again and again, or all at once. */

import type { Program } from '../../calls/form.ts'
import { interpret } from '../../calls/interpret.ts'
import type { Options } from '../../calls/options.ts'
import { handedSecrets } from '../../calls/unknown-call.ts'
import { showsSecrets } from '../../places/secret-names.ts'
import { type Call, find, type Handler, wrapped } from '../../values/analysis.ts'
import { nothing, type Stream, taint } from '../../values/value.ts'
import { endsResources } from '../services/unknown-resources.ts'

const plain: Program = { operands: 'command' }
const behindOne: Program = { operands: 'valued command' }
/** Behind its own command, with the word for that. */
const behind = (words: string, valued = ''): Program => ({ valued, rows: [[words, { operands: 'command' }]] })
const elsewhere = (words: string, valued = '', operands: Program['operands'] = 'valued elsewhere'): Program => ({
  valued,
  rows: [[words, { operands }]],
})
/** Each of its words is a command line. */
const lines = (valued = ''): Program => ({ valued, operands: 'runs...' })

const unit: Program = {
  valued:
    'D H M G chdir unit slice description uid gid nice working-directory on-active on-boot on-calendar on-unit-active timer-property path-property socket-property service-type',
  variables: 'E setenv p property',
  operands: 'command',
}

/** Changes what surrounds a command: rights, names, limits, time, what it is measured by. */
const environments: Readonly<Record<string, Program>> = {
  'systemd dbus-run-session linux32 linux64 firejail valgrind torsocks torify tsocks unbuffer winpty catchsegv eatmydata': plain,
  'flatpak-spawn chronic ifne dumb-init tini nocache vmtouch with-contenv vault-env fakechroot heaptrack logrun dbus-launch':
    plain,
  'gosu su-exec s6-setuidgid s6-envuidgid setuidgid envuidgid envdir setlock lckdo logsave envchain': behindOne,
  ionice: { valued: 'c n p P u class classdata', operands: 'command' },
  chrt: { valued: 'T P D', operands: 'valued command' },
  taskset: behindOne,
  numactl: { valued: 'N m C P cpunodebind membind physcpubind interleave preferred', operands: 'command' },
  prlimit: plain,
  cgexec: { valued: 'g', operands: 'command' },
  choom: { valued: 'n adjust p pid', operands: 'command' },
  uclampset: { valued: 'm M', operands: 'command' },
  cpulimit: { valued: 'l limit p e', operands: 'command' },
  trickle: { valued: 'd u w t l n', operands: 'command' },
  softlimit: { valued: 'a c d f l m o p r s t', operands: 'command' },
  chpst: { valued: 'u U e d n l L m o p f c b', operands: 'command' },
  run0: { ...unit, valued: `${unit.valued} u g user group` },
  'systemd-run': unit,
  'systemd-inhibit': { valued: 'what who why mode', operands: 'command' },
  'systemd-cat': { valued: 't p identifier priority', operands: 'command' },
  'xvfb-run': { valued: 'n f e s p w server-args server-num error-file auth-file', operands: 'command' },
  caffeinate: { valued: 't w', operands: 'command' },
  arch: { valued: 'e d', operands: 'command' },
  setarch: {
    rows: [
      ['', plain],
      ['', behindOne],
    ],
  },
  unshare: { valued: 'S G w setuid setgid wd map-user map-group propagation', operands: 'command' },
  nsenter: { valued: 't S G target setuid setgid', operands: 'command', also: leavesConfinement },
  chroot: { valued: 'userspec groups', operands: 'valued elsewhere', also: leavesConfinement },
  fakeroot: { valued: 'l s i b lib save faked', operands: 'command' },
  proot: { valued: 'r b w q k rootfs bind cwd', operands: 'command' },
  faketime: {
    rows: [
      ['-f', plain],
      ['', behindOne],
    ],
  },
  strace: { valued: 'e o output p s a b E I O P S u X', operands: 'command', also: piped },
  ltrace: { valued: 'e o p s a n u l x', operands: 'command' },
  bpftrace: { runs: 'c' },
  perf: behind('stat|record|trace|mem|c2c|kmem|lock|sched', 'e o F c'),
  'rr uftrace': behind('record'),
  setpriv: {
    valued: 'reuid regid groups inh-caps ambient-caps bounding-set securebits selinux-label apparmor-profile',
    operands: 'command',
  },
  'proxychains proxychains4': { valued: 'f', operands: 'command' },
  rlwrap: { valued: 'f H b p P s S t', operands: 'command' },
  daemonize: { valued: 'c e o p l u E a', operands: 'command' },
  hyperfine: {
    valued: 'w r m M P D L u N warmup runs min-runs max-runs export-json export-markdown export-csv shell parameter-scan style',
    runs: 'p s c C prepare setup cleanup conclude',
    operands: 'runs...',
  },
  'daemon ssh-agent viddy': plain,
  sem: { valued: 'j jobs id', operands: 'command' },
  // One word is a command line, more of them are quoted into one (0.0.78, read in its program, November 2026).
  srt: { valued: 's settings control-fd', runs: 'c', operands: 'command' },
  sshpass: { valued: 'f d p P', operands: 'command' },
  summon: { valued: 'p f e D provider', operands: 'command' },
  envconsul: { valued: 'prefix secret config consul-addr vault-addr log-level', operands: 'command' },
}

/** Tools for versions, packages and secrets, which set up an environment first. */
const managers: Readonly<Record<string, Program>> = {
  'rye pipenv dotenvx foreman honcho overmind railway': behind('run', 'f env-file e env p project s service'),
  'asdf rbenv pyenv nodenv jenv goenv plenv perlbrew carton bundle composer rtx aws-okta': behind('exec|x'),
  nvm: { rows: [['exec|run', { operands: '-- command' }]] },
  'aws-vault chamber': { rows: [['exec', { valued: 'd duration n', operands: 'valued command' }]] },
  'saml2aws granted berglas': behind('exec', 'a idp-account'),
  direnv: {
    rows: [
      ['exec', { operands: 'valued command' }],
      ['dotenv|export|show_dump|apply_dump', { prints: 'environment' }],
    ],
  },
  'dotenv dotenv-cli': {
    valued: 'e f v p c o q export',
    operands: 'command',
    rows: [['run', { operands: 'command' }]],
    also: (_, { values, positional: [verb, name] }) =>
      verb?.text === 'list' || showsSecrets((verb?.text === 'get' ? name : values.get('p'))?.text ?? 'none')
        ? { text: undefined, taint: taint.environment }
        : undefined,
  },
  'conda mamba micromamba': behind('run', 'n p name prefix cwd'),
  mise: { valued: 'C cd j', rows: [['exec|x', { runs: 'c command', operands: '-- command' }]] },
  fnm: behind('exec', 'using'),
  n: behind('exec|run|use'),
  volta: behind('run', 'node npm yarn'),
  'opam stack cabal dune': behind('exec'),
  pixi: behind('run|exec', 'e environment s spec'),
  tox: behind('exec|e', 'e env'),
  rustup: { rows: [['run', { operands: 'valued command' }]] },
  rvm: behind('* do'),
  'chruby-exec pew': {
    rows: [
      ['', { operands: 'valued command' }],
      ['in', { operands: 'valued command' }],
    ],
  },
  doppler: { rows: [['run', { valued: 'p c project config t token', runs: 'command', operands: 'command' }]] },
  infisical: { rows: [['run', { valued: 'env path projectId token', runs: 'command', operands: 'command' }]] },
  op: behind('run', 'env-file account'),
  teller: behind('run', 'c'),
  'cookiecutter copier': {},
  mix: behind('... cmd'),
  'lerna nx': behind('exec', 'scope ignore since projects configuration target'),
}

/** Other machines, and containers. */
const machines: Readonly<Record<string, Program>> = {
  'distrobox-enter toolbox-enter': { valued: 'n name a additional-flags', operands: '-- elsewhere' },
  distrobox: elsewhere('enter', 'n name a additional-flags', '-- elsewhere'),
  toolbox: elsewhere('run', 'c container d distro r release', 'elsewhere'),
  devcontainer: elsewhere(
    'exec',
    'workspace-folder container-id id-label config override-config remote-env docker-path',
    'elsewhere',
  ),
  buildah: {
    valued: 'v volume user workingdir env e',
    rows: [
      ['run', { operands: 'valued elsewhere' }],
      ['unshare', plain],
    ],
  },
  podman: { rows: [['unshare', plain]] },
  'lxc incus': elsewhere('exec', 'env cwd user group mode'),
  multipass: elsewhere('exec', 'd working-directory'),
  'crictl runc crun': elsewhere('exec', 'e env cwd u user timeout'),
  ctr: elsewhere('t|task|tasks exec', 'n namespace a address exec-id cwd user'),
  minikube: elsewhere('ssh', 'p profile n node', 'elsewhere'),
  'flatpak snap': {
    rows: [
      ['enter', { operands: 'valued command' }],
      ['run', { valued: 'command', runs: 'c' }],
    ],
  },
  machinectl: elsewhere('shell', 'uid setenv E'),
  'ddev fin': elsewhere('exec', 's service d dir', 'elsewhere'),
  lando: elsewhere('ssh', 's service u user', 'elsewhere'),
  'fly flyctl': elsewhere('machine|m exec', 'a app'),
  salt: { rows: [['... cmd.*', { operands: 'elsewhere' }]] },
  'salt-call': { rows: [['... cmd.*', { operands: 'command' }]] },
  'salt-ssh': { valued: 'i', rows: [['*', { operands: 'elsewhere' }]] },
  'pssh parallel-ssh pdsh clush dsh': {
    valued: 'h hosts H host w x l user p par o outdir e errdir t timeout O option X g m f',
    operands: 'elsewhere',
  },
  mosh: { valued: 'ssh p port', operands: 'valued elsewhere' },
  autossh: { valued: 'M b c D E e F I i J L l m O o p Q R S W w B', operands: 'valued elsewhere' },
  tsh: elsewhere('ssh', 'l login proxy cluster i'),
  knife: elsewhere('ssh', 'x ssh-user i identity-file C a'),
  oc: elsewhere('rsh', 'n namespace c container'),
  sbatch: { runs: 'wrap' },
  wsl: { valued: 'd u distribution user cd', operands: 'command' },
}

/** Programs that run command lines: side by side, when files change, in another window. */
const schedulers: Readonly<Record<string, Program>> = {
  'concurrently conc': lines(
    'n names c prefix-colors p prefix l prefix-length t m max-processes restart-tries kill-others-on handle-input',
  ),
  'start-server-and-test server-test': lines(),
  'mispipe pee': lines(),
  shell2http: { valued: 'port host cgi-timeout', operands: 'runs...' },
  watchexec: {
    valued: 'w e i f d s o watch exts ignore filter delay-run signal stop-timeout shell workdir project-origin',
    operands: 'command',
  },
  entr: plain,
  'cargo-watch': { runs: 's shell', operands: 'command' },
  pueue: behind('add', 'g group l label w working-directory'),
  pm2: { rows: [['start|exec', { valued: 'n name i', operands: 'command' }]] },
  forever: { valued: 'l o e a p m', operands: 'command', runs: 'c' },
  meta: behind('exec'),
  zellij: {
    valued: 'n name d direction cwd l layout s session',
    rows: [
      ['run|r', plain],
      ['action|ac new-pane', plain],
    ],
  },
  'dtach abduco': { valued: 'n c A a N e r', operands: 'command' },
  'websocketd ttyd gotty': { valued: 'port address p i c u g s w t b', operands: 'command' },
}

/** Programs that other families know as well; of the rest nobody knows more than this. */
export const known = new Set(
  'abduco asdf aws-okta aws-vault berglas buildah bundle cabal chamber composer concurrently conda crictl ctr ddev direnv distrobox doppler dotenvx dtach flatpak fly flyctl fnm gotty incus infisical knife lando lerna lxc machinectl mamba micromamba minikube mise mix multipass nodenv nvm nx oc op opam pixi pm2 podman pyenv railway rbenv rustup rye saml2aws snap stack tox ttyd volta zellij'.split(
    ' ',
  ),
)

export const carriers: Readonly<Record<string, Handler | Program>> = Object.fromEntries(
  [environments, managers, machines, schedulers].flatMap(table =>
    Object.entries(table).flatMap(([names, program]) =>
      names
        .split(' ')
        .map((name): [string, Handler | Program] => [
          name,
          known.has(name) ? program : call => interpret(call, program) ?? otherwise(call),
        ]),
    ),
  ),
)

/** As a program that nobody here knows. */
function otherwise(call: Call): Stream {
  endsResources(call)
  return handedSecrets(call)
}

/** Another process's name spaces, or a shell with another root: what a container is kept from. */
function leavesConfinement(call: Call, { positional }: { readonly positional: readonly { readonly text: string }[] }): undefined {
  const { args, program } = call
  if (args.some(word => /^--(?:help|version)$/.test(word.text))) return undefined
  const leaves =
    program === 'nsenter'
      ? args.some(word => /^-(?:-target|-all|[a-zA-Z]*[ta])/.test(word.text))
      : args.length > 0 && /^(?:\/\S*\/)?(?:su|bash|sh|zsh|fish|ksh|dash|)$/.test(positional[1]?.text ?? '')
  if (leaves) find(call, 'permissions.privileged-shell')
  return undefined
}

/** `-o '|command'`, `-o '!command'`: what a tracer tells goes to a command. */
function piped(call: Call, { every }: Options): undefined {
  for (const [name, { text }] of every)
    if (/^o/.test(name) && /^[|!]/.test(text)) call.analysis.script(text.slice(1), wrapped(call), nothing)
}

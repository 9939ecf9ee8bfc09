/** Programs of another purpose with an option that runs a command or loads code. */

import { type Call, find, type Handler, wrapped } from '../../values/session.ts'
import { HOLE, literal, nothing, type Text } from '../../values/text.ts'

/** Options whose value is a command. */
const commands: Readonly<Record<string, string>> = {
  split: '--filter',
  gsplit: '--filter',
  csplit: '--filter',
  sort: '--compress-program',
  rsync: '-e --rsh --rsync-path',
  scp: '-S',
  sftp: '-S',
  tcpdump: '-z',
  rg: '--pre --hostname-bin',
  fzf: '--preview --bind',
  sk: '--preview --bind',
  wget: '--use-askpass',
  bat: '--pager',
  delta: '--pager',
  ack: '--pager',
  ag: '--pager',
  go: '-toolexec --toolexec -exec --exec',
  dpkg: '--pre-invoke --post-invoke',
  gcc: '-wrapper',
  clang: '-wrapper',
  npm: '--script-shell --shell',
  pnpm: '--script-shell --shell-emulator',
  make: '--eval',
  gmake: '--eval',
  cpio: '--rsh-command',
  ncat: '-e -c --exec --sh-exec',
  bazel: '--run_under',
  gnuplot: '-e',
  mvn: '-Dexec.executable -Dexec.args',
  logrotate: '--mail',
  sops: '--editor',
}

/** Options whose value is code that the program loads. */
const loaded: Readonly<Record<string, string>> = {
  openssl: '-engine -provider -provider-path',
  nmap: '--script',
  'ssh-keygen': '-D',
  'ssh-add': '-s',
  nginx: '-c',
  gawk: '-l --load',
  sqlite3: '-load',
  curl: '--engine',
  pytest: '-p',
}

/** Terminals and their likes: the command follows an option. */
const terminals =
  'xterm uxterm urxvt rxvt st gnome-terminal konsole xfce4-terminal mate-terminal lxterminal terminator tilix alacritty kitty foot x-terminal-emulator wezterm ghostty cool-retro-term termite'

const temporary = /^(?:\/private)?\/(?:tmp|var\/tmp|dev\/shm)\//

export const escapes: Readonly<Record<string, Handler>> = all()

function all(): Record<string, Handler> {
  const handlers: Record<string, Handler> = { capsh, apt, 'apt-get': apt, aptitude: apt, cmake, java, ip, lftp }
  for (const name in loaded) handlers[name] = call => load(call)
  for (const name in commands) handlers[name] = call => command(call)
  for (const name of terminals.split(' ')) handlers[name] = terminal
  return handlers
}

/** The values of an option, behind it or joined to it. */
function valuesOf(call: Call, names: readonly string[]): Text[] {
  const out: Text[] = []
  for (const [at, word] of call.args.entries()) {
    if (word.text === '--') break
    for (const name of names) {
      if (word.text === name && call.args[at + 1] !== undefined) out.push(call.args[at + 1] as Text)
      else if (word.text.startsWith(`${name}=`)) out.push({ ...word, text: word.text.slice(name.length + 1) })
      else if (/^-\w$/.test(name) && word.text.startsWith(name) && word.text.length > 2)
        out.push({ ...word, text: word.text.slice(2) })
    }
  }
  return out
}

function command(call: Call): undefined {
  const values = valuesOf(call, (commands[call.program] as string).split(' '))
  for (const { text } of values) {
    if (temporary.test(text)) find(call, 'execution.preload')
    for (const source of [text, ...nested(text)])
      call.session.script(source.split(HOLE).join('$UNKNOWN_PART'), wrapped(call), nothing)
  }
  if (call.program === 'mvn' && values.length > 1)
    call.session.script(values.map(value => value.text).join(' '), wrapped(call), nothing)
}

/** `$(shell cmd)`, `ctrl-x:execute(cmd)`, `system "cmd"`. */
function* nested(text: string): Generator<string> {
  for (const match of text.matchAll(/\$\(shell\s([^()]+)\)/g)) yield match[1] as string
  for (const match of text.matchAll(/(?:execute(?:-silent)?|become|reload|preview)[([:]([^)\]]+)/g)) yield match[1] as string
  for (const match of text.matchAll(/\bsystem[\s(]*["']([^"']+)["']/g)) yield match[1] as string
}

function load(call: Call): undefined {
  for (const { text } of valuesOf(call, (loaded[call.program] as string).split(' ')))
    if (temporary.test(text)) find(call, 'execution.preload')
}

function terminal(call: Call): undefined {
  const at = call.args.findIndex(word => /^(?:-e|-x|--|--execute|--command|-c|start)$/.test(word.text))
  const joined = call.args.map(word => /^--(?:command|execute|hold-command)=([\s\S]+)$/.exec(word.text)?.[1]).find(Boolean)
  if (joined !== undefined) call.session.script(joined, wrapped(call), nothing)
  const rest = call.args.slice(at + 1).filter((word, index) => index > 0 || word.text !== '--')
  if (at < 0 || rest.length === 0) return
  if (rest.length === 1) call.session.script((rest[0] as Text).text, wrapped(call), nothing)
  else call.session.words(rest, wrapped(call), nothing)
}

/** What follows `--` is for a shell. */
function capsh(call: Call): undefined {
  const at = call.args.findIndex(word => word.text === '--' || word.text === '==')
  if (at >= 0) call.session.words([literal('bash'), ...call.args.slice(at + 1)], wrapped(call), call.stdin)
}

function apt(call: Call): undefined {
  for (const { text } of valuesOf(call, ['-o', '--option'])) {
    const set = /^(?=[\w:-]*(?:Pre|Post)-(?:Invoke|Install-Pkgs))[\w:-]+=([\s\S]+)$/i.exec(text)
    if (set !== null) call.session.script((set[1] as string).replace(/^"|"$/g, ''), wrapped(call), nothing)
  }
}

function cmake(call: Call): undefined {
  if (call.args[0]?.text !== '-E') return
  const [, verb, ...rest] = call.args
  if (/^(?:remove_directory|rm|remove)$/.test(verb?.text ?? ''))
    call.session.words([literal('rm'), literal('-rf'), ...rest.filter(word => word.text[0] !== '-')], wrapped(call), nothing)
  else if (/^(?:env|time)$/.test(verb?.text ?? '')) call.session.words([literal('env'), ...rest], wrapped(call), call.stdin)
}

function java(call: Call): undefined {
  for (const { text } of call.args) {
    const run = /^-XX:On(?:OutOfMemory)?Error=([\s\S]+)$/.exec(text)
    if (run !== null) call.session.script((run[1] as string).replace(/^["']|["']$/g, ''), wrapped(call), nothing)
  }
}

function ip(call: Call): undefined {
  const at = call.args.findIndex(word => word.text === 'exec')
  if (at > 0 && call.args.length > at + 2) call.session.words(call.args.slice(at + 2), wrapped(call), call.stdin)
}

function lftp(call: Call): undefined {
  for (const { text } of [...valuesOf(call, ['-e', '-c']), ...(call.stdin.text === undefined ? [] : [literal(call.stdin.text)])])
    for (const match of text.matchAll(/(?:^|[;\n])[^\S\n]*(?:!|shell\s)[^\S\n]*([^;\n]+)/g))
      call.session.script(match[1] as string, wrapped(call), nothing)
}

/** Rarer programs of another purpose with an option that runs a command or loads code. */

import { type Call, type Handler, wrapped } from '../../values/analysis.ts'
import { literal, nothing, type Value } from '../../values/value.ts'
import { loading, running, valuesOf } from '../code/command-options.ts'

/** Terminals and their likes: the command follows an option. */
const terminals =
  'xterm uxterm urxvt rxvt st gnome-terminal konsole xfce4-terminal mate-terminal lxterminal terminator tilix alacritty kitty foot x-terminal-emulator wezterm ghostty cool-retro-term termite'

export const rareEscapes: Readonly<Record<string, Handler>> = {
  capsh,
  apt,
  'apt-get': apt,
  aptitude: apt,
  cmake,
  java,
  ip,
  lftp,
  ...loading({
    openssl: '-engine -provider -provider-path',
    nmap: '--script',
    'ssh-keygen': '-D',
    'ssh-add': '-s',
    nginx: '-c',
    gawk: '-l --load',
    sqlite3: '-load',
    curl: '--engine',
  }),
  ...running({
    rsync: '-e --rsh --rsync-path',
    scp: '-S',
    sftp: '-S',
    tcpdump: '-z',
    fzf: '--preview --bind',
    sk: '--preview --bind',
    wget: '--use-askpass',
    delta: '--pager',
    dpkg: '--pre-invoke --post-invoke',
    gcc: '-wrapper',
    clang: '-wrapper',
    gmake: '--eval',
    cpio: '--rsh-command',
    ncat: '-e -c --exec --sh-exec',
    bazel: '--run_under',
    gnuplot: '-e',
    mvn: '-Dexec.executable -Dexec.args',
    logrotate: '--mail',
    sops: '--editor',
  }),
  ...Object.fromEntries(terminals.split(' ').map(name => [name, terminal])),
}

function terminal(call: Call): undefined {
  const at = call.args.findIndex(word => /^(?:-e|-x|--|--execute|--command|-c|start)$/.test(word.text))
  const joined = call.args.map(word => /^--(?:command|execute|hold-command)=([\s\S]+)$/.exec(word.text)?.[1]).find(Boolean)
  if (joined !== undefined) call.analysis.script(joined, wrapped(call), nothing)
  const rest = call.args.slice(at + 1).filter((word, index) => index > 0 || word.text !== '--')
  if (at < 0 || rest.length === 0) return
  if (rest.length === 1) call.analysis.script((rest[0] as Value).text, wrapped(call), nothing)
  else call.analysis.words(rest, wrapped(call), nothing)
}

/** What follows `--` is for a shell. */
function capsh(call: Call): undefined {
  const at = call.args.findIndex(word => word.text === '--' || word.text === '==')
  if (at >= 0) call.analysis.words([literal('bash'), ...call.args.slice(at + 1)], wrapped(call), call.stdin)
}

function apt(call: Call): undefined {
  for (const { text } of valuesOf(call, ['-o', '--option'])) {
    const set = /^(?=[\w:-]*(?:Pre|Post)-(?:Invoke|Install-Pkgs))[\w:-]+=([\s\S]+)$/i.exec(text)
    if (set !== null) call.analysis.script((set[1] as string).replace(/^"|"$/g, ''), wrapped(call), nothing)
  }
}

function cmake(call: Call): undefined {
  if (call.args[0]?.text !== '-E') return
  const [, verb, ...rest] = call.args
  if (/^(?:remove_directory|rm|remove)$/.test(verb?.text ?? ''))
    call.analysis.words([literal('rm'), literal('-rf'), ...rest.filter(word => word.text[0] !== '-')], wrapped(call), nothing)
  else if (/^(?:env|time)$/.test(verb?.text ?? '')) call.analysis.words([literal('env'), ...rest], wrapped(call), call.stdin)
}

function java(call: Call): undefined {
  for (const { text } of call.args) {
    const run = /^-XX:On(?:OutOfMemory)?Error=([\s\S]+)$/.exec(text)
    if (run !== null) call.analysis.script((run[1] as string).replace(/^["']|["']$/g, ''), wrapped(call), nothing)
  }
}

function ip(call: Call): undefined {
  const at = call.args.findIndex(word => word.text === 'exec')
  if (at > 0 && call.args.length > at + 2) call.analysis.words(call.args.slice(at + 2), wrapped(call), call.stdin)
}

function lftp(call: Call): undefined {
  for (const { text } of [...valuesOf(call, ['-e', '-c']), ...(call.stdin.text === undefined ? [] : [literal(call.stdin.text)])])
    for (const match of text.matchAll(/(?:^|[;\n])[^\S\n]*(?:!|shell\s)[^\S\n]*([^;\n]+)/g))
      call.analysis.script(match[1] as string, wrapped(call), nothing)
}

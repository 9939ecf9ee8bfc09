/** Windows and sessions: what is started in them, and what is typed into them. */

import { options } from '../../calls/options.ts'
import { type Call, find, type Handler, wrapped } from '../../values/analysis.ts'
import { HOLE, nothing, type Stream, type Value } from '../../values/value.ts'

const emulators =
  'xterm uxterm urxvt rxvt st gnome-terminal konsole xfce4-terminal mate-terminal lxterminal terminator tilix alacritty kitty foot x-terminal-emulator wezterm ghostty cool-retro-term termite'

export const terminals: Readonly<Record<string, Handler>> = {
  tmux: call => tmux(options(call.args, 'L S f c T', true), call),
  screen,
  ...Object.fromEntries(emulators.split(' ').map(name => [name, emulator])),
}

const asked = /^(?:-e|-x|--|--execute|--command|-c|start)$/

/** The command follows an option, or stands there by itself. */
function emulator(call: Call): undefined {
  const joined = call.args.map(word => /^--(?:command|execute|hold-command)=([\s\S]+)$/.exec(word.text)?.[1]).find(Boolean)
  if (joined !== undefined) call.analysis.script(joined, wrapped(call), nothing)
  const at = call.args.findIndex(word => asked.test(word.text))
  const alone = at < 0 && /^(?:kitty|foot)$/.test(call.program)
  const rest = alone
    ? options(call.args, 'c config o override T title d directory name class app-id a W w', true).positional
    : call.args.slice(at + 1).filter((word, index) => index > 0 || word.text !== '--')
  if ((at < 0 && !alone) || rest.length === 0) return
  run(rest, call)
}

/** The commands of tmux that run a command line in a window or a shell, or type into one. */
const running =
  /^(?:new-session|new|neww|new-window|split-window|splitw|respawn-(?:pane|window)|respawn[pw]|run-shell|run|send-keys|send|if-shell|if|popup|display-popup|pipe-pane|pipep|set-buffer|setb)$/
/** Those that print what stands in a pane, a buffer or the variables of every window. */
const showing = /^(?:show-buffer|showb|save-buffer|saveb|show-environment|showenv)$/
const copying = /^capture(?:-pane|p)$/
/** Those whose own words end in commands of tmux. */
const nesting = /^(?:bind-key|bind|set-hook|confirm-before|confirm|command-prompt|set-option|set|display-menu|menu)$/

function tmux({ values, positional }: ReturnType<typeof options>, call: Call): Stream {
  const command = values.get('c')
  let out = command === undefined ? nothing : run([command], call)
  let words: Value[] = []
  const pastes = positional.some(word => /^paste(?:-buffer|b)$/.test(word.text))
  for (const word of [...positional, undefined]) {
    // A semicolon of its own ends a command.
    if (word !== undefined && !/^\\?;$/.test(word.text)) {
      words.push(word)
      continue
    }
    const [first, ...rest] = words
    words = []
    if (first === undefined) continue
    if (showing.test(first.text) || (copying.test(first.text) && !isNamed(rest))) reveals(call)
    if (nesting.test(first.text)) {
      const from = rest.findIndex(each => running.test(each.text.split(/\s/, 1)[0] ?? ''))
      const inner = from < 0 ? undefined : rest.slice(from).map(each => each.text)
      if (inner?.length === 1) script(`tmux ${inner[0]}`, call)
      else if (from >= 0) tmux(options(rest.slice(from), '', true), call)
    } else if (/^(?:load-buffer|loadb)$/.test(first.text) && pastes) script(call.stdin.text ?? '', call)
    else if (/^source(?:-file)?$/.test(first.text) && rest.some(each => each.text === '-'))
      for (const line of call.stdin.text?.split('\n') ?? []) script(`tmux ${line}`, call)
    else if (running.test(first.text) && (pastes || !/^setb|^set-b/.test(first.text))) {
      const valued = /^(?:send|send-keys)$/.test(first.text) ? 'N t' : 'c e F n s t x y p w h'
      const typed = options(rest, valued, true).positional.filter(each => !/^(?:Enter|C-m|KPEnter)$/.test(each.text))
      if (typed.length > 0) out = script(typed.map(each => each.text).join(' '), call)
    }
  }
  return out
}

/** A pane of a session with a name is one that was made for a job; by a number, or by none, it is the person's. */
const isNamed = (rest: readonly Value[]): boolean =>
  /^=?[a-zA-Z][\w-]*(?::|\.|$)/.test(options(rest, 't b E S').values.get('t')?.text ?? '')

const reveals = (call: Call): void => find(call, 'secrets.read-credentials', { unknown: 'whether this holds credentials' })

function screen(call: Call): Stream {
  const { flags, positional } = options(call.args, 'S p t c e h s T', true)
  if (positional.length === 0) return nothing
  if (!flags.has('X')) return call.analysis.words(positional, wrapped(call), call.stdin)
  const [verb, ...rest] = positional
  if (/^(?:hardcopy|writebuf|log)$/.test(verb?.text ?? '')) reveals(call)
  return /^(?:stuff|exec|screen)$/.test(verb?.text ?? '') && rest.length > 0 ? run(rest, call) : nothing
}

const script = (source: string, call: Call): Stream =>
  call.analysis.script(source.split(HOLE).join('$UNKNOWN_PART'), wrapped(call), nothing)

/** One word is a line for a shell. */
const run = (words: readonly Value[], call: Call): Stream =>
  words.length === 1 ? script((words[0] as Value).text, call) : call.analysis.words(words, wrapped(call), nothing)

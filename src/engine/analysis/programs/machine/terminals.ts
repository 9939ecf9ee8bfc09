/** Windows and sessions: what is started in them, and what is typed into them. */

import type { Programs } from '../../calls/form.ts'
import { options } from '../../calls/options.ts'
import { readPath } from '../../effects/file-effects.ts'
import { type Call, find, wrapped } from '../../values/analysis.ts'
import { HOLE, nothing, type Stream, taint, type Value } from '../../values/value.ts'
import { records } from './terminals.gen.ts'
import { escaped, hex, keys, typed, typeFile, typeKnown } from './typing.ts'

export const terminals: Programs = {
  tmux: call => tmux(options(call.args, 'L S f c T', true), call),
  screen,
  ...records({ emulator }),
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

/** The commands of tmux that run a command line in a window or a shell. */
const running =
  /^(?:new-session|new|neww|new-window|split-window|splitw|respawn-(?:pane|window)|respawn[pw]|run-shell|run|popup|display-popup|pipe-pane|pipep)$/
const typing = /^(?:send-keys|send|set-buffer|setb|load-buffer|loadb|if-shell|if|source-file|source)$/
/** Those that print what stands in a pane, a buffer or the variables of every window. */
const showing = /^(?:show-buffer|showb|save-buffer|saveb|show-environment|showenv)$/
const copying = /^capture(?:-pane|p)$/
/** Those whose own words end in commands of tmux. */
const nesting = /^(?:bind-key|bind|set-hook|confirm-before|confirm|command-prompt|set-option|set|display-menu|menu)$/
/** Settings that are command lines. */
const lines = /^(?:default-(?:command|shell)|lock-command|copy-command|editor)$/

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
    // A format runs what stands in `#(…)`, wherever it is shown.
    for (const { text } of rest) for (const [, inner = ''] of text.matchAll(/#\(([^()]+)\)/g)) script(inner, call)
    if (nesting.test(first.text)) {
      const at = rest.findIndex(each => lines.test(each.text))
      if (at >= 0 && /^set/.test(first.text)) run(rest.slice(at + 1), call)
      const from = rest.findIndex(each => isCommand(each.text.split(/\s/, 1)[0] ?? ''))
      const inner = from < 0 ? undefined : rest.slice(from).map(each => each.text)
      if (inner?.length === 1) script(`tmux ${inner[0]}`, call)
      else if (from >= 0) tmux(options(rest.slice(from), '', true), call)
    } else if (typing.test(first.text)) types(first.text, rest, pastes, call)
    else if (running.test(first.text)) {
      const given = options(rest, 'c e F n s t x y p w h', true)
      const shown = /^pipe/.test(first.text) ? { text: undefined, taint: taint.system } : nothing
      if (given.positional.length > 0) out = script(given.positional.map(each => each.text).join(' '), call, shown)
      // What the command prints is typed.
      if (/^pipe/.test(first.text) && given.flags.has('I') && given.positional.length > 0) typeKnown(call, out.text, plain)
    }
  }
  return out
}

const isCommand = (word: string): boolean => running.test(word) || typing.test(word)

/** What comes to stand in a pane, at once or when it is pasted, and what is read as commands of tmux. */
function types(command: string, rest: readonly Value[], pastes: boolean, call: Call): void {
  if (command.startsWith('send')) {
    const { flags, values, positional } = options(rest, 'N t', true)
    const texts = positional.map(word => word.text)
    // -X is a command of the mode that copies.
    if (!flags.has('X') && texts.length > 0)
      typed(call, (flags.has('H') ? hex : flags.has('l') ? letters : keys)(texts), values.get('t')?.text ?? '')
    return
  }
  const { flags, values, positional } = options(rest, 'b n t w', true)
  const [one, ...others] = positional
  if (one === undefined) return
  if (command.startsWith('if')) {
    if (!flags.has('F')) script(one.text, call)
    for (const { text } of others) script(`tmux ${text}`, call)
  } else if (command.startsWith('set')) typed(call, one.text, `buffer ${values.get('b')?.text ?? ''}`)
  else {
    const text = one.text === '-' ? call.stdin.text : readPath(one, call.env, call.analysis, call.invocation).text
    if (command.startsWith('source')) for (const line of text?.split('\n') ?? []) script(`tmux ${line}`, call)
    // A file that nobody has seen matters where it is pasted.
    else if (text !== undefined || pastes) typeKnown(call, text, plain)
  }
}

const letters = (texts: readonly string[]): string => texts.join('')
const plain = (texts: readonly string[]): string => texts.join(' ')

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
  if (rest.length === 0) return nothing
  const texts = rest.map(word => word.text)
  if (verb?.text === 'stuff') typed(call, escaped(texts), '')
  // The first word is the register.
  else if (verb?.text === 'register') typed(call, escaped(texts.slice(1)), '')
  else if (verb?.text === 'readbuf') {
    typeFile(call, rest.at(-1) as Value, plain)
  } else if (/^(?:exec|screen)$/.test(verb?.text ?? '')) return run(rest, call)
  return nothing
}

const script = (source: string, call: Call, stdin = nothing): Stream =>
  call.analysis.script(source.split(HOLE).join('$UNKNOWN_PART'), wrapped(call), stdin)

/** One word is a line for a shell. */
const run = (words: readonly Value[], call: Call): Stream =>
  words.length === 1 ? script((words[0] as Value).text, call) : call.analysis.words(words, wrapped(call), nothing)

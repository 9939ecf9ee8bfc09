/** Stream editors, editors and pagers: files they change, and their ways to run a shell. */

import { handlersOf } from '../../calls/interpret.ts'
import { has, options } from '../../calls/options.ts'
import { deleted, overwritten, readPath } from '../../effects/file-effects.ts'
import { type Call, find, fork, type Handler } from '../../values/analysis.ts'
import { literal, nothing, type Stream, taint, type Value } from '../../values/value.ts'

export const editors: Readonly<Record<string, Handler>> = handlersOf({
  'sed gsed ssed': sed,
  'vim vi nvim ex view': vim,
  ed: { rehearsal: '', valued: 'p', operands: 'edits...', also: lines },
  'nano pico micro': { rehearsal: '', valued: 'Y', operands: 'edits...' },
  'less more man': shellEscape,
  'awk gawk mawk nawk': awk,
})

function shellEscape(call: Call): undefined {
  for (const word of call.args) {
    const match = /^\+{1,2}!(.+)$/.exec(word.text)
    if (match !== null) call.analysis.script(match[1] as string, fork(call.env), nothing)
  }
  return undefined
}

function sed(call: Call): Stream {
  const given = options(call.args, 'e f l expression file line-length')
  const scripts: string[] = []
  for (const [index, word] of call.args.entries()) {
    if (/^-[nErsuz]*e$|^--expression$/.test(word.text)) scripts.push(call.args[index + 1]?.text ?? '')
    else if (word.text.startsWith('--expression=')) scripts.push(word.text.slice(13))
    else if (/^-e./.test(word.text)) scripts.push(word.text.slice(2))
  }
  let files = given.positional
  if (scripts.length === 0 && !given.values.has('f') && !given.values.has('file')) {
    scripts.push(files[0]?.text ?? '')
    files = files.slice(1)
  }
  const inPlace = call.args.some(word => /^-[nErsuz]*i|^--in-place/.test(word.text))
  // BSD wants a suffix after `-i`, often empty.
  if (inPlace && files[0]?.text === '') files = files.slice(1)
  for (const script of scripts) {
    // `e` takes the rest of its line.
    for (const line of new Set([...script.split('\n'), ...script.split(/[\n;]/)])) {
      const run = /^[^a-zA-Z]*e\s+(.+)$/s.exec(line.trim())
      if (run !== null) call.analysis.script(run[1] as string, fork(call.env), nothing)
    }
    for (const line of script.split(/[\n;]/)) {
      const written = /(?:^|[/}\s\d$])w\s+(\/\S+|[\w.~][\w./~-]*)$/.exec(line.trim())
      if (written !== null) overwritten(literal(written[1] as string), 'replace', call.env, call.analysis, call.invocation)
    }
    for (const { sought, put, flags } of substitutions(script)) {
      if (!/^[gp0-9IiMm]*e[gp0-9IiMm]*$/.test(flags)) continue
      call.analysis.script(put, fork(call.env), nothing)
      if (call.stdin.text !== undefined && sought.includes('.*')) call.analysis.script(call.stdin.text, fork(call.env), nothing)
    }
  }
  if (inPlace) {
    for (const file of files) overwritten(file, 'edit', call.env, call.analysis, call.invocation)
    return nothing
  }
  if (files.length === 0) return { text: substitute(scripts, call.stdin.text), taint: call.stdin.taint }
  let bits = 0
  for (const file of files) bits |= readPath(file, call.env, call.analysis, call.invocation).taint
  return { text: undefined, taint: bits, from: files }
}

/** `s/a/b/` with plain text on both sides, as used to hide words. */
function substitute(scripts: readonly string[], text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  let out = text
  for (const script of scripts) {
    const [first, ...more] = substitutions(script.trim())
    if (first === undefined || more.length > 0 || !/^g?$/.test(first.flags)) return undefined
    const { sought, put, flags, whole } = first
    if (whole !== script.trim() || /[.*[\]^$\\+?]/.test(sought) || /[&\\]/.test(put)) return undefined
    out =
      flags === 'g'
        ? out.split(sought).join(put)
        : out
            .split('\n')
            .map(line => line.replace(sought, () => put))
            .join('\n')
  }
  return out
}

/** The `s` commands a script begins with, their parts as written. */
function* substitutions(script: string): Generator<{ sought: string; put: string; flags: string; whole: string }> {
  const head = /[\d,$!{};\s]*(s(.))/sy
  const letters = /\w*/y
  for (;;) {
    const start = head.exec(script)
    if (start === null) return
    const mark = start[2] as string
    const middle = unescaped(script, mark, head.lastIndex)
    const end = middle < 0 ? -1 : unescaped(script, mark, middle + 1)
    if (end < 0) return
    letters.lastIndex = end + 1
    const flags = letters.exec(script)?.[0] ?? ''
    const whole = script.slice(head.lastIndex - 2, letters.lastIndex)
    yield { sought: script.slice(head.lastIndex, middle), put: script.slice(middle + 1, end), flags, whole }
    head.lastIndex = letters.lastIndex
  }
}

function unescaped(text: string, mark: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === mark) return at
  }
  return -1
}

function vim(call: Call): Stream {
  // After `-e`, `-s` means silent and takes no script.
  const ex = call.program === 'ex' || call.args.some(word => /^-[a-zA-Z]*[eE]/.test(word.text))
  const given = options(call.args, `c S ${ex ? '' : 's '}u U i T cmd w W t q`)
  const commands: string[] = []
  for (const [index, word] of call.args.entries()) {
    const command = word.text === '-c' || word.text === '--cmd' ? call.args[index + 1]?.text : /^\+(.+)$/s.exec(word.text)?.[1]
    if (command !== undefined) commands.push(command)
  }
  if (call.stdin.text !== undefined) commands.push(...call.stdin.text.split('\n'))
  for (const command of commands) vimCommand(command, call)
  // In its silent mode it is a stream editor, whose printing goes to the output.
  const prints =
    (has(given, 'e', 's', 'E') || call.program === 'ex') &&
    commands.some(command =>
      /^\s*:?[%\d,.$g/^]*(?:p(?:rint)?|l(?:ist)?|nu(?:mber)?|#|w\s+!|w!?\s+\/dev\/(?:stdout|stderr|tty|fd))/.test(command),
    )
  let bits = 0
  for (const file of given.positional) {
    if (file.text.startsWith('+')) continue
    if (has(given, 'R') || call.program === 'view') readPath(file, call.env, call.analysis, call.invocation)
    else if (prints) bits |= readPath(file, call.env, call.analysis, call.invocation).taint
    else overwritten(file, 'edit', call.env, call.analysis, call.invocation)
  }
  return { text: undefined, taint: bits }
}

function vimCommand(command: string, call: Call): void {
  const match =
    /^\s*:?(?:silent!?\s+)?(?:%|\d+)?(?:r\s*)?!\s*([\s\S]+)$/.exec(command) ??
    /\bsystem\(\s*["']([^"']+)["']/.exec(command) ??
    /^\s*:?(?:term(?:inal)?)\s+([\s\S]+)$/.exec(command)
  if (match !== null) call.analysis.script(match[1] as string, fork(call.env), nothing)
  for (const gone of command.matchAll(/\bdelete\(\s*["']([^"']+)["']\s*(?:,\s*["'](\w+)["'])?/g))
    deleted(
      { ...literal((gone[1] as string).replace(/^(?:~|\$HOME)(?=\/|$)/, call.analysis.host.home)), glob: false },
      gone[2] !== undefined,
      call.env,
      call.analysis,
      call.invocation,
    )
  const written = /^\s*:?w!?\s+(\S+)/.exec(command)
  if (written !== null) overwritten(literal(written[1] as string), 'replace', call.env, call.analysis, call.invocation)
  const code = /^\s*:?(py|lua|ruby|perl)\w*\s+([\s\S]+)$/.exec(command)
  if (code !== null)
    call.analysis.words(
      [
        literal(code[1] === 'py' ? 'python3' : (code[1] as string)),
        literal(code[1] === 'py' ? '-c' : '-e'),
        literal(code[2] as string),
      ],
      fork(call.env),
      nothing,
    )
}

function lines(call: Call): Stream {
  for (const line of (call.stdin.text ?? '').split('\n'))
    if (/^!|^\d*[rw]\s*!/.test(line)) call.analysis.script(line.replace(/^\d*[rw]?\s*!/, ''), fork(call.env), nothing)
  return nothing
}

/** `cmd = "..."; system(cmd)`: the value in place of the name. */
function inlined(source: string): string {
  let out = source
  for (const match of source.matchAll(/\b([A-Za-z_]\w*)\s*=\s*("(?:[^"\\]|\\.)+")/g))
    out = out.replace(new RegExp(`system\\s*\\(\\s*${match[1]}\\s*\\)`, 'g'), () => `system(${match[2]})`)
  return out
}

/** `-v f=~/x`: the value where the name is read or run. */
function assigned(args: readonly Value[], source: string): string {
  let out = source
  for (const [at, word] of args.entries()) {
    const set = /^(?:-v|--assign=)?([A-Za-z_]\w*)=([^"\\]+)$/s.exec(word.text)
    if (set === null || (!word.text.startsWith('-') && args[at - 1]?.text !== '-v')) continue
    out = out.replace(new RegExp(`(<|\\bsystem\\s*\\()\\s*${set[1]}\\b`, 'g'), (_, mark: string) => `${mark}"${set[2]}"`)
  }
  return out
}

function awk(call: Call): Stream {
  const given = options(call.args, 'F v f i e l assign field-separator file source')
  const files: readonly Value[] = given.values.has('f') || given.values.has('e') ? given.positional : given.positional.slice(1)
  if (given.values.get('i')?.text === 'inplace')
    for (const file of files) overwritten(file, 'edit', call.env, call.analysis, call.invocation)
  const source = assigned(
    call.args,
    inlined(given.values.get('e')?.text ?? (given.values.has('f') ? '' : (given.positional[0]?.text ?? ''))),
  )
  for (const match of source.matchAll(/\bprint\s+"((?:[^"\\]|\\.)+)"\s*\|\s*"(?:\/bin\/)?(?:ba|z|da)?sh"/g))
    call.analysis.script(match[1] as string, fork(call.env), nothing)
  for (const match of source.matchAll(/\bsystem\s*\(\s*"((?:[^"\\]|\\.)+)"\s*(\)?)/g)) {
    const rest = match[2] === ')' ? '' : ' "$UNKNOWN_PART"'
    call.analysis.script((match[1] as string).replace(/\\(["\\])/g, '$1') + rest, fork(call.env), nothing)
  }
  // `system($0)` runs its input; `"cmd" | getline` and `print | "cmd"` run a shell.
  if (/\bsystem\s*\(\s*\$0\s*\)|\|\s*"(?:\/bin\/)?(?:ba|z|da)?sh"/.test(source)) {
    if ((call.stdin.taint & taint.download) !== 0) find(call, 'execution.download-execute')
    if (call.stdin.text !== undefined) call.analysis.script(call.stdin.text, fork(call.env), nothing)
  }
  for (const match of source.matchAll(/(?<!\\)"((?:[^"\\]|\\.)+)"\s*\|&?\s*getline/g))
    call.analysis.script((match[1] as string).replace(/\\(["\\])/g, '$1'), fork(call.env), nothing)
  for (const match of source.matchAll(/\|&?\s*"((?:[^"\\]|\\.)+)"/g))
    call.analysis.script((match[1] as string).replace(/\\(["\\])/g, '$1'), fork(call.env), nothing)
  for (const match of source.matchAll(/>{1,2}\s*"([^"\\]+)"/g))
    overwritten(
      { text: match[1] as string, written: match[1] as string, glob: false, taint: 0, unknown: undefined },
      'replace',
      call.env,
      call.analysis,
      call.invocation,
    )
  let inside = 0
  for (const match of source.matchAll(/<(?<=\bgetline\b[^;<|\n]*<)\s*"([^"\\]+)"/g))
    inside |= readPath(literal(match[1] as string), call.env, call.analysis, call.invocation).taint
  const program = given.values.get('f')
  if (program?.text === '-' && (call.stdin.taint & taint.download) !== 0) find(call, 'execution.download-execute')
  if (/\/inet\/(?:tcp|udp)\//.test(source))
    find(
      call,
      /getline|\bsystem|\|&/.test(source) && /while|sh\b/.test(source) ? 'network.reverse-shell' : 'exfiltration.file-to-network',
    )
  if (/\bENVIRON\b/.test(source) && /for\s*\(\s*\w+\s+in\s+ENVIRON/.test(source))
    return { text: undefined, taint: taint.environment }
  // A condition in front of the braces picks some lines; `NR>1` only skips the heading.
  const picks = !/^\s*(?:NR\s*(?:>|!=|>=)\s*[0-2]\s*)?\{(?!\s*if\b)/.test(source)
  if (files.length === 0)
    return { text: undefined, taint: inside | (call.stdin.taint & ~taint.environment & (picks ? ~taint.processes : -1)) }
  let bits = inside
  for (const file of files)
    if (!/^[A-Za-z_]\w*=/.test(file.text)) bits |= readPath(file, call.env, call.analysis, call.invocation).taint
  return { text: undefined, taint: bits, from: files }
}

/** Commands that code starts: a list of words, or a line for a shell. */

import { put } from '../effects/file-copies.ts'
import { find, fork, ranDownload, runningPerhaps } from '../values/analysis.ts'
import { shellsCalled } from '../values/dialects.ts'
import { HOLE, literal, nothing, type Stream, taint, type Value } from '../values/value.ts'
import { evaluate } from './evaluator/values.ts'
import { type Argument, type CodeValue, isNamedBy, type State } from './model/code.ts'
import { matching, split } from './tokens/brackets.ts'
import type { Token } from './tokens/lexer.ts'

/** A literal path of a program is a shell word without quoting; a pattern stays one (`glob.glob('*')`). */
export function word(item: CodeValue, written: string): Value {
  const { text, taint } = item
  const holed = text.includes(HOLE)
  return {
    text,
    written: holed ? `${written}(...)` : text,
    glob: /[*?]/.test(text),
    taint,
    unknown: holed ? `the argument of ${written}` : undefined,
  }
}

/** What came in from the network may be in every file that got what is not known. */
export function settled({ fetches, unfilled, call }: State): void {
  if (fetches) for (const path of unfilled) put(path, { text: undefined, taint: taint.download }, call.analysis)
}

export function spawn(args: readonly Argument[], inside: readonly Token[], state: State, name: string): void {
  const out = started(args, inside, state, name)
  fed(args[0]?.value, args, state)
  if (showsOutput(name, inside, state)) state.prints |= out.taint & (taint.secret | taint.environment | taint.holder)
}

/** A shell or an interpreter without a program of its own reads one from its input. */
const readsProgram = /^(?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl|ruby|php)(?:\s+-(?:[is]+(?:\s.*)?)?)?$/

export function fed(command: CodeValue | undefined, args: readonly Argument[], state: State): void {
  const line = (command?.items ?? (command === undefined ? [] : [command]))
    .map(item => item.text)
    .join(' ')
    .trim()
  if (!readsProgram.test(line)) return
  state.fed = line
  const input =
    args.find(({ name }) => name === 'input' || name === 'stdin_data')?.value ??
    args.find(({ value }) => value.fields?.has('input'))?.value.fields?.get('input')
  if (input !== undefined)
    state.call.analysis.script(line, fork(state.call.env), {
      text: input.text === HOLE ? undefined : input.text,
      taint: input.taint,
    })
}

/** Whether what the command prints is what the program prints, and no value of it. */
function showsOutput(name: string, inside: readonly Token[], { code }: State): boolean {
  if (inside.some(token => token.kind === 'text' && token.value === 'inherit')) return true
  if (inside.some(token => token.kind === 'name' && /^(?:capture_output|stdout|out)$/.test(token.value))) return false
  if (code.language === 'javascript') return false
  if (code.language === 'php') return /^(?:system|passthru|pcntl_exec)$/.test(name)
  return /^(?:system|passthru|execute|run|call|check_call|Popen|(?:exec|spawn|posix_spawn)[lv]?p?e?)$/.test(name)
}

function started(args: readonly Argument[], inside: readonly Token[], state: State, name: string): Stream {
  const positional = args
    .filter(
      argument =>
        argument.name === undefined || argument.name === 'args' || argument.name === 'cmd' || argument.name === 'command',
    )
    .map(argument => argument.value)
  // The way to wait comes first: `os.spawnlp(os.P_WAIT, 'ls', 'ls')`.
  if (/^spawn[lv]p?e?$/.test(name) && positional.length > 1) positional.shift()
  const first = positional[0]
  if (first === undefined) return nothing
  const { call } = state
  const env = fork(call.env, { wrappers: [...call.env.wrappers, call.program] })
  const second = positional[1]
  // A module of Node.
  if (name === 'fork' && first.text !== HOLE)
    return call.analysis.words(
      [literal('node'), word(first, 'module'), ...(second?.items ?? []).map(item => word(item, 'list'))],
      env,
      nothing,
    )
  // `{ cmd: [...] }`, `{ file: 'sh', args: [...] }`
  const [file, list] = ['file', 'cmd', 'args'].map(field => first.fields?.get(field)).filter(field => field !== undefined)
  if (file !== undefined) {
    const items = file.items ?? [file, ...(list?.items?.slice(1) ?? [])]
    return call.analysis.words(
      items.map(item => word(item, 'list')),
      env,
      nothing,
    )
  }
  // R hands all to a shell, with nothing but blanks between.
  if (name === 'system2')
    return shell(
      {
        ...first,
        text: positional
          .flatMap(item => item.items ?? [item])
          .map(item => item.text)
          .join(' '),
      },
      state,
    )
  if (first.items !== undefined) {
    // Perl's lists are one list, and one of the names of a pattern is one word.
    const joins = state.code.language === 'perl' || isNamedBy(first)
    return call.analysis.words(
      (joins ? positional.flatMap(item => item.items ?? [item]) : first.items).map(item => word(item, 'list')),
      env,
      nothing,
    )
  }
  if (second?.items !== undefined) {
    // These are given the program's own name again.
    const again = /^(?:exec|spawn|posix_spawn)[lv]?p?e?$/.test(name) && name !== 'exec' && name !== 'spawn'
    return call.analysis.words(
      [first, ...second.items.slice(again ? 1 : 0)].map(item => word(item, 'list')),
      env,
      nothing,
    )
  }
  const given = inside.findIndex(token => token.value === 'args')
  if (given >= 0) {
    const list = inside.slice(given + 2)
    if (list[0]?.value === '[') {
      const items = evaluate(list.slice(0, matching(list, 0)), state.code).items ?? []
      return call.analysis.words(
        [first, ...items].map(item => word(item, 'list')),
        env,
        nothing,
      )
    }
  }
  // The null at the end of `execl` is no argument.
  const end = positional.findIndex(item => item.text.startsWith(HOLE))
  if (end > 0 && end < positional.length - 1 && state.code.language === 'other' && !/\s/.test(first.text))
    return startedPerhaps(positional, state)
  const plain = end < 0 ? positional : end === positional.length - 1 ? positional.slice(0, end) : []
  if (plain.length > 1 && !first.text.includes(' ')) {
    // `system("rm", "-rf", "/")`; execlp and friends repeat the program's name as the first argument.
    const words = plain.map(item => word(item, 'argument'))
    return call.analysis.words(words[1]?.text === words[0]?.text.replace(/^.*\//, '') ? words.slice(1) : words, env, nothing)
  }
  return shell(first, state)
}

/** `p.launchPath = "/bin/x"; p.arguments = [...]`: the program is the first path that is written. */
export function launched(all: readonly Token[], at: number, state: State): void {
  const program = all.find(token => token.kind === 'text' && token.value[0] === '/')
  const items = all[at + 2]?.value === '[' ? evaluate(all.slice(at + 2, matching(all, at + 2)), state.code).items : undefined
  if (program === undefined || items === undefined) return
  const { call } = state
  call.analysis.words([literal(program.value), ...items.map(item => word(item, 'list'))], fork(call.env), nothing)
}

/** What takes words for a program, and words that end what is said of it. */
const takesWords = /^(?:new|Command|CommandContext|ProcessBuilder|args?|listOf|of|asList|exec|arrayOf|run|command|Process)$/

/** `Command::new("x").arg("y").args(["z"])`, `exec.Command("x", y)`, `new ProcessBuilder("x", y)`, `new String[] { "x", "y" }`: its words in their order. */
export function spelled(all: readonly Token[], at: number, state: State): void {
  const words: CodeValue[] = []
  let end = at
  while (end < all.length && all[end]?.value !== ';' && all[end]?.value !== '}' && words.length < mostWords) {
    const { kind, value } = all[end] as Token
    const next = all[end + 1]?.value
    const isArray = value === '{' && all[end - 1]?.value === ']'
    if (isArray || (kind === 'name' && takesWords.test(value) && next === '(')) {
      const open = isArray ? end : end + 1
      const close = matching(all, open)
      const inside = all.slice(open + 1, close - 1)
      // A list of its own is read where it stands.
      if (!isArray && inside.some(token => token.kind === 'name' && takesWords.test(token.value))) end = open + 1
      else {
        const given = split(inside, ',').map(part =>
          evaluate(
            part.filter(({ value }) => value !== '&'),
            state.code,
          ),
        )
        words.push(...given.flatMap(item => item.items ?? [item]).slice(value === 'CommandContext' ? 1 : 0))
        end = close
      }
    } else if (words.length > 0 && kind === 'mark' && all[end - 1]?.value === ')' && !/^(?:\.|::|\?\.|\)|\]|,)$/.test(value))
      break
    else end++
  }
  const [first] = words
  if (first === undefined || first.text.includes(HOLE)) return
  if (words.length === 1 && /\s/.test(first.text)) return
  startedPerhaps(words, state)
}

/** A word that nobody knows may be a parameter of what is only defined: then the rest has to prove itself. */
function startedPerhaps(words: readonly CodeValue[], { call }: State): Stream {
  const run = (): Stream =>
    call.analysis.words(
      words.map(item => word(item, 'argument')),
      fork(call.env),
      nothing,
    )
  if (!words.some(({ text }) => text.includes(HOLE))) return run()
  let out = nothing
  runningPerhaps(call.analysis, undefined, () => {
    out = run()
  })
  return out
}

const mostWords = 64

export function shell(command: CodeValue, state: State): Stream {
  const { call } = state
  if (!ranDownload(command.taint, call) && (command.taint & taint.decoded) !== 0) find(call, 'execution.decoded-execute')
  settled(state)
  for (const other of command.or ?? []) shell(other, state)
  if (command.text.startsWith(HOLE)) state.unclear = true
  if (command.text === HOLE) return nothing
  const out = call.analysis.script(
    command.text.split(HOLE).join('$UNKNOWN_PART'),
    fork(call.env, { wrappers: [...call.env.wrappers, call.program] }),
    nothing,
    shellsCalled('sh'),
  )
  state.code.taint |= out.taint & (taint.secret | taint.environment)
  return out
}

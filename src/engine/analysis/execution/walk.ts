/** Walks the parsed script in the order a shell would run it. */

import { type CompoundList, type ParsedScript, parse, type SyntaxNode, type TestCommand, type Word } from 'unbash'
import { isOneOf } from '../../matching/words.ts'
import { behind, noFront } from '../effects/let-out.ts'
import { reachesModel } from '../effects/output-sink.ts'
import { assignArithmetic } from '../expansion/arithmetic.ts'
import { expandSubscripts } from '../expansion/subscripts.ts'
import { arithmetic, expandWhole } from '../expansion/words.ts'
import { type Analysis, bounds, type Chain, type Environment, fork, record, type Shell, spent } from '../values/analysis.ts'
import { everyShell, readings } from '../values/dialects.ts'
import { both, either } from '../values/streams.ts'
import { literal, NUL, nothing, printed, type Stream, taint, withLetters, withoutNul } from '../values/value.ts'
import { endsJobs, neverEnds, turnsUpTo, watched } from './branches/endless.ts'
import { join, joinFiles, refill, type Snapshot, snapshot } from './branches/joining.ts'
import { loop, oneOf, repeated } from './branches/turns.ts'
import { eachWay } from './branches/ways.ts'
import { onlyProgram, runCommand } from './command.ts'
import { isForkBomb, startsItself } from './fork-bomb.ts'
import { redirect } from './redirections.ts'

/** Analyses shell source as each shell reads it that may run it; what it would print comes back. */
export function runSource(
  given: string,
  env: Environment,
  stdin: Stream,
  analysis: Analysis,
  by: readonly Shell[] | false = env.depth === 0 ? (env.shells ?? everyShell) : false,
): Stream {
  // Where that is no zero byte but the character itself, a shell takes it for a letter.
  if (given.includes(NUL)) runSource(withLetters(given), fork(env, { depth: env.depth }), stdin, analysis, by)
  const source = withoutNul(given)
  if (env.depth > bounds.depth || source.length > analysis.longest) {
    analysis.exhausted = true
    return nothing
  }
  const script = parse(source.includes('\r') ? source.replace(/(?<!\\)\r\n/g, '\n') : source)
  // What is behind it was not read, by this parser; another shell may read on.
  const others = readings(source, by || everyShell)
  // What only zsh will read counts as zsh reads it.
  const isForUs = by !== false && /\s/.test(source) && !(others.length > 0 && by.every(shell => shell === 'zsh'))
  const mayReadOn = isForUs && !(script.errors !== undefined && refusesQualifiers(source, others))
  if (script.errors?.some(({ message }) => /nesting depth/.test(message) || mayReadOn) === true) unread(analysis)
  // A backslash in front of CRLF continues the line for who drops the CR, and ends it for a shell.
  if (/\\\r\n/.test(source)) runScript(parse(source.replace(/\r\n/g, '\n')), fork(env), stdin, analysis)
  const before = others.length === 0 ? env : fork(env, { depth: env.depth })
  const start = analysis.steps
  const files = others.length === 0 ? undefined : new Map(analysis.files)
  let out = runScript(script, env, stdin, analysis)
  for (const { shells, text } of others) {
    if (text === undefined) analysis.exhausted = true
    if (text === undefined) break
    const inner = fork(before, { depth: env.depth, shells })
    const parsed = parse(text)
    // What our reader cannot read of zsh, zsh may. The others know less than bash, and refuse what it refuses.
    if (shells.includes('zsh') && parsed.errors !== undefined) unread(analysis)
    // Each reading has the whole of the steps: only one of them will happen. The time is for all together.
    const { steps } = analysis
    analysis.steps = start
    const written = new Map(analysis.files)
    refill(analysis.files, files)
    const read = runScript(parsed, inner, stdin, analysis)
    joinFiles(written, analysis)
    analysis.steps = Math.max(steps, analysis.steps)
    out = { ...out, taint: out.taint | read.taint }
  }
  return out
}

/** Whether all that only zsh can read says which names of a pattern are meant (`*.png(N)`): every other shell ends there. */
function refusesQualifiers(source: string, others: ReturnType<typeof readings>): boolean {
  const plain = (text: string): string => text.replace(/\([\w.@/=%,[\]^*-]+\)/g, '')
  return others.some(
    ({ shells, text }) =>
      shells.includes('zsh') && text !== undefined && plain(text) === plain(source) && parse(text).errors === undefined,
  )
}

const unread = (analysis: Analysis): void =>
  record(analysis, 'execution.unknown-command', { unknown: 'what follows something that is no shell syntax' })

function runScript(script: ParsedScript, env: Environment, stdin: Stream, analysis: Analysis): Stream {
  if (env.depth > bounds.depth) {
    analysis.exhausted = true
    return nothing
  }
  if (startsItself(script)) record(analysis, 'process.fork-bomb')
  return list(script, env, stdin, analysis)
}

function list(node: CompoundList | ParsedScript, env: Environment, stdin: Stream, analysis: Analysis): Stream {
  let out = nothing
  const { chain } = analysis
  analysis.chain = undefined
  for (const statement of node.commands) {
    const before = mayFail(statement) ? snapshot(env) : undefined
    const goesOn = statement.type === 'Statement' && statement.background === true && !endsJobs(node)
    out = both(out, goesOn ? outliving(statement.command, env, stdin, analysis) : run(statement, env, stdin, analysis), analysis)
    if (before !== undefined) join(before, env, analysis)
  }
  analysis.chain = chain
  return out
}

/** `cd src 2>/dev/null`: whoever hides that it failed goes on where they were. */
function mayFail(statement: SyntaxNode): boolean {
  const command = statement.type === 'Statement' ? statement.command : statement
  if (command.type !== 'Command' || !/^(?:cd|pushd)$/.test(command.name?.text ?? '')) return false
  return command.redirects.some(
    to =>
      to.type === 'Redirect' &&
      to.descriptor?.type === 'FileDescriptor' &&
      to.descriptor.value === 2 &&
      to.target?.text === '/dev/null',
  )
}

/** A job in the background that nobody waits for. */
function outliving(node: SyntaxNode, env: Environment, stdin: Stream, analysis: Analysis): Stream {
  const out = run(node, fork(env, { depth: env.depth, outlives: true }), stdin, analysis)
  if ((out.taint & taint.endless) !== 0) record(analysis, 'process.exhaust')
  return out
}

/** Analyses what was parsed. */
export function run(node: SyntaxNode, env: Environment, stdin: Stream, analysis: Analysis): Stream {
  if (node.type === 'Script') {
    // The parser reads a substitution when it is asked for it.
    if (node.errors !== undefined && env.shells !== undefined) unread(analysis)
    return runScript(node, env, stdin, analysis)
  }
  if (analysis.exhausted || spent(analysis)) return nothing
  switch (node.type) {
    case 'Statement':
      return run(node.command, node.background === true ? fork(env, { depth: env.depth }) : env, stdin, analysis)
    case 'Command':
      return runCommand(node, env, stdin, analysis)
    case 'AndOr': {
      const [first, ...rest] = node.commands
      const chain: Chain = { isWhole: true }
      const link = (command: SyntaxNode): Stream => {
        analysis.chain = isOneCommand(command) ? chain : undefined
        return run(command, env, stdin, analysis)
      }
      let out = first === undefined ? nothing : link(first)
      const ends: Snapshot[] = []
      for (const [at, command] of rest.entries()) {
        const isAnd = node.operators[at] === '&&'
        if (!isAnd) {
          chain.isWhole = false
          for (const end of ends.splice(0)) join(end, env, analysis)
        }
        const before = snapshot(env, analysis.files)
        const next = link(command)
        // What follows `||` runs or does not; after `&&` the chain may have ended there.
        if (!isAnd) join(before, env, analysis)
        else if (!succeeds(node.commands[at])) ends.push(before)
        const isOther = node.operators[at] === '||' && out.text !== undefined && next.text !== undefined && out.text !== ''
        out = isOther ? either(out, next) : both(out, next, analysis)
      }
      for (const end of ends) join(end, env, analysis)
      chain.isWhole = false
      analysis.chain = undefined
      // Which of them have printed, nobody knows.
      if (node.operators.includes('||') && out.text?.replace(/\n$/, '').includes('\n') === true)
        out = { ...out, taint: out.taint | taint.counted }
      return out
    }
    case 'Pipeline': {
      if (node.commands.length === 1) return run(node.commands[0] as SyntaxNode, env, stdin, analysis)
      let flow = stdin
      let front = noFront
      for (let index = 0; index < node.commands.length; index++) {
        const last = index === node.commands.length - 1
        // The last part may set variables for what follows (`lastpipe`, zsh); harmless elsewhere.
        const part = node.commands[index] as SyntaxNode
        const before = last ? snapshot(env) : undefined
        const ran = analysis.invocations.length
        // What writes to a pipe ends with who reads it.
        flow = run(part, last ? env : fork(env, { depth: env.depth, outlives: undefined }), flow, analysis)
        front = behind(front, onlyProgram(part, env, ran, analysis.invocations), analysis)
        if (before !== undefined) join(before, env, analysis)
        if (!last) flow = printedBy(flow, part)
      }
      return flow
    }
    case 'Redirected':
      return eachWay(node.redirects, env, analysis, () => {
        const result = redirect(node.redirects, { env, analysis }, stdin)
        const out = run(node.command, env, result.stdin, analysis)
        result.write(printedBy(out, node.command))
        return result.output === undefined ? out : nothing
      })
    case 'CompoundList':
      return list(node, env, stdin, analysis)
    case 'Subshell':
      if (node.body.commands.length === 1) analysis.alone = node.body.commands[0]?.command
      return list(node.body, fork(env, { depth: env.depth }), stdin, analysis)
    case 'BraceGroup':
      return list(node.body, env, stdin, analysis)
    case 'If': {
      const out = list(node.clause, env, stdin, analysis)
      const branches = [
        node.then,
        ...node.elif.flatMap(part => [part.clause, part.then]),
        ...(node.else === undefined ? [] : [node.else]),
      ]
      return both(out, oneOf(branches, env, stdin, analysis), analysis)
    }
    case 'While': {
      analysis.loops = (analysis.loops ?? 0) + 1
      const turns = neverEnds(node.clause, node.kind === 'until') ? Number.POSITIVE_INFINITY : 0
      const turn = (): Stream =>
        both(list(node.clause, env, stdin, analysis), repeated(node.body, env, stdin, analysis), analysis)
      const out = watched(node.body, turns, env, analysis, turn)
      analysis.loops--
      return out
    }
    case 'For':
    case 'Select':
      return loop(node.name, node.wordlist, node.body, env, stdin, analysis)
    case 'ArithmeticFor':
      for (const part of [node.initialize, node.test, node.update]) arithmetic(part, { env, analysis })
      return watched(node.body, turnsUpTo(node.test), env, analysis, () => repeated(node.body, env, stdin, analysis))
    case 'Case': {
      expandWhole(node.word, { env, analysis })
      for (const item of node.items) for (const word of item.pattern) expandWhole(word, { env, analysis })
      const bodies = node.items.map(({ body }) => body)
      return oneOf(bodies, env, stdin, analysis)
    }
    case 'Function': {
      const name = node.name.value
      // Each time anew: a branch that may not have run leaves another one behind.
      env.functions.set(name, { ...node })
      if (/^(?:.*\/)?tfy-?hook(?:[-.]\w+)?$/.test(name)) record(analysis, 'self.tamper')
      if (isForkBomb(node.body, name)) record(analysis, 'process.fork-bomb')
      // The shell itself calls it.
      if (
        /^(?:command_not_found_handler?|TRAP[A-Z0-9]+|chpwd|precmd|preexec|periodic|zshexit)$|\.(?:get|set|append|unset)$/.test(
          name,
        )
      )
        reachesModel(run(node.body, fork(env, { positional: [] }), nothing, analysis), analysis)
      return nothing
    }
    case 'Coproc': {
      const inner = fork(env, { depth: env.depth })
      const number = String(60 + (analysis.sinks?.size ?? 0))
      analysis.sinks?.set(number, written => void run(node.body, fork(env), written, analysis))
      const from = String(1_000 + Number(number))
      env.variables.set(node.name?.value ?? 'COPROC', { fields: [literal(from), literal(number)], array: true })
      const out = run(node.body, inner, stdin, analysis)
      analysis.files.set(`/dev/fd/${from}`, out)
      return out
    }
    case 'TestCommand':
      substitutions(node, env, analysis)
      return nothing
    case 'ArithmeticCommand':
      arithmetic(node.expression, { env, analysis })
      expandSubscripts(node.body, env, analysis)
      assignArithmetic(node.body, env)
      return nothing
    default:
      return nothing
  }
}

/** What nobody knows of an output is who printed it, which decides whether a shell may run it. */
export function printedBy(out: Stream, node: SyntaxNode): Stream {
  const words = node.type === 'Command' ? [node.name, ...node.args] : []
  return printed(out, words.map(word => word?.text ?? '').join(' ') || 'a group of commands')
}

/** Whether what it returns is what its only command returns. */
const isOneCommand = (node: SyntaxNode): boolean =>
  node.type === 'Command' || (node.type === 'Redirected' && isOneCommand(node.command))

/** Commands in front of `&&` that nobody writes to fail. */
const succeeds = (node: SyntaxNode | undefined): boolean =>
  node?.type === 'Command' && isOneOf(' cd pushd mkdir echo printf true : export set source . ', node.name?.text ?? ':')

/** Runs the substitutions inside a node that is itself no command (`[[ ]]`, `(( ))`). */
function substitutions(node: TestCommand, env: Environment, analysis: Analysis): void {
  let named = false
  const visit = (expression: unknown): void => {
    if (typeof expression !== 'object' || expression === null) return
    if ((expression as Word).type === 'Word') {
      const { text } = expandWhole(expression as Word, { env, analysis })
      if (named) expandSubscripts(text, env, analysis)
      return
    }
    const { operator } = expression as { operator?: unknown }
    if (typeof operator === 'string') named = /^-(?:v|eq|ne|lt|le|gt|ge)$/.test(operator)
    for (const child of Object.values(expression)) if (typeof child === 'object') visit(child)
  }
  visit(node.expression)
}

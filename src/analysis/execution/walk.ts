/** Walks the parsed script in the order a shell would run it. */

import { type CompoundList, type ParsedScript, parse, type SyntaxNode, type TestCommand, type Word } from 'unbash'
import { expandSubscripts } from '../expansion/subscripts.ts'
import { arithmetic, expand, expandWhole } from '../expansion/words.ts'
import { atMost, bounds, fork, joined, record, type Scope, type Session, spent } from '../values/session.ts'
import { HOLE, hole, literal, nothing, type Stream, type Text, type Variable } from '../values/text.ts'
import { assignArithmetic } from './assigning.ts'
import { runCommand } from './command.ts'
import { isForkBomb } from './fork-bomb.ts'
import { redirect } from './redirections.ts'

const unknownLine = `${HOLE}\n`

/** Analyses shell source; what it would print comes back. */
export function runSource(source: string, scope: Scope, stdin: Stream, session: Session): Stream {
  if (scope.depth > bounds.depth || source.length > session.longest) {
    session.exhausted = true
    return nothing
  }
  const script = parse(source.includes('\r') ? source.replace(/(?<!\\)\r\n/g, '\n') : source)
  // What is behind it was not read, by this parser; another shell may read on.
  if (script.errors?.some(({ message }) => /nesting depth/.test(message) || (scope.depth === 0 && /\s/.test(source))) === true)
    record(session, 'execution.unknown-command', { unknown: 'what follows something that is no shell syntax' })
  // A backslash in front of CRLF continues the line for who drops the CR, and ends it for a shell.
  if (/\\\r\n/.test(source)) runScript(parse(source.replace(/\r\n/g, '\n')), fork(scope), stdin, session)
  return runScript(script, scope, stdin, session)
}

function runScript(script: ParsedScript, scope: Scope, stdin: Stream, session: Session): Stream {
  if (scope.depth > bounds.depth) {
    session.exhausted = true
    return nothing
  }
  return list(script, scope, stdin, session)
}

function list(node: CompoundList | ParsedScript, scope: Scope, stdin: Stream, session: Session): Stream {
  let out = nothing
  for (const statement of node.commands) out = both(out, run(statement, scope, stdin, session), session)
  return out
}

/** One output after another. */
function both(first: Stream, second: Stream, session: Session): Stream {
  if (first === nothing) return second
  if (second === nothing) return first
  // What is known of one stays known beside what is not known of the other.
  const text =
    first.text === undefined && second.text === undefined
      ? undefined
      : joined([first.text ?? unknownLine, second.text ?? unknownLine], '', session)
  return { text, taint: first.taint | second.taint, from: [...(first.from ?? []), ...(second.from ?? [])] }
}

/** Analyses what was parsed. */
export function run(node: SyntaxNode, scope: Scope, stdin: Stream, session: Session): Stream {
  if (node.type === 'Script') return runScript(node, scope, stdin, session)
  if (session.exhausted || spent(session)) return nothing
  switch (node.type) {
    case 'Statement':
      return run(node.command, node.background === true ? fork(scope, { depth: scope.depth }) : scope, stdin, session)
    case 'Command':
      return runCommand(node, scope, stdin, session)
    case 'AndOr': {
      const [first, ...rest] = node.commands
      let out = first === undefined ? nothing : run(first, scope, stdin, session)
      const before = snapshot(scope)
      for (const command of rest) out = both(out, run(command, scope, stdin, session), session)
      if (!node.operators.every((operator, at) => operator === '&&' && succeeds(node.commands[at]))) merge(before, scope, session)
      return out
    }
    case 'Pipeline': {
      if (node.commands.length === 1) return run(node.commands[0] as SyntaxNode, scope, stdin, session)
      let flow = stdin
      for (let index = 0; index < node.commands.length; index++) {
        const last = index === node.commands.length - 1
        // The last part may set variables for what follows (`lastpipe`, zsh); harmless elsewhere.
        const part = node.commands[index] as SyntaxNode
        const before = last ? snapshot(scope) : undefined
        flow = run(part, last ? scope : fork(scope, { depth: scope.depth }), flow, session)
        if (before !== undefined) merge(before, scope, session)
        if (!last) flow = printedBy(flow, part)
      }
      return flow
    }
    case 'Redirected': {
      const result = redirect(node.redirects, { scope, session }, stdin)
      const out = run(node.command, scope, result.stdin, session)
      result.write(out)
      return result.output === undefined ? out : nothing
    }
    case 'CompoundList':
      return list(node, scope, stdin, session)
    case 'Subshell':
      return list(node.body, fork(scope, { depth: scope.depth }), stdin, session)
    case 'BraceGroup':
      return list(node.body, scope, stdin, session)
    case 'If': {
      let out = list(node.clause, scope, stdin, session)
      const branches = [
        node.then,
        ...node.elif.flatMap(part => [part.clause, part.then]),
        ...(node.else === undefined ? [] : [node.else]),
      ]
      for (const branch of branches) out = both(out, optional(branch, scope, stdin, session), session)
      return out
    }
    case 'While': {
      session.loops = (session.loops ?? 0) + 1
      const out = both(list(node.clause, scope, stdin, session), repeated(node.body, scope, stdin, session), session)
      session.loops--
      return out
    }
    case 'For':
    case 'Select':
      return loop(node.name, node.wordlist, node.body, scope, stdin, session)
    case 'ArithmeticFor':
      for (const part of [node.initialize, node.test, node.update]) arithmetic(part, { scope, session })
      return repeated(node.body, scope, stdin, session)
    case 'Case': {
      expandWhole(node.word, { scope, session })
      let out = nothing
      for (const item of node.items) for (const word of item.pattern) expandWhole(word, { scope, session })
      for (const item of node.items) out = both(out, optional(item.body, scope, stdin, session), session)
      return out
    }
    case 'Function': {
      const name = node.name.value
      scope.functions.set(name, node)
      if (/^tfy-?hook$/.test(name)) record(session, 'self.tamper')
      if (isForkBomb(node.body, name)) record(session, 'process.fork-bomb')
      // The shell itself calls it.
      if (/^(?:command_not_found_handler?|TRAP[A-Z0-9]+|chpwd|precmd|preexec|periodic|zshexit)$/.test(name))
        run(node.body, fork(scope, { positional: [] }), nothing, session)
      return nothing
    }
    case 'Coproc': {
      const inner = fork(scope, { depth: scope.depth })
      const number = String(60 + (session.sinks?.size ?? 0))
      session.sinks?.set(number, written => void run(node.body, fork(scope), written, session))
      scope.variables.set(node.name?.value ?? 'COPROC', { fields: [hole('a coprocess'), literal(number)], array: true })
      return run(node.body, inner, stdin, session)
    }
    case 'TestCommand':
      substitutions(node, scope, session)
      return nothing
    case 'ArithmeticCommand':
      arithmetic(node.expression, { scope, session })
      expandSubscripts(node.body, scope, session)
      assignArithmetic(node.body, scope)
      return nothing
    default:
      return nothing
  }
}

/** What nobody knows of an output is who printed it, which decides whether a shell may run it. */
export function printedBy(out: Stream, node: SyntaxNode): Stream {
  if (out.text !== undefined || out.by !== undefined) return out
  const words = node.type === 'Command' ? [node.name, ...node.args] : []
  return { ...out, by: words.map(word => word?.text ?? '').join(' ') || 'a group of commands' }
}

/** What a body leaves behind, its next turn finds. */
function repeated(body: CompoundList, scope: Scope, stdin: Stream, session: Session): Stream {
  const before = snapshot(scope)
  const { positional } = scope
  const out = optional(body, scope, stdin, session)
  const changed =
    positional !== scope.positional ||
    [...scope.functions].some(([name, fn]) => before.functions.get(name) !== fn) ||
    [...scope.variables].some(([name, value]) => !/^(?:_|OLDPWD)$/.test(name) && before.variables.get(name) !== value)
  const turns = session.turns ?? 0
  if (!changed || turns >= 2 || session.exhausted) return out
  session.turns = turns + 1
  optional(body, scope, stdin, session)
  session.turns = turns
  return out
}

type Snapshot = Pick<Scope, 'cwd' | 'variables' | 'functions'>

const snapshot = ({ cwd, variables, functions }: Scope): Snapshot => ({
  cwd,
  variables: new Map(variables),
  functions: new Map(functions),
})

/** Commands in front of `&&` that nobody writes to fail. */
const succeeds = (node: SyntaxNode | undefined): boolean =>
  node?.type === 'Command' && /^(?:cd|pushd|mkdir|echo|printf|true|:|export|set|source|\.)$/.test(node.name?.text ?? ':')

/** A branch that may not run: what it assigns becomes one more possible value. */
function optional(body: CompoundList, scope: Scope, stdin: Stream, session: Session): Stream {
  const before = snapshot(scope)
  const out = list(body, scope, stdin, session)
  merge(before, scope, session)
  return out
}

/** What was before may still hold. */
function merge(before: Snapshot, scope: Scope, session: Session): void {
  if (scope.cwd !== before.cwd) scope.cwd = undefined
  for (const [name, fn] of scope.functions) {
    const old = before.functions.get(name)
    if (old !== fn) session.unsure.set(fn, old)
  }
  for (const [name, old] of before.variables) if (!scope.variables.has(name)) scope.variables.set(name, old)
  for (const [name, value] of scope.variables) {
    const home = name === 'HOME' ? { fields: [literal(session.host.home)], array: false } : undefined
    const old: Variable | undefined = before.variables.get(name) ?? home
    if (old === undefined || old === value) continue
    if (old.array || value.array) {
      const gone = without(old, value)
      if (gone.length > 0)
        scope.variables.set(name, { fields: atMost([...value.fields, ...gone], bounds.fields, session), array: true })
    } else {
      const fields = atMost([...old.fields, ...without(value, old)], bounds.values, session)
      scope.variables.set(name, { fields, array: false })
    }
  }
}

const without = (these: Variable, those: Variable): readonly Text[] =>
  these.fields.filter(field => !those.fields.some(other => other.text === field.text))

function loop(
  name: Word,
  wordlist: readonly Word[] | undefined,
  body: CompoundList,
  scope: Scope,
  stdin: Stream,
  session: Session,
): Stream {
  const on = { scope, session }
  let values: Text[] = []
  if (wordlist === undefined) values = [...scope.positional]
  else for (const word of wordlist) for (const field of expand(word, on)) values.push(field)
  if (values.length === 0) values = [hole(`$${name.value}`)]
  values = [...atMost(values, bounds.values, session)]
  // All values at once: every command of the body sees each of them.
  scope.variables.set(name.value, { fields: values, array: false })
  return repeated(body, scope, stdin, session)
}

/** Runs the substitutions inside a node that is itself no command (`[[ ]]`, `(( ))`). */
function substitutions(node: TestCommand, scope: Scope, session: Session): void {
  let named = false
  const visit = (expression: unknown): void => {
    if (typeof expression !== 'object' || expression === null) return
    if ((expression as Word).type === 'Word') {
      const fields = expand(expression as Word, { scope, session })
      if (named) for (const field of fields) expandSubscripts(field.text, scope, session)
      return
    }
    const { operator } = expression as { operator?: unknown }
    if (typeof operator === 'string') named = /^-(?:v|eq|ne|lt|le|gt|ge)$/.test(operator)
    for (const child of Object.values(expression)) if (typeof child === 'object') visit(child)
  }
  visit(node.expression)
}

/** Walks the parsed script in the order a shell would run it. */

import { type Assignment, type CompoundList, type ParsedScript, parse, type SyntaxNode, type Word } from 'unbash'
import { runCommand } from './command.ts'
import { redirect } from './redirections.ts'
import { bounds, fork, record, type Scope, type Session, type Variable } from './session.ts'
import { HOLE, hole, nothing, type Stream, type Text } from './text.ts'
import { type Expander, expand, expandArray, expandWhole } from './words.ts'

/** Analyses shell source; what it would print comes back. */
export function runSource(source: string, scope: Scope, stdin: Stream, session: Session): Stream {
  if (scope.depth > bounds.depth || source.length > bounds.length) {
    session.exhausted = true
    return nothing
  }
  return runScript(parse(source), scope, stdin, session)
}

export function runScript(script: ParsedScript, scope: Scope, stdin: Stream, session: Session): Stream {
  if (scope.depth > bounds.depth) {
    session.exhausted = true
    return nothing
  }
  let out = nothing
  for (const statement of script.commands) out = both(out, run(statement, scope, stdin, session))
  return out
}

export function expander(scope: Scope, session: Session): Expander {
  return { session, scope, substitute: (script, inner, stdin) => runScript(script, inner, stdin, session) }
}

function list(node: CompoundList, scope: Scope, stdin: Stream, session: Session): Stream {
  let out = nothing
  for (const statement of node.commands) out = both(out, run(statement, scope, stdin, session))
  return out
}

/** One output after another. */
export function both(first: Stream, second: Stream): Stream {
  if (first === nothing) return second
  if (second === nothing) return first
  const text = first.text === undefined || second.text === undefined ? undefined : first.text + second.text
  return { text, taint: first.taint | second.taint, from: [...(first.from ?? []), ...(second.from ?? [])] }
}

export function run(node: SyntaxNode, scope: Scope, stdin: Stream, session: Session): Stream {
  if (
    ++session.steps > bounds.invocations ||
    session.exhausted ||
    (session.steps % 16 === 0 && session.deadline !== undefined && performance.now() > session.deadline)
  ) {
    session.exhausted = true
    return nothing
  }
  switch (node.type) {
    case 'Statement':
      return run(node.command, node.background === true ? fork(scope, { depth: scope.depth }) : scope, stdin, session)
    case 'Command':
      return runCommand(node, scope, stdin, session)
    case 'AndOr': {
      let out = nothing
      const before = new Map(scope.variables)
      for (const command of node.commands) out = both(out, run(command, scope, stdin, session))
      merge(before, scope, node.operators.includes('||'))
      return out
    }
    case 'Pipeline': {
      if (node.commands.length === 1) return run(node.commands[0] as SyntaxNode, scope, stdin, session)
      let flow = stdin
      for (let index = 0; index < node.commands.length; index++) {
        const last = index === node.commands.length - 1
        // The last part may set variables for what follows (`lastpipe`, zsh); harmless elsewhere.
        flow = run(node.commands[index] as SyntaxNode, last ? scope : fork(scope, { depth: scope.depth }), flow, session)
      }
      return flow
    }
    case 'Redirected': {
      const result = redirect(node.redirects, expander(scope, session), stdin)
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
      for (const branch of branches) out = both(out, optional(branch, scope, stdin, session))
      return out
    }
    case 'While':
      return both(list(node.clause, scope, stdin, session), optional(node.body, scope, stdin, session))
    case 'For':
    case 'Select':
      return loop(node.name, node.wordlist, node.body, scope, stdin, session)
    case 'ArithmeticFor':
      return optional(node.body, scope, stdin, session)
    case 'Case': {
      expandWhole(node.word, expander(scope, session))
      let out = nothing
      for (const item of node.items) out = both(out, optional(item.body, scope, stdin, session))
      return out
    }
    case 'Function': {
      const name = node.name.value
      scope.functions.set(name, node)
      if (isForkBomb(node.body, name)) record(session, 'process.fork-bomb')
      return nothing
    }
    case 'Coproc':
      return run(node.body, fork(scope, { depth: scope.depth }), stdin, session)
    case 'TestCommand':
    case 'ArithmeticCommand':
      substitutions(node, scope, session)
      return nothing
    default:
      return nothing
  }
}

/** A branch that may not run: what it assigns becomes one more possible value. */
function optional(body: CompoundList, scope: Scope, stdin: Stream, session: Session): Stream {
  const before = new Map(scope.variables)
  const out = list(body, scope, stdin, session)
  merge(before, scope, true)
  return out
}

function merge(before: ReadonlyMap<string, Variable>, scope: Scope, uncertain: boolean): void {
  if (!uncertain || before.size === 0) return
  for (const [name, value] of scope.variables) {
    const old = before.get(name)
    if (old === undefined || old === value || old.array || value.array) continue
    const fields = [...old.fields, ...value.fields.filter(field => !old.fields.some(other => other.text === field.text))]
    scope.variables.set(name, { fields: fields.slice(0, bounds.values), array: false })
  }
}

function loop(
  name: Word,
  wordlist: readonly Word[] | undefined,
  body: CompoundList,
  scope: Scope,
  stdin: Stream,
  session: Session,
): Stream {
  const on = expander(scope, session)
  let values: Text[] = []
  if (wordlist === undefined) values = [...scope.positional]
  else for (const word of wordlist) for (const field of expand(word, on)) values.push(field)
  if (values.length === 0) values = [hole(`$${name.value}`)]
  if (values.length > bounds.values) {
    session.exhausted = true
    values = values.slice(0, bounds.values)
  }
  // All values at once: every command of the body sees each of them.
  scope.variables.set(name.value, { fields: values, array: false })
  return optional(body, scope, stdin, session)
}

/** Runs the substitutions inside a node that is itself no command (`[[ ]]`, `(( ))`). */
function substitutions(node: SyntaxNode, scope: Scope, session: Session): void {
  if (node.type === 'TestCommand') {
    const visit = (expression: unknown): void => {
      if (typeof expression !== 'object' || expression === null) return
      if ((expression as Word).type === 'Word') {
        expand(expression as Word, expander(scope, session))
        return
      }
      for (const child of Object.values(expression)) if (typeof child === 'object') visit(child)
    }
    visit(node.expression)
  }
}

/** A function that starts itself twice, or in the background, without an end. */
function isForkBomb(body: SyntaxNode, name: string): boolean {
  const seen = { calls: 0, background: false, piped: false }
  const visit = (node: SyntaxNode, depth: number): void => {
    if (depth > 20) return
    if (node.type === 'Command') {
      if (node.name?.value === name) seen.calls++
    } else if (node.type === 'Statement') {
      if (node.background === true && calls(node.command, name)) seen.background = true
      visit(node.command, depth + 1)
    } else if (node.type === 'Pipeline') {
      if (node.commands.filter(command => calls(command, name)).length > 1) seen.piped = true
      for (const command of node.commands) visit(command, depth + 1)
    } else if (node.type === 'BraceGroup' || node.type === 'Subshell') visit(node.body, depth + 1)
    else if (node.type === 'CompoundList') for (const command of node.commands) visit(command, depth + 1)
    else if (node.type === 'AndOr') for (const command of node.commands) visit(command, depth + 1)
    else if (node.type === 'Redirected') visit(node.command, depth + 1)
    else if (node.type === 'While') visit(node.body, depth + 1)
  }
  visit(body, 0)
  return seen.piped || seen.background || (seen.calls > 1 && name.length === 1)
}

function calls(node: SyntaxNode, name: string): boolean {
  if (node.type === 'Command') return node.name?.value === name
  if (node.type === 'Pipeline' || node.type === 'AndOr') return node.commands.some(command => calls(command, name))
  return false
}

export function assign(assignment: Assignment, scope: Scope, session: Session): Variable {
  const on = expander(scope, session)
  const { value } = assignment
  const old = scope.variables.get(assignment.name)
  if (value.type === 'ArrayValue') {
    const fields = expandArray(value, on)
    return { fields: assignment.append === true && old !== undefined ? [...old.fields, ...fields] : fields, array: true }
  }
  const text = expandWhole(value, on)
  if (assignment.index !== undefined) {
    const fields = [...(old?.fields ?? [])]
    const at = Number(assignment.index.value)
    if (Number.isInteger(at) && at >= 0 && at < bounds.values) fields[at] = text
    for (let index = 0; index < fields.length; index++) fields[index] ??= { ...text, text: '' }
    return { fields, array: true }
  }
  if (assignment.append === true) {
    const known = old?.fields[0]?.text ?? HOLE
    const head = known.length + text.text.length > bounds.length ? HOLE : known
    return {
      fields: [{ ...text, text: head + text.text, unknown: head.includes(HOLE) ? assignment.text : text.unknown }],
      array: false,
    }
  }
  // A branch-dependent value keeps all its possibilities: `A=$B` where B is one of two.
  const several = value.parts?.length === 1 ? expand(value, on) : []
  return {
    fields:
      several.length > 1 && several.every(field => !/\s/.test(field.text)) && !value.text.startsWith('$(') ? several : [text],
    array: false,
  }
}

/** What an assignment makes of a variable. */

import type { Assignment, Word } from 'unbash'
import { isUnordered, unquoted } from '../expansion/parameters.ts'
import { expandSubscripts } from '../expansion/subscripts.ts'
import { expand, expandArray, expandWhole, ordered, subscript, whole } from '../expansion/words.ts'
import { type Analysis, atMost, bounds, type Environment, referred, tooLong } from '../values/analysis.ts'
import { HOLE, hole, literal, unordered, type Value, type Variable } from '../values/value.ts'
import { distinct } from './branches/joining.ts'

/** The shell's own tables, from names to what they mean. */
const tables = /^(?:BASH_(?:CMDS|ALIASES)|commands|aliases)$/
const noNames: Variable = { fields: [], array: true, keys: [], named: true }

/** Sets the variable of one assignment, `+=` and subscripts included, and returns what it holds now. */
export function assign(assignment: Assignment, env: Environment, analysis: Analysis): Variable {
  const goes = analysis.allExported === true || env.variables.get(referred(assignment.name, env))?.exported === true
  const made: Variable = { ...assigned(assignment, env, analysis), ...(goes && { exported: true }) }
  if (assignment.name === 'GLOBIGNORE') analysis.dots = true
  // The shell's own tables of what its command names mean.
  if (/^BASH_(?:CMDS|ALIASES)$/.test(assignment.name))
    for (const [at, key] of (made.keys ?? []).entries()) env.aliases.set(key, made.fields[at]?.text ?? '')
  return made
}

function assigned(assignment: Assignment, env: Environment, analysis: Analysis): Variable {
  const on = { env, analysis }
  const { value } = assignment
  const held = env.variables.get(referred(assignment.name, env))
  const old = held === undefined && tables.test(assignment.name) ? noNames : held
  if (value.type === 'ArrayValue') {
    const added = expandArray(value, on)
    if (assignment.append !== true || old === undefined) return added
    const fields = atMost([...old.fields, ...added.fields], bounds.fields, analysis)
    if (old.keys === undefined && added.keys === undefined) return { fields, array: true }
    const keys = [...keysOf(old, 0), ...keysOf(added, old.fields.length)].slice(0, fields.length)
    return ordered({ fields, array: true, keys })
  }
  // A branch-dependent value keeps all its possibilities.
  const ways = expand(value, on, true)
  const several = ways.length > 1 && ways.every(field => field.choice === true) ? distinct(ways) : []
  const text = behindColons(whole(value, ways, on), value, analysis)
  if (old?.reckoned === true) expandSubscripts(text.text, env, analysis)
  if (assignment.index !== undefined) {
    const index = expandWhole(assignment.index, on).text
    expandSubscripts(index, env, analysis)
    // What the shell has found along the path.
    if (/^(?:BASH_CMDS|commands)$/.test(assignment.name)) env.aliases.set(index, text.text)
    return element(
      old,
      old?.named === true ? unquoted(index) : subscript(index, on),
      several.length > 0 ? several : [text],
      assignment.append === true,
      analysis,
    )
  }
  const fields = several.length > 0 ? several : [text]
  if (assignment.append !== true) return { fields, array: false }
  // The first of a list, and one of several that a value may be.
  const heads =
    old === undefined ? [hole(assignment.text)] : old.array && !old.fields.some(isUnordered) ? old.fields.slice(0, 1) : old.fields
  const made = product(heads, fields, assignment.text, analysis)
  return old?.array === true
    ? { ...old, fields: heads.length > 1 ? unordered([...old.fields, ...made]) : [...made, ...old.fields.slice(1)] }
    : { fields: made, array: false }
}

/** Each of these with each of those behind it. */
function product(heads: readonly Value[], tails: readonly Value[], written: string, analysis: Analysis): readonly Value[] {
  if (heads.length * tails.length > bounds.values) return [hole(written)]
  return heads.flatMap(head =>
    tails.map(tail => {
      const text = head.text.length + tail.text.length > bounds.length ? tooLong(analysis) : head.text + tail.text
      return {
        ...tail,
        text,
        glob: head.glob || tail.glob,
        taint: head.taint | tail.taint,
        unknown: text.includes(HOLE) ? written : tail.unknown,
      }
    }),
  )
}

/** `PATH=a:~/b`: a tilde behind a colon is a home as well. */
function behindColons(text: Value, { parts, text: written }: Word, { host }: Analysis): Value {
  return parts === undefined && /:~(?:[/:]|$)/.test(written) && !/["'\\]/.test(written)
    ? { ...text, text: text.text.replace(/:~(?=[/:]|$)/g, `:${host.home}`) }
    : text
}

function keysOf(value: Variable, from: number): readonly string[] {
  return value.keys ?? value.fields.map((_, index) => String(from + index))
}

/** `a[i]=x` */
function element(old: Variable | undefined, key: string, ways: readonly Value[], append: boolean, analysis: Analysis): Variable {
  const several = old !== undefined && !old.array && old.fields.length > 1
  const isOpen = old?.named !== true && !/^-?\d+$/.test(key)
  if (isOpen || several || ways.length > 1 || old?.fields.some(isUnordered) === true) {
    // Nobody knows which stands where.
    const fields = old?.fields ?? []
    const now = append ? product(fields.length === 0 ? [literal('')] : fields, ways, key, analysis) : ways
    return { fields: unordered(atMost([...fields, ...now], bounds.fields, analysis)), array: true }
  }
  const text = ways[0] as Value
  const fields = [...(old?.fields ?? [])]
  const keys = old === undefined ? [] : [...keysOf(old, 0)]
  const from = /^-\d+$/.test(key) ? keys.at(Number(key)) : undefined
  const at = keys.indexOf(from ?? key)
  const now = append && at >= 0 ? { ...text, text: (fields[at]?.text ?? '') + text.text } : text
  if (at >= 0) fields[at] = now
  else if (fields.length < bounds.fields) keys.push(key) && fields.push(now)
  return old?.named === true ? { ...old, fields, keys } : ordered({ fields, array: true, keys })
}

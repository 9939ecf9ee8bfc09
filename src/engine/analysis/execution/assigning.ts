/** What an assignment makes of a variable. */

import type { Assignment, Word } from 'unbash'
import { expandSubscripts } from '../expansion/subscripts.ts'
import { expand, expandArray, expandWhole, ordered } from '../expansion/words.ts'
import { type Analysis, atMost, bounds, type Environment, referred, tooLong } from '../values/analysis.ts'
import { HOLE, type Value, type Variable } from '../values/value.ts'

/** Sets the variable of one assignment, `+=` and subscripts included, and returns what it holds now. */
export function assign(assignment: Assignment, env: Environment, analysis: Analysis): Variable {
  const made = assigned(assignment, env, analysis)
  if (assignment.name === 'GLOBIGNORE') analysis.dots = true
  // The shell's own tables of what its command names mean.
  if (/^BASH_(?:CMDS|ALIASES)$/.test(assignment.name))
    for (const [at, key] of (made.keys ?? []).entries()) env.aliases.set(key, made.fields[at]?.text ?? '')
  return made
}

function assigned(assignment: Assignment, env: Environment, analysis: Analysis): Variable {
  const on = { env, analysis }
  const { value } = assignment
  const old = env.variables.get(referred(assignment.name, env))
  if (value.type === 'ArrayValue') {
    const added = expandArray(value, on)
    if (assignment.append !== true || old === undefined) return added
    const fields = atMost([...old.fields, ...added.fields], bounds.fields, analysis)
    if (old.keys === undefined && added.keys === undefined) return { fields, array: true }
    const keys = [...keysOf(old, 0), ...keysOf(added, old.fields.length)].slice(0, fields.length)
    return ordered({ fields, array: true, keys })
  }
  const text = behindColons(expandWhole(value, on), value, analysis)
  if (old?.reckoned === true) expandSubscripts(text.text, env, analysis)
  if (assignment.index !== undefined) {
    const index = expandWhole(assignment.index, on).text
    expandSubscripts(index, env, analysis)
    // What the shell has found along the path.
    if (/^(?:BASH_CMDS|commands)$/.test(assignment.name)) env.aliases.set(index, text.text)
    return element(old, index, text, assignment.append === true)
  }
  if (assignment.append === true) {
    const known = old?.fields[0]?.text ?? HOLE
    const head = known.length + text.text.length > bounds.length ? tooLong(analysis) : known
    return {
      fields: [
        {
          ...text,
          text: head + (head === known ? text.text : ''),
          unknown: head.includes(HOLE) ? assignment.text : text.unknown,
        },
      ],
      array: false,
    }
  }
  // A branch-dependent value keeps all its possibilities: `A=$B` where B is one of two.
  const several = value.parts?.length === 1 ? expand(value, on) : []
  return {
    fields:
      several.length > 1 &&
      several.every(field => field.choice === true && !/\s/.test(field.text)) &&
      !value.text.startsWith('$(')
        ? several
        : [text],
    array: false,
  }
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
function element(old: Variable | undefined, subscript: string, text: Value, append: boolean): Variable {
  const fields = [...(old?.fields ?? [])]
  const keys = old === undefined ? [] : [...keysOf(old, 0)]
  const key = subscript.replace(/^(["'])(.*)\1$/, '$2')
  const at = keys.indexOf(key)
  const now = append && at >= 0 ? { ...text, text: (fields[at]?.text ?? '') + text.text } : text
  if (at >= 0) fields[at] = now
  else if (fields.length < bounds.fields) keys.push(key) && fields.push(now)
  return ordered({ fields, array: true, keys })
}

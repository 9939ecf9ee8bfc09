/** Texts that are put together by a form: `str.format` of Python, `format!` of Rust, `snprintf` of C. */

import { HOLE, taint } from '../../values/value.ts'
import { type Argument, type Code, type CodeValue, unknown, value } from './code.ts'
import { fill, printed, sum } from './collections.ts'
import { specified } from './texts.ts'

/** `'{} {a:>5}'.format(x, a=y)` */
export function format(on: CodeValue, args: readonly Argument[], code: Code): CodeValue {
  const plain = args.filter(argument => argument.name === undefined)
  const values: CodeValue[] = []
  let next = 0
  for (const [whole, key = '', how, spec = ''] of on.text.matchAll(new RegExp(fields, 'g'))) {
    if (whole === '{{' || whole === '}}') {
      values.push(value(whole.slice(1)))
      continue
    }
    const found =
      key === '' ? plain[next++] : /^\d+$/.test(key) ? plain[Number(key)] : args.find(argument => argument.name === key)
    // `format!("{name}")`: a variable by its name.
    const held = code.language === 'other' && /^[a-z_]\w*$/i.test(key) ? code.variables.get(key) : undefined
    const given = found?.value ?? held ?? unknown
    const text = given.items === undefined && !given.text.includes(HOLE) && how === undefined ? specified(given.text, spec) : HOLE
    const bits = text === undefined ? taint.decoded : 0
    values.push({ ...given, text: text ?? HOLE, taint: given.taint | bits })
  }
  return fill(on, values, fieldsOnly, code)
}

const fields = /\{\{|\}\}|\{([^{}:!]*)(?:!([a-z]))?(?::([^{}]*))?\}/
/** The same without groups, which a split would give back. */
const fieldsOnly = /\{\{|\}\}|\{[^{}]*\}/

/** `snprintf(buffer, size, "rm %s", name)`, `strcat(buffer, name)` of C: sets the variable that such a call fills. */
export function fillsBuffer(name: string, args: readonly Argument[], code: Code): void {
  const buffer = args[0]?.tokens[0]
  if (code.language !== 'other' || buffer?.kind !== 'name') return
  const values = args.map(({ value }) => value)
  if (name === 'sprintf' || name === 'snprintf') {
    const [form, ...rest] = values.slice(name === 'sprintf' ? 1 : 2)
    if (form !== undefined) code.variables.set(buffer.value, printed(form, rest, code))
  } else if (/^strn?cpy$/.test(name) && values[1] !== undefined) code.variables.set(buffer.value, values[1])
  else if (/^strn?cat$/.test(name) && values[1] !== undefined)
    code.variables.set(buffer.value, sum([code.variables.get(buffer.value) ?? unknown, values[1]], code))
}

/** Values of expressions in scripting languages, as far as literals carry them. */

import { bounds, late } from '../../values/analysis.ts'
import { HOLE } from '../../values/value.ts'
import { asPath } from '../library/paths.ts'
import { eachWay, overArguments } from '../model/branching.ts'
import { type Code, type CodeValue, unknown, value } from '../model/code.ts'
import { join, printed, shownNumber, splitText, sum } from '../model/collections.ts'
import { outputOf } from '../model/printed.ts'
import { matching, split } from '../tokens/brackets.ts'
import type { Token } from '../tokens/lexer.ts'
import { argumentsOf } from './arguments.ts'
import { holding, named } from './callables.ts'
import { chain } from './chains.ts'
import { interpolate } from './interpolation.ts'
import { hasKeys, inBrackets, isPair, list, object } from './literals.ts'
import { methods } from './members.ts'
import { beside, choices, computed, plus, repetition } from './operators.ts'
import { comprehension } from './repeating.ts'

export function evaluate(all: readonly Token[], code: Code): CodeValue {
  code.work += all.length + 1
  if (code.work > bounds.evaluation || ((code.work & 63) < all.length && late(code.analysis))) {
    code.analysis.exhausted = true
    return unknown
  }
  if (all.length === 0) return unknown
  if (code.depth >= bounds.expressions) {
    code.analysis.exhausted = true
    return unknown
  }
  code.depth++
  try {
    const choice = choices(all, code)
    if (choice !== undefined) return choice
    if (code.language === 'awk') {
      const parts = beside(all)
      if (parts.length > 1)
        return join(
          parts.map(part => evaluate(part, code)),
          '',
          code,
        )
    }
    const repeated = repetition(all, code)
    if (repeated !== undefined) return repeated
    if (all[0]?.kind === 'number' && all.length > 1 && all[1]?.value !== '.' && all[1]?.value !== '..')
      return computed(all, code, single)
    const sums = split(all, plus(all, code.language))
    const isMember =
      (code.language === 'perl' || code.language === 'php') &&
      !sums.every(
        part => part[0]?.kind === 'text' || /^[$(]/.test(part[0]?.value ?? '') || (part.length > 1 && part[0]?.kind === 'name'),
      )
    if (sums.length > 1 && !isMember && sums.every(part => part.length > 0))
      return sum(
        sums.map(part => evaluate(part, code)),
        code,
      )
    const filled = code.language === 'python' || code.language === 'ruby' ? split(all, '%') : []
    if (filled.length === 2 && filled.every(part => part.length > 0)) {
      const [format, values] = filled.map(part => evaluate(part, code)) as [CodeValue, CodeValue]
      const given = (values.items ?? [values]).map(one => ({ name: undefined, value: one, tokens: [] }))
      return overArguments(given, args =>
        eachWay(format, one =>
          printed(
            one,
            args.map(argument => argument.value),
            code,
          ),
        ),
      )
    }
    const paths = split(all, '/')
    if (paths.length > 1 && paths.every(part => part.length > 0)) {
      const values = paths.map(part => evaluate(part, code))
      return values.some(({ number }) => number === true) ? unknown : join(values, '/', code)
    }
    return single(all, code)
  } finally {
    code.depth--
  }
}

function single(all: readonly Token[], code: Code): CodeValue {
  const [first, second] = all
  if (first === undefined) return unknown
  // `\&f` of Perl, `&f` of Ruby.
  if (first.kind === 'mark' && first.value === '\\' && second?.value === '&')
    return holding(named(all.slice(2), code), code) ?? unknown
  if (
    first.kind === 'mark' &&
    reaches.test(first.value) &&
    second?.kind !== 'number' &&
    /^(?:perl|ruby|other)$/.test(code.language)
  )
    return evaluate(all.slice(1), code)
  if (first.kind === 'mark' && first.value === '@' && second?.value === '{')
    return evaluate(all.slice(2, matching(all, 1) - 1), code)
  // `:name` of Ruby
  if (first.kind === 'mark' && first.value === ':' && second?.kind === 'name' && code.language === 'ruby')
    return methods(value(second.value), all.slice(2), code)
  if (first.kind === 'text') {
    if (first.list === true) return methods(splitText(value(first.value), undefined, code), all.slice(1), code)
    let result = interpolate(first.value, code)
    if (first.shell) return methods(outputOf(result.text, code) ?? { text: HOLE, taint: result.taint }, all.slice(1), code)
    let at = 1
    while (all[at]?.kind === 'text') result = join([result, interpolate((all[at++] as { value: string }).value, code)], '', code)
    return methods(result, all.slice(at), code)
  }
  if (first.kind === 'pattern') {
    const plain = /^(?:[\w\s~@%#&;:,<>="'!-]|\\[^a-zA-Z0-9])+$/.test(first.value) && !first.flags.includes('i')
    return plain ? { ...value(first.value.replace(/\\/g, '')), global: first.flags.includes('g') } : unknown
  }
  if (first.kind === 'number' && second?.kind === 'name' && code.language !== 'perl') return unknown
  if (first.kind === 'number')
    return methods(
      Number.isSafeInteger(Number(first.value)) || /^\d+\.\d+$/.test(first.value)
        ? { ...value(first.value), number: true }
        : value(first.value),
      all.slice(1),
      code,
    )
  if (first.kind === 'mark') {
    if (first.value === '[' || first.value === '(' || first.value === '{') {
      const end = matching(all, 0)
      const inside = all.slice(1, end - 1)
      if (first.value !== '{' && hasKeys.test(code.language) && split(inside, ',').some(isPair))
        return methods(object(inside, code), all.slice(end), code)
      // `[]string{"a"}`
      const held =
        code.language === 'other' && first.value === '['
          ? all.findIndex(({ kind, value: word }) => kind === 'mark' && word === '{')
          : -1
      if (held > 0 && held < end + 4)
        return methods(list(all.slice(held + 1, matching(all, held) - 1), code), all.slice(matching(all, held)), code)
      // `&{$f}`, `@{ $list }`
      if (first.value === '{' && code.language === 'perl' && inside.length === 1) return evaluate(inside, code)
      if (first.value === '(') return methods(inBrackets(inside, code), all.slice(end), code)
      if (first.value === '[' || (first.value === '{' && code.language === 'lua'))
        return methods(comprehension(inside, code) ?? list(inside, code), all.slice(end), code)
      // One of several, whichever the key is.
      const key = all[end]?.value === '[' ? all[end + 1]?.value : undefined
      const chosen = split(inside, ',').find(part => key !== undefined && part[0]?.value === key && part[1]?.value === ':')
      if (chosen !== undefined) return methods(evaluate(chosen.slice(2), code), all.slice(matching(all, end)), code)
      if (first.value === '{') return methods(object(inside, code), all.slice(end), code)
    }
    return unknown
  }
  if (/^(?:await|new|not|scalar|my|local|return|yield|clone)$/.test(first.value)) return evaluate(all.slice(1), code)
  if (
    (first.value === 'str' ||
      first.value === 'String' ||
      first.value === 'Path' ||
      first.value === 'PurePath' ||
      (first.value === 'bytes' && all[2]?.value !== '[') ||
      first.value === 'Pathname' ||
      first.value === 'URL') &&
    second?.value === '('
  ) {
    const end = matching(all, 1)
    const args = argumentsOf(all.slice(2, end - 1), code)
    const whole =
      args.length > 1
        ? join(
            args.map(argument => argument.value),
            '/',
            code,
          )
        : (args[0]?.value ?? unknown)
    if (whole.number === true) return methods(value(shownNumber(whole.text)), all.slice(end), code)
    // A list as a text has marks of the language around it.
    if (whole.items !== undefined && first.value === 'String')
      return methods({ text: HOLE, taint: whole.taint }, all.slice(end), code)
    return methods(/^(?:Pure)?Path/.test(first.value) ? asPath(whole) : whole, all.slice(end), code)
  }
  return chain(all, code)
}

/** `*p`, `&p`: what a pointer leads to, or one to it. */
const reaches = /^[*&]$/

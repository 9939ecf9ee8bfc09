/** Texts with expressions in them: templates, f-strings, variables of Perl and PHP. */

import { HOLE } from '../../values/value.ts'
import { variableNamed } from '../library/sources.ts'
import { type Code, type CodeValue, unknown, value } from '../model/code.ts'
import { join } from '../model/collections.ts'
import { specified } from '../model/texts.ts'
import { dollar, type Language, tokens } from '../tokens/lexer.ts'

/** Around the place of what may be one of several. */
const several = '\u0002'

export function interpolate(text: string, code: Code): CodeValue {
  if (!/[\u0001$#]/.test(text)) return value(text.replaceAll(dollar, '$'))
  let bits = 0
  const open: CodeValue[] = []
  const put = (found: CodeValue): string => {
    bits |= found.taint
    return found.or === undefined ? found.text : `${several}${open.push(found) - 1}${several}`
  }
  const { language } = code
  const replaced = text
    .replace(/\$ENV\{['"]?(\w+)['"]?\}/g, (whole, name: string) => (language === 'perl' ? put(variableNamed(name, code)) : whole))
    .replace(/\{?\$_(?:SERVER|ENV)\[['"]?(\w+)['"]?\]\}?/g, (whole, name: string) =>
      language === 'php' ? put(variableNamed(name, code)) : whole,
    )
    .replace(
      /\u0001\{((?:[^{}]|\{[^{}]*\})+)\}|[$#]\{([^{}]+)\}|\{(\$[^{}]+)\}|(?<=^|[^\\])\$([A-Za-z_]\w*)(?:\[(\d+)\])?/g,
      (whole, a?: string, b?: string, c?: string, d?: string, index?: string) => {
        const written = (a ?? b ?? c ?? d ?? '').trim()
        if (a === undefined && !interpolates(c === undefined ? (whole[0] as string) : '{', language)) return whole
        // `{x!r:>8}` of Python: how it is shown is no part of it.
        const [, name = written, how = '', spec = ''] =
          a !== undefined && language === 'python' ? (/^([\s\S]*?)(![rsa])?(?::([^:'"[\]]*))?$/.exec(written) ?? []) : []
        const known = code.variables.get(name) ?? code.variables.get(`$${name}`)
        if (index !== undefined)
          return known?.items === undefined ? `${put(known ?? unknown)}[${index}]` : put(known.items[Number(index)] ?? unknown)
        const found = known ?? (/\W/.test(name) ? code.evaluate(tokens(name, language), code) : unknown)
        if (how === '' && spec === '') return put(found)
        return put({
          ...found,
          text: (how === '' && !found.text.includes(HOLE) ? specified(found.text, spec) : undefined) ?? HOLE,
        })
      },
    )
  if (open.length > 0 && !replaced.includes('\u0001')) {
    const parts = replaced.split(new RegExp(`${several}(\\d+)${several}`))
    return join(
      parts.map((part, at) => (at % 2 === 0 ? value(part.replaceAll(dollar, '$')) : (open[Number(part)] ?? unknown))),
      '',
      code,
    )
  }
  // What stands in brackets of its own is not read.
  return { text: replaced.includes('\u0001') ? HOLE : replaced.replaceAll(dollar, '$'), taint: bits }
}

/** Whether `$x` and `${x}`, or `#{x}`, stand for something in a text of the language. */
function interpolates(sign: string, language: Language): boolean {
  if (language === 'other') return sign !== '{'
  if (sign === '{') return language === 'php'
  return sign === '#' ? language === 'ruby' : language === 'perl' || language === 'php'
}

/** Patterns of tokens, many in one: compiling one for each would be paid for by every call. */

import { type TokenForm, tokens } from '../../src/core/tokens/forms.ts'
import { header } from './registry.ts'

/** Of each form the fewest characters, as far as its quantifiers tell. */
const shortestOf = ({ pattern }: TokenForm): number => {
  let length = 0
  const bare = pattern.replace(/\(\?<?[=!](?:[^()]|\([^()]*\))*\)/g, '')
  for (const [, , group, least] of bare.matchAll(
    /(\\.|\[(?:\\.|[^\]])*\]|(\((?:[^()]|\([^()]*\))*\))|.)(?:\{(\d+)(?:,\d*)?\}|\?)?/g,
  )) {
    if (group === undefined) length += Number(least ?? 1)
  }
  return length
}

/** Marks that stand in usual words keep out of the patterns of the others. */
const isUsual = ({ mark }: TokenForm): boolean => mark.length < 4 || /^[a-z]+[-.]$/.test(mark)
const looksBack = ({ pattern }: TokenForm): boolean => pattern.startsWith('(?<')
const most = 40

export const tokenForms = (): string => {
  const lists = [
    ['api-token', tokens.filter(form => !looksBack(form) && shortestOf(form) >= 24 && !isUsual(form))],
    ['api-token', tokens.filter(form => !looksBack(form) && shortestOf(form) >= 24 && isUsual(form))],
    ['api-token', tokens.filter(looksBack)],
    ['access-key', tokens.filter(form => !looksBack(form) && shortestOf(form) < 24)],
  ] as const
  const parts = lists.flatMap(([kind, forms]) =>
    Array.from({ length: Math.ceil(forms.length / most) }, (_, n) => [kind, forms.slice(n * most, (n + 1) * most)] as const),
  )
  const row = ([kind, forms]: (typeof parts)[number]): string => {
    const marks = [...new Set(forms.map(({ mark }) => mark))].join(' ')
    const pattern = [...new Set(forms.map(form => form.pattern))].join('|')
    return `  [\n    '${kind}',\n    /${forms.every(looksBack) ? '' : '\\b'}(?:${pattern})/g,\n    '${marks}',\n  ],\n`
  }
  return `${header}\nimport type { Form } from '../redact.ts'\n\nexport const tokenForms: readonly Form[] = [\n${parts.map(row).join('')}]\n`
}

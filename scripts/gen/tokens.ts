/** Patterns of tokens, many in one: compiling one for each would be paid for by every call. */

import { readFileSync } from 'node:fs'
import { at } from '../project/project.ts'
import { header } from './registry.ts'

export interface TokenForm {
  readonly provider: string
  readonly mark: string
  /** Source of a regular expression. A form that looks back itself has no word's boundary in front. */
  readonly pattern: string
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

export const tokens: readonly TokenForm[] = readFileSync(at('src/core/tokens/forms.txt'), 'utf8')
  .trim()
  .split('\n')
  .filter(line => !line.startsWith('#'))
  .map(line => {
    const [, provider = '', mark = '', form = ''] = /^(\S+) +(\S+) +(\S.*)$/.exec(line) ?? []
    const whole = form.startsWith('=') ? form.slice(1) : escaped(mark) + form
    return { provider, mark, pattern: whole.endsWith('!') ? `${whole.slice(0, -1)}(?![\\w-])` : whole }
  })

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

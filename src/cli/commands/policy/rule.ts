/** `policy show RULE`: one rule, where it stands, and how it can be opened. */

import { oneLine } from '../../../core/redact.ts'
import { readDocument } from '../../../engine/policy/language/document.ts'
import type { EffectivePolicy, ShownRule } from '../../../engine/policy/language/show.ts'
import { nearest } from '../../../engine/policy/language/suggest.ts'
import { writtenWhen } from '../../../engine/policy/language/written.ts'
import type { PolicyFile, Rule } from '../../../engine/policy/rules/types.ts'
import { writeAll } from '../../../hook/io.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { readText } from './files.ts'

export const showRule = (id: string, policy: EffectivePolicy, policies: readonly PolicyFile[], asJson: boolean): number => {
  const shown = rulesNamed(id, policy, policies)
  writeAll(1, asJson ? `${json(shown)}\n` : `${shown.map(listing).join('\n')}\n`)
  return 0
}

/** Several files may have a rule of this name. */
export const rulesNamed = (id: string, policy: EffectivePolicy, policies: readonly PolicyFile[]): readonly Shown[] => {
  const found = policy.rules.filter(rule => rule.id === id)
  if (found.length === 0) {
    const meant = nearest(
      id,
      policy.rules.map(rule => rule.id),
    )
    throw new ConfigError(`No rule is called "${oneLine(id, 60)}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`)
  }
  return found.map(rule => {
    const written = policies.find(({ file }) => file === rule.from)?.rules.find(own => own.id === id)
    const exceptions = policy.exceptions.filter(exception => exception.rule === id)
    return { ...rule, ...lineOf(rule), ...more(written), exceptions, permit: permitOf(rule, written, policies) }
  })
}

type Shown = ShownRule & { readonly line?: number } & Pick<Rule, 'when' | 'final' | 'reviewers' | 'links'> & {
    readonly exceptions: EffectivePolicy['exceptions']
    readonly permit: string
  }

const more = (rule: Rule | undefined): Pick<Rule, 'when' | 'final' | 'reviewers' | 'links'> => {
  const { when, final, reviewers, links } = rule ?? {}
  return {
    ...(when !== undefined && { when }),
    ...(final !== undefined && { final }),
    ...(reviewers !== undefined && { reviewers }),
    ...(links !== undefined && { links }),
  }
}

/** Of a file that is here; a bundle has none. */
const lineOf = ({ layer, from, id }: ShownRule): { readonly line?: number } => {
  if (layer === 'preset') return {}
  try {
    const written = readDocument(readText(from))
    const rules = (written.value as { readonly rules?: readonly { readonly id?: unknown }[] } | undefined)?.rules ?? []
    const at = rules.findIndex(rule => rule?.id === id)
    return at < 0 ? {} : { line: written.at(['rules', at, 'id'], { found: '', expected: '' }).line }
  } catch (error) {
    if (error instanceof ConfigError) return {}
    throw error
  }
}

const permitOf = ({ id, layer }: ShownRule, written: Rule | undefined, policies: readonly PolicyFile[]): string => {
  if (written?.final) return 'nothing opens it: it is final'
  if (id.startsWith('self.')) return 'change the guard by hand; a call against it is never let through'
  if (
    layer === 'managed' ||
    (layer === 'preset' && policies.some(file => file.layer === 'managed' && file.extends !== undefined))
  )
    return 'only a managed file can open it: ask whoever manages the policy'
  return `an exception in your own policy file: { rule: ${id}, when: {…}, reason: …, expires: … }`
}

export const listing = (rule: Shown): string => {
  const rows: readonly (readonly [name: string, value: string | undefined])[] = [
    ['rule', rule.id],
    ['from', `${rule.from}${rule.line === undefined ? '' : `:${rule.line}`} (${rule.layer})`],
    ['decision', `${rule.decision}${rule.strategy === 'audit' ? ', on trial' : ''}`],
    ['severity', rule.severity],
    ['on', rule.on.join(', ')],
    ['when', rule.when === undefined ? undefined : writtenWhen(rule.when)],
    ['means', rule.means],
    ['reason', rule.reason],
    ['instead', rule.instead],
    ['reviewers', rule.reviewers?.join(', ')],
    ['links', rule.links?.join(' ')],
    ...rule.exceptions.map(
      ({ reason, from, when, expires, ineffective }) =>
        [
          'exception',
          `${reason} (${from})${when === undefined ? '' : ` when: ${writtenWhen(when)}`}${expires === undefined ? '' : ` until ${expires}`}${ineffective === undefined ? '' : ` no effect: ${ineffective}`}`,
        ] as const,
    ),
    ['permit', rule.permit],
  ]
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(10)} ${value}`])).join('\n')
}

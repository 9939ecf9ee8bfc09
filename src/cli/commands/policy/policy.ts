/** `policy show` and `policy schema`: what is in force here and from where, and what a file may say. */

import { policyJsonSchema } from '../../../engine/policy/language/schema.ts'
import { type EffectivePolicy, showPolicy } from '../../../engine/policy/language/show.ts'
import { writeAll } from '../../../hook/io.ts'
import { json } from '../terminal/json.ts'
import { policiesHere } from './files.ts'

export const schema = async (): Promise<number> => {
  writeAll(1, `${json(policyJsonSchema(), 2)}\n`)
  return 0
}

/** The effective policy here, and the file each part comes from. */
export const show = async (
  [id]: readonly string[],
  options: { readonly json?: boolean; readonly all?: boolean },
): Promise<number> => {
  const policies = await policiesHere()
  const policy = showPolicy(policies, new Date().toISOString().slice(0, 10))
  if (id !== undefined) return (await import('./rule.ts')).showRule(id, policy, policies, options.json === true)
  writeAll(1, options.json ? `${json(policy)}\n` : `${listing(policy, options.all === true)}\n`)
  return 0
}

const listing = (policy: EffectivePolicy, all: boolean): string => {
  const rules = policy.rules.filter(rule => all || rule.decision !== 'off')
  const width = Math.max(...rules.map(rule => rule.id.length), 10)
  return [
    `preset          ${policy.preset.value}  (${policy.preset.from})`,
    ...Object.entries(policy.settings).map(([name, { value, from }]) => `${name.padEnd(15)} ${value}  (${from})`),
    `packs           ${policy.packs.map(({ id, value }) => `${id}=${value}`).join(' ')}`,
    '',
    ...rules.map(
      rule =>
        `${rule.id.padEnd(width)}  ${rule.decision.padEnd(6)} ${rule.strategy === 'audit' ? 'audit  ' : ''}${rule.on.join(',')}  (${rule.from})`,
    ),
    ...policy.exceptions.map(
      exception =>
        `exception ${exception.rule}: ${exception.reason} (${exception.from})${exception.ineffective === undefined ? '' : ` no effect: ${exception.ineffective}`}`,
    ),
    ...policy.refused.map(({ from, what }) => `refused: ${what} (${from})`),
  ].join('\n')
}

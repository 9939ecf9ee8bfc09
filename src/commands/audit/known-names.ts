/** Filters that can match nothing: a name that neither this program nor the log knows is a slip of the pen. */

import type { Hash } from '../../audit/chain.ts'
import { isRule, type Wanted } from '../../audit/filter.ts'
import { entries, nothingSkipped } from '../../audit/read.ts'
import { load } from '../../clients.gen.ts'
import { oneLine } from '../../core/redact.ts'
import { allPacks } from '../../policy/judge/layers.ts'
import { nearest } from '../../policy/language/suggest.ts'
import { rulesOf } from '../../policy/rules/pack.ts'
import { readHere } from '../policy/files.ts'
import { ConfigError } from '../terminal/errors.ts'

/** Reads the log only for a name that is not known without it. */
export const checkNames = async (wanted: Wanted, stateDir: string, hash: Hash): Promise<void> => {
  const clients = new Set(['unknown', ...Object.keys(load)])
  const rules = new Set(await rulesHere())
  const knowsRule = (asked: string) => [...rules].some(rule => isRule(rule, asked)) || /^(?:gateway|tfy)(?:\.|$)/.test(asked)
  const strange = () => [
    ...(wanted.client ?? []).filter(id => !clients.has(id)).map(name => ({ what: 'client', name, known: [...clients] })),
    ...(wanted.rule ?? []).filter(id => !knowsRule(id)).map(name => ({ what: 'rule or pack', name, known: [...rules] })),
  ]
  if (strange().length === 0) return
  for (const entry of entries(stateDir, hash, nothingSkipped())) {
    clients.add(entry.client)
    for (const rule of [...entry.rules, ...entry.audited]) rules.add(rule)
  }
  const [first] = strange()
  if (first === undefined) return
  const { what, name, known } = first
  const names = [...new Set(known.flatMap(one => (what === 'client' ? [one] : [one, one.split('.', 1)[0] ?? one])))]
  const meant = nearest(name, names) ?? names.find(one => name !== '' && one.startsWith(name))
  const hint = meant === undefined ? '' : ` Did you mean ${oneLine(meant, 60)}?`
  throw new ConfigError(`No ${what} is called "${oneLine(name, 60)}", here or in the log.${hint}`)
}

const rulesHere = async (): Promise<readonly string[]> => {
  const { files } = await readHere()
  return [...allPacks.flatMap(rulesOf), ...files.flatMap(({ rules }) => rules)].map(({ id }) => id)
}

/** Filters that can match nothing: a name that neither this program nor the log knows is a slip of the pen. */

import { load } from '../../../adapters/clients.gen.ts'
import { oneLine } from '../../../core/redact.ts'
import { allPacks } from '../../../engine/policy/judge/layers.ts'
import { nearest } from '../../../engine/policy/language/suggest.ts'
import { rulesOf } from '../../../engine/policy/rules/pack.ts'
import { isBelow, isRule, type Wanted } from '../../../hook/audit/filter.ts'
import type { History } from '../../../hook/audit/history/history.ts'
import { readHere } from '../policy/files.ts'
import { ConfigError } from '../terminal/errors.ts'

/** Looks into the log only for a name that is not known without it. A log without a line knows nothing better. */
export const checkNames = async (wanted: Wanted, history: () => Promise<History>): Promise<void> => {
  const { client, rule, user, host, project, event, session, tenant } = wanted
  // What others are called is not for a tenant to know.
  if (tenant !== undefined) return
  const clients = ['unknown', ...Object.keys(load)]
  const rules = rule === undefined ? [] : await rulesHere()
  const knowsRule = (known: readonly string[], asked: string) =>
    known.some(one => isRule(one, asked)) || /^(?:gateway|tfy)(?:\.|$)/.test(asked)
  const strangeRule = rule?.some(one => !knowsRule(rules, one))
  if (!client?.some(one => !clients.includes(one)) && !strangeRule && [user, host, project, event, session].every(one => !one))
    return
  const { names } = await history()
  if (names('decision').length === 0 && !client && !rule) return
  const among = (known: readonly string[], asked: string) => known.includes(asked)
  const checks: readonly (readonly [string, readonly string[] | undefined, readonly string[], typeof among])[] = [
    ['client', client, [...clients, ...names('client')], among],
    ['rule or pack', rule, [...rules, ...names('rules'), ...names('audited')], knowsRule],
    ['user', user, names('user'), among],
    ['host', host, names('host'), among],
    ['project', project, names('project'), (known, asked) => known.some(one => isBelow(one, asked))],
    ['event', event, names('event'), (known, asked) => known.some(one => one.toLowerCase() === asked.toLowerCase())],
    ['session', session, names('session'), (known, asked) => known.some(one => one.startsWith(asked))],
  ]
  for (const [what, asked, known, knows] of checks)
    for (const name of asked ?? []) if (!knows(known, name)) throw unknownName(what, name, known)
}

const unknownName = (what: string, name: string, known: readonly string[]): ConfigError => {
  const packs = what === 'rule or pack' ? known.map(one => one.split('.', 1)[0] ?? one) : []
  const names = [...new Set([...known, ...packs])].filter(one => one !== '')
  const meant = nearest(name, names) ?? names.find(one => one.startsWith(name))
  const hint = meant === undefined ? '' : ` Did you mean ${oneLine(meant, 200)}?`
  const where = ['client', 'rule or pack'].includes(what) ? 'here or in the log' : 'in the log'
  return new ConfigError(`No ${what} is called "${oneLine(name, 200)}", ${where}.${hint}`)
}

const rulesHere = async (): Promise<readonly string[]> => {
  const { files } = await readHere()
  return [...allPacks.flatMap(rulesOf), ...files.flatMap(({ rules }) => rules)].map(({ id }) => id)
}

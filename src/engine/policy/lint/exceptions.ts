/** Exceptions that open too much, or nothing. */

import { textGlob } from '../../matching/glob.ts'
import { allPacks } from '../judge/layers.ts'
import type { WrittenPolicy } from '../language/schema.ts'
import { nearest } from '../language/suggest.ts'
import { rulesOf } from '../rules/pack.ts'
import type { LayerName } from '../rules/types.ts'
import type { Circumstances } from './lint.ts'
import { type Code, type Note, same } from './note.ts'

const builtIn = allPacks.flatMap(pack => rulesOf(pack).map(({ id }) => id))

export const lintExceptions = (policy: WrittenPolicy, layer: LayerName, { today, above }: Circumstances): Note[] => {
  // A project's are ignored, and that is said of each.
  if (layer === 'project') return []
  const own = (policy.rules ?? []).map(({ id }) => id)
  const upper = above.filter(file => file.layer !== layer)
  const managed = upper.flatMap(file => (file.layer === 'managed' ? file.rules : []))
  const lockedPreset = layer === 'user' && upper.some(file => file.layer === 'managed' && file.extends !== undefined)
  const finals = [...(policy.rules ?? []), ...above.flatMap(({ rules }) => rules)].flatMap(({ id, final }) => (final ? [id] : []))
  const known = [...builtIn, ...own, ...above.flatMap(file => file.rules.map(({ id }) => id))]
  const all = policy.exceptions ?? []
  return all.flatMap((exception, i): Note[] => {
    const { rule, when, expires } = exception
    const notes: Note[] = []
    const add = (code: Code, key: string, wrong: string, instead: string, severity: Note['severity'] = 'warning'): void => {
      notes.push({ path: ['exceptions', i, key], code, severity, wrong, instead })
    }
    const meant = known.filter(id => textGlob(rule, id))
    if (meant.length === 0) {
      const near = nearest(rule, known)
      const wrong = rule.includes('*') ? `no rule matches ${rule}` : `no rule is called ${rule}`
      add('unknown-rule', 'rule', wrong, near === undefined ? 'policy show --all lists the rules' : `did you mean ${near}`)
    } else if (/^[*.]+$/.test(rule)) add('opens-guard', 'rule', 'this excepts from every rule there is', 'name the rules')
    else if (meant.some(id => id.startsWith('self.')))
      add(
        'opens-guard',
        'rule',
        `an exception from ${rule} lets agents change the guard itself`,
        'remove it, and change the guard by hand',
      )
    else if (meant.every(id => finals.includes(id)))
      add('locked', 'rule', `${rule} is final, so no exception opens it`, 'change the rule, or remove this', 'error')
    else if (layer === 'user' && meant.every(id => managed.some(({ id: other }) => other === id)))
      add(
        'locked',
        'rule',
        `${rule} is a managed rule, which no user's exception opens`,
        'ask whoever manages the policy',
        'error',
      )
    else if (lockedPreset && meant.every(id => builtIn.includes(id)))
      add(
        'locked',
        'rule',
        'the managed policy sets the preset, so its rules are locked',
        'ask whoever manages the policy',
        'error',
      )
    else if (when === undefined && meant.every(id => own.includes(id)))
      add('no-effect', 'rule', `this switches off ${rule} of the same file`, 'remove the rule, or say when it does not hold')
    if (
      notes.length === 0 &&
      expires === undefined &&
      (when === undefined || Object.keys(when).length === 0) &&
      meant.some(id => builtIn.includes(id))
    )
      add('opens', 'rule', `this switches off ${rule} for everything and for good`, 'add when or expires')
    if (expires !== undefined && expires < today)
      add('expired', 'expires', `the exception from ${rule} ended on ${expires}`, 'remove it, or write a later day')
    if (when !== undefined && Object.keys(when).length === 0)
      add('no-effect', 'when', 'an empty when holds always', 'leave when out, or add a condition')
    const twin = all.findIndex(other => other.rule === rule && same(other.when, when))
    if (twin < i) add('shadowed', 'rule', `the exception from ${rule} is written twice`, 'remove one of them')
    else if (
      all.some(
        (other, j) =>
          j !== i && other.rule === rule && other.when === undefined && when !== undefined && (other.expires ?? '9') >= today,
      )
    )
      add('shadowed', 'rule', `another exception from ${rule} holds always, so this one adds nothing`, 'remove one of them')
    return notes
  })
}

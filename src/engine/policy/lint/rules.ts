/** Rules that do nothing, or something else than they say. */

import type { WrittenPolicy } from '../language/schema.ts'
import { listOf, type WrittenWhen } from '../language/written-when.ts'
import type { Note } from './note.ts'

export const lintRules = (policy: WrittenPolicy): Note[] =>
  (policy.rules ?? []).flatMap((rule, i) => {
    const notes: Note[] = []
    const add = (key: string, wrong: string, instead: string, severity: Note['severity'] = 'warning'): void => {
      notes.push({ path: ['rules', i, key], code: severity === 'error' ? 'never-holds' : 'no-effect', severity, wrong, instead })
    }
    const on = listOf(rule.on)
    const says = rule.context ?? rule.message ?? rule.rewrite
    if (rule.when !== undefined && Object.keys(rule.when).length === 0)
      add('when', 'an empty when holds always', 'leave when out, or add a condition')
    if (rule.decision === 'allow' && rule.grant !== true && says === undefined)
      add('decision', 'allow only says that this rule does not object', 'to permit what another rule stops, write an exception')
    if (rule.decision === 'redact' && !asksDetectors(rule.when))
      add('decision', 'redact without detects has nothing to mask, and denies', 'add detects, or write decision: deny')
    if (rule.decision === 'redact' && !on.some(subject => ['output', 'prompt', 'any'].includes(subject)))
      add(
        'decision',
        `with on: ${on.join(', ')} nothing can be masked, and redact denies`,
        'write on: [prompt, output], or decision: deny',
      )
    if (on.includes('any') && rule.when === undefined && (rule.decision === 'deny' || rule.decision === 'ask'))
      add('on', 'this holds for all that happens', 'name the events, or add a condition')
    if (rule.rewrite !== undefined && rule.decision === 'deny')
      add('rewrite', 'what is denied is not changed', 'remove decision or rewrite')
    if (rule.rewrite !== undefined && !on.some(subject => ['shell', 'any'].includes(subject)))
      add('rewrite', 'only commands can be rewritten', 'write on: shell', 'error')
    if (rule.decision === 'ask' && rule.when?.attended === false && policy.settings?.unattended !== 'ask')
      add('decision', 'nobody is there to be asked, so this denies', 'write decision: deny')
    if (on.includes('any') && on.length > 1)
      add('on', `on: any includes ${on.filter(subject => subject !== 'any').join(', ')}`, 'write on: any alone')
    if (new Set(on).size < on.length) add('on', 'an event is named twice', 'name each once')
    if (rule.grant === true && (rule.when?.program === undefined || rule.when.args === undefined) && on.includes('shell'))
      add('grant', 'this grants every command that meets its few conditions', 'name the program and its arguments')
    if (rule.instead !== undefined && rule.instead === rule.reason) add('instead', 'instead repeats the reason', 'say what to do')
    return notes
  })

const asksDetectors = (when: WrittenWhen | undefined): boolean =>
  when !== undefined && (when.detects !== undefined || [...(when.any ?? []), ...(when.all ?? [])].some(asksDetectors))

/** What `init` says: what it would write, and what it has written. */

import type { JsonObject, JsonValue } from '../../../core/json.ts'
import { flat } from '../../../core/redact.ts'
import { isForeign } from '../../../hook/sources/dialects/translate.ts'
import type { Guard, Reason } from '../../../setup/guard/answer.ts'
import type { Change } from '../../../setup/install/change.ts'
import { homely } from '../health/doctor-report.ts'
import type { Program } from '../registration/own-program.ts'
import type { Palette } from '../terminal/ansi.ts'
import { diffOf } from '../terminal/diff.ts'
import type { StarterFile } from './account-files.ts'
import type { Checked, Way } from './gateway-check.ts'
import type { Step, Unsupported } from './targets.ts'

export interface Plan {
  readonly steps: readonly Step[]
  readonly unsupported: readonly Unsupported[]
  readonly starterFiles: readonly StarterFile[]
  readonly remarks: readonly string[]
  readonly checked: Checked | undefined
  readonly dryRun: boolean
  readonly program: Program
  /** Where the texts are that `uninstall` puts back. */
  readonly kept: string
}

/** A file that could not be written after all. `owner` is the client, or nothing. */
export interface Done {
  readonly owner: string
  readonly file: string
  readonly problem: string
}

/** `whole` shows new files of ours line by line, too; `changes` only what happens to those of others. */
export type Extent = 'whole' | 'changes' | 'problems'

export const planText = (plan: Plan, colors: Palette, extent: Extent): string => {
  const { steps, unsupported, starterFiles, remarks } = plan
  const lines: string[] = extent === 'problems' ? [] : summary(plan, colors)
  lines.push(...remarks.map(remark => colors.warned(flat(remark))))
  const shown = extent === 'problems' ? [] : starterFiles
  for (const { file, text, secret } of shown)
    if (secret) lines.push(colors.strong(`${flat(file)} (new file, readable by you alone; not shown)`))
    else if (extent === 'whole') lines.push(`${diffOf({ file, before: undefined, after: text }, colors)}\n`)
    else lines.push(colors.strong(`${flat(file)} (new file, ${text.split('\n').length - 1} lines)`))
  for (const step of steps) {
    const { client, trouble, outcome } = step
    if (trouble !== undefined) lines.push(colors.warned(flat(`${client}: ${trouble}.`)))
    const title = titleOf(step)
    if ('problem' in outcome) lines.push(colors.warned(flat(`${title}: ${outcome.problem}`)))
    else if (extent !== 'problems') lines.push(...changed(outcome.changes).map(change => `\n${title}: ${diffOf(change, colors)}`))
  }
  // Last, above the question: nobody should agree to what the client will not look at.
  for (const { client, guard, outcome } of steps)
    for (const { because, fix } of 'problem' in outcome ? [] : ignoring(guard))
      lines.push(colors.warned(flat(`${client} will not be guarded: ${because}. Fix: ${fix}`)))
  for (const { client, problem } of unsupported) lines.push(colors.warned(flat(`${client}: ${problem}`)))
  return lines.map(line => `${line}\n`).join('')
}

/** On one screen, before the differences: who is here, and what would be written where. */
const summary = ({ steps, starterFiles }: Plan, { strong, faint }: Palette): string[] => {
  const owners = [...steps.map(titleOf), ...(starterFiles.length === 0 ? [] : ['this account'])]
  const width = Math.max(...owners.map(owner => owner.length))
  const row = (owner: string, what: string, file: string): string =>
    `  ${owner.padEnd(width)}  ${faint(what.padEnd(7))}  ${homely(flat(file))}`.trimEnd()
  const rows = steps.flatMap(step => {
    const { outcome } = step
    const changes = 'changes' in outcome ? changed(outcome.changes) : []
    if (changes.length === 0) return [row(titleOf(step), 'problem' in outcome ? 'is left alone' : 'needs no change', '')]
    return changes.map(({ file, before }, i) =>
      row(i === 0 ? titleOf(step) : '', before === undefined ? 'creates' : 'changes', file),
    )
  })
  rows.push(...starterFiles.map(({ file }, i) => row(i === 0 ? 'this account' : '', 'creates', file)))
  const here = steps.filter(({ sighting }) => sighting !== undefined).length
  return [strong(`${here === 1 ? 'One coding agent is' : `${here} coding agents are`} here. What this writes:`), ...rows, '']
}

const titleOf = ({ client, version }: Step): string => `${client}${version === undefined ? '' : ` ${version.join('.')}`}`

const changed = (changes: readonly Change[]): readonly Change[] => changes.filter(({ before, after }) => before !== after)

const ignoring = (guard: Guard | undefined): readonly Reason[] => (guard?.answer === 'not guarded' ? guard.reasons : [])

type State = 'registered' | 'would be registered' | 'unchanged' | 'left alone' | 'not guarded'

const stateOf = ({ client, outcome, guard }: Step, dryRun: boolean, done: readonly Done[]): State => {
  if ('problem' in outcome || done.some(({ owner }) => owner === client)) return 'left alone'
  if (guard?.answer === 'not guarded') return 'not guarded'
  if (changed(outcome.changes).length === 0) return 'unchanged'
  return dryRun ? 'would be registered' : 'registered'
}

export const resultText = ({ steps, unsupported, starterFiles, dryRun, kept, checked }: Plan, done: readonly Done[]): string => {
  const lines: string[] = ['']
  const width = dryRun ? 19 : steps.some(step => stateOf(step, dryRun, done) === 'not guarded') ? 11 : 10
  for (const step of steps) {
    const files = 'changes' in step.outcome ? step.outcome.changes.map(({ file }) => file) : []
    lines.push(`${stateOf(step, dryRun, done).padEnd(width)}  ${step.client.padEnd(12)}  ${files.join(', ')}`.trimEnd())
  }
  for (const { client } of unsupported) lines.push(`${'left alone'.padEnd(width)}  ${client}`)
  for (const { file, problem } of done) lines.push(`not written: ${problem.includes(file) ? '' : `${file}: `}${problem}`)
  if (!dryRun)
    for (const { file } of starterFiles)
      if (!done.some(failed => failed.file === file)) lines.push(`${'written'.padEnd(width)}  ${file}`)
  const replaced = steps.some(
    ({ outcome }) => 'changes' in outcome && changed(outcome.changes).some(({ before }) => before !== undefined),
  )
  if (replaced && !dryRun) lines.push(`${'kept'.padEnd(width)}  what stood in these files before, in ${kept}`)
  for (const way of checked?.ok === true ? (checked.ways ?? []) : []) lines.push(`${'gateway'.padEnd(width)}  ${wayText(way)}`)
  const ignored = steps.flatMap(({ client, guard }) =>
    ignoring(guard).map(({ because, fix }) => `  ${client}: ${because}. Fix: ${fix}`),
  )
  if (ignored.length > 0) lines.push('', 'Not guarded:', ...ignored)
  const notes = steps.flatMap(({ client, outcome, notes: said }) =>
    'problem' in outcome ? [] : said.map(note => `  ${client}: ${note}`),
  )
  if (notes.length > 0) lines.push('', 'Left for you:', ...notes)
  if (dryRun) lines.push('', 'Nothing was written.')
  else lines.push('', ...restarts(steps), 'Is it live?  tfy-hook doctor', 'The way out: tfy-hook uninstall')
  return lines.map(line => `${flat(line)}\n`).join('')
}

/** A session that is running goes on without us, but where the client reads its settings again. */
const restarts = (steps: readonly Step[]): readonly string[] => {
  const registered = steps.filter(({ outcome }) => 'changes' in outcome && changed(outcome.changes).length > 0)
  const once = registered.filter(({ live }) => !live)
  return once.length === 0 ? [] : [`Restart what is running: ${once.map(({ client }) => client).join(', ')}.`]
}

export const reportOf = (plan: Plan, done: readonly Done[]): JsonObject => ({
  program: plan.program,
  dryRun: plan.dryRun,
  remarks: plan.remarks,
  ...(plan.checked !== undefined && {
    gateway: plan.checked.ok
      ? {
          ok: true,
          ms: Math.round(plan.checked.ms),
          ways: (plan.checked.ways ?? []).map(way => ({ ...way, ms: Math.round(way.ms) })),
        }
      : { ok: false, problem: plan.checked.problem },
  }),
  written: plan.starterFiles.map(({ file }) => file),
  clients: [
    ...plan.steps.map((step): JsonValue => {
      const { client, ground, sighting, version, trouble, outcome, notes, guard } = step
      return {
        client,
        scope: ground.scope,
        state: stateOf(step, plan.dryRun, done),
        binary: sighting?.binary ?? null,
        folder: sighting?.folder ?? null,
        version: version?.join('.') ?? null,
        files:
          'changes' in outcome
            ? outcome.changes.map(({ file, before, after }) => ({ file, action: actionOf(before, after) }))
            : [],
        ...(trouble !== undefined && { warning: trouble }),
        ...('problem' in outcome && { problem: outcome.problem }),
        ...(guard !== undefined && { guard: guardJson(guard) }),
        notes,
      }
    }),
    ...plan.unsupported.map(({ client, problem }): JsonValue => ({ client, state: 'left alone', problem })),
  ],
  failed: done.map(({ owner, file, problem }): JsonValue => ({ ...(owner !== '' && { client: owner }), file, problem })),
})

const guardJson = ({ answer, reasons, scopes }: Guard): JsonObject => ({
  answer,
  reasons: reasons.map(reason => ({ ...reason })),
  scopes: scopes.map(scoped => ({ ...scoped, files: [...scoped.files], reasons: scoped.reasons.map(reason => ({ ...reason })) })),
})

export const actionOf = (before: string | undefined, after: string | undefined): string =>
  before === after ? 'none' : before === undefined ? 'create' : after === undefined ? 'remove' : 'change'

/** One line: who asks where, and in whose words. */
const wayText = ({ client, path, dialect, strict, ms }: Way): string => {
  const words = isForeign(dialect, client) ? `, in ${dialect === 'cursor-flat' ? 'Cursor' : 'Claude Code'}’s form` : ''
  return `${client} asks ${path}${words}${strict ? ', strict' : ''} (${Math.round(ms)} ms)`
}

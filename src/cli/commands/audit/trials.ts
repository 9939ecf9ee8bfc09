/** `audit stats --trial`: what would have been stopped, for whom, and the command that stops it from now on. */

import { oneLine } from '../../../core/redact.ts'
import type { Count } from '../../../hook/audit/history/figures.ts'
import { sum, type Trial, type Trials } from '../../../hook/audit/history/trials.ts'
import { readHere } from '../policy/files.ts'
import { type OnTrial, trialsIn } from '../policy/on-trial.ts'
import type { Palette } from '../terminal/ansi.ts'
import { clock } from './format.ts'

interface Ranked extends Trials {
  readonly rules: readonly (Trial & { readonly now: 'on trial' | 'enforced' | 'not in force here'; readonly enforce?: OnTrial })[]
}

/** With what the policies say now, in the current directory. */
export const ranked = async (trials: Trials): Promise<Ranked> => {
  const { files } = await readHere()
  const here = trialsIn(files)
  return {
    ...trials,
    rules: trials.rules.map(trial => {
      const enforce = here.get(trial.rule)
      if (enforce !== undefined) return { ...trial, now: 'on trial', enforce }
      return { ...trial, now: here.has(trial.rule) ? 'enforced' : 'not in force here' }
    }),
  }
}

const mostShown = 30

export const trialsText = (
  { stopped, calls, byWould, rules }: Ranked,
  { strong, faint, decision }: Palette,
  columns: number,
): string => {
  if (calls === 0) return 'No rule on trial held.'
  const what = (counts: readonly Count[]): string =>
    counts.map(({ name, count }) => decision(name, `would ${name} ${count}`)).join(', ')
  const lines = [
    strong(`${stopped} call${stopped === 1 ? '' : 's'} would not have gone on as ${stopped === 1 ? 'it' : 'they'} did`) +
      (stopped === 0 ? '' : ` (${what(byWould)})`),
  ]
  for (const { rule, would, calls: held, users, clients, projects, sessions, last, example, now, enforce } of rules.slice(
    0,
    mostShown,
  )) {
    const rest = held - sum(would)
    const counts = [...(would.length === 0 ? [] : [what(would)]), ...(rest === 0 ? [] : [`${rest} as decided anyway`])].join(', ')
    const head = `     last ${clock(Date.parse(last) || undefined)}  ${example.id}  `
    lines.push(
      '',
      `  ${strong(oneLine(rule, 60))}  ${counts}`,
      `     ${names('user', users)}; ${names('project', projects)}; ${names('client', clients)}; ${sessions} session${sessions === 1 ? '' : 's'}`,
      faint(`${head}${oneLine(example.what, Math.max(20, columns - head.length))}`),
      enforce === undefined
        ? `     ${now}`
        : `     enforce: ${enforce.command}  (${enforce.by} in ${oneLine(enforce.file, 200)})`,
    )
  }
  if (rules.length > mostShown) lines.push('', `  and ${rules.length - mostShown} more; --json has them all`)
  return lines.join('\n')
}

const names = (what: string, counts: readonly Count[]): string => {
  const shown = counts.slice(0, 3).map(({ name, count }) => `${oneLine(name, 60)} ${count}`)
  return `${what}${counts.length === 1 ? '' : 's'} ${shown.join(', ')}${counts.length > 3 ? `, and ${counts.length - 3} more` : ''}`
}

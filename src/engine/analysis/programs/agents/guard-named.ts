/** Commands that name this guard: removing it, stopping it, putting something in its place. Rows of data. */

import { type Call, find } from '../../values/analysis.ts'
import { rows } from './guard-named.gen.ts'

export interface Row {
  readonly programs: string
  /** One of these words, or flags, takes the guard away; without it, every call does. */
  readonly words?: RegExp
}

const wordsOf = new Map<string, (RegExp | undefined)[]>()
for (const { programs, words } of rows)
  for (const name of programs.toLowerCase().split(' ')) wordsOf.set(name, [...(wordsOf.get(name) ?? []), words])

/** The name alone, as part of a path, of a package's name with scope, publisher or version, or of a service. */
const named = /(?:^|[^A-Za-z0-9])tfy[-_]hook(?![A-Za-z0-9])/i
/** A package as its publisher names it, of any new version. */
const published = /^(?:@[\w-]+\/)?tfy-hook(?:@(?:latest|next)?)?$/

/** For a call of which some argument names the guard. */
export function aboutGuard(call: Call): void {
  const words = call.args.map(word => word.text)
  const about = words.filter(text => named.test(text))
  if (about.length === 0 || words.some(text => /^(?:--help|--dry-run|--simulate|-n|--no-act|--whatif)$/i.test(text))) return
  const program = call.program.toLowerCase()
  const verbs = wordsOf.get(program) ?? []
  if (verbs.some(verb => verb === undefined || words.some(text => verb.test(text) && !named.test(text))))
    find(call, 'self.tamper')
  // Installed for all from somewhere else, or as a version of old.
  const installs =
    /^(?:npm|pnpm|yarn|bun)$/.test(program) && words.some(text => /^(?:i|in|ins|inst|install|add|link|ln)$/.test(text))
  const everywhere = words.some(text => /^(?:-g|--global|global|--location=global)$/.test(text))
  if (installs && everywhere && about.some(text => !published.test(text))) find(call, 'self.tamper')
}

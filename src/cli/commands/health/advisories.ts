/** What versions of clients do wrong with hooks, whatever a registration says. Data: a new one is a line here, with its source. */

import { atLeast } from '../../../core/install.ts'
import type { Advisory, advisoriesHere } from '../../../hook/bundle/advisories.ts'
import type { Config } from '../../../hook/config.ts'
import { type Finding, fine, warn } from '../../../setup/doctor/finding.ts'

/** When this list was last looked through: of one id, a bundle made later says what holds. */
export const listed = '2026-11-27'

export const advisories: readonly Advisory[] = [
  {
    id: 'claude-code.lost-ask',
    client: 'claude-code',
    fixed: '2.1.321',
    what: 'may lose the question that a hook asks before a tool runs, and go on',
    source: 'cclint v0.60, notes of 2.1.321, 2026-11-09',
  },
  {
    id: 'claude-code.exit-two',
    client: 'claude-code',
    fixed: '2.1.90',
    what: 'ignores exit code 2 beside JSON; tfy-hook answers it without',
    source: 'measured by this project',
  },
  {
    id: 'claude-code.dropped-rewrite',
    client: 'claude-code',
    since: '2.1.220',
    fixed: '2.1.329',
    what: 'may run a command as it was, though a hook changed it',
    source: 'anthropics/claude-code#81340; 2.1.329 runs what the hook wrote, measured by this project',
  },
  {
    id: 'claude-code.attached-files',
    client: 'claude-code',
    what: 'reads files that a prompt names with @ without asking a hook',
    source: 'gabriel-dehan/claude_hooks#57, 2026-07-27',
  },
  {
    id: 'codex.write-stdin',
    client: 'codex',
    what: 'asks no hook about what is typed into a program that runs already',
    source: 'openai/codex#46372',
  },
  {
    id: 'codex.code-mode',
    client: 'codex',
    what: 'asks no hook about commands inside its code mode',
    source: 'openai/codex#23411',
  },
  {
    id: 'codex.exit-two',
    client: 'codex',
    what: 'shows a refusal without JSON and runs the command; tfy-hook always answers with JSON',
    source: 'openai/codex#41979, seen in 0.153.3',
  },
  {
    id: 'copilot-cli.autopilot',
    client: 'copilot-cli',
    since: '1.0.97',
    what: 'denies in autopilot what a hook would ask about',
    source: 'notes of Copilot CLI 1.0.97',
  },
]

const numbers = (version: string): readonly number[] => version.split('.').map(Number)

type Bundled = ReturnType<typeof advisoriesHere>

/** Read where a bundle is named. */
export const bundledHere = async ({ bundle, places }: Pick<Config, 'bundle' | 'places'>): Promise<Bundled> =>
  bundle === undefined ? undefined : (await import('../../../hook/bundle/advisories.ts')).advisoriesHere(bundle, places)

/** Ours and those of the bundle; of one id the newer. */
export const advisoriesWith = (bundled: Bundled): readonly Advisory[] => {
  const [older, newer] =
    bundled === undefined || bundled.created < listed ? [bundled?.list, advisories] : [advisories, bundled.list]
  return [...new Map([...(older ?? []), ...newer].map(one => [one.id, one])).values()]
}

export const bundledFindings = (bundled: Bundled): readonly Finding[] =>
  (bundled?.faults ?? []).map(fault =>
    warn(
      'bundle.advisories',
      `In the bundle ${bundled?.bundle}, ${fault}.`,
      'It is passed over; the rest of the bundle holds.',
      'Tell whoever signs the bundle',
    ),
  )

/** Those that hold for a version; of one that nobody knows, those that may. */
export const advisoriesFor = (
  client: string,
  version: readonly number[] | undefined,
  among: readonly Advisory[] = advisories,
): readonly Advisory[] =>
  among.filter(
    ({ client: whose, since, fixed }) =>
      whose === client &&
      (version === undefined
        ? since === undefined || fixed === undefined
        : (since === undefined || atLeast(version, numbers(since))) &&
          (fixed === undefined || !atLeast(version, numbers(fixed)))),
  )

export const advisoryFindings = (
  client: string,
  title: string,
  version: readonly number[] | undefined,
  among?: readonly Advisory[],
): readonly Finding[] =>
  advisoriesFor(client, version, among).map(({ what, fixed, source }) => {
    const id = 'client.advisory'
    if (fixed === undefined) return fine(id, `${title} ${what} (${source}).`)
    return version === undefined
      ? fine(id, `Before ${fixed} ${title} ${what} (${source}); which version is here is not known.`)
      : warn(
          id,
          `${title} ${version.join('.')} ${what} (${source}).`,
          'No registration makes up for it.',
          `Update ${title} to ${fixed} or newer`,
        )
  })

/** What a person who registers at this version is told: only what an update mends. */
export const advisoryNotes = (
  client: string,
  version: readonly number[] | undefined,
  among?: readonly Advisory[],
): readonly string[] =>
  version === undefined
    ? []
    : advisoriesFor(client, version, among).flatMap(({ what, fixed }) =>
        fixed === undefined ? [] : [`${version.join('.')} ${what}. Update it to ${fixed} or newer.`],
      )

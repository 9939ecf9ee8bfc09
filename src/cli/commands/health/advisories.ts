/** What versions of clients do wrong with hooks, whatever a registration says. Data: a new one is a line here, with its source. */

import { atLeast } from '../../../core/install.ts'
import type { Advisory, advisoriesHere } from '../../../hook/bundle/advisories.ts'
import type { Config } from '../../../hook/config.ts'
import { type Finding, fine, warn } from '../../../setup/doctor/finding.ts'
import { advisories } from './advisories.gen.ts'

/** When this list was last looked through: of one id, a bundle made later says what holds. */
export const listed = '2026-11-27'

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

/** Which version of a client is here, and whether it has hooks at all. */

import { atLeast } from '../../../core/install.ts'
import { type Finding, fine, warn } from '../../../setup/doctor/finding.ts'
import type { Version } from '../registration/client-version.ts'
import type { ClientState } from '../registration/inventory.ts'

export const versionFindings = (state: ClientState, { numbers, problem }: Version): readonly Finding[] => [
  ...(problem === undefined
    ? []
    : [
        warn(
          'client.program',
          `${problem}.`,
          numbers === undefined
            ? 'What only some versions accept cannot be checked, and what does not start asks nobody.'
            : `What does not start asks nobody, and neither does the ${state.adapter.title} that is started in its place.`,
          `Install ${state.adapter.title} again or remove ${state.binary}, then: tfy-hook doctor --client ${state.client}`,
        ),
      ]),
  ...(numbers === undefined ? [] : [versionFinding(state, numbers)]),
]

/** Told before anybody registers at it; what is registered already is said to be off. */
const versionFinding = ({ adapter, installation, ground }: ClientState, version: readonly number[]): Finding => {
  const is = `${adapter.title} is ${version.join('.')}`
  const since = installation.switches?.(ground).since
  return since === undefined || atLeast(version, since)
    ? fine('client.version', `${is}; tfy-hook was verified on ${adapter.verified}.`)
    : warn(
        'client.version',
        `${is}, which does not run our hooks; that takes ${since.join('.')} or newer.`,
        'Nothing that it does can be checked.',
        `Update ${adapter.title}`,
      )
}

/** Where verdicts go besides the audit log: whether each target takes any, how far it has come, and what was lost. */

import type { Env } from '../../core/client.ts'
import type { Config } from '../../hook/config.ts'
import { bad, type Finding, fine, warn } from '../../setup/doctor/finding.ts'
import { sinkFor } from './sink.ts'
import { standing } from './standing.ts'

export const exportFindings = async (config: Config, env: Env): Promise<readonly Finding[]> => {
  const { exports, audit, places, broken } = config
  if (broken !== undefined) return []
  if (exports.length > 0 && !audit)
    return [
      bad(
        'export.off',
        'Verdicts are to be exported, and the audit log, from which they are read, is off.',
        'Nothing is exported.',
        'audit: on in config.yaml',
      ),
    ]
  return (
    await Promise.all(
      exports.map(async target => {
        const { label, delivered, waiting, lost, refused, gaps, failing, refusal } = standing(places.state, target)
        const sink = await sinkFor({ target, env, instance: 'doctor', host: undefined })
        const tried = await sink.probe()
        const loss = lost + refused
        return [
          tried.kind === 'taken'
            ? fine('export', `The target ${label} takes verdicts; ${delivered} were given to it, ${waiting} wait.`)
            : bad(
                'export.fails',
                `The target ${label} takes no verdict: ${tried.why}.`,
                `${waiting} wait in the audit log, as long as that is kept.${failing === undefined ? '' : ` It has failed since ${failing.since}.`}`,
                'Check address, certificates and secret in config.yaml; then: tfy-hook doctor',
              ),
          ...(loss + gaps === 0
            ? []
            : [
                warn(
                  'export.lost',
                  `The target ${label} was never given ${loss} verdict${loss === 1 ? '' : 's'}${gaps === 0 ? '' : ` and what stood last in ${gaps} file${gaps === 1 ? '' : 's'} of the log`}.`,
                  refused > 0
                    ? `${refused} it did not accept (${refusal?.why ?? 'in part'}); the others were dropped with the log before it could be reached.`
                    : 'The audit log dropped them before the target could be reached.',
                  'Keep more of the log: audit.maxMiB and audit.keepFiles in config.yaml',
                ),
              ]),
        ]
      }),
    )
  ).flat()
}

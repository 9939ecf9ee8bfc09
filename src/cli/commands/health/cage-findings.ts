/** Whether calls that the policy contains can run in a cage here: tried, where a policy contains any. */

import { type Config, readPolicies } from '../../../hook/config.ts'
import { backendHere } from '../../../hook/contain/backend.ts'
import { selfHere } from '../../../hook/contain/here.ts'
import { hostFor } from '../../../hook/sources/offline.ts'
import { type Finding, fine, warn } from '../../../setup/doctor/finding.ts'

/** Ubuntu asks for a profile of AppArmor, others for a switch of the kernel. */
const forbidden = 'Let bubblewrap make user namespaces: sysctl user.max_user_namespaces, or its AppArmor profile'

export const cageFindings = async (config: Config): Promise<readonly Finding[]> => {
  const { files } = await readPolicies(config, [process.cwd()], process.cwd())
  const contains = files.some(
    file =>
      file.extends === 'contained' ||
      file.settings['could-not-tell'] === 'contain' ||
      file.rules.some(({ decision }) => decision === 'contain'),
  )
  if (!contains) return []
  const { places } = config
  const backend = await backendHere({ state: places.state, host: hostFor(places, process.env), self: selfHere() })
  return [
    backend.ok
      ? fine(
          'cage',
          `Calls that the policy contains run in a cage of ${backend.name}: in a trial it let no write outside, no secret and no connection through.`,
        )
      : warn(
          'cage.none',
          `No cage can be built here: ${backend.why}.`,
          'Calls that the policy contains are asked about, or denied, as their rules say.',
          /bubblewrap is not/.test(backend.why) ? 'apt install bubblewrap' : forbidden,
        ),
  ]
}

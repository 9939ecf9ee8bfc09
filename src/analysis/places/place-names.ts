/** The names in places that have a meaning. */

import { secretFolders, secretNames, secretTails } from './credential-places.gen.ts'
import { registrationFolders, registrations } from './guard-list.ts'
import { profiles } from './startup-places.ts'

/** Every name that matters in a place with a meaning, for telling what a short name may stand for. */
export function meaningfulNames(): ReadonlySet<string> {
  const paths = [...secretTails, ...secretFolders, ...registrations, ...registrationFolders]
  return new Set([
    ...paths.flatMap(path => path.split('/')),
    ...secretNames,
    ...profiles,
    ...'.git settings.json settings.local.json hooks.json config.toml policy.yaml config.yaml authorized_keys known_hosts'.split(
      ' ',
    ),
    ...'Program Files|Program Files (x86)|ProgramData|Documents|Downloads|Startup|Start Menu|Application Support'.split('|'),
  ])
}

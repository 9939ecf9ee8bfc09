/** A bundle that is kept on disk, read anew: everything about it is checked that does not change with time. */

import type { BundleConfig } from '../../core/config.ts'
import { fail, ok, type Result } from '../../core/failure.ts'
import type { Folder, Kept, Role } from './active.ts'
import { policiesOf } from './content.ts'
import { covers } from './rollout.ts'
import { readState } from './state.ts'
import { type Verified, verifyBundle } from './verify.ts'

export const compile = async (
  text: string,
  { url, keys, group }: BundleConfig,
  folder: Folder,
  role: Role,
): Promise<Result<Kept>> => {
  const unusable = (detail: string): Result<Kept> => fail({ kind: 'bundle-unusable', detail })
  const read = verifyBundle(text, { keys })
  if (!read.ok) return unusable(read.why)
  const policies = await policiesOf(read.value)
  return policies.ok
    ? ok({
        ...about(read.value, group, folder),
        ...(role === 'active' && misplaced(read.value, url, folder)),
        policies: policies.value,
      })
    : unusable(policies.why)
}

/** Read when the file has changed, so that a call pays nothing for it. */
const misplaced = ({ manifest: { name, counter } }: Verified, url: string, folder: Folder): Pick<Kept, 'misplaced'> => {
  const state = readState(folder)
  const before = state?.active
  // Another address may have another bundle.
  if (before === undefined || (before.name !== name && state?.url !== url)) return {}
  if (before.name !== name) return { misplaced: `is not what was put in force here: ${before.name}` }
  return counter < before.counter ? { misplaced: `has the counter ${counter}, and ${before.counter} was in force here` } : {}
}

const about = ({ manifest, signedBy, digest }: Verified, group: string | undefined, folder: Folder): Omit<Kept, 'policies'> => {
  const { name, version, counter, created, expires } = manifest
  return { name, version, counter, created, expires, signedBy, digest, mine: covers(manifest, group, folder.dir) }
}

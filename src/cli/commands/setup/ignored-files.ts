/** Patterns of files for a client's own list, from the policy: a second layer that needs no hook. */

import type { Installation } from '../../../core/install.ts'
import type { PolicyFile, When } from '../../../engine/policy/rules/types.ts'
import { readHere } from '../policy/files.ts'

/** Notes for a client that has such a list; none where the policy seals nothing in the project. */
export const ignoreNotes = async ({ ignores }: Installation): Promise<readonly string[]> => {
  if (ignores === undefined) return []
  const { files: policies } = await readHere()
  const globs = [...new Set(policies.flatMap(sealedBy))]
  return globs.length === 0
    ? []
    : [`The policy seals files. In ${ignores} they are sealed without a hook as well: ${JSON.stringify(globs)}`]
}

/** Files of the project that nothing may read, whatever else holds: a pattern with exceptions, or on trial, is no such thing. */
const sealedBy = ({ rules, settings }: PolicyFile): readonly string[] =>
  rules.flatMap(({ decision, when, strategy: own, on }) =>
    decision === 'deny' &&
    (own ?? settings.strategy ?? 'enforce') !== 'audit' &&
    when !== undefined &&
    isAlone(when) &&
    on.some(reads)
      ? (when.reads?.exclude.length === 0 ? when.reads.include : []).filter(glob => !/^[~/!$]|^[A-Za-z]:/.test(glob))
      : [],
  )

const isAlone = (when: When): boolean => Object.keys(when).every(key => key === 'reads')

const reads = (subject: string): boolean => subject === 'any' || subject === 'file-read'

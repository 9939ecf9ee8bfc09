/** Tables from `src/engine/knowledge`. Nothing of the product is loaded, since it reads them. */

import { credentialLists } from './credentials.ts'
import { packageNames } from './packages.ts'
import { findingTable, packTables } from './packs.ts'
import { programTables } from './records.ts'
import { otherTables } from './tables.ts'

export const knowledgeTables = (): ReadonlyMap<string, string> =>
  new Map([
    ...programTables(),
    ...otherTables(),
    ['src/engine/analysis/places/credential-places.gen.ts', credentialLists()],
    ['src/engine/policy/judge/packs.gen.ts', packTables()],
    ['src/engine/analysis/values/findings.gen.ts', findingTable()],
    ['src/engine/analysis/programs/code/packages.gen.ts', packageNames()],
  ])

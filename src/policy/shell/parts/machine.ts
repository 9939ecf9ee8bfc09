/** The machine itself: disks, rights, processes, secrets it keeps, agents that work on it. */

import '../analyse.ts' // All that is shared with it stays in its chunk.
import { agents } from '../programs/agents.ts'
import { archives } from '../programs/archives.ts'
import { debuggers } from '../programs/debuggers.ts'
import { disk } from '../programs/disk.ts'
import { linking } from '../programs/linking.ts'
import { permissions } from '../programs/permissions.ts'
import { persistenceTools } from '../programs/persistence.ts'
import { processes } from '../programs/process.ts'
import { searching } from '../programs/searching.ts'
import { secrets } from '../programs/secrets.ts'

export { agentsCarried } from '../programs/agents-carried.ts'
export { aboutGuard } from '../programs/guard-named.ts'

export const families = {
  agents,
  archives,
  debuggers,
  disk,
  linking,
  permissions,
  persistenceTools,
  processes,
  searching,
  secrets,
}

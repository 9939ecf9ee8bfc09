/** The machine itself: disks, rights, processes, secrets it keeps, agents that work on it. */

import { agents } from '../agents/agents.ts'
import { debuggers } from '../code/debuggers.ts'
import { records as formatters } from '../code/formatters.gen.ts'
import { archives } from '../files/archives.ts'
import { disk } from '../files/disk.ts'
import { linking } from '../files/linking.ts'
import { permissions } from '../files/permissions.ts'
import { searching } from '../files/searching.ts'
import { carriers } from '../machine/carriers.ts'
import { rareEscapes } from '../machine/command-options.ts'
import { fetchers } from '../machine/fetchers.ts'
import { persistenceTools } from '../machine/persistence.ts'
import { processes } from '../machine/process.ts'
import { runners } from '../machine/runners.ts'
import { secrets } from '../machine/secrets.ts'
import { records as systemPackages } from '../machine/system-packages.gen.ts'
import { terminals } from '../machine/terminals.ts'
import { toolManagers } from '../machine/tool-managers.ts'
import { typing } from '../machine/typing.ts'

export { mayRun } from '../../calls/possible-commands.ts'
export { embeddedAgents } from '../agents/embedded-agents.ts'
export { aboutGuard } from '../agents/guard-named.ts'

export { loadsForeign } from '../machine/loaded-code.ts'
export { asUnknown } from '../services/unknown-resources.ts'

export const families = {
  systemPackages,
  agents,
  searching,
  debuggers,
  archives,
  linking,
  disk,
  permissions,
  processes,
  secrets,
  persistenceTools,
  rareEscapes,
  carriers,
  fetchers,
  formatters,
  terminals,
  toolManagers,
  typing,
  runners,
}

/** What talks to another machine: transfers, sockets, databases, attacks on networks. */

import '../analyse.ts' // All that is shared with it stays in its chunk.
import { database } from '../programs/database.ts'
import { downloads } from '../programs/downloads.ts'
import { firewalls } from '../programs/firewall.ts'
import { network } from '../programs/network.ts'
import { servers } from '../programs/servers.ts'

export const families = { database, downloads, firewalls, network, servers }

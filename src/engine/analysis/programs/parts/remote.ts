/** What talks to another machine: transfers, sockets, databases, attacks on networks. */

import { autossh, ssh } from '../machine/ssh.ts'
import { downloads } from '../network/downloads.ts'
import { firewalls } from '../network/firewall.ts'
import { network } from '../network/network.ts'
import { offeredShells } from '../network/offered-shells.ts'
import { servers } from '../network/servers.ts'
import { database } from '../services/database.ts'

export const families = { network, ssh: { ssh, autossh }, downloads, servers, firewalls, database, offeredShells }

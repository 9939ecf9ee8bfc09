/** The part of `npm run e2e -- --liveness` that runs without a network: every client after the other. */

import { say } from '../../project/project.ts'
import { loadClients } from '../clients.ts'
import type { Order } from '../inside.ts'
import { warmUp } from '../warm-up.ts'
import { playAll, type Wanted } from './all.ts'

const { subjects, program, ways, untried } = JSON.parse(process.argv[2] ?? '{}') as Order & Wanted
const clients = await loadClients()
let wrong = 0
for (const { id, folder, version, node } of subjects) {
  const client = clients.find(each => each.id === id)
  if (client === undefined) continue
  say(`\n${client.title} ${version}`)
  const subject = { client, install: folder, node, program, keep: false }
  await warmUp(subject)
  wrong += await playAll(subject, version, { ways, untried })
}
process.exit(wrong === 0 ? 0 : 1)

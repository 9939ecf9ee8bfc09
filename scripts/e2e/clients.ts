/** Finds the clients by their folder; the scenarios in the order in which they are told. */

import { readdirSync } from 'node:fs'
import { at } from '../project/project.ts'
import type { E2eClient } from './client.ts'
import bridges from './scenarios/bridges.ts'
import failures from './scenarios/failures.ts'
import installing from './scenarios/installing.ts'
import moments from './scenarios/moments.ts'
import type { Scenario } from './scenarios/scenario.ts'
import verdicts from './scenarios/verdicts.ts'

export const scenarios: readonly Scenario[] = [...verdicts, ...moments, ...installing, ...failures, ...bridges]

/** Files that begin with `_` are shared by several. */
export const loadClients = async (): Promise<readonly E2eClient[]> => {
  const names = readdirSync(at('scripts/e2e/clients')).filter(name => name.endsWith('.ts') && !name.startsWith('_'))
  const clients = await Promise.all(
    names.map(
      async name =>
        ((await import(/* @vite-ignore */ `./clients/${name}`)) as { readonly default: E2eClient | readonly E2eClient[] })
          .default,
    ),
  )
  return clients.flat().sort((a, b) => a.id.localeCompare(b.id, 'en'))
}

/** The servers of one run: the one that a client calls in place of a hook, and the gateway of a scenario. */

import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { E2eClient } from './client.ts'
import { writeAll } from './files.ts'
import { homeEnv } from './sandbox.ts'
import type { Scenario } from './scenarios/scenario.ts'
import { freeUrl, serve, silent } from './serve.ts'

type Env = Readonly<Record<string, string>>

/** Who is served, and by which executable. */
interface Subject {
  readonly client: E2eClient
  readonly program: string
}

export interface Servers {
  /** Called by the client. */
  readonly url: string | undefined
  readonly close: () => void
}

export const startServers = async (scenario: Scenario, subject: Subject, scratch: string, env: Env): Promise<Servers> => {
  const gateway = await startGateway(scenario, subject, scratch, env)
  const own = await startOwn(scenario, subject, scratch, env)
  return {
    url: own?.url,
    close: () => {
      void own?.close()
      gateway?.close()
    },
  }
}

const startOwn = async (scenario: Scenario, { client, program }: Subject, scratch: string, env: Env) => {
  if (client.serves !== true) return undefined
  return scenario.around === 'hanging'
    ? silent()
    : serve(program, scenario.closed === true ? ['--fail-closed'] : [], scratch, env)
}

/** The policy of the scenario moves to the gateway; the hook itself has none. */
const startGateway = async ({ gateway, policy }: Scenario, { program }: Subject, scratch: string, env: Env) => {
  if (gateway === undefined) return undefined
  const home = join(scratch, 'gateway')
  writeAll({ [join(home, '.config', 'tfy-hook', 'policy.yaml')]: policy })
  const server = gateway.state === 'up' ? await serve(program, [], scratch, homeEnv(home, [])) : undefined
  const folder = join(env.XDG_CONFIG_HOME ?? '', 'tfy-hook')
  const key = join(folder, 'credentials')
  writeAll({
    [join(folder, 'policy.yaml')]: 'version: 1\nextends: none\n',
    [join(folder, 'config.yaml')]: configOf(gateway.fail, server?.url ?? (await freeUrl())),
    [key]: 'a-key-of-the-harness',
  })
  chmodSync(key, 0o600)
  return server
}

const configOf = (fail: 'open' | 'closed', url: string): string => `version: 1
source: gateway
fail: ${fail}
gateway:
  url: ${url}
`

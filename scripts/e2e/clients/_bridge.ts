/** The plugin of a client without hook commands, written by the executable itself. */

import type { Exception, Hook, Start } from '../client.ts'

/** The bridge waits a quarter longer than it gives to the executable. */
const share = 0.8

export const bridged = (host: string, folder: string, { program, closed, timeoutSeconds }: Hook): Start => ({
  command: program,
  args: [
    'bridge',
    host,
    '--out',
    folder,
    ...(closed ? [] : ['--fail-open']),
    ...(timeoutSeconds === undefined ? [] : ['--timeout-ms', String(timeoutSeconds * 1000 * share)]),
  ],
})

const promptStopped: Exception = {
  limit: 'the bridge asks about the prompt first: nothing reaches the model at all',
  fails: ['finished'],
}

export const promptsStopped = { 'gateway-down-closed': promptStopped, 'policy-broken-closed': promptStopped }

/** One approval and many processes: each executable lets exactly one of them through. And nobody but a person at a terminal gives one. */

import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { approve, listRefusals } from '../../src/approvals/console.ts'
import { placesFor } from '../../src/config/places.ts'
import { readConfig } from '../../src/config.ts'
import { call, folder } from './call.ts'
import { executables } from './executables.ts'

const processes = 16

const hasTerminal = (): boolean => {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}

describe.each(executables.filter(({ excuse }) => excuse === undefined).map(one => [one.name, one] as const))(
  '%s',
  (_, executable) => {
    it.runIf(process.platform !== 'win32')(
      'lets one of many through',
      async () => {
        const home = folder({})
        const env = {
          PATH: process.env.PATH ?? '',
          HOME: home,
          XDG_CONFIG_HOME: join(home, '.config'),
          XDG_STATE_HOME: join(home, '.local/state'),
        }
        const stdin = JSON.stringify({
          hook_event_name: 'PreToolUse',
          session_id: 's',
          cwd: home,
          tool_name: 'Bash',
          tool_input: { command: 'git push --force origin main' },
        })
        const ask = async (): Promise<number | undefined> =>
          (await call(executable, { args: ['--client', 'claude-code'], stdin, env })).exitCode
        expect(await ask()).toBe(2)
        const config = await readConfig({ hints: {}, bare: false }, env, placesFor('linux', env, home))
        const [refusal] = await listRefusals(config)
        // Three rounds, so that the folder comes and goes between them.
        for (let round = 0; round < 3; round++) {
          expect((await approve(refusal?.id ?? '', { name: 'ann', way: 'terminal' }, config)).ok).toBe(true)
          const codes = await Promise.all(Array.from({ length: processes }, ask))
          expect(codes.filter(code => code === 0)).toHaveLength(1)
          expect(codes.filter(code => code === 2)).toHaveLength(processes - 1)
        }
        expect(existsSync(`${config.places.state}/approvals`)).toBe(false)
      },
      120_000,
    )

    it.skipIf(process.env.TFY_HOOK_TESTED === 'door')(
      'asks nobody without a terminal, and no agent',
      async () => {
        const env = { PATH: process.env.PATH ?? '', HOME: folder({}) }
        // Where the tests have a terminal themselves, only who asks can keep it from being asked.
        for (const more of [{ CLAUDECODE: '1' }, ...(hasTerminal() ? [] : [{}])]) {
          const said = await call(executable, { args: ['approve', 'abcdefg'], stdin: 'y\ny\n', env: { ...env, ...more } })
          expect([said.exitCode, said.stderr]).toEqual([2, expect.stringContaining('a person, in a terminal of his own')])
        }
      },
      60_000,
    )
  },
)

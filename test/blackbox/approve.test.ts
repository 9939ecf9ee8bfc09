/** One approval and many processes: each executable lets exactly one of them through. And nobody but a person at a terminal gives one. */

import { chmodSync, closeSync, cpSync, existsSync, lstatSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listRefusals } from '../../src/hook/approvals/console.ts'
import { sealed } from '../../src/hook/approvals/seal.ts'
import { placesFor } from '../../src/hook/config/places.ts'
import { readConfig } from '../../src/hook/config.ts'
import { call, folder } from './call.ts'
import { executables } from './executables.ts'
import { hasTerminals, typed } from './person.ts'

if (!hasTerminals) console.warn('/usr/bin/script is missing: nobody types at a terminal here')

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
    it.runIf(hasTerminals)(
      'lets one of many through, and nothing that is copied or made of the log',
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
          (await call(executable, { args: ['--client', 'claude-code', '--fail-closed'], stdin, env })).exitCode
        expect(await ask()).toBe(2)
        const config = await readConfig({ hints: {}, bare: false }, env, placesFor('linux', env, home))
        const [refusal] = await listRefusals(config)
        // The door keeps nothing itself.
        const by = process.env.TFY_HOOK_TESTED === 'door' ? { command: resolve('dist/tfy-hook'), args: [] } : executable
        // Three rounds, so that the folder comes and goes between them.
        for (let round = 0; round < 3; round++) {
          expect(await typed(by, ['approve', refusal?.id ?? ''], env)).toMatchObject({
            code: 0,
            shown: expect.stringContaining('Permitted once'),
          })
          // What lies there is copied, and put back when it has been used.
          const folder = `${config.places.state}/approvals`
          cpSync(folder, `${home}/aside`, { recursive: true, preserveTimestamps: true })
          const codes = await Promise.all(Array.from({ length: processes }, ask))
          expect(codes.filter(code => code === 0)).toHaveLength(1)
          expect(codes.filter(code => code === 2)).toHaveLength(processes - 1)
          cpSync(`${home}/aside`, folder, { recursive: true, preserveTimestamps: true })
          chmodSync(folder, 0o700)
          expect(await ask()).toBe(2)
        }
        // Only Node has the secret in a file, and whoever may not ask the kernel.
        const inFile = existsSync(`${config.places.state}/seal`)
        if (executable.command === 'node') expect(inFile).toBe(true)
        else if (inFile) console.warn('the keyring of this account cannot be used: approvals are sealed with a file')
        // Made of what the log shows, and sealed with a secret that was put there with it.
        const lines = readFileSync(`${config.places.state}/audit.jsonl`, 'utf8')
          .trim()
          .split('\n')
          .map(line => JSON.parse(line))
        const { permit: digest, id, rules } = lines.at(-1)
        const approval = { v: 1, digest, call: id, by: 'root', rules, decision: 'deny', at: Date.now(), since: uptime() }
        mkdirSync(`${config.places.state}/approvals`, { mode: 0o700 })
        const forged = `${config.places.state}/approvals/${digest}`
        writeFileSync(forged, JSON.stringify(approval), { mode: 0o600 })
        if (!inFile) {
          writeFileSync(`${config.places.state}/seal`, `${'f'.repeat(64)}\n`, { mode: 0o600 })
          const { ino, birthtimeNs } = lstatSync(forged, { bigint: true })
          writeFileSync(forged, sealed(JSON.stringify(approval), `${ino}.${birthtimeNs}`, 'f'.repeat(64)))
        }
        expect(await ask()).toBe(2)
        const forgeries = readFileSync(`${config.places.state}/audit.jsonl`, 'utf8').match(/"forgery":"[a-z]+"/g)
        expect(forgeries).toEqual([...Array(3).fill('"forgery":"copied"'), '"forgery":"forged"'])
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
          expect([said.exitCode, said.stderr]).toEqual([2, expect.stringContaining('a person, in a terminal of their own')])
        }
      },
      60_000,
    )
  },
)

/** What people do with calls that run contained: permit one to run without, see what a policy would contain, look at the cage. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasTerminals, typed } from '../blackbox/person.ts'
import { bwrap } from './world.ts'

const program = resolve('dist/tfy-hook')
let root = ''
let env: Record<string, string> = {}

beforeAll(() => {
  mkdirSync('node_modules/.cage', { recursive: true })
  root = mkdtempSync(resolve('node_modules/.cage/r-'))
  for (const folder of ['home/.config/tfy-hook', 'ws/.git']) mkdirSync(`${root}/${folder}`, { recursive: true })
  env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: `${root}/home`, SHELL: '/bin/bash' }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const policy = (text: string): void => writeFileSync(`${root}/home/.config/tfy-hook/policy.yaml`, text)
const odd = (more = ''): string =>
  `extends: none\nrules: [{ id: shop.odd, on: shell, when: { program: odd }, decision: contain, reason: Odd${more} }]`

const ran = (args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(program, args, { env, cwd: `${root}/ws`, input, encoding: 'utf8' })
  return { status, stdout, stderr }
}
const called = (command: string): string | undefined => {
  const { status, stdout } = ran(
    ['--client', 'claude-code'],
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: `${root}/ws`,
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command },
    }),
  )
  if (status !== 0) return 'denied'
  return stdout === '' ? undefined : JSON.parse(stdout).hookSpecificOutput?.updatedInput?.command
}
const lines = () =>
  readFileSync(`${root}/home/.local/state/tfy-hook/audit.jsonl`, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

describe.skipIf(!existsSync(bwrap))('a call that runs contained', () => {
  it.runIf(hasTerminals)('runs once without a cage when a person permits it', async () => {
    policy(odd())
    expect(called('odd one')).toContain(' contain ')
    const { id } = lines().at(-1)
    const said = await typed({ command: program, args: [] }, ['approve', id], env)
    expect(said).toMatchObject({ code: 0, shown: expect.stringContaining('Permitted once') })
    expect(called('odd two')).toContain(' contain ')
    expect(called('odd one')).toBeUndefined()
    expect(lines().at(-1)).toMatchObject({ decision: 'allow', approved: { call: id } })
    expect(lines().at(-1).contain).toBeUndefined()
    expect(called('odd one')).toContain(' contain ')
  })

  it('is explained with its cage, as it was recorded and as it would be', () => {
    policy(odd(', contain: { write: workspace, network: [a.example] }'))
    called('odd three')
    for (const args of [['--last'], ['--command', 'odd three']]) {
      const { stdout } = ran(['explain', ...args])
      expect(stdout, args.join(' ')).toMatch(/contain\s+.*(?:workspace|a\.example)/)
    }
    expect(JSON.parse(ran(['explain', '--json', '--last']).stdout)).toMatchObject({
      recorded: { decision: 'contain' },
      now: { decision: 'contain' },
    })
  })

  it('is seen in what a new policy would have contained, and on trial in what it did not', () => {
    policy('extends: none')
    expect(called('odd four')).toBeUndefined()
    policy(odd(', strategy: audit'))
    expect(called('odd five')).toBeUndefined()
    expect(lines().at(-1)).toMatchObject({ decision: 'allow', would: 'contain' })
    writeFileSync(`${root}/draft.yaml`, odd())
    const { stdout } = ran(['policy', 'replay', `${root}/draft.yaml`])
    expect(stdout).toMatch(/allow.*contain/)
    expect(stdout).toContain('odd four')
    expect(JSON.stringify(JSON.parse(ran(['policy', 'replay', `${root}/draft.yaml`, '--json']).stdout))).toContain('"contain"')
  })

  it('is one that doctor has tried a cage for, or says why there is none', () => {
    const cage = () => JSON.parse(ran(['doctor', '--json', '--no-drill']).stdout || '{}')
    policy(odd())
    const text = JSON.stringify(cage())
    expect(text).toContain('run in a cage of bubblewrap: in a trial it let no write outside')
    policy('extends: none')
    expect(JSON.stringify(cage())).not.toContain('in a cage')
    const kept = `${root}/home/.local/state/tfy-hook/contain.json`
    const found = JSON.parse(readFileSync(kept, 'utf8'))
    writeFileSync(kept, JSON.stringify({ ...found, at: Date.now(), why: 'its cage let a secret be read' }))
    policy(odd())
    expect(JSON.stringify(cage())).toContain('No cage can be built here: its cage let a secret be read.')
    expect(JSON.stringify(cage())).toContain('Let bubblewrap make user namespaces')
    expect(called('odd six')).toBeUndefined()
    expect(lines().at(-1)).toMatchObject({ decision: 'contain', told: 'ask', contain: { why: 'its cage let a secret be read' } })
    rmSync(kept)
  })
})

/** Groups of a machine's people: from its managed files, and from nowhere else. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { executables } from '../blackbox/executables.ts'
import { byGroup } from './by-group.ts'
import { away, machineWith } from './managed-machine.ts'

describe.runIf(away).each(executables)('on the $name', exe => {
  it.each([
    ['the one that may', byGroup['config.yaml'], false],
    ['another', 'identity: { groups: [staff] }\n', true],
    ['one, where no name is told', 'identity: { form: "off", groups: [platform] }\n', false],
    ['none that anybody tells', 'audit: true\n', true],
  ])('%s', async (_, config, denied) => {
    const { hook } = machineWith({ ...byGroup, 'config.yaml': config }, exe)
    expect((await hook('helm list')).exitCode).toBe(denied ? 2 : 0)
  })

  it('are not given by a file of the user', async () => {
    const { home, hook, run } = machineWith({ 'policy.yaml': byGroup['policy.yaml'] }, exe)
    const file = join(home, '.config/tfy-hook/config.yaml')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, byGroup['config.yaml'])
    expect((await hook('helm list')).stderr).toContain('t.helm')
    expect((await run('doctor')).stdout).toContain('`identity` in your config.yaml has no effect')
  })
})

/** `policy compile` on a machine whose /etc is ours. */

import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { executables } from '../blackbox/executables.ts'
import { policy } from '../bundle/make.ts'
import { away, machineWith } from '../bundle/managed-machine.ts'

const [binary] = executables

describe.skipIf(!away || binary === undefined)('policy compile', () => {
  const machine = (files: Readonly<Record<string, string>>) => machineWith(files, binary as NonNullable<typeof binary>)

  it('puts what calls read beside the managed files, for everybody', async () => {
    const here = machine({ 'config.yaml': 'version: 1\nfail: closed\n', 'policy.yaml': policy('shop.no-deletes') })
    const at = (name: string): string => join(here.etc, 'tfy-hook', name)
    expect(await here.run('policy', 'compile')).toMatchObject({
      exitCode: 0,
      stdout: 'compiled  /etc/tfy-hook/config.yaml\ncompiled  /etc/tfy-hook/policy.yaml\n',
    })
    expect([at('compiled'), at('compiled/policy.json')].map(path => statSync(path).mode & 0o777)).toEqual([0o755, 0o644])
    expect((await here.hook('helm delete web')).stderr).toContain('shop.no-deletes')
    // It is what the call went by.
    const form = readFileSync(at('compiled/policy.json'), 'utf8')
    writeFileSync(at('compiled/policy.json'), form.replaceAll('shop.no-deletes', 'shop.as-placed'))
    rmSync(join(here.home, '.local'), { recursive: true })
    expect((await here.hook('helm delete web')).stderr).toContain('shop.as-placed')
    writeFileSync(at('policy.yaml'), policy('shop.newer'))
    expect((await here.hook('helm delete web')).stderr).toContain('shop.newer')
    await here.run('policy', 'compile')
    expect(readFileSync(at('compiled/policy.json'), 'utf8')).toContain('shop.newer')
    // A trial that ends is one that calls know of.
    writeFileSync(at('policy.yaml'), `${policy('shop.newer')}settings: { strategy: audit }\n`)
    expect((await here.run('policy', 'enforce', '--all')).exitCode).toBe(0)
    expect(readFileSync(at('compiled/policy.json'), 'utf8')).not.toContain('audit')
  })

  it('says which file cannot be used, and that there is none', async () => {
    const here = machine({ 'policy.yaml': 'version: [' })
    expect(await here.run('policy', 'compile')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^left as it is: .* \/etc\/tfy-hook\/policy\.yaml is not valid: line 1, /),
    })
    expect(existsSync(join(here.etc, 'tfy-hook/compiled'))).toBe(false)
    expect((await machine({}).run('policy', 'compile')).stdout).toMatch(/^Nothing here is read from /)
  })
})

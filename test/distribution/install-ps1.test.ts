/**
 * scripts/package/install.ps1, read but not run: PowerShell is rarely where these tests run. Its grammar is checked, and the order of its steps. Where
 * there is a PowerShell on Windows, it is run as well.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { powershellFaults } from './powershell.ts'
import { type Place, place, type Release, serveRelease, sha256 } from './release-server.ts'

const file = 'scripts/package/install.ps1'
const text = readFileSync(file, 'utf8')

it('has no syntax error', async () => {
  expect(await powershellFaults(text)).toEqual([])
})

it('a parenthesis or a brace too few would be found', async () => {
  expect(await powershellFaults(text.replace('if ($found', 'if $found'))).not.toEqual([])
  expect(await powershellFaults(text.slice(0, text.lastIndexOf('}')))).not.toEqual([])
})

it('uses nothing that Windows PowerShell 5.1 does not know', () => {
  for (const newer of [/\?\?/, /\?\./, /&&/, /\|\|/, / \? .+ : /, /-Parallel/, /-SkipCertificateCheck/])
    expect(text).not.toMatch(newer)
  // Without a byte order mark 5.1 reads the code page of the machine.
  expect(text).toMatch(/^[\x00-\x7f]*$/)
})

it('verifies before it runs, and runs before it replaces', () => {
  const steps = [
    'SHA256SUMS" -OutFile',
    '$lines.Count -ne 1',
    '$base/$name" -OutFile',
    '$found -ne $sum',
    '& $fresh --version',
    '[IO.File]::Move($fresh, $file)',
  ].map(step => text.indexOf(step))
  expect(steps.every(at => at > 0)).toBe(true)
  expect([...steps].sort((a, b) => a - b)).toEqual(steps)
  expect(text.trimEnd().split('\n').at(-1)).toBe('Install-TfyHook')
})

it('takes the same releases as install.sh', () => {
  const home = /https:\/\/github\.com\/[\w-]+\/[\w-]+\/releases/
  expect(home.exec(text)?.[0]).toBe(home.exec(readFileSync('scripts/package/install.sh', 'utf8'))?.[0])
})

describe.skipIf(process.platform !== 'win32')('on Windows', () => {
  let release: Release
  let at: Place
  beforeAll(async () => {
    release = await serveRelease()
    at = place()
  })
  afterAll(() => {
    release.end()
    at.end()
  })
  const install = () =>
    execa(
      'powershell',
      ['-NoProfile', '-ExecutionPolicy', 'Bypass', '-File', file, '-To', join(at.home, 'bin'), '-BaseUrl', release.url],
      {
        reject: false,
      },
    )

  it('installs what was promised, and refuses anything else', async () => {
    const bytes = readFileSync('dist/tfy-hook.exe')
    release.files.set('tfy-hook-windows-x64.exe', bytes)
    release.files.set('SHA256SUMS', `${sha256('other')}  tfy-hook-windows-x64.exe\n`)
    expect((await install()).stderr).toContain('nothing was installed')
    release.files.set('SHA256SUMS', `${sha256(bytes)}  tfy-hook-windows-x64.exe\n`)
    expect((await install()).exitCode).toBe(0)
  })
})

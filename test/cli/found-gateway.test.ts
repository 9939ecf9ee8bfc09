/** A gateway that TrueFoundry's own tools have noted: shown, and never used unasked. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { foundGateway } from '../../src/cli/commands/setup/found-gateway.ts'
import { folder } from '../blackbox/call.ts'

const settings = (url: string) => ({ '.claude/settings.json': JSON.stringify({ env: { ANTHROPIC_BASE_URL: url } }) })
const toml = (text: string) => ({ '.tf/config.toml': text })
const url = 'https://gateway.acme.example/api/llm'

describe('a gateway that is found', () => {
  it.each([
    ['in Claude Code’s settings', settings(`${url}/`), url],
    ['in the settings of the tool', toml(`tenant = "https://acme.example"\n[gateway]\nurl = "${url}"\n`), url],
    ['where it is the only address', toml(`host = "${url}"\n`), url],
    ['not where the vendor is asked', settings('https://api.anthropic.com'), undefined],
    ['not on this machine', settings('https://127.0.0.1:8080'), undefined],
    ['not in plain', toml('[gateway]\nurl = "http://gateway.acme.example"\n'), undefined],
    ['not with a password', settings('https://a:b@gateway.acme.example'), undefined],
    ['not in a file that cannot be read', { ...toml('= ='), '.claude/settings.json': '{' }, undefined],
    ['not where nothing is', {}, undefined],
  ])('%s', async (_, files, found) => {
    expect((await foundGateway(folder(files)))?.url).toBe(found)
  })

  it('knows whether somebody has signed in', async () => {
    expect((await foundGateway(folder(settings(url))))?.signedIn).toBe(false)
    expect((await foundGateway(folder({ ...settings(url), '.tf/access-token': 'x' })))?.signedIn).toBe(true)
  })

  it('is told by init and not written', async () => {
    const home = folder({ ...settings(url), '.tf/access-token': 'tfy-token-of-a-test', 'shop/readme.md': '' })
    const ran = await execa(resolve('dist/tfy-hook'), ['init', '--yes', '--client', 'cursor'], {
      env: { PATH: '/usr/bin:/bin', HOME: home },
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      cwd: `${home}/shop`,
    })
    expect(ran.stdout).toContain(`Found a gateway, which is not used: ${url}`)
    expect(ran.stdout).toContain('credential: tfy')
    const config = readFileSync(`${home}/.config/tfy-hook/config.yaml`, 'utf8')
    expect(config).toContain('source: offline')
    const wanted = await execa(resolve('dist/tfy-hook'), ['init', '--yes', '--client', 'cursor', '--source', 'gateway'], {
      env: { PATH: '/usr/bin:/bin', HOME: folder(settings(url)) },
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
    })
    expect(wanted.stderr).toContain(`--gateway-url ${url}, as `)
    for (const secret of [url, 'tfy-token-of-a-test']) expect(config).not.toContain(secret)
  })
})

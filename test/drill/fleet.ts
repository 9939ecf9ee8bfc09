/** The machines of the fleet, from one managed output, and the two ways in which their clients ask. */

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { must } from '../../scripts/project/project.ts'
import { program } from './central.ts'
import { type Machine, machineAt, run } from './machine.ts'
import type { Said } from './tally.ts'

export interface Deployment {
  readonly root: string
  readonly gateway: string
  /** What is put behind the configuration that `init` writes. */
  readonly config: string
}

export const tokenName = 'TFY_API_KEY'

/** `init`, what the administrator adds, and `init` again, which checks that and makes the digests anew. */
export const deploy = ({ root, gateway, config }: Deployment): string => {
  const out = join(root, 'deploy')
  const http = ['--transport', 'http', '--url', gateway, '--token-env', tokenName, '--untested']
  const words = ['init', '--scope', 'managed', '--for', 'linux', '--client', 'claude-code', 'codex', '--source', 'both']
  const init = () =>
    must(program, [...words, '--gateway-url', gateway, '--no-gateway-test', ...http, '--program', program, '--out', out], {
      env: { HOME: root },
    })
  init()
  const file = join(out, 'root/etc/tfy-hook/config.yaml')
  writeFileSync(file, `${readFileSync(file, 'utf8')}${config}`)
  init()
  must('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: out })
  return join(out, 'root/etc')
}

/** Ids are fixed by the number, so that the same machines are drawn each time. */
export const fleetOf = (root: string, count: number, deployed: string): readonly Machine[] =>
  Array.from({ length: count }, (_, n) => {
    const name = `lt-${String(n).padStart(3, '0')}`
    return machineAt(root, name, deployed, createHash('md5').update(name).digest('hex'))
  })

const call = (machine: Machine, command: string) => ({
  session_id: `session-of-${machine.name}`,
  cwd: join(machine.home, 'shop'),
  hook_event_name: 'PreToolUse',
  permission_mode: 'default',
  tool_name: 'Bash',
  tool_input: { command },
})

/** As Codex does: the command of its requirements file, in a process. */
export const byProcess = async (machine: Machine, command: string, token: string): Promise<Said> => {
  const { hooks } = parse(readFileSync(join(machine.etc, 'codex/requirements.toml'), 'utf8')) as {
    hooks: Record<string, [{ hooks: [{ command: string }] }]>
  }
  const words = ['sh', '-c', hooks.PreToolUse?.[0].hooks[0].command ?? 'false']
  const payload = { ...call(machine, command), turn_id: 't', model: 'gpt-5.5', tool_use_id: 'call_1', transcript_path: null }
  const { code, stdout, stderr, ms } = await run(machine, words, { stdin: JSON.stringify(payload), env: { [tokenName]: token } })
  const told = /"permissionDecision":"(\w+)"/.exec(stdout)?.[1]
  return { decision: code === 2 ? 'deny' : code === 0 ? (told ?? 'allow') : 'lost', text: `${stdout}${stderr}`, ms }
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** As Claude Code does: the address and headers of its managed settings, without a process. */
export const byHttp = (machine: Machine, command: string, token: string): Promise<Said> => {
  const file = join(machine.etc, 'claude-code/managed-settings.d/50-tfy-hook.json')
  const { url, headers } = JSON.parse(readFileSync(file, 'utf8')).hooks.PreToolUse[0].hooks[0] as {
    url: string
    headers: Record<string, string>
  }
  const told = Object.entries(headers).map(([key, value]) => [key, value.replace(`$${tokenName}`, token)])
  return new Promise(resolve => {
    const from = performance.now()
    const done = (decision: string, text: string): void => resolve({ decision, text, ms: performance.now() - from })
    const options = { agent, method: 'POST', headers: { 'content-type': 'application/json', ...Object.fromEntries(told) } }
    const send = request(url, options, response => {
      let text = ''
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      response.on('end', () =>
        done(response.statusCode === 200 ? (/"permissionDecision":"(\w+)"/.exec(text)?.[1] ?? 'allow') : 'lost', text),
      )
    })
    send.on('error', error => done('lost', error.message)).end(JSON.stringify(call(machine, command)))
  })
}

export const pull = async (machine: Machine): Promise<Said> => {
  const { code, stdout, stderr, ms } = await run(machine, [program, 'policy', 'pull', '--json'])
  if (code === undefined || !stdout.startsWith('{')) return { decision: 'lost', text: `${stdout}${stderr}`, ms }
  const { outcome } = JSON.parse(stdout) as { outcome: string }
  return { decision: outcome, text: stdout, ms }
}

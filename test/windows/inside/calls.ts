/** One call of a hook: what comes in, what goes out, and with which exit code. */

import { deepEqual, equal, match } from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asked, audited, bash, cwd, expected, home, own, put, tfy } from './ground.ts'

/** A text says why it could not be looked at. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>

const denied = 'git push --force origin main'

const written = (files: readonly string[]) => files.map(file => ['Write', file] as const)

const crlf = (text: string): string => text.replaceAll('\n', '\r\n')

/** Other clients, as they ask on Windows. */
const others: readonly (readonly [client: string, payload: (command: string) => object, denies: RegExp])[] = [
  [
    'cursor',
    command => ({
      conversation_id: 'c1',
      generation_id: 'g1',
      hook_event_name: 'beforeShellExecution',
      command,
      cwd,
      cursor_version: '2.4.0',
      workspace_roots: ['/c:/Users/Zoë & Co/work/shop'],
      sandbox: false,
    }),
    /"permission":"deny"/,
  ],
  [
    'codex',
    command => ({
      session_id: 's',
      turn_id: 't',
      transcript_path: null,
      cwd,
      hook_event_name: 'PreToolUse',
      model: 'm',
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: 'u',
    }),
    /"permissionDecision":"deny"/,
  ],
  [
    'gemini-cli',
    command => ({
      session_id: 's',
      transcript_path: `${home}\\.gemini\\tmp\\x.json`,
      cwd,
      hook_event_name: 'BeforeTool',
      timestamp: '2026-11-20T10:00:00.000Z',
      tool_name: 'run_shell_command',
      tool_input: { command },
    }),
    /"decision":"deny"/,
  ],
  [
    'copilot-cli',
    command => ({
      sessionId: 's',
      timestamp: 1_795_000_000_000,
      cwd,
      toolName: 'powershell',
      toolArgs: JSON.stringify({ command }),
    }),
    /"permissionDecision":"deny"/,
  ],
]

const gateway = async (answer: (url: string) => object, use: (url: string) => Promise<void>): Promise<void> => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer(request.url ?? '')))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
  }
}

export const calls: Checks = {
  'an ordinary command goes on without a word': async () => {
    deepEqual(await tfy([], { input: bash('git status') }), { code: 0, stdout: '', stderr: '' })
    equal(audited().at(-1)?.decision, 'allow')
  },
  'a denied command is stopped by exit code 2': async () => {
    const ran = await tfy(['--client', 'claude-code', '--event', 'PreToolUse', '--fail-closed'], { input: bash(denied) })
    equal(ran.code, 2)
    equal(ran.stdout, '')
    match(ran.stderr, /^tfy-hook \[git\.push-force\] .*\n$/)
  },
  'what PowerShell is given counts as PowerShell': async () => {
    equal((await tfy([], { input: asked('PowerShell', { command: `ri $env:USERPROFILE -r -fo` }) })).code, 2)
    equal((await tfy([], { input: asked('PowerShell', { command: `Get-Content src\\a.ts | Select-Object -First 3` }) })).code, 0)
  },
  'a byte order mark, CRLF and UTF-16 are read': async () => {
    const lines = crlf(JSON.stringify(JSON.parse(bash(denied)), undefined, 2))
    equal((await tfy([], { input: `\ufeff${lines}\r\n` })).code, 2)
    equal((await tfy([], { input: Buffer.from(`\ufeff${lines}`, 'utf16le') })).code, 2)
  },
  'nothing, and what is no JSON, end as the fail mode says': async () => {
    for (const input of ['', '{"tool_name":']) {
      equal((await tfy(['--client', 'claude-code', '--event', 'PreToolUse', '--fail-closed'], { input })).code, 2)
      equal((await tfy(['--client', 'claude-code', '--event', 'PreToolUse', '--fail-open'], { input })).code, 0)
    }
  },
  'policy.yaml and config.yaml may have a byte order mark and CRLF': async () => {
    put(`${own}\\config.yaml`, `\ufeff${crlf('version: 1\nsource: offline\nfail: closed\n')}`)
    put(
      `${own}\\policy.yaml`,
      `\ufeff${crlf('version: 1\nextends: recommended\nrules:\n  - id: own.no\n    on: shell\n    when: { program: [cargo] }\n    decision: deny\n    reason: Not here.\n')}`,
    )
    match((await tfy([], { input: bash('cargo build') })).stderr, /own\.no/)
    equal((await tfy([], { input: bash('npm test') })).code, 0)
  },
  'a policy that cannot be used stops every call, or none with --fail-open': async () => {
    put(`${own}\\policy.yaml`, 'version: 1\r\nrules: [')
    equal((await tfy(['--client', 'claude-code', '--fail-closed'], { input: bash('git status') })).code, 2)
    equal((await tfy(['--client', 'claude-code', '--fail-open'], { input: bash('git status') })).code, 0)
  },
  'paths in a policy mean what Windows means by them': async () => {
    put(
      `${own}\\policy.yaml`,
      `version: 1\nextends: none\nrules:\n  - id: own.closed\n    on: file-write\n    when: { writes: ['~/closed/**', '$WORKSPACE/gen/**', 'C:/vault/**'] }\n    decision: deny\n    reason: Closed.\n`,
    )
    const closed = [
      `${home}\\closed\\a.txt`,
      `${home.toUpperCase()}/CLOSED/a.txt`,
      `${cwd}\\gen\\a.ts`,
      'gen\\a.ts',
      '.\\GEN/a.ts',
      'c:\\vault\\x',
      '\\\\?\\C:\\vault\\x',
      '\\\\localhost\\c$\\vault\\x',
      'C:\\vault.\\x',
      'C:\\vault\\x::$DATA',
    ]
    await expected('deny', written(closed))
    await expected('allow', written([`${cwd}\\src\\a.ts`, 'C:\\vaults\\x']))
  },
  ...Object.fromEntries(
    others.map(([client, payload, denies]) => [
      `${client} is answered in its own words`,
      async () => {
        const [no, yes] = await Promise.all(
          [denied, 'git status'].map(command => tfy([], { input: JSON.stringify(payload(command)) })),
        )
        match(no?.stdout ?? '', denies)
        equal(audited().find(line => line.decision === 'deny')?.client, client)
        equal(yes?.code, 0)
        equal(/deny|block/.test(yes?.stdout ?? ''), false)
      },
    ]),
  ),
  'a gateway on this machine decides, and its absence is the fail mode': async () => {
    const verdict = { continue: false, permission: 'deny', userMessage: 'no', agentMessage: 'no' }
    await gateway(
      () => verdict,
      async url => {
        put(`${own}\\config.yaml`, `version: 1\nsource: gateway\ngateway:\n  url: ${url}\n`)
        put(`${own}\\credentials`, '\ufeffkey-of-the-gateway\r\n')
        const ran = await tfy(['--client', 'claude-code', '--fail-open'], { input: bash('git status') })
        equal(ran.code, 2, ran.stdout + ran.stderr)
      },
    )
    const closed = await tfy(['--client', 'claude-code', '--fail-closed'], { input: bash('git status') })
    equal(closed.code, 2)
    match(closed.stderr, /gateway/)
    const open = await tfy(['--client', 'claude-code', '--fail-open'], { input: bash('git status') })
    equal(open.code, 0)
    match(open.stdout + open.stderr, /NOT CHECKED/)
  },
}

import { describe, expect, it } from 'vitest'
import { knowGateway } from './address.ts'
import { entryRunsUs, whollyOurs } from './own-registrations.ts'

describe('an entry is ours', () => {
  it.each([
    ['/opt/tfy-hook --client claude-code --event PreToolUse --fail-closed'],
    ["'/opt/my tools/tfy-hook' --client cursor"],
    ['"C:\\Program Files\\tfy-hook.exe" --client cursor'],
    ["& 'C:\\tools\\tfy-hook.exe' --client codex"],
    ['tfy-hook'],
    ['cat | tfy-hook || exit 2'],
    ['TFY_HOOK_FAIL=closed tfy-hook'],
    ['BUN_OPTIONS= BUN_BE_BUN= BUN_INSPECT= /opt/tfy-hook --client codex --fail-closed'],
    ["BUN_OPTIONS= BUN_BE_BUN= '/opt/my tools/tfy-hook' --client codex"],
    ['BUN_OPTIONS= BUN_JSC_functionOverrides= BUN_JSC_watchdog=0 /opt/tfy-hook --client codex'],
    ['BUN_OPTIONS= NODE_OPTIONS= /usr/bin/node /opt/tfy-hook.mjs --client codex'],
    ['exec /opt/tfy-hook-linux-x64-musl'],
    ['timeout 5 tfy-hook'],
    ["bash -lc 'tfy-hook'"],
    ['/usr/bin/node /opt/tfy-hook.mjs'],
    ['cd /srv && tfy-hook'],
    ['logger hook; /opt/tfy-hook'],
  ])('%s', command => {
    expect(entryRunsUs({ type: 'command', command })).toBe(true)
  })
  it('as words', () => {
    expect(entryRunsUs({ command: '/usr/bin/node', args: ['/opt/tfy-hook.mjs'] })).toBe(true)
    expect(entryRunsUs({ command: '/opt/tfy-hook', args: ['--client', 'x'] })).toBe(true)
    expect(entryRunsUs({ command: '/bin/sh', args: ['-c', 'touch x; tfy-hook'] })).toBe(true)
  })
})

describe('an entry over HTTP', () => {
  const http = (url: string, more: object = {}) => entryRunsUs({ type: 'http', url, ...more })
  it.each([
    'http://127.0.0.1:8787/hooks/claude-code',
    'http://localhost:9000/hooks/validate',
    'http://[::1]:8787/claude-code/hooks/validate',
    'https://127.0.0.1:8443/api/llm/cursor/hooks/validate',
    'http://127.0.0.1:8787/hooks/claude-code?client=claude-code',
    'https://gateway.example/api/llm/claude-code/hooks/validate',
  ])('is ours: %s', url => {
    knowGateway('https://gateway.example/api/llm')
    expect(http(url)).toBe(true)
    knowGateway(undefined)
  })
  it.each([
    'http://127.0.0.1:8787/hooks/claude-code-log',
    'http://127.0.0.1:8787/hooks',
    'http://127.0.0.1:8787/v1/hooks/claude-code',
    'http://127.0.0.1:4000/events',
    'http://127.0.0.1.example.com/hooks/claude-code',
    'http://localhost.example.com/hooks/validate',
    'http://user@127.0.0.1:8787/hooks/claude-code',
    'https://gateway.example/api/llm/claude-code/hooks/validate',
    'https://gateway.example:444/hooks/validate',
    'ftp://127.0.0.1/hooks/validate',
    '/hooks/validate',
    'http://%zz/hooks/validate',
  ])('is somebody’s: %s', url => {
    expect(http(url)).toBe(false)
  })
  it('is ours anywhere by its mark', () => {
    expect(http('https://elsewhere.example/ask', { headers: { 'X-Tfy-Hook': '1' } })).toBe(true)
    expect(http('https://elsewhere.example/ask', { headers: { 'X-Other': 'tfy-hook' } })).toBe(false)
  })
})

describe('an entry that only names us is somebody’s', () => {
  it.each([
    ['cd /home/dev/src/tfy-hook && npm run lint'],
    ["echo 'see tfy-hook'"],
    ['git -C /src/tfy-hook --no-pager diff'],
    ['/src/tfy-hook/lint.sh'],
    ['notify.sh tfy-hook'],
    ['true # tfy-hook'],
    ['my-tfy-hook'],
    ['BUN_OPTIONS= /opt/lint.sh tfy-hook'],
  ])('%s', command => {
    expect(entryRunsUs({ type: 'command', command })).toBe(false)
  })
  it('as words', () => {
    expect(entryRunsUs({ command: 'prettier', args: ['--config', '/src/tfy-hook'] })).toBe(false)
  })
})

describe('a file', () => {
  const line = '#!/bin/sh\nexec /opt/tfy-hook --client cline\n'
  it.each([
    ['/home/dev/Cline/Hooks/PreToolUse', line, true],
    ['/home/dev/Cline/Hooks/PreToolUse', line.replace('exec', 'unset BUN_OPTIONS BUN_JSC_watchdog\nexec'), true],
    ['/home/dev/Cline/Hooks/PreToolUse', line.replace('exec', 'unset PATH; lint\nexec'), false],
    ['/home/dev/Cline/Hooks/PreToolUse', `#!/bin/sh\nlint\nexec /opt/tfy-hook --client cline\n`, false],
    ['/home/dev/.github/hooks/tfy-hook.json', '{"command":"/opt/tfy-hook"}', true],
  ])('%s: %j', (file, text, want) => {
    expect(whollyOurs(file, text)).toBe(want)
  })
})

import { describe, expect, it } from 'vitest'
import { entryRunsUs, whollyOurs } from './ours.ts'

describe('an entry is ours', () => {
  it.each([
    ['/opt/tfy-hook --client claude-code --event PreToolUse --fail-closed'],
    ["'/opt/my tools/tfy-hook' --client cursor"],
    ['"C:\\Program Files\\tfy-hook.exe" --client cursor'],
    ["& 'C:\\tools\\tfy-hook.exe' --client codex"],
    ['tfy-hook'],
    ['cat | tfy-hook || exit 2'],
    ['TFY_HOOK_FAIL=closed tfy-hook'],
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

describe('an entry that only names us is somebody’s', () => {
  it.each([
    ['cd /home/dev/src/tfy-hook && npm run lint'],
    ["echo 'see tfy-hook'"],
    ['git -C /src/tfy-hook --no-pager diff'],
    ['/src/tfy-hook/lint.sh'],
    ['notify.sh tfy-hook'],
    ['true # tfy-hook'],
    ['my-tfy-hook'],
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
    ['/home/dev/Cline/Hooks/PreToolUse', `#!/bin/sh\nlint\nexec /opt/tfy-hook --client cline\n`, false],
    ['/home/dev/.github/hooks/tfy-hook.json', '{"command":"/opt/tfy-hook"}', true],
  ])('%s: %j', (file, text, want) => {
    expect(whollyOurs(file, text)).toBe(want)
  })
})

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { candidates } from '../../scripts/e2e/candidates.ts'

const payload = {
  hook_event_name: 'PreToolUse',
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd: '/repo',
  permission_mode: 'default',
}
const known = { ...payload, tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'toolu_1' }

test('only what no adapter understands becomes a candidate, with the arguments of its call', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tfy-e2e-test-'))
  const target = join(folder, 'target')
  const recorded = mkdtempSync(join(tmpdir(), 'tfy-e2e-test-'))
  const record = (name: string, text: string): void => {
    writeFileSync(join(recorded, name), text)
    writeFileSync(join(recorded, `${name}.args`), '--client\nclaude-code\n')
  }
  record('known', JSON.stringify(known))
  record('renamed', JSON.stringify({ ...known, hook_event_name: 'BeforeEverything' }))
  record('broken', '{"hook')
  const { total, written } = candidates('claude-code', '9.9.9', recorded, target)
  expect(total).toBe(3)
  expect(written.map(path => path.slice(target.length + 1)).sort()).toEqual([
    'claude-code.broken.json',
    'claude-code.renamed.json',
  ])
  const fixture = JSON.parse(readFileSync(join(target, 'claude-code.renamed.json'), 'utf8'))
  expect(fixture).toMatchObject({
    captured: 'claude-code 9.9.9',
    args: ['--client', 'claude-code'],
    stdin: { tool_name: 'Bash' },
  })
})

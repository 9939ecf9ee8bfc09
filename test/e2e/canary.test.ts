import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Inventory, inventoryOf, toolsIn } from '../../scripts/e2e/canary/inventory.ts'
import { recorded, workList } from '../../scripts/e2e/canary/work-list.ts'

const installed = (packages: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tfy-e2e-canary-'))
  for (const [name, text] of Object.entries(packages)) {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true })
    writeFileSync(join(folder, 'node_modules', name, 'cli.js'), text)
  }
  return folder
}

const client = { id: 'windmill-code', package: { name: '@windmill/cli', version: '1.0.0' } }
const known = ['PreToolUse', 'PostToolUse', 'Stop', 'SessionStart']

test('a package is read for names that sound like switches, and for lists of events', () => {
  // A name on the seam between two blocks is read whole.
  const seam = `${' '.repeat(4 * 1024 * 1024 - 6)}process.env.WINDMILL_SAFE_MODE`
  const folder = installed({
    '@windmill/cli': `var e=["PreToolUse","PostToolUse","Stop","SessionStart","BeforeAll"];var colours=["red","green","blue","PreToolUse"];
      if(s.disableAllHooks===!0||settings["allowManagedHooksOnly"]){} x={disableAllHooks:1,"allowManagedHooksOnly":0,enableColour:1}; opt("--no-extensions"); opt("--colour")`,
    '@windmill/linux-x64': seam,
    'left-pad': 'process.env.WINDMILL_NO_HOOKS; x={disableHooks:1}',
  })
  expect(inventoryOf(client, '1.1.0', folder, [], known)).toEqual({
    version: '1.1.0',
    events: ['BeforeAll', 'PostToolUse', 'PreToolUse', 'SessionStart', 'Stop'],
    tools: [],
    settings: ['allowManagedHooksOnly', 'disableAllHooks'],
    variables: ['WINDMILL_SAFE_MODE'],
    options: ['--no-extensions'],
  })
})

test('tools are told with the names of their arguments, in each dialect', () => {
  const schema = { type: 'object', properties: { timeout: {}, command: { type: 'object', properties: { inner: {} } } } }
  const asked = (path: string, tools: unknown) => toolsIn({ path, text: JSON.stringify({ tools }) })
  const wanted = ['Bash(command, timeout)', 'Wait()']
  expect(
    asked('/v1/messages', [
      { name: 'Bash', input_schema: schema },
      { name: 'Wait', input_schema: {} },
    ]),
  ).toEqual(wanted)
  expect(
    asked('/v1/chat/completions', [{ function: { name: 'Bash', parameters: schema } }, { function: { name: 'Wait' } }]),
  ).toEqual(wanted)
  expect(asked('/v1/responses', [{ name: 'Bash', parameters: schema }, { name: 'Wait' }])).toEqual(wanted)
})

const before: Inventory = {
  version: '1.0.0',
  events: ['Stop'],
  tools: ['Bash(command)', 'Old()'],
  settings: [],
  variables: [],
  options: [],
}

test('what is new, changed or gone becomes work', () => {
  const now = { ...before, version: '1.1.0', tools: ['Bash(command, shell)'], variables: ['WINDMILL_SAFE_MODE'] }
  const list = workList({ windmill: before }, { windmill: now, other: before })
  expect(list).toContain('## windmill 1.0.0 to 1.1.0')
  for (const line of [
    'tools, new: `Bash(command, shell)`',
    'tools, gone: `Old()`',
    'variables, new: `WINDMILL_SAFE_MODE`',
    'Never recorded',
  ])
    expect(list).toContain(`- [ ] ${line}`.replace('- [ ] Never', '- [ ] Never'))
  expect(list).not.toContain('Stop')
})

test('the same is no work, and nothing found where there was something is told', () => {
  expect(workList({ windmill: before }, { windmill: before })).toBe('Nothing is new.\n')
  expect(workList({ windmill: before }, { windmill: { ...before, tools: [] } })).toContain('tools: none found, and 2 before')
})

test('the record has every client that is driven by a package of its own', () => {
  for (const [id, inventory] of Object.entries(recorded())) {
    expect(inventory.tools, id).not.toEqual([])
    expect(inventory.settings.length + inventory.variables.length + inventory.options.length, id).toBeGreaterThan(0)
  }
  expect(Object.keys(recorded()).length).toBeGreaterThan(8)
})

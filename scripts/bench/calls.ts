/** Tool calls of a working day, as Claude Code reports them: what is judged by itself, and what grows. */

import { dirname } from 'node:path'

const session = '9151530e-4622-422c-bbaf-618bb3799a82'

/** Claude Code's transcripts lie in a folder of its own, by which it is known. */
export const call = (
  cwd: string,
  tool: string,
  input: object,
  transcripts = `${dirname(cwd)}/.claude/projects/-shop`,
  id = session,
): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      session_id: id,
      transcript_path: `${transcripts}/${session}.jsonl`,
      cwd,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: tool,
      tool_input: input,
      tool_use_id: 'toolu_01A09q90qw90lq917835lq9',
    }),
  )

export const payload = (cwd: string, command: string, transcripts?: string): Uint8Array =>
  call(cwd, 'Bash', { command, description: 'Run the tests' }, transcripts)

/** Source code of about that length, of which no line is like another. */
const code = (length: number): string => {
  let text = "import { round } from './round.ts'\n"
  for (let n = 1; text.length < length; n++)
    text += `\n/** Price of order ${n}, rounded. */\nexport const price${n} = (cents: number, rate = ${n % 7}): string => {\n  const sum = round(cents * (1 + rate / 100))\n  return \`\${sum} EUR\`\n}\n`
  return text.slice(0, length)
}

/** Prose of about that length, of which no line is like another. */
const prose = (length: number): string => {
  let text = '# Prices\n'
  for (let n = 1; text.length < length; n++)
    text += `\nOrder ${n} is rounded to whole cents before it is written, because the shop has ${n % 7} rates and sums must not drift.\n`
  return text.slice(0, length)
}

/** A Python test of about that length, as agents write one and run it. */
const test = (length: number): string => {
  let text = 'from shop.orders import price\n'
  for (let n = 1; text.length < length; n++)
    text += `\n\ndef test_order_${n}():\n    order = {"id": ${n}, "cents": ${n * 7}}\n    assert price(order) == round(${n * 7} * 1.19)\n`
  return text.slice(0, text.lastIndexOf('\n', length) + 1)
}

export const ordinary = 'git status --short && npm test 2>&1 | tail -20'
export const denied = 'git push --force origin main'

/** What each kind of call says, in a project. */
export const kinds = (project: string): Readonly<Record<string, Uint8Array>> => {
  const file = `${project}/src/orders.ts`
  const written = (kib: number): Uint8Array => call(project, 'Write', { file_path: file, content: code(kib * 1024) })
  const told = (kib: number): Uint8Array =>
    call(project, 'Write', { file_path: `${project}/docs/orders.md`, content: prose(kib * 1024) })
  return {
    shell: payload(project, ordinary),
    denied: payload(project, denied),
    edit: call(project, 'Edit', { file_path: file, old_string: 'const sum = 1', new_string: 'const sum = round(1)' }),
    read: call(project, 'Read', { file_path: file }),
    mcp: call(project, 'mcp__github__create_issue', {
      owner: 'shop',
      repo: 'orders',
      title: 'Round prices',
      body: 'They are not.',
    }),
    heredoc: payload(
      project,
      "python3 - <<'EOF'\nimport json, pathlib\norders = json.loads(pathlib.Path('orders.json').read_text())\nprint(sum(order['cents'] for order in orders))\nEOF",
    ),
    'heredoc and test': payload(project, `cat > tests/test_orders.py <<'EOF'\n${test(4096)}EOF\npytest -q tests/test_orders.py`),
    '20 KB edit': call(project, 'Edit', { file_path: file, old_string: code(10_240), new_string: code(20_480).slice(5_120) }),
    '4 KB': written(4),
    '20 KB': written(20),
    '100 KB': written(100),
    '1 MB': written(1024),
    '100 KB prose': told(100),
    '1 MB prose': told(1024),
  }
}

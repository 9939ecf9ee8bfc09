/**
 * A client made for testing the harness: Claude Code's payloads and answers, one tool, and bad manners on request. Run by bun:
 * `agent.ts <model> <prompt> <hook> <manners>`. Without a hook it runs what stands in Claude Code's settings.
 */

import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [model = '', prompt = '', hook = '', manners = 'good'] = process.argv.slice(2)

interface Block {
  readonly type: string
  readonly id?: string
  readonly input?: { readonly command?: string }
}

const ask = async (messages: readonly object[]): Promise<Block> => {
  const body = JSON.stringify({ model: 'e2e', messages, tools: [{ name: 'Bash' }] })
  const response = await fetch(`${model}/v1/messages`, { method: 'POST', body })
  return ((await response.json()) as { readonly content: readonly [Block] }).content[0]
}

const settings = join(process.env.HOME ?? '', '.claude', 'settings.json')
const memory = join(process.env.HOME ?? '', 'hook')

interface Entry {
  readonly command: string
  readonly args?: readonly string[]
}

interface Settings {
  readonly hooks?: { readonly PreToolUse?: readonly { readonly hooks: readonly Entry[] }[] }
}

const registered = (): Entry | undefined => {
  if (hook !== '') return { command: hook, args: ['--client', 'claude-code'] }
  if (manners === 'stubborn' && existsSync(memory)) return JSON.parse(readFileSync(memory, 'utf8')) as Entry
  const { hooks } = JSON.parse(readFileSync(settings, 'utf8')) as Settings
  const entry = hooks?.PreToolUse?.[0]?.hooks[0]
  if (entry !== undefined) writeFileSync(memory, JSON.stringify(entry))
  return entry
}

const judged = (command: string): { readonly denied: boolean; readonly reason: string } => {
  if (manners === 'no-hook') return { denied: false, reason: '' }
  const input = JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    transcript_path: '/t.jsonl',
    cwd: process.cwd(),
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'toolu_1',
  })
  const entry = registered()
  if (entry === undefined) return { denied: false, reason: '' }
  const { status, stderr } = spawnSync(entry.command, entry.args ?? [], {
    input,
    encoding: 'utf8',
    shell: entry.args === undefined,
  })
  return { denied: status === 2 && manners !== 'deaf', reason: manners === 'silent' ? 'no' : stderr }
}

if (manners === 'untidy') appendFileSync(settings, '\n')

const messages: object[] = [{ role: 'user', content: prompt }]
for (let block = await ask(messages); block.type === 'tool_use'; block = await ask(messages)) {
  if (manners === 'crash') process.exit(1)
  const command = block.input?.command ?? ''
  const { denied, reason } = judged(command)
  const content = denied ? reason : spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stdout
  messages.push(
    { role: 'assistant', content: [block] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: block.id, content }] },
  )
}
